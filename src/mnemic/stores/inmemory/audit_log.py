"""The trails of the twin in memory: what is entered in a transaction counts once that is committed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from mnemic.domain.audit_log import (
    FORGOTTEN,
    NOTHING,
    SALT_BYTES,
    WHOLE_TENANT,
    AuditLog,
    AuditLogHead,
    AuditLogLine,
    AuditLogRow,
    audit_line_hash,
    audit_row_digest,
    user_mark,
)
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow
from mnemic.stores.sql.moments import microseconds

if TYPE_CHECKING:
    from mnemic.stores.inmemory.reader import UserRows


@dataclass(slots=True)
class InMemoryAuditLogWriter:
    """The end of one tenant's trail inside a transaction."""

    tenant: str
    head: AuditLogHead
    key: bytes | None
    lines: list[AuditLogLine] = field(default_factory=list)

    def row(self, scope: Scope, epoch: str, row: AuditRow) -> tuple[int, str]:
        """Enter a line for an audit row. Returns its number and the salt of its digest."""
        salt, number = secrets.token_hex(SALT_BYTES), self.head.number + 1
        lined = audit_log_row(scope.user, row, number, salt)
        mark = user_mark(scope.tenant, scope.user, epoch)
        self._enter(lined.at, row.actor, row.action, mark, sequence=row.sequence, digest=audit_row_digest(lined))
        return number, salt

    def forgotten(self, scope: Scope, epoch: str, *, at: datetime, actor: str) -> None:
        """Enter that every audit row of a user goes."""
        self._enter(microseconds(at), actor, FORGOTTEN, user_mark(scope.tenant, scope.user, epoch))

    def note(self, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line about the tenant as a whole."""
        self._enter(microseconds(at), actor, action, WHOLE_TENANT)

    def _enter(self, at: int, actor: str, action: str, mark: str, *, sequence: int = 0, digest: str = NOTHING) -> None:
        line = AuditLogLine(
            tenant=self.tenant,
            number=self.head.number + 1,
            at=at,
            actor=actor,
            action=action,
            mark=mark,
            sequence=sequence,
            digest=digest,
            hash="",
        )
        line = replace(line, hash=audit_line_hash(line, self.head.hash, key=self.key))
        self.lines.append(line)
        self.head = AuditLogHead(number=line.number, hash=line.hash)


def audit_log_row(user: str, row: AuditRow, number: int, salt: str) -> AuditLogRow:
    """An audit row with its line."""
    return AuditLogRow(
        user=user,
        number=number,
        salt=salt,
        sequence=row.sequence,
        at=microseconds(row.at),
        actor=row.actor,
        action=row.action,
        memory_id=row.memory_id,
        detail=row.detail,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class InMemoryAuditLog:
    """One tenant's trail and audit rows in a snapshot."""

    entered: tuple[AuditLogLine, ...]
    audited: tuple[AuditLogRow, ...]

    def head(self) -> AuditLogHead | None:
        """The newest line."""
        last = self.entered[-1] if self.entered else None
        return None if last is None else AuditLogHead(number=last.number, hash=last.hash)

    def lines(self) -> Iterator[AuditLogLine]:
        """Every line in order of number."""
        return iter(self.entered)

    def rows(self, *, user: str | None = None) -> Iterator[AuditLogRow]:
        """Audit rows in order of the numbers of their lines."""
        return (row for row in self.audited if user in (None, row.user))


class InMemoryAuditLogs:
    """The trails of a store, by tenant."""

    def __init__(self, held: Callable[[], Mapping[Scope, UserRows]]) -> None:
        self._held = held
        self._lines: dict[str, list[AuditLogLine]] = {}

    def entering(self, tenant: str, key: bytes | None) -> InMemoryAuditLogWriter:
        """The end of a tenant's trail, for a transaction."""
        lines = self._lines.get(tenant)
        head = AuditLogHead(number=lines[-1].number, hash=lines[-1].hash) if lines else AuditLogHead()
        return InMemoryAuditLogWriter(tenant, head, key)

    def keep(self, entering: InMemoryAuditLogWriter) -> None:
        """Commit what was entered."""
        if entering.lines:
            self._lines.setdefault(entering.tenant, []).extend(entering.lines)

    @contextmanager
    def reading(self, tenant: str) -> Iterator[AuditLog]:
        """One tenant's trail and audit rows as of now."""
        held = [(scope.user, one) for scope, one in list(self._held().items()) if scope.tenant == tenant]
        rows = [audit_log_row(user, row, *one.lines[row.sequence]) for user, one in held for row in one.audit]
        rows.sort(key=lambda row: row.number)
        yield InMemoryAuditLog(entered=tuple(self._lines.get(tenant, ())), audited=tuple(rows))

    def tenants(self) -> list[str]:
        """Every tenant of whom anything is audited, in order."""
        return sorted(self._lines)
