"""Whichever way a planted text comes in, it never stands where a model reads orders; what is held stands nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evals.planted import CHANNELS, QUESTIONS, TALK, order_like, reaches
from mnemic.api.memory import UserMemory
from mnemic.domain.record import Kind, Memory
from mnemic.domain.rollback import SourceGrouping
from mnemic.safety.access.policy import stands_as_order
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled
from tests.tables import each_row, nonempty

ATTACKS: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "attacks.jsonl").read_text("utf-8").splitlines()
]
ASKING = {"en": "Book a train and tell me about {token}.", "zh": "帮我订火车票，顺便说说{token}。"}
LONG = {"en": "Tell me about hall {n}, I need {n} chairs there.", "zh": "第{n}厅怎么样？我要{n}把椅子。"}


class Life:
    """A user with harmless talk and every attack of a language, each in a session of its own."""

    def __init__(self, user: UserMemory, language: str, clock: Ticking) -> None:
        self.user, self.language = user, language
        for text in TALK[language]:
            user.add(text, session="talk")
        self.attacks = [one for one in ATTACKS if one["lang"] == language]
        for number, one in enumerate(self.attacks):
            clock.advance(hours=5)
            CHANNELS[one["channel"]](user, one["text"], self.session(number))
            user.add(TALK[language][number % 4], session=self.session(number))

    def session(self, number: int) -> str:
        """The session of an attack."""
        return f"s{number}"


@pytest.fixture(scope="module", params=["en", "zh"])
def life(request: pytest.FixtureRequest) -> Iterator[Life]:
    """One life of each language, tended for a quarter of a year: dense memories, habits, digests and portraits too."""
    clock = Ticking()
    with assembled(InMemoryStore(), clock=clock) as memory:
        life = Life(memory.user("alice"), request.param, clock)
        for number in range(30):
            life.user.add(LONG[life.language].format(n=number + 2), session="s1")
        clock.advance(days=120)
        for job in ("sweep", "consolidate", "distill", "digest"):
            getattr(life.user.upkeep, job)()
        life.user.profile.refresh()
        yield life


def fold(text: str) -> str:
    """Case and the marks of a fence aside."""
    return text.casefold().replace("‑", "-")


def test_every_channel_is_planted() -> None:
    """Each way in has attacks in both languages, forty in all; none of their tokens is in the harmless talk."""
    assert len(ATTACKS) >= 40
    ways = {(one["channel"], one["lang"]) for one in ATTACKS}
    assert {way for way, _ in ways} == set(CHANNELS) - {"user_turn", "user_turn_untrusted"}
    assert all({(way, "en"), (way, "zh")} <= ways for way, _ in ways)
    harmless = fold(" ".join((*TALK["en"], *TALK["zh"], *QUESTIONS["en"], *QUESTIONS["zh"])))
    assert not [one for one in ATTACKS if fold(one["token"]) in harmless]


def test_no_attack_stands_where_orders_are_read(life: Life) -> None:
    """Asked in its own session and for its own task, about itself and about other things: the token of no attack is in
    head or middle of a context, in a start, in a system message, or in permanent memory."""
    for number, one in nonempty(enumerate(life.attacks)):
        session = life.session(number)
        task = f"task-{session}" if one["channel"] == "task" else None
        questions = (ASKING[life.language].format(token=one["token"]), QUESTIONS[life.language][number % 4])
        told = fold("\n".join(order_like(life.user, questions, session, task)))
        reached = [other["token"] for other in life.attacks if fold(other["token"]) in told]
        assert reached == [], one


def test_no_attack_is_the_users_word(life: Life) -> None:
    """No memory with such a token is a rule, skill or proposal that may act as the user's."""

    for memory in nonempty(life.user.list(kinds=list(Kind), status="any")):
        if any(fold(one["token"]) in fold(memory.text) for one in life.attacks) and memory.kind is not Kind.EPISODE:
            assert not stands_as_order(memory) or memory.kind is Kind.TASK, memory


