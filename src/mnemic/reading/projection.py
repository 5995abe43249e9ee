"""Where an answer to a question lies, seen from the question: learned shifts of question vectors.

An embedder puts a question near texts like it, and an answer is another thing. A projection moves the question, q to
q + U V'q + w for each signal, once for memories in its own language and once for those in the other; U and V are of low
rank. Memories keep the vectors they have: nothing is embedded again when a projection is trained anew, and a search
costs what it did. What `w` says is the same for every question: which kind of text answers at all.

Fitted by `python -m training.projection` on questions and memories written for the project; per embedder, and known by
its fingerprint (docs/decisions/0015-learned-ranking.md has the figures).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mnemic.ports import Vectors

WEIGHTS = Path(__file__).parent / "projection.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorShift:
    """One signal's shift toward memories of one language: columns [start, stop) of a vector, scaled to log-odds."""

    start: int
    stop: int
    scale: float  # log-odds that a cosine of 1 is worth
    left: Vectors  # U, shape (columns, rank)
    right: Vectors  # V, shape (columns, rank)
    always: Vectors  # w, shape (columns,)

    def of(self, vector: Vectors) -> Vectors:
        """The part of a question vector that is this signal's, shifted and scaled, shape (columns,)."""
        part = vector[self.start : self.stop]
        shifted: Vectors = self.scale * (part + self.left @ (self.right.T @ part) + self.always)
        return shifted


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Both shifts of every signal. A row's dot products with a shifted question add up to log-odds.

    `means` and `deviation` describe those of memories that have nothing to do with a question: per signal, and of the
    sum. They stand in where a user has too few memories to tell.
    """

    own: Mapping[str, VectorShift]
    crossing: Mapping[str, VectorShift]
    bias: float  # log-odds that a memory in the other language is the one meant, before anything is known
    means: Mapping[str, float]
    deviation: float

    def shifted(self, vector: Vectors, *, crossing: bool) -> Vectors:
        """A question vector moved toward the memories in its own language, or in the other, shape (columns,)."""
        parts = self.crossing if crossing else self.own
        moved = np.zeros_like(vector)
        for part in parts.values():
            moved[part.start : part.stop] = part.of(vector)
        return moved


def projection_of(fingerprint: str) -> Projection | None:
    """The projection trained for an embedder; None where there is none."""
    return projections().get(fingerprint)


def register_projection(fingerprint: str, projection: Projection) -> None:
    """Use a projection with an embedder, for the life of the process."""
    projections()[fingerprint] = projection


@cache
def projections() -> dict[str, Projection]:
    """Every projection shipped, by the fingerprint of its embedder, and what was registered."""
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        return {str(stored["fingerprint"]): _read(stored)}


def _read(stored: Mapping[str, NDArray[np.generic]]) -> Projection:
    signals = [str(name) for name in stored["signals"]]

    def shifts(side: str) -> dict[str, VectorShift]:
        return {
            name: VectorShift(
                start=int(stored["columns"][place][0]),
                stop=int(stored["columns"][place][1]),
                scale=float(stored["scales"][place]),
                left=stored[f"{side}/{name}/left"].astype(np.float32),
                right=stored[f"{side}/{name}/right"].astype(np.float32),
                always=stored[f"{side}/{name}/always"].astype(np.float32),
            )
            for place, name in enumerate(signals)
        }

    return Projection(
        own=shifts("own"),
        crossing=shifts("crossing"),
        bias=float(stored["bias"]),
        means=dict(zip(signals, stored["means"].astype(float).tolist(), strict=True)),
        deviation=float(stored["deviation"]),
    )
