"""A user's rows as they lie in the tables, for the doctor: what a reader would stumble over is told, not raised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.blob import Blob, BlobInfo
from mnemic.domain.changes import History, Link
from mnemic.domain.diagnosis import AuditLine, Counters, Row, RowKey
from mnemic.domain.encryption import LockReason
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Source, Turn
from mnemic.domain.register import RegisterEntry
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import DeadLetter, JobState
from mnemic.errors import InvalidInput, MnemicError, StoreError
from mnemic.stores.sql import rows, side_tables, tables
from mnemic.stores.sql import side_tables as sql_jobs
from mnemic.stores.sql import side_tables as sql_registers
from mnemic.stores.sql.moments import Moment

if TYPE_CHECKING:
    from mnemic.stores.keys.seals import Seal

ROWS_AT_ONCE = 500  # fetched together

Value = TypeVar("Value")
Explain = Callable[[SQLAlchemyError], StoreError]
Read = Callable[[dict[str, Any]], Value]

STRIKABLE = frozenset({"sources", "index_entries", "history", "links", "votes", "letters", "jobs", "registers"})
"""Tables whose rows hang off others', so that one without the other is worth nothing."""

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, MnemicError)
"""What reading a row raises that does not hold what its columns should."""

_NUMBERS = ("epoch", "change", "position", "sequence")


class SqlExamination:
    """One user's rows, table by table, on a reader's connection."""

    def __init__(self, connection: sa.Connection, scope: Scope, explain: Explain, seal: Seal | None = None) -> None:
        self._connection = connection
        self._scope = scope
        self._explain = explain
        self._seal = seal

    def locked(self) -> LockReason | None:
        """Why private values cannot be opened; None where they can."""
        return None if self._seal is None else self._seal.lock

    def counters(self) -> Counters | None:
        """The user's running numbers; None where the user has no row."""
        users = tables.users
        found = list(self._run(sa.select(*(users.c[name] for name in _NUMBERS)).where(self._mine(users))))
        return Counters(**dict(zip(_NUMBERS, found[0], strict=True))) if found else None

    def held(self) -> Counters:
        """The highest numbers that rows hold."""
        return Counters(
            change=max(self._most(tables.memories, "change"), self._most(tables.tombstones, "change")),
            position=self._most(tables.turns, "position"),
            sequence=max(self._most(tables.history, "sequence"), self._most(tables.audit, "sequence")),
        )

    def memories(self) -> Iterator[Row[Memory]]:
        """Records, by id."""
        scope = self._scope

        def read(row: dict[str, Any]) -> Memory:
            return rows.memory_from_row([row[name] for name in rows.MEMORY_FIELDS], scope.tenant, scope.user)

        return self._rows(tables.memories, read, memory="id")

    def turns(self) -> Iterator[Row[Turn]]:
        """The log, in order of position."""
        return self._rows(tables.turns, _turn, order=("position",))

    def sources(self) -> Iterator[tuple[str, Source]]:
        """Memory and turn of every row that says which comes from which."""
        table = tables.sources
        found = self._run(
            sa.select(table.c.memory_id, table.c.session, table.c.turn)
            .where(self._mine(table))
            .order_by(table.c.memory_id)
        )
        return ((id, Source(session=session, turn=turn)) for id, session, turn in found)

    def entries(self) -> Iterator[Row[IndexEntry]]:
        """Index entries, by memory."""
        return self._rows(tables.index_entries, _entry, memory="memory_id")

    def history(self) -> Iterator[Row[History]]:
        """History, memory by memory, each in order of sequence."""
        return self._rows(tables.history, _history, memory="memory_id", order=("memory_id", "sequence"))

    def links(self) -> Iterator[Row[Link]]:
        """The log of links."""
        return self._rows(tables.links, _link, memory="source")

    def audit(self) -> Iterator[Row[AuditLine]]:
        """The audit, in order of sequence."""
        return self._rows(tables.audit, _audit)

    def tombstones(self) -> Iterator[str]:
        """Ids of memories that were removed for good."""
        table = tables.tombstones
        return (id for (id,) in self._run(sa.select(table.c.memory_id).where(self._mine(table))))

    def asked(self) -> Iterator[Row[AskedQuestion]]:
        """Questions on record."""
        return self._rows(tables.asked, lambda row: side_tables.asked_from_row(_of(AskedQuestion, row)))

    def votes(self) -> Iterator[Row[Vote]]:
        """Feedback."""
        return self._rows(tables.votes, lambda row: side_tables.vote_from_row(_of(Vote, row)), memory="memory_id")

    def blobs(self) -> Iterator[Row[Blob]]:
        """Files with their bytes, one at a time."""
        return self._rows(tables.blobs, _blob, at_once=1)

    def jobs(self) -> Iterator[Row[JobState]]:
        """Where upkeep stands."""
        return self._rows(tables.jobs, lambda row: sql_jobs.job_from_row(_of(JobState, row)))

    def letters(self) -> Iterator[Row[DeadLetter]]:
        """Turns that could not be understood."""
        names = ("session", "turn", "attempts", "reason", "first_at", "last_at", "dead")
        return self._rows(tables.letters, lambda row: sql_jobs.dead_letter_from_row([row[name] for name in names]))

    def registers(self) -> Iterator[Row[RegisterEntry]]:
        """Small things the memory keeps for itself."""
        names = sql_registers.FIELDS
        return self._rows(
            tables.registers, lambda row: sql_registers.register_entry_from_row([row[name] for name in names])
        )

    def _rows(
        self,
        table: sa.Table,
        read: Read[Value],
        *,
        memory: str | None = None,
        order: Sequence[str] = (),
        at_once: int = ROWS_AT_ONCE,
    ) -> Iterator[Row[Value]]:
        """Rows in order of their keys, or of other columns."""
        keys = [column.name for column in table.primary_key if column.name not in ("tenant", "user_id")]
        statement = sa.select(*map(_raw, table.c)).where(self._mine(table)).order_by(*(order or keys))
        names = [column.name for column in table.c]
        moments = [column.name for column in table.c if isinstance(column.type, Moment)]
        if table is tables.memories:
            moments = []  # a memory's row is read with its moments in microseconds
        for found in self._run(statement, at_once=at_once):
            row = dict(zip(names, found, strict=True))
            at = RowKey(table=table.name, key=tuple(row[name] for name in keys))
            of = None if memory is None else row[memory]
            try:
                row |= {name: rows.moment_or_none(row[name]) for name in moments}
                if self._seal is not None:
                    row |= self._seal.opened_row(table, row)
                yield Row(at=at, memory_id=of, value=read(row))
            except UNREADABLE as error:
                yield Row(at=at, memory_id=of, error=f"{type(error).__name__}: {error}")

    def _most(self, table: sa.Table, column: str) -> int:
        ((found,),) = self._run(sa.select(sa.func.max(_raw(table.c[column]))).where(self._mine(table)))
        return found if isinstance(found, int) else 0

    def _mine(self, table: sa.Table) -> sa.ColumnElement[bool]:
        return sa.and_(table.c.tenant == self._scope.tenant, table.c.user_id == self._scope.user)

    def _run(self, statement: sa.Select[Any], *, at_once: int = ROWS_AT_ONCE) -> Iterator[Sequence[Any]]:
        try:
            with self._connection.execute(statement, execution_options={"yield_per": at_once}) as found:
                yield from found
        except SQLAlchemyError as error:
            raise self._explain(error) from error


