"""What a doctor reads of a store: one user's rows as they lie there, those that mean nothing included.

It stands beside ports.py because nobody else may read a row that has not been made into a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mnemic.domain.blob import Blob
from mnemic.domain.changes import History, Link
from mnemic.domain.diagnosis import AuditLine, Counters, Row
from mnemic.domain.encryption import LockReason
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Memory, Source, Turn
from mnemic.domain.register import RegisterEntry
from mnemic.domain.upkeep import DeadLetter, JobState


class Examination(Protocol):
    """One user's rows in the snapshot of a reader, table by table. Rows are read as they are taken."""

    def locked(self) -> LockReason | None:
        """Why the user's private values cannot be opened; None where they can, or are plain."""
        ...

    def counters(self) -> Counters | None:
        """The user's running numbers; None where the user has no row."""
        ...

    def held(self) -> Counters:
        """The highest numbers that rows hold: memories and tombstones, turns, history and audit."""
        ...

    def memories(self) -> Iterator[Row[Memory]]:
        """Records, by id."""
        ...

    def turns(self) -> Iterator[Row[Turn]]:
        """The log, in order of position."""
        ...

    def sources(self) -> Iterator[tuple[str, Source]]:
        """Memory and turn of every row that says which comes from which, memory by memory."""
        ...

    def entries(self) -> Iterator[Row[IndexEntry]]:
        """Index entries, by memory."""
        ...

    def history(self) -> Iterator[Row[History]]:
        """History, memory by memory, each in order of sequence."""
        ...

    def links(self) -> Iterator[Row[Link]]:
        """The log of links; `memory_id` is the source's."""
        ...

    def audit(self) -> Iterator[Row[AuditLine]]:
        """The audit, in order of sequence."""
        ...

    def tombstones(self) -> Iterator[str]:
        """Ids of memories that were removed for good."""
        ...

    def asked(self) -> Iterator[Row[AskedQuestion]]:
        """Questions on record."""
        ...

    def votes(self) -> Iterator[Row[Vote]]:
        """Feedback."""
        ...

    def blobs(self) -> Iterator[Row[Blob]]:
        """Files with their bytes, one at a time."""
        ...

    def jobs(self) -> Iterator[Row[JobState]]:
        """Where upkeep stands."""
        ...

    def letters(self) -> Iterator[Row[DeadLetter]]:
        """Turns that could not be understood."""
        ...

    def registers(self) -> Iterator[Row[RegisterEntry]]:
        """Small things the memory keeps for itself."""
        ...
