"""A simulated month of one user: how often an answer is at hand, and what that saves.

python -m evals.month [--embedder builtin|hashing] [--memories N]

Four weeks on a clock of their own. On weekdays the user asks two things every morning at about the same minute, one
thing every Monday and one every Friday; six more questions a day come at any hour, a third of them asked before; four
things a day are said in between. The memory is opened anew every night, so that the first question of a day meets a
cold one. Three ways: nothing kept at hand, answers and vectors of questions kept, and what is due asked ahead as well
(`run_due` every quarter of an hour, from six to ten at night).
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from rich.console import Console
from rich.table import Table

import mnemic
from benchmarks.sentences import asked, said
from evals.metrics import quantile
from evals.run import EMBEDDERS, Clock, embedder_named
from mnemic.api.memory import OpenMemory
from mnemic.ports import Embedder

WEEKS = 4
OTHERS, ADDS = 6, 4  # a day
AGAIN_SHARE = 1 / 3  # of the other questions, asked before on the same day or an earlier one
QUARTER = timedelta(minutes=15)
FIRST = datetime(2026, 3, 2, tzinfo=UTC)
DAILY = (("What is on today?", 7, 40), ("今天要带什么？", 8, 20))
MONDAY, FRIDAY = ("What does this week hold for me?", 9, 5), ("这周还有什么没做完？", 17, 30)
WAYS = ("none", "kept", "ahead")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Happening:
    """One thing that happens in the month: something asked, said, or a look at what is due."""

    at: datetime
    what: str  # "habit", "other", "said" or "look"
    text: str = ""


def month(seed: int) -> Iterator[Happening]:
    """The month, in order of time."""
    chance, earlier = Random(seed), list[str]()
    for number in range(7 * WEEKS):
        day = FIRST + timedelta(days=number)
        yield from sorted([*_habits(day, chance), *_others(day, chance, earlier), *_looks(day)])


def _habits(day: datetime, chance: Random) -> Iterator[Happening]:
    weekday = day.weekday()
    due = [*(DAILY if weekday < 5 else ()), *([MONDAY] if weekday == 0 else ()), *([FRIDAY] if weekday == 4 else ())]
    for text, hour, minute in due:
        yield Happening(
            at=day + timedelta(hours=hour, minutes=minute + chance.randint(-4, 14)), what="habit", text=text
        )


def _others(day: datetime, chance: Random, earlier: list[str]) -> Iterator[Happening]:
    for _ in range(OTHERS):
        again = earlier and chance.random() < AGAIN_SHARE
        text = chance.choice(earlier) if again else asked(chance, chance.choice(("en", "zh")))
        earlier.append(text)
        yield Happening(at=day + timedelta(minutes=chance.randint(7 * 60, 22 * 60)), what="other", text=text)
    for _ in range(ADDS):
        text = said(chance, chance.choice(("en", "zh")))
        yield Happening(at=day + timedelta(minutes=chance.randint(7 * 60, 22 * 60)), what="said", text=text)


def _looks(day: datetime) -> Iterator[Happening]:
    at = day + timedelta(hours=6)
    while at < day + timedelta(hours=22):
        yield Happening(at=at, what="look")
        at += QUARTER


class Lived:
    """What the questions of a month met."""

    def __init__(self) -> None:
        self.ms: dict[str, list[float]] = defaultdict(list)
        self.hits: dict[str, int] = defaultdict(int)

    def ask(self, memory: OpenMemory, happening: Happening) -> None:
        """One question, on the stopwatch."""
        begun = perf_counter()
        found = memory.user("u1").search(happening.text)
        spent = 1000 * (perf_counter() - begun)
        for group in ("all", happening.what):
            self.ms[group].append(spent)
            self.hits[group] += found.trace.cached


def lived(open_memory: Callable[[], OpenMemory], clock: Clock, *, looks: bool, seed: int = 7) -> Lived:
    """One month, the memory opened anew for every day."""
    result, memory, day = Lived(), open_memory(), FIRST.date()
    for happening in month(seed):
        if happening.at.date() != day:
            memory.close()
            day = happening.at.date()
            memory = open_memory()
        clock.moment = happening.at
        if happening.what == "said":
            memory.user("u1").add(happening.text)
        elif happening.what != "look":
            result.ask(memory, happening)
        elif looks:
            memory.run_due()
    memory.close()
    return result


def measured(embedder: Embedder, memories: int) -> dict[str, Lived]:
    """The month in every way, over the same memories told before it."""
    found = {}
    for way in WAYS:
        clock = Clock(FIRST - timedelta(days=1))
        with TemporaryDirectory() as folder:
            place, most = Path(folder) / "m.db", 0 if way == "none" else 1_000

            def opened(place: Path = place, clock: Clock = clock, most: int = most) -> OpenMemory:
                return mnemic.open(place, embedder=embedder, clock=clock, background=False, answer_cache_max=most)

            with opened() as memory:
                chance = Random(1)
                memory.user("u1").add([said(chance, chance.choice(("en", "zh"))) for _ in range(memories)])
            found[way] = lived(opened, clock, looks=way == "ahead")
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m evals.month", description=__doc__.splitlines()[0])
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    parser.add_argument("--memories", type=int, default=1_000)
    options = parser.parse_args()
    table = Table(title="A month of one user")
    for column in ("way", "questions", "n", "at hand %", "p50 ms", "p95 ms"):
        table.add_column(column, justify="left" if column in ("way", "questions") else "right")
    for way, one in measured(embedder_named(options.embedder), options.memories).items():
        for group, spent in one.ms.items():
            share = 100 * one.hits[group] / len(spent)
            median, slow = quantile(spent, 0.5), quantile(spent, 0.95)
            table.add_row(way, group, str(len(spent)), f"{share:.1f}", f"{median:.2f}", f"{slow:.2f}")
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
