"""Vectors that an earlier embedder made, searched beside the new ones until they are made anew (U7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from mnemic.ports import Embedder, Vectors


class FormerVectors:
    """A user's vectors of one other embedder, by memory."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._vectors: dict[str, bytes] = {}
        self._stacked: tuple[tuple[str, ...], Vectors] | None = None

    def __len__(self) -> int:
        return len(self._vectors)

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return sum(map(len, self._vectors.values())) * (3 if self._stacked else 1)

    def add(self, id: str, vector: bytes) -> bool:
        """Take a vector in half precision in. Returns whether it is one of this embedder's."""
        if len(vector) != 2 * self.embedder.size:
            return False
        self._vectors[id], self._stacked = vector, None
        return True

    def remove(self, id: str) -> None:
        """Let go of a memory's vector, if it has one."""
        if self._vectors.pop(id, None) is not None:
            self._stacked = None

    def clear(self) -> None:
        """Let go of all."""
        self._vectors.clear()
        self._stacked = None

    def standardised(
        self,
        text: str,
        row_of: Mapping[str, int],
        rows: int,
        scale: Callable[[Vectors, NDArray[np.bool_], float, float], Vectors],
    ) -> Vectors:
        """Mean z of the signals for each row, shape (rows,); 0 where a row has no such vector.

        Args:
            scale: makes z-scores of cosines, given who is alive, and mean and deviation of unrelated texts.

        Raises:
            EmbedderUnavailable, ModelError: the question could not be embedded.
        """
        ids, matrix = self._matrix()
        question = self.embedder.questions([text])[0]
        places = np.array([row_of[id] for id in ids], dtype=np.int64)
        alive = np.ones(len(ids), dtype=np.bool_)
        out = np.zeros(rows, dtype=np.float32)
        for signal in self.embedder.signals:
            cosines = matrix[:, signal.start : signal.stop] @ question[signal.start : signal.stop]
            out[places] += scale(cosines, alive, signal.mean, signal.deviation) / len(self.embedder.signals)
        return out

    def _matrix(self) -> tuple[tuple[str, ...], Vectors]:
        if self._stacked is None:
            joined = np.frombuffer(b"".join(self._vectors.values()), dtype=np.float16).astype(np.float32)
            self._stacked = tuple(self._vectors), joined.reshape(len(self._vectors), -1)
        return self._stacked
