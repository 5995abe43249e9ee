"""The marks of upkeep on a memory: what decay let rest, and what the user wants kept.

They stand in the metadata, where they have a history like everything else and are taken back with the change that made
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.record import OWN_KEY, Json, Memory, Status, Tier

PINNED = f"{OWN_KEY}pinned"
"""The key under which `True` stands while the user wants a memory kept whatever happens."""

CONFIRMED = f"{OWN_KEY}confirmed"
"""The key under which stands when the user last said that a memory is right, in ISO 8601."""

DECAYED = f"{OWN_KEY}decayed"
"""The key under which stands that decay let a memory rest: {"at": when it did, "since": when it was last in use,
"status": how it left it}."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecayMark:
    """How long a memory that decay let rest has been out of use."""

    at: datetime  # when decay changed its status last
    since: datetime  # when it was last in use
    status: str  # how decay left it


def decay_mark_of(memory: Memory) -> DecayMark | None:
    """The mark decay left on a memory, or None where it is in use, or out of use for another reason."""
    mark = memory.metadata.get(DECAYED)
    if not isinstance(mark, Mapping):
        return None
    return DecayMark(
        at=datetime.fromisoformat(str(mark["at"])),
        since=datetime.fromisoformat(str(mark["since"])),
        status=str(mark["status"]),
    )


def is_decayed(memory: Memory) -> bool:
    """Whether a memory is out of use for no other reason than that nobody used it: it still says what is so, and comes
    back when it is said again or confirmed (U5)."""
    rest = decay_mark_of(memory)
    return rest is not None and memory.superseded_at is None and memory.status == rest.status


def decayed_memory(memory: Memory, status: Status, *, since: datetime, now: datetime) -> Memory:
    """A memory that decay lets rest, at one stage deeper."""
    mark: dict[str, Json] = {"at": now.isoformat(), "since": since.isoformat(), "status": status.value}
    return replace(
        memory,
        status=status,
        metadata={**memory.metadata, DECAYED: mark},
        updated_at=now,
        version=memory.version + 1,
    )


def reactivated_memory(memory: Memory) -> Memory:
    """A memory that is in use again; the same where it is in use, or was replaced or taken back. Whoever calls counts
    the version."""
    dormant = memory.status is Status.DORMANT and memory.superseded_at is None and memory.tier is not Tier.WORKING
    if not dormant and not is_decayed(memory):
        return memory
    metadata = {key: value for key, value in memory.metadata.items() if key != DECAYED}
    return replace(memory, status=Status.ACTIVE, metadata=metadata)
