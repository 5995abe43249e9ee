"""Reader and writer over a SQLAlchemy connection, the same for every SQL database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.blob import FILES_KEY, BlobInfo
from mnemic.domain.changes import History, Link
from mnemic.domain.index_entry import IndexedMemory, Refresh, Renewal
from mnemic.domain.query import SessionInfo
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Source, Status, Tier, Turn, TurnState
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import StoredRow
from mnemic.domain.upkeep import DeadLetter, Job, JobState
from mnemic.domain.vector_entry import OutboxRow
from mnemic.errors import StoreError
from mnemic.ports.examination import Examination
from mnemic.stores.sql import everything, examination, rows, side_tables
from mnemic.stores.sql import side_tables as sql_blobs
from mnemic.stores.sql import side_tables as sql_jobs
from mnemic.stores.sql import side_tables as sql_outbox
from mnemic.stores.sql import side_tables as sql_registers
from mnemic.stores.sql.moments import Moment
from mnemic.stores.sql.tables import (
    asked,
    audit,
    blobs,
    history,
    in_room_condition,
    index_entries,
    links,
    memories,
    registers,
    sources,
    tombstones,
    turns,
    users,
    votes,
)

if TYPE_CHECKING:
    from mnemic.stores.keys.seals import Seal

IDS_MAX = 500
"""Ids named in one statement; longer lists are asked for in parts."""

RECORDS_MAX = 20_000
"""Memories changed at once whose records are handed over with them; of more, records are read when they are wanted."""

Value = TypeVar("Value")

Explain = Callable[[SQLAlchemyError], StoreError]
"""Turns an error of the driver into one of ours, naming the database and the way out."""

COUNTED: Mapping[str, sa.Table] = {
    "turns": turns,
    "memories": memories,
    "index": index_entries,
    "history": history,
    "links": links,
    "audit": audit,
    "asked": asked,
    "votes": votes,
    "blobs": blobs,
    "registers": registers,
}
"""The tables by the names `counts` gives them."""


def is_of_user(table: sa.Table) -> sa.ColumnElement[bool]:
    """Whether a row belongs to the user of the parameters `tenant` and `user_id`."""
    return sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))


def lists_of(values: Iterable[Value], size: int) -> Iterator[list[Value]]:
    """Cut a long list into lists of at most `size`."""
    iterator = iter(values)
    while part := list(islice(iterator, size)):
        yield part


def _raw(names: Iterable[str]) -> list[sa.ColumnElement[Any]]:
    """A memory's columns as they lie in the table: moments in microseconds."""
    columns = (memories.c[name] for name in names)
    return [sa.type_coerce(column, sa.BigInteger) if isinstance(column.type, Moment) else column for column in columns]


_RAW_COLUMNS = _raw(rows.MEMORY_FIELDS)
_TURN_COLUMNS = tuple(turns.c[name] for name in rows.TURN_FIELDS)
_ENTRY_COLUMNS = (
    index_entries.c.terms,
    index_entries.c.vector,
    index_entries.c.fingerprint,
    index_entries.c.constants,
)
_HISTORY_COLUMNS = tuple(
    history.c[name] for name in ("sequence", "memory_id", "action", "actor", "reason", "at", "before", "after")
)
_LINK_COLUMNS = tuple(links.c[name] for name in ("source", "target", "relation", "reason", "at"))


def _with(parent: sa.Table, child: sa.Table, column: str) -> sa.ColumnElement[bool]:
    """Whether a child's row belongs to a memory's row, user included."""
    return sa.and_(
        child.c.tenant == parent.c.tenant, child.c.user_id == parent.c.user_id, child.c[column] == parent.c.id
    )


_MEMORY = sa.select(*_RAW_COLUMNS).where(is_of_user(memories), memories.c.id == sa.bindparam("id"))
_MEMORIES = (
    sa.select(*_RAW_COLUMNS)
    .where(is_of_user(memories))
    .order_by(memories.c.recorded_at, memories.c.position, memories.c.id)
)
_ROOMS = _MEMORIES.where(
    sa.literal_column(in_room_condition("memories.")),  # literal: the index is partial
    memories.c.kind.in_(sa.bindparam("kinds", expanding=True)),
)
_TURNS = sa.select(*_TURN_COLUMNS).where(is_of_user(turns))


