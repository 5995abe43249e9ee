"""Everything that is held about a user, row by row: what an export carries and an import brings back.

Whose it is stands in none of them. What can be made again is left out: index terms, caches, and where the jobs of
upkeep stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.blob import Blob
from mnemic.domain.changes import History, Link
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Turn
from mnemic.domain.register import RegisterEntry
from mnemic.domain.upkeep import DeadLetter


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMemory:
    """A memory, and whether a search may find it."""

    memory: Memory
    indexed: bool
    vector: bytes | None = field(default=None, repr=False)  # float16; by the embedder of `memory.fingerprint`


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One row of the audit: what was done when and by whom, never what a memory says."""

    sequence: int = 0  # running number within the user, shared with history
    at: datetime
    actor: str
    action: str
    memory_id: str | None
    detail: str


StoredRow = Turn | DeadLetter | StoredMemory | History | Link | AuditRow | AskedQuestion | Vote | Blob | RegisterEntry
"""A row of one of the tables."""

STORED_ROWS: Mapping[str, type] = MappingProxyType(
    {
        "turn": Turn,
        "letter": DeadLetter,
        "memory": StoredMemory,
        "history": History,
        "link": Link,
        "audit": AuditRow,
        "asked": AskedQuestion,
        "vote": Vote,
        "file": Blob,
        "registered": RegisterEntry,
    }
)
"""The sorts of rows by name, in the order in which they come: a row comes after those it refers to."""


def epoch_salt(epoch: str) -> str:
    """The part of an epoch that keys the marks of questions. It outlives the epoch: an import keeps it, so that what
    is on record of questions can still be compared."""
    return epoch.partition(".")[0]
