"""Questions and votes in SQL: the statements, and rows to values and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

import sqlalchemy as sa

from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.stores.sql.rows import RowValues, checked_storable
from mnemic.stores.sql.tables import asked, votes

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
