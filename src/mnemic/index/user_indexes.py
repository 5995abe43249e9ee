"""Users' indexes, kept while memory lasts, and the graphs of very large ones, made behind their backs.

Graphs of very large users, made behind their backs: nobody waits for one, and none outlives what was forgotten.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock, RLock, Thread

import numpy as np

from mnemic.domain.scope import Scope
from mnemic.errors import StoreError, StoreUnavailable
from mnemic.index.engine import AttachedEngine
from mnemic.index.former_vectors import FormerVectors
from mnemic.index.user_index import UserIndex
from mnemic.index.vector_graph import ROWS_AT_ONCE, GraphDraft, GraphFiles, GraphState, Numbers, is_hnsw_installed
from mnemic.ports import Embedder, Reader, Vectors

UNKNOWN_SHARE_MAX = 0.1  # of rows the graph does not know, from which it is made anew

log = logging.getLogger("mnemic")


class _NotWanted(Exception):
    """The graph being made is nobody's any more: somebody forgets, or the memory is being closed."""


class GraphBuilder:
    """Keeps a graph for each user of at least `rows_min` memories, if the extra `large` is there. 0: for nobody."""

    def __init__(
        self,
        files: GraphFiles | None,
        *,
        rows_min: int,
        reading: Callable[[Scope], AbstractContextManager[Reader]],
        background: bool,
    ) -> None:
        self._files = files
        self._rows_min = rows_min if files is not None and rows_min and is_hnsw_installed() else None
        self._reading = reading
        self._background = background
        self._lock = Lock()
        self._wanted: list[Scope] = []
        self._forgotten: dict[Scope, int] = {}  # how often, so that a graph begun before is not kept
        self._given_up: set[Scope] = set()
        self._thread: Thread | None = None
        self._closing = False
        self.user_indexes: UserIndexes | None = None

    def look_after(self, user_index: UserIndex, reader: Reader, *, gone: bool) -> None:
        """An index in use has been renewed: give it the graph that lies in the folder, or have one made."""
        scope = reader.scope
        if gone:
            user_index.nearest.detach()
            self._dismiss(scope)
        if self._rows_min is None or len(user_index) < self._rows_min or reader.sealed():
            return  # a graph in the folder would hold vectors of an encrypted user in plain
        if user_index.nearest.graph is None:
            self._open(user_index, reader)
        if user_index.nearest.graph is None or user_index.nearest.unknown > UNKNOWN_SHARE_MAX * len(user_index):
            self._want(scope)

    def forget(self, scope: Scope) -> None:
        """Delete a user's graph: it holds vectors of what is forgotten.

        Raises:
            StoreUnavailable: the files cannot be deleted.
        """
        with self._lock:
            self._forgotten[scope] = self._forgotten.get(scope, 0) + 1
            if self._files is None:
                return
            try:
                self._files.remove(scope)
            except OSError as error:
                raise StoreUnavailable(f"{error.filename}: what was forgotten cannot be deleted from it.") from error

    def _dismiss(self, scope: Scope) -> None:
        """The same where whoever forgot has been told already, if it could not be done."""
        try:
            self.forget(scope)
        except StoreUnavailable as error:
            log.warning("%s", error)

    def purge(self) -> None:
        """Delete what a process left behind that ended while it made a graph."""
        if self._files is not None:
            self._files.remove_unfinished()

    def run(self) -> int:
        """Make every graph that is wanted. Returns how many were."""
        made = 0
        while (scope := self._next()) is not None:
            try:
                self._make(scope)
                made += 1
            except _NotWanted:
                continue
            except (OSError, RuntimeError, StoreError) as error:
                self._given_up.add(scope)
                log.warning("A large user is searched without a graph: %s", error)
        return made

    def close(self) -> None:
        """Stop making graphs."""
        self._closing = True
        if self._thread is not None:
            self._thread.join()

    def _want(self, scope: Scope) -> None:
        with self._lock:
            if self._closing or scope in self._wanted or scope in self._given_up:
                return
            self._wanted.append(scope)
            if self._background and self._thread is None:
                self._thread = Thread(target=self._work, name="mnemic-graphs", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        self.run()

    def _next(self) -> Scope | None:
        with self._lock:
            if not self._wanted or self._closing:
                self._thread = None
                return None
            return self._wanted[0]

    def _open(self, user_index: UserIndex, reader: Reader) -> None:
        if user_index.nearest.looked_for:
            return
        user_index.nearest.looked_for = True
        assert self._files is not None
        found = self._files.open(reader.scope, user_index.ranges, user_index.fingerprint)
        if found is None:
            return
        graph, state = found
        if _lost(reader, state):
            self._dismiss(reader.scope)
        else:
            user_index.attach(graph)

    def _make(self, scope: Scope) -> None:
        assert self.user_indexes is not None
        assert self._files is not None
        times = self._forgotten.get(scope, 0)
        try:
            with self._reading(scope) as reader, (held := self.user_indexes.use(reader)) as user_index:
                rows = np.flatnonzero(user_index.freeze().has_vector)
                state = GraphState(epoch=user_index.epoch, change=user_index.change, fingerprint=user_index.fingerprint)
                building = GraphDraft(user_index.ranges, user_index.marks()[rows], state)
                lock, layout = held.lock, user_index.layout
            paths = self._files.workplace(len(user_index.ranges))
            try:
                for number, path in enumerate(paths):
                    building.part(number, self._blocks(scope, user_index, lock, rows, layout, times), path)
                self._keep(scope, building, paths, times)
            finally:
                for path in paths:
                    path.unlink(missing_ok=True)
            with self._reading(scope) as reader:
                if _lost(reader, state):  # another process forgot meanwhile
                    self._dismiss(scope)
        finally:
            with self._lock:
                self._wanted.remove(scope)

    def _blocks(
        self, scope: Scope, user_index: UserIndex, lock: RLock, rows: Numbers, layout: int, times: int
    ) -> Iterator[Vectors]:
        for first in range(0, len(rows), ROWS_AT_ONCE):
            with lock:
                if self._closing or user_index.layout != layout or self._forgotten.get(scope, 0) != times:
                    raise _NotWanted
                block = user_index.freeze().matrix.some(rows[first : first + ROWS_AT_ONCE])
            yield block

    def _keep(self, scope: Scope, building: GraphDraft, paths: list[Path], times: int) -> None:
        assert self.user_indexes is not None
        assert self._files is not None
        with self._reading(scope) as reader, self.user_indexes.use(reader) as user_index:
            with self._lock:
                if self._forgotten.get(scope, 0) != times or _lost(reader, building.state) or reader.sealed():
                    raise _NotWanted
                self._files.keep(scope, building, user_index.ranges, paths)
            found = self._files.open(scope, user_index.ranges, user_index.fingerprint)
            if found is not None:
                user_index.attach(found[0])


def _lost(reader: Reader, state: GraphState) -> bool:
    """Whether anything that stood in a state of a user's memory has been forgotten since."""
    since = reader.renewal(epoch=state.epoch, change=state.change)
    return since.epoch != state.epoch or bool(since.gone)


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
