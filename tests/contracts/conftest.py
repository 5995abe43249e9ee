"""Every store that passes the contracts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemic.ports import Store
from mnemic.stores.inmemory import InMemoryStore
from mnemic.stores.sqlite import SqliteStore


@pytest.fixture(params=["sqlite", "inmemory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each sort."""
    opened: Store = (
        SqliteStore.open(tmp_path / "memory.db", lock_wait_s=10)
        if request.param == "sqlite"
        else InMemoryStore(lock_wait_s=10)
    )
    yield opened
    opened.close()
