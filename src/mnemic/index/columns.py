"""Columns that grow: arrays of one length, appended to without being laid out anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

CAPACITY_MIN = 64  # rows
GROWTH = 1.5  # times the rows there are, when the room is full


def capacity_for(rows: int) -> int:
    """Rows to make room for when that many must fit."""
    return max(CAPACITY_MIN, int(rows * GROWTH))


class GrowingColumns:
    """Named arrays of one length. What `column` gives is a view: it is void after the next `append`."""

    def __init__(self, types: Mapping[str, type[np.generic]]) -> None:
        self._types = types
        self._length = 0
        self._room: dict[str, NDArray[Any]] = {}
        self.clear()

    def __len__(self) -> int:
        return self._length

    @property
    def nbytes(self) -> int:
        """Bytes held, room for more included."""
        return sum(held.nbytes for held in self._room.values())

    def clear(self) -> None:
        """Let go of every row."""
        self._length = 0
        self._room = {name: np.zeros(0, dtype=kind) for name, kind in self._types.items()}

    def append(self, count: int, **values: Any) -> int:
        """Add rows, with zeros in the columns that are not named. Returns the number of the first."""
        first, self._length = self._length, self._length + count
        if self._length > len(next(iter(self._room.values()))):
            capacity = capacity_for(self._length)
            for name, held in self._room.items():
                self._room[name] = np.zeros(capacity, dtype=held.dtype)
                self._room[name][:first] = held[:first]
        for name, given in values.items():
            self._room[name][first : self._length] = given
        return first

    def column(self, name: str) -> NDArray[Any]:
        """One column, shape (rows,)."""
        return self._room[name][: self._length]

    def keep(self, rows: NDArray[np.int64]) -> None:
        """Keep these rows only, in this order."""
        capacity = capacity_for(len(rows))
        for name, held in self._room.items():
            self._room[name] = np.zeros(capacity, dtype=held.dtype)
            self._room[name][: len(rows)] = held[rows]
        self._length = len(rows)
