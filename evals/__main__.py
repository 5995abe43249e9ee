"""Measure Mnemic.

python -m evals                                             the sets that are part of this project
python -m evals --data DIR --bundled --out out/report.json  those, and every known set found in DIR and DIR/gold
python -m evals PAIRS.jsonl                                 your own, {"question": ..., "memory": ...} one a line

The report is written as JSON, and as a page beside it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from evals import own, own_shown, page
from evals.advice import advice
from evals.loaders import BadSet
from evals.report import Report, entered, environment, new_report, show, write
from evals.run import EMBEDDERS, Run, embedder_named
from evals.sets import KNOWN, TRAIN_HALF, Found, Survey, bundled, fitted_on, survey


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns the exit status: 0, or 2 where nothing could be measured."""
    options = _parser().parse_args(arguments)
    console = Console()
    try:
        with Progress(console=Console(stderr=True)) as progress:
            run = Run(embedder=embedder_named(options.embedder), progress=progress, limit=options.limit)
            made = {"environment": environment(), "embedder": options.embedder, "limit": options.limit}
            if options.pairs:
                return _pairs(options, run, made, console)
            report = measured(_sets(options), run, only=options.only) | made
    except (BadSet, OSError) as error:
        print(f"evals: {error}", file=sys.stderr)
        return 2
    _write(report, options.out)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        show(console, report)
    return 0 if report["sets"] else 2


def _write(report: Report, out: Path | None) -> None:
    if out is not None:
        write(report, out)
        page.write(report, out.with_suffix(".html"))


def _sets(options: argparse.Namespace) -> Survey:
    there = survey(options.data) if options.data else Survey(found=(), absent={}, unknown=())
    ours = bundled() if options.bundled or not options.data else ()
    fitted = (fitted_on(),) if TRAIN_HALF in options.only else ()
    return Survey(found=(*there.found, *ours, *fitted), absent=there.absent, unknown=there.unknown)


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


def _pairs(options: argparse.Namespace, run: Run, made: Report, console: Console) -> int:
    """Measure a user's own pairs, and print what to do about them."""
    given = own.read(options.pairs)
    outcomes = own.asked(given, run)
    found, said = own.measured(given, outcomes), advice(outcomes, given)
    report = new_report() | made
    entered(report, "own", found, family="own")
    report |= {"pairs": [own.as_json(outcome, given) for outcome in outcomes], "advice": said}
    _write(report, options.out)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        own_shown.show(console, given, outcomes, found, said)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals", description="Measure Mnemic.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("pairs", nargs="?", type=Path, metavar="PAIRS.jsonl", help="your own question–memory pairs")
    what.add_argument("--data", type=Path, metavar="DIR", help="folder that holds measuring sets")
    parser.add_argument(
        "--bundled", action="store_true", help="the sets that are part of this project too; without --data always"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the report goes, as JSON with a page beside it")
    parser.add_argument("--json", action="store_true", help="print the report as JSON instead of tables")
    parser.add_argument("--limit", type=_count, metavar="N", help="only the first N items of each set")
    known = ", ".join((*KNOWN, TRAIN_HALF))
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help=f"one of: {known}")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
