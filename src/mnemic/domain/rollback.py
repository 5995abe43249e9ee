"""Sources as a whole, and what taking one back does (S3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mnemic.domain.changes import Change
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Memory, Origin


class SourceGrouping(StrEnum):
    """By what memories have a source in common."""

    ORIGIN = "origin"  # user, assistant, tool, document, inferred, imported
    SESSION = "session"
    SPEAKER = "speaker"  # a name in a talk of several people
    TOOL = "tool"  # the tool that was called
    AGENT = "agent"  # the agent it was said to
    FILE = "file"  # the SHA-256 of a file it came with
    BATCH = "batch"  # one import: the moment it was made


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInfo:
    """What comes from one source. Every turn and memory is counted under each thing it has in common with others."""

    by: SourceGrouping
    value: str
    memories: int  # that take part in recall, episodes among them
    quarantined: int
    turns: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFilter:
    """Which source is meant: what all of these say. At least one is given."""

    origin: Origin | None = None
    session: str | None = None
    speaker: str | None = None
    tool: str | None = None
    agent: str | None = None
    turn: str | None = None
    file: str | None = None
    batch: str | None = None
    since: datetime | None = None

    @property
    def words(self) -> str:
        """The source in words, for the history."""
        given = {slot: getattr(self, slot) for slot in self.__slots__}
        return ", ".join(f"{name} {value}" for name, value in given.items() if value is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollback:
    """What taking back a source did, or would do."""

    id: str  # for `undo`
    at: datetime
    source: str  # in words
    dry_run: bool = False
    changes: tuple[Change, ...] = ()
    retracted: tuple[Memory, ...] = ()  # as they were
    reopened: tuple[Memory, ...] = ()  # what they had replaced, standing again
    revised: tuple[Memory, ...] = ()  # what also rests on other sources, without this one
    removed: tuple[Memory, ...] = ()  # summaries, which are made anew from what is left
    turns: int = 0
    receipt: Receipt | None = None  # of what was forgotten for good
    skipped: tuple[str, ...] = ()  # of an undo: ids of what was changed by somebody since

    @property
    def memory_ids(self) -> tuple[str, ...]:
        """Ids of every memory it changes."""
        return tuple(dict.fromkeys(one.id for one in (*self.retracted, *self.revised, *self.reopened, *self.removed)))
