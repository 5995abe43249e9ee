"""The rows of one user as they lie in a SQL store, taken out of one and laid into another.

Nothing is made anew on the way, so nothing can differ: epoch and running numbers, index entries and vectors, audit rows
with the salts by which the trail knows them. Private values are opened with the one store's key and sealed with the
other's.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.migration import RowsDigest
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.errors import StoreError
from mnemic.stores.sql.moments import Moment
from mnemic.stores.sql.tables import TENANT_TABLES, blobs, jobs, metadata, users

if TYPE_CHECKING:
    from mnemic.stores.keys.seals import Seal
    from mnemic.stores.sql.reader import Explain

ROWS_AT_ONCE = 500
"""Rows taken from one database and laid into the other at a time; files a few at a time."""

BLOBS_AT_ONCE = 4

OF_USER = tuple(table for table in metadata.sorted_tables if table not in TENANT_TABLES)
"""Tables whose rows are one user's; a row comes after those it refers to."""

Rows = tuple[sa.Table, Sequence[Mapping[str, Any]]]


def rows_as_stored(connection: sa.Connection, scope: Scope, seal: Seal | None, explain: Explain) -> Iterator[Rows]:
    """Every row of the user, a few hundred at a time, with its private values opened.

    Raises:
        KeyMissing, SealBroken: a value cannot be opened.
        StoreError: a row cannot be read.
    """
    for table in OF_USER:
        names, statement = [column.name for column in table.c], _OF_ONE[table]
        few = {"yield_per": BLOBS_AT_ONCE if table is blobs else ROWS_AT_ONCE}
        named = {"tenant": scope.tenant, "user_id": scope.user}
        try:
            with connection.execute(statement, named, execution_options=few) as found:
                for part in found.partitions():
                    opened = part if seal is None else seal.opened(statement, part)
                    yield table, [dict(zip(names, row, strict=True)) for row in opened]
        except SQLAlchemyError as error:
            raise explain(error) from error
        except (ValueError, TypeError, OverflowError) as error:
            raise StoreError(
                f"A row of {table.name} of {scope.user!r} cannot be read ({error}): run mnemic doctor --repair first."
            ) from error


def with_digest(found: Iterable[Rows], digest: RowsDigest) -> Generator[Rows, None, None]:
    """The same rows, taken into a digest as they go by. With which key a user is sealed is no part of it."""
    for table, rows in found:
        names = [column.name for column in table.c if column is not users.c.sealed]
        for row in rows:
            digest.add(table.name, (row[name] for name in names))
        yield table, rows


def write_user_rows(
    connection: sa.Connection, scope: Scope, found: Iterable[Rows], seal: Seal | None, explain: Explain
) -> None:
    """Write the rows of a user, sealed with this seal; who was there before under that name goes.

    Raises:
        StoreError: a row cannot be written.
    """
    try:
        for remove in _REMOVE:
            connection.execute(remove, {"tenant": scope.tenant, "user_id": scope.user})
        for table, rows in found:
            if table is users:
                rows = [dict(row) | {"sealed": "" if seal is None else seal.id} for row in rows]
            closed = rows if seal is None else seal.sealed(table, rows)
            connection.execute(_LAY[table], [dict(row) for row in closed])
    except SQLAlchemyError as error:
        raise explain(error) from error


def columns_of(table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """A table's columns as they lie there: moments in microseconds."""
    return [sa.type_coerce(column, sa.BigInteger) if _is_moment(column) else column for column in table.c]


def insert_of(table: sa.Table) -> sa.Insert:
    """Writes rows of a table as `columns_of` reads them."""
    values = {
        column.name: sa.bindparam(column.name, type_=sa.BigInteger() if _is_moment(column) else column.type)
        for column in table.c
    }
    return sa.insert(table).values(values)


def _is_moment(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, Moment)


def _mine(table: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))


_OF_ONE = {table: sa.select(*columns_of(table)).where(_mine(table)) for table in OF_USER}
_OF_ONE[jobs] = _OF_ONE[jobs].where(jobs.c.job != Job.FEED.value)  # what an engine was told is between it and a store
_LAY = {table: insert_of(table) for table in OF_USER}
_REMOVE = [sa.delete(table).where(_mine(table)) for table in reversed(OF_USER)]
