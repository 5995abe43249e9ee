"""A user's own pairs in writing: rates, each miss with what came instead and why, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console

from evals.measured import Measured
from evals.own import DEPTHS, Outcome, Pairs
from evals.report import between, shown

INSTEAD = 3  # hits shown for a miss
TERMS = 4  # of a hit, the strongest
CHARACTERS = 90  # of a text


def show(console: Console, given: Pairs, outcomes: Sequence[Outcome], found: Measured, advice: Sequence[str]) -> None:
    """Print everything."""
    for line in lines(given, outcomes, found, advice):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def lines(given: Pairs, outcomes: Sequence[Outcome], found: Measured, advice: Sequence[str]) -> list[str]:
    """The same, line by line."""
    written = [f"{len(outcomes)} questions, {len(given.memories)} memories", "", *_rates(found)]
    for outcome in outcomes:
        if outcome.missed:
            written += ["", *_miss(given, outcome)]
    lower = [outcome for outcome in outcomes if not outcome.missed and outcome.rank != 1]
    written += ["", "Found, but not first:"] if lower else []
    written += [f"  line {one.pair.line}, place {one.rank}: {_short(one.pair.question)}" for one in lower]
    return [*written, "", *(f"- {line}" for line in advice)]


def _rates(found: Measured) -> list[str]:
    groups = dict.fromkeys(name.partition("/")[2] for name in found.intervals)
    names = (*(f"hit_rate@{depth}" for depth in DEPTHS), "mrr")
    return [
        f"{f'{name} {group}'.strip():18} {shown(found.metrics[full]):>5} %   95 %: {between(found.intervals[full])}"
        for group in groups
        for name in names
        if (full := f"{name}/{group}" if group else name) in found.intervals
    ]


def _miss(given: Pairs, outcome: Outcome) -> list[str]:
    pair, right = outcome.pair, outcome.right
    wanted = " | ".join(_short(given.memories[id]) for id in pair.wanted)
    written = [f"MISSED line {pair.line}: {_short(pair.question)}", f"  wanted       {wanted}"]
    if right is None:
        written.append("               it was not kept")
    else:
        place = f"place {outcome.rank}" if outcome.rank else f"not found: {right.gate}"
        written.append(f"               {place}; {_terms(right.explain)}")
    for number, hit in enumerate(outcome.hits[:INSTEAD], 1):
        written.append(f"  instead {number}    {_short(hit.memory.text)}")
        written.append(f"               score {hit.score:.2f}; {_terms(hit.explain)}")
    return written if outcome.hits else [*written, "  nothing was found"]


def _terms(explain: Mapping[str, float]) -> str:
    strongest = sorted((name for name in explain if name != "baseline"), key=lambda name: -abs(explain[name]))
    return ", ".join(f"{name} {explain[name]:+.2f}" for name in strongest[:TERMS]) or "no terms"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= CHARACTERS else flat[: CHARACTERS - 1] + "…"
