"""What becomes of dense memories when one of their parts is forgotten (S9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from mnemic.domain.changes import Action, History
from mnemic.domain.consolidated import PART_OF, as_standing_part, part_ids_of
from mnemic.domain.record import Memory, Status
from mnemic.ports import Reader, Writer

REASON = "what it was a part of was forgotten"


def memories_made_of(reader: Reader, ids: Collection[str]) -> dict[str, Memory]:
    """Every dense memory that was made of one of some memories, whatever its status: it holds their words."""
    wanted = set(ids)
    return {memory.id: memory for memory in reader.memories() if not wanted.isdisjoint(part_ids_of(memory))}


def release_parts(writer: Writer, dense: Mapping[str, Memory], *, now: datetime, actor: str) -> None:
    """Let the parts that are left of removed dense memories stand again as they were."""
    for part in writer.memories(statuses=[Status.ARCHIVED]) if dense else ():
        holder = dense.get(str(part.metadata.get(PART_OF)))
        if holder is None:
            continue
        back = as_standing_part(part, holder, now)
        writer.put(back, None)
        writer.record(
            History(
                memory_id=part.id, action=Action.RESTORE, actor=actor, reason=REASON, at=now, before=part, after=back
            )
        )
        writer.audit(
            at=now, actor=actor, action=Action.RESTORE.value, memory_id=part.id, detail=f"version {back.version}"
        )
