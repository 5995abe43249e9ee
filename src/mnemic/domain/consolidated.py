"""The marks of consolidation: what a dense memory was made of, and which dense memory holds a part (U2).

A part is archived while its dense memory stands, and bears that memory's id. Taken apart, the dense memory is archived
and its parts are what they were. The marks stand in the metadata, where they have a history like everything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from mnemic.domain.decay_mark import CONFIRMED, DECAYED, PINNED, is_decayed
from mnemic.domain.record import OWN_KEY, Kind, Memory, Status
from mnemic.domain.validity import is_current

PARTS = f"{OWN_KEY}parts"
"""The key under which the ids of a dense memory's parts stand, in the order they were said."""

KINDS = f"{OWN_KEY}kinds"
"""The key under which the kinds of a dense memory's parts stand, where they are of several."""

PART_OF = f"{OWN_KEY}part_of"
"""The key under which the id of the dense memory stands that holds a part."""


def part_ids_of(memory: Memory) -> tuple[str, ...]:
    """Ids of what a dense memory was made of; empty for any other memory."""
    listed = memory.metadata.get(PARTS)
    return tuple(str(id) for id in listed) if isinstance(listed, list) else ()


def consolidated_id_of(memory: Memory) -> str | None:
    """The id of the dense memory that holds a memory, or None where it stands or ended by itself."""
    id = memory.metadata.get(PART_OF)
    return str(id) if id is not None and memory.status is Status.ARCHIVED else None


def is_consolidated(memory: Memory) -> bool:
    """Whether a memory stands for others, which are archived meanwhile."""
    return is_current(memory) and bool(part_ids_of(memory))


def keeps_parts_archived(memory: Memory) -> bool:
    """Whether a memory keeps others archived: a dense one that stands, or that rests and may come back."""
    return bool(part_ids_of(memory)) and (is_current(memory) or is_decayed(memory))


def statement_kinds_of(memory: Memory) -> tuple[Kind, ...]:
    """The kinds of statement a memory holds: its own, and for a dense memory those of its parts."""
    listed = memory.metadata.get(KINDS)
    return tuple(Kind(str(kind)) for kind in listed) if isinstance(listed, list) else (memory.kind,)


def as_archived_part(part: Memory, dense: str, now: datetime) -> Memory:
    """A statement as the part of a dense memory: archived, and not over. It still answers for any moment asked about,
    and nothing took its place."""
    return replace(
        part,
        status=Status.ARCHIVED,
        metadata={**part.metadata, PART_OF: dense},
        updated_at=now,
        version=part.version + 1,
    )


def as_standing_part(part: Memory, dense: Memory | None, now: datetime) -> Memory:
    """A part as it was before, standing again. What the user did to the dense memory meanwhile, and its use, count for
    the part."""
    metadata = {key: value for key, value in part.metadata.items() if key != PART_OF}
    back = replace(part, status=Status.ACTIVE, metadata=metadata, updated_at=now, version=part.version + 1)
    if dense is None:
        return back
    kept = {key: dense.metadata[key] for key in (PINNED, CONFIRMED) if key in dense.metadata}
    uses = [moment for moment in (part.last_accessed_at, dense.last_accessed_at) if moment is not None]
    return replace(
        back,
        metadata={**metadata, **kept},
        confidence=1.0 if CONFIRMED in kept else part.confidence,
        last_accessed_at=max(uses, default=None),
        access_count=max(part.access_count, dense.access_count),
    )


def as_taken_apart(dense: Memory, now: datetime) -> Memory:
    """A dense memory whose parts stand again: it holds at no moment, since they answer for every one."""
    since = dense.valid_from or dense.said_at
    return replace(
        dense,
        status=Status.ARCHIVED,
        metadata={key: value for key, value in dense.metadata.items() if key != DECAYED},
        valid_from=since,
        valid_to=since,
        updated_at=now,
        version=dense.version + 1,
    )


def with_parts_standing(memories: Iterable[Memory]) -> list[Memory]:
    """Memories with the parts of every dense one in its place, as if each stood by itself: for whoever looks at slots,
    which a dense memory has none of. Parts keep the version and moment at which they were archived."""
    listed = list(memories)
    whole = {memory.id for memory in listed if is_consolidated(memory)}
    seen: list[Memory] = []
    for memory in listed:
        if memory.id in whole:
            continue
        apart = consolidated_id_of(memory) in whole
        seen.append(replace(memory, status=Status.ACTIVE) if apart else memory)
    return seen
