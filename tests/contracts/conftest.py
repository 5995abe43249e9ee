"""Every store that passes the contracts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemic.ports import Store
from mnemic.stores.inmemory import InMemoryStore
from mnemic.stores.sqlite import SqliteStore
from tests.conftest import sealed_store


@pytest.fixture(params=["sqlite", "sealed", "inmemory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each sort."""
    path = tmp_path / "memory.db"
    if request.param == "sealed":
        opened: Store = sealed_store(path, lock_wait_s=10)
    else:
        plain = request.param == "sqlite"
        opened = SqliteStore.open(path, lock_wait_s=10) if plain else InMemoryStore(lock_wait_s=10)
    yield opened
    opened.close()
