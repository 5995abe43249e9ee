"""What was to be kept until a moment goes when that has come (S10), physically and through everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce

from mnemic.domain.changes import Action, History
from mnemic.domain.labels import NO_LABEL, SESSION_OVER, Label, has_label, label_of
from mnemic.domain.record import Kind, Memory, Source, Turn
from mnemic.domain.upkeep import PlanStep
from mnemic.ports import Reader, Writer
from mnemic.rooms.skill.record import skill_of
from mnemic.rooms.task.record import task_of
from mnemic.upkeep.forgetting.forget import ForgetOutcome, forget_turns

KEPT_BY_BODY = (Kind.TASK, Kind.SKILL)
"""Kinds that outlive some of the turns they rest on: these lose what those brought, and the label with it."""

REASON = "the time it was to be kept for is over"


def retention_steps(reader: Reader, now: datetime) -> Iterator[PlanStep]:
    """The steps that forget what is over, session by session; and what is over and comes from no turn."""
    turns = _over(reader, now)
    sources = {turn.source for turn in turns}
    memories = reader.memories()
    held = [one for one in memories if has_label(one) and label_of(one).over(now)]
    for session in dict.fromkeys(turn.session for turn in turns):
        ours = tuple(turn.source for turn in turns if turn.session == session)
        made = tuple(one for one in memories if not set(ours).isdisjoint(one.sources) and one.kind not in KEPT_BY_BODY)
        yield PlanStep(reason=REASON, purge=made, turns=ours, forgets=True)
    alone = [one for one in held if not set(one.sources) & sources and not _kept(one)]
    if alone:
        yield PlanStep(reason=REASON, purge=tuple(alone), forgets=True)


def forget_expired(writer: Writer, step: PlanStep, *, now: datetime, actor: str) -> ForgetOutcome:
    """Carry out such a step. Tasks and skills that rest on other turns too stay, under the label of those."""
    alone = [one for memory in step.purge if (one := writer.memory(memory.id)) and not set(one.sources) & {*step.turns}]
    gone = forget_turns(writer, set(step.turns), "the end of a retention", now, actor, also=alone)
    for memory in writer.rooms(KEPT_BY_BODY):
        if has_label(memory) and label_of(memory).over(now) and _kept(memory):
            _relabel(writer, memory, now, actor)
    return gone


def _over(reader: Reader, now: datetime) -> list[Turn]:
    last = {one.id: one.last_said_at for one in reader.sessions()}
    found = []
    for turn in reader.turns():
        if not has_label(turn):
            continue
        label = label_of(turn)
        ended = label.session and max(last[turn.session], turn.recorded_at) + SESSION_OVER <= now
        if ended or label.over(now):
            found.append(turn)
    return found


def _kept(memory: Memory) -> bool:
    return memory.kind in KEPT_BY_BODY and bool(_rested(memory) or not memory.sources)


def _rested(memory: Memory) -> Sequence[Source]:
    return sorted(task_of(memory).rested) if memory.kind is Kind.TASK else skill_of(memory).sources


def _relabel(writer: Writer, memory: Memory, now: datetime, actor: str) -> None:
    turns = [turn for source in _rested(memory) if (turn := writer.turn(source)) is not None]
    label = reduce(Label.both, map(label_of, turns), NO_LABEL)
    after = replace(
        memory, purpose=label.purpose, retention=label.retention, updated_at=now, version=memory.version + 1
    )
    writer.put(after, None)
    history = History(memory_id=after.id, action=Action.REVISE, actor=actor, reason=REASON, at=now, after=after)
    writer.record(replace(history, before=memory))
