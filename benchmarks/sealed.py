"""How much encryption costs: the same user in plain and encrypted, in one run.

`python -m benchmarks sealed [--memories 10000]`. Embedding is the hashing embedder's, which takes next to nothing, so
that what is compared is the work of the store.
"""

from __future__ import annotations

import argparse
import gc
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress

import mnemic
from benchmarks.sentences import asked, said
from benchmarks.timing import timed
from benchmarks.world import SEED, World, prepared, user_name
from evals.report import environment, write
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.models.hashing import HashingEmbedder

MASTER = "5a" * 32  # of this benchmark only
ROUNDS = 5  # of opening and loading
ADDS, SEARCHES, LISTINGS = 40, 100, 4
ENDINGS = ("", "-wal", "-shm", ".keys")


def main(arguments: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks sealed", description="Measure what encryption costs.")
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where files and report go")
    options = parser.parse_args(arguments)
    embedder = HashingEmbedder()
    world = World(users=1, memories=options.memories, fingerprint=embedder.fingerprint, size=embedder.size)
    source = options.out / "bench-sealed.db"
    with Progress(console=Console(stderr=True)) as progress:
        prepared(source, world, embedder, progress)
    report = {"memories": options.memories, **measured(source, options.out)}
    write(report | {"environment": environment()}, options.out / "bench-sealed.json")
    for name, value in report.items():
        print(f"{name}: {value}")
    return 0


def measured(source: Path, folder: Path) -> dict[str, Any]:
    """Both files side by side, each measure of the one right after that of the other."""
    paths = {name: folder / f"bench-sealed.{name}.db" for name in ("plain", "sealed")}
    try:
        for path in paths.values():
            shutil.copyfile(source, path)
        with opened(paths["sealed"]) as memory:
            _, encrypting = timed(memory.encryption.encrypt)
            _, rotating = timed(memory.encryption.rotate)
        sizes = {name: round(path.stat().st_size / 1e6, 1) for name, path in paths.items()}
        times: dict[str, dict[str, list[float]]] = {}
        for _ in range(ROUNDS):
            _both(times, "open_and_load_ms", paths, _loaded)
        _warm(times, paths)
        ratios = {
            name.removesuffix("_ms") + "_ratio": round(median(of["sealed"]) / median(of["plain"]), 2)
            for name, of in times.items()
        }
        figures = {name: {kind: round(median(ms), 2) for kind, ms in of.items()} for name, of in times.items()}
        return {"encrypt_ms": round(encrypting), "rotate_ms": round(rotating), "mb": sizes, **figures, **ratios}
    finally:
        for path in paths.values():
            for ending in ENDINGS:
                path.with_name(path.name + ending).unlink(missing_ok=True)


def opened(path: Path) -> OpenMemory:
    """A file with the key of the benchmark; in plain files it is not used."""
    return mnemic.open(path, embedder="hashing", background=False, encryption_key=MASTER)


def _loaded(path: Path) -> None:
    with opened(path) as memory:
        memory.user(user_name(0)).search("where do I live?")


def _warm(times: dict[str, dict[str, list[float]]], paths: dict[str, Path]) -> None:
    chance = Random(SEED)
    memories = {name: opened(path) for name, path in paths.items()}
    try:
        users = {name: memory.user(user_name(0)) for name, memory in memories.items()}
        for user in users.values():
            user.search("where do I live?")
        for _ in range(SEARCHES):
            question = asked(chance, "en")
            _both(times, "search_warm_ms", users, partial(_searched, question))
        for number in range(ADDS):
            text = f"{said(chance, 'en')} ({number})"
            _both(times, "add_ms", users, partial(_added, text))
        for _ in range(LISTINGS):
            _both(times, "list_ms", users, lambda user: user.list(limit=50))
    finally:
        for memory in memories.values():
            memory.close()


def _searched(question: str, user: UserMemory) -> None:
    user.search(question)


def _added(text: str, user: UserMemory) -> None:
    user.add(text)


def _both(
    times: dict[str, dict[str, list[float]]], what: str, things: dict[str, Any], action: Callable[[Any], object]
) -> None:
    gc.collect(0)
    for name, thing in things.items():
        _, took = timed(partial(action, thing))
        times.setdefault(what, {}).setdefault(name, []).append(took)