@cache
def _turns_of(of_session: bool, state: str | None, newest: bool) -> sa.Select[Any]:
    """Turns, made once for each way they are asked for."""
    statement = _TURNS
    if of_session:
        statement = statement.where(turns.c.session == sa.bindparam("session"))
    if state is not None:
        statement = statement.where(turns.c.state == sa.literal_column(f"'{state}'"))  # literal: the index is partial
    if newest:
        return statement.order_by(turns.c.position.desc()).limit(sa.bindparam("most", type_=sa.Integer))
    return statement.order_by(turns.c.position)


_TURN = _TURNS.where(turns.c.session == sa.bindparam("session"), turns.c.id == sa.bindparam("id"))
_SESSIONS = (
    sa.select(turns.c.session, sa.func.count(), sa.func.min(turns.c.said_at), sa.func.max(turns.c.said_at))
    .where(is_of_user(turns))
    .group_by(turns.c.session)
    .order_by(sa.func.min(turns.c.position))
)
_HISTORY = sa.select(*_HISTORY_COLUMNS).where(is_of_user(history)).order_by(history.c.sequence)
_HISTORY_OF_ONE = _HISTORY.where(history.c.memory_id == sa.bindparam("memory_id"))
_LINKS = (
    sa.select(*_LINK_COLUMNS)
    .where(is_of_user(links))
    .order_by(links.c.at, links.c.source, links.c.target, links.c.relation)
)
_LINKS_OF_ONE = _LINKS.where(
    sa.or_(links.c.source == sa.bindparam("memory_id"), links.c.target == sa.bindparam("memory_id"))
)
_RANKED = (
    sa.select(
        history.c.after,
        sa.func.row_number()
        .over(partition_by=history.c.memory_id, order_by=(history.c.at.desc(), history.c.sequence.desc()))
        .label("rank"),
    )
    .where(is_of_user(history), history.c.at <= sa.bindparam("moment"))
    .subquery()
)
_KNOWN = sa.select(_RANKED.c.after).where(_RANKED.c.rank == 1, _RANKED.c.after.is_not(None))
USER_ROW = sa.select(users.c.epoch, users.c.change, users.c.position, users.c.sequence).where(is_of_user(users))


def _entered(names: Iterable[str]) -> sa.Select[Any]:
    """Memories with their index entries."""
    return (
        sa.select(*_raw(names), *_ENTRY_COLUMNS)
        .join_from(memories, index_entries, _with(memories, index_entries, "memory_id"))
        .where(is_of_user(memories))
    )


_SINCE = memories.c.change > sa.bindparam("since")
_OF_PART = memories.c.id.in_(sa.bindparam("ids", expanding=True))
_CHANGED = _entered(rows.MEMORY_FIELDS).where(_SINCE)
_CHANGED_PART = _entered(rows.MEMORY_FIELDS).where(_OF_PART)
_LISTED_PART = _entered(rows.LISTED_FIELDS).where(_OF_PART)
_CHANGED_IDS = (
    sa.select(memories.c.id)
    .where(is_of_user(memories), _SINCE)
    .order_by(memories.c.recorded_at, memories.c.position, memories.c.id)
)
_STATE = sa.select(
    users.c.epoch,
    users.c.change,
    sa.select(sa.func.count())
    .where(
        is_of_user(memories),
        memories.c.change
        > sa.case((users.c.epoch == sa.bindparam("epoch"), sa.bindparam("change", type_=sa.BigInteger)), else_=-1),
    )
    .scalar_subquery(),
).where(is_of_user(users))
_GONE = sa.select(tombstones.c.memory_id).where(
    is_of_user(tombstones),
    tombstones.c.change > sa.bindparam("since"),
    ~sa.exists().where(_with(memories, tombstones, "memory_id")),
)
_COUNTS = sa.select(*(sa.select(sa.func.count()).where(is_of_user(t)).scalar_subquery() for t in COUNTED.values()))


