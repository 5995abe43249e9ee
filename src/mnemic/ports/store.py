"""What the core asks of a store. Adapters live in stores/."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from mnemic.domain.api_key import ApiKey
from mnemic.domain.audit_log import AuditLog
from mnemic.domain.blob import BlobInfo
from mnemic.domain.changes import History, Link
from mnemic.domain.diagnosis import Diagnosis, RowKey
from mnemic.domain.index_entry import IndexedMemory, IndexEntry, Refresh, Renewal
from mnemic.domain.query import SessionInfo
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Source, Status, Tier, Turn, TurnState
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow, StoredRow
from mnemic.domain.upkeep import DeadLetter, Job, JobState
from mnemic.domain.vector_entry import OutboxRow
from mnemic.ports.examination import Examination

QUESTION_VECTORS_MAX = 100
"""Questions on record whose vectors are kept, for feedback on their answers that is given later."""


class Reader(Protocol):
    """A consistent view of one user's memory. Nothing in it can name another user."""

    scope: Scope

    def memory(self, id: str) -> Memory | None:
        """One memory of any status, or None."""
        ...

    def memories(
        self,
        *,
        ids: Sequence[str] | None = None,
        statuses: Sequence[Status] | None = None,
        source: Source | None = None,
        session: str | None = None,
        tiers: Sequence[Tier] | None = None,
    ) -> list[Memory]:
        """Memories in order of recording (ties by position, then by id). `source`: only those that come from this turn.
        `session`: only those with at least one source in it. `tiers`: only those of these tiers."""
        ...

    def ids(self) -> list[str]:
        """Ids of every memory, in order of recording (ties by position, then by id). It needs no key."""
        ...

    def sealed(self) -> bool:
        """Whether the user's private values are encrypted where they lie; to a writer, where they will lie. Reading
        them then raises KeyMissing where the user's key is not at hand, and SealBroken where a value was changed."""
        ...

    def rooms(self, kinds: Collection[Kind] = ROOM_KINDS) -> list[Memory]:
        """What rooms keep, of these kinds (of `FOUND_BY_KIND`) and any status, in order of recording (ties by position,
        then by id). It costs what there is of it, however much else the user has."""
        ...

    def known(self, at: datetime) -> list[Memory]:
        """Every memory as it was known at a past moment, from history; forgotten ones are gone from the past too."""
        ...

    def turns(
        self,
        *,
        session: str | None = None,
        state: TurnState | None = None,
        first: int | None = None,
        last: int | None = None,
    ) -> list[Turn]:
        """Turns in order of position. `first`: only the oldest that many; `last`: only the newest that many, still in
        order."""
        ...

    def turn(self, source: Source) -> Turn | None:
        """One turn, or None."""
        ...

    def sessions(self) -> list[SessionInfo]:
        """Every session, in order of its first turn."""
        ...

    def history(self, memory_id: str | None = None) -> list[History]:
        """History rows of one memory, or of all, in order of sequence."""
        ...

    def links(self, memory_id: str | None = None) -> list[Link]:
        """The conflict log of one memory, as source or target, or the whole of it."""
        ...

    def refresh(self, *, epoch: str, change: int) -> Refresh:
        """Index entries that changed after `change` of `epoch`. With another epoch (or ""), everything."""
        ...

    def renewal(self, *, epoch: str, change: int) -> Renewal:
        """The same in columns and batches, for laying it out: what an index is made and kept up by."""
        ...

    def indexed(self, ids: Sequence[str]) -> list[IndexedMemory]:
        """Memories of these ids that have an index entry, with it, in order of recording."""
        ...

    def outbox(self, limit: int) -> list[OutboxRow]:
        """What the vector engine has not been told yet, that everything goes first, at most so many."""
        ...

    def asked(self) -> list[AskedQuestion]:
        """Questions on record, in order of asking (ties by id)."""
        ...

    def votes(self, *, last: int | None = None) -> list[Vote]:
        """Feedback on memories that are there, in order of time (ties by answer, then by memory). `last`: only the
        newest that many, still in order."""
        ...

    def blob(self, hash: str) -> bytes | None:
        """The bytes of a file, or None."""
        ...

    def blobs(self) -> list[BlobInfo]:
        """The user's files, in order of storing (ties by hash)."""
        ...

    def turns_with_files(self) -> list[Turn]:
        """Turns that files came with, in order of position. It costs what there is of them."""
        ...

    def jobs(self) -> list[JobState]:
        """Where the user's jobs stand, by name; those that ran or failed before."""
        ...

    def job(self, job: Job) -> JobState:
        """Where one job stands; of one that never ran, a blank."""
        ...

    def letters(self) -> list[DeadLetter]:
        """Turns that could not be understood, dead ones and those that are tried again, in order of the log."""
        ...

    def register_entries(
        self, register: Register, *, ids: Sequence[str] | None = None, bodies: bool = True
    ) -> list[RegisterEntry]:
        """The entries of a register, in order of time (ties by id).

        Args:
            ids: only these.
            bodies: False leaves what they hold out: of many entries it is the larger part.
        """
        ...

    def first_recorded_at(self) -> datetime | None:
        """When the first turn or memory that is held about the user was recorded; None of a user nothing is held of."""
        ...

    def examining(self) -> AbstractContextManager[Examination]:
        """The rows themselves, broken ones included, in the same snapshot. For the doctor only."""
        ...

    def held(self, *, vectors: bool = False) -> Iterator[StoredRow]:
        """Every row of the user, read as it is taken, sort by sort in the order of `domain.held.ROWS`: what an export
        carries. Turns in order of position, history and audit of sequence, the others of their keys. `vectors`: with
        the memories' vectors."""
        ...

    def numbers(self) -> tuple[int, int]:
        """The newest position and the newest sequence that were ever given; 0 of a user of whom nothing is held."""
        ...

    def counts(self) -> Mapping[str, int]:
        """Rows held about the user per table: turns, memories, index, history, links, audit, asked, votes, blobs and
        registers."""
        ...


