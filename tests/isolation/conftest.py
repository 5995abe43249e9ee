"""What the isolation suite shares: every store, and a planted world over each, made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.ports import Store
from tests.conftest import Ticking, assembled
from tests.isolation.stores import STORES
from tests.isolation.world import World, world
from tests.postgres_server import leave


@pytest.fixture(autouse=True)
def databases_go_back(tmp_path: Path) -> Iterator[None]:
    """What a test has taken of a server's databases is empty for the next."""
    yield
    leave(tmp_path)


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each sort."""
    opened = STORES[request.param](tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def shared(store: Store, clock: Ticking) -> Iterator[OpenMemory]:
    """An empty memory over each store, for users to share."""
    with assembled(store, clock=clock) as memory:
        yield memory


@pytest.fixture(scope="session", params=list(STORES))
def planted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Forty users of three tenants over each store, each with words of its own in every kind of field."""
    folder = tmp_path_factory.mktemp("planted")
    made = world(STORES[request.param](folder))
    yield made
    made.close()
    leave(folder)
