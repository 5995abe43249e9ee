"""The twin of the database stores: everything in this process, gone when it ends. It passes the same contracts."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from mnemic.domain.audit_log import AuditLog
from mnemic.domain.blob import Blob, BlobInfo
from mnemic.domain.changes import History, Link
from mnemic.domain.diagnosis import Diagnosis, RowKey
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import UNINDEXED, Memory, Source, Turn, TurnState
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow
from mnemic.domain.upkeep import PAUSE_MAX, DeadLetter, Job, JobState
from mnemic.errors import InvalidMessage, InvalidScope, StoreClosed, StoreError, StoreUnavailable
from mnemic.ports import QUESTION_VECTORS_MAX, Reader, Writer
from mnemic.stores.inmemory.api_keys import InMemoryApiKeys
from mnemic.stores.inmemory.audit_log import InMemoryAuditLogs, InMemoryAuditLogWriter
from mnemic.stores.inmemory.examination import InMemoryExamination, strike_row
from mnemic.stores.inmemory.outbox import InMemoryOutbox, InMemoryOutboxes, InMemoryOutboxWriter
from mnemic.stores.inmemory.reader import InMemoryReader, UserRows, asked_order
from mnemic.stores.sql import rows
from mnemic.stores.sql.fifo_lock import Turnstile


def _at_rest(state: JobState | None, at: datetime) -> bool:
    return state is None or state.due(at)


def _wanted(state: JobState, since: datetime | None, note: str | None, at: datetime) -> bool:
    if state.ran_at is None or (note is not None and state.note != note):
        return True
    return since is not None and not since <= state.ran_at <= at + PAUSE_MAX


class InMemoryWriter(InMemoryReader, InMemoryOutboxWriter):
    """A transaction on one user's memory, on a copy of what is held."""

    def __init__(
        self, scope: Scope, holdings: UserRows, trail: InMemoryAuditLogWriter, outbox: InMemoryOutbox, *, feeding: bool
    ) -> None:
        super().__init__(scope, holdings.copy(), outbox.rows)
        self.trail = trail
        self.box = outbox
        self._feeding = feeding or bool(self.job(Job.FEED).note)  # an engine has a copy of the user
        self._changed = False

    def append(self, new: Sequence[Turn]) -> list[Turn]:
        """Add turns to the log; returns those that were new, with their positions.

        Raises:
            InvalidMessage: the same (session, id) is there with another role or text. None of them is then added.
        """
        fresh: dict[Source, Turn] = {}
        for turn in new:
            known = self._held.turns.get(turn.source) or fresh.get(turn.source)
            if known is None:
                position = self._held.position + len(fresh) + 1
                fresh[turn.source] = replace(rows.turn_copy(turn), position=position)
            elif (known.role, known.text) != (turn.role, turn.text):
                raise InvalidMessage(
                    f"Turn {turn.id!r} of session {turn.session!r} is in the log with another text or role: "
                    "what was said does not change; give the new message an id of its own."
                )
        self._held.turns.update(fresh)
        self._held.position += len(fresh)
        return list(fresh.values())

    def understood(self, understood: Iterable[Source]) -> None:
        """Take turns out of the queue."""
        self._to_state(understood, TurnState.UNDERSTOOD)

    def requeue(self, turns: Iterable[Source]) -> None:
        """Put turns of the log back into the queue, where they stand."""
        self._to_state(turns, TurnState.PENDING)

    def _to_state(self, named: Iterable[Source], state: TurnState) -> None:
        for source in named:
            if turn := self._held.turns.get(source):
                self._held.turns[source] = replace(turn, state=state)

    def put(self, memory: Memory, entry: IndexEntry | None) -> None:
        """Write a memory, new or changed. `entry` None leaves the index entry as it is.

        Raises:
            InvalidScope: the memory is another user's.
        """
        if (memory.tenant, memory.user) != (self.scope.tenant, self.scope.user):
            raise InvalidScope(f"Memory {memory.id!r} belongs to another user than {self.scope.user!r}.")
        there = self._held.memories.get(memory.id, memory)
        counted = replace(memory, access_count=there.access_count, last_accessed_at=there.last_accessed_at)
        self._held.memories[memory.id] = rows.memory_copy(counted)
        self._held.changes[memory.id] = self._next_change()
        if entry is not None:
            self._held.entries[memory.id] = replace(entry, terms=dict(entry.terms))
        if self._feeding and (entry is not None or memory.kind not in UNINDEXED):
            self.box.enqueue_in_outbox([memory.id])

    def record(self, line: History) -> None:
        """Add a history row; the store numbers it."""
        before, after = line.before and rows.memory_copy(line.before), line.after and rows.memory_copy(line.after)
        self._held.history.append(replace(line, sequence=self._next_sequence(), before=before, after=after))

    def link(self, link: Link) -> None:
        """Add a line to the conflict log; of two with the same ends and relation the first stays."""
        self._held.links.setdefault((link.source, link.target, link.relation), link)

    def audit(self, *, at: datetime, actor: str, action: str, memory_id: str | None, detail: str) -> None:
        """Add an audit row."""
        row = AuditRow(at=at, actor=actor, action=action, memory_id=memory_id, detail=detail)
        self._audit(replace(row, sequence=self._next_sequence()))

    def _audit(self, row: AuditRow) -> None:
        self._held.audit.append(row)
        self._held.lines[row.sequence] = self.trail.row(self.scope, self._epoch(), row)

    def used(self, counts: Mapping[str, tuple[int, datetime]]) -> None:
        """Count uses. Not a change: `refresh` does not report it."""
        for id, (more, when) in counts.items():
            if memory := self._held.memories.get(id):
                last = max(memory.last_accessed_at or when, when)
                self._held.memories[id] = replace(
                    memory, access_count=memory.access_count + more, last_accessed_at=last
                )

    def ask(self, new: Sequence[AskedQuestion], *, most: int) -> None:
        """Put questions on record, of which the newest `most` stay. Of a user of whom nothing is held, nothing is."""
        if self._held == UserRows():
            return
        for one in new:
            self._held.asked.setdefault(one.id, one)
        newest = sorted(self._held.asked.values(), key=asked_order, reverse=True)[: max(most, 0)]
        bare = [replace(one, vector=None) for one in newest[QUESTION_VECTORS_MAX:]]
        kept = [*newest[:QUESTION_VECTORS_MAX], *bare]
        self._held.asked = {one.id: one for one in kept}

    def vote(self, vote: Vote) -> None:
        """Note feedback on a memory in an answer, instead of what was noted of the two."""
        self._held.votes[vote.answer, vote.memory_id] = vote

    def unvote(self, answer: str, memory_id: str) -> None:
        """Take such a note back."""
        self._held.votes.pop((answer, memory_id), None)

    def forget_questions(self, ids: Sequence[str]) -> int:
        """Remove questions from the record, with the feedback on their answers."""
        gone = set(ids)
        before = len(self._held.asked) + len(self._held.votes)
        self._held.asked = {id: one for id, one in self._held.asked.items() if id not in gone}
        self._held.votes = {key: vote for key, vote in self._held.votes.items() if vote.answer not in gone}
        return before - len(self._held.asked) - len(self._held.votes)

    def keep_blob(self, info: BlobInfo, data: bytes) -> None:
        """Keep a file; of two with the same hash the first stays."""
        rows.checked_storable(info.name)
        self._held.blobs.setdefault(info.hash, Blob(info=info, data=bytes(data)))

    def forget_blobs(self, hashes: Sequence[str]) -> int:
        """Remove files. Returns how many there were."""
        return sum(self._held.blobs.pop(hash, None) is not None for hash in hashes)

    def keep_job(self, state: JobState) -> None:
        """Note where a job stands. Of a user of whom nothing is held, nothing is noted."""
        if self._held != UserRows():
            self._held.jobs[state.job] = state

    def keep_dead_letter(self, letter: DeadLetter) -> None:
        """Note that a turn could not be understood; a dead letter leaves the queue.

        Raises:
            StoreError: there is no such turn.
        """
        if letter.source not in self._held.turns:
            raise StoreError(f"There is no turn {letter.source}.")
        self._held.letters[letter.source] = letter
        if letter.dead:
            self._to_state([letter.source], TurnState.DEAD)

    def drop_dead_letters(self, of: Iterable[Source]) -> int:
        """Remove letters; the turns stay as they are. Returns how many there were."""
        return sum(self._held.letters.pop(source, None) is not None for source in of)

    def register(self, entry: RegisterEntry) -> None:
        """Enter something in a register, instead of what stood there under its id."""
        self._held.registers[entry.register, entry.id] = replace(
            entry, body=rows.json_value(rows.json_text(entry.body))
        )

    def deregister(self, register: Register, ids: Sequence[str]) -> int:
        """Take entries out of a register. Returns how many there were."""
        return sum(self._held.registers.pop((register, id), None) is not None for id in ids)

    def begin(self, salt: str) -> None:
        """Begin a user of whom nothing is held with this salt; of any other it does nothing."""
        if self._held == UserRows():
            self._held.epoch = f"{salt}.{uuid.uuid4().hex}" if salt else uuid.uuid4().hex

    def replay(self, replayed: Iterable[Turn | History | AuditRow]) -> None:
        """Write new rows with the positions and sequences they bear; what is given later comes after them."""
        for row in replayed:
            if isinstance(row, Turn):
                self._held.turns[row.source] = rows.turn_copy(row)
                self._held.position = max(self._held.position, row.position)
                continue
            if isinstance(row, History):
                before, after = row.before and rows.memory_copy(row.before), row.after and rows.memory_copy(row.after)
                self._held.history.append(replace(row, before=before, after=after))
            else:
                self._audit(row)
            self._held.sequence = max(self._held.sequence, row.sequence)

    def forget_memories(self, ids: Sequence[str]) -> int:
        """Remove memories with index entries, history and links. Returns the history rows removed."""
        held = self._held
        gone = set(ids) & held.memories.keys()
        if not gone:
            return 0
        change = self._next_change()
        for id in gone:
            del held.memories[id], held.changes[id]
            held.entries.pop(id, None)
            held.tombstones[id] = change
        if self._feeding:
            self.box.enqueue_in_outbox(gone)
        kept = [line for line in held.history if line.memory_id not in gone]
        removed = len(held.history) - len(kept)
        held.history = kept
        held.links = {key: link for key, link in held.links.items() if not gone & {link.source, link.target}}
        held.votes = {key: vote for key, vote in held.votes.items() if vote.memory_id not in gone}
        return removed

    def forget_turns(self, forgotten: Sequence[Source]) -> int:
        """Remove turns from the log. Returns how many there were."""
        self.drop_dead_letters(forgotten)
        return sum(self._held.turns.pop(source, None) is not None for source in forgotten)

    def note_departure(self, *, at: datetime, actor: str) -> None:
        """Enter in the trail that every row of the user goes."""
        if self._held != UserRows():
            self.trail.forgotten(self.scope, self._epoch(), at=at, actor=actor)

    def forget_user(self) -> int:
        """Remove everything held about the user, who has no key: nothing of it is on a disk."""
        self._held = UserRows()
        self._changed = False
        if self._feeding:
            self.box.rows.clear()
            self.box.enqueue_in_outbox([""])
        return 0

    def recount(self) -> None:
        """Lift the user's running numbers to what rows hold, and draw a blank epoch anew."""
        held = InMemoryExamination(self._held).held()
        for name in ("change", "position", "sequence"):
            setattr(self._held, name, max(getattr(self._held, name), getattr(held, name)))
        self._held.epoch = self._held.epoch if self._held.epoch.strip() else uuid.uuid4().hex

    def strike_rows(self, rows: Sequence[RowKey]) -> int:
        """Remove rows that belong to nothing.

        Raises:
            InvalidInput: a row of a table whose rows stand for themselves.
        """
        return sum(strike_row(self._held, row) for row in rows)

    def finished(self) -> UserRows:
        """What is to be held from now on.

        Raises:
            StoreError: a history row or link speaks of a memory that is not there.
        """
        held = self._held
        named = {line.memory_id for line in held.history}.union(*((a, b) for a, b, _ in held.links))
        named |= {vote.memory_id for vote in held.votes.values()}
        if missing := named - held.memories.keys():
            raise StoreError(f"History, links or votes speak of memories that are not there: {sorted(missing)}.")
        if held != UserRows():
            self._epoch()
        return held

    def _epoch(self) -> str:
        self._held.epoch = self._held.epoch or uuid.uuid4().hex
        return self._held.epoch

    def _next_change(self) -> int:
        if not self._changed:
            self._changed = True
            self._held.change += 1
        return self._held.change

    def _next_sequence(self) -> int:
        self._held.sequence += 1
        return self._held.sequence


