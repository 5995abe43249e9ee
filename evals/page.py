"""The report as one page that needs nothing else: tables with intervals, drawings, and what remains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from evals import drawings, plots
from evals.described import FAMILIES, SOURCES, Description
from evals.plots import Bar
from evals.report import between, shown

BARS_MAX = 80  # in one drawing; what is beyond stands in the tables

STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #6a7077; --line: #d9dde2; --paper: #fff; --a: #2f6fb3;
  --b: #b3722f; --mark: #b3322f }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e6e9; --soft: #9aa1a9; --line: #3a3f45; --paper: #16181b;
  --a: #6fa8e0; --b: #e0a86f; --mark: #ef7b78 } }
body { font: 15px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; color: var(--ink); background: var(--paper);
  max-width: 66rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0 }
th, td { padding: .15rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left }
td small, .note { color: var(--soft) }
svg { max-width: 100%; height: auto; font: 12px system-ui, "Noto Sans CJK SC", sans-serif }
svg text { fill: var(--ink) } svg .small { fill: var(--soft); font-size: 11px }
.grid { stroke: var(--line) } .a { fill: var(--a); opacity: .75 } .b { fill: var(--b); opacity: .75 }
.whisker { stroke: var(--ink) } .line-a { fill: none; stroke: var(--a); stroke-width: 2 }
.line-b { fill: none; stroke: var(--b); stroke-width: 2 }
.curve { fill: none; stroke: var(--a); stroke-width: 2 } .dot { fill: var(--a) }
.chosen { fill: none; stroke: var(--mark); stroke-width: 2.5 }
"""


