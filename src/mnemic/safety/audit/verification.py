"""Whether an audit is as it was written (S8): the trail walked line by line, beside the rows its lines are of.

The walk reads both in order of number and keeps neither; it remembers the numbers of lines whose rows are gone until it
comes to the line that says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from mnemic.domain.audit_log import (
    FORGOTTEN,
    KEYED,
    MENDED,
    NO_HASH,
    NOTHING,
    WHOLE_TENANT,
    AuditLog,
    AuditLogHead,
    AuditLogLine,
    AuditLogRow,
    audit_line_hash,
    audit_row_digest,
)
from mnemic.settings import Settings

FINDINGS_MAX = 200  # that are listed; all are counted


class AuditFault(StrEnum):
    """What may be wrong with an audit."""

    LINE_CHANGED = "line.changed"  # the hash is not that of the line and the one before it
    LINE_MISSING = "line.missing"  # a number is left out
    ROW_CHANGED = "row.changed"  # an audit row is not what its line was made of
    ROW_MISSING = "row.missing"  # a line has lost its audit row, and the user was not forgotten
    ROW_ADDED = "row.added"  # an audit row has no line
    ROW_RETURNED = "row.returned"  # the user was forgotten, and an audit row is there
    HEAD = "head"  # the newest line is not the one that `chains` names
    MENDED = "mended"  # the same, noticed by a writer that went on
    UNKEYED = "unkeyed"  # a line without the key behind one with it
    EXPECTED = "expected"  # a head that was noted elsewhere does not lie on the chain


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFinding:
    """One thing that is not as it was written."""

    fault: AuditFault
    number: int | None = None  # of the line
    user: str | None = None  # whose audit row it is
    sequence: int | None = None  # of the audit row
    reason: str

    def __str__(self) -> str:
        where = "" if self.number is None else f" [line {self.number}]"
        whose = "" if self.user is None else f" [{self.user} {self.sequence}]"
        return f"{self.fault.value}{where}{whose}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditCheck:
    """What a walk along a tenant's trail found."""

    tenant: str
    lines: int  # of the trail
    rows: int  # audit rows, each of one line
    gone: int  # lines whose audit row went with a user who was forgotten
    keyed: int  # lines hashed with the key
    head: AuditLogHead  # the newest line; noted elsewhere, it can be expected the next time
    found: tuple[AuditFinding, ...]
    count: int  # findings, those that are not listed included

    @property
    def sound(self) -> bool:
        """Whether nothing was changed, removed, added or reordered, as far as the chain can tell."""
        return not self.count


def verify_audit_log(
    trail: AuditLog, tenant: str, *, expect: AuditLogHead | None = None, key: bytes | None = None
) -> AuditCheck:
    """Walk a tenant's trail.

    Args:
        expect: a head that was noted earlier; it must lie on the chain.
        key: that lines marked as keyed were hashed with.
    """
    walk = _Walk(tenant=tenant, key=key)
    rows = _Rows(trail.rows())
    for line in trail.lines():
        walk.step(line, expect)
        walk.match(line, rows)
    for row in rows.rest():
        walk.added(row)
    walk.end(trail.head(), expect)
    return walk.check()


def verify_lines(
    lines: Iterable[tuple[AuditLogLine, AuditLogRow | None]],
    tenant: str,
    *,
    head: AuditLogHead,
    expect: AuditLogHead | None = None,
    key: bytes | None = None,
) -> AuditCheck:
    """Walk lines that are at hand, as in an export, with rows or without."""
    walk = _Walk(tenant=tenant, key=key)
    for line, row in lines:
        walk.step(line, expect)
        if row is not None:
            walk.match(line, _Rows(iter([row])))
    walk.end(head, expect)
    return walk.check()


def audit_key_of(settings: Settings) -> bytes | None:
    """The key that lines are hashed with; None: with none."""
    return None if settings.audit_key is None else settings.audit_key.get_secret_value().encode()


