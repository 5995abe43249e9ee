"""What makes a memory findable, and what changed in a user's index, as values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from mnemic.domain.record import Memory, Slot
from mnemic.domain.validity import is_current

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """What makes a memory findable: its index terms with counts, and its vector (float16 bytes)."""

    terms: Mapping[str, int]
    vector: bytes | None
    fingerprint: str
    constants: bytes | None = None  # of the text, for ranking (index/rows); None: they are worked out when needed


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedMemory:
    """A memory with its index entry."""

    memory: Memory
    entry: IndexEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """What changed in a user's index since a change number.

    `epoch` changes when the user was forgotten and begun anew: what was cached is void then, and `changed` complete.
    """

    epoch: str
    change: int
    changed: tuple[IndexedMemory, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Memories column by column: what a search must know of every one before any question. All columns are as long.

    The records themselves are made, or read, when they are wanted: `memory_of` makes the memory of an item of
    `records`; where that is None, `Reader.memory` reads it.
    """

    ids: Sequence[str]
    kinds: Sequence[str]
    tiers: Sequence[str]
    standing: Sequence[bool]  # neither superseded, nor taken back, nor held for review
    origins: Sequence[str]
    sessions: Sequence[str | None]
    speakers: Sequence[str | None]
    said: Sequence[int]  # microseconds since 1970 UTC
    positions: Sequence[int]
    sources: Sequence[tuple[str, str] | None]  # session and turn of the first source
    slots: Sequence[Slot | None]
    texts: Sequence[str]
    quotes: Sequence[str]
    terms: Sequence[Mapping[str, int]]
    vectors: Sequence[bytes | None]
    fingerprints: Sequence[str]
    constants: Sequence[bytes | None]
    records: Sequence[Any] | None
    memory_of: Callable[[Any], Memory]

    @classmethod
    def of(cls, changed: Sequence[IndexedMemory]) -> Batch:
        """The columns of memories at hand."""
        memories = [indexed.memory for indexed in changed]
        entries = [indexed.entry for indexed in changed]
        return cls(
            ids=[memory.id for memory in memories],
            kinds=[memory.kind.value for memory in memories],
            tiers=[memory.tier.value for memory in memories],
            standing=[is_current(memory) for memory in memories],
            origins=[memory.origin.value for memory in memories],
            sessions=[memory.session for memory in memories],
            speakers=[memory.speaker for memory in memories],
            said=[(memory.said_at - _EPOCH) // _MICROSECOND for memory in memories],
            positions=[memory.position for memory in memories],
            sources=[(m.sources[0].session, m.sources[0].turn) if m.sources else None for m in memories],
            slots=[memory.slot for memory in memories],
            texts=[memory.text for memory in memories],
            quotes=[memory.quote for memory in memories],
            terms=[entry.terms for entry in entries],
            vectors=[entry.vector for entry in entries],
            fingerprints=[entry.fingerprint for entry in entries],
            constants=[entry.constants for entry in entries],
            records=memories,
            memory_of=_itself,
        )


def _itself(memory: Memory) -> Memory:
    return memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """What changed in a user's index since a change number, as `Refresh`, in batches. They are read as they are taken,
    while the reader is open."""

    epoch: str
    change: int
    gone: tuple[str, ...]
    batches: Iterator[Batch]
