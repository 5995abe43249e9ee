"""What a database is asked during a broad scenario, and whether each statement names its user."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from mnemic.domain.scope import Scope
from mnemic.stores.sql.tables import metadata

TABLES = tuple(table.name for table in metadata.sorted_tables if {"tenant", "user_id"} <= set(table.c.keys()))
"""Tables whose rows are somebody's."""

ABOUT_NOBODY: Mapping[str, str] = {
    r"(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b": "transactions",
    r"PRAGMA \w+": "how the file is read and written",
    r"VACUUM$": "the file as a whole is rewritten after a forgetting",
    r"SELECT 1 FROM users LIMIT 1$": "begins a snapshot; tells nothing",
}
"""Statements in which there is no user to name."""

ABOUT_EVERYBODY: Mapping[str, str] = {
    r"SELECT turns\.tenant, turns\.user_id FROM turns WHERE turns\.state = 'pending'": "backlog: whose turns wait",
    r"SELECT users\.tenant, users\.user_id FROM users LEFT OUTER JOIN jobs": "due: whose upkeep is due",
    r"SELECT users\.tenant, users\.user_id FROM users WHERE \(\?, \?\) < \(users": "users: who there is",
    r"SELECT DISTINCT outbox\.tenant, outbox\.user_id FROM outbox WHERE \(\?, \?\) < \(outbox": "unfed: who waits",
    r"SELECT asked\.tenant, asked\.user_id FROM asked GROUP BY": "askers: who asked last",
    r"SELECT DISTINCT \w+\.tenant, \w+\.user_id FROM \w+ WHERE NOT \(EXISTS": "the doctor: rows of nobody",
    r"SELECT count\(\*\), count\(\*\) - count\(nullif\(sealed, ''\)\) FROM users$": "how many are not encrypted",
}
"""Statements of the worker and the doctor. They read names and numbers of users, and nothing else."""

ABOUT_THE_TENANT: Mapping[str, str] = {
    r"SELECT chains\.number, chains\.hash FROM chains WHERE chains\.tenant = \?": "the newest line of the trail",
    r"INSERT INTO chains \(tenant, number, hash\)": "the trail begins",
    r"UPDATE chains SET number=\?, hash=\? WHERE chains\.tenant = \?": "the trail goes on",
    r"SELECT trail\..* FROM trail WHERE trail\.tenant = \?": "lines of the trail, which name nobody",
    r"INSERT INTO trail \(tenant, number, at, actor, action, mark, sequence, digest, hash\)": "a line of the trail",
    r"SELECT audit\..* FROM audit WHERE audit\.tenant = \?(?! AND audit\.user_id)": "the audit beside its trail",
}
"""Statements about the trail, the chain of hashes over a tenant's audit: they name the tenant, and no user."""

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One statement as it was sent, with what was bound to it: one list of values for each row."""

    statement: str
    bound: Sequence[Sequence[Any]]
    scope: Scope | None  # whose transaction it was sent in; None: nobody's


@dataclass(slots=True)
class Listening:
    """Statements, gathered as they are sent."""

    asked: list[Asked] = field(default_factory=list)
    scope: Scope | None = None


@contextmanager
def listening(engine: sa.Engine) -> Iterator[Listening]:
    """Gather every statement sent to a database, for the length of a `with` block."""
    heard = Listening()

    def hear(_: object, __: object, statement: str, bound: Any, ___: object, many: bool) -> None:
        rows = bound if many else [bound]
        heard.asked.append(Asked(statement=_SPACES.sub(" ", statement).strip(), bound=rows, scope=heard.scope))

    sa.event.listen(engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        sa.event.remove(engine, "before_cursor_execute", hear)


def excused(statement: str, by: Mapping[str, str]) -> bool:
    """Whether a statement is one of those named."""
    return any(re.match(pattern, statement) for pattern in by)


def lacking(asked: Asked) -> Iterator[str]:
    """What a statement lacks to be one user's, in words: each of its tables must be held to a tenant and a user."""
    statement = asked.statement
    for table in TABLES:
        if re.match(rf"INSERT INTO {table} \(", statement):
            columns = statement[statement.index("(") + 1 : statement.index(")")].split(", ")
            if not {"tenant", "user_id"} <= set(columns):
                yield f"{table}: a row without a user"
        elif re.search(rf"(FROM|FROM [\w, ]*,|JOIN|UPDATE) {table}\b", statement):
            alone = re.match(rf"SELECT [\w, ]+ FROM {table} WHERE tenant = \? AND user_id = \?$", statement)
            for column in () if alone else ("tenant", "user_id"):
                if not re.search(
                    rf"\b{table}\.{column} = (\?|\w+\.{column})|\w+\.{column} = {table}\.{column}", statement
                ):
                    yield f"{table}: {column} may be anything"


def strangers(asked: Asked, scope: Scope) -> Iterator[Sequence[Any]]:
    """Lists of values that do not name the user whose transaction it is."""
    for row in asked.bound:
        values = list(row.values()) if isinstance(row, dict) else list(row)
        if scope.tenant not in values or scope.user not in values:
            yield row