@dataclass(slots=True, kw_only=True)
class _Walk:
    tenant: str
    key: bytes | None
    lines: int = 0
    rows: int = 0
    gone: int = 0
    keyed: int = 0
    last: AuditLogHead = field(default_factory=AuditLogHead)
    expected: bool = False  # the head that was expected was passed
    unpaired: dict[str, list[int]] = field(default_factory=dict)  # by mark: lines without rows, not explained so far
    paired: set[str] = field(default_factory=set)  # marks with a row that is there
    found: list[AuditFinding] = field(default_factory=list)
    count: int = 0

    def step(self, line: AuditLogLine, expect: AuditLogHead | None) -> None:
        """The chain itself: numbers, hashes, key."""
        self.lines += 1
        following = self.last.number + 1
        if line.number != following:
            self._gap(line, following)
        elif line.hash != audit_line_hash(line, self.last.hash, key=self._key_of(line)):
            self._note(
                AuditFault.LINE_CHANGED, "its hash is not that of the line and the one before it", number=line.number
            )
        if _keyed(line):
            self.keyed += 1
        elif self.keyed:
            self._note(AuditFault.UNKEYED, "it was entered without the key", number=line.number)
        if line.action == MENDED:
            reason = "when it was entered, the newest line was not the one that `chains` named"
            self._note(AuditFault.MENDED, reason, number=line.number)
        if expect is not None and line.number == expect.number:
            self.expected = True
            if line.hash != expect.hash:
                self._note(AuditFault.EXPECTED, "its hash is another than the one expected", number=line.number)
        self.last = AuditLogHead(number=_whole(line.number) or following, hash=line.hash)

    def match(self, line: AuditLogLine, rows: _Rows) -> None:
        """A line beside the audit row it is of."""
        number = _whole(line.number)
        if number is None:
            return
        for row in rows.before(number):
            self.added(row)
        mine = rows.at(number)
        whole = next((row for row in mine if line.digest == audit_row_digest(row)), None)
        if whole is not None:
            self._pair(line, whole)
        elif mine and line.digest != NOTHING:
            row = next((row for row in mine if row.sequence == line.sequence), mine[0])
            self._note(AuditFault.ROW_CHANGED, "it is not what its line was made of", line.number, row)
            mine = [other for other in mine if other is not row]
        elif line.digest != NOTHING:
            self.unpaired.setdefault(line.mark, []).append(number)
        for row in mine:
            if row is not whole:
                self.added(row)
        if line.action == FORGOTTEN and line.digest == NOTHING:
            self._forgotten(line)

    def added(self, row: AuditLogRow) -> None:
        """An audit row without a line."""
        self._note(AuditFault.ROW_ADDED, "no line of the trail is of it", None, row)

    def end(self, head: AuditLogHead | None, expect: AuditLogHead | None) -> None:
        """What only the whole can tell."""
        named = head or AuditLogHead()
        if named != self.last:
            reason = f"`chains` names {named}, and the trail ends with {self.last}"
            self._note(AuditFault.HEAD, reason, number=self.last.number)
        if expect is not None and not self.expected and expect != AuditLogHead(number=0, hash=NO_HASH):
            reason = f"line {expect.number} is expected, and the trail ends with line {self.last.number}"
            self._note(AuditFault.EXPECTED, reason, number=expect.number)
        for number in sorted(number for numbers in self.unpaired.values() for number in numbers):
            self._note(AuditFault.ROW_MISSING, "its audit row is gone, and nobody was forgotten", number=number)

    def check(self) -> AuditCheck:
        """The findings."""
        return AuditCheck(
            tenant=self.tenant,
            lines=self.lines,
            rows=self.rows,
            gone=self.gone,
            keyed=self.keyed,
            head=self.last,
            found=tuple(self.found),
            count=self.count,
        )

    def _gap(self, line: AuditLogLine, following: int) -> None:
        number = _whole(line.number)
        if number is None or number < following:
            self._note(AuditFault.LINE_CHANGED, f"its number is {line.number!r}, after {following - 1}", number=number)
            return
        lost = f"line {following} is" if number == following + 1 else f"lines {following} to {number - 1} are"
        self._note(AuditFault.LINE_MISSING, f"{lost} gone", number=following)

    def _pair(self, line: AuditLogLine, row: AuditLogRow) -> None:
        self.rows += 1
        self.paired.add(line.mark)
        if (line.sequence, line.at, line.actor, line.action) != (row.sequence, row.at, row.actor, row.action):
            self._note(AuditFault.LINE_CHANGED, "it says something else than its audit row", number=line.number)

    def _forgotten(self, line: AuditLogLine) -> None:
        """Every earlier line of this mark may have lost its row, and none may have it."""
        if line.mark == WHOLE_TENANT:
            return
        self.gone += len(self.unpaired.pop(line.mark, ()))
        if line.mark in self.paired:
            self.paired.discard(line.mark)
            reason = "whom it is about was forgotten, and audit rows of before are there"
            self._note(AuditFault.ROW_RETURNED, reason, number=line.number)

    def _key_of(self, line: AuditLogLine) -> bytes | None:
        """The key a line was hashed with; without it, keyed lines cannot be right."""
        return (self.key or b"") if _keyed(line) else None

    def _note(self, fault: AuditFault, reason: str, number: int | None = None, row: AuditLogRow | None = None) -> None:
        self.count += 1
        if len(self.found) < FINDINGS_MAX:
            user, sequence = (None, None) if row is None else (row.user, row.sequence)
            number = number if row is None or number is not None else _whole(row.number)
            self.found.append(AuditFinding(fault=fault, number=number, user=user, sequence=sequence, reason=reason))


class _Rows:
    """Audit rows in order of number, taken as the walk comes to them. What is no number comes last."""

    def __init__(self, rows: Iterator[AuditLogRow]) -> None:
        self._rows = rows
        self._next = next(rows, None)
        self._odd: list[AuditLogRow] = []

    def before(self, number: int) -> Iterator[AuditLogRow]:
        """Rows whose number is below."""
        while (row := self._upcoming()) is not None and row.number < number:
            yield self._take()

    def at(self, number: int) -> list[AuditLogRow]:
        """Rows with that number."""
        found = []
        while (row := self._upcoming()) is not None and row.number == number:
            found.append(self._take())
        return found

    def rest(self) -> Iterator[AuditLogRow]:
        """Rows that are left."""
        while self._upcoming() is not None:
            yield self._take()
        yield from self._odd

    def _upcoming(self) -> AuditLogRow | None:
        while self._next is not None and not isinstance(self._next.number, int | float):
            self._odd.append(self._take())
        return self._next

    def _take(self) -> AuditLogRow:
        taken, self._next = self._next, next(self._rows, None)
        assert taken is not None
        return taken


def _whole(number: object) -> int | None:
    return number if isinstance(number, int) else None


def _keyed(line: AuditLogLine) -> bool:
    return isinstance(line.hash, str) and line.hash.startswith(KEYED)
