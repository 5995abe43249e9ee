"""What was read that the audit is to know of (S8): gathered in memory and written in a batch, so that reading never
waits for a write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from mnemic.domain.record import Memory, Sensitivity, Tier
from mnemic.domain.scope import Scope
from mnemic.ports import Writer

READS_MAX = 200  # answers of a user that are gathered before they are written
IDS_MAX = 100  # memories named in one audit row; more take several rows

READ = "read"
"""What the audit calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedRead:
    """One answer with memories in it whose reading is audited."""

    at: datetime
    actor: str
    verb: str
    ids: tuple[str, ...]
    trace: str = ""


def is_reading_audited(memory: Memory) -> bool:
    """Whether every reading of a memory is audited: permanent memory, and what personal data was found in."""
    return memory.tier is Tier.PERMANENT or memory.sensitivity is Sensitivity.PERSONAL


class AuditedReads:
    """Reads not yet in the audit."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._reads: dict[Scope, list[AuditedRead]] = {}

    def note(self, scope: Scope, reads: Iterable[AuditedRead]) -> bool:
        """Take note of reads; True when it is time to write them."""
        with self._lock:
            noted = self._reads.setdefault(scope, [])
            noted += reads
            return len(noted) >= READS_MAX

    def take(self, scope: Scope) -> list[AuditedRead]:
        """A user's reads, which are then no longer held here."""
        with self._lock:
            return self._reads.pop(scope, [])

    def scopes(self) -> list[Scope]:
        """Users with reads not yet written."""
        with self._lock:
            return list(self._reads)


def audit_reads(writer: Writer, reads: Sequence[AuditedRead]) -> None:
    """Write audit rows for reads. Of a user of whom nothing is held any more, nothing is written."""
    if not reads or not writer.renewal(epoch="", change=0).epoch:
        return
    for read in reads:
        about = f"{read.verb} trace:{read.trace}" if read.trace else read.verb
        for start in range(0, max(len(read.ids), 1), IDS_MAX):
            ids = read.ids[start : start + IDS_MAX]
            writer.audit(
                at=read.at,
                actor=read.actor,
                action=READ,
                memory_id=ids[0] if len(ids) == 1 else None,
                detail=" ".join((about, *ids)) if len(ids) > 1 else about,
            )
