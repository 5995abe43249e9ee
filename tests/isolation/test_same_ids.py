"""Ids are a user's own: two users may use the same ones, and neither comes near the other by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.scope import Scope
from tests.isolation.world import held

ALICE, BOB = Scope("default", "alice"), Scope("default", "bob")
SAID = {"role": "user", "content": "I live in Leeds.", "id": "turn-1", "metadata": {"tag": "a"}}
FILE = b"The key of the garden house lies under the third pot."

TWIN: dict[str, Callable[[UserMemory], object]] = {
    "turn": lambda user: user.add(SAID | {"content": "I live in York."}, session="s1"),
    "session": lambda user: user.session("s1").add("I am allergic to nuts."),
    "task": lambda user: user.tasks.start("Book another trip", id="trip", session="s1", values={"city": "York"}),
    "file": lambda user: user.files.add(FILE, name="other.txt", session="s1", caption="Where my key lies"),
    "skill": lambda user: user.skills.declare("weekly report", steps=["Open another sheet"]),
    "key": lambda user: user.permanent.confirm(user.permanent.propose("It is octo.", key="account.github").id),
    "agent": lambda user: user.session("s1").add("noted", infer=False),
}
"""What somebody makes under ids that another uses too."""

UNMADE: dict[str, Callable[[UserMemory], object]] = {
    "task": lambda user: (user.tasks.complete("trip", "Done"), user.forget("trip")),
    "file": lambda user: user.files.forget(user.files.list()[0].hash),
    "session": lambda user: user.forget(session="s1"),
    "everything": lambda user: user.forget(everything=True),
}
"""How it is got rid of again."""


def settle(user: UserMemory) -> None:
    """Give a user one of each."""
    user.add(SAID, session="s1")
    user.tasks.start("Book the trip", id="trip", session="s1", values={"city": "Leeds"})
    user.files.add(FILE, name="key.txt", session="s1")
    user.skills.declare("weekly report", steps=["Open the sheet"])
    user.permanent.confirm(user.permanent.propose("It is puss.", key="account.github").id)


@pytest.mark.parametrize("made", TWIN)
def test_the_same_id_is_another_thing(shared: OpenMemory, made: str) -> None:
    """Bob uses an id of Alice's: what she has stays byte for byte, and he gets only his own by it."""
    alice, bob = shared.user("alice"), shared.user("bob")
    settle(alice)
    store = shared._core.parts.store
    before = held(store, ALICE)
    TWIN[made](bob)
    assert held(store, ALICE) == before
    assert "Leeds" not in "\n".join(held(store, BOB))


@pytest.mark.parametrize("gone", UNMADE)
def test_getting_rid_of_it_takes_ones_own(shared: OpenMemory, gone: str) -> None:
    """Both have the same sessions, turns, tasks, files, skills and keys. What Bob ends or forgets was his."""
    settle(shared.user("alice"))
    settle(shared.user("bob"))
    store = shared._core.parts.store
    before = held(store, ALICE)
    UNMADE[gone](shared.user("bob"))
    assert held(store, ALICE) == before
    assert shared.user("alice").files.data(shared.user("alice").files.list()[0].hash) == FILE


def test_a_file_of_two_is_two(shared: OpenMemory) -> None:
    """The same bytes of two users are kept twice: nobody learns from a hash whether another has a file, and forgetting
    one copy leaves the other."""
    alice, bob = shared.user("alice"), shared.user("bob")
    hash = alice.files.add(FILE, name="key.txt").hash
    assert bob.files.list() == []
    assert bob.files.add(FILE, name="mine.txt").hash == hash
    assert (alice.files.get(hash).name, bob.files.get(hash).name) == ("key.txt", "mine.txt")
    bob.files.forget(hash)
    assert alice.files.data(hash) == FILE


def test_the_same_export_brought_to_two(shared: OpenMemory, tmp_path: Path) -> None:
    """An export brought to two users gives both the same ids of memories. What one then changes or forgets, the other
    still has."""
    settle(shared.user("alice"))
    shared.user("alice").transfer.export(tmp_path / "alice.jsonl")
    for name in ("bob", "carol"):
        shared.user(name).transfer.import_(tmp_path / "alice.jsonl")
    store, bob = shared._core.parts.store, shared.user("bob")
    before = [held(store, ALICE), held(store, Scope("default", "carol"))]
    for memory in bob.list():
        bob.update(memory.id, "It says something else.", confirmed=True)
        bob.undo(memory.id)
        bob.forget(memory.id, confirmed=True)
    bob.forget(everything=True)
    assert [held(store, ALICE), held(store, Scope("default", "carol"))] == before
