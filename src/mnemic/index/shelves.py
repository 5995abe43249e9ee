"""Users' shelves, kept while memory lasts and refreshed before every use."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock

from mnemic.domain.scope import Scope
from mnemic.index.shelf import Shelf
from mnemic.ports import Embedder, Reader


class Shelves:
    """A bounded cache of shelves. The least recently used go first."""

    def __init__(self, embedder: Embedder, *, bytes_max: int) -> None:
        self._embedder = embedder
        self._bytes_max = bytes_max
        self._lock = Lock()
        self._shelves: OrderedDict[Scope, tuple[Shelf, RLock]] = OrderedDict()

    def use(self, reader: Reader) -> ShelfInUse:
        """The user's shelf as of the reader's snapshot, held for the length of a `with` block."""
        with self._lock:
            if reader.scope not in self._shelves:
                shelf = Shelf(
                    size=self._embedder.size,
                    fingerprint=self._embedder.fingerprint,
                    signals=self._embedder.signals,
                )
                self._shelves[reader.scope] = shelf, RLock()
            self._shelves.move_to_end(reader.scope)
            shelf, lock = self._shelves[reader.scope]
        return ShelfInUse(self, shelf, lock, reader)

    def drop(self, scope: Scope) -> None:
        """Let go of one user's shelf."""
        with self._lock:
            self._shelves.pop(scope, None)

    def trim(self) -> None:
        """Let go of the least recently used shelves until the rest fit; the newest always stays."""
        with self._lock:
            total = sum(shelf.bytes for shelf, _ in self._shelves.values())
            while total > self._bytes_max and len(self._shelves) > 1:
                _, (shelf, _) = self._shelves.popitem(last=False)
                total -= shelf.bytes


class ShelfInUse:
    """A shelf locked for one operation."""

    def __init__(self, shelves: Shelves, shelf: Shelf, lock: RLock, reader: Reader) -> None:
        self._shelves, self._shelf, self._lock, self._reader = shelves, shelf, lock, reader
        self._outer = shelf.records.reader

    def __enter__(self) -> Shelf:
        self._lock.acquire()
        self._outer, self._shelf.records.reader = self._shelf.records.reader, self._reader
        try:
            renewal = self._reader.renewal(epoch=self._shelf.epoch, change=self._shelf.change)
            if renewal.epoch != self._shelf.epoch or renewal.change > self._shelf.change:
                self._shelf.renew(renewal)
                self._shelves.trim()
        except BaseException:
            self._leave()
            raise
        return self._shelf

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        self._shelf.records.reader = self._outer
        self._lock.release()
