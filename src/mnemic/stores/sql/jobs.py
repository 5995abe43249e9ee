"""Jobs and letters in SQL: the statements, and rows to values and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mnemic.domain.record import Source
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import PAUSE_MAX, DeadLetter, Job, JobState
from mnemic.stores.sql.moments import Moment
from mnemic.stores.sql.rows import RowValues, checked_storable
from mnemic.stores.sql.tables import jobs, letters, memories, turns, users

_JOB_FIELDS = tuple(field.name for field in fields(JobState))
_LETTER_COLUMNS = tuple(
    letters.c[name] for name in ("session", "turn", "attempts", "reason", "first_at", "last_at", "dead")
)


def _mine(table: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))


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