class Writer(Reader, Protocol):
    """A transaction on one user's memory. Leaving it by an error undoes all of it."""

    def append(self, turns: Sequence[Turn]) -> list[Turn]:
        """Add turns to the log; returns those that were new, with their positions.

        A turn whose (session, id) is there already with the same role and text is left out (asking twice is harmless).

        Raises:
            InvalidMessage: the same (session, id) is there with another text.
        """
        ...

    def understood(self, sources: Iterable[Source]) -> None:
        """Take turns out of the queue."""
        ...

    def requeue(self, turns: Iterable[Source]) -> None:
        """Put turns of the log back into the queue, where they stand; unknown ones are passed over."""
        ...

    def put(self, memory: Memory, entry: IndexEntry | None) -> None:
        """Write a memory, new or changed. `entry` None leaves the index entry as it is, and the counts of use of a
        memory that is there are left alone: they are `used`'s business."""
        ...

    def enqueue_in_outbox(self, ids: Sequence[str]) -> None:
        """Enter memories in the outbox as they are; "" is that everything goes. A row that is there gets another
        number."""
        ...

    def settle(self, fed: Sequence[OutboxRow]) -> list[str]:
        """Take rows out of the outbox; one that has another number by now stays. Returns memory ids of those that were
        gone already: somebody else has told the engine, of an older or a newer state."""
        ...

    def record(self, history: History) -> None:
        """Add a history row; the store numbers it."""
        ...

    def link(self, link: Link) -> None:
        """Add a line to the conflict log; the same link twice is one line."""
        ...

    def audit(self, *, at: datetime, actor: str, action: str, memory_id: str | None, detail: str) -> None:
        """Add an audit row, and its line to the tenant's trail (`domain.trail`). `detail` never holds what a memory
        says."""
        ...

    def used(self, counts: Mapping[str, tuple[int, datetime]]) -> None:
        """Count uses: memory id to (how many more, last when). No change of the memory; unknown ids are skipped."""
        ...

    def ask(self, asked: Sequence[AskedQuestion], *, most: int) -> None:
        """Put questions on record; the same id twice is one. Only the newest `most` of the user stay, with vectors of
        the newest QUESTION_VECTORS_MAX. No change of a memory; of a user of whom nothing else is held, nothing is put
        on record."""
        ...

    def vote(self, vote: Vote) -> None:
        """Note feedback on a memory in an answer, instead of what was noted of the two."""
        ...

    def unvote(self, answer: str, memory_id: str) -> None:
        """Take such a note back. What is not there is passed over."""
        ...

    def forget_questions(self, ids: Sequence[str]) -> int:
        """Remove questions from the record, with the feedback on their answers. Returns how many questions and votes
        there were."""
        ...

    def keep_blob(self, info: BlobInfo, data: bytes) -> None:
        """Keep a file; of two with the same hash the first stays. No change of a memory."""
        ...

    def forget_blobs(self, hashes: Sequence[str]) -> int:
        """Remove files; who names them is the caller's business. Returns how many there were."""
        ...

    def keep_job(self, state: JobState) -> None:
        """Note where a job stands, instead of what was noted of it. Of a user of whom nothing is held, nothing is
        noted."""
        ...

    def keep_dead_letter(self, letter: DeadLetter) -> None:
        """Note that a turn could not be understood, instead of what was noted of it; a dead letter leaves the queue."""
        ...

    def drop_dead_letters(self, of: Iterable[Source]) -> int:
        """Remove letters; the turns stay as they are. Returns how many there were."""
        ...

    def register(self, entry: RegisterEntry) -> None:
        """Enter something in a register, instead of what stood there under its id."""
        ...

    def deregister(self, register: Register, ids: Sequence[str]) -> int:
        """Take entries out of a register. Returns how many there were."""
        ...

    def begin(self, salt: str) -> None:
        """Begin a user of whom nothing is held with this salt (`domain.held.salt_of`); of any other it does nothing."""
        ...

    def replay(self, rows: Iterable[Turn | History | AuditRow]) -> None:
        """Write new rows with the positions and sequences they bear; what is given later comes after them."""
        ...

    def forget_memories(self, ids: Sequence[str]) -> int:
        """Remove memories with index entries, history, links and votes. Returns the history rows removed."""
        ...

    def forget_turns(self, sources: Sequence[Source]) -> int:
        """Remove turns from the log. Returns how many there were."""
        ...

    def note_departure(self, *, at: datetime, actor: str) -> None:
        """Enter in the tenant's trail that every row of the user goes, audit rows included: for `forget_user` in the
        same transaction. Of a user of whom nothing is held, nothing is entered."""
        ...

    def forget_user(self) -> int:
        """Remove every row of the user, from every table. What stands in the tenant's trail stays; it names nobody.
        Returns how many keys the user has: they are destroyed with the next `purge`, so that what was sealed with them
        can be read in no copy either."""
        ...

    def recount(self) -> None:
        """Lift the user's running numbers to what rows hold, and draw a blank epoch anew; the user's row is made where
        it is missing. For the doctor only."""
        ...

    def strike_rows(self, rows: Sequence[RowKey]) -> int:
        """Remove rows that belong to nothing. For the doctor only. Returns how many there were."""
        ...


