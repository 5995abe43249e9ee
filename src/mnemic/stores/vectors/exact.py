"""The reference: every vector in this process, compared one by one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock

import numpy as np

from mnemic.domain.scope import Scope
from mnemic.domain.vectored import ANYWHERE, Near, Space, Vectored, Where
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors.naming import latest, matrix, unit

Held = dict[str, tuple[Vectored, Vectors]]


class ExactVectors:
    """Promises everything: what was put is seen at once, and the k nearest are the k nearest. Kept nowhere, so it is
    for tests, for measuring other engines, and for processes that feed it anew at every start."""

    def __init__(self) -> None:
        self._held: dict[tuple[Scope, Space], Held] = {}
        self._lock = Lock()

    @property
    def name(self) -> str:
        """`exact`."""
        return "exact"

    def put(self, scope: Scope, space: Space, entries: Sequence[Vectored]) -> None:
        """Write memories, new or changed."""
        told = latest(entries)
        rows = matrix(told, space)
        with self._lock:
            held = self._held.setdefault((scope, space), {})
            held |= {entry.id: (entry, row) for entry, row in zip(told, rows, strict=True)}

    def remove(self, scope: Scope, space: Space, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._lock:
            held = self._held.get((scope, space), {})
            for one in ids:
                held.pop(one, None)

    def search(self, scope: Scope, space: Space, vector: Vectors, *, k: int, where: Where = ANYWHERE) -> list[Near]:
        """The k memories nearest to a vector, best first."""
        with self._lock:
            held = [pair for pair in self._held.get((scope, space), {}).values() if _fits(pair[0], where)]
        if not held:
            return []
        cosines = np.array([row for _, row in held]) @ unit(vector)
        best = np.argsort(-cosines, kind="stable")[:k]
        return [Near(id=held[row][0].id, cosine=float(cosines[row])) for row in best]

    def ids(self, scope: Scope, space: Space) -> set[str]:
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


def _fits(entry: Vectored, where: Where) -> bool:
    return (where.kinds is None or entry.kind in where.kinds) and (where.agents is None or entry.agent in where.agents)
