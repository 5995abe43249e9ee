"""Every row of one user, sorted for a report: one snapshot, nothing left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mnemic.domain.blob import Blob
from mnemic.domain.changes import History, Link
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Json, Memory, Source, Turn
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.stored_rows import AuditRow, StoredMemory, StoredRow
from mnemic.domain.upkeep import DeadLetter
from mnemic.ports import Reader
from mnemic.upkeep.transfer.format import row_document, row_sort


@dataclass(slots=True, kw_only=True)
class GatheredRows:
    """What is held about one user."""

    turns: dict[Source, Turn] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    history: list[History] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    audit: list[AuditRow] = field(default_factory=list)
    asked: list[AskedQuestion] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    files: list[Blob] = field(default_factory=list)
    letters: list[DeadLetter] = field(default_factory=list)
    registered: list[RegisterEntry] = field(default_factory=list)
    rows: dict[str, list[Json]] = field(default_factory=dict)  # the same as an export has them

    def take(self, row: StoredRow, *, raw: bool) -> None:
        """File a row. `raw`: also as an export has it; values behind placeholders leave the store in no file."""
        if raw and not (isinstance(row, RegisterEntry) and row.register is Register.PLACEHOLDERS):
            self.rows.setdefault(row_sort(row), []).append(dict(row_document(row)))
        if isinstance(row, Turn):
            self.turns[row.source] = row
        elif isinstance(row, StoredMemory):
            self.memories[row.memory.id] = row.memory
        else:
            self._list(row).append(row)

    def _list(self, row: StoredRow) -> list[StoredRow]:
        lists: Mapping[type, object] = {
            History: self.history,
            Link: self.links,
            AuditRow: self.audit,
            AskedQuestion: self.asked,
            Vote: self.votes,
            Blob: self.files,
            DeadLetter: self.letters,
            RegisterEntry: self.registered,
        }
        found = lists[type(row)]
        assert isinstance(found, list)
        return found


def gather_rows(reader: Reader, *, raw: bool) -> GatheredRows:
    """Everything of a reader's user.

    Args:
        raw: also the rows as an export has them, contents of files included.
    """
    found = GatheredRows()
    for row in reader.held():
        found.take(row, raw=raw)
    return found
