"""One user with very many memories: python -m benchmarks large [--rows 300000].

Two questions. How well do bytes (index/codes) and a graph (index/nearest, with the extra `large`) find what the vectors
themselves find? And what do touching, searching and adding cost either way, how much memory is held, and what does
another user's search take meanwhile?
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

import mnemic
from benchmarks.measures import Split
from benchmarks.sentences import LANGUAGES, asked, said, stated
from benchmarks.timing import TimedEmbedder, Times, timed
from benchmarks.world import SEED, TENANT, World, language_of, prepared, user_name
from evals.report import environment, write
from evals.run import embedder_named
from mnemic.api.memory import OpenMemory
from mnemic.domain.scope import Scope
from mnemic.index.user_index import UserIndex
from mnemic.index.vector_graph import GraphFiles, is_hnsw_installed
from mnemic.ports import Embedder, Vectors
from mnemic.reading.projection import projection_of
from mnemic.stores.sql.sqlite import SqliteStore

SENTENCES = 2_000  # embedded; a memory is a mixture of two of them, and a little noise
NOISE = 0.15  # of a memory's vector, against the mixture
QUESTIONS = 50
NEAREST = (10, 200)  # of which k the share found again is told; 200 is the setting candidates_max
BLOCK_ROWS = 5_000
EQUAL = 1e-5  # by which products may differ that are added up in another order
SEARCHES = 20
OTHER_MEMORIES = 100  # of the user who searches while another's graph is made
GRAPH_S_MAX = 3_600.0


def main(arguments: list[str]) -> int:
    """The command."""
    options = _parser().parse_args(arguments)
    console = Console()
    embedder = TimedEmbedder(embedder_named(options.embedder))
    path = options.out / "large.db"
    world = World(users=1, memories=options.rows, fingerprint=embedder.fingerprint, size=embedder.size)
    with Progress(console=Console(stderr=True)) as progress:
        prepared(path, world, embedder, progress, _mixed)
    report: dict[str, Any] = {"memories": options.rows}
    for rows_min in (0, 1) if is_hnsw_installed() else (0,):
        name = "graph" if rows_min else "bytes"
        if rows_min:
            report["making"] = making(path, embedder)
            console.print_json(data=report["making"])
        report[name] = searching(path, embedder, rows_min)
        console.print_json(data={name: report[name]})
    report["environment"] = environment()
    write(report, options.out / "large.json")
    return 0


def making(path: Path, embedder: TimedEmbedder) -> dict[str, Any]:
    """What a graph costs to make, and what another user's search takes before and meanwhile."""
    chance, language = Random(SEED), language_of(1)
    GraphFiles(_beside(path)).remove(_scope())
    with mnemic.open(path, embedder=embedder, hnsw_rows=1, answer_cache_max=0) as opened:
        other = opened.user("another")
        other.add([said(chance, language) for _ in range(OTHER_MEMORIES)], infer=False)
        alone, beside = Split([], []), Split([], [])
        for _ in range(SEARCHES):
            alone.time(partial(other.search, asked(chance, language)), embedder)
        opened.user(user_name(0)).search(asked(chance, language_of(0)))
        begun, spent = perf_counter(), process_time()
        peak = 0.0
        while not _graph_of(opened) and perf_counter() - begun < GRAPH_S_MAX:
            beside.time(partial(other.search, asked(chance, language)), embedder)
            peak = max(peak, _held_mb().get("own", 0.0))
            sleep(0.2)
        return {
            "wall_s": round(perf_counter() - begun, 1),
            "cpu_s": round(process_time() - spent, 1),
            "own_mb_max": round(peak, 1),
            "files_mb": round(sum(file.stat().st_size for file in _beside(path).iterdir()) / 1e6, 1),
            "other_user_before": alone.figures()["rest"],
            "other_user_meanwhile": beside.figures()["rest"],
        }


