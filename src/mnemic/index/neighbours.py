"""What stands beside what: the turns before and after a turn in its session, and the turn a statement leans on."""

from __future__ import annotations

from array import array
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from mnemic.index.columns import GrowingColumns

LINK_SECONDS_MAX = 3_600  # turns further apart in time are no neighbours; without this MemDaily loses 5 points at 3

Rows = NDArray[np.int64]


class SessionLinks:
    """Sessions as rows of an index. Links stand in the columns `before` and `after` of those rows; -1 is none.

    A statement whose words are not its turn's leans: its neighbours are those of its turn.
    """

    def __init__(self, columns: GrowingColumns) -> None:
        self._columns = columns
        self._numbers: dict[str, int] = {}  # of sessions that have a living turn
        self._names: dict[int, str] = {}
        self._living: Counter[int] = Counter()  # turns of a session, by its number
        self._turns: dict[str, array[int]] = {}  # rows of a session's turns, dead ones among them
        self._leaning: dict[str, array[int]] = {}  # rows of statements that lean on a turn of the session
        self._touched: set[str] = set()
        self._next = 0
        self._shared = 0

    @property
    def sessions(self) -> int:
        """One more than the highest number of a session. As many as rows where no two living turns share a session."""
        return self._next if self._shared else len(self._columns)

    def number(self, session: str) -> int:
        """The number of a turn's session; the turn counts from now on."""
        number = self._numbers.get(session)
        if number is None:
            number = self._numbers[session] = self.alone()
            self._names[number] = session
        self._living[number] += 1
        self._shared += self._living[number] == 2
        return number

    def alone(self) -> int:
        """A number that nothing else has."""
        self._next += 1
        return self._next - 1

    def add_turn(self, row: int, session: str) -> None:
        """File a turn under its session."""
        self._turns.setdefault(session, array("i")).append(row)
        self._touched.add(session)

    def add_leaning(self, row: int, session: str) -> None:
        """File a statement under the session of the turn it leans on."""
        self._leaning.setdefault(session, array("i")).append(row)
        self._touched.add(session)

    def remove_turn(self, row: int) -> None:
        """A turn dies."""
        number = int(self._columns.column("session")[row])
        session = self._names[number]
        self._shared -= self._living[number] == 2
        self._living[number] -= 1
        if not self._living[number]:
            del self._living[number], self._names[number], self._numbers[session]
        self._touched.add(session)

    def link(self) -> None:
        """Bring the links of every session that has changed up to date."""
        if not self._touched:
            return
        rows = self._current(self._turns)
        column = self._columns.column
        before, after, second = column("before"), column("after"), column("second")
        before[rows] = after[rows] = -1
        rows = rows[np.lexsort((rows, column("position")[rows], column("session")[rows]))]
        left, right = rows[:-1], rows[1:]
        close = second[right] - second[left] <= LINK_SECONDS_MAX
        close &= column("session")[left] == column("session")[right]
        before[right[close]], after[left[close]] = left[close], right[close]
        self._lean(rows, self._current(self._leaning))
        self._touched.clear()

    def _lean(self, turns: Rows, leaning: Rows) -> None:
        column = self._columns.column
        before, after, source = column("before"), column("after"), column("source")
        before[leaning] = after[leaning] = -1
        if not len(turns) or not len(leaning):
            return
        turns = turns[np.argsort(source[turns], kind="stable")]
        place = np.searchsorted(source[turns], source[leaning], side="right") - 1  # of several, the last
        turn = turns[np.maximum(place, 0)]
        found = (place >= 0) & (source[turn] == source[leaning])
        before[leaning[found]], after[leaning[found]] = before[turn[found]], after[turn[found]]

    def _current(self, filed: dict[str, array[int]]) -> Rows:
        """Living rows of the sessions that have changed; the dead are filed no longer."""
        alive = self._columns.column("alive")
        found: list[Rows] = []
        for session in self._touched & filed.keys():
            rows = np.array(filed[session], dtype=np.int64)
            living = alive[rows]
            if not living.all():
                rows = rows[living]
                filed[session] = array("i", rows.astype(np.int32).tobytes())
            if len(rows):
                found.append(rows)
            else:
                del filed[session]
        return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)

    def keep(self, alive: NDArray[np.bool_]) -> None:
        """Rows that have died are gone, and those that live have moved up. Call it before the columns move."""
        moved = np.cumsum(alive) - 1
        column = self._columns.column
        for name in ("before", "after"):
            links = column(name)
            links[:] = np.where(links >= 0, moved[links], -1)
        for filed in (self._turns, self._leaning):
            for session in list(filed):
                rows = np.array(filed[session], dtype=np.int64)
                rows = moved[rows[alive[rows]]]
                filed[session] = array("i", rows.astype(np.int32).tobytes())
                if not len(rows):
                    del filed[session]
        self._renumber(column("session"), alive)

    def _renumber(self, session: Rows, alive: NDArray[np.bool_]) -> None:
        """Numbers without gaps, so that there are never more than rows."""
        numbers, where = np.unique(session[alive], return_inverse=True)
        session[alive] = where
        new = dict(zip(numbers.tolist(), range(len(numbers)), strict=True))
        self._numbers = {name: new[number] for name, number in self._numbers.items()}
        self._living = Counter({new[number]: count for number, count in self._living.items()})
        self._names = {number: name for name, number in self._numbers.items()}
        self._next = len(numbers)

    def clear(self) -> None:
        """Let go of everything."""
        for held in (self._numbers, self._names, self._living, self._turns, self._leaning):
            held.clear()
        self._touched.clear()
        self._next = self._shared = 0
