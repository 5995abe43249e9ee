"""A memory's vector as a vector engine holds it: one space for each signal of the embedder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mnemic.domain.index_entry import IndexedMemory
from mnemic.domain.vector_entry import VectorEntry, VectorSpace
from mnemic.index.entry import unpacked_vector
from mnemic.ports import Embedder, Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class SpacePart:
    """Columns of a vector, and the space they are compared in."""

    space: VectorSpace
    start: int
    stop: int

    def of(self, vector: Vectors) -> Vectors | None:
        """These columns of a vector, of length 1; None where they say nothing."""
        columns = vector[self.start : self.stop]
        length = float(np.linalg.norm(columns))
        return columns / length if np.isfinite(length) and length > 0 else None

    def vectored(self, indexed: IndexedMemory) -> VectorEntry | None:
        """A memory as an engine holds it; None where it holds nothing of it."""
        entry, memory = indexed.entry, indexed.memory
        if entry.vector is None or entry.fingerprint != self.space.fingerprint:
            return None
        vector = unpacked_vector(entry)
        columns = self.of(vector) if len(vector) >= self.stop else None
        if columns is None:
            return None
        return VectorEntry(id=memory.id, vector=columns.tolist(), kind=memory.kind.value, agent=memory.agent or "")


def space_parts_of(embedder: Embedder) -> tuple[SpacePart, ...]:
    """The parts of an embedder's vectors; of one without signals, the whole."""
    named = [(signal.name, signal.start, signal.stop) for signal in embedder.signals] or [("whole", 0, embedder.size)]
    return tuple(
        SpacePart(
            space=VectorSpace(fingerprint=embedder.fingerprint, signal=name, size=stop - start),
            start=start,
            stop=stop,
        )
        for name, start, stop in named
    )
