"""Small tables beside the records: questions and votes, files, jobs and dead letters, registers, the outbox.

Questions and votes in SQL: the statements, and rows to values and back.

Files in SQL: the statements, and rows to values and back.

Jobs and letters in SQL: the statements, and rows to values and back.

Registers in SQL: the statements, and rows to values and back.

The outbox in SQL: what a vector engine has not been told yet, written in the transaction that changes it.
"""

from __future__ import annotations

import json
import uuid
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, fields
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa

from mnemic.domain.blob import BlobInfo
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Source
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import PAUSE_MAX, DeadLetter, Job, JobState
from mnemic.domain.vector_entry import OutboxRow
from mnemic.stores.sql.moments import Moment
from mnemic.stores.sql.rows import TURN_FIELDS, RowValues, checked_storable, json_text, json_value
from mnemic.stores.sql.tables import (
    asked,
    blobs,
    jobs,
    letters,
    memories,
    outbox,
    registers,
    turns,
    users,
    votes,
    with_files_condition,
)

ASKED_FIELDS = tuple(field.name for field in fields(AskedQuestion))
VOTE_FIELDS = tuple(field.name for field in fields(Vote))


def _mine(table: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))


ASKED_QUESTIONS = (
    sa.select(*(asked.c[name] for name in ASKED_FIELDS)).where(_mine(asked)).order_by(asked.c.at, asked.c.id)
)
_VOTES = sa.select(*(votes.c[name] for name in VOTE_FIELDS)).where(_mine(votes))
_VOTES_ORDER = (votes.c.at, votes.c.answer, votes.c.memory_id)
# The parameters of an UPDATE may not be named like columns; the user's are named alike in both statements.
_KEYED = sa.and_(asked.c.tenant == sa.bindparam("key_tenant"), asked.c.user_id == sa.bindparam("key_user"))
_NEWEST = (
    sa.select(asked.c.id)
    .where(_KEYED)
    .order_by(asked.c.at.desc(), asked.c.id.desc())
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_LATE = asked.c.id.not_in(_NEWEST.scalar_subquery())
TRIM_QUESTIONS = sa.delete(asked).where(_KEYED, _LATE)
WITHOUT_VECTOR = sa.update(asked).where(_KEYED, asked.c.vector.is_not(None), _LATE).values(vector=None)
ASKERS = (
    sa.select(asked.c.tenant, asked.c.user_id)
    .group_by(asked.c.tenant, asked.c.user_id)
    .order_by(sa.func.max(asked.c.at).desc(), asked.c.tenant, asked.c.user_id)
)
REMOVE_VOTE = sa.delete(votes).where(
    _mine(votes), votes.c.answer == sa.bindparam("answer"), votes.c.memory_id == sa.bindparam("memory_id")
)


@cache
def votes_newest(last: int | None) -> sa.Select[Any]:
    """Votes, newest first; all, or the newest so many."""
    statement = _VOTES.order_by(*(column.desc() for column in _VOTES_ORDER))
    return statement if last is None else statement.limit(max(last, 0))


def delete_questions(ids: Sequence[str]) -> tuple[sa.Delete, sa.Delete]:
    """What removes questions, and the votes on their answers."""
    return (
        sa.delete(asked).where(_mine(asked), asked.c.id.in_(ids)),
        sa.delete(votes).where(_mine(votes), votes.c.answer.in_(ids)),
    )


def asked_values(one: AskedQuestion) -> RowValues:
    """A question as a row."""
    values = {name: getattr(one, name) for name in ASKED_FIELDS}
    lists = {"marks": " ".join(one.marks), "memory_ids": json.dumps(one.memory_ids) if one.memory_ids else ""}
    return values | lists | {"text": checked_storable(one.text)}


def asked_from_row(row: Sequence[Any]) -> AskedQuestion:
    """A row as a question."""
    values = dict(zip(ASKED_FIELDS, row, strict=True))
    ids, marks = values.pop("memory_ids"), values.pop("marks")
    return AskedQuestion(**values, marks=_marks(marks), memory_ids=tuple(json.loads(ids)) if ids else ())


def vote_values(vote: Vote) -> RowValues:
    """A vote as a row."""
    return {name: getattr(vote, name) for name in VOTE_FIELDS} | {"marks": " ".join(vote.marks)}


def vote_from_row(row: Sequence[Any]) -> Vote:
    """A row as a vote."""
    values = dict(zip(VOTE_FIELDS, row, strict=True))
    return Vote(**values | {"marks": _marks(values["marks"])})


def _marks(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")) if text else ()


INFO_FIELDS = tuple(field.name for field in fields(BlobInfo))


BLOB_DATA = sa.select(blobs.c.data).where(_mine(blobs), blobs.c.hash == sa.bindparam("hash"))
BLOBS = (
    sa.select(*(blobs.c[name] for name in INFO_FIELDS)).where(_mine(blobs)).order_by(blobs.c.stored_at, blobs.c.hash)
)
WITH_FILES = (
    sa.select(*(turns.c[name] for name in TURN_FIELDS))
    .where(_mine(turns), sa.literal_column(with_files_condition("turns.")))  # literal: the index is partial
    .order_by(turns.c.position)
)


def delete_blobs(hashes: Sequence[str]) -> sa.Delete:
    """What removes files."""
    return sa.delete(blobs).where(_mine(blobs), blobs.c.hash.in_(hashes))


def blob_values(info: BlobInfo, data: bytes) -> RowValues:
    """A file as a row."""
    return asdict(info) | {"name": checked_storable(info.name), "data": data}


def blob_info_from_row(row: Sequence[Any]) -> BlobInfo:
    """What is known of a file, from its row without the bytes."""
    return BlobInfo(**dict(zip(INFO_FIELDS, row, strict=True)))


_JOB_FIELDS = tuple(field.name for field in fields(JobState))
_LETTER_COLUMNS = tuple(
    letters.c[name] for name in ("session", "turn", "attempts", "reason", "first_at", "last_at", "dead")
)


JOBS = sa.select(*(jobs.c[name] for name in _JOB_FIELDS)).where(_mine(jobs)).order_by(jobs.c.job)
DEAD_LETTERS = (
    sa.select(*_LETTER_COLUMNS)
    .join_from(
        letters,
        turns,
        sa.and_(
            letters.c.tenant == turns.c.tenant,
            letters.c.user_id == turns.c.user_id,
            letters.c.session == turns.c.session,
            letters.c.turn == turns.c.id,
        ),
    )
    .where(_mine(letters))
    .order_by(turns.c.position)
)
DROP_DEAD_LETTER = sa.delete(letters).where(
    _mine(letters), letters.c.session == sa.bindparam("of_session"), letters.c.turn == sa.bindparam("of_turn")
)
TALK_BEGAN = sa.select(
    sa.select(sa.func.min(turns.c.recorded_at)).where(_mine(turns)).scalar_subquery(),
    sa.select(sa.func.min(memories.c.recorded_at)).where(_mine(memories)).scalar_subquery(),
)


def is_pause_over(at: datetime) -> sa.ColumnElement[bool]:
    """Whether the pause of a row's job is over, as `JobState` has it."""
    now = sa.literal(at, Moment)
    paused = sa.and_(jobs.c.next_at > now, jobs.c.next_at <= sa.literal(at + PAUSE_MAX, Moment))
    return sa.not_(sa.func.coalesce(paused, sa.false()))


def is_job_waiting(job: Job, table: sa.Table, at: datetime) -> sa.ColumnElement[bool]:
    """Whether the job of a row's user must wait."""
    mine = sa.and_(jobs.c.tenant == table.c.tenant, jobs.c.user_id == table.c.user_id, jobs.c.job == job.value)
    return sa.exists().where(mine, sa.not_(is_pause_over(at)))


def due_users(
    job: Job,
    *,
    since: datetime | None,
    note: str | None,
    at: datetime,
    resting: bool,
    after: Scope | None,
    limit: int,
) -> sa.Select[Any]:
    """Users whose job is due."""
    last = ("", "") if after is None else (after.tenant, after.user)
    same = sa.and_(jobs.c.tenant == users.c.tenant, jobs.c.user_id == users.c.user_id, jobs.c.job == job.value)
    wanted: list[sa.ColumnElement[bool]] = [jobs.c.job.is_(None), jobs.c.ran_at.is_(None)]
    if since is not None:
        ahead = sa.literal(at + PAUSE_MAX, Moment)  # by a clock that has gone back since: not to be trusted
        wanted += [jobs.c.ran_at < sa.literal(since, Moment), jobs.c.ran_at > ahead]
    if note is not None:
        wanted.append(jobs.c.note != note)
    return (
        sa.select(users.c.tenant, users.c.user_id)
        .select_from(users.outerjoin(jobs, same))
        .where(sa.or_(*wanted), sa.or_(sa.literal(resting), jobs.c.job.is_(None), is_pause_over(at)))
        .where(sa.tuple_(*last) < sa.tuple_(users.c.tenant, users.c.user_id))
        .order_by(users.c.tenant, users.c.user_id)
        .limit(max(limit, 0))
    )


def job_values(state: JobState) -> RowValues:
    """Where a job stands as a row."""
    values = {name: getattr(state, name) for name in _JOB_FIELDS}
    return values | {
        "job": state.job.value,
        "error": checked_storable(state.error),
        "note": checked_storable(state.note),
    }


def job_from_row(row: Sequence[Any]) -> JobState:
    """A row as where a job stands."""
    values = dict(zip(_JOB_FIELDS, row, strict=True))
    return JobState(**values | {"job": Job(values["job"])})


def dead_letter_values(letter: DeadLetter) -> RowValues:
    """A letter as a row."""
    return {
        "session": letter.source.session,
        "turn": letter.source.turn,
        "attempts": letter.attempts,
        "reason": checked_storable(letter.reason),
        "first_at": letter.first_at,
        "last_at": letter.last_at,
        "dead": letter.dead,
    }


def dead_letter_from_row(row: Sequence[Any]) -> DeadLetter:
    """A row as a letter."""
    session, turn, attempts, reason, first_at, last_at, dead = row
    return DeadLetter(
        source=Source(session=session, turn=turn),
        attempts=attempts,
        reason=reason,
        first_at=first_at,
        last_at=last_at,
        dead=dead,
    )


FIELDS = ("register", "id", "at", "body")


def _in_order(columns: Sequence[sa.Column[Any]]) -> sa.Select[Any]:
    whose = sa.and_(_mine(registers), registers.c.register == sa.bindparam("of"))
    return sa.select(*columns).where(whose).order_by(registers.c.at, registers.c.id)


_COLUMNS = tuple(registers.c[name] for name in FIELDS)
_ENTRIES = _in_order(_COLUMNS)
_HEADS = _in_order(_COLUMNS[:-1])
EVERY_ENTRY = sa.select(*_COLUMNS).where(_mine(registers)).order_by(registers.c.register, registers.c.id)


def entries_statement(ids: Sequence[str] | None, *, bodies: bool) -> sa.Select[Any]:
    """What reads the entries of a register, or those with these ids; with their bodies or without."""
    every = _ENTRIES if bodies else _HEADS
    return every if ids is None else every.where(registers.c.id.in_(ids))


def delete_entries(register: Register, ids: Sequence[str]) -> sa.Delete:
    """What removes entries."""
    return sa.delete(registers).where(_mine(registers), registers.c.register == register.value, registers.c.id.in_(ids))


def register_values(entry: RegisterEntry) -> RowValues:
    """The row of an entry.

    Raises:
        InvalidMetadata: its body is not JSON.
    """
    return {"register": entry.register.value, "id": entry.id, "at": entry.at, "body": json_text(entry.body)}


def register_entry_from_row(row: Sequence[Any]) -> RegisterEntry:
    """The entry of a row: register, id, time, and its body where that was read."""
    register, id, at, *body = row
    return RegisterEntry(register=Register(register), id=id, at=at, body=json_value(body[0] if body else ""))


EVERYTHING = ""
"""The memory id of a row that says everything of the user goes."""


OUTBOX_ROWS = (
    sa.select(outbox.c.memory_id, outbox.c.number)
    .where(_mine(outbox))
    .order_by(outbox.c.memory_id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
NUMBERS = sa.select(outbox.c.memory_id, outbox.c.number).where(
    _mine(outbox), outbox.c.memory_id.in_(sa.bindparam("ids", expanding=True))
)
SETTLE = sa.delete(outbox).where(
    _mine(outbox), outbox.c.memory_id == sa.bindparam("of"), outbox.c.number == sa.bindparam("read")
)
CLEAR = sa.delete(outbox).where(_mine(outbox))
EVERYTHING_FED = sa.select(jobs.c.job).where(_mine(jobs), jobs.c.job == Job.FEED.value, jobs.c.note != "")
"""Whether a vector engine has a copy of a user."""
EVERY_ID = sa.select(memories.c.id).where(_mine(memories))
_USER = sa.tuple_(outbox.c.tenant, outbox.c.user_id)
_USERS = sa.select(outbox.c.tenant, outbox.c.user_id).distinct().order_by(outbox.c.tenant, outbox.c.user_id)


def new_outbox_number() -> int:
    """A number that no earlier row of an outbox has, of 62 bits."""
    return uuid.uuid4().int >> 66


def outbox_row_from(row: Sequence[Any]) -> OutboxRow:
    """A row of the table as a value."""
    return OutboxRow(memory_id=row[0], number=row[1])


def outbox_values(memory_id: str, number: int) -> RowValues:
    """The row of something that waits."""
    return {"memory_id": memory_id, "number": number}


class SqlOutboxes:
    """The part of a store that is about outboxes."""

    feeding: Callable[[Scope], None] | None = None

    def users_with_outbox(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom something waits in the outbox, in order of tenant and id, from the one after."""
        last = ("", "") if after is None else (after.tenant, after.user)
        with self._surveying() as connection:
            found = self._run(connection, _USERS.where(sa.tuple_(*last) < _USER).limit(max(limit, 0)))
        return [Scope(tenant, user) for tenant, user in found]

    def _tell(self, scope: Scope, *, owing: bool) -> None:
        """Say that something waits, once whoever wrote it lets others write."""
        if owing and self.feeding is not None:
            self.feeding(scope)

    @abstractmethod
    def _surveying(self, tenant: str | None = None) -> AbstractContextManager[sa.Connection]: ...

    @abstractmethod
    def _run(self, connection: sa.Connection, statement: str | sa.sql.Executable) -> Sequence[Any]: ...
