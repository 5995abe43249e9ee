"""Which memories come from which turn, and what a write reads of everything known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import mnemic
from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh
from mnemic.domain.record import Kind, Memory, Origin, Source, Status
from mnemic.domain.scope import Scope
from mnemic.index.provenance import memories_of_turns, rows_said_between, statements_in, turn_following
from mnemic.index.user_index import UserIndex
from mnemic.stores.sql import reader

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ALICE = Scope("default", "alice")
TALK = [
    "I live in Ghent.",
    "My favourite drink is cocoa.",
    "I live in Bruges now.",
    "I live in Bruges now.",
    "我现在住在上海。",
    "No, I meant Antwerp, not Bruges.",
    "My favourite drink is lemonade.",
    "My favourite drink is lemonade.",
    "Forget my favourite drink.",
]
FILLER = 400


def at(turn: int, kind: Kind = Kind.EPISODE, *, turns: tuple[int, ...] = (), **more: Any) -> Memory:
    """A memory from one turn or several, said so many minutes after noon."""
    said = NOON + timedelta(minutes=turn)
    return Memory(
        id=f"{kind.value}{turn}",
        tenant="default",
        user="alice",
        kind=kind,
        text="tea",
        said_at=said,
        recorded_at=said,
        updated_at=said,
        position=turn,
        sources=tuple(Source(session="s", turn=str(number)) for number in turns or (turn,)),
        **more,
    )


def shelf_of(*memories: Memory) -> UserIndex:
    """A shelf of its own, without vectors."""
    user_index = UserIndex(size=1, fingerprint="none")
    entry = IndexEntry(terms={"tea": 1}, vector=None, fingerprint="")
    changed = tuple(IndexedMemory(memory=memory, entry=entry) for memory in memories)
    user_index.take(Refresh(epoch="e", change=1, changed=changed, gone=()))
    return user_index


def test_a_memory_comes_from_each_of_its_turns() -> None:
    """Not from the first alone."""
    one, both = at(1), at(2, Kind.FACT, turns=(2, 1))
    user_index = shelf_of(one, at(3), both)
    assert memories_of_turns(user_index, [Source(session="s", turn="1")]) == [one, both]
    assert memories_of_turns(user_index, [Source(session="other", turn="1")]) == []


def test_statements_are_what_is_no_turn() -> None:
    """Of any status, in the order in which they were recorded."""
    one, ended = at(1, Kind.FACT), at(3, Kind.FACT, status=Status.ARCHIVED)
    assert statements_in(shelf_of(at(1), one, at(2), ended)) == [one, ended]


def test_the_turn_after_is_the_next_of_the_log() -> None:
    """Whatever was recorded between, and leaving out what the write has in hand."""
    first, third, second = at(1), at(3, origin=Origin.ASSISTANT), at(2)
    user_index = shelf_of(first, third, at(1, Kind.FACT), second)
    assert turn_following(user_index, first, ()) == second
    assert turn_following(user_index, first, {second.id}) == third
    assert turn_following(user_index, third, ()) is None


def test_turns_said_between_two_moments() -> None:
    """None is missing; statements are not among them."""
    user_index = shelf_of(at(1), at(5), at(5, Kind.FACT), at(9))
    assert rows_said_between(user_index, NOON + timedelta(minutes=2), NOON + timedelta(minutes=6)).tolist() == [1]


@pytest.mark.slow
def test_a_large_user_is_written_to_like_a_small_one_without_reading_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same memories stand and have ended, and most records are never read."""
    kept = []
    for name, records_max in (("small.db", reader.RECORDS_MAX), ("large.db", 3)):
        monkeypatch.setattr(reader, "IDS_MAX", min(reader.IDS_MAX, records_max))
        monkeypatch.setattr(reader, "RECORDS_MAX", records_max)
        path = tmp_path / name
        with mnemic.open(path, embedder="hashing", background=False, judge="none") as memory:
            memory.user("alice").add([f"Kettle number {number} sang." for number in range(FILLER)], infer=False)
        for message in TALK[:-1]:
            with mnemic.open(path, embedder="hashing", background=False, judge="none") as memory:
                memory.user("alice").add(message)
                read = len(memory._core.user_indexes._user_indexes[ALICE][0].records._read_rows)
                assert read < FILLER // 2
        with mnemic.open(path, embedder="hashing", background=False, judge="none") as memory:
            memory.user("alice").add(TALK[-1])
            listed = memory.user("alice").list(kinds=[kind.value for kind in Kind], status="any")
            kept.append(sorted((one.text, one.kind, one.status, one.mention_count) for one in listed))
    assert kept[0] == kept[1]
    assert any(status is Status.DORMANT for _, _, status, _ in kept[0])
