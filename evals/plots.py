"""Drawings of a report, as SVG to be set into a page: bars with their intervals, lines, and operating curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

ROW = 20  # heights and widths are pixels
LABEL, PLOT, VALUE = 210, 360, 150
SIDE, MARGIN = 300, 48
TICKS = (0, 25, 50, 75, 100)  # percent
LINES_MAX = 6  # in one drawing, told apart by their shade and dashes
_SHADES = ("a", "b")  # classes of the series of one drawing, in the page's style
_DASHES = ("none", "none", "6 3", "6 3", "2 3", "2 3")
_DIGITS = 3  # of an amount in writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One figure: what it is of, its value and interval, all in percent."""

    label: str
    value: float
    interval: tuple[float, float] | None = None
    series: int = 0


def bars(title: str, drawn: Sequence[Bar]) -> str:
    """Bars from 0 to 100 percent, one a line, each with its interval as a whisker."""
    height = ROW * len(drawn) + ROW
    lines = [_tick(LABEL + PLOT * tick / 100, 0, ROW * len(drawn), f"{tick}") for tick in TICKS]
    lines += [_bar(bar, ROW * number) for number, bar in enumerate(drawn)]
    return _svg(title, LABEL + PLOT + VALUE, height, lines)


def _tick(x: float, top: float, bottom: float, text: str) -> str:
    return (
        f'<line class="grid" x1="{x:g}" x2="{x:g}" y1="{top:g}" y2="{bottom:g}"/>'
        f'<text class="small" x="{x:g}" y="{bottom + 14:g}" text-anchor="middle">{text}</text>'
    )


def _bar(bar: Bar, top: float) -> str:
    middle = top + ROW / 2
    shade = _SHADES[bar.series % len(_SHADES)]
    parts = [
        f'<text x="{LABEL - 8}" y="{middle + 4:g}" text-anchor="end">{escape(bar.label)}</text>',
        f'<rect class="{shade}" x="{LABEL}" y="{top + 4:g}" width="{PLOT * bar.value / 100:.1f}" height="{ROW - 8}"/>',
    ]
    written = f"{bar.value:.1f}"
    if bar.interval is not None:
        low, high = (LABEL + PLOT * bound / 100 for bound in bar.interval)
        parts.append(f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{middle:g}" y2="{middle:g}"/>')
        parts += [
            f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{middle - 4:g}" y2="{middle + 4:g}"/>'
            for x in (low, high)
        ]
        written += " ({:.0f}–{:.0f})".format(*bar.interval)
    parts.append(f'<text class="small" x="{LABEL + PLOT + 10}" y="{middle + 4:g}">{written}</text>')
    return "".join(parts)


def amounts(title: str, drawn: Sequence[Bar]) -> str:
    """Bars of amounts that are no shares, from zero to either side, one a line; the axis spans what there is."""
    least, most = min(0.0, *(bar.value for bar in drawn)), max(0.0, *(bar.value for bar in drawn))
    wide = (most - least) or 1.0
    zero = LABEL - PLOT * least / wide
    height = ROW * len(drawn)
    lines = [_tick(zero, 0, height, "0")]
    for number, bar in enumerate(drawn):
        top, length = ROW * number, PLOT * bar.value / wide
        shade = _SHADES[bar.series % len(_SHADES)]
        lines.append(
            f'<text x="{LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(bar.label)}</text>'
            f'<rect class="{shade}" x="{min(zero, zero + length):.1f}" y="{top + 4}" width="{abs(length):.1f}" '
            f'height="{ROW - 8}"/><text class="small" x="{LABEL + PLOT + 10}" y="{top + 14}">'
            f"{bar.value:.{_DIGITS}g}</text>"
        )
    return _svg(title, LABEL + PLOT + VALUE, height + ROW, lines)


def lines(title: str, drawn: Mapping[str, Mapping[int, float]], axis: str) -> str:
    """Percentages over a few numbers that stand at equal distances, a line each, named at its right end."""
    marks = sorted({number for points in drawn.values() for number in points})
    places = {mark: MARGIN + SIDE * place / max(len(marks) - 1, 1) for place, mark in enumerate(marks)}
    parts = [_tick(x, MARGIN / 2, MARGIN / 2 + SIDE, f"{mark}") for mark, x in places.items()]
    parts += [_level(tick) for tick in TICKS]
    names: list[float] = []
    for number, (label, points) in enumerate(list(drawn.items())[:LINES_MAX]):
        at = [(places[mark], _place(0, value)[1], mark, value) for mark, value in sorted(points.items())]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in at)
        shade = _SHADES[number % len(_SHADES)]
        parts.append(f'<polyline class="line-{shade}" stroke-dasharray="{_DASHES[number]}" points="{path}"/>')
        parts += [
            f'<circle class="{shade}" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{escape(label)}, {axis} {mark}: '
            f"{value:g} %</title></circle>"
            for x, y, mark, value in at
        ]
        names.append(_clear(at[-1][1], names))
        parts.append(f'<text x="{MARGIN + SIDE + 10}" y="{names[-1] + 4:.1f}">{escape(label)} {at[-1][3]:g}</text>')
    bottom, middle = SIDE + MARGIN / 2 + 32, MARGIN + SIDE / 2
    parts.append(f'<text x="{middle:g}" y="{bottom:g}" text-anchor="middle">{escape(axis)}</text>')
    return _svg(title, MARGIN + SIDE + VALUE, SIDE + 2 * MARGIN, parts)


