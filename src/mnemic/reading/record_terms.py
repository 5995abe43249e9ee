"""What ranking asks of a memory beside its words, worked out once for as long as the memory stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log1p
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mnemic.domain import scoring
from mnemic.domain.record import Kind, Memory, Status
from mnemic.index.user_index import UserIndex
from mnemic.reading.recipes import LASTING

ROWS_MAX = 5_000  # of an index of which so much is kept; of a larger one it is worked out for every question
VALUES = ("kind", "hour", "lasting", "frequency", "confidence", "utility", "dormant")

Values = NDArray[np.float64]
"""One row per memory, columns as VALUES: the hour is that of saying or of the last use, since 1970."""


class RowStanding(NamedTuple):
    """What a memory says again, and what would say it again: marks that two memories share of which one is enough."""

    turn: int  # number of the turn an episode is; -1 for a statement
    sources: tuple[int, ...]  # numbers of the turns it comes from
    meets: tuple[str | int, ...]
    leaves: tuple[str | int, ...]


@dataclass(slots=True)
class IndexStandings:
    """One index's, at one version of it."""

    version: tuple[str, int, int] = ("", 0, 0)
    values: Values = field(default_factory=lambda: np.zeros((0, len(VALUES))))
    known: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    by_row: dict[int, RowStanding] = field(default_factory=dict)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)  # of sessions' turns

    def worth(self, user_index: UserIndex, rows: Sequence[int]) -> Values:
        """What some rows are worth by themselves, shape (rows, values)."""
        wanted = np.array(rows, dtype=np.int64)
        if len(user_index.memories) > ROWS_MAX:
            return np.array([_values(user_index.memories[row]) for row in rows]).reshape(len(rows), len(VALUES))
        if not len(self.known):
            self.values = np.zeros((len(user_index.memories), len(VALUES)))
            self.known = np.zeros(len(user_index.memories), dtype=np.bool_)
        missing = wanted[~self.known[wanted]]
        if len(missing):
            self.values[missing] = [_values(user_index.memories[row]) for row in missing.tolist()]
            self.known[missing] = True
        return self.values[wanted]

    def of(self, user_index: UserIndex, rows: Sequence[int]) -> list[RowStanding]:
        """The marks of some rows."""
        held = self.by_row
        missing = [row for row in rows if row not in held]
        if len(held) + len(missing) > ROWS_MAX:
            held.clear()
            missing = list(rows)
        for row in missing:
            held[row] = self._standing(user_index.memories[row], user_index.constants(row).plain)
        return [held[row] for row in rows]

    def _standing(self, memory: Memory, plain: str) -> RowStanding:
        numbers = self.numbers
        sources = tuple([numbers.setdefault((one.session, one.turn), len(numbers)) for one in memory.sources])
        turn = memory.kind is Kind.EPISODE
        return RowStanding(
            turn=sources[0] if turn else -1,
            sources=sources,
            meets=(plain, *(2 * number + (not turn) for number in sources)),
            leaves=(plain, *(2 * number + turn for number in sources)),
        )


def _values(memory: Memory) -> tuple[float, ...]:
    last, said = memory.last_accessed_at, memory.said_at
    return (
        scoring.kind_prior(memory),
        scoring.hour_of(said if last is None or last < said else last),
        memory.kind in LASTING,
        log1p(memory.access_count) if memory.access_count else 0.0,
        memory.confidence - 1,
        scoring.utility(memory) if memory.useful or memory.useless else 0.0,
        memory.status is Status.DORMANT,
    )


class StandingsCache:
    """Kept beside the indexes they are of, for as long as those are kept."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[UserIndex, IndexStandings] = WeakKeyDictionary()

    def of(self, user_index: UserIndex) -> IndexStandings:
        """What is worked out of an index as it is. The caller has the index in use, which keeps others from it."""
        version = user_index.epoch, user_index.change, len(user_index.memories)
        held = self._kept.get(user_index)
        if held is None or held.version != version:
            held = self._kept[user_index] = IndexStandings(version=version)
        return held