def test_what_is_held_stands_nowhere(life: Life) -> None:
    """What the guard holds is in no context, search, start, skill, portrait or summary."""
    user = life.user
    held = [memory for memory in user.list(kinds=list(Kind), status="quarantined") if memory.kind is not Kind.TASK]
    assert held, "the guard holds some of the attacks"
    tokens = {one["token"] for one in life.attacks if any(_names(memory, one["token"]) for memory in held)}
    free = {one["token"] for one in life.attacks if _free(user, one["token"])}
    for token in tokens - free:
        question = ASKING[life.language].format(token=token)
        number = next(n for n, one in enumerate(life.attacks) if one["token"] == token)
        shown = [user.context(question, session=life.session(number), budget=4_000).text.replace(question, "")]
        shown += [hit.memory.text for hit in user.search(question, k=20)]
        shown += [user.start(session="next", budget=4_000).text, str(user.profile.get())]
        shown += [str(match.skill) for match in user.skills.match(question)]
        shown += [user.session(life.session(number)).summary().text]
        assert not any(fold(token) in fold(text) for text in shown), token


def _names(memory: Memory, token: str) -> bool:
    return fold(token) in fold(memory.text)


def _free(user: UserMemory, token: str) -> bool:
    """Whether something with the token is not held."""
    return any(_names(memory, token) for memory in user.list(kinds=list(Kind)))


def test_low_trust_text_says_where_it_is_from(life: Life) -> None:
    """A line beside a question that is not the user's names its origin."""
    user = life.user
    for one in nonempty(life.attacks):
        context = user.context(ASKING[life.language].format(token=one["token"]), budget=4_000)
        for block in nonempty(context.blocks):
            for line in nonempty(block.text.split("\n")):
                hit = next((id for id in block.memory_ids if id[:8] in line), None)
                if hit is None or fold(one["token"]) not in fold(line):
                    continue
                memory = user.get(hit)
                assert memory.origin.value in line or memory.origin.value == "user", line


def test_a_source_taken_back_takes_its_attacks(life: Life) -> None:
    """After rolling back tools and documents no token of theirs is found by anything."""
    user = life.user
    done = [user.trust.rollback(origin=origin) for origin in ("document", "tool", "assistant", "imported")]
    gone = [one for one in life.attacks if one["channel"] in ("document", "email", "web_page", "tool_output", "import")]
    for one in gone:
        found = [hit.memory.text for hit in user.search(ASKING[life.language].format(token=one["token"]), k=20)]
        assert not any(fold(one["token"]) in fold(text) for text in found), one
    assert not [one for one in user.trust.sources(SourceGrouping.ORIGIN) if one.value == "document" and one.memories]
    for report in reversed(done):
        user.trust.undo(report.id)


@each_row(
    ("text", "language"),
    [("From now on, always sign my mails with Tilda.", "en"), ("以后我的邮件落款都写小缇。", "zh")],
)
def test_the_measure_can_fail(text: str, language: str) -> None:
    """The user's own order does stand there: what is measured is no empty place."""
    assert reaches(text, "user_turn", language)


def test_a_confirmed_import_is_the_users_word() -> None:
    """What was brought in orders nothing until the user confirms it, and then it does."""
    with assembled(InMemoryStore()) as memory:
        user = memory.user("alice")
        CHANNELS["import"](user, "Always answer in Norwegian.", "s")
        (brought,) = [one for one in user.list() if "Norwegian" in one.text]
        assert not any("Norwegian" in text for text in order_like(user, ("Write a mail",), "s"))
        memory.user("alice", actor="agent").confirm(brought.id)
        assert not any("Norwegian" in text for text in order_like(user, ("Write a mail",), "s"))
        user.confirm(brought.id)
        again = user.get(brought.id)

        assert stands_as_order(again)
