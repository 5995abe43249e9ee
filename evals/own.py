"""A user's own 20-50 questions, each with the memory that should be found for it."""

from __future__ import annotations

from collections.abc import Sequence

from evals.evidence import turns_of
from evals.loaders import BadSet, Row
from evals.measured import Measured
from evals.metrics import Means, Metrics, any_found, reciprocal_rank
from evals.run import Run

DEPTHS = (1, 5, 8)  # 8 is what a search gives by default
DEPTH_MAX = 50
PAIRS_MIN = 20  # below, one question moves the rates by more than five points
GOOD_HIT_RATE = 90.0  # percent within the default 8
GOOD_MRR = 75.0  # percent


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: {"question", "memory"}. Every distinct memory is kept as given, then every question is asked.

    Raises:
        BadSet: a pair lacks one of the two, or there is none.
    """
    if not rows:
        raise BadSet('There is no pair in the file: write {"question": "...", "memory": "..."}, one a line.')
    for number, row in enumerate(rows, 1):
        for name in ("question", "memory"):
            if not isinstance(row.get(name), str) or not row[name].strip():
                raise BadSet(f"Pair {number} has no text as {name!r}.")
    ids = {text: f"m{number}" for number, text in enumerate(dict.fromkeys(row["memory"] for row in rows), 1)}
    means = Means()
    with run.memory() as opened:
        user = opened.user("u1")
        user.add([{"role": "user", "content": text, "id": id} for text, id in ids.items()], infer=False)
        for row in run.each(rows, "questions"):
            found, wanted = turns_of(user.search(row["question"], k=DEPTH_MAX)), {ids[row["memory"]]}
            for depth in DEPTHS:
                means.add(f"hit_rate@{depth}", any_found(found, wanted, depth), [""])
            means.add("mrr", reciprocal_rank(found, wanted), [""])
    return Measured(
        metrics={"n": len(rows[: run.limit]), "memories": len(ids), **means.percentages()},
        intervals=means.intervals(),
    )


def advice(metrics: Metrics) -> str:
    """One line on what the figures mean and what to do."""
    n, rate, mrr = (metrics[name] or 0.0 for name in ("n", "hit_rate@8", "mrr"))
    if n < PAIRS_MIN:
        return f"Only {n:.0f} pairs: one question moves a rate by {100 / n:.0f} points. Write at least {PAIRS_MIN}."
    if rate < GOOD_HIT_RATE:
        missed = round(n * (100 - rate) / 100)
        return (
            f"{missed} of {n:.0f} answers are not among the 8 found: look at them with why_not(id, question), and "
            "write memories that name what they are about."
        )
    if mrr < GOOD_MRR:
        return "The answers are found but not first: keep k at 8 or more, or try recipe='precise'."
    return "The answers are found, and mostly first: the defaults suit your data."
