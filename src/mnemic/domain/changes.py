"""What a write produces: plain values, printable, testable, replayable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from mnemic.domain.judgement import Judgement
from mnemic.domain.questions import Vote
from mnemic.domain.record import NOTHING, Json, Kind, Memory, Origin, Slot, Source, Tier


class Action(StrEnum):
    """What happened to a memory. One history row for each."""

    ADD = "add"
    REINFORCE = "reinforce"
    REVISE = "revise"
    SUPERSEDE = "supersede"
    RETRACT = "retract"
    QUARANTINE = "quarantine"
    ARCHIVE = "archive"
    CONFIRM = "confirm"
    RESTORE = "restore"
    FEEDBACK = "feedback"
    FORGET = "forget"
    FADE = "fade"  # long unused: from active to dormant
    MERGE = "merge"  # several became one: the dense memory is added, its parts archived
    PURGE = "purge"  # out of use for so long that it was removed; only the audit says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A statement found in the turns, before it has met what is already known."""

    text: str
    kind: Kind
    slot: Slot | None = None
    entities: tuple[str, ...] = ()
    language: str = "en"
    confidence: float = 0.8
    importance: float = 0.5
    tier: Tier | None = None  # what the wording asks for; the relevance stage decides
    task: str | None = None  # the only task it holds for; set where talk fills tasks
    once: bool = False  # an exception for this time only
    correction: bool = False  # it says outright that something known is wrong
    retracts: bool = False  # it asks to drop what it names, and states nothing new
    judgement: Judgement | None = None  # of the words it comes from, where there is a judge
    control_relevance: float = 0.5  # set by the relevance stage
    relevance_reasons: tuple[str, ...] = ()
    origin: Origin = Origin.USER
    trust: float = 1.0  # 0-1: at most, whatever its origin
    said_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    sources: tuple[Source, ...]
    quote: str = ""
    same_as: tuple[Memory, ...] = ()  # proposed: known memories it says again, as they were when it was found
    replaces: tuple[Memory, ...] = ()  # proposed: known memories that it ends or, with `retracts`, takes back
    amends: Memory | None = None  # the known skill that it changes, as it was when it was found
    metadata: Mapping[str, Json] = field(default_factory=lambda: NOTHING)  # the memory's own, such as a skill's body


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Something that was said and makes no memory, and why."""

    text: str
    reason: str
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One decision about one memory."""

    action: Action
    memory: Memory  # as it is after the change
    before: Memory | None = None  # as it was, where it existed
    reason: str
    replaces: tuple[Memory, ...] = ()  # for SUPERSEDE: the old statements as they are after it
    votes: tuple[Vote, ...] = ()  # for FEEDBACK: what is noted of the answer it was given for
    unvotes: tuple[Vote, ...] = ()  # for RESTORE: what is noted no more


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One row of a memory's history: never changed, removed only by forgetting."""

    memory_id: str
    sequence: int = 0  # running number within the user, given by the store; breaks ties of time
    action: Action
    actor: str
    reason: str
    at: datetime
    before: Memory | None = None
    after: Memory | None = None


class Relation(StrEnum):
    """How one memory stands to another."""

    SUPERSEDES = "supersedes"
    CONTRADICTS = "contradicts"
    EXCEPTION_TO = "exception_to"
    CONSOLIDATES = "consolidates"  # a dense memory and each memory it was made of
    RESTS_ON = "rests_on"  # a habit and each memory that is evidence of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The conflict log: both sides are kept, with which won and why."""

    source: str  # the newer memory's id
    target: str  # the older memory's id
    relation: Relation
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two memories that cannot both hold, as the conflict log has them, with what became of each."""

    newer: Memory
    older: Memory
    relation: Relation
    reason: str
    at: datetime
    open: bool  # decided by rule and reviewed by nobody: confirm the newer, reject it, or undo the older's change


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a write report."""

    reason: str
    memory: Memory | None = None
    text: str = ""

    def __str__(self) -> str:
        return f"{self.memory.text if self.memory else self.text} ({self.reason})"


@dataclass(slots=True, kw_only=True)
class WriteReport:
    """What became of the messages of one `add`, entry by entry, each with its reason."""

    session: str
    turns: list[str] = field(default_factory=list)  # ids of the turns now in the log
    added: list[Entry] = field(default_factory=list)
    reinforced: list[Entry] = field(default_factory=list)
    revised: list[Entry] = field(default_factory=list)
    superseded: list[Entry] = field(default_factory=list)
    retracted: list[Entry] = field(default_factory=list)
    archived: list[Entry] = field(default_factory=list)
    restored: list[Entry] = field(default_factory=list)  # parts that stand again: their dense memory was taken apart
    tasks: list[Entry] = field(default_factory=list)  # what talk did to the tasks in work
    feedback: list[Entry] = field(default_factory=list)  # memories of an earlier answer that a message judged
    quarantined: list[Entry] = field(default_factory=list)
    dropped: list[Entry] = field(default_factory=list)
    redacted: list[Entry] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)  # what could not do its part, and what did it instead
    pending: int = 0  # turns stored but not yet understood
    dry_run: bool = False

    def note(self, change: Change) -> None:
        """File a change under the list its action names. Episodes are the log itself and make no entry."""
        if change.action is Action.QUARANTINE:
            self.quarantined.append(Entry(reason=change.reason, memory=change.memory))
        elif change.action is Action.FEEDBACK:
            self.feedback.append(Entry(reason=change.reason, memory=change.memory))
        elif change.memory.kind is Kind.TASK:
            self.tasks.append(Entry(reason=change.reason, memory=change.memory))
        elif change.memory.kind is Kind.EPISODE:
            return
        elif change.action is Action.SUPERSEDE:
            self.added.append(Entry(reason=change.reason, memory=change.memory))
            self.superseded.extend(Entry(reason=change.reason, memory=old) for old in change.replaces)
        else:
            lists = {
                Action.ADD: self.added,
                Action.REINFORCE: self.reinforced,
                Action.REVISE: self.revised,
                Action.RETRACT: self.retracted,
                Action.ARCHIVE: self.archived,
                Action.RESTORE: self.restored,
            }
            lists[change.action].append(Entry(reason=change.reason, memory=change.memory))

    def drop(self, dropped: Dropped) -> None:
        """File something that makes no memory."""
        self.dropped.append(Entry(reason=dropped.reason, text=dropped.text))

    @property
    def ids(self) -> list[str]:
        """Ids of the memories added, in order."""
        return [entry.memory.id for entry in self.added if entry.memory]
