"""Decisions looked at again: which conflicts are open, and how a decision is taken back (D4, D5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, Conflict, History, Link, Relation
from mnemic.domain.decay_mark import is_decayed, reactivated_memory
from mnemic.domain.questions import Vote
from mnemic.domain.record import Kind, Memory, Status, Tier
from mnemic.domain.validity import as_retracted, is_current
from mnemic.ports import Reader
from mnemic.rooms.task.record import task_put_back
from mnemic.writing.known_memories import is_statement
from mnemic.writing.taking_apart import undo_taking_apart

RIVAL = (Relation.SUPERSEDES, Relation.CONTRADICTS)


def conflicts_in(reader: Reader) -> list[Conflict]:
    """The conflict log with both sides as they stand, in order of time. Exceptions for once are no conflicts."""
    held = {memory.id: memory for memory in reader.memories()}
    return [
        _conflict(link, held[link.source], held[link.target])
        for link in reader.links()
        if link.relation in RIVAL and link.source in held and link.target in held
    ]


def _conflict(link: Link, newer: Memory, older: Memory) -> Conflict:
    superseded = older.superseded_by == newer.id and older.status is Status.DORMANT
    contradicted = link.relation is Relation.CONTRADICTS and is_current(older)
    return Conflict(
        newer=newer,
        older=older,
        relation=link.relation,
        reason=link.reason,
        at=link.at,
        open=newer.status is not Status.ARCHIVED and (superseded or contradicted),
    )


def standing_rivals(reader: Reader, memory: Memory) -> list[Memory]:
    """What a memory contradicts, by the conflict log, and still stands."""
    log = [link for link in reader.links(memory.id) if link.relation is Relation.CONTRADICTS]
    found = [reader.memory(link.target) for link in log if link.source == memory.id]
    return [rival for rival in found if rival is not None and is_current(rival)]


def archive_changes(reader: Reader, successor: Memory, now: datetime) -> list[Change]:
    """What a memory replaced goes from dormant to archived once the user has confirmed the successor (W9)."""
    return [
        Change(
            action=Action.ARCHIVE,
            memory=replace(old, status=Status.ARCHIVED, updated_at=now, version=old.version + 1),
            before=old,
            reason="its successor was confirmed",
        )
        for old in reader.memories(statuses=[Status.DORMANT])
        if old.superseded_by == successor.id and is_statement(old)
    ]


def reopening_changes(reader: Reader, wrong: Memory, now: datetime) -> list[Change]:
    """What a memory replaced stands again as it was before, since that memory is wrong."""
    changes = []
    for old in reader.memories(statuses=[Status.DORMANT, Status.ARCHIVED]):
        if old.superseded_by != wrong.id:
            continue
        rows = [row for row in reader.history(old.id) if row.before and row.before.superseded_by != wrong.id]
        if rows and rows[-1].before:
            changes.append(_put_back(old, rows[-1].before, now, "what replaced it was taken back"))
    return changes


def undo_changes(reader: Reader, memory: Memory, now: datetime) -> list[Change]:
    """The last change of a memory taken back. A memory that was added is retracted, and what it replaced stands again;
    any other change gives way to what was before it. A dense memory that was made, or a part of which is meant, is
    taken apart."""
    last = reader.history(memory.id)[-1]
    if (apart := undo_taking_apart(reader, memory, last, now)) is not None:
        return apart
    if last.before is not None and memory.kind is Kind.TASK:
        return _task_undone(reader, memory, last, now)
    if last.action in (Action.FADE, Action.ARCHIVE) and is_decayed(memory):
        return [_put_back(memory, reactivated_memory(memory), now, f"undone: {last.reason}")]
    if last.before is not None:
        back = _put_back(memory, last.before, now, f"undone: {last.reason}")
        losers = _supplanted_at(reader, memory, last.at, now) if last.action is Action.CONFIRM else []
        first = _unvoted(back, last, reader.votes()) if last.action is Action.FEEDBACK else back
        return [first, *losers]
    gone = Change(
        action=Action.RETRACT, memory=as_retracted(memory, now), before=memory, reason=f"undone: {last.reason}"
    )
    return [gone, *reopening_changes(reader, memory, now)]


def _task_undone(reader: Reader, task: Memory, last: History, now: datetime) -> list[Change]:
    """A task as it was before its last change; with it stands again what was archived because it was over."""
    assert last.before is not None
    changes = [_put_back(task, task_put_back(task, last.before), now, f"undone: {last.reason}")]
    for memory in reader.memories(statuses=[Status.ARCHIVED]):
        if memory.task != task.id or memory.id == task.id or memory.tier is not Tier.WORKING:
            continue
        row = reader.history(memory.id)[-1]
        if row.action is Action.ARCHIVE and row.at == last.at and row.before is not None:
            changes.append(_put_back(memory, row.before, now, "its task goes on"))
    return changes


def _supplanted_at(reader: Reader, memory: Memory, at: datetime, now: datetime) -> list[Change]:
    """What gave way to a memory when the user confirmed it, standing again as it was before."""
    changes = []
    for old in reader.memories(statuses=[Status.DORMANT, Status.ARCHIVED]):
        if old.superseded_by != memory.id:
            continue
        row = reader.history(old.id)[-1]
        if row.before is not None and row.at == at:
            changes.append(_put_back(old, row.before, now, "what replaced it was taken back"))
    return changes


def _unvoted(back: Change, feedback: History, votes: Iterable[Vote]) -> Change:
    """Feedback taken back: what it noted goes, or is again what it was before where it had changed a word to its
    contrary."""
    before, after = feedback.before, feedback.after
    noted = tuple(vote for vote in votes if vote.memory_id == back.memory.id and vote.at == feedback.at)
    if before and after and (before.useful > after.useful or before.useless > after.useless):
        return replace(back, votes=tuple(replace(vote, helpful=not vote.helpful) for vote in noted))
    return replace(back, unvotes=noted)


def _put_back(memory: Memory, before: Memory, now: datetime, reason: str) -> Change:
    back = replace(
        before,
        updated_at=now,
        version=memory.version + 1,
        access_count=memory.access_count,
        last_accessed_at=memory.last_accessed_at,
    )
    return Change(action=Action.RESTORE, memory=back, before=memory, reason=reason)
