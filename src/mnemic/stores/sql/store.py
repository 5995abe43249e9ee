"""What every store over SQL is: how its transactions begin and end is the database's business, the rest is here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.audit_log import AuditLog
from mnemic.domain.record import TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.errors import StoreError
from mnemic.ports import Reader, Writer
from mnemic.stores.keys.seals import Sealing
from mnemic.stores.sql import side_tables
from mnemic.stores.sql.api_keys import SqlApiKeys
from mnemic.stores.sql.audit_log import AUDITED_TENANTS, SqlAuditLogReader, SqlAuditLogWriter
from mnemic.stores.sql.encryption import SqlSeals
from mnemic.stores.sql.examination import reading_broken_text
from mnemic.stores.sql.reader import SqlReader
from mnemic.stores.sql.side_tables import ASKERS, SqlOutboxes
from mnemic.stores.sql.tables import turns, users
from mnemic.stores.sql.writer import SqlWriter

_USER = sa.tuple_(users.c.tenant, users.c.user_id)
_USERS = sa.select(users.c.tenant, users.c.user_id).order_by(users.c.tenant, users.c.user_id)
_WAITING = (
    sa.select(turns.c.tenant, turns.c.user_id)
    .where(turns.c.state == sa.literal_column(f"'{TurnState.PENDING.value}'"))  # literal: the index is partial
    .group_by(turns.c.tenant, turns.c.user_id)
    .order_by(sa.func.min(turns.c.recorded_at), turns.c.tenant, turns.c.user_id)
)


class SqlStore(SqlSeals, SqlOutboxes, SqlApiKeys):
    """Records in a SQL database."""

    audit_key: bytes | None = None  # that lines of the trail are hashed with

    def __init__(self, sealing: Sealing | None) -> None:
        self._sealing = sealing or Sealing()

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        """A snapshot of one user's memory as of now. Readers and writers do not wait for each other."""
        with self._snapshot(scope) as connection:
            seal = self._seal(connection, scope)  # the snapshot begins with the first read
            yield SqlReader(connection, scope, self._explain, seal=seal)

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        """A transaction on one user's memory; writers queue.

        Raises:
            StoreUnavailable: read-only, disk full, or others wrote for longer than `lock_wait_s`.
            StoreError: this thread is writing already.
        """
        with self._changing(scope) as connection:
            seal, sealing, key = self._seal(connection, scope), self._sealing, self.audit_key
            feeding = self.feeding is not None
            writer = SqlWriter(
                connection, scope, self._explain, seal=seal, sealing=sealing, audit_key=key, feeding=feeding
            )
            yield writer
            writer.flush()
            if writer.removed:
                self._removed(scope)
        self._tell(scope, owing=writer.owing)

    def backlog(self, limit: int, *, at: datetime | None = None) -> list[Scope]:
        """Users with turns not yet understood, longest waiting first. With `at`, without those that must wait then."""
        held_up = sa.false() if at is None else side_tables.is_job_waiting(Job.UNDERSTAND, turns, at)
        return self._scopes(_WAITING.where(sa.not_(held_up)).limit(max(limit, 0)))

    def users_with_questions(self, limit: int) -> list[Scope]:
        """Users with questions on record, who asked last first."""
        return self._scopes(ASKERS.limit(max(limit, 0)))

    def due(
        self,
        job: Job,
        *,
        since: datetime | None = None,
        note: str | None = None,
        at: datetime,
        resting: bool = False,
        after: Scope | None,
        limit: int,
    ) -> list[Scope]:
        """Users whose job last ended before `since`, or with another note, or never did; in order, from the one
        after."""
        return self._scopes(
            side_tables.due_users(job, since=since, note=note, at=at, resting=resting, after=after, limit=limit)
        )

    def users(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom anything is held, in order of tenant and id, from the one after."""
        last = ("", "") if after is None else (after.tenant, after.user)
        return self._scopes(_USERS.where(sa.tuple_(*last) < _USER).limit(max(limit, 0)))

    @contextmanager
    def reading_audit_log(self, tenant: str) -> Iterator[AuditLog]:
        """One tenant's trail and audit rows as of now."""
        with self._surveying(tenant) as connection, reading_broken_text(connection):
            self._run(connection, "SELECT 1 FROM users LIMIT 1")  # the snapshot begins with the first read
            yield SqlAuditLogReader(connection, tenant, self._explain)

    def note(self, tenant: str, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line about the tenant as a whole."""

        def send(statement: Any, parameters: Any) -> None:
            try:
                connection.execute(statement, parameters)
            except SQLAlchemyError as error:
                raise self._explain(error) from error

        with self._entering(tenant) as connection:
            entering = SqlAuditLogWriter(connection, tenant, send, explain=self._explain, key=self.audit_key)
            entering.note(at=at, actor=actor, action=action)

    def tenants(self) -> list[str]:
        """Every tenant of whom anything is audited, in order."""
        with self._surveying() as connection:
            return [tenant for (tenant,) in self._run(connection, AUDITED_TENANTS)]

    def _scopes(self, statement: sa.Select[Any]) -> list[Scope]:
        with self._surveying() as connection:
            return [Scope(tenant, user) for tenant, user in self._run(connection, statement)]

    def _keys_of(self, tenant: str | None, *, writes: bool = False) -> AbstractContextManager[sa.Connection]:
        return self._entering(tenant) if writes and tenant is not None else self._surveying(tenant)

    def _run(self, connection: sa.Connection, statement: str | sa.sql.Executable) -> Sequence[Any]:
        try:
            if isinstance(statement, str):
                result = connection.exec_driver_sql(statement)
                return result.all() if result.returns_rows else ()
            return connection.execute(statement).all()
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    @abstractmethod
    def close(self) -> None:
        """Let go of files, connections and keys. Closing twice is harmless."""

    @abstractmethod
    def _snapshot(self, scope: Scope) -> AbstractContextManager[sa.Connection]:
        """A transaction that reads one user's rows as of its first statement."""

    @abstractmethod
    def _changing(self, scope: Scope) -> AbstractContextManager[sa.Connection]:
        """A transaction that changes one user's rows, alone; it commits on leaving, and undoes on leaving by an
        error."""

    @abstractmethod
    def _surveying(self, tenant: str | None = None) -> AbstractContextManager[sa.Connection]:
        """A transaction that reads everybody's rows, or everybody's of a tenant."""

    @abstractmethod
    def _entering(self, tenant: str) -> AbstractContextManager[sa.Connection]:
        """A transaction that changes rows which are a tenant's and no user's."""

    @abstractmethod
    def _removed(self, scope: Scope) -> None:
        """Called before a transaction commits that removed something of a user."""

    @abstractmethod
    def _explain(self, error: SQLAlchemyError) -> StoreError:
        """Our error for one of the driver's."""
