"""How fast turns come in: python -m benchmarks import [--turns 400 --processes 2].

Turns are added a few hundred at a time, each process for a user of its own, into one file. That is how an import is
done: `user.add(messages, session=...)` with a list, and as many processes as there are cores.
"""

from __future__ import annotations

import argparse
import tempfile
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from rich.console import Console

import mnemic
from benchmarks.sentences import LANGUAGES, said, stated
from benchmarks.world import SEED
from evals.report import environment, write
from evals.run import EMBEDDERS, embedder_named
from mnemic.ports import Embedder

BATCH_TURNS = 200  # messages in one add
BUILTIN = "builtin"


def main(arguments: list[str]) -> int:
    """The command."""
    options = _parser().parse_args(arguments)
    console = Console()
    report: dict[str, Any] = {"turns": options.turns, "embedder": options.embedder}
    for infer in (False, True):
        for processes in range(1, options.processes + 1):
            name = f"{'interpreted' if infer else 'verbatim'}, {processes} process{'es' if processes > 1 else ''}"
            report[name] = round(turns_per_second(options.embedder, options.turns, processes, infer=infer), 1)
            console.print(f"{name}: {report[name]} turns a second")
    report["environment"] = environment()
    write(report, options.out / "import.json")
    return 0


def turns_per_second(embedder: str, turns: int, processes: int, *, infer: bool) -> float:
    """Turns a second of all processes together, from when every one has loaded its models."""
    spawned = get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "import.db"
        mnemic.open(path, embedder="hashing").close()
        ready = spawned.Barrier(processes + 1)
        workers = [
            spawned.Process(target=_import, args=(path, embedder, number, turns, infer, ready))
            for number in range(processes)
        ]
        for worker in workers:
            worker.start()
        ready.wait()
        begun = perf_counter()
        for worker in workers:
            worker.join()
        took = perf_counter() - begun
        if any(worker.exitcode for worker in workers):
            raise RuntimeError("A process of the import failed; its error stands above.")
    return processes * turns / took


def _import(path: Path, embedder: str, number: int, turns: int, infer: bool, ready: Any) -> None:
    chance, language = Random(f"{SEED}/{number}"), LANGUAGES[number % len(LANGUAGES)]
    made: Embedder | None = None if embedder == BUILTIN else embedder_named(embedder)
    with mnemic.open(path, embedder=made, embed_threads=1) as opened:
        opened.user("warm").add(said(chance, language), infer=infer, dry_run=True)
        ready.wait()
        user = opened.user(f"user-{number}")
        messages = [_message(chance, language, place) for place in range(turns)]
        for first in range(0, turns, BATCH_TURNS):
            user.add(messages[first : first + BATCH_TURNS], infer=infer)


def _message(chance: Random, language: str, place: int) -> dict[str, str]:
    text = stated(chance, language).text if place % 3 == 0 else said(chance, language)
    role = "assistant" if place % 2 else "user"
    return {"role": role, "content": text, "id": f"t{place}"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks import", description="Measure how fast turns come in.")
    parser.add_argument("--turns", type=int, default=400, help="of each process")
    parser.add_argument("--processes", type=int, default=2, help="at most; measured from 1 up")
    parser.add_argument("--embedder", choices=EMBEDDERS, default=BUILTIN)
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where the report goes")
    return parser
