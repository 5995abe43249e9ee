"""Reference pages made from the code: `python -m docs.generate` writes them, `--check` names those out of date."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo
from sqlalchemy.dialects import sqlite

from docs.columns import COLUMNS, TABLES
from mnemic.errors import MnemicError
from mnemic.settings import Settings
from mnemic.stores.sql import tables

REFERENCE = Path(__file__).parent / "reference"
NOTICE = "<!-- Made by `python -m docs.generate`. Do not edit by hand. -->"
SIGNS: Mapping[type, tuple[str, str]] = MappingProxyType(
    {Ge: ("ge", "≥"), Gt: ("gt", ">"), Le: ("le", "≤"), Lt: ("lt", "<")}
)

SETTINGS_INTRO = """\
# Settings

A setting is given, later wins, in `mnemic.toml` in the working folder, as an environment variable, or as an argument of
`mnemic.open(...)`. An unknown argument or a value out of range raises `InvalidSetting`, which names it.

```toml
# mnemic.toml
zone = "Asia/Shanghai"
results_max = 50
```

The command line reads two more variables: `MNEMIC_DB`, the memory file, and `MNEMIC_USER`, the user."""

ERRORS_INTRO = """\
# Errors

Every error is a `MnemicError`, and all are in `mnemic.errors`. The message names what was wrong, the value, and what to
do. The sentence beside a class is its message where nothing more exact is known."""

FILES_INTRO = """\
# What is in a memory file

A memory is one SQLite file; while it is open, `-wal` and `-shm` stand beside it and belong to it. Any SQLite tool can
read it. Write to it through Mnemic only.

Every key begins with `tenant`, and but for `trail` and `chains` with `tenant` and `user_id`. Where a user is sealed
(`users.sealed`), private columns hold `MNS1` and what only the user's key opens.

Times are whole microseconds since 1970-01-01 UTC. JSON is
text; an empty list, an empty object and a missing slot are the empty text."""


def pages() -> Mapping[str, str]:
    """Every generated page by file name."""
    return {"settings.md": settings(), "errors.md": errors(), "files.md": files()}


def settings() -> str:
    """The table of settings."""
    rows = [
        (f"`{name}`", f"`{_default(field)}`", _range(field), str(field.description), f"`MNEMIC_{name.upper()}`")
        for name, field in Settings.model_fields.items()
    ]
    return _page(SETTINGS_INTRO, _table(("setting", "default", "range", "what it is", "environment"), rows))


def errors() -> str:
    """The tree of errors with their messages."""
    return _page(ERRORS_INTRO, "\n".join(_branch(MnemicError, 0)))


def files() -> str:
    """The tables and columns of a memory file.

    Raises:
        KeyError: a table or column that docs/columns.py says nothing about.
    """
    parts = []
    for table in tables.metadata.sorted_tables:
        key = ", ".join(f"`{column.name}`" for column in table.primary_key.columns)
        rows = [
            (f"`{column.name}`", _sql_type(column), "yes" if column.nullable else "", _column(table.name, column.name))
            for column in table.columns
        ]
        listed = _table(("column", "type", "may be empty", "what it holds"), rows)
        parts.append(f"## {table.name}\n\n{TABLES[table.name]} Key: {key}.\n\n{listed}")
    revision = f"Schema revision: `{tables.REVISION}` (table `alembic_version`)."
    return _page(FILES_INTRO, revision, *parts)


def stale() -> list[str]:
    """Names of the pages that are not what the code says."""
    return [name for name, text in pages().items() if _read(REFERENCE / name) != text]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _page(*parts: str) -> str:
    title, rest = parts[0].split("\n", 1)
    return "\n\n".join([f"{title}\n\n{NOTICE}\n{rest}", *parts[1:]]) + "\n"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _default(field: FieldInfo) -> str:
    if field.default is None:
        return "none"
    return str(field.default).lower() if isinstance(field.default, bool) else str(field.default)


def _range(field: FieldInfo) -> str:
    return ", ".join(_bounds(field.metadata))


def _bounds(metadata: list[Any]) -> Iterator[str]:
    for item in metadata:
        if type(item) in SIGNS:
            name, sign = SIGNS[type(item)]
            yield f"{sign} {getattr(item, name)}"


def _branch(error: type[MnemicError], depth: int) -> Iterator[str]:
    others = [base.__name__ for base in error.__bases__ if not issubclass(base, MnemicError) and base is not Exception]
    also = f" (also `{others[0]}`)" if others else ""
    yield f"{'  ' * depth}- `{error.__name__}`{also}: {error()}"
    for child in error.__subclasses__():
        if child.__module__ == MnemicError.__module__:
            yield from _branch(child, depth + 1)


def _sql_type(column: sa.Column[Any]) -> str:
    return str(column.type.compile(dialect=sqlite.dialect()))


def _column(table: str, column: str) -> str:
    return COLUMNS.get(f"{table}.{column}") or COLUMNS[column]


def main(arguments: list[str], say: Callable[[str], Any] = print) -> int:
    """Write the pages, or with `--check` only compare them; the exit code is the number of stale pages then."""
    if arguments == ["--check"]:
        for name in stale():
            say(f"docs/reference/{name} is out of date: run python -m docs.generate")
        return len(stale())
    for name, text in pages().items():
        (REFERENCE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
