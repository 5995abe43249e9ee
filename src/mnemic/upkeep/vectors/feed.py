"""The vector engine is told what changed: from the outbox, which says of which memories, and from the records, which
say what they are now.

Telling is idempotent, and done before the outbox is settled. Whoever is killed in between tells again; of two who tell
at once the later one finds its rows gone, and has them told once more, since it may have told of an older state. So the
engine comes to agree with the records whatever happens, and until then searches look at what waits by themselves.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event, Lock

from mnemic.domain.index_entry import IndexedMemory
from mnemic.domain.receipt import Copy, CopyState
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, JobState, Progress
from mnemic.domain.vector_entry import OutboxRow
from mnemic.errors import StoreClosed, StoreUnavailable, VectorEngineUnavailable
from mnemic.index.spaces import SpacePart, space_parts_of
from mnemic.ports import Clock, Embedder, Store, VectorIndex, Writer
from mnemic.upkeep.jobs.attempts import foreign_error, result_or_error

BATCH = 500  # rows of the outbox told and settled at once
USERS_AT_ONCE = 200
LOOK_S = 60.0  # between two looks for users of whom the engine was never told
RETRY_S_MIN, RETRY_S_MAX = 1.0, 60.0  # back-off while the engine is down, doubled each time
ENGINE_COPY = "vector engine"

log = logging.getLogger("mnemic")


def engine_mark(name: str, place: str, embedder: Embedder) -> str:
    """What the job FEED notes of a user of whom everything was owed to an engine: which engine where, and by which
    embedder. Of the place only a digest, since it may hold a password."""
    where = hashlib.sha256(place.encode()).hexdigest()[:12] if place else ""
    return f"{name} {where} {embedder.fingerprint}"


@dataclass(slots=True, kw_only=True)
class EngineFeed:
    """Tells one engine."""

    index: VectorIndex
    store: Store
    embedder: Embedder
    clock: Clock
    mark: str
    stopping: Event
    tell: Callable[[Progress], None]
    parts: tuple[SpacePart, ...] = field(init=False)
    _lock: Lock = field(default_factory=Lock, init=False)  # one at a time tells, so that no older state comes later
    _pause_s: float = field(default=RETRY_S_MIN, init=False)
    _resting_until: float = field(default=0.0, init=False)
    _looked_at: float | None = field(default=None, init=False)
    _lost: set[Scope] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        self.parts = space_parts_of(self.embedder)

    def run(self, *, eager: bool = False) -> int:
        """Tell what waits, of every user. Returns how much there was. Where the engine cannot be reached the log says
        so, and everything waits; one user's other trouble does not keep the others waiting.

        Args:
            eager: also while the engine is left alone after a failure, and of users who were never looked for.
        """
        if not eager and self.rest_s() is not None:
            return 0
        done = 0
        for scope in self._everybody(eager=eager):
            if self.stopping.is_set():
                break
            told = result_or_error(partial(self.feed, scope))
            if isinstance(told, StoreClosed):
                raise told
            if isinstance(told, VectorEngineUnavailable):
                self._rest(told)
                return done
            if isinstance(told, Exception):
                log.error(
                    "%s could not be told of %r: %s", self.index.name, scope.user, told, exc_info=foreign_error(told)
                )
                continue
            done += told
        self._pause_s, self._resting_until = RETRY_S_MIN, 0.0
        return done

    def feed(self, scope: Scope) -> int:
        """Tell what waits of one user; of one the engine knows nothing of, everything. Returns how much there was.

        Raises:
            VectorEngineUnavailable: the engine cannot be reached; what was told is told.
            StoreUnavailable: the outbox cannot be read or settled.
        """
        self._begin(scope)
        done = 0
        while told := self._batch(scope):
            done += told
            self.tell(Progress(job=Job.FEED, user=scope.user, done=done, total=None))
            if self.stopping.is_set():
                break
        return done

    def at_once(self, scope: Scope) -> None:
        """The same after a write, where nobody works in the background: it raises nothing, and leaves it to others who
        are at it."""
        if self.rest_s() is not None or self._lock.locked():
            return
        told = result_or_error(partial(self.feed, scope))
        if isinstance(told, VectorEngineUnavailable):
            self._rest(told)
        elif isinstance(told, Exception):
            log.warning("%s is told later of %r: %s", self.index.name, scope.user, told, exc_info=foreign_error(told))

    def lost(self, scope: Scope) -> None:
        """A search has seen that the engine knows nothing of a user: everything is told anew. Nothing is removed
        before, so that an engine that shows late what it is told comes to show it."""
        self._lost.add(scope)

    def removed(self, scope: Scope, ids: Collection[str] | None) -> Copy:
        """Have the engine remove memories that were forgotten just now, None: everything of the user, and say what came
        of it. Where it cannot, they wait in the outbox.

        That everything goes is told from there, where it comes first: a user who has begun anew by now, and of whom
        the engine was told since, is not touched.
        """
        copy = Copy(path=self.index.name, format=ENGINE_COPY, state=CopyState.REMOVED)
        waits = Copy(path=self.index.name, format=ENGINE_COPY, state=CopyState.WAITING, reason="it cannot be reached")
        if self.rest_s() is not None:
            return waits
        try:
            if ids is None or self._begin(scope):
                self._batch(scope)  # that everything goes, from every space there is
            if ids:
                with self._lock:
                    for part in self.parts:
                        self.index.remove(scope, part.space, ids)
        except VectorEngineUnavailable as error:
            self._rest(error)
            return waits
        except StoreUnavailable as error:
            return replace(waits, reason=f"what waits cannot be read: {error}")
        return copy

    def rest_s(self) -> float | None:
        """How long the engine is left alone after a failure, in seconds; None: it is not."""
        left = self._resting_until - time.monotonic()
        return left if left > 0 else None

    def next_s(self) -> float:
        """How long whoever tells may rest: what other processes leave behind is looked for now and then."""
        return self.rest_s() or LOOK_S

    def _rest(self, error: VectorEngineUnavailable) -> None:
        log.warning("%s is told later, next try in %.0f s: %s", self.index.name, self._pause_s, error)
        self._resting_until = time.monotonic() + self._pause_s
        self._pause_s = min(2 * self._pause_s, RETRY_S_MAX)

    def _everybody(self, *, eager: bool) -> Iterator[Scope]:
        """Users of whom something waits; now and then those of whom the engine was never told."""
        last: Scope | None = None
        while some := self.store.users_with_outbox(after=last, limit=USERS_AT_ONCE):
            yield from some
            last = some[-1]
        yield from sorted(self._lost, key=lambda scope: (scope.tenant, scope.user))
        if not eager and self._looked_at is not None and time.monotonic() < self._looked_at + LOOK_S:
            return
        at, last = self.clock.now(), None
        while some := self.store.due(Job.FEED, note=self.mark, at=at, resting=True, after=last, limit=USERS_AT_ONCE):
            yield from some
            last = some[-1]
        self._looked_at = time.monotonic()

    def _begin(self, scope: Scope) -> bool:
        """Owe the engine everything of a user it was never told of, or who had another embedder: in one transaction, so
        that whoever is stopped goes on where it was. Returns whether what is there now goes first."""
        with self.store.reading(scope) as reader:
            note = reader.job(Job.FEED).note
            held = reader.first_recorded_at() is not None
        known, lost = note == self.mark, scope in self._lost
        self._lost.discard(scope)
        if (known and not lost) or not (held or note):
            return False
        with self.store.writing(scope) as writer:
            writer.enqueue_in_outbox([*([] if known else [""]), *([] if writer.sealed() else writer.ids())])
            writer.keep_job(JobState(job=Job.FEED, ran_at=self.clock.now(), note=self.mark))
        return not known

    def _batch(self, scope: Scope) -> int:
        """Tell of some of what waits, and settle it. Returns how many rows there were."""
        with self._lock:
            with self.store.reading(scope) as reader:
                waiting = reader.outbox(BATCH)
                ids = [row.memory_id for row in waiting if row.memory_id]
                held = [] if reader.sealed() or not ids else reader.indexed(ids)
            if not waiting:
                return 0
            self._told(scope, waiting, held)
            with self.store.writing(scope) as writer:
                writer.enqueue_in_outbox(_again(writer, writer.settle(waiting)))
            return len(waiting)

    def _told(self, scope: Scope, waiting: Collection[OutboxRow], held: Collection[IndexedMemory]) -> None:
        if any(not row.memory_id for row in waiting):
            self.index.forget(scope)
        for part in self.parts:
            entries = [entry for one in held if (entry := part.vectored(one)) is not None]
            there = {entry.id for entry in entries}
            gone = [row.memory_id for row in waiting if row.memory_id and row.memory_id not in there]
            if entries:
                self.index.put(scope, part.space, entries)
            if gone:
                self.index.remove(scope, part.space, gone)


def _again(writer: Writer, gone: Collection[str]) -> list[str]:
    """What is told once more, since somebody else told it meanwhile. Where that was that everything goes, it went here
    after they had told what came next: so all of it."""
    held = writer.ids() if "" in gone and not writer.sealed() else []
    return list(dict.fromkeys(id for id in (*gone, *held) if id))
