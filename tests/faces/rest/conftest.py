"""A server in the process, in which everybody may do everything, on a memory of its own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.settings import load

PAGE_ITEMS = 3


class Ticking:
    """A clock that goes on by a second each time it is looked at."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def now(self) -> datetime:
        """The present moment."""
        self.at += timedelta(seconds=1)
        return self.at


@pytest.fixture
def clock() -> Ticking:
    """The clock of the memory."""
    return Ticking()


@pytest.fixture
def memory(tmp_path: Path, clock: Ticking) -> Iterator[OpenMemory]:
    """A memory in a file."""
    with mnemic.open(tmp_path / "memory.db", embedder="hashing", background=False, clock=clock) as opened:
        yield opened


def client_of(memory: OpenMemory) -> TestClient:
    """A client of a server that answers with a memory."""
    settings = load(embedder="hashing", background=False, page_items=PAGE_ITEMS, idempotency_max=5, batch_max=10)
    app = guarded(create_app(memory, settings), memory, settings, Guards(auth=False))
    return TestClient(app, raise_server_exceptions=False)


@pytest.fixture
def client(memory: OpenMemory) -> TestClient:
    """A client of the server."""
    return client_of(memory)
