"""The reference: every vector in this process, compared one by one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock

import numpy as np

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors.naming import entry_matrix, latest_entries, unit_vectors

Held = dict[str, tuple[VectorEntry, Vectors]]


class ExactVectors:
    """Promises everything: what was put is seen at once, and the k nearest are the k nearest. Kept nowhere, so it is
    for tests, for measuring other engines, and for processes that feed it anew at every start."""

    def __init__(self) -> None:
        self._held: dict[tuple[Scope, VectorSpace], Held] = {}
        self._lock = Lock()

    @property
    def name(self) -> str:
        """`exact`."""
        return "exact"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = latest_entries(entries)
        rows = entry_matrix(told, space)
        with self._lock:
            held = self._held.setdefault((scope, space), {})
            held |= {entry.id: (entry, row) for entry, row in zip(told, rows, strict=True)}

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._lock:
            held = self._held.get((scope, space), {})
            for one in ids:
                held.pop(one, None)

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        with self._lock:
            held = [pair for pair in self._held.get((scope, space), {}).values() if _fits(pair[0], where)]
        if not held:
            return []
        cosines = np.array([row for _, row in held]) @ unit_vectors(vector)
        best = np.argsort(-cosines, kind="stable")[:k]
        return [NearMemory(id=held[row][0].id, cosine=float(cosines[row])) for row in best]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._lock:
            return set(self._held.get((scope, space), {}))

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        with self._lock:
            for key in [key for key in self._held if key[0] == scope]:
                del self._held[key]

    def close(self) -> None:
        """Let go of what is held."""
        with self._lock:
            self._held.clear()


def _fits(entry: VectorEntry, where: VectorFilter) -> bool:
    return (where.kinds is None or entry.kind in where.kinds) and (where.agents is None or entry.agent in where.agents)
