"""Clocks: lists of times with their median and tail, and an embedder that knows how long it took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TypeVar

from evals.metrics import quantile
from mnemic.ports import Embedder, Signal, Vectors

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """How long something took, each time, in milliseconds."""

    ms: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one, or the mean of the two in the middle."""
        return median(self.ms)

    @property
    def p95(self) -> float:
        """The one that 95 % stay below."""
        return quantile(self.ms, 0.95) or 0.0

    def figures(self) -> dict[str, float]:
        """Median, tail and how many there were."""
        return {"median_ms": round(self.median, 3), "p95_ms": round(self.p95, 3), "n": len(self.ms)}


def timed(action: Callable[[], T]) -> tuple[T, float]:
    """What an action gave, and how many milliseconds it took."""
    begun = perf_counter()
    given = action()
    return given, 1000 * (perf_counter() - begun)


class TimedEmbedder:
    """An embedder that adds up the time spent in it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._spent_ms = 0.0

    @property
    def fingerprint(self) -> str:
        """The embedder's own."""
        return self._embedder.fingerprint

    @property
    def size(self) -> int:
        """The embedder's own."""
        return self._embedder.size

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The embedder's own."""
        return self._embedder.signals

    def documents(self, texts: Sequence[str]) -> Vectors:
        """The embedder's own vectors, on the clock."""
        vectors, spent = timed(lambda: self._embedder.documents(texts))
        self._spent_ms += spent
        return vectors

    def questions(self, texts: Sequence[str]) -> Vectors:
        """The embedder's own vectors, on the clock."""
        vectors, spent = timed(lambda: self._embedder.questions(texts))
        self._spent_ms += spent
        return vectors

    def spent_ms(self) -> float:
        """Milliseconds since it was last asked."""
        spent, self._spent_ms = self._spent_ms, 0.0
        return spent
