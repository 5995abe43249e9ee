"""What all users of an opened memory share: the pipelines, the worker, and what is counted meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path
from threading import Event

from mnemic.domain import scoring
from mnemic.domain.cached import forget_cached
from mnemic.domain.changes import WriteReport
from mnemic.domain.query import Trace
from mnemic.domain.receipt import CopyState, Receipt
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Progress, UpkeepReport
from mnemic.errors import StoreClosed, StoreUnavailable
from mnemic.index.user_indexes import GraphBuilder, UserIndexes
from mnemic.index.vector_graph import GraphFiles
from mnemic.language import tokens
from mnemic.ports import (
    Clock,
    Embedder,
    EntityFinder,
    FileReader,
    Judge,
    LanguageModel,
    Reranker,
    Sealer,
    Store,
    VectorIndex,
)
from mnemic.reading.cache import ReadingCaches
from mnemic.reading.pipeline import ReadPipeline
from mnemic.reading.usage_log import AuditedRead, AuditedReads, QuestionLog, RecentTraces, UseCounts, audit_reads
from mnemic.rooms.task.schema import TaskSchemas
from mnemic.settings import Settings
from mnemic.upkeep.forgetting.exported_copies import drop_removed, note_files, settled_copies
from mnemic.upkeep.forgetting.forget import ForgetOutcome
from mnemic.upkeep.jobs import owners
from mnemic.upkeep.jobs.execution import UpkeepContext
from mnemic.upkeep.jobs.jobs import Jobs, cron_expressions
from mnemic.upkeep.jobs.leases import Leases
from mnemic.upkeep.portraits.portrait import ProfileContext, make_due_profiles
from mnemic.upkeep.prefetch import needs
from mnemic.upkeep.prefetch.warming import CacheWarming
from mnemic.upkeep.queue import TurnQueue
from mnemic.upkeep.vectors.attachment import Attachment, receipt_without_engine
from mnemic.upkeep.worker import GRACE_S, REST_S, Worker
from mnemic.writing.pipeline import WritePipeline

SYSTEM_ACTOR = "mnemic"  # the actor of what the memory does by itself

log = logging.getLogger("mnemic")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryParts:
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
    second_look: LanguageModel | None = None  # at what the guard is unsure of (S2), where that is set
    former: Embedder | None = None  # made the vectors that are not made anew yet (U7)
    count: Callable[[str], int] = tokens.estimate_tokens  # tokens of a text, as the model counts them that will read it
    file_reader: FileReader | None = None  # says what files hold in words (M9), where one is set
    sealer: Sealer | None = None  # encrypts users (S7), where the store is a file
    index: VectorIndex | None = None  # names what is compared by vector, where one is set
    index_ours: bool = True  # it is closed with the memory
    folder: Path | None = None  # for what is derived from the store and may be deleted; None: it is not kept


class Core:
    """An opened memory without its users."""

    def __init__(self, parts: MemoryParts) -> None:
        self.parts = parts
        self.growing = GraphBuilder(
            GraphFiles(parts.folder) if parts.folder else None,
            rows_min=0 if parts.index else parts.settings.hnsw_rows,
            reading=parts.store.reading,
            background=parts.settings.background,
        )
        self.watchers: list[Callable[[Progress], None]] = []
        self.stopping = Event()
        self.vectors = (
            Attachment(
                parts.index,
                store=parts.store,
                embedder=parts.embedder,
                clock=parts.clock,
                settings=parts.settings,
                stopping=self.stopping,
                tell=self.tell,
                ours=parts.index_ours,
            )
            if parts.index is not None
            else None
        )
        self.user_indexes = UserIndexes(
            parts.embedder,
            bytes_max=parts.settings.cache_mb * 1_000_000,
            growing=self.growing,
            former=parts.former,
            attached=None if self.vectors is None else self.vectors.attached,
        )
        self.schemas = TaskSchemas()
        self.writing = WritePipeline(
            store=parts.store,
            user_indexes=self.user_indexes,
            embedder=parts.embedder,
            settings=parts.settings,
            zone=parts.zone,
            new_id=parts.new_id,
            judge=parts.judge,
            finder=parts.finder,
            model=parts.model,
            second_look=parts.second_look,
            schemas=self.schemas,
        )
        self.portraying = ProfileContext(store=parts.store, zone=parts.zone, new_id=parts.new_id, judge=parts.judge)
        self.kept = ReadingCaches(parts.embedder, parts.settings, parts.zone)
        self.reading = ReadPipeline(
            user_indexes=self.user_indexes,
            embedder=parts.embedder,
            settings=parts.settings,
            zone=parts.zone,
            new_id=parts.new_id,
            reranker=parts.reranker,
            asked=parts.asked,
            kept=self.kept,
        )
        self.traces = RecentTraces(parts.settings.traces_max)
        self.uses = UseCounts()
        self.reads = AuditedReads()
        self.questions = QuestionLog()
        self.warming = CacheWarming(
            store=parts.store,
            reading=self.reading,
            questions=self.questions,
            settings=parts.settings,
            zone=parts.zone,
            before=self.write_uses,
        )
        self.owner = owners.begin_owner()
        leases = Leases(store=parts.store, settings=parts.settings, owner=self.owner)
        self.queue = TurnQueue(
            writing=self.writing,
            leases=leases,
            clock=parts.clock,
            settings=parts.settings,
            actor=SYSTEM_ACTOR,
            stopping=self.stopping,
            tell=self.tell,
        )
        self.jobs = Jobs(
            tending=UpkeepContext(writing=self.writing, count=parts.count),
            leases=leases,
            clock=parts.clock,
            schedules=cron_expressions(parts.settings),
            actor=SYSTEM_ACTOR,
            stopping=self.stopping,
            tell=self.tell,
            before=self.write_uses,
            after=self.tended,
            turns_wait=self._turns_wait,
        )
        self.worker = Worker(self.work, rest_s=self._rest_s)
        self._portrayed_hour: float | None = None
        self._tended_minute: int | None = None
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
        """Understand every turn that waits in the log, of any user, those that rest after a failure as well, and do
        what is due by the schedules. Returns how many turns there were.

        One user's trouble does not keep the others waiting: its error is raised when they are done, and its turns stay.
        """
        self.check_open()
        if not self._closing:
            self.stopping.clear()
        failed: dict[Scope, Exception] = {}
        done = self._run_due(failed, eager=True)
        if failed:
            raise next(iter(failed.values()))
        return done

    def work(self) -> int:
        """What the worker does each time: the same, but for what rests after a failure. What failed has been logged and
        rests."""
        self.check_open()
        return self._run_due({}, eager=False)

    def _run_due(self, failed: dict[Scope, Exception], *, eager: bool) -> int:
        if self._unpurged:
            self.purge()
        for scope in self.reads.scopes():
            self.write_uses(scope)
        done = self.queue.run(failed, eager=eager)
        self.run_upkeep(failed, eager=eager)
        self.reembed(failed, eager=eager)
        if self.vectors is not None:
            done += self.vectors.feeding.run(eager=eager)
        self.make_due_profiles(eager=eager)
        self.warm()
        if not self.parts.settings.background:
            self.growing.run()
        return done

    def run_upkeep(self, failed: dict[Scope, Exception], *, eager: bool = False) -> int:
        """Run the scheduled jobs that are due; looked for at most once a minute, unless `eager`. Returns how many came
        to their end."""
        minute = int(self.parts.clock.now().timestamp() // 60)
        if minute == self._tended_minute and not eager:
            return 0
        self._tended_minute = minute
        done = self.jobs.run(failed, eager=eager)
        if not eager and self._turns_wait():
            self._tended_minute = None  # turns that came meanwhile go before what is left
        if self._unpurged:
            self.purge()
        return done

    def reembed(self, failed: dict[Scope, Exception] | None = None, *, eager: bool = True) -> int:
        """Make vectors of another embedder anew, of every user (U7). Returns how many. Without `failed` the first error
        is raised once the others are done."""
        errors: dict[Scope, Exception] = {} if failed is None else failed
        done = self.jobs.reembed(errors, eager=eager)
        if failed is None and errors:
            raise next(iter(errors.values()))
        return done

    def tended(self, report: UpkeepReport) -> None:
        """Take note of what a job did: what it removed for good is to be unreadable in the files."""
        if not report.dry_run and any(step.purge or step.turns for step in report.steps):
            self._unpurged = True

    def tell(self, progress: Progress) -> None:
        """Let whoever watches know how far a job has come."""
        for watcher in tuple(self.watchers):
            watcher(progress)

    def make_due_profiles(self, *, eager: bool = True) -> int:
        """Make the profiles that are due (M7); looked for at most once an hour. Returns how many were made.

        Args:
            eager: though turns wait.
        """
        now, days = self.parts.clock.now(), self.parts.settings.profile_days
        if not days or self._portrayed_hour == scoring.hour_of(now):
            return 0
        self._portrayed_hour = scoring.hour_of(now)

        def enough() -> bool:
            return self.stopping.is_set() or (not eager and self._turns_wait())

        made = make_due_profiles(
            self.portraying, now=now, days=days, actor=SYSTEM_ACTOR, model=self.parts.model, enough=enough
        )
        if enough():
            self._portrayed_hour = None
        return made

    def _turns_wait(self) -> bool:
        """Whether the queue holds anything that may be understood now."""
        return bool(self.parts.store.backlog(1, at=self.parts.clock.now()))

    def warm(self) -> int:
        """Answer ahead what those who asked last will ask soon, going by their habits (R12). Returns how many questions
        are due."""
        return 0 if self._closing else self.warming.run(self.parts.clock.now())

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

    def seen(self, scope: Scope, read: AuditedRead) -> None:
        """Take note for the audit of an answer: written in a batch or, by the setting `audit_reads`, now.

        Raises:
            StoreUnavailable: it is to be written now, and cannot be.
        """
        if self.parts.settings.audit_reads == "now":
            with self.parts.store.writing(scope) as writer:
                audit_reads(writer, [read])
        elif self.reads.note(scope, [read]):
            self.write_uses(scope)

    def write_uses(self, scope: Scope) -> None:
        """Write a user's counts of use, what was asked, and what the audit is to know of what was read. Where the store
        cannot take them the log says so: reads wait for the next time, the others are lost, since they only order
        hits."""
        counted, gathered, reads = self.uses.take(scope), self.questions.take(scope), self.reads.take(scope)
        if not counted and gathered is None and not reads:
            return
        try:
            with self.parts.store.writing(scope) as writer:
                audit_reads(writer, reads)
                if counted:
                    writer.used(counted)
                if gathered is not None and gathered.still_good(writer):
                    new = needs.questions_to_record(writer.asked(), gathered.marked(), self.parts.zone)
                    writer.ask(new, most=self.parts.settings.asked_max)
        except StoreUnavailable as error:
            self.reads.note(scope, reads)
            log.warning("%d counts of use could not be written and are lost: %s", len(counted), error)

    def clear_after_forgetting(self, scope: Scope) -> None:
        """Drop what is cached about a user, and make what was forgotten unreadable in the files. Where that fails,
        `run_due` and `close` try again."""
        self.traces.forget(scope)
        self.uses.take(scope)
        self.questions.forget(scope)
        self.warming.forget(scope)
        self.user_indexes.drop(scope)
        self.kept.forget(scope)
        forget_cached()
        self._unpurged = True
        try:
            self.purge()
        except StoreUnavailable as error:
            raise StoreUnavailable(
                "It is forgotten, and nothing shows it any more; but the file could not be rewritten: its bytes may "
                f"still be there ({error}). run_due(), closing, or opening the memory again tries once more."
            ) from error

    def finish_forgetting(self, scope: Scope, gone: ForgetOutcome, *, now: datetime, exports: bool = False) -> Receipt:
        """Finish a forgetting: understand anew what stays of it, drop what is cached, clear the files; and see to the
        files with the user's memory that we wrote, which are removed with `exports`."""
        if gone.again:
            self.writing.understand(scope, gone.again, WriteReport(session=""), now=now, actor=SYSTEM_ACTOR)
        if gone.receipt.everything:
            self.reads.take(scope)
        memory = None if self.parts.folder is None else self.parts.folder.with_suffix("")
        copies = settled_copies(gone.receipt.exports, scope, memory=memory, remove=exports)
        if not gone.receipt.everything and any(one.state is CopyState.REMOVED for one in copies):
            with self.parts.store.writing(scope) as writer:
                drop_removed(writer, copies)
        self.clear_after_forgetting(scope)
        receipt = replace(gone.receipt, exports=copies)
        return (
            receipt_without_engine(self.parts.store, scope, receipt)
            if self.vectors is None
            else self.vectors.receipted(scope, receipt)
        )

    def note_files_written(self, scope: Scope, paths: Sequence[Path], format: str) -> None:
        """Enter files with a user's memory that were just written (S9). Where the store cannot take that, as where it
        is read-only, no receipt will name them, and the log says so."""
        try:
            with self.parts.store.writing(scope) as writer:
                note_files(writer, paths, format, now=self.parts.clock.now())
        except StoreUnavailable as error:
            log.warning("%s is not on record, and will be named by no receipt: %s", ", ".join(map(str, paths)), error)

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
        self.stopping.set()
        self.growing.close()
        self.worker.close()
        if self.vectors is not None:
            self.vectors.close()
        for scope in dict.fromkeys((*self.uses.scopes(), *self.questions.scopes(), *self.reads.scopes())):
            self.write_uses(scope)
        self._closed = True
        owners.end_owner(self.owner)
        try:
            if self._unpurged:
                self.purge()
        finally:
            self.parts.store.close()

    def _rest_s(self) -> float | None:
        """How long the worker may rest: until the next schedule, or a turn that failed may be tried again."""
        settings, now = self.parts.settings, self.parts.clock.now()
        rests = [REST_S] if settings.asked_max else []
        if (at := self.jobs.next_at(now)) is not None:
            rests.append((at - now).total_seconds() + 1)
        if self.parts.store.backlog(1):
            rests.append(max(settings.retry_s, 1.0))
        return min(rests, default=None)
