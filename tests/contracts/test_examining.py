"""What the doctor asks of every store: rows as they lie there, running numbers, removing what belongs to nothing."""

from __future__ import annotations

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.diagnosis import RowKey
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidInput

ALICE = Scope("default", "alice")
TABLES = (
    "memories",
    "turns",
    "entries",
    "history",
    "links",
    "audit",
    "asked",
    "votes",
    "blobs",
    "jobs",
    "letters",
    "registers",
)


def test_rows_are_what_readers_read(opened: OpenMemory, alice: UserMemory) -> None:
    """Every row of a healthy memory is a value, as many as are counted, and the same the reader gives."""
    alice.add(["I prefer aisle seats.", "I prefer window seats.", "我住在青岛。"])
    with opened._core.parts.store.reading(ALICE) as reader, reader.examining() as rows:
        read = {name: list(getattr(rows, name)()) for name in TABLES}
        assert [row.error for found in read.values() for row in found if row.value is None] == []
        counts = dict(reader.counts())
        assert {name: len(read["entries" if name == "index" else name]) for name in counts} == counts
        assert [row.value for row in read["turns"]] == reader.turns()
        assert {row.value.id: row.value for row in read["memories"]} == {one.id: one for one in reader.memories()}
        assert sorted((row.value for row in read["history"]), key=lambda line: line.sequence) == reader.history()
        named = {(memory.id, source) for memory in reader.memories() for source in memory.sources}
        assert set(rows.sources()) == named
        counted, held = rows.counters(), rows.held()
        assert counted is not None
        assert counted.epoch
        assert (counted.change, counted.position) == (held.change, held.position)
        assert counted.sequence >= held.sequence > 0


def test_of_a_user_nothing_is_held_of_there_is_nothing(opened: OpenMemory) -> None:
    """Nobody has no numbers and no rows."""
    with opened._core.parts.store.reading(ALICE) as reader, reader.examining() as rows:
        assert rows.counters() is None
        assert [row for name in TABLES for row in getattr(rows, name)()] == []
    assert opened._core.parts.store.check() == []


def test_counting_anew_changes_nothing_that_is_right(opened: OpenMemory, alice: UserMemory) -> None:
    """Running numbers that are right stay, and later numbers go on from them."""
    alice.add("I prefer aisle seats.")
    store = opened._core.parts.store
    with store.reading(ALICE) as reader, reader.examining() as rows:
        before = rows.counters()
    with store.writing(ALICE) as writer:
        writer.recount()
    with store.reading(ALICE) as reader, reader.examining() as rows:
        assert rows.counters() == before
    alice.add("我住在青岛。")
    assert opened.doctor().found == []


def test_only_rows_that_hang_off_others_are_struck(opened: OpenMemory, alice: UserMemory) -> None:
    """An index entry can be removed by its key, once; a record never."""
    [made] = [entry.memory for entry in alice.add("I prefer aisle seats.").added if entry.memory]
    store = opened._core.parts.store
    with store.writing(ALICE) as writer:
        entry = RowKey(table="index_entries", key=(made.id,))
        assert writer.strike_rows([entry]) == 1
        assert writer.strike_rows([entry]) == 0
    with pytest.raises(InvalidInput), store.writing(ALICE) as writer:
        writer.strike_rows([RowKey(table="memories", key=(made.id,))])
    assert alice.get(made.id).text == made.text
