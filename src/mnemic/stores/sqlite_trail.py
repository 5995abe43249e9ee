"""The trails of a memory file: read in a snapshot, and lines about a tenant as a whole."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.trail import Trail
from mnemic.errors import StoreError
from mnemic.stores.sql_examining import tolerant
from mnemic.stores.sql_trail import TENANTS, SqlTrail, SqlTrailReader


class SqliteTrails:
    """The part of a store that is about tenants, not users."""

    audit_key: bytes | None = None  # that lines are hashed with

    @contextmanager
    def trailing(self, tenant: str) -> Iterator[Trail]:
        """One tenant's trail and audit rows as of now."""
        with self._transaction("BEGIN") as connection, tolerant(connection):
            self._run(connection, "SELECT 1 FROM users LIMIT 1")  # the snapshot begins with the first read
            yield SqlTrailReader(connection, tenant, self._explain)

    def note(self, tenant: str, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line about the tenant as a whole."""

        def send(statement: Any, parameters: Any) -> None:
            try:
                connection.execute(statement, parameters)
            except SQLAlchemyError as error:
                raise self._explain(error) from error

        with self._alone() as deadline, self._transaction("BEGIN IMMEDIATE", deadline) as connection:
            SqlTrail(connection, tenant, send, key=self.audit_key).note(at=at, actor=actor, action=action)

    def tenants(self) -> list[str]:
        """Every tenant of whom anything is audited, in order."""
        with self._transaction("BEGIN") as connection:
            return [tenant for (tenant,) in self._run(connection, TENANTS)]

    @abstractmethod
    def _transaction(self, begin: str, deadline: float | None = None) -> AbstractContextManager[sa.Connection]: ...

    @abstractmethod
    def _alone(self) -> AbstractContextManager[float]: ...

    @abstractmethod
    def _run(self, connection: sa.Connection, statement: str | sa.sql.Executable) -> Sequence[Any]: ...

    @abstractmethod
    def _explain(self, error: SQLAlchemyError) -> StoreError: ...
