"""What all users of an opened memory share: the pipelines, the worker, and what is counted meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path

from mnemic.domain import scoring
from mnemic.domain.asked import Need
from mnemic.domain.changes import Receipt, WriteReport
from mnemic.domain.query import Trace
from mnemic.domain.record import TurnState
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError, StoreClosed, StoreUnavailable
from mnemic.index.growing import Growing
from mnemic.index.nearest import GraphFiles
from mnemic.index.shelves import Shelves
from mnemic.language import meaning, tokens
from mnemic.ports import Clock, Embedder, EntityFinder, FileReader, Judge, LanguageModel, Reranker, Store
from mnemic.reading.cache import Kept
from mnemic.reading.pipeline import Reading
from mnemic.reading.question import question_of
from mnemic.reading.recipes import recipes
from mnemic.reading.remembered import USERS_MAX, Questions, Traces, Uses
from mnemic.rooms.schema import Schemas
from mnemic.settings import Settings
from mnemic.upkeep import prefetch
from mnemic.upkeep.forgetting import Forgotten
from mnemic.upkeep.portrait import Portraying, portray_due
from mnemic.upkeep.worker import GRACE_S, REST_S, Worker
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
    finder: EntityFinder | None = None  # of names, in the place of the rules
    model: LanguageModel | None = None  # finds statements (W3), where one is set
    reranker: Reranker | None = None  # reads the best candidates of a search (R4), where one is set
    asked: LanguageModel | None = None  # what a search has missed (R8), where that is set
    count: Callable[[str], int] = tokens.count  # tokens of a text, as the model counts them that will read it
    file_reader: FileReader | None = None  # says what files hold in words (M9), where one is set
    folder: Path | None = None  # for what is derived from the store and may be deleted; None: it is not kept


class Core:
    """An opened memory without its users."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.growing = Growing(
            GraphFiles(parts.folder) if parts.folder else None,
            rows_min=parts.settings.hnsw_rows,
            reading=parts.store.reading,
            background=parts.settings.background,
        )
        self.shelves = Shelves(parts.embedder, bytes_max=parts.settings.cache_mb * 1_000_000, growing=self.growing)
        self.schemas = Schemas()
        self.writing = Writing(
            store=parts.store,
            shelves=self.shelves,
            embedder=parts.embedder,
            settings=parts.settings,
            zone=parts.zone,
            new_id=parts.new_id,
            judge=parts.judge,
            finder=parts.finder,
            model=parts.model,
            schemas=self.schemas,
        )
        self.portraying = Portraying(store=parts.store, zone=parts.zone, new_id=parts.new_id, judge=parts.judge)
        self.kept = Kept(parts.embedder, parts.settings, parts.zone)
        self.reading = Reading(
            shelves=self.shelves,
            embedder=parts.embedder,
            settings=parts.settings,
            zone=parts.zone,
            new_id=parts.new_id,
            reranker=parts.reranker,
            asked=parts.asked,
            kept=self.kept,
        )
        self.traces = Traces(parts.settings.traces_max)
        self.uses = Uses()
        self.questions = Questions()
        self.worker = Worker(self.run_due, rest_s=REST_S if parts.settings.asked_max else None)
        self._due: dict[Scope, tuple[int, list[Need]]] = {}  # by hour
        self._portrayed_hour: float | None = None
        self._looked_back = False  # who asked before this memory was opened is known
        self._closing = False
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
        """Understand every turn that waits in the log, of any user. Returns how many there were. Profiles that are due
        are made then.

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
        self.portray()
        self.warm()
        if not self.parts.settings.background:
            self.growing.run()
        if failed:
            raise next(iter(failed.values()))
        return done

    def portray(self) -> int:
        """Make the profiles that are due (M7); looked for at most once an hour. Returns how many were made."""
        now, days = self.parts.clock.now(), self.parts.settings.profile_days
        if not days or self._portrayed_hour == scoring.hour_of(now):
            return 0
        self._portrayed_hour = scoring.hour_of(now)
        return portray_due(self.portraying, now=now, days=days, actor=SYSTEM, model=self.parts.model)

    def warm(self) -> int:
        """Answer ahead what those who asked last will ask soon, going by their habits (R12). Returns how many questions
        are due."""
        if self._closing or not self.parts.settings.asked_max:
            return 0
        now, settings = self.parts.clock.now(), self.parts.settings
        if not self._looked_back:
            self._looked_back = True
            earlier = self.parts.store.askers(USERS_MAX)
            self.questions.seen([scope for scope in reversed(earlier) if scope.tenant == settings.tenant])
        return sum(self._warm(scope, now) for scope in self.questions.users())

    def answered(self, scope: Scope, trace: Trace, ids: Sequence[str]) -> None:
        """Take note of an answer: of the question, and of the use of the memories returned or placed."""
        question, settings = trace.question, self.parts.settings
        if settings.asked_max and trace.looked_at and question.known_at is None:
            vector, name = self.kept.vectors.at_hand(scope, question.text), self.parts.embedder.fingerprint
            version = self.kept.answers.version(scope)
            if self.questions.note(scope, trace, ids, version, vector=vector, fingerprint=name):
                self.write_uses(scope)
            if settings.background:
                self.worker.wake(after_s=REST_S)
        self.used(scope, ids, question.at)

    def used(self, scope: Scope, ids: Iterable[str], at: datetime) -> None:
        """Count uses; they are written in a batch, so that reading never waits for a write."""
        if self.uses.count(scope, ids, at):
            self.write_uses(scope)

    def write_uses(self, scope: Scope) -> None:
        """Write a user's counts of use, and what was asked. Where the store cannot take them they are lost, and the log
        says so: they only order hits."""
        counted, gathered = self.uses.take(scope), self.questions.take(scope)
        if not counted and gathered is None:
            return
        try:
            with self.parts.store.writing(scope) as writer:
                if counted:
                    writer.used(counted)
                if gathered is not None and gathered.still_good(writer):
                    new = prefetch.worded(writer.asked(), gathered.marked(), self.parts.zone)
                    writer.ask(new, most=self.parts.settings.asked_max)
        except StoreUnavailable as error:
            log.warning("%d counts of use could not be written and are lost: %s", len(counted), error)

    def forgot(self, scope: Scope) -> None:
        """Drop what is cached about a user, and make what was forgotten unreadable in the files. Where that fails,
        `run_due` and `close` try again."""
        self.traces.forget(scope)
        self.uses.take(scope)
        self.questions.forget(scope)
        self._due.pop(scope, None)
        self.shelves.drop(scope)
        self.kept.forget(scope)
        meaning.forget()
        self._unpurged = True
        self.purge()

    def cleared(self, scope: Scope, gone: Forgotten, *, now: datetime) -> Receipt:
        """Finish a forgetting: understand anew what stays of it, drop what is cached, clear the files."""
        if gone.again:
            self.writing.understand(scope, gone.again, WriteReport(session=""), now=now, actor=SYSTEM)
        self.forgot(scope)
        return gone.receipt

    def purge(self) -> None:
        """Make what was forgotten unreadable in the files."""
        self.growing.purge()
        self.parts.store.purge()
        self._unpurged = False

    def close(self) -> None:
        """Write what is counted, stop the worker, let go of the file. Closing twice is harmless."""
        if self._closed:
            return
        self._closing = True
        self.growing.close()
        self.worker.close()
        for scope in dict.fromkeys((*self.uses.scopes(), *self.questions.scopes())):
            self.write_uses(scope)
        self._closed = True
        try:
            if self._unpurged:
                self.purge()
        finally:
            self.parts.store.close()

    def _warm(self, scope: Scope, now: datetime) -> int:
        """One user's needs, looked for once an hour, and answered ahead as often as a write ends the answer."""
        settings, hour = self.parts.settings, scoring.hour_of(now)
        if self._due.get(scope, (0, []))[0] != hour:
            self.write_uses(scope)
        with self.parts.store.reading(scope) as reader:
            if self._due.get(scope, (0, []))[0] != hour:
                self._due[scope] = hour, prefetch.due(reader.asked(), now, self.parts.zone)
            for need in (needs := self._due[scope][1]):
                question = question_of(
                    need.text,
                    now=max(now, need.next_at),
                    settings=settings,
                    agent=need.agent,
                    k=min(need.k, settings.results_max),
                )
                known = recipes(settings)
                self.reading.recall(reader, question, known.get(need.recipe, known["balanced"]))
        return len(needs)

    def _understand_waiting(self, scope: Scope) -> int:
        with self.parts.store.reading(scope) as reader:
            waiting = reader.turns(state=TurnState.PENDING)[:BATCH_TURNS]
        report = WriteReport(session="")
        self.writing.understand(scope, waiting, report, now=self.parts.clock.now(), actor=SYSTEM)
        return len(waiting)
