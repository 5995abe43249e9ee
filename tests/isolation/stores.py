"""Every store there is, in one list: whoever adds a store adds it here, and the whole suite attacks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from mnemic.ports import Store
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import sealed_store
from tests.postgres_server import server

LOCK_WAIT_S = 20.0

Opening = Callable[[Path], Store]
"""Opens a store of a sort in a folder; the same folder again gives the same store, where that is kept in files."""


def sqlite(folder: Path) -> Store:
    """The memory file."""
    return SqliteStore.open(folder / "memory.db", lock_wait_s=LOCK_WAIT_S)


def sealed(folder: Path) -> Store:
    """The memory file with everybody in it encrypted, the key ring beside it."""
    return sealed_store(folder / "memory.db", lock_wait_s=LOCK_WAIT_S)


def postgres(folder: Path) -> Store:
    """A database of a real server, one for each folder."""
    return PostgresStore.open(server().of(folder), lock_wait_s=LOCK_WAIT_S)


def inmemory(folder: Path) -> Store:
    """The twin, which keeps nothing in files."""
    return InMemoryStore(lock_wait_s=LOCK_WAIT_S)


STORES: Mapping[str, Opening] = {"sqlite": sqlite, "sealed": sealed, "inmemory": inmemory, "postgres": postgres}
"""Stores by name."""

KEPT: Mapping[str, Opening] = {name: opening for name, opening in STORES.items() if name != "inmemory"}
"""Those that are still there when they are opened again."""
