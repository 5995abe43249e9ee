"""Does a newer message retire an older one, repeat it, or stand beside it? Two messages of one user, a week apart."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from random import Random

from evals.figures import PERCENT, Figures
from evals.intervals import SEED
from evals.loaders import Row
from evals.measured import THRESHOLDS, Curve, Measured, Point, Rate
from evals.run import Run
from evals.tally import Tally
from mnemic.models.heads import SentenceHeads
from mnemic.writing.succession import ENDS_MIN, ComparedStatement, end_probabilities, fitted_for

SAID = datetime(2026, 3, 2, 12, tzinfo=UTC)  # any moment will do
LATER = timedelta(days=7)
STRANGERS = 3  # older messages of other pairs that a newer one could retire besides, on the operating curve
REPLACES = "replaces"  # the relation of a newer message that makes the older one no longer true


class Outcome(StrEnum):
    """What became of the older message's statements when the newer was added."""

    RETIRED = "retired"  # one of them at least no longer holds
    MERGED = "merged"  # the newer says one of them again
    BOTH = "both"  # the newer states something beside them
    NEWER_UNREAD = "newer_unread"  # the newer gave no statement
    OLDER_UNREAD = "older_unread"  # the older gave none, so that there was nothing to retire


def measure(rows: Sequence[Row], run: Run) -> Measured:
    """`rows`: {"lang", "relation", "older", "newer"}; relations replaces, same, adds, once and other. Percent.

    Every outcome is a share of the pairs of a relation, as in `retired/replaces`, which is the recall of retiring.
    `recall`, `precision` and `f1` are of retiring where the relation is `replaces`; `wrongly_retired` is its share
    among all other pairs.
    """
    outcomes, retiring = Tally(), Tally()
    for row in run.each(rows, "pairs of messages"):
        outcome, language, relation = outcome_of(row, run), row["lang"], row["relation"]
        counted = {name.value: int(name is outcome) for name in Outcome} | {"pairs": 1}
        outcomes.add(counted, [relation, f"{language}/{relation}"])
        retiring.add(_retiring(relation, retired=outcome is Outcome.RETIRED), ["", language])
    figures = Figures(PERCENT, n=len(rows[: run.limit]))
    for group in retiring.groups:
        figures.scores(retiring, group)
        figures.put("wrongly_retired", group, retiring.ratio("wrong", "others", group))
    for group in sorted(outcomes.groups, key=lambda group: (group.count("/"), group)):
        figures.counts(outcomes, group, ["pairs"])
        for outcome in Outcome:
            figures.put(outcome, group, outcomes.ratio(outcome, "pairs", group))
    return figures.measured(curves=succession(rows[: run.limit], run))


def outcome_of(row: Row, run: Run) -> Outcome:
    """What becomes of one pair in a memory of its own."""
    with run.memory() as opened:
        user = opened.user("u1")
        user.add([{"role": "user", "content": row["older"], "time": SAID}], session="s1")
        known = {memory.id for memory in user.list()}
        report = user.add([{"role": "user", "content": row["newer"], "time": SAID + LATER}], session="s2")
    if not known:
        return Outcome.OLDER_UNREAD
    if known & {entry.memory.id for entry in (*report.superseded, *report.retracted) if entry.memory}:
        return Outcome.RETIRED
    if known & {entry.memory.id for entry in (*report.reinforced, *report.revised) if entry.memory}:
        return Outcome.MERGED
    return Outcome.BOTH if report.added else Outcome.NEWER_UNREAD


def _retiring(relation: str, *, retired: bool) -> dict[str, int]:
    replaces = relation == REPLACES
    right = int(replaces and retired)
    return {
        "right": right,
        "made": int(retired),
        "found": right,
        "want": int(replaces),
        "wrong": int(retired and not replaces),
        "others": int(not replaces),
    }


def succession(rows: Sequence[Row], run: Run) -> tuple[Curve, ...]:
    """Precision and recall of `mnemic.writing.succession` on the messages themselves, for every threshold, with
    strangers known besides. Nothing where the embedder is not the one it was fitted for."""
    if not rows or not fitted_for(run.embedder.signals):
        return ()
    texts = list(dict.fromkeys(row[side] for row in rows for side in ("newer", "older")))
    vectors = run.embedder.documents(texts)
    told = {text: ComparedStatement(text=text, vector=vector) for text, vector in zip(texts, vectors, strict=True)}
    judgements = SentenceHeads().judge([row["newer"] for row in rows])
    weighed: list[tuple[bool, float]] = []
    for row, judgement, strangers in zip(rows, judgements, strangers_of(rows), strict=True):
        olders = [told[text] for text in (row["older"], *strangers)]
        probabilities = end_probabilities(told[row["newer"]], judgement, olders, run.embedder.signals)
        replaces = (row["relation"] == REPLACES, *(False for _ in strangers))
        weighed += zip(replaces, probabilities, strict=True)
    return (curve(weighed),)


def strangers_of(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """For each pair older messages of other pairs in its language, the same in every run."""
    chance = Random(SEED)
    found = []
    for row in rows:
        others = sorted({other["older"] for other in rows if other["lang"] == row["lang"]} - {row["older"]})
        found.append(tuple(chance.sample(others, min(STRANGERS, len(others)))))
    return found


def curve(weighed: Sequence[tuple[bool, float]]) -> Curve:
    """Recall and precision of retiring from each threshold on.

    Args:
        weighed: whether a message replaces another, and the probability that it does.
    """
    wanted = sum(replaces for replaces, _ in weighed)

    def at(least: float) -> Point:
        taken = [replaces for replaces, probability in weighed if probability >= least]
        right = sum(taken)
        return Point(threshold=least, x=Rate(part=right, whole=wanted), y=Rate(part=right, whole=len(taken)))

    return Curve(
        title="Succession",
        x="recall",
        y="precision",
        points=tuple(at(least) for least in THRESHOLDS),
        chosen=at(ENDS_MIN),
    )
