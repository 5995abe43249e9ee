"""Measure Mnemic.

python -m evals --bundled                                   the sets that are part of this project
python -m evals --data DIR --bundled --out out/report.json  those, and every known set found in DIR and DIR/gold
python -m evals PAIRS.jsonl                                 your own, {"question": ..., "memory": ...} one a line

The report is written as JSON, and as a page beside it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from evals import own, page
from evals.loaders import BadSet, rows
from evals.report import Report, entered, environment, new_report, show, tables_of, write
from evals.run import EMBEDDERS, Run, embedder_named
from evals.sets import KNOWN, Found, Survey, bundled, survey


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns the exit status: 0, or 2 where nothing could be measured."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if not (options.pairs or options.data or options.bundled):
        parser.error("say what to measure: PAIRS.jsonl, --data DIR or --bundled")
    console = Console()
    try:
        with Progress(console=Console(stderr=True)) as progress:
            run = Run(embedder=embedder_named(options.embedder), progress=progress, limit=options.limit)
            report = pairs(options.pairs, run) if options.pairs else measured(_sets(options), run, only=options.only)
    except (BadSet, OSError) as error:
        print(f"evals: {error}", file=sys.stderr)
        return 2
    report |= {"environment": environment(), "embedder": options.embedder, "limit": options.limit}
    if options.out:
        write(report, options.out)
        page.write(report, options.out.with_suffix(".html"))
    if options.pairs:
        console.print(*tables_of(options.pairs.name, report["sets"]["own"], report["intervals"]["own"]))
        console.print(report["advice"])
        return 0
    show(console, report)
    return 0 if report["sets"] else 2


def _sets(options: argparse.Namespace) -> Survey:
    there = survey(options.data) if options.data else Survey(found=(), absent={}, unknown=())
    ours = bundled() if options.bundled else ()
    return Survey(found=(*there.found, *ours), absent=there.absent, unknown=there.unknown)


def measured(surveyed: Survey, run: Run, *, only: Sequence[str] = ()) -> Report:
    """Measure sets, or only the families or sets named. What is not there is listed."""
    chosen = [one for one in surveyed.found if not only or one.name in only or one.family in only]
    report = new_report(absent=surveyed.absent, unknown=surveyed.unknown)
    report["not_asked_for"] = [one.name for one in surveyed.found if one not in chosen]
    for one in chosen:
        run.progress.console.print(one.name)
        _measure(one, run, report)
    return report


def _measure(one: Found, run: Run, report: Report) -> None:
    begun = perf_counter()
    found = one.measure(run)
    entered(report, one.name, found, family=one.family)
    report["sets"][one.name]["measured_in_s"] = round(perf_counter() - begun, 1)


def pairs(path: Path, run: Run) -> Report:
    """Measure a user's own question–memory pairs."""
    found = own.measure(list(rows(path)), run)
    report = new_report()
    entered(report, "own", found, family="own")
    report["advice"] = own.advice(found.metrics)
    return report


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals", description="Measure Mnemic.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("pairs", nargs="?", type=Path, metavar="PAIRS.jsonl", help="your own question–memory pairs")
    what.add_argument("--data", type=Path, metavar="DIR", help="folder that holds measuring sets")
    parser.add_argument("--bundled", action="store_true", help="the sets that are part of this project")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the report goes, as JSON with a page beside it")
    parser.add_argument("--limit", type=_count, metavar="N", help="only the first N items of each set")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help=f"one of: {', '.join(KNOWN)}")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