class InMemoryStore(InMemoryOutboxes, InMemoryApiKeys):
    """Records in this process only."""

    def __init__(self, *, lock_wait_s: float = 60.0) -> None:
        super().__init__()
        self._lock_wait_s = lock_wait_s
        self._users: dict[Scope, UserRows] = {}
        self._trails = InMemoryAuditLogs(self._open)
        self.audit_key: bytes | None = None  # that lines of the trail are hashed with
        self._turnstile = Turnstile()
        self._closed = False

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        """A snapshot of one user's memory. Readers and writers do not wait for each other."""
        yield InMemoryReader(scope, self._open().get(scope, UserRows()), self._outbox_of(scope))

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        """A transaction on one user's memory; writers queue, first come first served."""
        users = self._open()
        with self._alone():
            held, trail = users.get(scope, UserRows()), self._trails.entering(scope.tenant, self.audit_key)
            box, feeding = self._entering(scope), self.feeding is not None
            writer = InMemoryWriter(scope, held, trail, box, feeding=feeding)
            yield writer
            self._keep(scope, writer.finished())
            self._trails.keep(writer.trail)
            self._keep_box(scope, box)
        self._tell(scope, box)

    def reading_audit_log(self, tenant: str) -> AbstractContextManager[AuditLog]:
        """One tenant's trail and audit rows as of now."""
        self._open()
        return self._trails.reading(tenant)

    def note(self, tenant: str, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line about the tenant as a whole."""
        self._open()
        with self._alone():
            trail = self._trails.entering(tenant, self.audit_key)
            trail.note(at=at, actor=actor, action=action)
            self._trails.keep(trail)

    def tenants(self) -> list[str]:
        """Every tenant of whom anything is audited, in order."""
        self._open()
        return self._trails.tenants()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._turnstile.mine:
            raise StoreError(
                "This thread is writing already; a second writing() inside the first would wait for itself."
            )
        if not self._turnstile.enter(self._lock_wait_s):
            raise StoreUnavailable(f"Other threads kept writing for {self._lock_wait_s:g} s: try again.")
        try:
            yield
        finally:
            self._turnstile.leave()

    def backlog(self, limit: int, *, at: datetime | None = None) -> list[Scope]:
        """Users with turns not yet understood, longest waiting first. With `at`, without those that must wait then."""
        since = {
            scope: min(waiting)
            for scope, held in list(self._open().items())
            if (waiting := [turn.recorded_at for turn in held.turns.values() if turn.state is TurnState.PENDING])
            and (at is None or _at_rest(held.jobs.get(Job.UNDERSTAND), at))
        }
        return sorted(since, key=lambda scope: (since[scope], scope.tenant, scope.user))[: max(limit, 0)]

    def users_with_questions(self, limit: int) -> list[Scope]:
        """Users with questions on record, who asked last first."""
        users = list(self._open().items())
        last = {scope: max(one.at for one in held.asked.values()) for scope, held in users if held.asked}
        order = sorted(last, key=lambda scope: (scope.tenant, scope.user))
        return sorted(order, key=lambda scope: last[scope], reverse=True)[: max(limit, 0)]

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
        """Users whose job last ended before `since`, or with another note, or never did; in order, from the one
        after."""
        held = self._open()
        every = self.users(after=after, limit=len(held))
        states = {scope: held[scope].jobs.get(job) for scope in every if scope in held}
        found = [
            scope
            for scope, state in states.items()
            if (state is None or _wanted(state, since, note, at)) and (resting or _at_rest(state, at))
        ]
        return found[: max(limit, 0)]

    def users(self, *, after: Scope | None, limit: int) -> list[Scope]:
        """Users of whom anything is held, in order of tenant and id, from the one after."""
        ordered = sorted((scope.tenant, scope.user) for scope in list(self._open()))
        later = [one for one in ordered if after is None or one > (after.tenant, after.user)]
        return [Scope(tenant, user) for tenant, user in later[: max(limit, 0)]]

    def check(self) -> list[Diagnosis]:
        """Nothing can be wrong with it: there are no files."""
        self._open()
        return []

    def mend(self, found: Sequence[Diagnosis]) -> None:
        """Nothing to do."""
        self._open()

    def backup(self, path: Path, *, tell: Callable[[int, int], None]) -> None:
        """There is no file to copy.

        Raises:
            StoreError: always.
        """
        raise StoreError("This memory lives in this process only and has no file: export it instead.")

    def purge(self) -> None:
        """Nothing to do: there are no files."""
        self._open()

    def close(self) -> None:
        """Let go of everything. Closing twice is harmless."""
        self._closed = True
        self._users = {}

    def _open(self) -> dict[Scope, UserRows]:
        if self._closed:
            raise StoreClosed()
        return self._users

    def _keep(self, scope: Scope, holdings: UserRows) -> None:
        if holdings.epoch:
            self._open()[scope] = holdings
        else:
            self._open().pop(scope, None)
