"""Reading the SQLite files of other systems: never written to, and nothing that stands in their schema is run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from mnemic.domain.transfer import LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.json_values import FoundValue, first_bytes

_DAMAGED = (sqlite3.Error, UnicodeError)  # a damaged schema has names, and SQLite messages with them, that are no text


def sqlite_tables(path: Path) -> dict[str, frozenset[str]]:
    """The tables of a SQLite file and their columns, views left out; empty for any other file. Never raises."""
    if first_bytes(path, 16) != b"SQLite format 3\x00":
        return {}
    try:
        with closing(_connect(path)) as connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return {str(name): frozenset(_columns(connection, name)) for (name,) in names}
    except _DAMAGED:
        return {}


def sqlite_rows(
    path: Path, table: str, columns: Sequence[str], *, order: str = "rowid"
) -> Iterator[FoundValue | LostPart]:
    """The rows of a table, each a dict of the columns asked for; text that is not UTF-8 comes with replacement signs.

    `table`, `columns` and `order` (an SQL expression) are the caller's own words, never the file's. Where the file is
    damaged, the last that comes is a `Lost`.

    Raises:
        InvalidFile: no SQLite file, or without that table or those columns.
    """
    if not set(columns) <= sqlite_tables(path).get(table, frozenset()):
        raise InvalidFile(f"{path} is no SQLite file with a table {table!r} of the columns {', '.join(columns)}.")
    wanted = ", ".join(f'"{column}"' for column in columns)
    number = 0
    try:
        with closing(_connect(path)) as connection:
            for row in connection.execute(f'SELECT {wanted} FROM "{table}" ORDER BY {order}'):
                number += 1
                yield FoundValue(number=number, key=table, value=dict(zip(columns, row, strict=True)))
    except _DAMAGED as error:
        yield LostPart(
            number=number + 1, what="damaged SQLite", reason=f"{path.name} cannot be read from here on: {error}"
        )


def _columns(connection: sqlite3.Connection, table: Any) -> Iterator[str]:
    for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,)):
        yield str(row[0])


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.text_factory = _text
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _text(data: bytes) -> str:
    return data.decode(errors="replace")
