"""The vectors of a large index: a byte for each column, in a file that the process maps and nobody else can open, and
beside it the vectors in half precision, which only the best are looked up in.

What a row differs by from the mean of the first ones is scaled so that its largest column is 127. Every memory is
compared by its bytes, with no graph to build, and none to take forgotten memories out of; what a byte cannot tell apart
the vectors do (docs/decisions/0012-large-users.md).

The files have no name: they are gone with the process, and never stale. What the process maps of them is the system's
cache, not held: the system takes it back when it needs the room.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mnemic.index.columns import capacity_for
from mnemic.ports import Vectors

STEPS = 127  # of a byte, to each side of zero
TINY = 1e-9  # so that a row that is the centre itself has a scale
REFINED = 1_000  # rows whose products are those of the vectors themselves: the best by bytes
BLOCK_ROWS = 1_000  # widened to floats at a time: what stays in the processor's cache; 500-2,000 is flat
Rows = NDArray[np.int64]


class QuantisedMatrix:
    """Vectors as bytes. It answers as `Matrix` does."""

    def __init__(self, ranges: Sequence[tuple[int, int]], size: int) -> None:
        self._size = size
        self._rows = 0
        self._parts = [_Part(start, stop) for start, stop in ranges]
        self._exact: NDArray[np.float16] = np.zeros((0, size), dtype=np.float16)

    def __len__(self) -> int:
        return self._rows

    @property
    def nbytes(self) -> int:
        """Bytes held: the scales. What is mapped is not held."""
        return sum(part.scales.nbytes for part in self._parts)

    def append(self, vectors: Sequence[bytes | None]) -> None:
        """Add rows by their vectors in half precision."""
        wide = np.zeros((len(vectors), self._size), dtype=np.float32)
        held = [row for row, vector in enumerate(vectors) if vector is not None]
        joined = b"".join([vector for vector in vectors if vector is not None])
        wide[held] = np.frombuffer(joined, dtype=np.float16).reshape(len(held), self._size)
        self.extend(wide)

    def extend(self, vectors: Vectors) -> None:
        """Add rows, shape (rows, columns)."""
        last = self._rows + len(vectors)
        if last > len(self._exact):
            exact = _mapped(capacity_for(last), self._size, np.float16)
            exact[: self._rows] = self._exact[: self._rows]
            self._exact = exact
        self._exact[self._rows : last] = vectors
        for part in self._parts:
            part.extend(self._rows, vectors[:, part.start : part.stop])
        self._rows = last

    def __getitem__(self, place: tuple[Any, slice]) -> Vectors:
        rows, columns = place
        return self.some(rows)[:, columns]

    def some(self, rows: Sequence[int] | Rows) -> Vectors:
        """Some rows, shape (rows, columns)."""
        return self._exact[np.asarray(rows, dtype=np.int64)].astype(np.float32)

    def dots(self, question: Vectors, start: int, stop: int) -> NDArray[np.float32]:
        """Product of every row with some columns of a question, shape (rows,): to what a byte can tell, and the highest
        REFINED of them by the vectors themselves."""
        found = np.zeros(self._rows, dtype=np.float32)
        for part in self._parts:
            if start < part.stop and part.start < stop:
                asked = np.zeros(self._size, dtype=np.float32)
                asked[start:stop] = question[start:stop]
                part.add_dots(asked[part.start : part.stop], found)
        best = np.argpartition(-found, REFINED)[:REFINED] if self._rows > REFINED else np.arange(self._rows)
        found[best] = self.dots_of(best, question, start, stop)
        return found

    def dots_of(self, rows: Rows, question: Vectors, start: int, stop: int) -> NDArray[np.float32]:
        """Product of some rows with some columns of a question, shape (len(rows),)."""
        found: NDArray[np.float32] = self._exact[rows, start:stop].astype(np.float32) @ question[start:stop]
        return found

    def wipe(self, row: int) -> None:
        """Overwrite a row with zeros, in the files too."""
        self._exact[row] = 0
        for part in self._parts:
            part.codes[row] = 0
            part.scales[row] = 0

    def keep(self, rows: Rows) -> None:
        """Keep these rows only, in this order."""
        for part in self._parts:
            part.keep(rows, self._rows)
        for first in range(0, len(rows), BLOCK_ROWS):
            some = rows[first : first + BLOCK_ROWS]
            self._exact[first : first + len(some)] = self._exact[some]
        self._exact[len(rows) : self._rows] = 0
        self._rows = len(rows)

    def clear(self) -> None:
        """Let go of every row, and of the files."""
        self._rows = 0
        self._exact = np.zeros((0, self._size), dtype=np.float16)
        self._parts = [_Part(part.start, part.stop) for part in self._parts]


class _Part:
    """The bytes of one signal."""

    def __init__(self, start: int, stop: int) -> None:
        self.start, self.stop = start, stop
        self.scales = np.zeros(0, dtype=np.float32)  # 0 for a row without a vector
        self.centre: Vectors | None = None  # what all of them share; rows are kept as what they differ by
        self.codes: NDArray[np.int8] = np.zeros((0, stop - start), dtype=np.int8)

    def extend(self, first: int, vectors: Vectors) -> None:
        last = first + len(vectors)
        if last > len(self.codes):
            self._make_room(capacity_for(last), first)
        held = np.asarray(vectors.any(axis=1), dtype=bool)
        if self.centre is None and held.any():
            self.centre = vectors[held].mean(axis=0)
        apart = vectors - (self.centre if self.centre is not None else 0)
        scales = (np.abs(apart).max(axis=1, initial=0) / STEPS + np.float32(TINY)) * held
        self.codes[first:last] = np.rint(apart / np.where(held, scales, 1)[:, None]) * held[:, None]
        self.scales[first:last] = scales

    def _make_room(self, capacity: int, rows: int) -> None:
        codes, scales = _mapped(capacity, self.stop - self.start, np.int8), np.zeros(capacity, dtype=np.float32)
        codes[:rows], scales[:rows] = self.codes[:rows], self.scales[:rows]
        self.codes, self.scales = codes, scales

    def add_dots(self, question: Vectors, found: NDArray[np.float32]) -> None:
        shared = np.float32(0 if self.centre is None else self.centre @ question)
        wide = np.empty((BLOCK_ROWS, self.stop - self.start), dtype=np.float32)
        for first in range(0, len(found), BLOCK_ROWS):
            last = min(first + BLOCK_ROWS, len(found))
            block = wide[: last - first]
            np.copyto(block, self.codes[first:last])
            scales = self.scales[first:last]
            found[first:last] += (block @ question) * scales + shared * (scales > 0)

    def keep(self, rows: Rows, held: int) -> None:
        """Rows move up in the file; what stood behind the last of them is overwritten."""
        for first in range(0, len(rows), BLOCK_ROWS):
            part = rows[first : first + BLOCK_ROWS]
            self.codes[first : first + len(part)] = self.codes[part]
            self.scales[first : first + len(part)] = self.scales[part]
        self.codes[len(rows) : held] = 0
        self.scales[len(rows) : held] = 0


def _mapped(rows: int, columns: int, kind: type[np.generic]) -> NDArray[Any]:
    """Zeros in a file without a name, which the system removes when the last who maps it lets go."""
    with tempfile.TemporaryFile(prefix="mnemic-") as file:
        return np.memmap(file, dtype=kind, mode="w+", shape=(rows, columns)).view(np.ndarray)
