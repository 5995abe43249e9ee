"""Writer over a SQLAlchemy connection, the same for every SQL database that knows ON CONFLICT."""

from __future__ import annotations

import logging
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.blob import BlobInfo
from mnemic.domain.changes import History, Link
from mnemic.domain.diagnosis import RowKey
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Source, Turn, TurnState
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow, StoredRow
from mnemic.domain.upkeep import DeadLetter, JobState
from mnemic.errors import InvalidInput, InvalidMessage, InvalidScope
from mnemic.ports import QUESTION_VECTORS_MAX
from mnemic.stores.sql import examination, resealing, rows, side_tables
from mnemic.stores.sql.audit_log import SqlAuditLogWriter
from mnemic.stores.sql.examination import SqlExamination
from mnemic.stores.sql.outbox_writer import SqlOutboxWriter
from mnemic.stores.sql.reader import IDS_MAX, USER_ROW, Explain, is_of_user, lists_of
from mnemic.stores.sql.tables import history, memories, turns, users
from mnemic.stores.sql.updates import (
    ADVANCE_COUNTERS,
    COUNT_USES,
    COUNTERS,
    NEW_EPOCH,
    NO_STATEMENT_TIMEOUT,
    STORED_TURNS,
    TO_STATE,
    USER_ROW_LOCKED,
    UserCounters,
)
from mnemic.stores.sql.upserts import gathered

if TYPE_CHECKING:
    from mnemic.stores.keys.seals import Seal, Sealing

log = logging.getLogger("mnemic")

PENDING_ROWS_MAX = 2_000
"""Rows a writer gathers before it hands them to the database."""


