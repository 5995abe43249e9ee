"""Which rows hold a word, and how often."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

SCANNED_ROWS_MAX = 256  # up to which looking at every row for a word is faster than making posting lists
WORD_BYTES = 250  # what a posting list costs beside its entries, measured
ENTRY_BYTES = 6  # a row and a count

Posting = tuple[NDArray[np.int64], NDArray[np.float32]]


class PostingLists:
    """Posting lists. Rows that have died are left in them until `keep`; `posting` leaves them out.

    A small index has none: its rows are searched as they are.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Let go of every row."""
        self._terms: list[Mapping[str, int]] = []  # of each row, while there are no posting lists
        self._lists: dict[str, tuple[array[int], array[int]]] | None = None  # term to rows and counts
        self._rows = 0
        self._entries = 0
        self._found: dict[str, Posting] = {}  # since the last change

    @property
    def nbytes(self) -> int:
        """About how many bytes are held."""
        return self._entries * ENTRY_BYTES + len(self._lists or ()) * WORD_BYTES

    def append(self, rows: Sequence[Mapping[str, int]]) -> None:
        """Add rows by their index terms."""
        self.changed()
        if self._lists is None and self._rows + len(rows) > SCANNED_ROWS_MAX:
            self._lists = {}
            self._post(0, self._terms)
            self._terms = []
        if self._lists is None:
            self._terms.extend(rows)
        else:
            self._post(self._rows, rows)
        self._rows += len(rows)

    def changed(self) -> None:
        """A row has died or come: what was found before is void."""
        self._found.clear()

    def _post(self, first: int, rows: Sequence[Mapping[str, int]]) -> None:
        assert self._lists is not None
        lists = self._lists
        for row, terms in enumerate(rows, first):
            self._entries += len(terms)
            for term, count in terms.items():
                if (held := lists.get(term)) is None:
                    held = lists[term] = array("i"), array("H")
                held[0].append(row)
                held[1].append(count)

    def posting(self, term: str, alive: NDArray[np.bool_]) -> Posting:
        """Rows that hold a term, ascending, and how often each does."""
        if (found := self._found.get(term)) is None:
            found = self._found[term] = self._posting(term, alive)
        return found

    def _posting(self, term: str, alive: NDArray[np.bool_]) -> Posting:
        if self._lists is None:
            held = {row: terms[term] for row, terms in enumerate(self._terms) if term in terms}
            rows = np.fromiter(held.keys(), dtype=np.int64, count=len(held))
            counts = np.fromiter(held.values(), dtype=np.float32, count=len(held))
        elif (listed := self._lists.get(term)) is not None:
            rows = np.array(listed[0], dtype=np.int64)
            counts = np.array(listed[1], dtype=np.float32)
        else:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        living = alive[rows]
        return (rows, counts) if living.all() else (rows[living], counts[living])

    def keep(self, alive: NDArray[np.bool_]) -> None:
        """Drop the rows that have died; those that live move up."""
        self.changed()
        self._rows = int(alive.sum())
        if self._lists is None:
            self._terms = [terms for terms, living in zip(self._terms, alive.tolist(), strict=True) if living]
            return
        moved = np.cumsum(alive) - 1
        kept: dict[str, tuple[array[int], array[int]]] = {}
        self._entries = 0
        for term, (listed, counts) in self._lists.items():
            rows = np.array(listed, dtype=np.int64)
            living = alive[rows]
            if living.any():
                left = np.array(counts, dtype=np.uint16)[living]
                kept[term] = array("i", moved[rows[living]].astype(np.int32).tobytes()), array("H", left.tobytes())
                self._entries += len(left)
        self._lists = kept
