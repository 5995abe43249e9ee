"""Measure Mnemic.

python -m evals --data DIR --out report.json      every known set found in DIR and DIR/gold
python -m evals PAIRS.jsonl                       your own pairs, {"question": ..., "memory": ...} one a line
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import Progress

from evals import own
from evals.loaders import BadSet, rows
from evals.report import UNITS, environment, show, tables_of, write
from evals.run import EMBEDDERS, Run, embedder_named
from evals.sets import KNOWN, survey


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns the exit status: 0, or 2 where nothing could be measured."""
    options = _parser().parse_args(arguments)
    console = Console()
    try:
        with Progress(console=Console(stderr=True)) as progress:
            run = Run(embedder=embedder_named(options.embedder), progress=progress, limit=options.limit)
            report = measured(options.data, run, only=options.only) if options.data else pairs(options.pairs, run)
    except (BadSet, OSError) as error:
        print(f"evals: {error}", file=sys.stderr)
        return 2
    report |= {"environment": environment(), "embedder": options.embedder, "limit": options.limit, "units": UNITS}
    if options.out:
        write(report, options.out)
    if options.data:
        show(console, report)
        return 0 if report["sets"] else 2
    console.print(*tables_of(options.pairs.name, report["sets"]["own"]))
    console.print(report["advice"])
    return 0


def measured(folder: Path, run: Run, *, only: Sequence[str] = ()) -> dict[str, Any]:
    """Measure every known set of a folder, or only the families or sets named. What is not there is listed."""
    surveyed = survey(folder)
    chosen = [one for one in surveyed.found if not only or one.name in only or one.family in only]
    report: dict[str, Any] = {"sets": {}, "absent": dict(surveyed.absent), "unknown_files": list(surveyed.unknown)}
    report["not_asked_for"] = [one.name for one in surveyed.found if one not in chosen]
    for one in chosen:
        run.progress.console.print(one.name)
        begun = perf_counter()
        metrics = one.measure(run)
        report["sets"][one.name] = metrics | {"measured_in_s": round(perf_counter() - begun, 1)}
    return report


def pairs(path: Path, run: Run) -> dict[str, Any]:
    """Measure a user's own question–memory pairs."""
    metrics = own.measure(list(rows(path)), run)
    return {"sets": {"own": metrics}, "advice": own.advice(metrics)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals", description="Measure Mnemic.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("pairs", nargs="?", type=Path, metavar="PAIRS.jsonl", help="your own question–memory pairs")
    what.add_argument("--data", type=Path, metavar="DIR", help="folder that holds measuring sets")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the report goes, as JSON")
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
