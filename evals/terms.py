"""What each term of a score says for hits that hold evidence, and for the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mnemic.domain.query import Hit

DEPTH = 10  # hits of a question that are looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """Mean contribution of one term to the log-odds of a hit. What a hit does not name counts as 0."""

    name: str
    evidence: float
    others: float

    @property
    def apart(self) -> float:
        """How much it lifts evidence above the rest."""
        return self.evidence - self.others


class Terms:
    """Contributions, gathered over the hits of many questions."""

    def __init__(self) -> None:
        self._sums: dict[bool, dict[str, float]] = {True: defaultdict(float), False: defaultdict(float)}
        self._hits: Counter[bool] = Counter()

    def add(self, hits: Sequence[Hit], wanted: Collection[str]) -> None:
        """The first DEPTH hits of one question, and the turns that answer it."""
        for hit in hits[:DEPTH]:
            right = not set(wanted).isdisjoint(hit.turns)
            self._hits[right] += 1
            for name, value in hit.explain.items():
                self._sums[right][name] += value

    @property
    def counts(self) -> dict[str, float | None]:
        """How many hits of either sort."""
        return {"evidence_hits": self._hits[True], "other_hits": self._hits[False]}

    def means(self) -> tuple[Term, ...]:
        """Every term but the baseline, which is the same for all; most telling first."""
        names = {name for sums in self._sums.values() for name in sums} - {"baseline"}
        found = [Term(name=name, evidence=self._mean(name, True), others=self._mean(name, False)) for name in names]
        return tuple(sorted(found, key=lambda term: (-term.apart, term.name)))

    def _mean(self, name: str, right: bool) -> float:
        return round(self._sums[right].get(name, 0.0) / self._hits[right], 3) if self._hits[right] else 0.0
