"""Users' shelves, kept while memory lasts and refreshed before every use."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock

from mnemic.domain.scope import Scope
from mnemic.index.engine import Attached
from mnemic.index.former import Former
from mnemic.index.growing import Growing
from mnemic.index.user_index import Shelf
from mnemic.ports import Embedder, Reader


class Shelves:
    """A bounded cache of shelves. The least recently used go first."""

    def __init__(
        self,
        embedder: Embedder,
        *,
        bytes_max: int,
        growing: Growing | None = None,
        former: Embedder | None = None,
        attached: Attached | None = None,
    ) -> None:
        self._embedder = embedder
        self.attached = attached  # the vector engine, where there is one
        self._former = former  # made the vectors that are not made anew yet
        self._bytes_max = bytes_max
        self._lock = Lock()
        self.growing = growing
        if growing is not None:
            growing.shelves = self
        self._shelves: OrderedDict[Scope, tuple[Shelf, RLock]] = OrderedDict()
        self._sizes: dict[Scope, int] = {}  # as they were when they last changed
        self._total = 0

    def use(self, reader: Reader) -> ShelfInUse:
        """The user's shelf as of the reader's snapshot, held for the length of a `with` block."""
        with self._lock:
            if reader.scope not in self._shelves:
                shelf = Shelf(
                    size=self._embedder.size,
                    fingerprint=self._embedder.fingerprint,
                    signals=self._embedder.signals,
                    former=None if self._former is None else Former(self._former),
                )
                self._shelves[reader.scope] = shelf, RLock()
            self._shelves.move_to_end(reader.scope)
            shelf, lock = self._shelves[reader.scope]
        return ShelfInUse(self, shelf, lock, reader)

    def holds(self, scope: Scope) -> bool:
        """Whether a user's shelf is kept."""
        with self._lock:
            return scope in self._shelves

    def drop(self, scope: Scope) -> None:
        """Let go of one user's shelf, and delete the graph in the folder."""
        with self._lock:
            self._let_go(scope)
        if self.growing is not None:
            self.growing.forget(scope)

    def trim(self, scope: Scope) -> None:
        """Let go of the least recently used shelves until the rest fit; the newest always stays. Only the shelf that
        has changed is measured: there may be thousands."""
        with self._lock:
            if scope in self._shelves:
                before, self._sizes[scope] = self._sizes.get(scope, 0), self._shelves[scope][0].bytes
                self._total += self._sizes[scope] - before
            while self._total > self._bytes_max and len(self._shelves) > 1:
                self._let_go(next(iter(self._shelves)))

    def _let_go(self, scope: Scope) -> None:
        self._shelves.pop(scope, None)
        self._total -= self._sizes.pop(scope, 0)


class ShelfInUse:
    """A shelf locked for one operation."""

    def __init__(self, shelves: Shelves, shelf: Shelf, lock: RLock, reader: Reader) -> None:
        self._shelves, self._shelf, self._reader = shelves, shelf, reader
        self.lock = lock  # which who looks at the shelf without a reader must hold
        self._outer = shelf.records.reader

    def __enter__(self) -> Shelf:
        self.lock.acquire()
        self._outer, self._shelf.records.reader = self._shelf.records.reader, self._reader
        try:
            renewal = self._reader.renewal(epoch=self._shelf.epoch, change=self._shelf.change)
            renewed = renewal.epoch != self._shelf.epoch or renewal.change > self._shelf.change
            if renewed:
                self._shelf.renew(renewal)
                if self._shelves.growing is not None:
                    self._shelves.growing.look_after(self._shelf, self._reader, gone=bool(renewal.gone))
                self._shelves.trim(self._reader.scope)
            if self._shelves.attached is not None:
                self._shelves.attached.look_after(self._shelf, self._reader, renewed=renewed)
        except BaseException:
            self._leave()
            raise
        return self._shelf

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        self._shelf.records.reader = self._outer
        self.lock.release()
