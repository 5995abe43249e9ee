"""Live a simulated year, and write what was found at the end of each month.

python -m evals.year --out out/year.json                              Chinese, English and mixed: about an hour
python -m evals.year --language en --months 2 --embedder hashing      a quick look

The report is written as JSON after every month; `python -m evals.publish out/year.json --page year` puts its figures
into docs/quality/year.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from evals.loaders import BadSet
from evals.report import Report, entered, environment, new_report, write
from evals.run import EMBEDDERS, embedder_named
from evals.year.figures import details, measured
from evals.year.life import LANGUAGES, life
from evals.year.run import Month, months
from evals.year.shown import line

TURNS, SEED = 20_000, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What to live."""

    turns: int
    months: int
    embedder: str
    seed: int


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns 0, or 2 where nothing could be measured."""
    given = _parser().parse_args(arguments)
    options = Options(turns=given.turns, months=given.months, embedder=given.embedder, seed=given.seed)
    languages = given.language or list(LANGUAGES)
    try:
        with ProcessPoolExecutor(min(given.workers, len(languages))) as pool:
            lives = list(pool.map(lived, languages, [options] * len(languages), [given.out] * len(languages)))
    except (BadSet, OSError) as error:
        print(f"evals.year: {error}", file=sys.stderr)
        return 2
    report = reported(dict(zip(languages, lives, strict=True)), options)
    if given.out is not None:
        write(report, given.out)
    if given.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))
    return 0


def lived(language: str, options: Options, out: Path | None = None) -> list[Month]:
    """One year, told line by line as it goes. What is there so far is written beside the report."""
    console, found = Console(stderr=True), list[Month]()
    for month in months(
        life(language),
        embedder=embedder_named(options.embedder),
        turns=options.turns,
        seed=options.seed,
        count=options.months,
    ):
        found.append(month)
        console.print(line(language, month), highlight=False)
        if out is not None:
            write(reported({language: found}, options), out.with_suffix(f".{language}.json"))
    return found


def reported(lives: dict[str, list[Month]], options: Options) -> Report:
    """A report in the form of the other sets, with every miss beside the figures."""
    report = new_report(absent={}, unknown=()) | {"environment": environment(), "embedder": options.embedder}
    whole = options.turns >= TURNS and options.months == 12
    report["limit"] = None if whole else options.turns * options.months // 12
    report["year"] = {language: [details(month) for month in found] for language, found in lives.items()}
    for language, found in lives.items():
        entered(report, f"year_{language}", measured(found), family="year")
    return report


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals.year", description="Live a simulated year.")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the report goes, as JSON")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="default: all, one after another")
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help="of a whole year; default 20,000")
    parser.add_argument("--months", type=int, default=12, choices=range(1, 13), metavar="N", help="the first N")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="lives at once, a process each")
    return parser


if __name__ == "__main__":
    sys.exit(main())
