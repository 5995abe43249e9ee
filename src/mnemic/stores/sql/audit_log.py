"""The trail in SQL: lines entered behind the newest one in a writer's transaction, and read back as they lie there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, fields, replace
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.audit_log import (
    FORGOTTEN,
    KEYED,
    MENDED,
    NO_HASH,
    NOTHING,
    SALT_BYTES,
    WHOLE_TENANT,
    AuditLogHead,
    AuditLogLine,
    AuditLogRow,
    audit_line_hash,
    audit_row_digest,
    user_mark,
)
from mnemic.errors import StoreError
from mnemic.stores.sql.moments import microseconds
from mnemic.stores.sql.rows import RowValues
from mnemic.stores.sql.tables import audit, chains, trail
from mnemic.stores.sql.upserts import insert_of

ROWS_AT_ONCE = 500  # fetched together

Explain = Callable[[SQLAlchemyError], StoreError]
"""Turns an error of the driver into one of ours."""

Send = Callable[[Any, Any], Any]
"""Runs a statement with parameters; errors of the driver are made ours."""


def _raw(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """A column as it lies in the table; a text is a text."""
    return column if isinstance(column.type, sa.Text) else sa.type_coerce(column, sa.types.NullType())


_LINE_FIELDS = tuple(field.name for field in fields(AuditLogLine))
_ROW_FIELDS = tuple(field.name for field in fields(AuditLogRow))
_OF: sa.BindParameter[str] = sa.bindparam("tenant", type_=sa.Text)
_HEAD = sa.select(chains.c.number, chains.c.hash).where(chains.c.tenant == _OF)
_LINES = (
    sa.select(*(_raw(trail.c[name]) for name in _LINE_FIELDS)).where(trail.c.tenant == _OF).order_by(trail.c.number)
)
_LAST = sa.select(trail.c.number, trail.c.hash).where(trail.c.tenant == _OF).order_by(trail.c.number.desc()).limit(1)
_ROWS = (
    sa.select(*(_raw(audit.c["user_id" if name == "user" else name]) for name in _ROW_FIELDS))
    .where(audit.c.tenant == _OF)
    .order_by(_raw(audit.c.number), audit.c.user_id, audit.c.sequence)
)
_ROWS_OF_ONE = _ROWS.where(audit.c.user_id == sa.bindparam("user_id"))
_MARKS = (
    sa.select(trail.c.mark)
    .distinct()
    .join_from(audit, trail, sa.and_(trail.c.tenant == audit.c.tenant, trail.c.number == audit.c.number))
    .where(audit.c.tenant == _OF, audit.c.user_id == sa.bindparam("user_id"), trail.c.mark != WHOLE_TENANT)
)


@cache
def _begin(dialect: str) -> Any:
    return insert_of(dialect)(chains).on_conflict_do_nothing()


_MOVE = (
    sa.update(chains)
    .where(chains.c.tenant == sa.bindparam("key_tenant"))
    .values(number=sa.bindparam("new_number"), hash=sa.bindparam("new_hash"))
)
_ENTER = sa.insert(trail).values({name: sa.bindparam(name) for name in _LINE_FIELDS if name != "at"})
_ENTER = _ENTER.values(at=sa.bindparam("at", type_=sa.BigInteger))


class SqlAuditLogWriter:
    """The end of one tenant's trail inside a transaction. The newest line is read when the first is entered, and locked
    from then on."""

    def __init__(
        self, connection: sa.Connection, tenant: str, send: Send, *, explain: Explain, key: bytes | None = None
    ) -> None:
        self._connection = connection
        self._tenant = tenant
        self._send = send
        self._explain = explain
        self._key = key
        self._head: AuditLogHead | None = None

    def rows(self, entered: Sequence[RowValues], *, user: str, epoch: str) -> list[RowValues]:
        """Enter a line for each audit row of a user. Returns the rows with number and salt, to be written."""
        mark, lines, numbered = user_mark(self._tenant, user, epoch), [], []
        head = self._newest(microseconds(entered[0]["at"]))
        for values in entered:
            row = AuditLogRow(
                user=user,
                number=head.number + 1,
                salt=secrets.token_hex(SALT_BYTES),
                sequence=values["sequence"],
                at=microseconds(values["at"]),
                actor=values["actor"],
                action=values["action"],
                memory_id=values["memory_id"],
                detail=values["detail"],
            )
            lines.append(
                self._behind(
                    head, row.at, row.actor, row.action, mark, sequence=row.sequence, digest=audit_row_digest(row)
                )
            )
            numbered.append(values | {"number": row.number, "salt": row.salt})
            head = AuditLogHead(number=row.number, hash=lines[-1].hash)
        self._write(lines)
        return numbered

    def marks(self, *, user: str, epoch: str) -> list[str]:
        """The marks a user's audit rows have: one in all but the rarest cases."""
        found = self._read(_MARKS, user_id=user)
        return sorted({user_mark(self._tenant, user, epoch), *(mark for (mark,) in found)})

    def forgotten(self, marks: Sequence[str], *, at: datetime, actor: str) -> None:
        """Enter that every audit row of a user goes, a line for each of his marks."""
        moment = microseconds(at)
        head, lines = self._newest(moment), list[AuditLogLine]()
        for mark in marks:
            lines.append(self._behind(head, moment, actor, FORGOTTEN, mark))
            head = AuditLogHead(number=lines[-1].number, hash=lines[-1].hash)
        self._write(lines)

    def note(self, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line about the tenant as a whole."""
        moment = microseconds(at)
        self._write([self._behind(self._newest(moment), moment, actor, action, WHOLE_TENANT)])

    def _behind(
        self,
        head: AuditLogHead,
        at: int,
        actor: str,
        action: str,
        mark: str,
        *,
        sequence: int = 0,
        digest: str = NOTHING,
    ) -> AuditLogLine:
        line = AuditLogLine(
            tenant=self._tenant,
            number=head.number + 1,
            at=at,
            actor=actor,
            action=action,
            mark=mark,
            sequence=sequence,
            digest=digest,
            hash="",
        )
        return replace(line, hash=audit_line_hash(line, head.hash, key=self._key))

    def _newest(self, at: int) -> AuditLogHead:
        """The line behind which the next is entered.

        Where `chains` and the trail do not agree on it, nobody is kept from writing: the next line says so for good.
        """
        if self._head is not None:
            return self._head
        named, last = self._named(), self._last()
        self._head = last if last.number >= named.number else named
        if self._head.hash.startswith(KEYED) and self._key is None:
            raise StoreError("The audit of this tenant is keyed: set MNEMIC_AUDIT_KEY to the key it was begun with.")
        if named != last:
            self._write([self._behind(self._head, at, "mnemic", MENDED, WHOLE_TENANT)])
        return self._head

    def _named(self) -> AuditLogHead:
        found = self._read(_HEAD.with_for_update())
        if not found:
            begin = _begin(self._connection.dialect.name)
            self._send(begin, {"tenant": self._tenant, "number": 0, "hash": NO_HASH})
            found = self._read(_HEAD.with_for_update())
        return AuditLogHead(number=found[0].number, hash=found[0].hash)

    def _last(self) -> AuditLogHead:
        found = self._read(_LAST)
        return AuditLogHead(number=found[0].number, hash=found[0].hash) if found else AuditLogHead()

    def _read(self, statement: sa.Select[Any], **parameters: object) -> Sequence[Any]:
        try:
            return self._connection.execute(statement, {"tenant": self._tenant} | parameters).all()
        except SQLAlchemyError as error:  # among them that others hold the newest line for too long
            raise self._explain(error) from error

    def _write(self, lines: Sequence[AuditLogLine]) -> None:
        self._send(_ENTER, [dict(zip(_LINE_FIELDS, astuple(line), strict=True)) for line in lines])
        last = lines[-1]
        self._send(_MOVE, {"key_tenant": self._tenant, "new_number": last.number, "new_hash": last.hash})
        self._head = AuditLogHead(number=last.number, hash=last.hash)


class SqlAuditLogReader:
    """One tenant's trail in a snapshot. What lies there is given as it is, whether or not it means something."""

    def __init__(self, connection: sa.Connection, tenant: str, explain: Explain) -> None:
        self._connection = connection
        self._tenant = tenant
        self._explain = explain

    def head(self) -> AuditLogHead | None:
        """The newest line by the table of heads."""
        found = list(self._run(sa.select(*map(_raw, (chains.c.number, chains.c.hash))).where(chains.c.tenant == _OF)))
        return AuditLogHead(number=found[0][0], hash=found[0][1]) if found else None

    def lines(self) -> Iterator[AuditLogLine]:
        """Every line in order of number."""
        for row in self._run(_LINES):
            yield AuditLogLine(**dict(zip(_LINE_FIELDS, row, strict=True)))

    def rows(self, *, user: str | None = None) -> Iterator[AuditLogRow]:
        """Audit rows in order of the numbers of their lines."""
        found = self._run(_ROWS) if user is None else self._run(_ROWS_OF_ONE, user_id=user)
        for row in found:
            yield AuditLogRow(**dict(zip(_ROW_FIELDS, row, strict=True)))

    def _run(self, statement: sa.Select[Any], **parameters: object) -> Iterator[Sequence[Any]]:
        try:
            with self._connection.execute(
                statement, {"tenant": self._tenant} | parameters, execution_options={"yield_per": ROWS_AT_ONCE}
            ) as found:
                yield from found
        except SQLAlchemyError as error:
            raise self._explain(error) from error


AUDITED_TENANTS = sa.union(sa.select(chains.c.tenant), sa.select(trail.c.tenant), sa.select(audit.c.tenant)).order_by(
    "tenant"
)
"""Every tenant of whom anything is audited."""
