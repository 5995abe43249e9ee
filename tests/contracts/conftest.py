"""Every store that passes the contracts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemic.ports import Store
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import sealed_store, sealing
from tests.postgres_server import server


@pytest.fixture(params=["sqlite", "sealed", "inmemory", "postgres", "sealed postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each sort."""
    path = tmp_path / "memory.db"
    if "postgres" in request.param:
        with server().database() as url:
            kept = sealing(path) if "sealed" in request.param else None
            store = PostgresStore.open(url, lock_wait_s=10, sealing=kept)
            yield store
            store.close()
        return
    if request.param == "sealed":
        opened: Store = sealed_store(path, lock_wait_s=10)
    else:
        plain = request.param == "sqlite"
        opened = SqliteStore.open(path, lock_wait_s=10) if plain else InMemoryStore(lock_wait_s=10)
    yield opened
    opened.close()
