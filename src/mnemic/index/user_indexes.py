"""Users' indexes, kept while memory lasts and refreshed before every use."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock

from mnemic.domain.scope import Scope
from mnemic.index.engine import AttachedEngine
from mnemic.index.former_vectors import FormerVectors
from mnemic.index.graph_builder import GraphBuilder
from mnemic.index.user_index import UserIndex
from mnemic.ports import Embedder, Reader


class UserIndexes:
    """A bounded cache of indexes. The least recently used go first."""

    def __init__(
        self,
        embedder: Embedder,
        *,
        bytes_max: int,
        growing: GraphBuilder | None = None,
        former: Embedder | None = None,
        attached: AttachedEngine | None = None,
    ) -> None:
        self._embedder = embedder
        self.attached = attached  # the vector engine, where there is one
        self._former = former  # made the vectors that are not made anew yet
        self._bytes_max = bytes_max
        self._lock = Lock()
        self.growing = growing
        if growing is not None:
            growing.user_indexes = self
        self._user_indexes: OrderedDict[Scope, tuple[UserIndex, RLock]] = OrderedDict()
        self._sizes: dict[Scope, int] = {}  # as they were when they last changed
        self._total = 0

    def use(self, reader: Reader) -> IndexInUse:
        """The user's index as of the reader's snapshot, held for the length of a `with` block."""
        with self._lock:
            if reader.scope not in self._user_indexes:
                user_index = UserIndex(
                    size=self._embedder.size,
                    fingerprint=self._embedder.fingerprint,
                    signals=self._embedder.signals,
                    former=None if self._former is None else FormerVectors(self._former),
                )
                self._user_indexes[reader.scope] = user_index, RLock()
            self._user_indexes.move_to_end(reader.scope)
            user_index, lock = self._user_indexes[reader.scope]
        return IndexInUse(self, user_index, lock, reader)

    def holds(self, scope: Scope) -> bool:
        """Whether a user's index is kept."""
        with self._lock:
            return scope in self._user_indexes

    def drop(self, scope: Scope) -> None:
        """Let go of one user's index, and delete the graph in the folder."""
        with self._lock:
            self._let_go(scope)
        if self.growing is not None:
            self.growing.forget(scope)

    def trim(self, scope: Scope) -> None:
        """Let go of the least recently used indexes until the rest fit; the newest always stays. Only the index that
        has changed is measured: there may be thousands."""
        with self._lock:
            if scope in self._user_indexes:
                before, self._sizes[scope] = self._sizes.get(scope, 0), self._user_indexes[scope][0].bytes
                self._total += self._sizes[scope] - before
            while self._total > self._bytes_max and len(self._user_indexes) > 1:
                self._let_go(next(iter(self._user_indexes)))

    def _let_go(self, scope: Scope) -> None:
        self._user_indexes.pop(scope, None)
        self._total -= self._sizes.pop(scope, 0)


class IndexInUse:
    """An index locked for one operation."""

    def __init__(self, user_indexes: UserIndexes, user_index: UserIndex, lock: RLock, reader: Reader) -> None:
        self._user_indexes, self._user_index, self._reader = user_indexes, user_index, reader
        self.lock = lock  # which who looks at the index without a reader must hold
        self._outer = user_index.records.reader

    def __enter__(self) -> UserIndex:
        self.lock.acquire()
        self._outer, self._user_index.records.reader = self._user_index.records.reader, self._reader
        try:
            renewal = self._reader.renewal(epoch=self._user_index.epoch, change=self._user_index.change)
            renewed = renewal.epoch != self._user_index.epoch or renewal.change > self._user_index.change
            if renewed:
                self._user_index.renew(renewal)
                if self._user_indexes.growing is not None:
                    self._user_indexes.growing.look_after(self._user_index, self._reader, gone=bool(renewal.gone))
                self._user_indexes.trim(self._reader.scope)
            if self._user_indexes.attached is not None:
                self._user_indexes.attached.look_after(self._user_index, self._reader, renewed=renewed)
        except BaseException:
            self._leave()
            raise
        return self._user_index

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        self._user_index.records.reader = self._outer
        self.lock.release()
