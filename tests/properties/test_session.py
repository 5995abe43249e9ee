"""The laws of a model's window over any session: within budget, calls with their results, in order, nothing twice."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mnemic.api.memory import UserMemory
from mnemic.api.sessions import BUDGET_MIN
from mnemic.language import tokens
from mnemic.rooms.session.prompt import OTHERS
from mnemic.rooms.session.window import LEFT_OUT
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import MONDAY, assembled
from tests.effort import examples
from tests.tables import each_row

WORDS = [
    "Good.",
    "第三天去山上。",
    "The code is 77-A1.",
    "我不吃香菜。" * 30,
    "Rain again, so we read. " * 40,
    "👨‍👩‍👧" * 90,
    "{}",
]
BUDGETS = [BUDGET_MIN, 500, 1_300, 8_000, 32_000]
IDS = ["c1", "c2", "c3"]


@st.composite
def talks(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Messages of any order: speech, calls by one to three ids, results early, late, twice, or never."""
    made: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 40))):
        text = draw(st.sampled_from(WORDS))
        kind = draw(st.sampled_from(["user", "user", "assistant", "call", "result", "result", "system"]))
        if kind == "call":
            ids = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True))
            calls = [{"id": id, "type": "function", "function": {"name": "look", "arguments": "{}"}} for id in ids]
            said = draw(st.sampled_from(["", text]))
            made.append({"role": "assistant", "content": said, "tool_calls": calls})
        elif kind == "result":
            made.append({"role": "tool", "content": text, "tool_call_id": draw(st.sampled_from(IDS))})
        else:
            name = draw(st.sampled_from([None, "Ann Lee", "小明"])) if kind == "user" else None
            made.append({"role": kind, "content": text, "name": name})
        made[-1] |= {"id": f"t{number:02}", "time": (MONDAY + timedelta(minutes=number)).isoformat()}
    return made


def spent(messages: list[dict[str, Any]]) -> int:
    """Tokens of messages: what they say, are called, and call."""
    return sum(
        tokens.estimate_tokens(message["content"])
        + tokens.estimate_tokens(message.get("name", ""))
        + tokens.estimate_tokens(json.dumps(message.get("tool_calls", ""), ensure_ascii=False))
        for message in messages
    )


def paired(messages: list[dict[str, Any]]) -> None:
    """Every call is followed at once by its results, one for each, and no result stands elsewhere."""
    wanted: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in wanted, "a result without its call"
            wanted.remove(message["tool_call_id"])
            continue
        assert wanted == [], "a call without its results"
        wanted = [call["id"] for call in message.get("tool_calls", [])]
    assert wanted == []


def bare(message: dict[str, Any]) -> dict[str, Any]:
    """A message without the fenced data before the last word of the user, or in its place where the user said nothing:
    what others said before the window."""
    text = message["content"]
    if not isinstance(text, str) or not text.startswith(tuple(OTHERS.values())):
        return message
    return {**message, "content": text.split("[end memory-", 1)[1].partition("]")[2].removeprefix("\n\n")}


def original(message: dict[str, Any], said: list[dict[str, Any]]) -> bool:
    """Whether a message is one that was said, or a marked shortening of one."""
    beginnings = [words.split("{")[0] for words in LEFT_OUT.values()]
    text = message["content"]
    for one in said:
        if one["role"] != message["role"]:
            continue
        prefix = f"{one['name']}: " if one.get("name") == "小明" else ""
        bare = text.removeprefix(prefix)
        if bare == one["content"]:
            return True
        if any(beginning in bare for beginning in beginnings):
            first, *_, last = bare.split("\n")
            parts = [part for part in (first, last) if not any(part.startswith(b) for b in beginnings)]
            if all(part.strip() in one["content"] for part in parts):
                return True
    return False


@settings(max_examples=examples(60), deadline=None)
@given(talk=talks(), budget=st.sampled_from(BUDGETS), operations=st.booleans(), native=st.booleans())
@example(
    talk=[
        {"role": "tool", "content": "第三天去山上。", "tool_call_id": "c1", "id": "t00", "time": MONDAY.isoformat()},
        {"role": "assistant", "content": "Good.", "name": None, "id": "t01", "time": MONDAY.isoformat()},
    ],
    budget=BUDGET_MIN,
    operations=True,
    native=True,
)
def test_a_window_is_one_a_chat_api_accepts(
    talk: list[dict[str, Any]], budget: int, operations: bool, native: bool
) -> None:
    """Within 70 % of the window, calls with their results, in order, nothing twice, every word one that was said, the
    last word of the user there."""
    with assembled(InMemoryStore(), summary_turns=4, summary_tokens_max=60) as memory:
        alice: UserMemory = memory.user("alice")
        session = alice.session("s1")
        session.add(talk, infer=False)
        system = "Be brief."
        messages = session.messages(budget, system=system, operations=operations, native=native)
        again = session.messages(budget, system=system, operations=operations, native=native)
    assert messages == again
    assert spent(messages) <= messages.tokens <= 0.7 * budget
    assert messages[0]["role"] == "system"
    assert messages[0]["content"].startswith(system)
    paired(messages[1:])
    if not operations or not native:
        assert not any(message["role"] == "tool" for message in messages)
    if native:
        spoken = [bare(message) for message in messages[1:]]
        assert all(original(message, talk) for message in spoken if message["content"] or message.get("tool_calls"))
    roles = [message["role"] for message in messages[1:]]
    assert "system" not in roles
    users = [one for one in talk if one["role"] == "user"]
    if users:
        assert roles[0] == "user"
        last = next(message for message in reversed(messages) if message["role"] == "user")
        assert original(bare(last), [users[-1]])
    order = [one["id"] for one in talk if one["id"] in messages.turns]
    assert len(order) == len(messages.turns)


@each_row("budget", BUDGETS)
def test_every_step_of_a_session_stays_within_budget(budget: int) -> None:
    """Asked after every single message, with tool calls among them."""
    with assembled(InMemoryStore(), summary_turns=6, summary_tokens_max=80) as memory:
        session = memory.user("alice").session("s1")
        for number in range(60):
            call = {"id": f"c{number}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
            message: dict[str, Any] = {
                "role": "user" if number % 5 in (0, 4) else "assistant",
                "content": f"Step {number} 很好。",
            }
            if number % 5 == 1:
                message |= {"tool_calls": [call]}
            elif number % 5 == 2:
                message = {"role": "tool", "content": "Rows found. " * 100, "tool_call_id": f"c{number - 1}"}
            session.add(message, infer=False)
            messages = session.messages(budget)
            assert spent(messages) <= messages.tokens <= 0.7 * budget
            paired([one for one in messages if one["role"] != "system"])
