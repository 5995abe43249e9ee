"""Registers in SQL: the statements, and rows to values and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mnemic.domain.register import Register, RegisterEntry
from mnemic.stores.sql.rows import RowValues, json_text, json_value
from mnemic.stores.sql.tables import registers

FIELDS = ("register", "id", "at", "body")


def _mine() -> sa.ColumnElement[bool]:
    return sa.and_(registers.c.tenant == sa.bindparam("tenant"), registers.c.user_id == sa.bindparam("user_id"))


def _in_order(columns: Sequence[sa.Column[Any]]) -> sa.Select[Any]:
    whose = sa.and_(_mine(), registers.c.register == sa.bindparam("of"))
    return sa.select(*columns).where(whose).order_by(registers.c.at, registers.c.id)


_COLUMNS = tuple(registers.c[name] for name in FIELDS)
_ENTRIES = _in_order(_COLUMNS)
_HEADS = _in_order(_COLUMNS[:-1])
EVERY_ENTRY = sa.select(*_COLUMNS).where(_mine()).order_by(registers.c.register, registers.c.id)


def entries_statement(ids: Sequence[str] | None, *, bodies: bool) -> sa.Select[Any]:
    """What reads the entries of a register, or those with these ids; with their bodies or without."""
    every = _ENTRIES if bodies else _HEADS
    return every if ids is None else every.where(registers.c.id.in_(ids))


def delete_entries(register: Register, ids: Sequence[str]) -> sa.Delete:
    """What removes entries."""
    return sa.delete(registers).where(_mine(), registers.c.register == register.value, registers.c.id.in_(ids))


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