@contextmanager
def open_examination(
    connection: sa.Connection, scope: Scope, explain: Explain, seal: Seal | None = None
) -> Iterator[SqlExamination]:
    """The rows of a user, broken text included."""
    with reading_broken_text(connection):
        yield SqlExamination(connection, scope, explain, seal)


@contextmanager
def reading_broken_text(connection: sa.Connection) -> Iterator[None]:
    """Text that is no UTF-8 is read all the same, with its broken bytes as lone surrogates."""
    driver: Any = connection.connection.driver_connection
    strict = hasattr(driver, "text_factory")  # SQLite's; others keep broken text out
    if strict:
        driver.text_factory = _tolerant
    try:
        yield
    finally:
        if strict:
            driver.text_factory = str


def delete_stray_row(row: RowKey) -> sa.Delete:
    """What removes a row that belongs to nothing.

    Raises:
        InvalidInput: a row of a table whose rows stand for themselves.
    """
    if row.table not in STRIKABLE:
        raise InvalidInput(f"A row of {row.table} stands for itself: it is not removed.")
    table = tables.metadata.tables[row.table]
    keys = [column for column in table.primary_key if column.name not in ("tenant", "user_id")]
    named = [_raw(column) == value for column, value in zip(keys, row.key, strict=True)]
    mine = (table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))
    return sa.delete(table).where(*mine, *named)


def _tolerant(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def _raw(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """A column as it lies in the table; a text is a text."""
    return column if isinstance(column.type, sa.Text) else sa.type_coerce(column, sa.types.NullType())


def _of(shape: type[Any], row: dict[str, Any]) -> list[Any]:
    """The columns of a row in the order of a value's fields."""
    return [row[field.name] for field in fields(shape)]


def _turn(row: dict[str, Any]) -> Turn:
    turn = rows.turn_from_row([row[name] for name in rows.TURN_FIELDS])
    if row["infer"] not in (0, 1):
        raise ValueError(f"infer is {row['infer']!r}")
    return turn


def _entry(row: dict[str, Any]) -> IndexEntry:
    return rows.entry_from_row([row[name] for name in ("terms", "vector", "fingerprint", "constants")])


def _history(row: dict[str, Any]) -> History:
    names = ("sequence", "memory_id", "action", "actor", "reason", "at", "before", "after")
    return rows.history_from_row([row[name] for name in names])


def _link(row: dict[str, Any]) -> Link:
    return rows.link_from_row([row[name] for name in ("source", "target", "relation", "reason", "at")])


def _audit(row: dict[str, Any]) -> AuditLine:
    return AuditLine(**{name: row[name] for name in ("sequence", "at", "actor", "action", "memory_id", "detail")})


def _blob(row: dict[str, Any]) -> Blob:
    info = BlobInfo(**{field.name: row[field.name] for field in fields(BlobInfo)})
    return Blob(info=info, data=bytes(row["data"]))
