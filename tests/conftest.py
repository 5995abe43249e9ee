"""What tests of the whole share: a clock that stands still, scripted ids, and a memory over one store or over each.

A law of the library (what is understood, found, kept, said) holds whatever the store is: its test takes `opened` or
`alice` and runs once, over the quickest store. A law of storage (what is written at once or not at all, is there when
it is opened again, leaves no byte, is nobody else's, survives a kill) bears `pytest.mark.every_store` and runs over
each. The contracts and the suite of isolation do so by fixtures of their own. By night every law runs over every store.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from mnemic import settings
from mnemic.api.core import Core, MemoryParts
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Embedder, FileReader, LanguageModel, Reranker, Store, VectorIndex
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.keys.keyring import ENDING, Keyring
from mnemic.stores.keys.master_key import MasterKey
from mnemic.stores.keys.seals import Sealing
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.effort import EFFORT
from tests.postgres_server import server, stop

with suppress(ImportError):  # of a package for tests of vectors
    import onnxruntime  # noqa: F401 - it crashes where usearch was loaded before it

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


@cache
def _blank() -> bytes:
    """A memory file with its tables and nothing in them. Making the tables takes ten times as long as a copy."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        SqliteStore.open(path, lock_wait_s=20).close()
        return path.read_bytes()


def sqlite_store(place: Path | str, *, lock_wait_s: float = 20, sealing: Sealing | None = None) -> SqliteStore:
    """A memory file: the one that is there, or a new one."""
    path = Path(place)
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(_blank())
    return SqliteStore.open(path, lock_wait_s=lock_wait_s, sealing=sealing)


def sealed_store(path: Path, *, lock_wait_s: float = 20) -> SqliteStore:
    """A memory file in which everybody is encrypted."""
    return sqlite_store(path, lock_wait_s=lock_wait_s, sealing=sealing(path))


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
            MemoryParts(
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
        yield sealed_store(file) if kind == "sealed" else sqlite_store(file)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Over which stores a test of `opened` runs."""
    if "opened" in metafunc.fixturenames:
        of_storage = metafunc.definition.get_closest_marker("every_store") is not None
        metafunc.parametrize("opened", EFFORT.storage if of_storage else EFFORT.library, indirect=True)


@pytest.fixture
def opened(request: pytest.FixtureRequest, file: Path, clock: Ticking) -> Iterator[OpenMemory]:
    """An empty memory: over one store, or over each where the test bears `every_store`."""
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
