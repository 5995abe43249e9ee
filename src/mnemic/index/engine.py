"""The vector engine as searches ask it: it names rows of an index, and the index's own vectors say how near they are.

What the engine has not been told yet is looked at in any case, so nothing is missing while it lags. One that cannot be
reached is left alone for a while; every row is looked at then, and the answers say so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorFilter
from mnemic.errors import VectorEngineUnavailable
from mnemic.index.spaces import SpacePart, space_parts_of
from mnemic.index.vector_graph import ROWS_PER_SIGNAL, Numbers
from mnemic.ports import Embedder, Reader, VectorIndex, Vectors

if TYPE_CHECKING:
    from mnemic.index.user_index import UserIndex

UNFED_MAX = 2_000
"""Rows that the engine has not been told, up to which it is asked: more are looked at anyway."""

REST_S = 5.0
"""How long an engine that failed is left alone, in seconds, so that not every search waits for it."""

QUESTIONS_MAX = 8  # whose rows are at hand: each is asked for once for every signal


class AttachedEngine:
    """Whom searches of every user ask.

    Args:
        rows_min: memories of a user from which the engine is asked.
        mark: what the job FEED has noted of a user of whom the engine was told everything.
        lost: is told of a user of whom the engine knows less than it was told.
    """

    def __init__(
        self, index: VectorIndex, embedder: Embedder, *, rows_min: int, mark: str, lost: Callable[[Scope], None]
    ) -> None:
        self.parts = space_parts_of(embedder)
        self.lost = lost
        self._index = index
        self._rows_min = rows_min
        self._mark = mark
        self._resting: tuple[float, VectorEngineUnavailable] | None = None

    def look_after(self, user_index: UserIndex, reader: Reader, *, renewed: bool) -> None:
        """An index is used: have it ask the engine, or look at every row where the engine does not know the user."""
        lookout = user_index.nearest
        named = lookout.graph if isinstance(lookout.graph, EngineRows) else None
        if (unfed := self._unfed(user_index, reader, known=named is not None and not renewed)) is None:
            if named is not None:
                lookout.detach()
        elif named is None or renewed or named.unfed != unfed:
            named = EngineRows(self, user_index, reader.scope, unfed)
            lookout.look_by(named, named.known())

    def search(self, scope: Scope, part: SpacePart, columns: Vectors, where: VectorFilter) -> list[NearMemory]:
        """What the engine names.

        Raises:
            VectorEngineUnavailable: it failed, now or a moment ago.
        """
        if self._resting is not None and time.monotonic() < self._resting[0]:
            raise self._resting[1]
        try:
            found = self._index.search(scope, part.space, columns, k=ROWS_PER_SIGNAL, where=where)
        except VectorEngineUnavailable as error:
            self._resting = time.monotonic() + REST_S, error
            raise
        self._resting = None
        return found

    @property
    def name(self) -> str:
        """What the engine is called."""
        return self._index.name

    def _unfed(self, user_index: UserIndex, reader: Reader, *, known: bool) -> frozenset[str] | None:
        """Ids of what the engine has not been told yet; None where it is not to be asked."""
        if len(user_index) < max(self._rows_min, 1) or reader.sealed():
            return None
        waiting = reader.outbox(UNFED_MAX + 1)
        if len(waiting) > UNFED_MAX or any(not row.memory_id for row in waiting):
            return None
        if not known and reader.job(Job.FEED).note != self._mark:
            return None
        return frozenset(row.memory_id for row in waiting)


class EngineRows:
    """Rows of one index that a vector engine names, in the place of a graph."""

    def __init__(self, attached: AttachedEngine, user_index: UserIndex, scope: Scope, unfed: frozenset[str]) -> None:
        self.unfed = unfed
        self._attached = attached
        self._user_index = user_index
        self._scope = scope
        self._asked: dict[tuple[bytes, str | None], Numbers] = {}

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(rows.nbytes for rows in self._asked.values())

    def known(self) -> NDArray[np.bool_]:
        """Which rows the engine has been told of."""
        told = self._user_index.freeze().has_vector.copy()
        told[[row for id in self.unfed if (row := self._user_index.row_of.get(id)) is not None]] = False
        return told

    def moved(self, alive: NDArray[np.bool_]) -> None:
        """Rows have moved: what was named before is named no more."""
        self._asked.clear()

    def rows(self, question: Vectors, agent: str | None = None) -> Numbers:
        """Rows that may be nearest to a question by any signal.

        Args:
            agent: only what was told to this agent is wanted.

        Raises:
            VectorEngineUnavailable: the engine failed, or has lost what it was told.
        """
        key = question.tobytes(), agent
        if key not in self._asked:
            if len(self._asked) >= QUESTIONS_MAX:
                self._asked.clear()
            self._asked[key] = self._search(question, agent)
        return self._asked[key]

    def _search(self, question: Vectors, agent: str | None) -> Numbers:
        where = NO_FILTER if agent is None else VectorFilter(agents=frozenset({agent}))
        rows: set[int] = set()
        for part in self._attached.parts:
            columns = part.of(question)
            if columns is None:
                continue
            near = self._attached.search(self._scope, part, columns, where)
            every = near if where is NO_FILTER or near else self._attached.search(self._scope, part, columns, NO_FILTER)
            if where is NO_FILTER or not near:
                self._check_whole(part, len(every))
            rows.update(row for one in near if (row := self._user_index.row_of.get(one.id)) is not None)
        return np.array(sorted(rows), dtype=np.int64)

    def _check_whole(self, part: SpacePart, named: int) -> None:
        """Raises:
        VectorEngineUnavailable: of all it was told of in this space, the engine names fewer than it was asked for.
        """
        told = np.flatnonzero(self.known())
        if named >= min(len(told), ROWS_PER_SIGNAL):
            return
        columns = self._user_index.freeze().matrix.some(told[:UNFED_MAX])[:, part.start : part.stop]
        if named < min(int(columns.any(axis=1).sum()), ROWS_PER_SIGNAL):
            self._attached.lost(self._scope)
            raise VectorEngineUnavailable(f"{self._attached.name} has lost what it was told: it is told again.")
