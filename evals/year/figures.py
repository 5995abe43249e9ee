"""What a year gives: figures by month for the report, and every miss in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evals.figures import PERCENT, Figures, named
from evals.intervals import Interval, wilson
from evals.measured import Measured
from evals.metrics import Metrics
from evals.year.run import Month
from evals.year.size import active

HABIT_MIN = 3  # times told from which something is a habit
SORTS = ("now", "then", "over", "habit")


def group(month: Month) -> str:
    """How a month is called in the report."""
    return f"{month.number:02d}"


def measured(found: Sequence[Month]) -> Measured:
    """One life: figures for each month's end, and for the year the worst month's shares and the last one's sizes."""
    figures = Figures(PERCENT, n=found[-1].turns)
    metrics: Metrics = {}
    for month in found:
        name = group(month)
        figures.put("right", name, _share(month))
        for sort in SORTS:
            figures.put(f"right_{sort}", name, _share(month, sort))
        metrics |= {named(metric, name): value for metric, value in _counts(month).items()}
    worst = min(found, key=lambda month: month.share() or 0)
    figures.put("right", "", _share(worst))
    made = figures.measured()
    return Measured(metrics={**made.metrics, **_counts(found[-1]), **metrics}, intervals=made.intervals)


def _share(month: Month, *sorts: str) -> tuple[float | None, Interval | None]:
    part, whole = month.right(*sorts)
    return (part / whole, wilson(part, whole)) if whole else (None, None)


def _counts(month: Month) -> dict[str, float | None]:
    store = month.store
    return {
        "turns": month.turns,
        "asked": len(month.answers),
        "active": active(store),
        "active_share": _percent(active(store), month.said),
        "statements_share": _percent(store.standing, month.said),
        "bytes_times": round(month.file_bytes / month.raw_bytes, 1),
        "duplicates": len(store.duplicates),
        "duplicates_share": _percent(len(store.duplicates), store.standing),
        "permanent": month.permanent,
        "permanent_lost": len(month.permanent_lost),
        "habits": len(due := [pair for pair in month.habits.values() if pair[0] >= HABIT_MIN]),
        "habits_counted": sum(told == counted for told, counted in due),
        "digests": month.digests,
        "problems": len(month.problems),
        "turns_a_second": round(month.lived / month.spent_s, 1),
    }


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def details(month: Month) -> dict[str, Any]:
    """Everything about one month's end, every miss with what was found instead."""
    store = month.store
    return {
        "month": month.number,
        "misses": [
            {
                "sort": one.asked.sort,
                "key": one.asked.key,
                "asked": one.asked.text,
                "as_of": one.asked.as_of and one.asked.as_of.date().isoformat(),
                "reason": one.reason,
                "right": list(one.asked.right),
                "found": list(one.hits),
                "fate": list(one.fate),
            }
            for one in month.answers
            if one.reason
        ],
        "duplicates": [list(pair) for pair in store.duplicates],
        "repeated_facts": store.repeated_facts,
        "held_facts": store.held_facts,
        "repeated_happenings": store.repeated_happenings,
        "statements": store.by_status,
        "episodes": store.episodes,
        "rooms": store.rooms,
        "file_bytes": month.file_bytes,
        "raw_bytes": month.raw_bytes,
        "permanent_lost": list(month.permanent_lost),
        "habits": {key: {"told": told, "counted": counted} for key, (told, counted) in month.habits.items()},
        "problems": list(month.problems),
        "spent_s": round(month.spent_s, 1),
    }
