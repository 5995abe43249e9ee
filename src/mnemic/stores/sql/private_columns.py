"""Which values of a statement or a row are private: found once for each, by the mark on the columns of the tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from mnemic.stores.sql.tables import PRIVATE_MARK, metadata

SHAPES_MAX = 1_000  # of statements whose private columns are remembered

PrivatePlaces = tuple[tuple[int, sa.Column[Any]], ...]


def private_columns(table: sa.Table) -> tuple[sa.Column[Any], ...]:
    """The private columns of a table."""
    return _PRIVATE[table]


@lru_cache(maxsize=SHAPES_MAX)
def private_places(columns: tuple[sa.ColumnElement[Any], ...]) -> PrivatePlaces:
    """Where private values stand in the rows of a statement with these columns, and what they are values of."""
    found = ((number, _origin(column)) for number, column in enumerate(columns))
    return tuple((number, origin) for number, origin in found if origin is not None and origin.info.get(PRIVATE_MARK))


def _origin(column: sa.ColumnElement[Any]) -> sa.Column[Any] | None:
    """The column of a table whose values these are, through coercions and subqueries; None for anything computed."""
    if isinstance(column, sa.TypeCoerce):
        return _origin(column.clause)
    return next((base for base in column.base_columns if isinstance(base, sa.Column)), None)


_PRIVATE = {
    table: tuple(column for column in table.c if column.info.get(PRIVATE_MARK)) for table in metadata.tables.values()
}
