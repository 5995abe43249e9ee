"""What all users of an opened memory share: the pipelines, the worker, and what is counted meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from mnemic.domain.changes import WriteReport
from mnemic.domain.record import TurnState
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError, StoreClosed, StoreUnavailable
from mnemic.index.shelves import Shelves
from mnemic.language import meaning
from mnemic.ports import Clock, Embedder, Judge, LanguageModel, Store
from mnemic.reading.pipeline import Reading
from mnemic.reading.remembered import Traces, Uses
from mnemic.settings import Settings
from mnemic.upkeep.worker import GRACE_S, Worker
from mnemic.writing.pipeline import Writing

BATCH_TURNS = 200  # turns understood in one transaction
BATCH_USERS = 50  # users the worker asks for at a time
SYSTEM = "mnemic"  # the actor of what the memory does by itself

log = logging.getLogger("mnemic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What an opened memory is made of; put together by wiring."""

    store: Store
    embedder: Embedder
    clock: Clock
    settings: Settings
    zone: tzinfo
    new_id: Callable[[], str]
    random: Callable[[int], bytes]
    judge: Judge | None = None  # of what the rules leave of a message
    model: LanguageModel | None = None  # finds statements (W3), where one is set


class Core:
    """An opened memory without its users."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.shelves = Shelves(parts.embedder, bytes_max=parts.settings.cache_mb * 1_000_000)
        self.writing = Writing(
            store=parts.store,
            shelves=self.shelves,
            embedder=parts.embedder,
            settings=parts.settings,
            zone=parts.zone,
            new_id=parts.new_id,
            judge=parts.judge,
            model=parts.model,
        )
        self.reading = Reading(
            shelves=self.shelves,
            embedder=parts.embedder,
            settings=parts.settings,
            zone=parts.zone,
            new_id=parts.new_id,
        )
        self.traces = Traces(parts.settings.traces_max)
        self.uses = Uses()
        self.worker = Worker(self.run_due)
        self._closed = False
        self._unpurged = False
        if parts.settings.background and parts.store.backlog(1):
            self.worker.wake(after_s=GRACE_S)

    def check_open(self) -> None:
        """Raises:
        StoreClosed: the memory has been closed.
        """
        if self._closed:
            raise StoreClosed

    def run_due(self) -> int:
        """Understand every turn that waits in the log, of any user. Returns how many there were.

        One user's trouble does not keep the others waiting: its error is raised when they are done, and its turns stay.
        """
        self.check_open()
        if self._unpurged:
            self.purge()
        done, failed = 0, {}
        while scopes := [scope for scope in self.parts.store.backlog(BATCH_USERS) if scope not in failed]:
            for scope in scopes:
                try:
                    done += self._understand_waiting(scope)
                except MnemicError as error:
                    failed[scope] = error
        if failed:
            raise next(iter(failed.values()))
        return done

    def used(self, scope: Scope, ids: Iterable[str], at: datetime) -> None:
        """Count uses; they are written in a batch, so that reading never waits for a write."""
        if self.uses.count(scope, ids, at):
            self.write_uses(scope)

    def write_uses(self, scope: Scope) -> None:
        """Write a user's counts of use. Where the store cannot take them they are lost, and the log says so: they only
        order hits."""
        counted = self.uses.take(scope)
        if not counted:
            return
        try:
            with self.parts.store.writing(scope) as writer:
                writer.used(counted)
        except StoreUnavailable as error:
            log.warning("%d counts of use could not be written and are lost: %s", len(counted), error)

    def forgot(self, scope: Scope) -> None:
        """Drop what is cached about a user, and make what was forgotten unreadable in the files. Where that fails,
        `run_due` and `close` try again."""
        self.traces.forget(scope)
        self.uses.take(scope)
        self.shelves.drop(scope)
        meaning.forget()
        self._unpurged = True
        self.purge()

    def purge(self) -> None:
        """Make what was forgotten unreadable in the files."""
        self.parts.store.purge()
        self._unpurged = False

    def close(self) -> None:
        """Write what is counted, stop the worker, let go of the file. Closing twice is harmless."""
        if self._closed:
            return
        self.worker.close()
        for scope in self.uses.scopes():
            self.write_uses(scope)
        self._closed = True
        try:
            if self._unpurged:
                self.purge()
        finally:
            self.parts.store.close()

    def _understand_waiting(self, scope: Scope) -> int:
        with self.parts.store.reading(scope) as reader:
            waiting = reader.turns(state=TurnState.PENDING)[:BATCH_TURNS]
        report = WriteReport(session="")
        self.writing.understand(scope, waiting, report, now=self.parts.clock.now(), actor=SYSTEM)
        return len(waiting)
