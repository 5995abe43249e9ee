"""Every public way in: whatever brings a text into the memory, no secret and no identity number reaches the disk."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.api.user import UserMemory
from mnemic.domain.record import Sensitivity
from mnemic.errors import MnemicError, ModelError
from mnemic.models.scripted import ModelCall, ScriptedModel
from tests.conftest import assembled, sqlite_store

ID = "11010519491231002X"
KEY = "sk-proj-Zt7Qw3Lm9Xc4Vb8Nk2Pd"
PASSWORD = "Kestrel!8841zx"
SAID = f"我的身份证号是{ID}，邮箱密码是{PASSWORD}。The api key is {KEY}."

Way = Callable[[UserMemory, Path], object]


def _task(user: UserMemory) -> str:
    return user.tasks.start("Book a room").id


def _file(folder: Path, name: str, text: str) -> Path:
    place = folder / name
    place.write_text(text, encoding="utf-8")
    return place


def _updated(user: UserMemory, **given: object) -> None:
    user.add("I like green tea.")
    user.update(user.list()[0].id, "I like black tea.", **given)  # type: ignore[arg-type]


def _updated_text(user: UserMemory) -> None:
    user.add("I like green tea.")
    user.update(user.list()[0].id, SAID)


def _rated(user: UserMemory) -> None:
    user.add("I like green tea.")
    user.feedback(user.search("tea"), helpful=False, reason=SAID)


def _used(user: UserMemory) -> None:
    user.skills.declare("weekly report", steps=["open the sheet"])
    user.skills.used("weekly report", success=False, note=SAID)


def _learned(user: UserMemory) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "login", "arguments": json.dumps(FIELDS)}}
    user.add(
        [
            {"role": "user", "content": f"Log in for me, {SAID}"},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "content": f"done: {SAID}", "tool_call_id": "c1"},
        ],
        session="s1",
    )
    user.skills.learn("log in", session="s1")


FIELDS = {"password": PASSWORD, "id_card": ID, "api_key": KEY, "nested": [{"token": KEY, "note": SAID}]}

WAYS: dict[str, Way] = {
    "add": lambda user, _: user.add(SAID),
    "add, kept as given": lambda user, _: user.add(SAID, infer=False),
    "add, understood later": lambda user, _: user.add(SAID, wait=False),
    "add, as assistant": lambda user, _: user.add({"role": "assistant", "content": SAID}),
    "add, as system": lambda user, _: user.add({"role": "system", "content": SAID}),
    "add, as tool": lambda user, _: user.add({"role": "tool", "content": SAID, "tool_call_id": "c1"}),
    "add, in lines": lambda user, _: user.add(f"身份证\n{ID[:6]}\n{ID[6:14]}\n{ID[14:]}\npassword:\n{PASSWORD}"),
    "add, parts": lambda user, _: user.add({"role": "user", "content": [{"type": "text", "text": SAID}]}),
    "speaker": lambda user, _: user.add({"role": "user", "content": "hello there", "name": f"身份证{ID}"}),
    "metadata": lambda user, _: user.add({"role": "user", "content": "hello there", "metadata": FIELDS}),
    "tool calls": lambda user, _: user.add(
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "c1", "function": {"name": "login", "arguments": json.dumps(FIELDS)}}],
        }
    ),
    "tool calls, as objects": lambda user, _: user.add(
        {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "name": "login", "args": FIELDS}]}
    ),
    "session": lambda user, _: user.session("s1").add(SAID),
    "summary": lambda user, _: (
        [user.session("s1").add(f"{n}. {SAID}") for n in range(24)] and user.session("s1").summary()
    ),
    "update": lambda user, _: _updated_text(user),
    "update, metadata": lambda user, _: _updated(user, metadata=FIELDS),
    "proposal": lambda user, _: user.permanent.propose(SAID),
    "proposal, confirmed": lambda user, _: user.permanent.confirm(user.permanent.propose(f"Call me Lin. {SAID}").id),
    "proposal, reason": lambda user, _: user.permanent.propose("Call me Lin.", reason=SAID),
    "task, goal": lambda user, _: user.tasks.start(SAID),
    "task, steps": lambda user, _: user.tasks.start("Book a room", steps=[SAID], constraints=[SAID]),
    "task, values": lambda user, _: user.tasks.start("Book a room", values=FIELDS),
    "task, set": lambda user, _: user.tasks.set(_task(user), **FIELDS),
    "task, constrain": lambda user, _: user.tasks.constrain(_task(user), SAID),
    "task, decide": lambda user, _: user.tasks.decide(_task(user), SAID),
    "task, resolve": lambda user, _: user.tasks.resolve(_task(user), SAID, SAID),
    "task, complete": lambda user, _: user.tasks.complete(_task(user), SAID),
    "task, abandon": lambda user, _: user.tasks.abandon(_task(user), SAID),
    "task, step": lambda user, _: user.tasks.step(
        user.tasks.start("Book a room", steps=["call"]).id, "call", result=SAID
    ),
    "task, talk": lambda user, _: (user.tasks.start("Book a room", session="s1"), user.add(SAID, session="s1")),
    "skill": lambda user, _: user.skills.declare(
        "log in", description=SAID, steps=[SAID, {"tool": "login", "arguments": FIELDS}], triggers=[SAID]
    ),
    "skill, preconditions": lambda user, _: user.skills.declare("log in", steps=["go"], preconditions=[SAID]),
    "skill, used": lambda user, _: _used(user),
    "skill, learned": lambda user, _: _learned(user),
    "skill, imported": lambda user, folder: user.skills.import_(
        _file(folder, "SKILL.md", f"---\nname: log-in\ndescription: {SAID}\n---\n# Log in\n\n1. {SAID}\n")
    ),
    "file": lambda user, _: user.files.add(SAID.encode(), name="notes.txt"),
    "file, json": lambda user, _: user.files.add(json.dumps(FIELDS).encode(), name="conf.json"),
    "file, utf-16": lambda user, _: user.files.add(SAID.encode("utf-16"), name="notes.txt"),
    "file, name": lambda user, _: user.files.add(b"hello there", name=f"身份证{ID}.txt"),
    "file, caption": lambda user, _: user.files.add(b"hello there", name="a.txt", caption=SAID),
    "file, metadata": lambda user, _: user.files.add(b"hello there", name="a.txt", metadata=FIELDS),
    "search": lambda user, _: (user.add("I like green tea."), user.search(SAID)),
    "context": lambda user, _: (user.add("I like green tea."), user.context(SAID)),
    "feedback": lambda user, _: _rated(user),
    "import": lambda user, folder: user.transfer.import_(
        _file(
            folder,
            "memories.json",
            json.dumps({"results": [{"id": "1", "memory": SAID, "metadata": FIELDS, "created_at": "2026-01-01"}]}),
        )
    ),
    "fill": lambda user, _: user.fill("[CN_ID #abcdefgh]", context=f"身份证{ID}"),
    "an unknown id": lambda user, _: user.get(SAID),
    "a wrong field": lambda user, _: user.add({"role": "user", "content": "hi", "time": SAID}),
}


def leaks(folder: Path) -> list[str]:
    """Which of the words that may not be stored stand in a file of the folder, however they are written."""
    found = []
    for place in sorted(folder.rglob("*")):
        if place.is_file():
            data = place.read_bytes().lower()
            for word in (ID, ID[6:14], KEY, KEY[8:], PASSWORD, PASSWORD[:7]):
                for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
                    if word.lower().encode(encoding) in data:
                        found.append(f"{word} in {place.name}")
    return found


def _lived(folder: Path, way: Way, model: ScriptedModel | None = None, **settings: Any) -> list[str]:
    """What leaks of a life in which this way was gone, and which memories of it should be personal and are not."""
    (home := folder / "home").mkdir()
    (outside := folder / "outside").mkdir()
    with assembled(sqlite_store(home / "memory.db", lock_wait_s=20), model=model, **settings) as memory:
        user = memory.user("alice")
        with contextlib.suppress(MnemicError):
            way(user, outside)
        _quietly(memory)
        user.add("And one more thing: I like oolong.")
        found = leaks(home)
        with user._owner.reading() as reader:
            marked = [one for one in reader.memories() if "[CN_ID" in f"{one.text}{one.quote}{one.summary}"]
            found += [f"not personal: {one.text}" for one in marked if one.sensitivity is not Sensitivity.PERSONAL]
    return found + leaks(home)


def _quietly(memory: OpenMemory) -> None:
    with contextlib.suppress(MnemicError):
        memory.run_due()


@pytest.mark.parametrize("way", WAYS)
def test_nothing_reaches_the_disk(tmp_path: Path, way: str) -> None:
    """By no way in does a secret or an identity number reach a byte of the memory's files, and what is made of a text
    that held one is personal."""
    assert _lived(tmp_path, WAYS[way]) == []


@pytest.mark.parametrize("way", WAYS)
def test_what_is_to_be_dropped_leaves_nothing(tmp_path: Path, way: str) -> None:
    """By no way in do the last four characters of a kind that is to be dropped reach the disk."""
    dropped = _lived(tmp_path, WAYS[way], privacy={"CN_ID": "drop"})
    left = b"".join(place.read_bytes() for place in (tmp_path / "home").rglob("*") if place.is_file())
    assert (dropped, "[CN_ID \u2026".encode() in left, b"[CN_ID \\u2026" in left) == ([], False, False)


def test_what_a_model_says(tmp_path: Path) -> None:
    """A model's answer is redacted like the user's words: what it makes up or knows from elsewhere is not stored."""

    def answer(asked: ModelCall) -> str:
        memory = {"text": f"The user says {SAID}", "quote": "I moved", "turn": 1, "kind": "fact"}
        return json.dumps({"memories": [memory | {"attribute": "id", "value": f"{ID} {PASSWORD}"}], "retracts": []})

    assert _lived(tmp_path, lambda user, _: user.add("I moved to Ghent"), ScriptedModel(answer)) == []


def test_what_a_model_fails_with(tmp_path: Path) -> None:
    """The reason why a turn could not be understood is kept without what it quotes."""

    def answer(asked: ModelCall) -> str:
        raise ModelError(f"bad request: {SAID}")

    assert _lived(tmp_path, lambda user, _: user.add("I moved to Ghent"), ScriptedModel(answer)) == []


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    """The search for bytes is able to find them."""
    (tmp_path / "a").write_bytes(b"\0\1" + ID.encode("utf-16-le"))
    assert leaks(tmp_path)
