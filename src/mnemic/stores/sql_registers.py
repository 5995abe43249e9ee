"""Registers in SQL: the statements, and rows to values and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mnemic.domain.register import Register, Registered
from mnemic.stores.rows import Values, json_text, json_value
from mnemic.stores.tables import registers

FIELDS = ("register", "id", "at", "body")


def _mine() -> sa.ColumnElement[bool]:
    return sa.and_(registers.c.tenant == sa.bindparam("tenant"), registers.c.user_id == sa.bindparam("user_id"))


_COLUMNS = tuple(registers.c[name] for name in FIELDS)
ENTRIES = (
    sa.select(*_COLUMNS)
    .where(_mine(), registers.c.register == sa.bindparam("of"))
    .order_by(registers.c.at, registers.c.id)
)
EVERY_ENTRY = sa.select(*_COLUMNS).where(_mine()).order_by(registers.c.register, registers.c.id)


def taken_out(register: Register, ids: Sequence[str]) -> sa.Delete:
    """What removes entries."""
    return sa.delete(registers).where(_mine(), registers.c.register == register.value, registers.c.id.in_(ids))


def values(entry: Registered) -> Values:
    """The row of an entry.

    Raises:
        InvalidMetadata: its body is not JSON.
    """
    return {"register": entry.register.value, "id": entry.id, "at": entry.at, "body": json_text(entry.body)}


def entry_from(row: Sequence[Any]) -> Registered:
    """The entry of a row: register, id, time, body."""
    register, id, at, body = row
    return Registered(register=Register(register), id=id, at=at, body=json_value(body))
