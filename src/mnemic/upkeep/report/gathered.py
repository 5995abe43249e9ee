"""Every row of one user, sorted for a report: one snapshot, nothing left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mnemic.domain.blob import Blob
from mnemic.domain.changes import History, Link
from mnemic.domain.held import Audited, Kept, Row
from mnemic.domain.questions import Asked, Vote
from mnemic.domain.record import Json, Memory, Source, Turn
from mnemic.domain.register import Register, Registered
from mnemic.domain.upkeep import Letter
from mnemic.ports import Reader
from mnemic.upkeep.transfer.format import document, sort_of


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What is held about one user."""

    turns: dict[Source, Turn] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    history: list[History] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    audit: list[Audited] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    votes: list[Vote] = field(default_factory=list)
    files: list[Blob] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    registered: list[Registered] = field(default_factory=list)
    rows: dict[str, list[Json]] = field(default_factory=dict)  # the same as an export has them

    def take(self, row: Row, *, raw: bool) -> None:
        """File a row. `raw`: also as an export has it; values behind placeholders leave the store in no file."""
        if raw and not (isinstance(row, Registered) and row.register is Register.PLACEHOLDERS):
            self.rows.setdefault(sort_of(row), []).append(dict(document(row)))
        if isinstance(row, Turn):
            self.turns[row.source] = row
        elif isinstance(row, Kept):
            self.memories[row.memory.id] = row.memory
        else:
            self._list(row).append(row)

    def _list(self, row: Row) -> list[Row]:
        lists: Mapping[type, object] = {
            History: self.history,
            Link: self.links,
            Audited: self.audit,
            Asked: self.asked,
            Vote: self.votes,
            Blob: self.files,
            Letter: self.letters,
            Registered: self.registered,
        }
        found = lists[type(row)]
        assert isinstance(found, list)
        return found


def gathered(reader: Reader, *, raw: bool) -> Gathered:
    """Everything of a reader's user.

    Args:
        raw: also the rows as an export has them, contents of files included.
    """
    found = Gathered()
    for row in reader.held():
        found.take(row, raw=raw)
    return found
