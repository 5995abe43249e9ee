"""What tests of the whole share: a clock that stands still, scripted ids, and a memory over every store."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from mnemic import settings
from mnemic.api.core import Core, Parts
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Embedder, FileReader, LanguageModel, Reranker, Store, VectorIndex
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.keys.keyring import ENDING, Keyring
from mnemic.stores.keys.master_key import MasterKey
from mnemic.stores.keys.sealing import Sealing
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.postgres_server import server, stop

MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(slots=True)
class Ticking:
    """A clock that stands still until a test moves it on."""

    moment: datetime = MONDAY

    def now(self) -> datetime:
        """Where the hands are."""
        return self.moment

    def advance(self, **by: float) -> datetime:
        """Move on, `advance(days=1)` and the like; gives the new moment."""
        self.moment += timedelta(**by)
        return self.moment


@dataclass(slots=True)
class Numbered:
    """Ids in order: m000001, m000002, ..."""

    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __call__(self) -> str:
        return f"m{next(self.numbers):06}"


MASTER = bytes(range(32))
"""The master key of tests."""


def sealing(path: Path, *, master: bytes = MASTER, on: bool = True) -> Sealing:
    """Who seals the users of a memory file, with a key ring beside it."""
    ring = Keyring(path.with_name(path.name + ENDING), MasterKey(master), lock_wait_s=20)
    return Sealing(ring, on=on)


def sealed_store(path: Path, *, lock_wait_s: float = 20) -> SqliteStore:
    """A memory file in which everybody is encrypted."""
    return SqliteStore.open(path, lock_wait_s=lock_wait_s, sealing=sealing(path))


def assembled(
    store: Store,
    *,
    clock: Ticking | None = None,
    embedder: Embedder | None = None,
    former: Embedder | None = None,
    model: LanguageModel | None = None,
    reranker: Reranker | None = None,
    asked: LanguageModel | None = None,
    file_reader: FileReader | None = None,
    index: VectorIndex | None = None,
    new_id: Callable[[], str] | None = None,
    zone: str = "UTC",
    **given: Any,
) -> OpenMemory:
    """A memory over a store, with nothing in it that a test does not decide."""
    return OpenMemory(
        Core(
            Parts(
                store=store,
                embedder=embedder or HashingEmbedder(),
                former=former,
                clock=clock or Ticking(),
                settings=settings.load(**({"background": False, "lock_wait_s": 20.0} | given)),
                zone=ZoneInfo(zone),
                new_id=new_id or Numbered(),
                random=bytes,
                model=model,
                reranker=reranker,
                asked=asked,
                file_reader=file_reader,
                index=index,
                index_ours=False,
            )
        )
    )


@pytest.fixture
def clock() -> Ticking:
    """Monday morning, and it stays so."""
    return Ticking()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a memory file may be made."""
    return tmp_path / "memory.db"


@contextmanager
def empty_store(kind: str, file: Path) -> Iterator[Store]:
    """A store with nothing in it: sqlite, sealed (everybody encrypted), inmemory or postgres."""
    if kind == "postgres":
        with server().database() as url:
            yield PostgresStore.open(url, lock_wait_s=20)
    elif kind == "inmemory":
        yield InMemoryStore()
    else:
        yield sealed_store(file) if kind == "sealed" else SqliteStore.open(file, lock_wait_s=20)


@pytest.fixture(params=["sqlite", "sealed", "inmemory", "postgres"])
def opened(request: pytest.FixtureRequest, file: Path, clock: Ticking) -> Iterator[OpenMemory]:
    """An empty memory over each store."""
    with empty_store(request.param, file) as store, assembled(store, clock=clock) as memory:
        yield memory


@pytest.fixture(scope="session", autouse=True)
def postgres_stops() -> Iterator[None]:
    """A PostgreSQL that was started for tests ends with them."""
    yield
    stop()


@pytest.fixture
def alice(opened: OpenMemory) -> UserMemory:
    """One user of it."""
    return opened.user("alice")
