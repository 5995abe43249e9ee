"""Where each engine is while tests run: in memory, in folders of the test, or at servers of this process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import grpc  # type: ignore[import-untyped]

from mnemic.ports.vectors import VectorIndex
from mnemic.stores.vectors.chroma import ChromaVectors
from mnemic.stores.vectors.exact import ExactVectors
from mnemic.stores.vectors.milvus import MilvusVectors
from mnemic.stores.vectors.pgvector import PgVectors
from mnemic.stores.vectors.pinecone import PineconeVectors
from mnemic.stores.vectors.qdrant import QdrantVectors
from mnemic.stores.vectors.qdrant_edge import QdrantEdgeVectors
from mnemic.stores.vectors.weaviate import WeaviateVectors
from tests.engines import pinecone_fake, weaviate_fake
from tests.engines.serving import HOST, free_port

TIMEOUT_S = 20.0
STARTING_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An engine at a place: opened as often as a test wants."""

    name: str
    open: Callable[[], VectorIndex]
    keeps: bool = True  # what it holds outlives closing
    many: int = 1_203  # memories that go over the pages of every adapter


IN_PROCESS: dict[str, Callable[[Path], Place]] = {
    "exact": lambda folder: Place(name="exact", open=ExactVectors, keeps=False),
    "chroma": lambda folder: Place(
        name="chroma", open=lambda: ChromaVectors(str(folder / "chroma"), timeout_s=TIMEOUT_S)
    ),
    "chroma-memory": lambda folder: Place(
        name="chroma", open=lambda: ChromaVectors(":memory:", timeout_s=TIMEOUT_S), keeps=False
    ),
    "qdrant-memory": lambda folder: Place(
        name="qdrant", open=lambda: QdrantVectors(":memory:", key=None, timeout_s=TIMEOUT_S), keeps=False
    ),
    "qdrant-path": lambda folder: Place(
        name="qdrant",
        open=lambda: QdrantVectors(str(folder / "qdrant"), key=None, timeout_s=TIMEOUT_S),
        many=60,  # it waits for the disk after every row: 15 ms each
    ),
    "qdrant-edge": lambda folder: Place(name="qdrant-edge", open=lambda: QdrantEdgeVectors(str(folder / "edge"))),
    "milvus-lite": lambda folder: Place(
        name="milvus", open=lambda: MilvusVectors(str(folder / "milvus.db"), key=None, timeout_s=TIMEOUT_S)
    ),
}

SERVED: dict[str, Callable[[Any], Place]] = {
    "pgvector": lambda url: Place(name="pgvector", open=lambda: PgVectors(url, timeout_s=TIMEOUT_S)),
    "chroma-server": lambda url: Place(name="chroma", open=lambda: ChromaVectors(url, timeout_s=TIMEOUT_S)),
    "milvus-server": lambda url: Place(name="milvus", open=lambda: MilvusVectors(url, key=None, timeout_s=TIMEOUT_S)),
    "weaviate-fake": lambda url: Place(
        name="weaviate", open=lambda: WeaviateVectors(url, key=weaviate_fake.KEY, timeout_s=TIMEOUT_S)
    ),
    "pinecone-fake": lambda url: Place(
        name="pinecone",
        open=lambda: PineconeVectors(pinecone_fake.KEY, index="tests", host=url, timeout_s=TIMEOUT_S),
    ),
}


@contextmanager
def chroma_server(folder: Path) -> Iterator[str]:
    """The address of a `chroma run`."""
    port = free_port()
    command = [_script("chroma"), "run", "--path", str(folder), "--host", HOST, "--port", str(port)]
    with _running(command, folder):
        yield _when_up(f"http://{HOST}:{port}", _answers_http)


@contextmanager
def milvus_server(folder: Path) -> Iterator[str]:
    """The address of a `milvus-lite server`."""
    port = free_port()
    command = [_script("milvus-lite"), "server", "--data-dir", str(folder), "--host", HOST, "--port", str(port)]
    with _running(command, folder):
        yield _when_up(f"http://{HOST}:{port}", _answers_grpc)


@contextmanager
def weaviate() -> Iterator[str]:
    """The address of a Weaviate that is a fake."""
    fake = weaviate_fake.WeaviateFake()
    try:
        yield fake.url
    finally:
        fake.close()


@contextmanager
def pinecone() -> Iterator[str]:
    """The address of a Pinecone that is a fake."""
    fake = pinecone_fake.PineconeFake()
    try:
        yield fake.host
    finally:
        fake.close()


def _script(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"ANONYMIZED_TELEMETRY": "False"}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder)
        try:
            yield
        finally:
            process.terminate()
            process.wait(timeout=STARTING_S)


def _when_up(url: str, answers: Callable[[str], bool]) -> str:
    until = time.monotonic() + STARTING_S
    while not answers(url):
        assert time.monotonic() < until, f"nothing answers at {url}"
        time.sleep(0.1)
    return url


def _answers_http(url: str) -> bool:
    try:
        with urlopen(f"{url}/api/v2/heartbeat", timeout=1):
            return True
    except (URLError, OSError):
        return False


def _answers_grpc(url: str) -> bool:
    with grpc.insecure_channel(url.removeprefix("http://")) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=1)
        except grpc.FutureTimeoutError:
            return False
        return True
