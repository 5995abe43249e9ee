"""A vector engine that is down when a test says so, and counts what it is asked and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from mnemic.api.memory import OpenMemory
from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import VectorEngineUnavailable
from mnemic.index.spaces import space_parts_of
from mnemic.ports import Embedder, Vectors
from mnemic.stores.vectors.exact import ExactVectors


class Wavering(ExactVectors):
    """The exact index, which can be out of reach."""

    def __init__(self) -> None:
        super().__init__()
        self.down = False
        self.calls: Counter[str] = Counter()

    def _reach(self, call: str) -> None:
        self.calls[call] += 1
        if self.down:
            raise VectorEngineUnavailable("exact is down on purpose.")

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        self._reach("put")
        super().put(scope, space, entries)

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        self._reach("remove")
        super().remove(scope, space, ids)

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        self._reach("search")
        return super().search(scope, space, vector, k=k, where=where)

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        self._reach("ids")
        return super().ids(scope, space)

    def forget(self, scope: Scope) -> None:
        self._reach("forget")
        super().forget(scope)


def known(index: ExactVectors, embedder: Embedder, scope: Scope) -> dict[str, set[str]]:
    """What an engine knows of a user, by signal."""
    return {part.space.signal: ExactVectors.ids(index, scope, part.space) for part in space_parts_of(embedder)}


def recorded(memory: OpenMemory, embedder: Embedder, scope: Scope) -> dict[str, set[str]]:
    """What it should know, by what is stored."""
    with memory._core.parts.store.reading(scope) as reader:
        held = [] if reader.sealed() else reader.indexed(reader.ids())
    return {
        part.space.signal: {one.memory.id for one in held if part.vectored(one) is not None}
        for part in space_parts_of(embedder)
    }


def waiting(memory: OpenMemory, scope: Scope) -> set[str]:
    """What waits in a user's outbox."""
    with memory._core.parts.store.reading(scope) as reader:
        return {row.memory_id for row in reader.outbox(10_000)}
