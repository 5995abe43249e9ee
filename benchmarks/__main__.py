"""Measure how fast Mnemic is: python -m benchmarks [--users 1000 --memories 100000] [--profile].

`python -m benchmarks large` measures one user with very many memories, `python -m benchmarks import` how fast turns
come in, `python -m benchmarks transfer` how fast another system's chats do, `python -m benchmarks sealed` what
encryption costs, `python -m benchmarks guard` what guard and privacy filter cost a turn, `python -m benchmarks engines`
the vector engines, and `python -m benchmarks load` a server under many clients, with `--chaos` while its processes are
killed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import mnemic
from benchmarks import engines, guarding, importing, large, sealed, transfer
from benchmarks.install import import_times, install_size
from benchmarks.load import run as load
from benchmarks.measures import adding, loading, opening, profiled, searching
from benchmarks.timing import TimedEmbedder, timed
from benchmarks.world import SEED, World, prepared
from evals.report import environment, write
from evals.run import EMBEDDERS, embedder_named

COMMANDS = {
    "large": large.main,
    "import": importing.main,
    "load": load.main,
    "sealed": sealed.main,
    "transfer": transfer.main,
    "guard": guarding.main,
    "engines": engines.main,
}
NOTE = "Vectors in the file are random and were not embedded: speed only, the hits mean nothing."
CACHE_MB = 1_000  # no user measured is pushed out by another


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given and given[0] in COMMANDS:
        return COMMANDS[given[0]](given[1:])
    options = _parser().parse_args(given)
    console = Console()
    if options.users < 1 or options.memories < options.users:
        print("benchmarks: give every user at least one memory.", file=sys.stderr)
        return 2
    embedder = TimedEmbedder(embedder_named(options.embedder))
    world = World(users=options.users, memories=options.memories, fingerprint=embedder.fingerprint, size=embedder.size)
    path = options.out / "bench.db"
    with Progress(console=Console(stderr=True)) as progress:
        reused, took = timed(lambda: prepared(path, world, embedder, progress))
    report: dict[str, Any] = {
        "note": NOTE,
        "users": world.users,
        "memories_of_each": world.each,
        "file_mb": round(path.stat().st_size / 1e6, 1),
        "file": "reused" if reused else f"written in {took / 1000:.0f} s",
    }
    report |= measured(path, embedder, world, profile=options.profile)
    report["environment"] = environment()
    write(report, options.out / "bench.json")
    show(console, report)
    return 0


def measured(path: Path, embedder: TimedEmbedder, world: World, *, profile: bool) -> dict[str, Any]:
    """Everything, in one run. A copy of the file is written to, so that the next run finds it as it was."""
    copy = path.with_name("bench.work.db")
    shutil.copyfile(path, copy)
    chance = Random(SEED)
    try:
        report: dict[str, Any] = {"open": opening(copy, embedder), "load_models_ms": loading(embedder)}
        with mnemic.open(copy, embedder=embedder, cache_mb=CACHE_MB) as opened:
            report |= searching(opened, embedder, world, chance)
            report |= adding(opened, embedder, world, chance)
            if profile:
                report["profile"] = profiled(opened, world, chance)
    finally:
        for used in (copy, copy.with_name(f"{copy.name}-wal"), copy.with_name(f"{copy.name}-shm")):
            used.unlink(missing_ok=True)
    return report | import_times() | {"install": install_size()}


def show(console: Console, report: Mapping[str, Any]) -> None:
    """Print the report as a table."""
    console.print(
        f"{report['users']:,} users with {report['memories_of_each']:,} memories each, {report['file_mb']} MB"
    )
    console.print(f"File {report['file']}. {report['note']}")
    table = Table(box=SIMPLE)
    table.add_column("what", no_wrap=True)
    for column in ("median ms", "p95 ms", "n"):
        table.add_column(column, justify="right")
    for name, figures in _timed_rows(report):
        table.add_row(name, f"{figures['median_ms']:.2f}", f"{figures['p95_ms']:.2f}", str(figures["n"]))
    console.print(table)
    met = "met" if report["target_met"] else "missed"
    console.print(
        f"Search over embedding alone, at the median: warm {report['ratio_warm']}, cold {report['ratio_cold']} "
        f"(target {report['target_ratio']}: {met})"
    )
    console.print(f"Loading the models with the first embedding: {report['load_models_ms']:.0f} ms")
    largest = ", ".join(f"{name} {mb:g}" for name, mb in list(report["install"]["packages_mb"].items())[:5])
    console.print(f"Install: {report['install']['total_mb']} MB ({largest}, ...)")
    for row in report.get("profile", ()):
        console.print(f"{row['cumulative_ms']:8.3f} ms  own {row['own_ms']:7.3f}  {row['calls']:7}×  {row['function']}")


def _timed_rows(report: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, float]]]:
    for name, value in report.items():
        if not isinstance(value, dict):
            continue
        if "median_ms" in value:
            yield name, value
        elif "whole" in value:
            yield from ((f"{name}: {part}", figures) for part, figures in value.items())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure how fast Mnemic is.")
    parser.add_argument("--users", type=int, default=1_000)
    parser.add_argument("--memories", type=int, default=100_000, help="of all users together")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where file and report go")
    parser.add_argument("--profile", action="store_true", help="say which functions a warm search spends its time in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
