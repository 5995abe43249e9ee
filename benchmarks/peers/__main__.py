"""Measure Mnemic beside other memories: python -m benchmarks.peers [--data FOLDER] [--only NAME ...] [--limit N]."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from benchmarks.peers import tables
from benchmarks.peers.catalogue import BY_NAME, PEERS, Peer
from benchmarks.peers.environments import CACHE, Environment, PeerFailed, prepared
from benchmarks.peers.scores import counts, figures
from benchmarks.peers.talks import TalkSet, sets_in
from evals.loaders import BadSet
from evals.report import environment, write

Report = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns 0; 1 where a peer failed; 2 where there is nothing to measure with."""
    options = _parser().parse_args(arguments)
    console, progress = Console(), Console(stderr=True)
    try:
        sets = sets_in(options.data, options.limit)
    except BadSet as error:
        print(f"benchmarks.peers: {error}", file=sys.stderr)
        return 2
    chosen = [peer for peer in PEERS if not options.only or peer.name in options.only]
    report = new_report(sets, chosen, options.limit)
    for peer in chosen:
        measure(peer, sets, report, progress)
        write(report, options.out / "peers.json")
    show(console, report)
    return int(any(held["failed"] for held in report["sets"].values()))


def new_report(sets: Sequence[TalkSet], chosen: Sequence[Peer], limit: int | None) -> Report:
    """A report of nothing yet."""
    return {
        "limit": limit,
        "partial": len(chosen) < len(PEERS),
        "peers": [peer.name for peer in chosen],
        "sets": {one.name: counts(one) | {"peers": {}, "failed": {}} for one in sets},
        "packages": {},
        "environment": environment(),
    }


def measure(peer: Peer, sets: Sequence[TalkSet], report: Report, progress: Console, *, cache: Path = CACHE) -> None:
    """Install a peer, and run every set with it. What fails is said at once, and stands in the report."""
    progress.print(f"{peer.title}: installing ...")
    try:
        home = prepared(peer, cache)
    except PeerFailed as failed:
        for one in sets:
            _fail(peer, one, failed, report, progress)
        return
    report["packages"][peer.name] = list(home.packages)
    for one in sets:
        progress.print(f"{peer.title}: {one.name} ...")
        _run(peer, home, one, report, progress)


def _run(peer: Peer, home: Environment, examined: TalkSet, report: Report, progress: Console) -> None:
    try:
        outcome = home.run(peer, [one.talk for one in examined.talks])
    except PeerFailed as failed:
        _fail(peer, examined, failed, report, progress)
        return
    report["sets"][examined.name]["peers"][peer.name] = figures(examined, outcome, home.install_mb)


def _fail(peer: Peer, examined: TalkSet, failed: PeerFailed, report: Report, progress: Console) -> None:
    report["sets"][examined.name]["failed"][peer.name] = str(failed)
    progress.print(f"[bold red]{escape(peer.title)} FAILED on {examined.name}: {escape(str(failed))}[/]")


def show(console: Console, report: Report) -> None:
    """Print every table of a report."""
    for name in report["sets"]:
        for one in (tables.size, tables.recall, tables.costs):
            _print(console, one(report, name, chinese=False), name)
    _print(console, tables.versions(report, "", chinese=False), "versions")
    _print(console, tables.left_out(report, "", chinese=False), "not measured")


def _print(console: Console, table: tables.Table, title: str) -> None:
    grid = Grid(title=title, title_justify="left", box=SIMPLE)
    for number, column in enumerate(table.head):
        grid.add_column(column, justify="left" if number == 0 else "right", overflow="fold")
    for row in table.rows:
        grid.add_row(*(escape(cell.replace("**", "").replace("`", "")) for cell in row))
    console.print(grid)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description="Measure Mnemic beside other memories."
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="conversation sets; default the project's own")
    parser.add_argument("--only", nargs="+", choices=list(BY_NAME), metavar="NAME", help=", ".join(BY_NAME))
    parser.add_argument("--limit", type=int, metavar="N", help="only the first conversations of each language")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where peers.json goes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
