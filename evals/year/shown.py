"""A month's end in one line, and the months as a table of a published page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evals.recall_tables import table
from evals.report import between, shown
from evals.words import Words
from evals.year.run import Month
from evals.year.size import active

COLUMNS = (
    *("right", "right_then", "right_habit", "asked", "active_share", "statements_share", "bytes_times"),
    *("duplicates_share", "permanent_lost", "habits", "habits_counted", "digests", "turns_a_second"),
)


def line(language: str, month: Month) -> str:
    """What a month's end says, for whoever watches."""
    part, whole = month.right()
    store = month.store
    return (
        f"{language} month {month.number:2d}: right {part}/{whole} = {100 * part / whole:.1f} %, "
        f"active {active(store)} of {month.said} said, statements {store.standing}, "
        f"duplicates {len(store.duplicates)}, permanent lost {len(month.permanent_lost)} of {month.permanent}, "
        f"doctor {len(month.problems)}, file {month.file_bytes / month.raw_bytes:.0f} times the text, "
        f"{month.lived / month.spent_s:.0f} turns/s"
    )


def year_months(name: str, report: Mapping[str, Any], words: Words) -> str:
    """A year by month ends."""
    held, around = report["sets"][name], report["intervals"].get(name, {})
    rows = []
    for month in range(1, 13):
        group = f"{month:02d}"
        if f"right/{group}" in held:
            cells = []
            for column in COLUMNS:
                value, bounds = held.get(f"{column}/{group}"), around.get(f"{column}/{group}")
                wide = column == "right" and bounds is not None
                cells.append(f"{shown(value)} ({between(bounds)})" if wide else shown(value))
            rows.append([str(month), *cells])
    return table([words("month"), *map(words, COLUMNS)], rows)
