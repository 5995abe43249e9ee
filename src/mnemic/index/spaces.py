"""A memory's vector as a vector engine holds it: one space for each signal of the embedder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mnemic.domain.indexed import Indexed
from mnemic.domain.vectored import Space, Vectored
from mnemic.index.entry import unpacked
from mnemic.ports import Embedder, Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Columns of a vector, and the space they are compared in."""

    space: Space
    start: int
    stop: int

    def of(self, vector: Vectors) -> Vectors | None:
        """These columns of a vector, of length 1; None where they say nothing."""
        columns = vector[self.start : self.stop]
        length = float(np.linalg.norm(columns))
        return columns / length if np.isfinite(length) and length > 0 else None

    def vectored(self, indexed: Indexed) -> Vectored | None:
        """A memory as an engine holds it; None where it holds nothing of it."""
        entry, memory = indexed.entry, indexed.memory
        if entry.vector is None or entry.fingerprint != self.space.fingerprint:
            return None
        vector = unpacked(entry)
        columns = self.of(vector) if len(vector) >= self.stop else None
        if columns is None:
            return None
        return Vectored(id=memory.id, vector=columns.tolist(), kind=memory.kind.value, agent=memory.agent or "")


def parts_of(embedder: Embedder) -> tuple[Part, ...]:
    """The parts of an embedder's vectors; of one without signals, the whole."""
    named = [(signal.name, signal.start, signal.stop) for signal in embedder.signals] or [("whole", 0, embedder.size)]
    return tuple(
        Part(
            space=Space(fingerprint=embedder.fingerprint, signal=name, size=stop - start),
            start=start,
            stop=stop,
        )
        for name, start, stop in named
    )
