"""How sure a share is: 95 % intervals of what is counted on a finite set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]
"""Lower and upper bound, in the unit of what it is about."""
Array = NDArray[np.float64]

Z = 1.959964  # of the normal distribution, two-sided 95 %
RESAMPLES = 1000
SEED = 20260101  # fixed, so that the same counts always give the same interval
TAILS = (2.5, 97.5)  # percent


def wilson(successes: float, trials: float) -> Interval | None:
    """The score interval of a proportion (Wilson 1927), 0-1; None of nothing. Good for few trials and near 0 and 1."""
    if not trials:
        return None
    rate, squared = successes / trials, Z * Z
    middle = (rate + squared / (2 * trials)) / (1 + squared / trials)
    reach = Z / (1 + squared / trials) * sqrt(rate * (1 - rate) / trials + squared / (4 * trials * trials))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def bootstrap(items: Array, statistic: Callable[[Array], Array]) -> Interval | None:
    """The percentile interval (Efron 1979) of a statistic over sums of items, drawn anew with replacement.

    Args:
        items: shape (items, columns), the counts of each item.
        statistic: sums of shape (resamples, columns) to values of shape (resamples,); NaN where undefined.

    Returns:
        None where there are no items, or the statistic is defined on no resample.
    """
    if not len(items):
        return None
    values = statistic(_weights(len(items)) @ items)
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None
    low, high = np.percentile(defined, TAILS)
    return float(low), float(high)


def mean(values: Sequence[float]) -> Interval | None:
    """The interval of a mean of values 0-1: Wilson's where each is 0 or 1, else by bootstrap."""
    if all(value in (0, 1) for value in values):
        return wilson(sum(values), len(values))
    column = np.array(values, dtype=np.float64)[:, None]
    return bootstrap(column, lambda sums: sums[:, 0] / len(values))


@lru_cache(maxsize=16)
def _weights(items: int) -> NDArray[np.float32]:
    """How often each item is drawn in each resample, shape (RESAMPLES, items)."""
    chance = np.random.default_rng(SEED)
    return chance.multinomial(items, np.full(items, 1 / items), size=RESAMPLES).astype(np.float32)
