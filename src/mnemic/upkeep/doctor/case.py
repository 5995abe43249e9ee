"""One user as the doctor sees him: what was read in one snapshot, and how a finding about it is written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from mnemic.domain.changes import Action
from mnemic.domain.diagnosis import AuditLine, Check, Counters, Diagnosis, Repair, Row, RowKey, Severity
from mnemic.domain.record import Memory, Source, Turn
from mnemic.domain.scope import Scope
from mnemic.ports.examination import Examination

FROM_BACKUP = "it cannot be made anew: restore it from a backup"
DEPARTED = (Action.FORGET.value, Action.PURGE.value)
"""What the audit calls it when something was removed for good."""


@dataclass(slots=True, kw_only=True)
class UserCase:
    """What is known of a user before the checks: records and turns by their keys, and what the audit explains."""

    scope: Scope
    now: datetime
    counters: Counters | None = None
    held: Counters = field(default_factory=Counters)
    memories: dict[str, Memory] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)  # id of a record that means nothing, and why
    turns: dict[Source, Turn] = field(default_factory=dict)
    broken_turns: dict[Source, str] = field(default_factory=dict)
    tombstones: set[str] = field(default_factory=set)
    audit: list[AuditLine] = field(default_factory=list)
    restorable: dict[str, Memory] = field(
        default_factory=dict
    )  # from history, of records that are gone or mean nothing
    blobs: set[str] = field(default_factory=set)

    @property
    def departed_at(self) -> datetime | None:
        """When something of this user was last forgotten or purged; None: never."""
        return max((line.at for line in self.audit if line.action in DEPARTED), default=None)

    @property
    def purged_at(self) -> datetime | None:
        """When something was last purged, which leaves its turn in the log."""
        return max((line.at for line in self.audit if line.action == Action.PURGE.value), default=None)

    def there(self, id: str) -> bool:
        """Whether the record has a row, can be given one, or was removed for good."""
        return self.has_row(id) or id in self.restorable or id in self.tombstones

    def has_row(self, id: str) -> bool:
        """Whether the record has a row."""
        return id in self.memories or id in self.unreadable

    def found(
        self,
        check: Check,
        reason: str,
        way_out: str = FROM_BACKUP,
        *,
        severity: Severity = Severity.BROKEN,
        repair: Repair | None = None,
        id: str | None = None,
        row: RowKey | None = None,
        source: Source | None = None,
    ) -> Diagnosis:
        """A finding about this user."""
        return Diagnosis(
            check=check,
            severity=severity,
            reason=reason,
            tenant=self.scope.tenant,
            user=self.scope.user,
            id=id,
            row=row,
            source=source,
            repair=repair,
            way_out=way_out,
        )


def read_case(scope: Scope, rows: Examination, now: datetime) -> tuple[UserCase, list[Diagnosis]]:
    """What the checks need of a user, with the rows that mean nothing."""
    case = UserCase(scope=scope, now=now, counters=rows.counters(), held=rows.held())
    found: list[Diagnosis] = []
    for memory in rows.memories():
        id = str(memory.memory_id)
        if memory.value is None:
            case.unreadable[id] = memory.error
        else:
            case.memories[id] = memory.value
    for turn in rows.turns():
        if turn.value is None:
            session, id = map(str, turn.at.key)
            case.broken_turns[Source(session=session, turn=id)] = turn.error
        else:
            case.turns[turn.value.source] = turn.value
    case.tombstones = set(rows.tombstones())
    for line in rows.audit():
        if line.value is None:
            found.append(unreadable_row(case, line))
        else:
            case.audit.append(line.value)
    return case, found


def unreadable_row(
    case: UserCase, row: Row[object], *, repair: Repair | None = None, way_out: str = FROM_BACKUP
) -> Diagnosis:
    """The finding about a row that means nothing."""
    return case.found(
        Check.ROW_READABLE,
        f"{row.at} cannot be read: {row.error}",
        way_out,
        id=row.memory_id,
        row=row.at,
        repair=repair,
    )


def limited_findings(found: list[Diagnosis], most: int) -> tuple[list[Diagnosis], int]:
    """At most so many findings of each check, and how many were left out."""
    kept: dict[Check, list[Diagnosis]] = defaultdict(list)
    for one in found:
        kept[one.check].append(one)
    listed = [one for several in kept.values() for one in several[:most]]
    return listed, len(found) - len(listed)
