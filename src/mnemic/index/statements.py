"""A user's statements by themselves: what a new statement may repeat or replace, found without laying out the shelf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mnemic.ports import Vectors

CAPACITY_MIN = 64  # rows; the room doubles when it is full


@dataclass(slots=True)
class Statements:
    """Statements in order of filing, with their index terms and vectors."""

    size: int  # columns of a vector
    ids: list[str] = field(default_factory=list)
    _terms: list[Mapping[str, int]] = field(default_factory=list)
    _matrix: NDArray[np.float16] | None = None

    def file(self, id: str, terms: Mapping[str, int], vector: NDArray[np.float16] | None) -> None:
        """Add a statement; one filed again stands at its new place too."""
        place = len(self.ids)
        if self._matrix is None or place == len(self._matrix):
            room = np.zeros((max(2 * place, CAPACITY_MIN), self.size), dtype=np.float16)
            if self._matrix is not None:
                room[:place] = self._matrix
            self._matrix = room
        if vector is not None:
            self._matrix[place] = vector
        self.ids.append(id)
        self._terms.append(terms)

    def clear(self) -> None:
        """Forget them all."""
        self.ids.clear()
        self._terms.clear()
        self._matrix = None

    def alike(self, terms: Iterable[str], vector: Vectors | None, *, most: int) -> set[str]:
        """Ids of the statements that share the rarest words with a text, and of those nearest to it: `most` of each.
        Some may be gone by now."""
        if not self.ids:
            return set()
        best = self._sharing(frozenset(terms), most)
        if vector is not None and self._matrix is not None:
            near = self._matrix[: len(self.ids)].astype(np.float32) @ vector
            best += np.argsort(-near)[:most].tolist()
        return {self.ids[place] for place in best}

    def _sharing(self, terms: frozenset[str], most: int) -> list[int]:
        shared = [terms & held.keys() for held in self._terms]
        spread = Counter(term for words in shared for term in words)
        scores = {place: sum(1 / spread[term] for term in words) for place, words in enumerate(shared) if words}
        return sorted(scores, key=lambda place: -scores[place])[:most]
