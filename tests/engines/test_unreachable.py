"""What is said where an engine cannot be used, and that it is used again once it is back."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorEntry, VectorSpace
from mnemic.errors import InvalidSetting, VectorEngineUnavailable
from mnemic.ports.vectors import VectorIndex
from mnemic.stores.vectors.chroma import ChromaVectors
from mnemic.stores.vectors.milvus import MilvusVectors
from mnemic.stores.vectors.pinecone import PineconeVectors
from mnemic.stores.vectors.qdrant import QdrantVectors
from mnemic.stores.vectors.qdrant_edge import QdrantEdgeVectors
from mnemic.stores.vectors.weaviate import WeaviateVectors
from tests.engines import pinecone_fake, places, weaviate_fake
from tests.engines.serving import HOST, free_port
from tests.tables import each_row, nonempty

SECRET = "a-key-nobody-may-read"
WAITS_S = 1.0
SPACE = VectorSpace(fingerprint="down", signal="words", size=2)
ALICE = Scope("tenant", "alice")
TOLD = [VectorEntry(id="m1", vector=[1.0, 0.0], kind="fact")]

SERVED: dict[str, Callable[[str], VectorIndex]] = {
    "chroma": lambda url: ChromaVectors(url, key=SECRET, timeout_s=WAITS_S),
    "qdrant": lambda url: QdrantVectors(url, key=None, timeout_s=WAITS_S),
    "milvus": lambda url: MilvusVectors(url, key=SECRET, timeout_s=WAITS_S),
    "weaviate": lambda url: WeaviateVectors(url, key=SECRET, timeout_s=WAITS_S),
    "pinecone": lambda url: PineconeVectors(SECRET, index="tests", host=url, timeout_s=WAITS_S),
}


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a server that takes connections and never answers."""
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        listening.listen()
        yield f"http://{HOST}:{listening.getsockname()[1]}"


@each_row("name", SERVED)
def test_nobody_answers(name: str) -> None:
    """An engine may be opened while its server is down; every call says which engine and where, and no key."""
    address = f"http://{HOST}:{free_port()}"
    engine = SERVED[name](address)
    calls: list[Callable[[], object]] = [lambda: engine.put(ALICE, SPACE, TOLD), lambda: engine.forget(ALICE)]
    for call in nonempty(calls):
        with pytest.raises(VectorEngineUnavailable) as raised:
            call()
        assert name in str(raised.value)
        assert address in str(raised.value)
        assert SECRET not in str(raised.value)
    engine.close()
    engine.close()


@pytest.mark.parametrize("name", SERVED)
def test_an_answer_never_comes(name: str, silent: str) -> None:
    """A server that takes the call and never answers is unavailable once its time is over."""
    engine = SERVED[name](silent)
    with pytest.raises(VectorEngineUnavailable, match=name):
        engine.put(ALICE, SPACE, TOLD)
    engine.close()


@each_row("name", ["weaviate-fake", "pinecone-fake"])
def test_a_wrong_key(name: str, server: Callable[[str], str]) -> None:
    """A key the server does not take makes the engine unavailable, and is not repeated."""
    engine = SERVED[name.removesuffix("-fake")](server(name))
    with pytest.raises(VectorEngineUnavailable) as raised:
        engine.put(ALICE, SPACE, TOLD)
    assert SECRET not in str(raised.value)
    engine.close()


def test_credentials_in_an_address_are_not_shown() -> None:
    """Of an address with user and password, errors name neither."""
    engine = QdrantVectors(f"http://someone:{SECRET}@{HOST}:{free_port()}", key=None, timeout_s=WAITS_S)
    with pytest.raises(VectorEngineUnavailable) as raised:
        engine.ids(ALICE, SPACE)
    assert HOST in str(raised.value)
    assert SECRET not in str(raised.value)
    assert "someone" not in str(raised.value)
    engine.close()


def test_a_server_that_comes_back() -> None:
    """An engine that failed is reached again, by the same adapter, once its server runs."""
    fake = pinecone_fake.PineconeFake()
    engine = PineconeVectors(pinecone_fake.KEY, index="tests", host=fake.host, timeout_s=places.TIMEOUT_S)
    engine.put(ALICE, SPACE, TOLD)
    _, index = fake.indexes.popitem()
    index.server.close()
    with pytest.raises(VectorEngineUnavailable):
        engine.ids(ALICE, SPACE)
    engine.put(ALICE, SPACE, TOLD)
    assert engine.ids(ALICE, SPACE) == {"m1"}
    engine.close()
    fake.close()


def test_a_collection_dropped_from_outside() -> None:
    """An operator may drop a collection: at the latest the second call makes it anew."""
    fake = weaviate_fake.WeaviateFake()
    engine = WeaviateVectors(fake.url, key=weaviate_fake.KEY, timeout_s=places.TIMEOUT_S)
    engine.put(ALICE, SPACE, TOLD)
    fake.collections.clear()
    assert engine.ids(ALICE, SPACE) == set()
    with pytest.raises(VectorEngineUnavailable):
        engine.put(ALICE, SPACE, TOLD)
    engine.put(ALICE, SPACE, TOLD)
    assert engine.ids(ALICE, SPACE) == {"m1"}
    engine.close()
    fake.close()


# qdrant-client leaves its lock file open where the lock is somebody else's.
@pytest.mark.filterwarnings(r"ignore:Exception ignored in.*\.lock:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["qdrant", "qdrant-edge"])
def test_a_folder_somebody_has_open(name: str, tmp_path: Path) -> None:
    """Where one process may open a folder, the second is told, and the first goes on."""

    def opened() -> VectorIndex:
        if name == "qdrant":
            return QdrantVectors(str(tmp_path), key=None, timeout_s=WAITS_S)
        return QdrantEdgeVectors(str(tmp_path))

    first, second = opened(), opened()
    first.put(ALICE, SPACE, TOLD)
    with pytest.raises(VectorEngineUnavailable, match=name):
        second.ids(ALICE, SPACE)
    assert first.ids(ALICE, SPACE) == {"m1"}
    first.close()
    assert second.ids(ALICE, SPACE) == {"m1"}
    second.close()


@pytest.mark.parametrize(
    ("package", "extra", "make"),
    [
        ("chromadb", "chroma", SERVED["chroma"]),
        ("qdrant_client", "qdrant", SERVED["qdrant"]),
        ("qdrant_edge", "qdrant-edge", QdrantEdgeVectors),
        ("pymilvus", "milvus", SERVED["milvus"]),
        ("milvus_lite", "milvus-lite", lambda url: MilvusVectors("somewhere.db", key=None, timeout_s=WAITS_S)),
        ("weaviate", "weaviate", SERVED["weaviate"]),
        ("pinecone", "pinecone", SERVED["pinecone"]),
    ],
)
def test_a_package_that_is_missing(
    package: str, extra: str, make: Callable[[str], VectorIndex], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its package an engine cannot be opened, and the way out is named."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InvalidSetting, match=rf'pip install "mnemic\[{extra}\]"'):
        make("http://127.0.0.1:1")


@each_row("index", ["", "Mnemic", "a_b", "-a", "a" * 25, "名"])
def test_names_pinecone_does_not_take(index: str) -> None:
    """The name of an index is refused before anything is sent."""
    with pytest.raises(InvalidSetting, match="cannot be called"):
        PineconeVectors(SECRET, index=index, timeout_s=WAITS_S)


def test_weaviate_needs_an_address() -> None:
    """Weaviate has no embedded form here: a path is refused."""
    with pytest.raises(InvalidSetting, match="address"):
        WeaviateVectors("some/path", key=None, timeout_s=WAITS_S)
