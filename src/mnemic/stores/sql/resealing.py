"""Every private value of a user written anew: plain values sealed, sealed ones in plain, or under a new key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from mnemic.domain.scope import Scope
from mnemic.stores.keys.seals import sealing_key_id
from mnemic.stores.sql.private_columns import private_columns
from mnemic.stores.sql.tables import blobs, memories, metadata, turns, users

if TYPE_CHECKING:
    from mnemic.stores.keys.seals import Seal

ROWS_AT_ONCE = 200
"""Rows rewritten together; files one at a time."""

_SCOPE = ("tenant", "user_id")


def reseal(connection: sa.Connection, scope: Scope, before: Seal | None, after: Seal | None) -> None:
    """Rewrite a user's private values, and note the key in the user's row.

    Raises:
        KeyMissing, SealBroken: a value cannot be opened.
        SQLAlchemyError: the database cannot do it.
    """
    for table in metadata.sorted_tables:
        if private_columns(table):
            _rewrite(connection, scope, table, before, after)
    note_sealing_key(connection, scope, "" if after is None else after.id)


def note_sealing_key(connection: sa.Connection, scope: Scope, key: str) -> None:
    """Note in a user's row which key the private values are sealed with."""
    connection.execute(sa.update(users).where(*_mine(users, scope)).values(sealed=key))


def sealing_key_seen(connection: sa.Connection, scope: Scope) -> str:
    """The key with which what a user said is sealed, by the values themselves; "": it is plain, or there is nothing.
    For users whose row is gone."""
    for column in (turns.c.text, memories.c.text):
        wanted = sa.select(column).where(*_mine(column.table, scope), column != "").limit(1)
        for (value,) in connection.execute(wanted):
            if (key := sealing_key_id(value)) is not None:
                return key
    return ""


def _rewrite(connection: sa.Connection, scope: Scope, table: sa.Table, before: Seal | None, after: Seal | None) -> None:
    """One table, in order of its keys, which stay what they are."""
    keys = [column for column in table.primary_key if column.name not in _SCOPE]
    private = private_columns(table)
    names = [column.name for column in private]
    update = (
        sa.update(table)
        .where(*_mine(table, scope), *(column == sa.bindparam(f"key_{column.name}") for column in keys))
        .values({column.name: sa.bindparam(f"new_{column.name}", type_=column.type) for column in private})
    )
    wanted = sa.select(*keys, *private).where(*_mine(table, scope)).order_by(*keys)
    wanted = wanted.limit(1 if table is blobs else ROWS_AT_ONCE)
    last: tuple[Any, ...] | None = None
    while True:
        part = wanted if last is None else wanted.where(sa.tuple_(*keys) > sa.tuple_(*last))
        found = connection.execute(part).all()
        if not found:
            return
        last = tuple(found[-1][: len(keys)])
        opened = found if before is None else before.opened(part, found)
        values = [dict(zip(names, row[len(keys) :], strict=True)) for row in opened]
        closed = values if after is None else after.sealed(table, values)
        connection.execute(update, [_named(keys, row) | _new(new) for row, new in zip(opened, closed, strict=True)])


def _named(keys: Sequence[sa.Column[Any]], row: Sequence[Any]) -> dict[str, Any]:
    """The row by its keys; the parameters of an UPDATE may not be named like columns."""
    return {f"key_{key.name}": value for key, value in zip(keys, row, strict=False)}


def _new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


def _mine(table: Any, scope: Scope) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return table.c.tenant == scope.tenant, table.c.user_id == scope.user
