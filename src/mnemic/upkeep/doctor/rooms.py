"""What is kept in a body of its own beside the text: it can be read, and what it names is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mnemic.domain import consolidated
from mnemic.domain.diagnosis import Check, Diagnosis, Severity
from mnemic.domain.profile import ProfileMethod
from mnemic.domain.record import Kind, Memory, Source
from mnemic.errors import MnemicError
from mnemic.rooms.digest import record
from mnemic.rooms.habits import record as habit
from mnemic.rooms.profile import record as profile_body
from mnemic.rooms.session import summary
from mnemic.rooms.skill import record as skill
from mnemic.rooms.task import record as task
from mnemic.upkeep.doctor.case import UserCase

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, MnemicError)
"""What reading a body raises that does not hold what it should."""

Names = tuple[list[str], list[Source]]
"""Ids of the memories and the turns that a body names."""

_BACK = "mnemic undo gives it the body before; or restore it from a backup"
_ANEW = "mnemic forget removes it, and upkeep makes one anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomBody:
    """One sort of body: which memories have it, how it is read, and what can be done where it cannot."""

    name: str
    has: Callable[[Memory], bool]
    read: Callable[[Memory], Names]
    way_out: str


def _task(memory: Memory) -> Names:
    task.task_of(memory)
    return [], []  # it may outlive the turns it rests on


def _summary(memory: Memory) -> Names:
    return list(summary.summary_of(memory).parts), []


def _profile(memory: Memory) -> Names:
    body = profile_body.body_of_record(memory)
    ProfileMethod(body["by"])
    return profile_body.memory_ids_in(body), profile_body.turn_sources_in(body)


def _skill(memory: Memory) -> Names:
    skill.skill_of(memory)
    return [], []


def _digest(memory: Memory) -> Names:
    read = record.digest_of(memory)
    turns = [source for line in read.lines for source in line.turns]
    return [id for line in read.lines for id in line.memories], turns


def _habit(memory: Memory) -> Names:
    pieces = habit.habit_of(memory).pieces
    return [piece.memory for piece in pieces if piece.memory], [piece.source for piece in pieces]


def _dense(memory: Memory) -> Names:
    consolidated.statement_kinds_of(memory)
    holder = consolidated.consolidated_id_of(memory)
    return [*consolidated.part_ids_of(memory), *([holder] if holder else [])], []


ROOM_BODIES = (
    RoomBody(name="task", has=task.is_task, read=_task, way_out=_BACK),
    RoomBody(name="summary", has=lambda memory: memory.kind is Kind.SUMMARY, read=_summary, way_out=_ANEW),
    RoomBody(
        name="profile",
        has=lambda memory: memory.kind is Kind.PROFILE,
        read=_profile,
        way_out="mnemic forget removes it; mnemic profile --refresh makes one anew",
    ),
    RoomBody(name="skill", has=lambda memory: memory.kind is Kind.SKILL, read=_skill, way_out=_BACK),
    RoomBody(name="digest", has=lambda memory: memory.kind is Kind.DIGEST, read=_digest, way_out=_ANEW),
    RoomBody(name="habit", has=habit.is_habit, read=_habit, way_out=_BACK),
    RoomBody(
        name="dense memory",
        has=lambda memory: consolidated.PARTS in memory.metadata or consolidated.PART_OF in memory.metadata,
        read=_dense,
        way_out=_BACK,
    ),
)
"""Every sort of body."""


def check_bodies(case: UserCase) -> Iterator[Diagnosis]:
    """What is kept beside the text, record by record."""
    for memory in case.memories.values():
        for body in ROOM_BODIES:
            if body.has(memory):
                yield from _one(case, memory, body)


def _one(case: UserCase, memory: Memory, body: RoomBody) -> Iterator[Diagnosis]:
    try:
        ids, turns = body.read(memory)
    except UNREADABLE as error:
        reason = f"the body of this {body.name} cannot be read: {type(error).__name__} {error}"
        yield case.found(Check.ROOM_BODY, reason, body.way_out, id=memory.id)
        return
    missing = [id for id in ids if not case.there(id)]
    if case.departed_at is None:
        missing += [source.turn for source in turns if source not in case.turns and source not in case.broken_turns]
    if missing:
        reason = f"this {body.name} names {', '.join(missing[:3])}, which is not there"
        yield case.found(Check.ROOM_NAMES, reason, body.way_out, id=memory.id, severity=Severity.DEGRADED)