class SqlWriter(SqlOutboxWriter):
    """A transaction on one user's memory.

    Rows are gathered and handed to the database many at a time: before every read, and at the end by `flush`. Those of
    the audit come last of all, since from then on whoever else of the tenant is to be audited waits for this writer.
    """

    def __init__(
        self,
        connection: sa.Connection,
        scope: Scope,
        explain: Explain,
        *,
        seal: Seal | None,
        sealing: Sealing,
        audit_key: bytes | None = None,
        feeding: bool = False,
    ) -> None:
        super().__init__(connection, scope, explain, seal=seal)
        self._sealing = sealing
        self._feeding = feeding
        self._trail = SqlAuditLogWriter(connection, scope.tenant, self._send, explain=explain, key=audit_key)
        self._statements = gathered(connection.dialect.name)
        self._keyed = {"key_tenant": scope.tenant, "key_user": scope.user}
        self._counters: UserCounters | None = None
        self._gathered: dict[str, list[rows.RowValues]] = defaultdict(list)
        self._gathered_rows = 0
        self._audited: list[rows.RowValues] = []
        self._departing: Callable[[], None] | None = None  # enters in the trail that the user goes
        self._departed: Callable[[], None] | None = None  # the same, once he is gone
        self.removed = False  # records or turns: the file is to be purged

    def append(self, new: Sequence[Turn]) -> list[Turn]:
        """Add turns to the log; returns those that were new, with their positions.

        Raises:
            InvalidMessage: the same (session, id) is there with another role or text. None of them is then added.
        """
        said = self._said(new)
        fresh: list[tuple[Turn, rows.RowValues]] = []
        for turn in new:
            known = said.get(turn.source)
            if known is None:
                said[turn.source] = (turn.role, turn.text)
                fresh.append((turn, rows.turn_values(turn)))
            elif known != (turn.role, turn.text):
                raise InvalidMessage(
                    f"Turn {turn.id!r} of session {turn.session!r} is in the log with another text or role: "
                    "what was said does not change; give the new message an id of its own."
                )
        return [self._append(turn, values) for turn, values in fresh]

    def _said(self, new: Sequence[Turn]) -> dict[Source, tuple[str, str]]:
        """Role and text of those turns that are in the log."""
        ids: dict[str, list[str]] = defaultdict(list)
        for turn in new:
            ids[turn.session].append(turn.id)
        return {
            Source(session=session, turn=id): (role, text)
            for session, named in ids.items()
            for part in lists_of(named, IDS_MAX)
            for id, role, text in self._rows(STORED_TURNS, session=session, ids=part)
        }

    def _append(self, turn: Turn, values: rows.RowValues) -> Turn:
        counters = self._held()
        counters.position += 1
        self._gather("turns", values | {"position": counters.position})
        return replace(turn, position=counters.position)

    def understood(self, understood: Iterable[Source]) -> None:
        """Take turns out of the queue."""
        self._to_state(understood, TurnState.UNDERSTOOD)

    def requeue(self, turns: Iterable[Source]) -> None:
        """Put turns of the log back into the queue, where they stand."""
        self._to_state(turns, TurnState.PENDING)

    def _to_state(self, named: Iterable[Source], state: TurnState) -> None:
        to_state = self._keyed | {"to_state": state.value}
        self._run(TO_STATE, [to_state | {"key_session": one.session, "key_id": one.turn} for one in named])

    def put(self, memory: Memory, entry: IndexEntry | None) -> None:
        """Write a memory, new or changed. `entry` None leaves the index entry as it is.

        Raises:
            InvalidScope: the memory is another user's.
        """
        if (memory.tenant, memory.user) != (self.scope.tenant, self.scope.user):
            raise InvalidScope(f"Memory {memory.id!r} belongs to another user than {self.scope.user!r}.")
        self._gather("memories", rows.memory_values(memory) | {"change": self._next_change()})
        self._gather("old sources", {"memory_id": memory.id})
        for source in dict.fromkeys(memory.sources):
            self._gather("sources", {"session": source.session, "turn": source.turn, "memory_id": memory.id})
        if entry is not None:
            self._gather("index entries", rows.entry_values(entry) | {"memory_id": memory.id})
        self._owe_changed(memory, entered=entry is not None)

    def record(self, line: History) -> None:
        """Add a history row; the store numbers it."""
        self._gather("history", rows.history_values(line) | {"sequence": self._next_sequence()})

    def link(self, link: Link) -> None:
        """Add a line to the conflict log; of two with the same ends and relation the first stays."""
        self._gather("links", rows.link_values(link))

    def audit(self, *, at: datetime, actor: str, action: str, memory_id: str | None, detail: str) -> None:
        """Add an audit row."""
        values = {"at": at, "actor": actor, "action": action, "memory_id": memory_id, "detail": detail}
        self._enter(values | {"sequence": self._next_sequence()})

    def used(self, counts: Mapping[str, tuple[int, datetime]]) -> None:
        """Count uses. Not a change: `refresh` does not report it, so caches elsewhere keep the old count."""
        keys = [self._keyed | {"key_id": id, "more": more, "when": when} for id, (more, when) in counts.items()]
        self._run(COUNT_USES, keys)

    def ask(self, new: Sequence[AskedQuestion], *, most: int) -> None:
        """Put questions on record, of which the newest `most` stay. Of a user of whom nothing is held, nothing is."""
        if self._counters is None and not self._rows(USER_ROW):
            return
        for one in new:
            self._gather("asked", side_tables.asked_values(one))
        self._run(side_tables.TRIM_QUESTIONS, self._keyed | {"most": max(most, 0)})
        self._run(side_tables.WITHOUT_VECTOR, self._keyed | {"most": QUESTION_VECTORS_MAX})

    def vote(self, vote: Vote) -> None:
        """Note feedback on a memory in an answer, instead of what was noted of the two."""
        self._gather("votes", side_tables.vote_values(vote))

    def unvote(self, answer: str, memory_id: str) -> None:
        """Take such a note back."""
        self._run(side_tables.REMOVE_VOTE, self._mine | {"answer": answer, "memory_id": memory_id})

    def forget_questions(self, ids: Sequence[str]) -> int:
        """Remove questions from the record, with the feedback on their answers."""
        return sum(
            self._run(statement, self._mine)
            for part in lists_of(dict.fromkeys(ids), IDS_MAX)
            for statement in side_tables.delete_questions(part)
        )

    def keep_blob(self, info: BlobInfo, data: bytes) -> None:
        """Keep a file; of two with the same hash the first stays."""
        self._gather("blobs", side_tables.blob_values(info, data))

    def forget_blobs(self, hashes: Sequence[str]) -> int:
        """Remove files. Returns how many there were."""
        return sum(
            self._run(side_tables.delete_blobs(part), self._mine) for part in lists_of(dict.fromkeys(hashes), IDS_MAX)
        )

    def keep_job(self, state: JobState) -> None:
        """Note where a job stands. Of a user of whom nothing is held, nothing is noted."""
        if self._counters is not None or self._rows(USER_ROW):
            self._gather("jobs", side_tables.job_values(state))

    def keep_dead_letter(self, letter: DeadLetter) -> None:
        """Note that a turn could not be understood; a dead letter leaves the queue."""
        self._gather("letters", side_tables.dead_letter_values(letter))
        if letter.dead:
            self._to_state([letter.source], TurnState.DEAD)

    def drop_dead_letters(self, of: Iterable[Source]) -> int:
        """Remove letters; the turns stay as they are. Returns how many there were."""
        return sum(
            self._run(side_tables.DROP_DEAD_LETTER, self._mine | {"of_session": one.session, "of_turn": one.turn})
            for one in of
        )

    def register(self, entry: RegisterEntry) -> None:
        """Enter something in a register, instead of what stood there under its id."""
        self._gather("registers", side_tables.register_values(entry))

    def deregister(self, register: Register, ids: Sequence[str]) -> int:
        """Take entries out of a register. Returns how many there were."""
        named = lists_of(dict.fromkeys(ids), IDS_MAX)
        return sum(self._run(side_tables.delete_entries(register, part), self._mine) for part in named)

    def begin(self, salt: str) -> None:
        """Begin a user of whom nothing is held with this salt; of any other it does nothing."""
        if self._counters is None and not self._rows(USER_ROW):
            self._begin(f"{salt}.{uuid.uuid4().hex}" if salt else uuid.uuid4().hex)

    def replay(self, replayed: Iterable[Turn | History | AuditRow]) -> None:
        """Write new rows with the positions and sequences they bear; what is given later comes after them."""
        for row in replayed:
            counters = self._held()
            if isinstance(row, Turn):
                counters.position = max(counters.position, row.position)
                self._gather("turns", rows.turn_values(row))
                continue
            counters.sequence = max(counters.sequence, row.sequence)
            if isinstance(row, History):
                self._gather("history", rows.history_values(row) | {"sequence": row.sequence})
            else:
                self._enter(asdict(row))

    def forget_memories(self, ids: Sequence[str]) -> int:
        """Remove memories with index entries, history and links. Returns the history rows removed."""
        removed = 0
        for part in lists_of(dict.fromkeys(ids), IDS_MAX):
            found = self._rows(sa.select(memories.c.id).where(is_of_user(memories), memories.c.id.in_(part)))
            gone = [id for (id,) in found]
            if not gone:
                continue
            lines = sa.select(sa.func.count()).where(is_of_user(history), history.c.memory_id.in_(gone))
            removed += self._rows(lines)[0][0]
            self._run(sa.delete(memories).where(is_of_user(memories), memories.c.id.in_(gone)), self._mine)
            self.removed = True
            change = self._next_change()
            for id in gone:
                self._gather("tombstones", {"memory_id": id, "change": change})
            self._owe_gone(gone)
        return removed

    def forget_turns(self, forgotten: Sequence[Source]) -> int:
        """Remove turns from the log. Returns how many there were."""
        self.removed |= bool(forgotten)
        ids: dict[str, list[str]] = defaultdict(list)
        for source in dict.fromkeys(forgotten):
            ids[source.session].append(source.turn)
        return sum(
            self._run(
                sa.delete(turns).where(is_of_user(turns), turns.c.session == session, turns.c.id.in_(part)), self._mine
            )
            for session, named in ids.items()
            for part in lists_of(named, IDS_MAX)
        )

    def note_departure(self, *, at: datetime, actor: str) -> None:
        """Have it entered in the trail that every row of the user goes, when they are gone."""
        if self._rows(USER_ROW):
            marks = self._trail.marks(user=self.scope.user, epoch=self._held().epoch)
            self._departing = partial(self._trail.forgotten, marks, at=at, actor=actor)

    def forget_user(self) -> int:
        """Remove every row of the user, from every table: all of them hang off the user's row. Returns how many keys
        the user has, which are to be destroyed."""
        self.removed = True
        self.flush()
        self._owes()  # while there is something to see it by
        if (unhurried := NO_STATEMENT_TIMEOUT.get(self._connection.dialect.name)) is not None:
            self._send(unhurried, {})  # one statement removes everything: about 0.13 ms for each memory
        self._run(sa.delete(users).where(is_of_user(users)), self._mine)
        if self._seal is not None and self._sealing.keys is None:
            log.warning("A user was forgotten without the key ring at hand: the user's key is still in it.")
        shredded = self._seal is not None and self._seal.lock is not None and self._seal.lock.destroyed
        self._counters = self._seal = None
        self._departed, self._departing = self._departing, None
        self._owe_everything()
        return 0 if shredded else self._sealing.withdraw(self.scope)  # other keys are of other rows

    def sealed(self) -> bool:
        """As a reader's; of somebody of whom nothing is held yet, whether it will be."""
        return self._seal is not None or (self._sealing.on and not self._rows(USER_ROW))

    def reseal(self, sealed_by: Callable[[], Seal | None]) -> bool:
        """Write every private value anew, by another seal or plain. Returns whether anything is held about the user.

        Raises:
            KeyMissing, SealBroken: what is there cannot be opened.
        """
        if not self._rows(USER_ROW):
            return False
        seal = sealed_by()
        try:
            resealing.reseal(self._connection, self.scope, self._seal, seal)
        except SQLAlchemyError as error:
            raise self._explain(error) from error
        self.removed = True  # the values as they were
        plain, self._seal = self._seal is None, seal
        if plain or seal is None:
            self._owe_everything()
        return True

    def recount(self) -> None:
        """Lift the user's running numbers to what rows hold, and draw a blank epoch anew."""
        missing, counters = not self._rows(USER_ROW), self._held()
        self.flush()
        if missing:  # with what the rows are sealed they say themselves
            key = resealing.sealing_key_seen(self._connection, self.scope)
            self._seal = self._sealing.seal(self.scope, key) if key else None
            resealing.note_sealing_key(self._connection, self.scope, key)
        held = SqlExamination(self._connection, self.scope, self._explain).held()
        for name in COUNTERS:
            setattr(counters, name, max(getattr(counters, name), getattr(held, name)))
        if not counters.epoch.strip():
            counters.epoch = uuid.uuid4().hex
            self._send(NEW_EPOCH, self._keyed | {"new_epoch": counters.epoch})
        counters.dirty = True

    def strike_rows(self, struck: Sequence[RowKey]) -> int:
        """Remove rows that belong to nothing.

        Raises:
            InvalidInput: a row of a table whose rows stand for themselves.
        """
        return sum(self._run(examination.delete_stray_row(row), self._mine) for row in struck)

    def counts(self) -> Mapping[str, int]:
        """Rows held about the user per table, those of the audit too."""
        self.flush()
        return super().counts()

    def held(self, *, vectors: bool = False) -> Iterator[StoredRow]:
        """Every row of the user, those of the audit too."""
        self.flush()
        return super().held(vectors=vectors)

    def flush(self) -> None:
        """Hand what was gathered to the database, with the lines of the audit."""
        self._hand_over()
        departed, self._departed = self._departed, None
        if departed is not None:
            departed()
        audited, self._audited = self._audited, []
        if audited:
            lined = self._trail.rows(audited, user=self.scope.user, epoch=self._held().epoch)
            self._send(self._statements["audit"], lined)

    def _hand_over(self) -> None:
        """Hand what was gathered to the database, but for the audit."""
        if self._counters is None or not self._counters.dirty:
            return
        self._counters.dirty = False
        gathered, self._gathered, self._gathered_rows = self._gathered, defaultdict(list), 0
        numbers = {f"new_{name}": getattr(self._counters, name) for name in COUNTERS}
        self._send(ADVANCE_COUNTERS, self._keyed | numbers)
        for name, statement in self._statements.items():
            if gathered[name]:
                self._send(statement, gathered[name])

    def _enter(self, values: rows.RowValues) -> None:
        """Gather a row of the audit."""
        self._held().dirty = True
        self._audited.append(values | self._mine)
        if len(self._audited) >= PENDING_ROWS_MAX:
            self.flush()

    def _rows(self, statement: sa.Select[Any], **parameters: object) -> Sequence[Any]:
        self._hand_over()
        return super()._rows(statement, **parameters)

    def _streamed(self, statement: sa.Select[Any], **parameters: object) -> Iterator[Any]:
        self._hand_over()
        return super()._streamed(statement, **parameters)

    def _run(self, statement: Any, parameters: rows.RowValues | list[rows.RowValues]) -> int:
        """Write at once, after what was gathered. Returns the rows that changed."""
        self._hand_over()
        return self._send(statement, parameters) if parameters else 0

    def _send(self, statement: Any, parameters: rows.RowValues | list[rows.RowValues]) -> int:
        try:
            if self._seal is not None and statement.is_insert:
                parameters = self._seal.sealed(
                    statement.table, parameters if isinstance(parameters, list) else [parameters]
                )
            return self._connection.execute(statement, parameters).rowcount
        except SQLAlchemyError as error:
            raise self._explain(error) from error
        except UnicodeEncodeError as error:
            raise InvalidMessage(f"It holds half of a surrogate pair: {error.reason}.") from error
        except OverflowError as error:
            raise InvalidInput(f"A number needs more than 64 bits: {error}.") from error

    def _gather(self, name: str, values: rows.RowValues) -> None:
        self._held().dirty = True
        self._gathered[name].append(values | self._mine)
        self._gathered_rows += 1
        if self._gathered_rows >= PENDING_ROWS_MAX:
            self._hand_over()

    def _held(self) -> UserCounters:
        """The user's row, made if there is none."""
        if self._counters is None:
            found = super()._rows(USER_ROW_LOCKED.with_for_update())
            if found:
                epoch, change, position, sequence, fed = found[0]
                self._fed = self._feeding or bool(fed)
                self._counters = UserCounters(epoch=epoch, change=change, position=position, sequence=sequence)
            else:
                self._counters = self._begin(uuid.uuid4().hex)
        return self._counters

    def _begin(self, epoch: str) -> UserCounters:
        self._counters = UserCounters(epoch=epoch, change=0, position=0, sequence=0)
        self._seal = self._seal or self._sealing.begun(self.scope)
        sealed = "" if self._seal is None else self._seal.id
        self._send(sa.insert(users), self._mine | self._counters.columns() | {"sealed": sealed})
        return self._counters

    def _next_change(self) -> int:
        """The change number of this transaction."""
        counters = self._held()
        if not counters.changed:
            counters.changed = counters.dirty = True
            counters.change += 1
        return counters.change

    def _next_sequence(self) -> int:
        counters = self._held()
        counters.dirty = True
        counters.sequence += 1
        return counters.sequence
