"""What somebody could still learn of others without reading a word of theirs: numbers, ids, work done, order."""

from __future__ import annotations

import stat
import uuid
from pathlib import Path

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.scope import Scope
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import Ticking, assembled
from tests.isolation.statements import listening
from tests.isolation.stores import LOCK_WAIT_S

SAID = ["I live in Leeds.", "I prefer aisle seats.", "我对花生过敏。"]
ASKED = "Where do I live?"


def test_ids_cannot_be_guessed(tmp_path: Path) -> None:
    """What the memory names is named by chance, 122 bits of it: memories, turns, tasks, skills and answers."""
    with mnemic.open(tmp_path / "memory.db", embedder="hashing", background=False) as memory:
        alice = memory.user("alice")
        alice.add(SAID)
        made = [one.id for one in alice.list(kinds=["episode"])] + [one.id for one in alice.list()]
        made += [turn.id for turn in alice.turns()]
        made += [alice.tasks.start("Go away").id, alice.skills.declare("go", steps=["Go"]).id]
        made += [alice.search(ASKED).trace.id, alice.search(ASKED).trace.id]
    assert len(made) == len(set(made)) > 10
    assert {uuid.UUID(id).version for id in made} == {4}


def test_numbers_begin_with_oneself(shared: OpenMemory) -> None:
    """Positions, sequences and changes are counted within the user: they do not tell how much others do."""
    for name in ("aaron", "zoe"):
        shared.user(name).add(SAID * 20)
    shared.user("alice").add(SAID)
    with shared.user("alice")._owner.reading() as reader:
        assert [turn.position for turn in reader.turns()] == [1, 2, 3]
        assert reader.history()[0].sequence <= 2
        assert reader.renewal(epoch="", change=0).change == 1
    assert shared.user("alice").stats().turns == 3
    assert shared.user("alice").search(ASKED).trace.looked_at == shared.user("alice").stats().vectors


def test_others_make_no_more_work(tmp_path: Path) -> None:
    """How many statements Alice's calls take is the same beside one other user and beside fifty; that no step of them
    reads others' rows is a law of test_statements."""
    counted = []
    for crowd in (1, 50):
        store = SqliteStore.open(tmp_path / f"{crowd}.db", lock_wait_s=LOCK_WAIT_S)
        with assembled(store, clock=Ticking()) as memory:
            for number in range(crowd):
                memory.user(f"u{number}").add(SAID)
            with listening(store._engine) as heard:
                alice = memory.user("alice")
                alice.add(SAID)
                alice.search(ASKED)
                alice.context(ASKED)
                alice.list()
                alice.stats()
                alice.forget(alice.list()[0].id)
            counted.append(len(heard.asked))
    assert counted[0] == counted[1]


def test_an_answer_says_nothing_about_the_cache_of_others(shared: OpenMemory, clock: Ticking) -> None:
    """A trace tells whether an answer was at hand; that depends on what its user asked, not on what others did."""
    told = []
    for others in (False, True):
        user = shared.user(f"alice{others}")
        user.add(SAID)
        if others:
            shared.user("bob").add(SAID)
            shared.user("bob").search(ASKED)
        told.append([user.search(ASKED).trace.cached for _ in range(3)])
    assert told == [[False, True, True]] * 2


@pytest.mark.parametrize("first", ["alice", "bob"])
def test_whoever_waits_longest_is_first(shared: OpenMemory, clock: Ticking, first: str) -> None:
    """The queue goes by waiting, not by names or by how much there is."""
    second = "bob" if first == "alice" else "alice"
    shared.user(first).add("I live in Leeds.", wait=False)
    clock.advance(seconds=1)
    shared.user(second).add(SAID * 9, wait=False)
    found = shared._core.parts.store.backlog(10)
    assert found == [Scope("default", first), Scope("default", second)]


def test_a_new_memory_file_is_its_accounts(tmp_path: Path) -> None:
    """Bytes, size and times of a file that we make, and of its logs, are for the account that made it; a file that is
    there already keeps the mode somebody gave it."""
    path = tmp_path / "memory.db"
    with mnemic.open(path, embedder="hashing", background=False) as memory:
        memory.user("alice").add(SAID)
        made = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir() if one.is_file()}
    assert set(made.values()) == {0o600}
    assert {"memory.db", "memory.db-wal"} <= made.keys()
    path.chmod(0o660)
    with mnemic.open(path, embedder="hashing", background=False) as memory:
        memory.user("alice").list()
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
