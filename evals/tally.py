"""Counts item by item, and the shares made of them with their intervals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from evals.intervals import Array, Interval, bootstrap, wilson
from evals.metrics import harmonic, share

Score = tuple[str, float | None, Interval | None]
"""A share's name, its value 0-1 (None of nothing) and its interval."""


class Tally:
    """What was counted in each item of each group."""

    def __init__(self) -> None:
        self._items: dict[str, list[Mapping[str, int]]] = defaultdict(list)

    def add(self, counted: Mapping[str, int], groups: Iterable[str]) -> None:
        """Count one item into groups; `""` is everything."""
        for group in groups:
            self._items[group].append(counted)

    @property
    def groups(self) -> list[str]:
        """The groups, in the order they were first met."""
        return list(self._items)

    def total(self, group: str = "") -> Counter[str]:
        """The sums of a group."""
        summed: Counter[str] = Counter()
        for counted in self._items[group]:
            summed.update(counted)
        return summed

    def ratio(self, part: str, whole: str, group: str = "") -> tuple[float | None, Interval | None]:
        """The sum of one count over that of another, with its interval over items."""
        total = self.total(group)
        value = share(total[part], total[whole])
        return value, self._interval(value, group, (part, whole))

    def scores(self, group: str = "") -> Iterator[Score]:
        """Precision (`right` of `made`), recall (`found` of `want`) and F1, for which nothing made is nothing wrong."""
        precision, around_precision = self.ratio("right", "made", group)
        recall, around_recall = self.ratio("found", "want", group)
        yield "precision", precision, around_precision
        yield "recall", recall, around_recall
        if precision is None and recall is None:
            yield "f1", None, None
            return
        f1 = harmonic(1.0 if precision is None else precision, 1.0 if recall is None else recall)
        yield "f1", f1, self._interval(f1, group, ("right", "made", "found", "want"))

    def _interval(self, value: float | None, group: str, columns: tuple[str, ...]) -> Interval | None:
        """Wilson's where each item counts once, else by bootstrap over items. Where all items agree the bootstrap knows
        no spread, and the items are taken as trials."""
        rows = [[counted.get(name, 0) for name in columns] for counted in self._items[group]]
        items = np.array([row for row in rows if any(row)], dtype=np.float64).reshape(-1, len(columns))
        if value is None:
            return None
        if len(columns) == 2 and items[:, 1].max() <= 1:
            return wilson(float(items[:, 0].sum()), float(items[:, 1].sum()))
        around = bootstrap(items, _quotient if len(columns) == 2 else _f1)
        if around is not None and around[0] == around[1]:
            return wilson(value * len(items), len(items))
        return around


def _quotient(sums: Array) -> Array:
    shares: Array = np.divide(sums[:, 0], sums[:, 1], out=np.full(len(sums), np.nan), where=sums[:, 1] > 0)
    return shares


def _f1(sums: Array) -> Array:
    precision = np.nan_to_num(_quotient(sums[:, :2]), nan=1.0)
    recall = np.nan_to_num(_quotient(sums[:, 2:]), nan=1.0)
    both = precision + recall
    f1: Array = np.divide(2 * precision * recall, both, out=np.zeros(len(sums)), where=both > 0)
    return f1
