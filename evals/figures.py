"""Figures and their intervals under the names they have in a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evals.intervals import Interval
from evals.measured import Cost, Curve, Measured
from evals.metrics import Metrics, scaled
from evals.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """How shares are written."""

    scale: float
    decimals: int


SHARES = Unit(scale=1, decimals=3)
PERCENT = Unit(scale=100, decimals=1)


class Figures:
    """What a report says of one set, figure by figure."""

    def __init__(self, unit: Unit, *, n: int) -> None:
        self._unit = unit
        self._metrics: Metrics = {"n": n}
        self._intervals: dict[str, Interval] = {}

    def scores(self, tally: Tally, group: str = "", *, of_nothing: float | None = None) -> None:
        """Precision, recall and F1 of a group; `of_nothing` where there is nothing to count."""
        for name, value, around in tally.scores(group):
            self.put(name, group, (of_nothing if value is None else value, around))

    def put(self, name: str, group: str, measured: tuple[float | None, Interval | None]) -> None:
        """A share, 0-1, with its interval."""
        value, around = measured
        metric = named(name, group)
        scale, decimals = self._unit.scale, self._unit.decimals
        self._metrics[metric] = None if value is None else round(scale * value, decimals)
        if around is not None:
            self._intervals[metric] = scaled(around, scale, decimals)

    def counts(self, tally: Tally, group: str, names: Iterable[str]) -> None:
        """Sums of a group."""
        total = tally.total(group)
        self._metrics |= {named(name, group): total[name] for name in names}

    def measured(self, *, curves: tuple[Curve, ...] = (), costs: tuple[Cost, ...] = ()) -> Measured:
        """All of it."""
        return Measured(metrics=self._metrics, intervals=self._intervals, curves=curves, costs=costs)


def named(name: str, group: str) -> str:
    """A metric's name in a report: with its group behind a slash, or alone for everything."""
    return f"{name}/{group}" if group else name