class Store(Protocol):
    """Where records live. Records are the truth; everything else can be rebuilt from them."""

    def reading(self, scope: Scope) -> AbstractContextManager[Reader]:
        """A snapshot of one user's memory."""
        ...

    def writing(self, scope: Scope) -> AbstractContextManager[Writer]:
        """A transaction on one user's memory; it waits for other writers.

        Raises:
            StoreUnavailable: read-only, disk full, or the wait was longer than the setting `lock_wait_s`.
        """
        ...

    def backlog(self, limit: int, *, at: datetime | None = None) -> list[Scope]:
        """Users with turns not yet understood, longest waiting first. For the worker only.

        Args:
            at: without those whose turns rest at this moment after a failure.
        """
        ...

    def due(
        self,
        job: Job,
        *,
        since: datetime | None = None,
        note: str | None = None,
        at: datetime,
        resting: bool = False,
        after: Scope | None,
        limit: int,
    ) -> list[Scope]:
        """Users whose job is due at a moment, in order of tenant and id, from the one after: those of whom it last came
        to its end before `since`, or with a note other than `note`, or never did; without those that rest after a
        failure, unless `resting`. For the worker only."""
        ...

    def users_with_questions(self, limit: int) -> list[Scope]:
        """Users with questions on record, who asked last first. For the worker only."""
        ...

    def users(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom anything is held, in order of tenant and id, from the one after. For the worker only."""
        ...

    feeding: Callable[[Scope], None] | None
    """Where a vector engine is attached: who is told, after the commit, that a transaction has left something in a
    user's outbox. It raises nothing. None: no engine is attached here, and the outbox is written for those users only
    of whom an engine has a copy, by what the job FEED notes."""

    def users_with_outbox(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom something waits in the outbox, forgotten ones too, in order of tenant and id, from the one
        after. For the worker only."""
        ...

    audit_key: bytes | None
    """The key that new lines of the trail are hashed with; None: with none."""

    def reading_audit_log(self, tenant: str) -> AbstractContextManager[AuditLog]:
        """A snapshot of a tenant's trail with the audit rows its lines are of. For verifying and showing only."""
        ...

    def note(self, tenant: str, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line in a tenant's trail that is about nobody: a backup, a key, a verification.

        Raises:
            StoreUnavailable: as for `writing`.
        """
        ...

    def tenants(self) -> list[str]:
        """Every tenant of whom anything is audited, in order. For the doctor only."""
        ...

    def keep_api_key(self, key: ApiKey) -> None:
        """Keep a key of the server, instead of what was kept under its tenant and id.

        Raises:
            StoreUnavailable: as for `writing`.
        """
        ...

    def drop_api_key(self, tenant: str, id: str) -> bool:
        """Remove a key of the server. Returns whether it was there."""
        ...

    def api_keys(self, tenant: str) -> list[ApiKey]:
        """The keys of a tenant, in order of their making (ties by id), whatever became of them."""
        ...

    def api_key(self, id: str) -> ApiKey | None:
        """The key with that id, of whichever tenant, or None. For authentication only: who calls is not known yet."""
        ...

    def check(self) -> list[Diagnosis]:
        """What is wrong with the store as a thing: its pages, tables and log, and users whose row is gone. It never
        raises for what it finds. For the doctor only."""
        ...

    def mend(self, found: Sequence[Diagnosis]) -> None:
        """Mend what `check` found and called repairable by REINDEX. For the doctor only."""
        ...

    def backup(self, path: Path, *, tell: Callable[[int, int], None]) -> None:
        """Write a copy of the whole as of now into a file that is empty or not there, and check it. Others may write
        meanwhile. `tell` is told how much is done, and of how much.

        Raises:
            StoreError: there is no file to copy, or the copy is not sound.
            StoreUnavailable: it cannot be written.
        """
        ...

    def purge(self) -> None:
        """Make what was removed unreadable in the files themselves (free pages, log)."""
        ...

    def close(self) -> None:
        """Let go of files and connections. Closing twice is harmless."""
        ...
