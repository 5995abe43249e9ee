"""Whether a PostgreSQL database is sound as a thing: reachable, with the tables of this version, each bound to its
user. It only reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import sqlalchemy as sa

from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Severity
from mnemic.errors import StoreError
from mnemic.stores.sql.postgres_schema import rows_of_statement
from mnemic.stores.sql.sqlite_check import stray_users
from mnemic.stores.sql.tables import REVISION, metadata
from mnemic.stores.vectors.pgvector_schema import TABLE as EMBEDDINGS

if TYPE_CHECKING:
    from mnemic.stores.sql.postgres import PostgresStore

_BACKUP = "restore the database from a backup"
_ROLE = "SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
_HERE = "relnamespace = current_schema()::regnamespace"
_BOUND = f"SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class WHERE {_HERE} AND relkind IN ('r', 'p')"
_INDEXES = f"SELECT relname FROM pg_class WHERE {_HERE} AND relkind IN ('i', 'I')"
_COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
_POLICIES = (
    "SELECT tablename, policyname, permissive, cmd, coalesce(qual, ''), coalesce(with_check, '') FROM pg_policies "
    "WHERE schemaname = current_schema()"
)
_KEPT_BY_OTHERS = (  # VACUUM passes over what its role may not maintain
    f"SELECT relname FROM pg_class WHERE {_HERE} AND relkind = 'r' AND NOT pg_has_role(relowner, 'USAGE') "
    "ORDER BY relname"
)
_VECTOR = "SELECT 1 FROM pg_extension WHERE extname = 'vector'"
_OWN, _REACHED = "own", "reached"
_MINE = ("mnemic.tenant", "mnemic.user")
_EXPECTED = {table: {_OWN, _REACHED} for table in metadata.tables} | {EMBEDDINGS: {_OWN}}  # policies of each table
_OF_TENANT = {name for name, table in metadata.tables.items() if "user_id" not in table.c}


def postgres_findings(store: PostgresStore) -> list[Diagnosis]:
    """What is wrong, worst things first. It raises nothing for what it finds."""
    try:
        with store._surveying() as connection:
            lacking = list(_tables(connection, store))
            if any(one.check is Check.FILE_TABLES for one in lacking):
                return lacking
            return [
                *lacking,
                *_bindings(connection, store),
                *_indexes(connection, store),
                *_role(connection, store),
                *stray_users(connection),
                *store._plain(connection),
            ]
    except StoreError as error:
        return [_wrong(Check.FILE_READABLE, str(error), "check that PostgreSQL runs, and that the role may log in")]


def _tables(connection: sa.Connection, store: PostgresStore) -> Iterator[Diagnosis]:
    columns = defaultdict[str, set[str]](set)
    for table, column in rows_of_statement(connection, _COLUMNS, store._explain):
        columns[table].add(column)
    if "alembic_version" not in columns:
        yield _wrong(Check.FILE_TABLES, "the table that names the schema is gone", _BACKUP)
        return
    revision = str(rows_of_statement(connection, "SELECT max(version_num) FROM alembic_version", store._explain)[0][0])
    if revision != REVISION:
        yield _wrong(Check.FILE_SCHEMA, f"its schema is {revision}, not {REVISION}", "open the memory once")
        return
    for name, expected in metadata.tables.items():
        if name not in columns:
            yield _wrong(Check.FILE_TABLES, f"the table {name} is gone, or hidden from this role", _BACKUP)
        elif missing := sorted({column.name for column in expected.c} - columns[name]):
            yield _wrong(Check.FILE_TABLES, f"{name} lacks {', '.join(missing)}", _BACKUP)


def _bindings(connection: sa.Connection, store: PostgresStore) -> Iterator[Diagnosis]:
    """That row-level security is forced everywhere, by our policies and no others."""
    policies = defaultdict[str, dict[str, tuple[str, str, str, str]]](dict)
    for table, name, *policy in rows_of_statement(connection, _POLICIES, store._explain):
        policies[table][name] = (policy[0], policy[1], policy[2], policy[3])
    for name, forced in sorted(tuple(row) for row in rows_of_statement(connection, _BOUND, store._explain)):
        if not _ours(name):
            continue
        if not forced:
            way = f'ALTER TABLE "{name}" ENABLE ROW LEVEL SECURITY; ALTER TABLE "{name}" FORCE ROW LEVEL SECURITY'
            yield _wrong(Check.FILE_OWNER, f"row-level security is not forced on {name}", way)
        yield from _policies(name, policies[name])


def _policies(table: str, there: Mapping[str, tuple[str, str, str, str]]) -> Iterator[Diagnosis]:
    expected = _EXPECTED.get(table, set())
    for name in sorted(expected - there.keys()):
        yield _wrong(Check.FILE_OWNER, f"the policy {name} of {table} is gone: its rows cannot be reached", _BACKUP)
    for name in sorted(there.keys() - expected):
        if there[name][0] == "PERMISSIVE":
            way = f'look what it is for; else DROP POLICY "{name}" ON "{table}"'
            yield _wrong(Check.FILE_OWNER, f"the policy {name} of {table} is not ours, and lets more through", way)
    if _OWN in there and expected and not _bound(table, there[_OWN]):
        reason = f"the policy {_OWN} of {table} does not bind its rows to tenant and user any more"
        yield _wrong(Check.FILE_OWNER, reason, _BACKUP)
    if _REACHED in there and expected and (there[_REACHED][1] != "SELECT" or "mnemic.reach" not in there[_REACHED][2]):
        reason = f"the policy {_REACHED} of {table} gives more than reading to whoever goes over users"
        yield _wrong(Check.FILE_OWNER, reason, _BACKUP)


def _bound(table: str, policy: tuple[str, str, str, str]) -> bool:
    """Whether a policy says whose the rows are, of those read and of those written."""
    named = _MINE[:1] if table in _OF_TENANT else _MINE
    return all(all(one in said for one in named) and " OR " not in said.upper() for said in policy[2:])


def _indexes(connection: sa.Connection, store: PostgresStore) -> Iterator[Diagnosis]:
    there = {name for (name,) in rows_of_statement(connection, _INDEXES, store._explain)}
    expected = {str(index.name) for table in metadata.tables.values() for index in table.indexes}
    for missing in sorted(expected - there):
        yield _wrong(
            Check.FILE_INDEXES,
            f"the index {missing} is gone, so that searching takes long",
            "it is made anew",
            severity=Severity.DEGRADED,
            repair=Repair.REINDEX,
            id=missing,
        )


def _role(connection: sa.Connection, store: PostgresStore) -> Iterator[Diagnosis]:
    role, bypasses = rows_of_statement(connection, _ROLE, store._explain)[0]
    if bypasses:
        reason = f"the role {role!r} is not bound by row-level security: a query of its own could cross users"
        yield _wrong(Check.FILE_OWNER, reason, "open it as an ordinary role", severity=Severity.DEGRADED)
    others = [name for (name,) in rows_of_statement(connection, _KEPT_BY_OTHERS, store._explain) if _ours(name)]
    if others and not bypasses:
        reason = (
            f"{len(others)} tables are another role's: what is forgotten stays until that one vacuums ({others[0]})"
        )
        way = f'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO "{role}", or have the owner vacuum'
        yield _wrong(Check.FILE_SPACE, reason, way, severity=Severity.NOTE)
    if not rows_of_statement(connection, _VECTOR, store._explain):
        reason = "the extension pgvector is not there: the setting vector_index=pgvector needs it"
        yield _wrong(Check.FILE_SCHEMA, reason, "CREATE EXTENSION vector", severity=Severity.NOTE)


def _ours(name: str) -> bool:
    """Whether a table is one of the memory's, or a part of one."""
    table, _, number = name.rpartition("_")
    return name in _EXPECTED or (number.isdecimal() and table in _EXPECTED)


def _wrong(
    check: Check,
    reason: str,
    way_out: str,
    *,
    severity: Severity = Severity.BROKEN,
    repair: Repair | None = None,
    id: str | None = None,
) -> Diagnosis:
    return Diagnosis(check=check, severity=severity, reason=reason, way_out=way_out, repair=repair, id=id)
