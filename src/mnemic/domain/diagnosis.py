"""What a doctor looks at and what it finds: rows as they lie in a store, invariants, and what is wrong with which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from mnemic.domain.record import Source

Value = TypeVar("Value", covariant=True)


class Severity(StrEnum):
    """How bad it is."""

    BROKEN = "broken"  # something that was stored is lost, or contradicts itself
    DEGRADED = "degraded"  # everything is there, and something works less well than it could
    NOTE = "note"  # nothing is wrong; worth knowing


class Check(StrEnum):
    """Every invariant that is looked at. The name says of what, and what about it."""

    FILE_READABLE = "file.readable"  # the store can be read at all
    FILE_PAGES = "file.pages"  # the database's own check of its pages and indexes
    FILE_OWNER = "file.owner"  # the application id
    FILE_SCHEMA = "file.schema"  # the revision of the schema
    FILE_TABLES = "file.tables"  # tables and columns are those of this version
    FILE_INDEXES = "file.indexes"  # indexes are those of this version
    FILE_LOG = "file.log"  # the write-ahead log
    FILE_SPACE = "file.space"  # free space on the disk, and free pages in the file
    USER_ROW = "user.row"  # whoever has rows has a row among the users
    USER_EPOCH = "user.epoch"  # not blank
    USER_COUNTERS = "user.counters"  # at least what rows hold
    USER_KEY = "user.key"  # of an encrypted user the key is there; everybody is encrypted where that is asked for
    ROW_READABLE = "row.readable"  # every row of any table means something
    ROW_ORPHAN = "row.orphan"  # every row belongs to one that is there
    MEMORY_FIELDS = "memory.fields"  # ranges, times, status and tier fit together
    MEMORY_HISTORY = "memory.history"  # the last row of its history has it as it is
    MEMORY_SUCCESSOR = "memory.successor"  # what replaced it is there, or was forgotten
    MEMORY_PERMANENT = "memory.permanent"  # permanent memory rests by the user's word only
    MEMORY_SOURCES = "memory.sources"  # the table `sources` says what the record says
    MEMORY_TURNS = "memory.turns"  # the turns it comes from are there, or were forgotten
    HISTORY_VERSIONS = "history.versions"  # one up each time
    HISTORY_FIRST = "history.first"  # begins with nothing before
    INDEX_ENTRY = "index.entry"  # there is one for what is found by search, and none for the rest
    INDEX_TERMS = "index.terms"  # words and constants are those of the text
    INDEX_VECTOR = "index.vector"  # as long as its embedder says, finite, not zero
    INDEX_FINGERPRINT = "index.fingerprint"  # entry and memory name the same embedder
    INDEX_FOREIGN = "index.foreign"  # the embedder in use
    INDEX_SHELF = "index.shelf"  # what is cached is what is stored
    INDEX_ENGINE = "index.engine"  # the vector engine knows what is stored, and nothing else
    GRAPH_STALE = "graph.stale"  # readable, and holds nothing that was forgotten
    GRAPH_ORPHAN = "graph.orphan"  # every file in the folder belongs to a user
    BLOB_BYTES = "blob.bytes"  # hash and size are those of the bytes
    BLOB_ORPHAN = "blob.orphan"  # some turn names it
    BLOB_MISSING = "blob.missing"  # what a turn names is there
    AUDIT_SEQUENCE = "audit.sequence"  # no number twice
    AUDIT_HISTORY = "audit.history"  # every change of a memory is in the audit
    AUDIT_TEXT = "audit.text"  # nothing a memory says stands in the audit
    AUDIT_TRAIL = "audit.trail"  # the audit is as it was written, line by line
    TURN_FIELDS = "turn.fields"  # role, position
    TURN_MEMORY = "turn.memory"  # what was understood has its memory, once; what waits has none
    TURN_WAITING = "turn.waiting"  # no turn waits for more than a day
    TURN_DEAD = "turn.dead"  # no turn was given up
    JOB_LEASE = "job.lease"  # nobody holds work after his time
    ROOM_BODY = "room.body"  # tasks, summaries, profiles, skills and digests can be read
    ROOM_NAMES = "room.names"  # what they name is there, or was forgotten


class Repair(StrEnum):
    """What the doctor can do about it, from what is stored elsewhere."""

    REINDEX = "reindex"  # the database's indexes are made anew
    USER = "user"  # the user's row is made anew, and its counters lifted to what rows hold
    SHRED = "shred"  # what was sealed with a key that was destroyed on purpose is removed
    STRIKE = "strike"  # rows that belong to nothing are removed
    RESTORE = "restore"  # the memory is written anew from the last row of its history
    ENTRY = "entry"  # the text is embedded and filed anew
    UNFILE = "unfile"  # the index entry is removed
    SOURCES = "sources"  # rows of `sources` are written anew from the record
    REQUEUE = "requeue"  # the turn is put back into the queue and understood
    DONE = "done"  # the turn, which has its memory, is taken out of the queue
    RELEASE = "release"  # the lease is taken back
    BLOB = "blob"  # the file that nobody names is removed
    SHELF = "shelf"  # the cache is dropped and made anew when it is wanted
    FEED = "feed"  # the vector engine is told
    GRAPH = "graph"  # the graph is deleted and made anew when it is wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class RowKey:
    """Which row of a user: its table, and its key there without the user."""

    table: str
    key: tuple[str | int, ...]

    def __str__(self) -> str:
        return f"{self.table} {'/'.join(map(str, self.key))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Generic[Value]):
    """A row as it lies in the store; `value` is None where it means nothing, and `error` says why."""

    at: RowKey
    memory_id: str | None = None  # the memory it belongs to
    value: Value | None = None
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """The running numbers of a user."""

    epoch: str = ""
    change: int = 0
    position: int = 0
    sequence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLine:
    """A line of the audit: who did what when."""

    sequence: int
    at: datetime
    actor: str
    action: str
    memory_id: str | None
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """One thing that is not as it should be: what, where, how bad, why, and what can be done."""

    check: Check
    severity: Severity
    reason: str
    tenant: str | None = None  # None: of the store as a whole
    user: str | None = None
    id: str | None = None  # of the memory, or how else the thing is called
    row: RowKey | None = None
    source: Source | None = None  # the turn it is about
    repair: Repair | None = None
    way_out: str  # what the repair does; where there is none, what a person can do

    @property
    def repairable(self) -> bool:
        """Whether the doctor can mend it by itself."""
        return self.repair is not None

    def __str__(self) -> str:
        of = " ".join(part for part in (self.user, self.id) if part)
        return f"{self.check.value}{f' [{of}]' if of else ''}: {self.reason} ({self.way_out})"


@dataclass(slots=True, kw_only=True)
class Checkup:
    """What a doctor found. Notes are findings that ask for nothing."""

    at: datetime
    users: int = 0  # looked at
    found: list[Diagnosis] = field(default_factory=list)  # as it stands now, after repairs if any
    repaired: list[Diagnosis] = field(default_factory=list)
    cut: int = 0  # findings not listed, because a user had too many of one sort

    @property
    def wrong(self) -> list[Diagnosis]:
        """Findings that are no notes."""
        return [one for one in self.found if one.severity is not Severity.NOTE]

    @property
    def healthy(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    @property
    def repairable(self) -> list[Diagnosis]:
        """What is wrong and can be mended."""
        return [one for one in self.wrong if one.repairable]

    @property
    def lost(self) -> list[Diagnosis]:
        """What is wrong and cannot be mended by the doctor."""
        return [one for one in self.wrong if not one.repairable]


def worst_first(found: Sequence[Diagnosis]) -> list[Diagnosis]:
    """Findings in the order to read them: the store before its users, broken before degraded before notes."""
    weight = list(Severity)
    return sorted(
        found,
        key=lambda one: (
            one.user is not None,
            weight.index(one.severity),
            one.user or "",
            one.check.value,
            one.id or "",
        ),
    )