def write(report: Mapping[str, Any], path: Path) -> None:
    """Write the page; missing folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(report), encoding="utf-8")


def page(report: Mapping[str, Any]) -> str:
    """The whole page."""
    sets = report["sets"]
    links = ", ".join(f'<a href="#{escape(name, quote=True)}">{escape(name)}</a>' for name in sets)
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Mnemic, measured</title>\n<style>{STYLE}</style>",
            "<h1>Mnemic, measured</h1>",
            _environment(report),
            "<p>Intervals are 95 %: Wilson's for what is counted once an item, else a bootstrap over items.</p>",
            f"<p>{links}</p>",
            *(_section(name, report) for name in sets),
            _not_measured(report),
            "</html>\n",
        ]
    )


def _environment(report: Mapping[str, Any]) -> str:
    where = report["environment"]
    packages = ", ".join(f"{name} {version}" for name, version in where["packages"].items() if version)
    limit = f"; only the first {report['limit']} items of each set" if report.get("limit") else ""
    said = (
        f"{where['date']}; Python {where['python']} on {where['platform']}, {where['cpus']} processors; "
        f"embedder {report['embedder']}{limit}; {packages}"
    )
    return f'<p class="note">{escape(said)}</p>'


def _section(name: str, report: Mapping[str, Any]) -> str:
    metrics, around = report["sets"][name], report["intervals"].get(name, {})
    description = FAMILIES.get(report["families"].get(name, ""), Description(what="", drawn=()))
    source = SOURCES.get(name, "")
    parts = [f'<h2 id="{escape(name, quote=True)}">{escape(name)}</h2>']
    parts += [f"<p>{escape(text)}</p>" for text in (description.what, source and f"From: {source}.") if text]
    parts += _drawings(name, metrics, around, description)
    parts += [drawings.by_depth(name, metrics), drawings.terms(name, report.get("terms", {}).get(name, ()))]
    parts.append(drawings.latency(name, metrics))
    parts += [_curve(curve) for curve in report["curves"].get(name, ())]
    parts.append(_figures(metrics, around))
    if costs := report["remaining"].get(name):
        parts.append(_remaining(costs))
    return "\n".join(part for part in parts if part)


def _drawings(
    name: str, metrics: Mapping[str, Any], around: Mapping[str, Any], description: Description
) -> Iterable[str]:
    groups = dict.fromkeys(
        metric.partition("/")[2] for metric in metrics if metric.partition("/")[0] in description.drawn
    )
    sorts = dict.fromkeys(drawings.sort_of(group) for group in groups)
    for sort in sorted(sorts, key=lambda sort: (sort != drawings.LANGUAGE, sort == drawings.GROUP)):
        title, chosen = f"by {sort}", [group for group in groups if drawings.sort_of(group) == sort]
        if sort == drawings.GROUP:
            chosen.sort(key=lambda group: min(metrics.get(f"{one}/{group}") or 0 for one in description.drawn))
        drawn = [
            Bar(
                label=f"{group or 'all'}{' · ' + metric if len(description.drawn) > 1 else ''}",
                value=description.scale * metrics[named],
                interval=(description.scale * around[named][0], description.scale * around[named][1]),
                series=series,
            )
            for group in chosen
            for series, metric in enumerate(description.drawn)
            if (named := f"{metric}/{group}" if group else metric) in around
        ]
        if drawn:
            heading = f"{', '.join(description.drawn)} {title}, percent"
            yield f"<h3>{escape(heading)}</h3>\n{plots.bars(f'{name}: {heading}', drawn[:BARS_MAX])}"


def _curve(curve: Mapping[str, Any]) -> str:
    rows = [
        [f"{point['threshold']:g}{' (chosen)' if chosen else ''}", *(_rate(point[axis]) for axis in "yx")]
        for point, chosen in [(curve["chosen"], True), *((point, False) for point in curve["points"])]
    ]
    table = _table(["threshold", curve["y"], curve["x"]], rows)
    return (
        f"<h3>{escape(curve['title'])}: operating curve</h3>\n{plots.curve(curve)}\n"
        f"<details><summary>every threshold</summary>{table}</details>"
    )


def _rate(rate: Mapping[str, Any]) -> str:
    counts = f"{rate['part']} of {rate['whole']}"
    return _cell(rate["percent"], rate["interval"]) + f" <small>{counts}</small>"


def _figures(metrics: Mapping[str, Any], around: Mapping[str, Any]) -> str:
    groups = dict.fromkeys(metric.partition("/")[2] for metric in metrics)
    columns = dict.fromkeys(metric.partition("/")[0] for metric in metrics if "/" in metric) or dict.fromkeys(metrics)
    alone = [metric for metric in metrics if metric not in columns and "/" not in metric]
    rows = []
    for group in groups:
        named = [f"{column}/{group}" if group else column for column in columns]
        if any(name in metrics for name in named):
            cells = [_cell(metrics.get(name), around.get(name)) for name in named]
            rows.append([escape(group or "all"), *cells])
    listed = ", ".join(f"{metric} {_cell(metrics[metric], around.get(metric))}" for metric in alone)
    note = f'<p class="note">{listed}</p>' if listed else ""
    return _table(["group", *columns], rows) + note


def _cell(value: float | None, around: Sequence[float] | None) -> str:
    written = shown(value)
    return written if around is None or value is None else f"{written} <small>{between(around)}</small>"


def _remaining(costs: Sequence[Mapping[str, Any]]) -> str:
    counts, gains = costs[0]["counts"], costs[0]["gains"]
    rows = [
        [
            escape(cost["construction"]),
            *(shown(cost["counts"][name]) for name in counts),
            *(shown(cost["gains"][name]) for name in gains),
        ]
        for cost in costs
    ]
    head = ["construction", *counts, *(f"{name} +points" for name in gains)]
    return (
        "<h3>What remains without a language model, and what it costs</h3>\n<p>Constructions that are not always "
        "right, worst first. Points: by how much the figure of the whole set would rise if everything with that "
        f"construction were right. One item may hold several, so they do not add up.</p>\n{_table(head, rows)}"
    )


def _not_measured(report: Mapping[str, Any]) -> str:
    lines = [f"absent: {name} ({reason})" for name, reason in report.get("absent", {}).items()]
    lines += [f"unknown: {file} belongs to no known set" for file in report.get("unknown_files", ())]
    return "".join(f'<p class="note">{escape(line)}</p>\n' for line in lines)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{titles}</tr>\n{body}</table></div>'
