"""How long the guard and the privacy filter take for a turn: python -m benchmarks guard."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from benchmarks.timing import Times, timed
from evals.report import environment, write
from mnemic.domain.record import ORIGIN_BY_ROLE, Origin
from mnemic.safety.guard import screen
from mnemic.safety.privacy import masking

TALKS = Path(__file__).parents[1] / "evals" / "data" / "talks"
TURNS_MAX = 4_000

Judging = Callable[[str, Origin], object]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks guard", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where the report goes")
    options = parser.parse_args(arguments)
    turns = list(_turns())[:TURNS_MAX]
    report: dict[str, object] = {name: _times(turns, judging).figures() for name, judging in JUDGING.items()}
    console = Console()
    for name, figures in report.items():
        console.print(f"{name}: {figures}")
    report["environment"] = environment()
    options.out.mkdir(parents=True, exist_ok=True)
    write(report, options.out / "guard.json")
    return 0


def _both(text: str, origin: Origin) -> None:
    masking.redact(text)
    screen.judge_text(text, origin)


JUDGING: dict[str, Judging] = {
    "guard": screen.judge_text,
    "privacy": lambda text, origin: masking.redact(text),
    "both": _both,
}


def _turns() -> Iterator[tuple[str, Origin]]:
    for path in sorted(TALKS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            for session in json.loads(line)["sessions"]:
                yield from ((turn["text"], ORIGIN_BY_ROLE[turn["role"]]) for turn in session["turns"])


def _times(turns: Sequence[tuple[str, Origin]], judging: Judging) -> Times:
    judging(*turns[0])  # loads what is loaded when first needed
    return Times(ms=tuple(timed(partial(judging, text, origin))[1] for text, origin in turns))
