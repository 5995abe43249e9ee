"""What each part of reading is worth: recall with one part at a time switched off, on every set that is searched.

python -m evals.ablation                                  our own conversations, the report half
python -m evals.ablation --data DIR --out out/ablation.json
python -m evals.ablation --data DIR --publish             and the table into docs/quality

Every conversation is added once, every text is encoded once, and every question is asked by every variant
(evals/variants.py has them). A change is taken question by question against the library as it is, with the interval of
a bootstrap over questions.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.console import Console
from rich.progress import Progress

import mnemic
from evals import publish
from evals.embedding import Watched
from evals.evidence import CROSS, turns_of
from evals.intervals import Array, Interval, bootstrap
from evals.loaders import BadSet, Conversation, Row, conversation
from evals.measured import Measured
from evals.metrics import fraction_found, scaled
from evals.recall_tables import ablation_cells
from evals.report import Report, entered, environment, new_report, write
from evals.run import EMBEDDERS, Run, embedder_named
from evals.sets import RECALL, Found, bundled, survey
from evals.variants import EVERYTHING, VARIANTS, Variant, switched
from mnemic.api.memory import UserMemory
from mnemic.ports import Embedder

FAMILIES = ("talks", "locomo", "memorybank", "memdaily", RECALL)
DEPTHS = (5, 10)
DEPTH_MAX = 50
SET = "ablation"  # the name of the whole in the report


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question: the turns that answer it, and what its figures are counted under."""

    text: str
    at: datetime | None
    wanted: frozenset[str]
    way: str  # set, and the language or the crossing of two


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One user's memory and the questions asked of it."""

    sessions: Mapping[str, Sequence[Row]]
    infer: bool
    asks: tuple[Ask, ...]


Fractions = dict[tuple[str, int, str], list[float]]
"""By variant, depth and way: the fraction of evidence found, question by question."""


def cases(one: Found, limit: int | None) -> Iterator[Case]:
    """The users of a set."""
    if one.family == RECALL:
        yield _short(one, limit)
        return
    for row in one.rows()[:limit]:
        talk = conversation(row)
        yield Case(sessions=talk.sessions, infer=True, asks=tuple(_asks(talk, one.name)))


def _asks(talk: Conversation, name: str) -> Iterator[Ask]:
    for asked in talk.questions:
        if not asked.answerable or not asked.turns:
            continue
        crossing = asked.language != talk.language
        yield Ask(
            text=asked.text, at=asked.at, wanted=asked.turns, way=f"{name} {CROSS if crossing else asked.language}"
        )
        if asked.other_language:
            yield Ask(text=asked.other_language, at=asked.at, wanted=asked.turns, way=f"{name} {CROSS}")


def _short(one: Found, limit: int | None) -> Case:
    rows = one.rows()
    memories = {row["id"]: row["text"] for row in rows if "query" not in row}
    questions = [row for row in rows if "query" in row and row["gold"] in memories][:limit]
    ways = {"xlang": CROSS}
    return Case(
        sessions={"main": [{"role": "user", "content": text, "id": id} for id, text in memories.items()]},
        infer=False,
        asks=tuple(
            Ask(
                text=row["query"],
                at=None,
                wanted=frozenset({row["gold"]}),
                way=f"{one.name} {ways.get(row['set'], row['set'])}",
            )
            for row in questions
        ),
    )


