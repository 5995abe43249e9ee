"""What comes from other systems, piece by piece, and what of it cannot be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mnemic.domain.record import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignMessage:
    """A message of another system. It becomes a turn, and is understood like any other."""

    number: int  # line, or place in the file, from 1
    user: str | None = None  # whose it is, where the file says so
    agent: str | None = None
    session: str
    message: Mapping[str, Any]  # role, content, id (stable: the same file gives the same), name, time, metadata


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignMemory:
    """A memory of another system. It becomes a memory of origin "imported", as it is worded there."""

    number: int
    user: str | None = None
    agent: str | None = None
    session: str
    id: str  # stable: the same file gives the same
    text: str
    kind: Kind = Kind.NOTE
    said_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    entities: tuple[str, ...] = ()
    metadata: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LostPart:
    """A part of a file that cannot be kept, or is not, and why."""

    number: int
    what: str  # the sort of thing, as the loss report counts it: "embedding", "image", "tombstone", "not JSON"
    reason: str
    example: str = ""


ForeignPiece = ForeignMessage | ForeignMemory | LostPart


@dataclass(slots=True, kw_only=True)
class LossReport:
    """What is not kept, grouped by what it is and why, each group with how often and some examples."""

    groups: dict[tuple[str, str], LossGroup] = field(default_factory=dict)

    def note(self, lost: LostPart, count: int = 1) -> None:
        """Count a loss."""
        key = lost.what, lost.reason[:REASON_CHARACTERS_MAX]
        if key not in self.groups and len(self.groups) >= GROUPS_MAX:
            key = lost.what, "for other reasons"
        group = self.groups.setdefault(key, LossGroup(what=key[0], reason=key[1]))
        group.count += count
        if len(group.examples) < EXAMPLES_MAX:
            group.examples.append(f"{lost.number}: {lost.example}" if lost.example else str(lost.number))

    @property
    def count(self) -> int:
        """All losses together."""
        return sum(group.count for group in self.groups.values())

    @property
    def sorted(self) -> list[LossGroup]:
        """The groups, the largest first."""
        return sorted(self.groups.values(), key=lambda group: (-group.count, group.what, group.reason))


EXAMPLES_MAX = 3  # kept of each group
GROUPS_MAX = 200
REASON_CHARACTERS_MAX = 200


@dataclass(slots=True, kw_only=True)
class LossGroup:
    """Losses of one sort, for one reason. Each example begins with its line, or place in the file."""

    what: str
    reason: str
    count: int = 0
    examples: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What an export wrote."""

    path: str
    users: int
    rows: Mapping[str, int]  # by sort, as `domain.held.ROWS` names them
    sha256: str  # of every line but the last
    bytes: int  # of the file


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurvey:
    """What a file holds, and what bringing it in would take, before anything is stored."""

    format: str
    turns: int
    statements: int
    rows: int  # of an export of our own: all its rows
    users: tuple[str, ...]  # that the file names
    sessions: int
    losses: LossReport
    seconds: float  # estimated from a few items, really embedded and understood on this machine
    bytes: int  # estimated growth of the memory


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What an import did, counted."""

    format: str
    dry_run: bool = False
    users: list[str] = field(default_factory=list)
    turns: int = 0  # new in the log
    turns_there: int = 0  # that were in the log already
    understood: int = 0  # turns made into memories
    pending: int = 0  # turns left to the worker
    statements: int = 0  # new memories that were stated, or brought back
    statements_there: int = 0
    quarantined: int = 0  # of the statements: held by the guard for review
    rows: dict[str, int] = field(default_factory=dict)  # of an export of our own: new rows by sort
    losses: LossReport = field(default_factory=LossReport)
    seconds: float = 0.0
