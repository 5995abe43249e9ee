"""In which order every store lists memories."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from mnemic.domain.record import Kind, Memory
from mnemic.domain.scope import Scope
from mnemic.ports import Store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAN = Scope("default", "dan")


def memory(hours: int, position: int, id: str) -> Memory:
    """Recorded some hours after noon."""
    at = NOON + timedelta(hours=hours)
    return Memory(
        id=id,
        tenant="default",
        user="dan",
        kind=Kind.FACT,
        text=f"{hours} {position} {id}",
        said_at=NOON - timedelta(hours=hours),
        recorded_at=at,
        updated_at=at,
        position=position,
    )


def test_memories_come_by_recording_then_place_then_id(store: Store) -> None:
    """By when they were recorded; of one moment by their place in the log, also beyond nine; of one place by id."""
    ordered = [
        memory(0, 2, "z"),
        memory(0, 10, "b"),
        memory(0, 10, "c"),
        memory(0, 11, "a"),
        memory(1, 1, "y"),
        memory(2, 1, "B"),
        memory(2, 1, "x"),
    ]
    shuffled = random.Random(7).sample(ordered, len(ordered))
    for one in shuffled:
        with store.writing(DAN) as writer:
            writer.put(one, None)
    with store.reading(DAN) as reader:
        assert reader.memories() == ordered
        assert reader.memories(ids=[one.id for one in shuffled]) == ordered


def test_a_change_keeps_its_place(store: Store) -> None:
    """What is written again stays where it was listed."""
    first, second = memory(0, 1, "b"), memory(0, 2, "a")
    with store.writing(DAN) as writer:
        for one in (first, second, first):
            writer.put(one, None)
    with store.reading(DAN) as reader:
        assert reader.memories() == [first, second]
