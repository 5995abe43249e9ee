"""A server for each test that wants one, and whoever connects to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import mnemic
from mnemic.faces.client.remote import RemoteMemory
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import Ticking, assembled
from tests.faces.client.running import Running, running


@pytest.fixture
def server(file: Path, clock: Ticking) -> Iterator[Running]:
    """A server that asks for no key."""
    with assembled(SqliteStore.open(file, lock_wait_s=20), clock=clock) as memory, running(memory) as served:
        yield served


@pytest.fixture
def guarded(file: Path) -> Iterator[Running]:
    """A server that asks for a key; by the machine's clock, since keys have their times."""
    with assembled(SqliteStore.open(file, lock_wait_s=20)) as memory, running(memory, auth=True) as served:
        yield served


@pytest.fixture
def remote(server: Running) -> Iterator[RemoteMemory]:
    """A connection to it."""
    with mnemic.connect(server.address, timeout_s=20) as memory:
        yield memory
