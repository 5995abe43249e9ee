"""A vector engine at an opened memory: who tells it what changes, who asks it, and the thread that tells it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock

from mnemic.domain.receipt import Copy, CopyState, Receipt
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Progress
from mnemic.errors import VectorEngineUnavailable
from mnemic.index.engine import AttachedEngine
from mnemic.ports import Clock, Embedder, Store, VectorIndex
from mnemic.settings import Settings
from mnemic.upkeep.vectors.feed import ENGINE_COPY, EngineFeed, engine_mark
from mnemic.upkeep.worker import GRACE_S, Worker

ELSEWHERE = "(not set here)"
"""How a receipt calls an engine of which this process does not know more than that it has a copy."""

log = logging.getLogger("mnemic")


def receipt_without_engine(store: Store, scope: Scope, receipt: Receipt) -> Receipt:
    """A receipt by a process that has no engine: what another one's holds of the user still waits to be removed."""
    with store.reading(scope) as reader:
        if not reader.outbox(1):
            return receipt
    return replace(receipt, index=Copy(path=ELSEWHERE, format=ENGINE_COPY, state=CopyState.WAITING))


class Attachment:
    """Binds an engine to a store.

    Args:
        ours: the engine is closed with the memory.
    """

    def __init__(
        self,
        index: VectorIndex,
        *,
        store: Store,
        embedder: Embedder,
        clock: Clock,
        settings: Settings,
        stopping: Event,
        tell: Callable[[Progress], None],
        ours: bool,
    ) -> None:
        mark = engine_mark(index.name, settings.vector_index_url or "", embedder)
        self.feeding = EngineFeed(
            index=index, store=store, embedder=embedder, clock=clock, mark=mark, stopping=stopping, tell=tell
        )
        self.attached = AttachedEngine(
            index, embedder, rows_min=settings.vector_index_rows, mark=mark, lost=self.feeding.lost
        )
        self._background = settings.background
        self._ours = ours
        self._owed: set[Scope] = set()  # by this process, and not yet told
        self._lock = Lock()
        self._worker = Worker(self._run, rest_s=self.feeding.next_s)
        self._closing = False
        store.feeding = self._wrote
        if self._background:
            self._worker.wake(after_s=GRACE_S)

    def receipted(self, scope: Scope, receipt: Receipt) -> Receipt:
        """A receipt with what became of the copy in the engine."""
        ids = None if receipt.everything else receipt.memories
        return replace(receipt, index=self.feeding.removed(scope, ids))

    def close(self) -> None:
        """Tell what this process has still to tell, as far as that takes one batch of each user, and stop. An engine
        that cannot be closed is no reason not to close the memory: the log says so."""
        self._closing = True
        self._worker.close()
        for scope in self._owed.copy():
            self.feeding.at_once(scope)
        self.feeding.store.feeding = None
        if not self._ours:
            return
        try:
            self.feeding.index.close()
        except VectorEngineUnavailable as error:
            log.warning("%s was not closed: %s", self.feeding.index.name, error)

    def _wrote(self, scope: Scope) -> None:
        """A transaction has left something in a user's outbox: the engine is told behind everybody's back, or at once
        where nobody works there."""
        if not self._background:
            self.feeding.at_once(scope)
            return
        with self._lock:
            self._owed.add(scope)
        if not self._closing:
            self._worker.wake()

    def _run(self) -> int:
        with self._lock:
            owed, self._owed = self._owed, set()
        told = False
        try:
            done = self.feeding.run()
            told = self.feeding.rest_s() is None and not self.feeding.stopping.is_set()
        finally:
            if not told:  # the engine is down, or we were stopped on the way
                with self._lock:
                    self._owed |= owed
        return done
