"""What measuring a set gives: figures, how sure they are, operating curves, and what is still missed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from evals.intervals import Interval, wilson
from evals.metrics import Metrics, percent, scaled
from evals.terms import Term

Intervals = Mapping[str, Interval]
"""Metric name to its 95 % interval, in the unit of the metric."""

THRESHOLDS = (0.02, 0.05, *(round(0.05 * step, 2) for step in range(2, 20)), 0.98, 0.99, 0.995)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many of so many."""

    part: int
    whole: int

    @property
    def percent(self) -> float | None:
        """As a percentage; None of nothing."""
        return percent(self.part / self.whole) if self.whole else None

    @property
    def interval(self) -> Interval | None:
        """Its Wilson interval, in percent."""
        bounds = wilson(self.part, self.whole)
        return None if bounds is None else scaled(bounds, 100, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """An operating point: what a decision threshold gives on either axis."""

    threshold: float  # 0-1
    x: Rate
    y: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """What could be chosen, and what is."""

    title: str
    x: str  # what its axis shows
    y: str
    points: tuple[Point, ...]
    chosen: Point

    def as_json(self) -> dict[str, Any]:
        """For the report: percentages with their intervals, beside the counts they are of."""
        return {
            "title": self.title,
            "x": self.x,
            "y": self.y,
            "points": [_point(point) for point in self.points],
            "chosen": _point(self.chosen),
        }


def _point(point: Point) -> dict[str, Any]:
    return {"threshold": point.threshold, "x": _rate(point.x), "y": _rate(point.y)}


def _rate(rate: Rate) -> dict[str, Any]:
    around = rate.interval
    return {"percent": rate.percent, "interval": None if around is None else list(around), **asdict(rate)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one construction costs: the figures of the whole set would gain so much if all items with it were right.

    Items may hold several constructions, so that gains of different ones do not add up.
    """

    construction: str
    counts: Mapping[str, int]  # items with it, and what went wrong in them
    gains: Mapping[str, float]  # metric to points (hundredths), one decimal

    @property
    def worst(self) -> float:
        """The largest gain, by which costs are ordered."""
        return max(self.gains.values(), default=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One set, measured."""

    metrics: Metrics
    intervals: Intervals = field(default_factory=dict)
    curves: tuple[Curve, ...] = ()
    costs: tuple[Cost, ...] = ()  # only constructions that cost anything, worst first
    terms: tuple[Term, ...] = ()  # of the scores of hits, most telling first


def worst_first(costs: list[Cost]) -> tuple[Cost, ...]:
    """Costs of constructions that are not perfect, in order."""
    left = [cost for cost in costs if any(count for name, count in cost.counts.items() if name != "items")]
    return tuple(sorted(left, key=lambda cost: (-cost.worst, -sum(cost.gains.values()), cost.construction)))
