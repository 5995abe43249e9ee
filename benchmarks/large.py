"""One user with very many memories: python -m benchmarks large [--memories 300000].

Two questions. How well do vectors held as bytes find what the vectors themselves find (index/codes)? And what do
touching, searching and adding cost, and how much memory is held?
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

import mnemic
from benchmarks.measures import Split
from benchmarks.sentences import LANGUAGES, asked, said, stated
from benchmarks.timing import TimedEmbedder, Times, timed
from benchmarks.world import SEED, World, language_of, prepared, user_name
from evals.report import environment, write
from evals.run import embedder_named
from mnemic.index.codes import Codes
from mnemic.ports import Embedder, Vectors

SENTENCES = 2_000  # embedded; a memory is a mixture of two of them, and a little noise
NOISE = 0.15  # of a memory's vector, against the mixture
QUESTIONS = 50
NEAREST = (10, 100, 200)  # of which k the share found again is told; 200 is the setting candidates_max
BLOCK_ROWS = 5_000
SEARCHES = 20


def main(arguments: list[str]) -> int:
    """The command."""
    options = _parser().parse_args(arguments)
    console = Console()
    embedder = TimedEmbedder(embedder_named(options.embedder))
    report: dict[str, Any] = {"memories": options.memories, "recall": recall(embedder, options.memories)}
    console.print_json(data=report["recall"])
    report["search"] = searching(options.out, embedder, options.memories)
    console.print_json(data=report["search"])
    report["environment"] = environment()
    write(report, options.out / "large.json")
    return 0


def recall(embedder: Embedder, memories: int) -> dict[str, Any]:
    """Share of the exact k nearest that bytes find among their k nearest, for each signal, with the time of a pass."""
    numbers, chance = np.random.default_rng(SEED), Random(SEED)
    base = embedder.documents([said(chance, LANGUAGES[number % 2]) for number in range(SENTENCES)])
    questions = embedder.questions([asked(chance, LANGUAGES[number % 2]) for number in range(QUESTIONS)])
    codes = Codes([(signal.start, signal.stop) for signal in embedder.signals], embedder.size)
    exact = np.zeros((len(embedder.signals), QUESTIONS, memories), dtype=np.float32)
    first = 0
    for block in _mixtures(base, memories, embedder, numbers):
        codes.extend(block)
        for place, signal in enumerate(embedder.signals):
            columns = slice(signal.start, signal.stop)
            exact[place, :, first : first + len(block)] = questions[:, columns] @ block[:, columns].T
        first += len(block)
    out: dict[str, Any] = {}
    for place, signal in enumerate(embedder.signals):
        found = [timed(partial(codes.dots, question, signal.start, signal.stop)) for question in questions]
        pairs = [(exact[place, number], scores) for number, (scores, _) in enumerate(found)]
        out[signal.name] = {
            f"recall@{k}": round(float(np.mean([_shared(a, b, k) for a, b in pairs])), 4) for k in NEAREST
        }
        out[signal.name]["error_max"] = round(float(max(np.abs(a - b).max() for a, b in pairs)), 5)
        out[signal.name]["deviation"] = round(float(np.mean([a.std() for a, _ in pairs])), 4)
        out[signal.name]["pass"] = Times(ms=tuple(took for _, took in found)).figures()
    return out


def _shared(exact: Vectors, found: Vectors, k: int) -> float:
    best, others = (set(np.argpartition(-scores, k)[:k].tolist()) for scores in (exact, found))
    return len(best & others) / k


def _mixtures(base: Vectors, count: int, embedder: Embedder, numbers: np.random.Generator) -> Iterator[Vectors]:
    """Vectors that lie as embeddings lie: between two sentences each, with noise, in half precision as in a file."""
    for first in range(0, count, BLOCK_ROWS):
        rows = min(BLOCK_ROWS, count - first)
        left, right = numbers.integers(len(base), size=(2, rows))
        share = numbers.random((rows, 1), dtype=np.float32)
        block = share * base[left] + (1 - share) * base[right]
        for signal in embedder.signals:
            part = block[:, signal.start : signal.stop]
            noise = numbers.standard_normal(part.shape, dtype=np.float32)
            part += NOISE * noise / np.linalg.norm(noise, axis=1, keepdims=True)
            part /= np.linalg.norm(part, axis=1, keepdims=True)
        yield block.astype(np.float16).astype(np.float32)


def searching(folder: Path, embedder: TimedEmbedder, memories: int) -> dict[str, Any]:
    """The first search of a process, those after it, those right after a write, and the adds; with memory held."""
    path = folder / "large.db"
    world = World(users=1, memories=memories, fingerprint=embedder.fingerprint, size=embedder.size)
    with Progress(console=Console(stderr=True)) as progress:
        prepared(path, world, embedder, progress)
    chance, language = Random(SEED), language_of(0)
    embedder.questions(["?"])
    before = _held_mb()
    _, opening = timed(lambda: mnemic.open(path, embedder=embedder).close())
    first, warm, after, adding = (Split([], []) for _ in range(4))
    with mnemic.open(path, embedder=embedder) as opened:
        user = opened.user(user_name(0))
        first.time(partial(user.search, asked(chance, language)), embedder)
        for _ in range(SEARCHES):
            warm.time(partial(user.search, asked(chance, language)), embedder)
        for _ in range(SEARCHES):
            adding.time(partial(user.add, stated(chance, language).text, infer=False), embedder)
            after.time(partial(user.search, asked(chance, language)), embedder)
        held = {name: round(mb - before[name], 1) for name, mb in _held_mb().items()}
    splits = {"first": first, "warm": warm, "after_a_write": after, "add_verbatim": adding}
    report: dict[str, Any] = {name: split.figures()["rest"] for name, split in splits.items()}
    return report | {"open_ms": round(opening, 1), "held_mb": held}


def _held_mb() -> dict[str, float]:
    """Memory of this process: its own, and what it maps of files, which the system takes back when it needs room."""
    status = Path("/proc/self/status")
    if not status.exists():
        return {}
    lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
    names = {"own": "RssAnon", "mapped": "RssFile"}
    return {name: int(lines[key].split()[0]) / 1_000 for name, key in names.items() if key in lines}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks large", description="Measure one user with very many memories."
    )
    parser.add_argument("--memories", type=int, default=300_000)
    parser.add_argument("--embedder", default="builtin")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where file and report go")
    return parser
