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
    NOBODY,
    NOTHING,
    SALT_BYTES,
    Head,
    Trail,
    TrailLine,
    TrailRow,
    digest_of,
    hash_of,
    mark_of,
)
from mnemic.domain.held import Audited
from mnemic.domain.scope import Scope
from mnemic.stores.sql.moments import microseconds

if TYPE_CHECKING:
    from mnemic.stores.inmemory.reader import Holdings


@dataclass(slots=True)
class Entering:
    """The end of one tenant's trail inside a transaction."""

    tenant: str
    head: Head
    key: bytes | None
    lines: list[TrailLine] = field(default_factory=list)

    def row(self, scope: Scope, epoch: str, row: Audited) -> tuple[int, str]:
        """Enter a line for an audit row. Returns its number and the salt of its digest."""
        salt, number = secrets.token_hex(SALT_BYTES), self.head.number + 1
        lined = lined_row(scope.user, row, number, salt)
        mark = mark_of(scope.tenant, scope.user, epoch)
        self._enter(lined.at, row.actor, row.action, mark, sequence=row.sequence, digest=digest_of(lined))
        return number, salt

    def forgotten(self, scope: Scope, epoch: str, *, at: datetime, actor: str) -> None:
        """Enter that every audit row of a user goes."""
        self._enter(microseconds(at), actor, FORGOTTEN, mark_of(scope.tenant, scope.user, epoch))

    def note(self, *, at: datetime, actor: str, action: str) -> None:
        """Enter a line about the tenant as a whole."""
        self._enter(microseconds(at), actor, action, NOBODY)

    def _enter(self, at: int, actor: str, action: str, mark: str, *, sequence: int = 0, digest: str = NOTHING) -> None:
        line = TrailLine(
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
        line = replace(line, hash=hash_of(line, self.head.hash, key=self.key))
        self.lines.append(line)
        self.head = Head(number=line.number, hash=line.hash)


def lined_row(user: str, row: Audited, number: int, salt: str) -> TrailRow:
    """An audit row with its line."""
    return TrailRow(
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
class InMemoryTrail:
    """One tenant's trail and audit rows in a snapshot."""

    entered: tuple[TrailLine, ...]
    audited: tuple[TrailRow, ...]

    def head(self) -> Head | None:
        """The newest line."""
        last = self.entered[-1] if self.entered else None
        return None if last is None else Head(number=last.number, hash=last.hash)

    def lines(self) -> Iterator[TrailLine]:
        """Every line in order of number."""
        return iter(self.entered)

    def rows(self, *, user: str | None = None) -> Iterator[TrailRow]:
        """Audit rows in order of the numbers of their lines."""
        return (row for row in self.audited if user in (None, row.user))


class InMemoryTrails:
    """The trails of a store, by tenant."""

    def __init__(self, held: Callable[[], Mapping[Scope, Holdings]]) -> None:
        self._held = held
        self._lines: dict[str, list[TrailLine]] = {}

    def entering(self, tenant: str, key: bytes | None) -> Entering:
        """The end of a tenant's trail, for a transaction."""
        lines = self._lines.get(tenant)
        head = Head(number=lines[-1].number, hash=lines[-1].hash) if lines else Head()
        return Entering(tenant, head, key)

    def keep(self, entering: Entering) -> None:
        """Commit what was entered."""
        if entering.lines:
            self._lines.setdefault(entering.tenant, []).extend(entering.lines)

    @contextmanager
    def reading(self, tenant: str) -> Iterator[Trail]:
        """One tenant's trail and audit rows as of now."""
        held = [(scope.user, one) for scope, one in list(self._held().items()) if scope.tenant == tenant]
        rows = [lined_row(user, row, *one.lines[row.sequence]) for user, one in held for row in one.audit]
        rows.sort(key=lambda row: row.number)
        yield InMemoryTrail(entered=tuple(self._lines.get(tenant, ())), audited=tuple(rows))

    def tenants(self) -> list[str]:
        """Every tenant of whom anything is audited, in order."""
        return sorted(self._lines)
