"""The arithmetic of measuring: ranked lists against what was wanted, and means over groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import log2

from evals import intervals
from evals.intervals import Interval

Metrics = dict[str, float | None]
"""Metric name to value; a suffix after `/` names the group it is over. None where there was nothing to count."""


def fraction_found(ranked: Sequence[str], wanted: Collection[str], k: int) -> float:
    """Recall@k: the share of what was wanted that is among the first k, 0-1."""
    return len(set(ranked[:k]) & set(wanted)) / len(set(wanted))


def any_found(ranked: Sequence[str], wanted: Collection[str], k: int) -> float:
    """Hit rate@k: 1 where at least one of what was wanted is among the first k, else 0."""
    return float(not set(ranked[:k]).isdisjoint(wanted))


def reciprocal_rank(ranked: Sequence[str], wanted: Collection[str]) -> float:
    """One over the place of the first that was wanted; 0 where none is there. Its mean is the MRR."""
    return next((1 / place for place, id in enumerate(ranked, 1) if id in wanted), 0.0)


def ndcg(ranked: Sequence[str], wanted: Collection[str], k: int) -> float:
    """nDCG@k with gain 1 for what was wanted (Järvelin and Kekäläinen 2002), 0-1."""
    gained = sum(1 / log2(place + 1) for place, id in enumerate(ranked[:k], 1) if id in wanted)
    best = sum(1 / log2(place + 1) for place in range(1, min(k, len(set(wanted))) + 1))
    return gained / best


def share(part: float, whole: float) -> float | None:
    """`part` of `whole`, 0-1; None of nothing."""
    return part / whole if whole else None


def harmonic(precision: float, recall: float) -> float:
    """F1: the harmonic mean of precision and recall."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def quantile(values: Iterable[float], at: float) -> float | None:
    """The value below which the share `at` of the values lies, without interpolation; None of nothing."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * at), len(ordered) - 1)] if ordered else None


def percent(value: float | None) -> float | None:
    """A share as a percentage with one decimal."""
    return None if value is None else round(100 * value, 1)


def scaled(around: Interval, by: float, decimals: int) -> Interval:
    """An interval in another unit, rounded as its figure is."""
    return round(by * around[0], decimals), round(by * around[1], decimals)


class Means:
    """Means of metrics over everything and over groups, as percentages."""

    def __init__(self) -> None:
        self._values: dict[str, list[float]] = defaultdict(list)

    def add(self, metric: str, value: float, groups: Iterable[str] = ()) -> None:
        """Count one value, 0-1: into the group `""`, which is everything and has no suffix, or into those named."""
        for group in groups:
            self._values[f"{metric}/{group}" if group else metric].append(value)

    def percentages(self) -> Metrics:
        """Every mean as a percentage with one decimal."""
        return {name: percent(sum(values) / len(values)) for name, values in self._values.items()}

    def intervals(self) -> dict[str, Interval]:
        """The 95 % interval of every mean, in percent."""
        found = {name: intervals.mean(values) for name, values in self._values.items()}
        return {name: scaled(around, 100, 1) for name, around in found.items() if around is not None}
