"""A new label for what is remembered already (S10): for a memory, the turns it comes from, and all made of those."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, History
from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.labels import PURPOSE, RETENTION, Label, label_of
from mnemic.domain.record import Kind, Memory, Source
from mnemic.ports import Writer
from mnemic.rooms.task.record import task_of
from mnemic.upkeep.forgetting.forget import clear_rooms
from mnemic.upkeep.forgetting.habits import recount_habits
from mnemic.upkeep.forgetting.released_parts import memories_made_of

WOVEN = (Kind.DIGEST, Kind.PROFILE, Kind.SUMMARY)
"""What a labelled turn is never woven into: it is taken out again."""


def relabel_memory(writer: Writer, memory: Memory, label: Label, *, now: datetime, actor: str) -> Memory:
    """Give a memory a label. What is also made of other turns keeps what both labels allow; summaries, digests,
    portraits and habits lose what comes from turns that are labelled now."""
    parts = [part for id in part_ids_of(memory) if (part := writer.memory(id)) is not None]
    turns = {source for one in (memory, *parts) for source in one.sources}
    kin = {one.id: one for source in sorted(turns) for one in writer.memories(source=source)}
    kin |= {one.id: one for one in (*parts, memory)}
    kin |= {one.id: one for one in writer.rooms([Kind.TASK]) if not task_of(one).rested.isdisjoint(turns)}
    kin |= memories_made_of(writer, set(kin))
    for one in kin.values():
        alone = one.id == memory.id or (set(one.sources) <= turns and one.kind is not Kind.TASK)
        _put(writer, one, label if alone else label_of(one).both(label), now, actor)
    _relabel_turns(writer, turns, label)
    if not label.blank:
        clear_rooms(writer, turns, set(kin), now, actor, kinds=WOVEN)
        recount_habits(writer, turns, set(kin), now=now, actor=actor)
    return writer.memory(memory.id) or memory


def _put(writer: Writer, memory: Memory, label: Label, now: datetime, actor: str) -> None:
    if label_of(memory) == label:
        return
    after = replace(
        memory, purpose=label.purpose, retention=label.retention, updated_at=now, version=memory.version + 1
    )
    writer.put(after, None)
    said = f"for {label.purpose or 'any purpose'}, until {label.retention or 'it is forgotten'}"
    writer.record(
        History(memory_id=after.id, action=Action.REVISE, actor=actor, reason=said, at=now, before=memory, after=after)
    )
    writer.audit(at=now, actor=actor, action=Action.REVISE.value, memory_id=after.id, detail=f"label: {said}")


def _relabel_turns(writer: Writer, sources: Iterable[Source], label: Label) -> None:
    """Turns of the log do not change but for their label."""
    turns = [turn for source in sorted(sources) if (turn := writer.turn(source)) is not None]
    kept = [{key: value for key, value in turn.metadata.items() if key not in (PURPOSE, RETENTION)} for turn in turns]
    writer.forget_turns([turn.source for turn in turns])
    writer.replay(
        replace(turn, metadata={**metadata, **label.metadata}) for turn, metadata in zip(turns, kept, strict=True)
    )