def searching(path: Path, embedder: TimedEmbedder, rows_min: int) -> dict[str, Any]:
    """The first search of a process, those after it, those right after a write, and the adds; with memory held."""
    chance, language = Random(SEED), language_of(0)
    embedder.questions(["?"])
    before = _held_mb()
    _, opening = timed(lambda: mnemic.open(path, embedder=embedder).close())
    first, warm, after, adding, repeating = (Split([], []) for _ in range(5))
    with mnemic.open(path, embedder=embedder, hnsw_rows=rows_min, answer_cache_max=0) as opened:
        user = opened.user(user_name(0))
        spent = process_time()
        first.time(partial(user.search, asked(chance, language)), embedder)
        first_cpu = process_time() - spent
        for _ in range(SEARCHES):
            warm.time(partial(user.search, asked(chance, language)), embedder)
        found = recall(_shelf_of(opened), embedder, path)
        for _ in range(SEARCHES):
            adding.time(partial(user.add, stated(chance, language).text, infer=False), embedder)
            after.time(partial(user.search, asked(chance, language)), embedder)
        for _ in range(SEARCHES // 4):
            repeating.time(partial(user.add, stated(chance, language).text), embedder)
        held = {name: round(mb - before[name], 1) for name, mb in _held_mb().items()}
        counted = _shelf_of(opened).bytes / 1e6
    splits = {"first": first, "warm": warm, "after_a_write": after, "add_verbatim": adding, "add_statement": repeating}
    report: dict[str, Any] = {name: split.figures()["rest"] for name, split in splits.items()}
    report |= {"first_cpu_s": round(first_cpu, 2), "recall": found}
    return report | {"open_ms": round(opening, 1), "held_mb": held, "counted_mb": round(counted, 1)}


def recall(user_index: UserIndex, embedder: Embedder, path: Path) -> dict[str, Any]:
    """Share of the exact k nearest that are found among the k best, for each signal, with the time it takes to score
    all signals. Questions are asked as a search asks them, shifted where there is a projection."""
    chance = Random(SEED + 1)
    questions = embedder.questions([asked(chance, LANGUAGES[number % 2]) for number in range(QUESTIONS)])
    if (projection := projection_of(embedder.fingerprint)) is not None:
        questions = np.stack([projection.shifted(question, crossing=False) for question in questions])
    exact = _exact(user_index, questions, embedder, path)
    took: list[float] = []
    shares: dict[str, dict[int, list[float]]] = {signal.name: {k: [] for k in NEAREST} for signal in embedder.signals}
    for number, question in enumerate(questions):
        begun = perf_counter()
        scores = [user_index.cosines(question, signal.start, signal.stop) for signal in embedder.signals]
        took.append(1000 * (perf_counter() - begun))
        for place, signal in enumerate(embedder.signals):
            for k, found in shares[signal.name].items():
                found.append(_shared(exact[place, number], np.nan_to_num(scores[place], nan=-np.inf), k))
    out: dict[str, Any] = {
        name: {f"recall@{k}": round(float(np.mean(found)), 4) for k, found in by_k.items()}
        for name, by_k in shares.items()
    }
    return out | {"scoring": Times(ms=tuple(took)).figures()}


def _exact(user_index: UserIndex, questions: Vectors, embedder: Embedder, path: Path) -> Vectors:
    """Products with the vectors as they lie in the file, of shape (signals, questions, rows)."""
    out = np.full((len(embedder.signals), len(questions), len(user_index.records.ids)), -np.inf, dtype=np.float32)
    store = SqliteStore.open(path, lock_wait_s=60)
    with closing(store), store.reading(_scope()) as reader:
        for batch in reader.renewal(epoch="", change=0).batches:
            kept = [(user_index.row_of[id], v) for id, v in zip(batch.ids, batch.vectors, strict=True) if v]
            rows = [row for row, _ in kept]
            joined = b"".join([vector for _, vector in kept])
            block = np.frombuffer(joined, dtype=np.float16).reshape(len(rows), -1).astype(np.float32)
            for place, signal in enumerate(embedder.signals):
                columns = slice(signal.start, signal.stop)
                out[place][:, rows] = questions[:, columns] @ block[:, columns].T
    return out


def _shared(exact: Vectors, found: Vectors, k: int) -> float:
    """Share of the k best found that are as near as the k-th nearest: memories of one text are equally near."""
    least = np.partition(-exact, k - 1)[k - 1]
    return float(np.mean(-exact[np.argpartition(-found, k)[:k]] <= least + EQUAL))


def _mixed(numbers: np.random.Generator, count: int, embedder: Embedder) -> Vectors:
    """Vectors that lie as embeddings lie: between two sentences each, with noise."""
    chance = Random(SEED)
    base = embedder.documents([said(chance, LANGUAGES[number % 2]) for number in range(SENTENCES)])
    made = np.empty((count, embedder.size), dtype=np.float16)
    for first, block in zip(range(0, count, BLOCK_ROWS), _mixtures(base, count, embedder, numbers), strict=True):
        made[first : first + len(block)] = block
    return made.astype(np.float32)


def _mixtures(base: Vectors, count: int, embedder: Embedder, numbers: np.random.Generator) -> Iterator[Vectors]:
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
        yield block


def _scope() -> Scope:
    return Scope(TENANT, user_name(0))


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.index")


def _shelf_of(opened: OpenMemory) -> UserIndex:
    core = opened._core
    with core.parts.store.reading(_scope()) as reader, core.user_indexes.use(reader) as user_index:
        return user_index


def _graph_of(opened: OpenMemory) -> bool:
    return _shelf_of(opened).nearest.graph is not None


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
    parser.add_argument("--rows", type=int, default=300_000, help="memories of the user")
    parser.add_argument("--embedder", default="builtin")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where file and report go")
    return parser
