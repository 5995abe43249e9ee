"""Which memories come from which turn, and which took whose place: what a write must know of everything known.

Of a large user the answer is read from the store, so that no more records are made than it holds.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.changes import Relation
from mnemic.domain.record import Memory, Source
from mnemic.index.user_index import Shelf

ROWS_AT_ONCE = 500  # read from the store at a time
SECOND = 1.0  # by which a moment in single steps of a float may be off, and more


def of_turns(shelf: Shelf, turns: Collection[Source]) -> list[Memory]:
    """Memories that come from any of these turns, of any kind and status, in order of their rows."""
    wanted = set(turns)
    reader = shelf.records.reader
    if shelf.memories is shelf.records and reader is not None:
        found = {memory.id: memory for source in wanted for memory in reader.memories(source=source)}
        return sorted((m for m in found.values() if m.id in shelf.row_of), key=lambda m: shelf.row_of[m.id])
    shelved = (shelf.memories[row] for row in shelf.row_of.values())
    return [memory for memory in shelved if not wanted.isdisjoint(memory.sources)]


def replaced_by(shelf: Shelf, id: str) -> list[Memory]:
    """Memories in whose place this one stands, in order of their rows. Who replaces links what is replaced."""
    reader = shelf.records.reader
    if shelf.memories is shelf.records and reader is not None:
        ids = [link.target for link in reader.links(id) if link.source == id and link.relation is Relation.SUPERSEDES]
        rows = sorted(shelf.row_of[other] for other in set(ids) if other in shelf.row_of)
        shelf.expect(rows)
    else:
        rows = list(shelf.row_of.values())
    return [memory for row in rows if (memory := shelf.memories[row]).superseded_by == id]


def statements(shelf: Shelf) -> list[Memory]:
    """Everything that is no turn of the log, in order of their rows."""
    return _memories(shelf, np.flatnonzero(shelf.column("alive") & ~shelf.column("episode")))


def turn_after(shelf: Shelf, turn: Memory, but: Collection[str]) -> Memory | None:
    """The turn of the log that follows a turn, leaving out some by id; of equal positions the row decides. A turn that
    is not on the shelf stands behind those that are."""
    position = shelf.column("position")
    own = shelf.row_of.get(turn.id)
    own = len(position) if own is None or turn.id in but else own
    rows = np.arange(len(position))
    later = (position > turn.position) | ((position == turn.position) & (rows > own))
    later &= shelf.column("alive") & shelf.column("episode")
    later[[shelf.row_of[id] for id in but if id in shelf.row_of]] = False
    left = np.flatnonzero(later)
    return shelf.memories[int(left[np.argmin(position[left])])] if len(left) else None


def said_between(shelf: Shelf, after: datetime, until: datetime) -> NDArray[np.int64]:
    """Rows of standing turns said in a stretch of time, to the second: a little more than asked for, never less."""
    second = shelf.column("second")
    within = (second >= after.timestamp() - SECOND) & (second <= until.timestamp() + SECOND)
    return np.flatnonzero(within & shelf.column("alive") & shelf.column("episode") & shelf.column("stands"))


def _memories(shelf: Shelf, rows: NDArray[np.int64]) -> list[Memory]:
    listed, found = rows.tolist(), list[Memory]()
    for start in range(0, len(listed), ROWS_AT_ONCE):
        part = listed[start : start + ROWS_AT_ONCE]
        shelf.expect(part)
        found += [shelf.memories[row] for row in part]
    return found
