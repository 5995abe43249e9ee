"""Whose database it is, as whom it is opened, and which revision of the schema it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.errors import NewerFile, StoreError
from mnemic.stores.migrations import known_revisions, upgrade
from mnemic.stores.sql.postgres_errors import not_our_database, sqlstate_of
from mnemic.stores.sql.reader import Explain
from mnemic.stores.sql.tables import REVISION, metadata

_ROLE = "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_NUMBER = "SELECT obj_description('users'::regclass, 'pg_class')"
_NUMBERED = "mnemic "  # begins the comment that holds the number
_OURS = frozenset({"alembic_version", "users", "turns", "memories"})
_READ_ONLY = "25006"


def check_role(connection: sa.Connection, where: str, explain: Explain, *, trusted: bool) -> None:
    """See that row-level security binds whoever has opened the database.

    Raises:
        StoreError: the role is a superuser or has BYPASSRLS.
    """
    role, superuser, bypasses = rows_of_statement(connection, _ROLE, explain)[0]
    if (superuser or bypasses) and not trusted:
        what = "is a superuser" if superuser else "has BYPASSRLS"
        raise StoreError(
            f"{where}: the role {role!r} {what}, so that row-level security would not keep users apart. Make a role "
            f"of its own: CREATE ROLE mnemic LOGIN PASSWORD '...'; CREATE DATABASE mnemic OWNER mnemic; or set "
            "postgres_trust_role to open it all the same."
        )


def is_schema_current(connection: sa.Connection, where: str, explain: Explain) -> bool:
    """Whether the schema is that of this version; False for an older one and for a database without tables of ours.

    Raises:
        NotAMemoryFile: it has tables of somebody else's that are named like ours.
        NewerFile: a revision that this version does not know.
    """
    tables = {name for (name,) in rows_of_statement(connection, _TABLES, explain)}
    if "alembic_version" not in tables and not tables & metadata.tables.keys():
        return False
    if not tables >= _OURS:
        raise not_our_database(where, "it holds another application's tables")
    revision = str(rows_of_statement(connection, "SELECT max(version_num) FROM alembic_version", explain)[0][0])
    if revision != REVISION and revision not in known_revisions():
        raise NewerFile(
            f"{where} has schema {revision}, this Mnemic knows schemas up to {REVISION}: "
            "upgrade with pip install --upgrade mnemic."
        )
    return revision == REVISION


def bring_up_to_date(connection: sa.Connection, partitions: int, explain: Explain) -> None:
    """Run the migrations that are missing."""
    try:
        upgrade(connection, partitions=partitions)
    except SQLAlchemyError as error:
        raise explain(error) from error


def database_number(connection: sa.Connection, explain: Explain) -> int:
    """The number by which a key ring knows the database; 0 where it has none. Dumps and copies bear the same."""
    comment = str(rows_of_statement(connection, _NUMBER, explain)[0][0] or "")
    digits = comment.removeprefix(_NUMBERED)
    return int(digits) if comment.startswith(_NUMBERED) and digits.isdecimal() else 0


def give_number(connection: sa.Connection, drawn: int, explain: Explain) -> None:
    """Give the database a number."""
    rows_of_statement(connection, f"COMMENT ON TABLE users IS '{_NUMBERED}{drawn:d}'", explain)


def is_read_only(error: StoreError) -> bool:
    """Whether one of our errors says that the database can only be read."""
    return isinstance(error.__cause__, SQLAlchemyError) and sqlstate_of(error.__cause__) == _READ_ONLY


def reindex_database(connection: sa.Connection, explain: Explain) -> None:
    """Make indexes that are missing, and all others anew. Each statement is a transaction of its own."""
    try:
        for table in metadata.sorted_tables:
            for index in table.indexes:
                index.create(connection, checkfirst=True)
            connection.exec_driver_sql(f'REINDEX TABLE "{table.name}"')
    except SQLAlchemyError as error:
        raise explain(error) from error


def rows_of_statement(connection: sa.Connection, statement: str, explain: Explain) -> Sequence[Any]:
    """Rows of a statement without parameters."""
    try:
        result = connection.exec_driver_sql(statement)
        return result.all() if result.returns_rows else ()
    except SQLAlchemyError as error:
        raise explain(error) from error
