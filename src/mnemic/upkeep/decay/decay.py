"""Decay (U4, U5): what nobody uses goes out of recall step by step, and at last out of the store.

A statement that is not used fades: it is recalled at lower rank, then stands in history only, and long after that is
removed for good. A turn of the log, of which the statements have been kept, goes straight to history and is removed
sooner. Until then `undo`, `confirm`, a pin and being said again bring back what went; being found brings back what only
faded. What still matters is held at its stage (`decay_held`). How long is long: `domain/retention`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mnemic.domain.changes import Action, Change
from mnemic.domain.decay_mark import decay_mark_of, decayed_memory, is_decayed, reactivated_memory
from mnemic.domain.record import Kind, Memory, Status, Tier
from mnemic.domain.retention import DAY, Thresholds, days_kept, idle_time, is_stage_over, is_unused_for, last_use
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, Plan, PlanStep, UpkeepFinding
from mnemic.domain.validity import is_current
from mnemic.settings import Settings
from mnemic.upkeep.decay.protection import DecayHolds, decay_holds_of
from mnemic.upkeep.decay.purge import purge_steps
from mnemic.upkeep.forgetting import retention
from mnemic.upkeep.jobs.execution import UpkeepContext

STEP_MEMORIES_MAX = 100  # memories of one step
STATEMENTS_LAST = 2  # times `purge_days` until a statement is removed: nothing else has kept what it says


@dataclass(frozen=True, slots=True, kw_only=True)
class DecayCourse:
    """The way of a sort of memory out of the store, in stated days without use; `fade` None: it has no such stage."""

    fade: int | None
    archive: int
    purge: int


def plan_decay(tending: UpkeepContext, scope: Scope, now: datetime) -> Plan:
    """What would fade, be archived, be removed or come back, with why; and what is past its day and held, with why."""
    thresholds = thresholds_of(tending.settings)
    with tending.store.reading(scope) as reader:
        holds = decay_holds_of(reader, now, thresholds)
        over = list(retention.retention_steps(reader, now))
    ended = {memory.id for step in over for memory in step.purge}
    held = [memory for id, memory in holds.memories.items() if id not in ended]
    due = [(memory, stage) for memory in held if (stage := _next(memory, now, thresholds)) is not None]
    going = [(memory, stage) for memory, stage in due if stage is not Action.PURGE and holds.why(memory) is None]
    gone = [memory for memory, stage in due if stage is Action.PURGE and holds.itself(memory) is None]
    steps = [
        *over,
        *_steps([_back(memory, now) for memory in _used_again(holds, now, thresholds)]),
        *_steps([_onward(memory, stage, now, thresholds) for memory, stage in going]),
        *purge_steps(gone, holds),
    ]
    return Plan(job=Job.DECAY, steps=tuple(steps), findings=tuple(_held_back([memory for memory, _ in due], holds)))


def thresholds_of(settings: Settings) -> Thresholds:
    """The stated days, from the settings."""
    return Thresholds(
        decay_days=settings.decay_days,
        decay_accesses=settings.decay_accesses,
        purge_days=settings.purge_days,
        grace_days=settings.grace_days,
        decay_importance=settings.decay_importance,
    )


def decay_course_of(memory: Memory, thresholds: Thresholds) -> DecayCourse:
    """The way of a memory. What was replaced answers nothing about now, so it has nothing to fade from; what was said
    for once, or taken back, goes as turns go."""
    cold, gone = thresholds.decay_days, thresholds.purge_days
    once = memory.tier in (Tier.SESSION, Tier.WORKING)
    taken_back = memory.superseded_at is not None and memory.superseded_by is None
    if memory.kind is Kind.EPISODE or once or taken_back:
        return DecayCourse(fade=None, archive=cold, purge=gone)
    if memory.superseded_at is not None:
        return DecayCourse(fade=None, archive=gone, purge=STATEMENTS_LAST * gone)
    return DecayCourse(fade=cold, archive=gone, purge=STATEMENTS_LAST * gone)


def _next(memory: Memory, now: datetime, thresholds: Thresholds) -> Action | None:
    """The stage a memory has come to by its use alone. One stage at a time, each for the grace time at least: a clock
    that leaps ahead removes nothing that was not archived before."""
    course = decay_course_of(memory, thresholds)
    if memory.status is Status.ACTIVE and course.fade is not None:
        return Action.FADE if is_unused_for(memory, course.fade, now, thresholds) else None
    if memory.status in (Status.ACTIVE, Status.DORMANT):
        over = memory.status is Status.ACTIVE or is_stage_over(memory, now, thresholds)
        return Action.ARCHIVE if over and is_unused_for(memory, course.archive, now, thresholds) else None
    if memory.status is Status.ARCHIVED and is_stage_over(memory, now, thresholds):
        return Action.PURGE if is_unused_for(memory, course.purge, now, thresholds) else None
    return None


def _used_again(holds: DecayHolds, now: datetime, thresholds: Thresholds) -> list[Memory]:
    """What decay let rest and somebody has found since; and what it let rest under a clock that had leapt ahead."""
    return [
        memory
        for memory in holds.memories.values()
        if is_decayed(memory)
        and (rest := decay_mark_of(memory)) is not None
        and (last_use(memory) > rest.since or rest.at > now)
        and timedelta(0) <= idle_time(memory, now)
        and not is_unused_for(memory, thresholds.decay_days, now, thresholds)
    ]


def _back(memory: Memory, now: datetime) -> Change:
    after = replace(reactivated_memory(memory), updated_at=now, version=memory.version + 1)
    rest = decay_mark_of(memory)
    used = rest is None or last_use(memory) > rest.since
    reason = (
        f"used again {_days(idle_time(memory, now))} ago" if used else "the clock had leapt ahead when it went cold"
    )
    return Change(action=Action.RESTORE, memory=after, before=memory, reason=reason)


def _onward(memory: Memory, stage: Action, now: datetime, thresholds: Thresholds) -> Change:
    status = Status.DORMANT if stage is Action.FADE else Status.ARCHIVED
    course = decay_course_of(memory, thresholds)
    stated = course.archive if course.fade is None or stage is Action.ARCHIVE else course.fade
    kept = days_kept(memory, stated, thresholds)
    reason = (
        f"not used for {_days(idle_time(memory, now))}, {memory.access_count} uses, "
        f"importance {memory.importance:.2f}: kept for {kept:.0f} days"
    )
    after = decayed_memory(memory, status, since=last_use(memory), now=now)
    return Change(action=stage, memory=after, before=memory, reason=reason)


def _steps(changes: Sequence[Change]) -> Iterator[PlanStep]:
    """Turns of the log by the hundred, and each statement by itself."""
    turns = [change for change in changes if change.memory.kind is Kind.EPISODE]
    for action in dict.fromkeys(change.action for change in turns):
        sort = [change for change in turns if change.action is action]
        for start in range(0, len(sort), STEP_MEMORIES_MAX):
            batch = sort[start : start + STEP_MEMORIES_MAX]
            yield PlanStep(reason=batch[0].reason if len(batch) == 1 else _summed(batch), changes=tuple(batch))
    for change in changes:
        if change.memory.kind is not Kind.EPISODE:
            yield PlanStep(reason=change.reason, changes=(change,))


def _summed(changes: Sequence[Change]) -> str:
    if changes[0].action is Action.RESTORE:
        return f"{len(changes)} turns come back: the first was {changes[0].reason}"
    olds = [change.before for change in changes if change.before is not None]
    unused = min(changes[0].memory.updated_at - last_use(old) for old in olds)
    return f"{len(changes)} turns not used for {_days(unused)} or more"


def _held_back(due: Iterable[Memory], holds: DecayHolds) -> Iterator[UpkeepFinding]:
    """Statements that answer although they are past their day, with why."""
    for memory in due:
        why = holds.why(memory) if is_current(memory) and memory.kind is not Kind.EPISODE else None
        if why is not None:
            yield UpkeepFinding(reason=f"kept: {why}", memories=(memory,))


def _days(span: timedelta) -> str:
    days = int(span / DAY)
    return "1 day" if days == 1 else f"{days} days"
