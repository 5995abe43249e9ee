"""The outbox in SQL: what a vector engine has not been told yet, written in the transaction that changes it."""

from __future__ import annotations

import uuid
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import sqlalchemy as sa

from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.domain.vector_entry import OutboxRow
from mnemic.stores.sql.rows import RowValues
from mnemic.stores.sql.tables import jobs, memories, outbox

EVERYTHING = ""
"""The memory id of a row that says everything of the user goes."""


def _mine(table: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))


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
