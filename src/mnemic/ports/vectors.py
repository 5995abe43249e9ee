"""What the core asks of a vector engine. Adapters live in stores/."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors


class VectorIndex(Protocol):
    """Finds the memories of one user that are near to a question. It is an index, never the truth: it is fed from the
    store's outbox, and made anew from the records at any time. No call can name two users, and none can reach another.

    Every method raises VectorEngineUnavailable where the engine cannot be reached, or not in time.
    """

    @property
    def name(self) -> str:
        """What it is called in settings, reports and errors."""
        ...

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed; of an id that is there the old entry goes. A search that begins after this
        returns sees them, where the engine can promise that (its adapter says where not)."""
        ...

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        ...

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector of shape (size,) by cosine, best first; ties in any order."""
        ...

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there. For the doctor only."""
        ...

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        ...

    def close(self) -> None:
        """Let go of files and connections. Closing twice is harmless."""
        ...
