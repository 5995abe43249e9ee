"""Every engine that runs here, as fixtures. A server is started once in each process, when the first test needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from mnemic.domain.scope import Scope
from mnemic.ports.vectors import VectorIndex
from tests.engines import places
from tests.engines.places import IN_PROCESS, SERVED, Place
from tests.postgres_server import server as postgres

SERVERS: dict[str, Callable[[Path], AbstractContextManager[str]]] = {
    "pgvector": lambda folder: postgres().database(),
    "chroma-server": places.chroma_server,
    "milvus-server": places.milvus_server,
    "weaviate-fake": lambda folder: places.weaviate(),
    "pinecone-fake": lambda folder: places.pinecone(),
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """The address of a server, by name; it is started when it is first asked for."""
    urls: dict[str, str] = {}
    with ExitStack() as stack:

        def url(name: str) -> str:
            if name not in urls:
                urls[name] = stack.enter_context(SERVERS[name](tmp_path_factory.mktemp(name)))
            return urls[name]

        yield url


@pytest.fixture(params=[*IN_PROCESS, *SERVED])
def place(request: pytest.FixtureRequest, tmp_path: Path, server: Callable[[str], str]) -> Place:
    """An engine at its place."""
    name: str = request.param
    return IN_PROCESS[name](tmp_path) if name in IN_PROCESS else SERVED[name](server(name))


@pytest.fixture
def engine(place: Place) -> Iterator[VectorIndex]:
    """An engine, open."""
    opened = place.open()
    yield opened
    opened.close()


@pytest.fixture
def tenant() -> str:
    """A tenant of this test alone: servers are shared by tests."""
    return f"tenant {uuid4().hex}"


@pytest.fixture
def alice(tenant: str) -> Scope:
    """A user."""
    return Scope(tenant, "alice")


@pytest.fixture
def bob(tenant: str) -> Scope:
    """Another user of the same tenant."""
    return Scope(tenant, "bob")
