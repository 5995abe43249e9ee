"""The vectors of an index, as they are held in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mnemic.index.columns import capacity_for
from mnemic.ports import Vectors


class VectorMatrix:
    """Vectors in single precision. A row without one is zero."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows = 0
        self._room = np.zeros((0, size), dtype=np.float32)

    @property
    def nbytes(self) -> int:
        """Bytes held, room for more included."""
        return self._room.nbytes

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, place: tuple[Any, slice]) -> Vectors:
        found: Vectors = self._room[: self._rows][place]
        return found

    def some(self, rows: Sequence[int] | NDArray[np.int64]) -> Vectors:
        """Some rows, shape (rows, columns)."""
        found: Vectors = self._room[rows]
        return found

    def dots(self, question: Vectors, start: int, stop: int) -> NDArray[np.float32]:
        """Product of every row with some columns of a question, shape (rows,)."""
        found: NDArray[np.float32] = self._room[: self._rows, start:stop] @ question[start:stop]
        return found.astype(np.float32, copy=False)

    def dots_of(self, rows: NDArray[np.int64], question: Vectors, start: int, stop: int) -> NDArray[np.float32]:
        """Product of some rows with some columns of a question, shape (len(rows),)."""
        found: NDArray[np.float32] = self._room[rows, start:stop] @ question[start:stop]
        return found.astype(np.float32, copy=False)

    def append(self, vectors: Sequence[bytes | None]) -> None:
        """Add rows by their vectors in half precision."""
        first, self._rows = self._rows, self._rows + len(vectors)
        if self._rows > len(self._room):
            room = np.zeros((capacity_for(self._rows), self._size), dtype=np.float32)
            room[:first] = self._room[:first]
            self._room = room
        held = [row for row, vector in enumerate(vectors, first) if vector is not None]
        if held:
            joined = b"".join([vector for vector in vectors if vector is not None])
            given = np.frombuffer(joined, dtype=np.float16).reshape(len(held), self._size)
            gapless = held[-1] - held[0] + 1 == len(held)
            self._room[slice(held[0], held[-1] + 1) if gapless else held] = given

    def wipe(self, row: int) -> None:
        """Overwrite a row with zeros."""
        self._room[row] = 0

    def keep(self, rows: NDArray[np.int64]) -> None:
        """Keep these rows only, in this order."""
        room = np.zeros((capacity_for(len(rows)), self._size), dtype=np.float32)
        room[: len(rows)] = self._room[rows]
        self._room, self._rows = room, len(rows)

    def clear(self) -> None:
        """Let go of every row."""
        self._rows = 0
        self._room = np.zeros((0, self._size), dtype=np.float32)