def _clear(y: float, taken: Sequence[float]) -> float:
    """The height nearest below at which a name covers no other."""
    while any(abs(y - other) < ROW - 6 for other in taken):
        y += 2
    return y


def _level(tick: int) -> str:
    y = _place(0, tick)[1]
    return (
        f'<line class="grid" x1="{MARGIN}" x2="{MARGIN + SIDE}" y1="{y:g}" y2="{y:g}"/>'
        f'<text class="small" x="{MARGIN - 6}" y="{y + 4:g}" text-anchor="end">{tick}</text>'
    )


def curve(drawn: Mapping[str, Any]) -> str:
    """An operating curve of the report, percent on both axes: every threshold is a dot, the chosen one is named."""
    lines = [_tick(_place(tick, 0)[0], MARGIN / 2, MARGIN / 2 + SIDE, f"{tick}") for tick in TICKS]
    lines += [_level(tick) for tick in TICKS]
    points = [point for point in drawn["points"] if _defined(point)]
    path = " ".join("{:.1f},{:.1f}".format(*_at(point)) for point in points)
    lines.append(f'<polyline class="curve" points="{path}"/>')
    lines += [_dot(point) for point in points]
    if _defined(drawn["chosen"]):
        lines.append(_chosen(drawn["chosen"]))
    bottom = SIDE + MARGIN / 2 + 32
    middle = MARGIN + SIDE / 2
    lines.append(f'<text x="{middle:g}" y="{bottom:g}" text-anchor="middle">{escape(drawn["x"])}, %</text>')
    lines.append(f'<text x="{MARGIN}" y="14">{escape(drawn["y"])}, %</text>')
    return _svg(drawn["title"], MARGIN + SIDE + VALUE, SIDE + 2 * MARGIN, lines)


def _defined(point: Mapping[str, Any]) -> bool:
    return point["x"]["percent"] is not None and point["y"]["percent"] is not None


def _at(point: Mapping[str, Any]) -> tuple[float, float]:
    return _place(point["x"]["percent"], point["y"]["percent"])


def _place(x: float, y: float) -> tuple[float, float]:
    return MARGIN + SIDE * x / 100, MARGIN / 2 + SIDE * (1 - y / 100)


def _dot(point: Mapping[str, Any]) -> str:
    x, y = _at(point)
    said = f"from {point['threshold']:g}: {point['x']['percent']:g} %, {point['y']['percent']:g} %"
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{said}</title></circle>'


def _chosen(point: Mapping[str, Any]) -> str:
    x, y = _at(point)
    parts = []
    for axis, horizontal in (("x", True), ("y", False)):
        bounds = point[axis]["interval"]
        if bounds is not None:
            ends = [_place(bound, 0)[0] if horizontal else _place(0, bound)[1] for bound in bounds]
            across = (ends[0], ends[1], y, y) if horizontal else (x, x, ends[0], ends[1])
            parts.append('<line class="whisker" x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}"/>'.format(*across))
    parts.append(f'<circle class="chosen" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
    parts.append(f'<text x="{x + 10:.1f}" y="{y - 8:.1f}">chosen: {point["threshold"]:.2f}</text>')
    return "".join(parts)


def _svg(title: str, width: float, height: float, lines: Sequence[str]) -> str:
    name = escape(title, quote=True)
    return (
        f'<svg role="img" aria-label="{name}" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">' + "".join(lines) + "</svg>"
    )
