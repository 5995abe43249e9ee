"""What is left of a task when turns or memories are forgotten (S9)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.record import Memory, Source
from mnemic.domain.scope import Scope
from mnemic.domain.task import Task
from mnemic.rooms.task.record import task_of, task_record_of


def without_forgotten(
    memory: Memory, turns: Collection[Source], memories: Collection[str], now: datetime
) -> Memory | None:
    """A task without what rests on forgotten turns: values, constraints, entities, answers and decisions, in the
    summary of one that is over too. It goes altogether where its goal was said in one of them. Nothing in a task rests
    on memories."""
    task, gone = task_of(memory), frozenset(turns)
    if task.source in gone:
        return None
    if task.rested.isdisjoint(gone):
        return memory
    left = replace(_stripped(task, gone), updated_at=now, version=memory.version + 1)
    record = task_record_of(left, Scope(memory.tenant, memory.user), before=memory)
    named = tuple(name for name in record.entities if name in record.text)
    return replace(record, entities=named)


def _stripped(task: Task, gone: frozenset[Source]) -> Task:
    rested = task.rested - gone
    still = {source.session for source in rested}
    emptied = {source.session for source in gone} - still
    return replace(
        task,
        values=MappingProxyType({slot: held for slot, held in task.values.items() if gone.isdisjoint(held.sources)}),
        steps=tuple(replace(step, result="", source=None) if step.source in gone else step for step in task.steps),
        constraints=tuple(line for line in task.constraints if line.source not in gone),
        entities=tuple(one for one in task.entities if one.source not in gone),
        resolved=tuple(one for one in task.resolved if one.source not in gone),
        decisions=tuple(line for line in task.decisions if line.source not in gone),
        ran=tuple(ran for ran in task.ran if ran.session not in emptied),
        rested=rested,
    )
