"""How fast and how exact the vector engines are: python -m benchmarks engines [--at qdrant=http://127.0.0.1:6333].

Random vectors of several users, and questions near to some of them. Engines in this process are measured as they are;
servers where they are named. What is measured is the engine and its adapter alone, without the memory around it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.world import SEED
from evals.report import environment, write
from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorEntry, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.ports.vectors import VectorIndex
from mnemic.stores.vectors.chroma import ChromaVectors
from mnemic.stores.vectors.exact import ExactVectors
from mnemic.stores.vectors.milvus import MilvusVectors
from mnemic.stores.vectors.pinecone import PineconeVectors
from mnemic.stores.vectors.qdrant import QdrantVectors
from mnemic.stores.vectors.qdrant_edge import QdrantEdgeVectors
from mnemic.stores.vectors.weaviate import WeaviateVectors

SIZE = 896  # of the built-in embedder
NEAREST = 50
QUESTIONS = 60
BATCH = 500  # told at once, as the outbox is read
TIMEOUT_S = 30.0

IN_PROCESS: dict[str, Callable[[str], VectorIndex]] = {
    "exact": lambda folder: ExactVectors(),
    "chroma": lambda folder: ChromaVectors(f"{folder}/chroma", timeout_s=TIMEOUT_S),
    "qdrant (local, in memory)": lambda folder: QdrantVectors(":memory:", key=None, timeout_s=TIMEOUT_S),
    "qdrant-edge": lambda folder: QdrantEdgeVectors(f"{folder}/edge"),
    "milvus (Lite)": lambda folder: MilvusVectors(f"{folder}/milvus.db", key=None, timeout_s=TIMEOUT_S),
}

SERVED: dict[str, Callable[[str, str | None], VectorIndex]] = {
    "chroma": lambda url, key: ChromaVectors(url, key=key, timeout_s=TIMEOUT_S),
    "qdrant": lambda url, key: QdrantVectors(url, key=key, timeout_s=TIMEOUT_S),
    "milvus": lambda url, key: MilvusVectors(url, key=key, timeout_s=TIMEOUT_S),
    "weaviate": lambda url, key: WeaviateVectors(url, key=key, timeout_s=TIMEOUT_S),
    "pinecone": lambda url, key: PineconeVectors(key or "", index="benchmark", host=url, timeout_s=TIMEOUT_S),
}


def main(arguments: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks engines", description="Measure the vector engines.")
    parser.add_argument("--vectors", type=int, default=1_000, help="of all users together")
    parser.add_argument("--users", type=int, default=10)
    parser.add_argument("--at", action="append", default=[], metavar="ENGINE=URL", help="a server to be measured too")
    parser.add_argument("--key", help="the key of the servers")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where the report goes")
    options = parser.parse_args(arguments)
    world = World(options.vectors, options.users)
    engines: dict[str, VectorIndex] = {}
    with TemporaryDirectory(prefix="mnemic-engines-", ignore_cleanup_errors=True) as folder:
        engines |= {name: make(folder) for name, make in IN_PROCESS.items()}
        for named in options.at:
            name, _, url = named.partition("=")
            engines[f"{name} ({url})"] = SERVED[name](url, options.key)
        report = {name: world.measured(engine) for name, engine in engines.items()}
    _show(report)
    write({"engines": report, "environment": environment()}, options.out / "bench-engines.json")
    return 0


class World:
    """Users, their memories, and what is asked of them."""

    def __init__(self, vectors: int, users: int) -> None:
        numbers = np.random.default_rng(SEED)
        self._space = VectorSpace(fingerprint="benchmark", signal="whole", size=SIZE)
        self._scopes = [Scope("benchmark", f"user {number}") for number in range(users)]
        rows = _unit(numbers.standard_normal((vectors, SIZE)))
        self._told = {
            scope: [
                VectorEntry(id=f"m{row}", vector=rows[row].tolist(), kind="fact")
                for row in range(number, vectors, users)
            ]
            for number, scope in enumerate(self._scopes)
        }
        places = numbers.integers(0, vectors, QUESTIONS)
        noise = _unit(numbers.standard_normal((QUESTIONS, SIZE)))
        self._asked = [
            (self._scopes[int(place) % users], _unit(rows[place : place + 1] + noise[number])[0])
            for number, place in enumerate(places)
        ]
        exact = ExactVectors()
        for scope, told in self._told.items():
            exact.put(scope, self._space, told)
        self._best = [self._named(exact, *asked) for asked in self._asked]

    def measured(self, engine: VectorIndex) -> dict[str, Any]:
        """Tell an engine everything, ask it everything, and have it forget everybody."""
        started = time.perf_counter()
        for scope, told in self._told.items():
            for first in range(0, len(told), BATCH):
                engine.put(scope, self._space, told[first : first + BATCH])
        putting = time.perf_counter() - started
        self._named(engine, *self._asked[0])  # loads what is loaded when first needed
        took, right = [], 0
        for asked, best in zip(self._asked, self._best, strict=True):
            started = time.perf_counter()
            named = self._named(engine, *asked)
            took.append(time.perf_counter() - started)
            right += len(named & best)
        for scope in self._scopes:
            engine.forget(scope)
        engine.close()
        return {
            "put_s": round(putting, 2),
            "search_ms": round(median(took) * 1000, 2),
            "recall": round(right / sum(map(len, self._best)), 4),
        }

    def _named(self, engine: VectorIndex, scope: Scope, question: Vectors) -> set[str]:
        return {near.id for near in engine.search(scope, self._space, question, k=NEAREST)}


def _unit(rows: Any) -> Vectors:
    scaled: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return scaled


def _show(report: dict[str, dict[str, Any]]) -> None:
    table = Table(box=SIMPLE)
    table.add_column("engine", no_wrap=True)
    for column in ("put s", "search ms", f"recall of {NEAREST}"):
        table.add_column(column, justify="right")
    for name, figures in report.items():
        table.add_row(name, *(str(figure) for figure in figures.values()))
    Console().print(table)
