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
from mnemic.index.user_index import UserIndex

ROWS_AT_ONCE = 500  # read from the store at a time
SECOND = 1.0  # by which a moment in single steps of a float may be off, and more


def memories_of_turns(user_index: UserIndex, turns: Collection[Source]) -> list[Memory]:
    """Memories that come from any of these turns, of any kind and status, in order of their rows."""
    wanted = set(turns)
    reader = user_index.records.reader
    if user_index.memories is user_index.records and reader is not None:
        found = {memory.id: memory for source in wanted for memory in reader.memories(source=source)}
        return sorted((m for m in found.values() if m.id in user_index.row_of), key=lambda m: user_index.row_of[m.id])
    shelved = (user_index.memories[row] for row in user_index.row_of.values())
    return [memory for memory in shelved if not wanted.isdisjoint(memory.sources)]


def memories_replaced_by(user_index: UserIndex, id: str) -> list[Memory]:
    """Memories in whose place this one stands, in order of their rows. Who replaces links what is replaced."""
    reader = user_index.records.reader
    if user_index.memories is user_index.records and reader is not None:
        ids = [link.target for link in reader.links(id) if link.source == id and link.relation is Relation.SUPERSEDES]
        rows = sorted(user_index.row_of[other] for other in set(ids) if other in user_index.row_of)
        user_index.expect(rows)
    else:
        rows = list(user_index.row_of.values())
    return [memory for row in rows if (memory := user_index.memories[row]).superseded_by == id]


def statements_in(user_index: UserIndex) -> list[Memory]:
    """Everything that is no turn of the log, in order of their rows."""
    return _memories(user_index, np.flatnonzero(user_index.column("alive") & ~user_index.column("episode")))


def turn_following(user_index: UserIndex, turn: Memory, but: Collection[str]) -> Memory | None:
    """The turn of the log that follows a turn, leaving out some by id; of equal positions the row decides. A turn that
    is not on the index stands behind those that are."""
    position = user_index.column("position")
    own = user_index.row_of.get(turn.id)
    own = len(position) if own is None or turn.id in but else own
    rows = np.arange(len(position))
    later = (position > turn.position) | ((position == turn.position) & (rows > own))
    later &= user_index.column("alive") & user_index.column("episode")
    later[[user_index.row_of[id] for id in but if id in user_index.row_of]] = False
    left = np.flatnonzero(later)
    return user_index.memories[int(left[np.argmin(position[left])])] if len(left) else None


def rows_said_between(user_index: UserIndex, after: datetime, until: datetime) -> NDArray[np.int64]:
    """Rows of standing turns said in a stretch of time, to the second: a little more than asked for, never less."""
    second = user_index.column("second")
    within = (second >= after.timestamp() - SECOND) & (second <= until.timestamp() + SECOND)
    return np.flatnonzero(
        within & user_index.column("alive") & user_index.column("episode") & user_index.column("stands")
    )


def _memories(user_index: UserIndex, rows: NDArray[np.int64]) -> list[Memory]:
    listed, found = rows.tolist(), list[Memory]()
    for start in range(0, len(listed), ROWS_AT_ONCE):
        part = listed[start : start + ROWS_AT_ONCE]
        user_index.expect(part)
        found += [user_index.memories[row] for row in part]
    return found