class Ablation:
    """What every variant has found so far."""

    def __init__(self, embedder: Embedder, variants: Sequence[Variant]) -> None:
        self.fractions: Fractions = {}
        self._embedder = embedder
        self._variants = variants

    def ask(self, case: Case) -> None:
        """Add one user's memory, and ask everything by every variant."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "m.db"
            with mnemic.open(path, embedder=self._embedder, background=False) as opened:
                for session, messages in case.sessions.items():
                    if messages:
                        opened.user("u1").add(list(messages), session=session, infer=case.infer)
            for variant in self._variants:
                # A copy for each: reading counts uses, which the next variant would find.
                copy = shutil.copy(path, path.with_name(f"{variant.name}.db"))
                settings = {"background": False, **variant.settings}
                with switched(variant), mnemic.open(copy, embedder=self._embedder, **settings) as opened:
                    self._note(opened.user("u1"), case, variant)
                Path(copy).unlink()

    def _note(self, user: UserMemory, case: Case, variant: Variant) -> None:
        for ask in case.asks:
            turns = turns_of(user.search(ask.text, k=DEPTH_MAX, at=ask.at))
            for depth in DEPTHS:
                found = self.fractions.setdefault((variant.name, depth, ask.way), [])
                found.append(fraction_found(turns, ask.wanted, depth))

    def measured(self) -> Measured:
        """turn_frac@k/VARIANT/WAY in percent, and change@k/VARIANT/WAY in points against the library as it is."""
        metrics: dict[str, float | None] = {}
        intervals = {}
        for (variant, depth, way), fractions in self.fractions.items():
            values, whole = np.array(fractions), np.array(self.fractions[EVERYTHING, depth, way])
            metrics[f"n/{EVERYTHING}/{way}"] = len(values)
            metrics[f"turn_frac@{depth}/{variant}/{way}"] = round(100 * float(values.mean()), 1)
            if variant == EVERYTHING:
                continue
            name, change = f"change@{depth}/{variant}/{way}", values - whole
            metrics[name] = round(100 * float(change.mean()), 1)
            intervals[name] = _around(change)
        return Measured(metrics=metrics, intervals=intervals)


def _around(changes: Array) -> Interval:
    """The interval of a mean of changes, in points."""
    found = bootstrap(changes[:, None], lambda sums: sums[:, 0] / len(changes))
    return (0.0, 0.0) if found is None else scaled(found, 100, 1)


def measured(sets: Iterable[Found], run: Run, variants: Sequence[Variant] = VARIANTS) -> Report:
    """Every variant that is there, on sets."""
    there = [variant for variant in variants if variant.there]
    ablation = Ablation(Watched(run.embedder, keep=True), there)
    for one in sets:
        everything = list(cases(one, run.limit))
        for case in run.progress.track(everything, description=one.name):
            ablation.ask(case)
    report = new_report(absent={variant.name: "no such stage" for variant in variants if not variant.there})
    entered(report, SET, ablation.measured(), family=SET)
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns 0, or 2 where nothing could be measured or published."""
    options = _parser().parse_args(arguments)
    console = Console()
    try:
        found = survey(options.data).found if options.data else ()
        sets = [one for one in (*bundled(), *found) if one.family in FAMILIES]
        sets = [one for one in sets if not options.only or one.name in options.only or one.family in options.only]
        with Progress(console=Console(stderr=True)) as progress:
            run = Run(embedder=embedder_named(options.embedder), progress=progress, limit=options.limit)
            wanted = (EVERYTHING, *(options.part or (variant.name for variant in VARIANTS)))
            chosen = [variant for variant in VARIANTS if variant.name in wanted]
            report = measured(sets, run, chosen)
    except (BadSet, OSError) as error:
        print(f"evals.ablation: {error}", file=sys.stderr)
        return 2
    report |= {"environment": environment(), "embedder": options.embedder, "limit": options.limit}
    write(report, options.out)
    _show(console, report)
    return publish.main([str(options.out)]) if options.publish else 0


def _show(console: Console, report: Report) -> None:
    head, rows = ablation_cells(report["sets"][SET], report["intervals"][SET])
    for row in (head, *rows):
        console.print(" | ".join(row), markup=False, highlight=False, soft_wrap=True)
    for name, reason in report["absent"].items():
        console.print(f"absent: {name} ({reason})")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m evals.ablation", description="What each part of reading is worth.")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder that holds measuring sets")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a set or family of sets")
    parser.add_argument("--part", action="append", default=[], metavar="NAME", help="a part to switch off; default all")
    parser.add_argument(
        "--limit", type=int, metavar="N", help="only the first N conversations or questions of each set"
    )
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    parser.add_argument("--out", type=Path, default=Path("out/ablation.json"), metavar="FILE")
    parser.add_argument("--publish", action="store_true", help="put the table into the pages of docs/quality")
    return parser


if __name__ == "__main__":
    sys.exit(main())
