"""What every store must do with what rooms keep. Each test's docstring is the law."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Status
from mnemic.domain.scope import Scope
from mnemic.ports import Store

DAN = Scope("default", "dan")
EVE = Scope("default", "eve")
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def memory(id: str, kind: Kind, *, of: Scope = DAN, hours: int = 0, **given: Any) -> Memory:
    at = NOON + timedelta(hours=hours)
    values: dict[str, Any] = {"said_at": at, "recorded_at": at, "updated_at": at} | given
    return Memory(id=id, tenant=of.tenant, user=of.user, kind=kind, text="Plan a trip.", **values)


def keep(store: Store, *kept: Memory) -> None:
    for one in kept:
        with store.writing(Scope(one.tenant, one.user)) as writer:
            writer.put(
                one, IndexEntry(terms={"trip": 1}, vector=None, fingerprint="") if one.kind is Kind.TASK else None
            )


@pytest.mark.parametrize("kind", sorted(ROOM_KINDS))
def test_a_kind_is_found_alone(store: Store, kind: Kind) -> None:
    """Asked for one kind, the store gives the records of that kind and no others."""
    keep(store, *(memory(one.value, one) for one in Kind))
    with store.reading(DAN) as reader:
        assert [one.id for one in reader.rooms([kind])] == [kind.value]


def test_all_of_every_status_in_order_of_recording(store: Store) -> None:
    """Without kinds everything that rooms keep is there, whatever its status, the oldest first."""
    keep(
        store,
        memory("late", Kind.PROFILE, hours=2),
        memory("old", Kind.TASK, status=Status.ARCHIVED),
        memory("fact", Kind.FACT),
        memory("middle", Kind.SUMMARY, hours=1, status=Status.DORMANT),
    )
    with store.reading(DAN) as reader:
        assert [one.id for one in reader.rooms()] == ["old", "middle", "late"]
        assert reader.rooms([]) == []


def test_rooms_are_the_user_s_own(store: Store) -> None:
    """What is kept for one user is not there for another."""
    keep(store, memory("hers", Kind.TASK, of=EVE))
    with store.reading(DAN) as reader:
        assert reader.rooms() == []


def test_a_transaction_sees_what_it_wrote(store: Store) -> None:
    """A record put a moment ago is among the rooms of the same transaction."""
    with store.writing(DAN) as writer:
        writer.put(memory("new", Kind.SUMMARY), None)
        assert [one.id for one in writer.rooms()] == ["new"]


def test_what_no_search_finds_is_in_no_index(store: Store) -> None:
    """A record without an index entry is left out of what a search is laid out by."""
    keep(store, memory("portrait", Kind.PROFILE), memory("trip", Kind.TASK))
    with store.reading(DAN) as reader:
        assert [one.memory.id for one in reader.refresh(epoch="", change=0).changed] == ["trip"]
