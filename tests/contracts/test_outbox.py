"""What every store owes to a vector engine: an outbox, written with what it is about, that loses no change."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

import pytest

from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import Kind, Memory, Origin, Tier
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, JobState
from mnemic.domain.vector_entry import OutboxRow
from mnemic.ports import Store

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ALICE, BOB = Scope("t", "alice"), Scope("t", "bob")
ENTRY = IndexEntry(terms={"喝茶": 1}, vector=b"\x00\x3c", fingerprint="f/1")
SEALED = "sealed users are never told to an engine"


def memory(id: str, kind: Kind = Kind.EPISODE, scope: Scope = ALICE) -> Memory:
    return Memory(
        id=id,
        tenant=scope.tenant,
        user=scope.user,
        kind=kind,
        tier=Tier.LONG_TERM,
        text="他喝茶",
        origin=Origin.USER,
        said_at=NOW,
        recorded_at=NOW,
        updated_at=NOW,
        position=1,
    )


@pytest.fixture
def told(store: Store) -> list[Scope]:
    """Whom the store named after a commit; an engine is attached."""
    named: list[Scope] = []
    store.feeding = named.append
    return named


def put(store: Store, *ids: str, scope: Scope = ALICE) -> None:
    with store.writing(scope) as writer:
        for id in ids:
            writer.put(memory(id, scope=scope), ENTRY)


def waiting(store: Store, scope: Scope = ALICE) -> dict[str, int]:
    with store.reading(scope) as reader:
        return {row.memory_id: row.number for row in reader.outbox(100)}


def sealed(store: Store) -> bool:
    with store.writing(Scope("t", "somebody")) as writer:
        return writer.sealed()


def test_nothing_is_entered_where_no_engine_is_attached(store: Store) -> None:
    """Whoever has no engine pays nothing for one."""
    put(store, "a")
    with store.writing(ALICE) as writer:
        writer.forget_memories(["a"])
    assert waiting(store) == {}
    assert store.users_with_outbox(after=None, limit=9) == []


def test_of_whom_an_engine_has_a_copy_changes_are_entered_by_everybody(store: Store) -> None:
    """A process that knows nothing of the engine leaves it no older state, and no forgotten memory."""
    put(store, "a")
    with store.writing(ALICE) as writer:
        writer.keep_job(JobState(job=Job.FEED, note="engine"))
    put(store, "b")
    with store.writing(ALICE) as writer:
        writer.forget_memories(["a"])
    assert set(waiting(store)) == (set() if sealed(store) else {"a", "b"})
    with store.writing(ALICE) as writer:
        writer.forget_user()
    assert set(waiting(store)) == {""}


def test_every_change_of_what_is_found_is_entered_with_it(store: Store, told: list[Scope]) -> None:
    """Written, changed and removed memories wait; what no search finds does not; of sealed users nothing does."""
    with store.writing(ALICE) as writer:
        writer.put(memory("a"), ENTRY)
        writer.put(memory("summary", Kind.SUMMARY), None)
    first = waiting(store)
    if sealed(store):
        assert first == {}, SEALED
        return
    assert set(first) == {"a"}
    assert told == [ALICE]
    with store.writing(ALICE) as writer:
        writer.put(memory("a", Kind.FACT), None)
    assert waiting(store)["a"] != first["a"]
    with store.writing(ALICE) as writer:
        writer.forget_memories(["a", "nobody"])
    assert set(waiting(store)) == {"a"}
    assert len(told) == 3


def test_a_transaction_that_is_undone_leaves_nothing(store: Store, told: list[Scope]) -> None:
    """The outbox never speaks of what was not committed."""
    with suppress(RuntimeError), store.writing(ALICE) as writer:
        writer.put(memory("a"), ENTRY)
        writer.enqueue_in_outbox(["b"])
        raise RuntimeError
    assert waiting(store) == {}
    assert told == []


def test_a_change_made_while_the_engine_is_told_is_not_lost(store: Store, told: list[Scope]) -> None:
    """Only rows that are as they were read are settled; the others wait on."""
    with store.writing(ALICE) as writer:
        writer.enqueue_in_outbox(["a", "b"])
    with store.reading(ALICE) as reader:
        read = reader.outbox(100)
    with store.writing(ALICE) as writer:
        writer.enqueue_in_outbox(["a"])
    with store.writing(ALICE) as writer:
        assert writer.settle(read) == []
    assert set(waiting(store)) == {"a"}


def test_what_somebody_else_has_settled_is_named(store: Store, told: list[Scope]) -> None:
    """Of two who told the engine at once, the later learns that it may have told of an older state."""
    with store.writing(ALICE) as writer:
        writer.enqueue_in_outbox(["a", "b"])
    with store.reading(ALICE) as reader:
        read = reader.outbox(100)
    with store.writing(ALICE) as writer:
        writer.settle([row for row in read if row.memory_id == "a"])
    with store.writing(ALICE) as writer:
        assert writer.settle([*read, OutboxRow(memory_id="c", number=1)]) == ["a", "c"]
    assert waiting(store) == {}


def test_that_everything_goes_outlives_the_user(store: Store, told: list[Scope]) -> None:
    """Of a forgotten user one row is left, which comes first and brings nobody back."""
    put(store, "a", "b")
    with store.writing(ALICE) as writer:
        writer.forget_user()
    assert set(waiting(store)) == {""}
    assert store.users(after=None, limit=9) == []
    assert store.users_with_outbox(after=None, limit=9) == [ALICE]
    put(store, "c")
    with store.reading(ALICE) as reader:
        assert [row.memory_id for row in reader.outbox(100)] == ([""] if reader.sealed() else ["", "c"])
        read = reader.outbox(100)
    with store.writing(ALICE) as writer:
        assert writer.settle(read) == []
    assert store.users_with_outbox(after=None, limit=9) == []


def test_settling_brings_nobody_back(store: Store, told: list[Scope]) -> None:
    """Whoever is gone stays gone when the engine has been told."""
    put(store, "a")
    with store.writing(ALICE) as writer:
        writer.forget_user()
    with store.reading(ALICE) as reader:
        read = reader.outbox(100)
    with store.writing(ALICE) as writer:
        writer.settle(read)
    assert store.users(after=None, limit=9) == []
    with store.reading(ALICE) as reader:
        assert reader.outbox(9) == []


def test_users_with_something_waiting_are_listed_in_order(store: Store, told: list[Scope]) -> None:
    """Tenant and id, page by page, and nobody without a row."""
    for scope in (BOB, ALICE, Scope("a", "zoe")):
        with store.writing(scope) as writer:
            writer.enqueue_in_outbox(["a"])
    with store.writing(Scope("t", "carol")) as writer:
        writer.put(memory("summary", Kind.SUMMARY, Scope("t", "carol")), None)
    assert store.users_with_outbox(after=None, limit=2) == [Scope("a", "zoe"), ALICE]
    assert store.users_with_outbox(after=ALICE, limit=2) == [BOB]


def test_an_outbox_is_of_one_user(store: Store, told: list[Scope]) -> None:
    """Nobody reads or settles another's rows, though the ids are the same."""
    for scope in (ALICE, BOB):
        with store.writing(scope) as writer:
            writer.enqueue_in_outbox(["same"])
    with store.reading(ALICE) as reader:
        read = reader.outbox(9)
    with store.writing(BOB) as writer:
        writer.settle(read)
    assert set(waiting(store, BOB)) == {"same"}, "the number is alice's"
    assert set(waiting(store, ALICE)) == {"same"}


def test_memories_come_with_their_entries_by_id(store: Store) -> None:
    """In order of recording, without those that are unknown or have none."""
    with store.writing(ALICE) as writer:
        writer.put(memory("b"), ENTRY)
        writer.put(memory("a"), ENTRY)
        writer.put(memory("summary", Kind.SUMMARY), None)
    with store.reading(ALICE) as reader:
        found = reader.indexed(["b", "summary", "a", "nobody", "a"])
        assert [one.memory.id for one in found] == ["a", "b"]
        assert found[0].entry.vector == ENTRY.vector
        assert found[0].entry.fingerprint == ENTRY.fingerprint
        assert reader.indexed([]) == []