class SqlReader:
    """A consistent view of one user's memory inside an open transaction."""

    def __init__(self, connection: sa.Connection, scope: Scope, explain: Explain, *, seal: Seal | None = None) -> None:
        self.scope = scope
        self._connection = connection
        self._explain = explain
        self._seal = seal  # None: the user's rows are plain
        self._mine = {"tenant": scope.tenant, "user_id": scope.user}

    def _rows(self, statement: sa.Select[Any], **parameters: object) -> Sequence[Any]:
        try:
            found = self._connection.execute(statement, self._mine | parameters).all()
        except SQLAlchemyError as error:
            raise self._explain(error) from error
        except UnicodeEncodeError:
            return ()  # what no row can hold is found in none
        return found if self._seal is None else self._seal.opened(statement, found)

    def _streamed(self, statement: sa.Select[Any], **parameters: object) -> Iterator[Any]:
        """Rows as they are taken, a few hundred at a time."""
        few = {"yield_per": everything.ROWS_AT_ONCE}
        try:
            with self._connection.execute(statement, self._mine | parameters, execution_options=few) as found:
                for part in found.partitions():
                    yield from part if self._seal is None else self._seal.opened(statement, part)
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    def memory(self, id: str) -> Memory | None:
        """One memory of any status, or None."""
        found = self._rows(_MEMORY, id=id)
        return self._memory(found[0]) if found else None

    def memories(
        self,
        *,
        ids: Sequence[str] | None = None,
        statuses: Sequence[Status] | None = None,
        source: Source | None = None,
        session: str | None = None,
        tiers: Sequence[Tier] | None = None,
    ) -> list[Memory]:
        """Memories in order of recording, ties by id."""
        statement = _MEMORIES
        if tiers is not None:
            statement = statement.where(memories.c.tier.in_([tier.value for tier in tiers]))
        if statuses is not None:
            statement = statement.where(memories.c.status.in_([status.value for status in statuses]))
        if source is not None:
            statement = statement.where(_from_turns(sources.c.session == source.session, sources.c.turn == source.turn))
        if session is not None:
            statement = statement.where(_from_turns(sources.c.session == session))
        if ids is None:
            return [self._memory(row) for row in self._rows(statement)]
        found = [
            self._memory(row)
            for part in lists_of(dict.fromkeys(ids), IDS_MAX)
            for row in self._rows(statement.where(memories.c.id.in_(part)))
        ]
        return sorted(found, key=lambda memory: (memory.recorded_at, memory.position, memory.id))

    def ids(self) -> list[str]:
        """Ids of every memory, in order of recording. It needs no key."""
        return [id for (id,) in self._rows(_CHANGED_IDS, since=-1)]

    def sealed(self) -> bool:
        """Whether the user's private values are encrypted where they lie."""
        return self._seal is not None

    def rooms(self, kinds: Collection[Kind] = ROOM_KINDS) -> list[Memory]:
        """What rooms keep, of these kinds and any status, in order of recording, ties by id."""
        return [self._memory(row) for row in self._rows(_ROOMS, kinds=sorted(kinds))]

    def known(self, at: datetime) -> list[Memory]:
        """Every memory as it was known at a past moment, in order of recording, ties by id."""
        known = [rows.memory_from_json(after) for (after,) in self._rows(_KNOWN, moment=at)]
        return sorted(known, key=lambda memory: (memory.recorded_at, memory.position, memory.id))

    def turns(
        self,
        *,
        session: str | None = None,
        state: TurnState | None = None,
        first: int | None = None,
        last: int | None = None,
    ) -> list[Turn]:
        """Turns in order of position. `first`, `last`: only the oldest, or newest, that many, still in order."""
        statement = _turns_of(session is not None, None if state is None else state.value, last is not None)
        named = {} if session is None else {"session": session}
        if last is not None:
            newest = [rows.turn_from_row(row) for row in self._rows(statement, **named, most=max(last, 0))]
            return newest[::-1] if first is None else newest[::-1][: max(first, 0)]
        if first is not None:
            statement = statement.limit(max(first, 0))
        return [rows.turn_from_row(row) for row in self._rows(statement, **named)]

    def turn(self, source: Source) -> Turn | None:
        """One turn, or None."""
        found = self._rows(_TURN, session=source.session, id=source.turn)
        return rows.turn_from_row(found[0]) if found else None

    def sessions(self) -> list[SessionInfo]:
        """Every session, in order of its first turn."""
        return [
            SessionInfo(id=id, turns=count, first_said_at=first, last_said_at=last)
            for id, count, first, last in self._rows(_SESSIONS)
        ]

    def history(self, memory_id: str | None = None) -> list[History]:
        """History rows of one memory, or of all, in order of sequence."""
        found = self._rows(_HISTORY) if memory_id is None else self._rows(_HISTORY_OF_ONE, memory_id=memory_id)
        return [rows.history_from_row(row) for row in found]

    def links(self, memory_id: str | None = None) -> list[Link]:
        """The conflict log of one memory, as source or target, or the whole of it, in order of time."""
        found = self._rows(_LINKS) if memory_id is None else self._rows(_LINKS_OF_ONE, memory_id=memory_id)
        return [rows.link_from_row(row) for row in found]

    def refresh(self, *, epoch: str, change: int) -> Refresh:
        """Index entries that changed after `change` of `epoch`; with another epoch, everything.

        A user of whom nothing is held has the epoch "" and the change number 0.
        """
        renewal = self._renewal(epoch, change, records_max=None)
        changed = tuple([indexed for batch in renewal.batches for indexed in rows.indexed_of(batch)])
        return Refresh(epoch=renewal.epoch, change=renewal.change, changed=changed, gone=renewal.gone)

    def renewal(self, *, epoch: str, change: int) -> Renewal:
        """The same in columns and batches, read as they are taken. Of more than RECORDS_MAX memories the records are
        not handed over."""
        return self._renewal(epoch, change, records_max=RECORDS_MAX)

    def _renewal(self, epoch: str, change: int, *, records_max: int | None) -> Renewal:
        found = self._rows(_STATE, epoch=epoch, change=change)
        if not found:
            return Renewal(epoch="", change=0, gone=(), batches=iter(()))
        current, newest, count = found[0]
        since = change if current == epoch else -1
        gone: tuple[str, ...] = ()
        if current == epoch and newest != change:
            gone = tuple(id for (id,) in self._rows(_GONE, since=since))
        records = records_max is None or count <= records_max
        fields = rows.MEMORY_FIELDS if records else rows.LISTED_FIELDS
        found_parts = self._changed(since, count, _CHANGED_PART if records else _LISTED_PART)
        batches = (rows.batch_from_rows(part, fields, self.scope.tenant, self.scope.user) for part in found_parts)
        return Renewal(epoch=current, change=newest, gone=gone, batches=batches)

    def _changed(self, since: int, count: int, part_of_many: sa.Select[Any]) -> Iterator[Sequence[Any]]:
        """Rows of memories with their entries, in parts that follow each other in order of recording. Where there are
        many their ids are sorted first, since a sort holds all of what it sorts."""
        if 0 < count <= IDS_MAX:
            if changed := self._rows(_CHANGED, since=since):
                yield changed
        elif count:
            ids = [id for (id,) in self._rows(_CHANGED_IDS, since=since)]
            for part in lists_of(ids, IDS_MAX):
                if changed := self._rows(part_of_many, ids=part):
                    yield changed

    def indexed(self, ids: Sequence[str]) -> list[IndexedMemory]:
        """Memories of these ids that have an index entry, with it, in order of recording."""
        named = lists_of(dict.fromkeys(ids), IDS_MAX)
        found = [row for part in named for row in self._rows(_CHANGED_PART, ids=part)]
        if not found:
            return []
        indexed = rows.indexed_of(rows.batch_from_rows(found, rows.MEMORY_FIELDS, self.scope.tenant, self.scope.user))
        return sorted(indexed, key=lambda one: (one.memory.recorded_at, one.memory.position, one.memory.id))

    def outbox(self, limit: int) -> list[OutboxRow]:
        """What the vector engine has not been told yet, that everything goes first."""
        return [sql_outbox.outbox_row_from(row) for row in self._rows(sql_outbox.OUTBOX_ROWS, most=max(limit, 0))]

    def asked(self) -> list[AskedQuestion]:
        """Questions on record, in order of asking."""
        return [side_tables.asked_from_row(row) for row in self._rows(side_tables.ASKED_QUESTIONS)]

    def votes(self, *, last: int | None = None) -> list[Vote]:
        """Feedback on memories that are there, in order of time."""
        return [side_tables.vote_from_row(row) for row in reversed(self._rows(side_tables.votes_newest(last)))]

    def blob(self, hash: str) -> bytes | None:
        """The bytes of a file, or None."""
        found = self._rows(sql_blobs.BLOB_DATA, hash=hash)
        return bytes(found[0][0]) if found else None

    def blobs(self) -> list[BlobInfo]:
        """The user's files, in order of storing."""
        return [sql_blobs.blob_info_from_row(row) for row in self._rows(sql_blobs.BLOBS)]

    def turns_with_files(self) -> list[Turn]:
        """Turns that files came with, in order of position."""
        found = (rows.turn_from_row(row) for row in self._rows(sql_blobs.WITH_FILES))
        return [turn for turn in found if FILES_KEY in turn.metadata]

    def jobs(self) -> list[JobState]:
        """Where the user's jobs stand, by name."""
        return [sql_jobs.job_from_row(row) for row in self._rows(sql_jobs.JOBS)]

    def job(self, job: Job) -> JobState:
        """Where one job stands; of one that never ran, a blank."""
        return next((state for state in self.jobs() if state.job is job), JobState(job=job))

    def letters(self) -> list[DeadLetter]:
        """Turns that could not be understood, in order of the log."""
        return [sql_jobs.dead_letter_from_row(row) for row in self._rows(sql_jobs.DEAD_LETTERS)]

    def register_entries(
        self, register: Register, *, ids: Sequence[str] | None = None, bodies: bool = True
    ) -> list[RegisterEntry]:
        """The entries of a register, in order of time, ties by id."""
        found = self._rows(sql_registers.entries_statement(ids, bodies=bodies), of=register.value)
        return [sql_registers.register_entry_from_row(row) for row in found]

    def first_recorded_at(self) -> datetime | None:
        """When the first of what is held about the user was recorded."""
        return min((moment for moment in self._rows(sql_jobs.TALK_BEGAN)[0] if moment is not None), default=None)

    def examining(self) -> AbstractContextManager[Examination]:
        """The rows themselves, as they lie in the tables."""
        return examination.open_examination(self._connection, self.scope, self._explain, self._seal)

    def held(self, *, vectors: bool = False) -> Iterator[StoredRow]:
        """Every row of the user, read as it is taken, in the order of `domain.held.ROWS`."""
        return everything.stored_rows(self._streamed, self.scope, vectors=vectors)

    def numbers(self) -> tuple[int, int]:
        """The newest position and the newest sequence that were ever given."""
        found = self._rows(USER_ROW)
        return (found[0].position, found[0].sequence) if found else (0, 0)

    def counts(self) -> Mapping[str, int]:
        """Rows held about the user per table."""
        return dict(zip(COUNTED, self._rows(_COUNTS)[0], strict=True))

    def _memory(self, row: Sequence[Any]) -> Memory:
        return rows.memory_from_row(row, self.scope.tenant, self.scope.user)


def _from_turns(*conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return memories.c.id.in_(sa.select(sources.c.memory_id).where(is_of_user(sources), *conditions))
