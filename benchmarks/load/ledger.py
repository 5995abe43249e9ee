"""What the clients of a load saw: how long each request took, what was acknowledged, and what should never be."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evals.metrics import quantile

MARK = re.compile(r"\[(user-\d{5,})\]")


@dataclass(slots=True)
class Ledger:
    """One book for all clients, who take turns in one thread."""

    took_ms: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # by operation, of answers
    refused: Counter[str] = field(default_factory=Counter)  # clean refusals: status and error class
    broken: Counter[str] = field(default_factory=Counter)  # connections that broke, or could not be made
    unclean: list[str] = field(default_factory=list)  # answers that are neither good nor a problem document
    crossed: list[str] = field(default_factory=list)  # answers with another user's words
    degraded: int = 0
    acknowledged: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # turn ids by user

    def answered(self, operation: str, user: str, text: str, took_ms: float) -> None:
        """A good answer: timed, and looked through for marks of anybody else."""
        self.took_ms[operation].append(took_ms)
        others = {mark for mark in MARK.findall(text) if mark != user}
        if others:
            self.crossed.append(f"{operation} of {user}: {sorted(others)}")
        self.degraded += '"degraded":["' in text.replace(" ", "")

    def figures(self, seconds: float) -> dict[str, Any]:
        """The book in numbers."""
        every = [took for several in self.took_ms.values() for took in several]
        return {
            "answered": len(every),
            "per_second": round(len(every) / seconds, 1),
            "all": spread(every),
            **{name: spread(took) for name, took in sorted(self.took_ms.items())},
            "acknowledged_adds": sum(map(len, self.acknowledged.values())),
            "refused": dict(self.refused),
            "broken": dict(self.broken),
            "unclean": len(self.unclean),
            "crossed": len(self.crossed),
            "degraded": self.degraded,
        }


def spread(took_ms: list[float]) -> Mapping[str, float]:
    """Median and tails in milliseconds, and how many there were."""
    ranks = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99}
    return {"n": len(took_ms)} | {name: round(quantile(took_ms, rank) or 0.0, 1) for name, rank in ranks.items()}
