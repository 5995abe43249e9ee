"""What a memory is, and the turns it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from mnemic.domain.blob import FileRef, file_refs_in

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
NOTHING: Mapping[str, Json] = MappingProxyType({})


class Kind(StrEnum):
    """What sort of statement a memory is."""

    EPISODE = "episode"  # a turn as it was said
    NOTE = "note"  # kept as given, by add(..., infer=False)
    FACT = "fact"
    PREFERENCE = "preference"
    RULE = "rule"  # a standing order: how to behave from now on
    DECISION = "decision"
    CONSTRAINT = "constraint"
    PLAN = "plan"
    EVENT = "event"
    RELATIONSHIP = "relationship"
    SKILL = "skill"
    TASK = "task"  # a task with its state while it is open, and its archived summary afterwards
    SUMMARY = "summary"  # of a stretch of a session
    PROFILE = "profile"  # a portrait of the user, as of one day
    DIGEST = "digest"  # what a week or a month held


ROOM_KINDS = frozenset({Kind.TASK, Kind.SUMMARY, Kind.PROFILE, Kind.DIGEST})
"""Kinds that no one said: a room keeps them, with a body of its own in the metadata."""

FOUND_BY_KIND = ROOM_KINDS | {Kind.SKILL}
"""Kinds of which a store finds the records without reading what else a user has."""

UNINDEXED = frozenset({Kind.SUMMARY, Kind.PROFILE})
"""Kinds that no search finds: they say again what other memories say."""

OWN_KEY = "mnemic."
"""How keys of the metadata begin that are the memory's own. No caller can set them."""


class Tier(StrEnum):
    """How far a memory reaches."""

    SESSION = "session"  # this session only: an exception for once
    WORKING = "working"  # the current task
    LONG_TERM = "long_term"
    PROPOSED = "permanent_proposal"  # acts as long-term until the user confirms it
    PERMANENT = "permanent"  # always loaded; only the user's own word writes or deletes it


class Status(StrEnum):
    """Whether a memory takes part in recall."""

    ACTIVE = "active"
    DORMANT = "dormant"  # superseded, or long unused
    ARCHIVED = "archived"  # in history only
    QUARANTINED = "quarantined"  # held for review by the guard


class Origin(StrEnum):
    """Who a statement comes from; it bounds what the statement may become."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    DOCUMENT = "document"
    INFERRED = "inferred"
    IMPORTED = "imported"


TRUST: Mapping[Origin, float] = MappingProxyType(
    {
        Origin.USER: 1.0,
        Origin.IMPORTED: 0.7,
        Origin.INFERRED: 0.6,
        Origin.ASSISTANT: 0.5,
        Origin.TOOL: 0.3,
        Origin.DOCUMENT: 0.2,
    }
)
"""Trust by origin, 0-1. Our own choice of order: the user's word over everything, outside text last (S3)."""


class Sensitivity(StrEnum):
    """How private the text is."""

    NORMAL = "normal"
    PERSONAL = "personal"  # personal data was masked in it


class TurnState(StrEnum):
    """Where a turn stands in the queue. The turn log is the queue."""

    PENDING = "pending"
    UNDERSTOOD = "understood"
    DEAD = "dead"  # tried too often without success; out of the queue until somebody retries it


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The structured core of a statement: *subject* has *value* for *attribute* (or has it not).

    `single` says that the subject has one value at a time (a home, a default seat), so that a new value replaces the
    old one; else values stand side by side (allergies, likes).
    """

    subject: str
    attribute: str
    value: str
    polarity: int = 1  # +1 holds, -1 does not hold
    single: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What the slot is about, whatever its value."""
        return self.subject, self.attribute


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Source:
    """A turn a memory comes from."""

    session: str
    turn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One self-contained statement about, or of, one user. All times are timezone-aware UTC."""

    id: str
    tenant: str
    user: str
    agent: str | None = None
    task: str | None = None
    session: str | None = None
    kind: Kind
    tier: Tier = Tier.LONG_TERM
    status: Status = Status.ACTIVE
    text: str
    summary: str = ""
    language: str = "en"
    slot: Slot | None = None
    entities: tuple[str, ...] = ()
    confidence: float = 1.0  # 0-1
    importance: float = 0.5  # 0-1
    control_relevance: float = 0.5  # 0-1: how much a later decision would change by it
    relevance_reasons: tuple[str, ...] = ()
    sensitivity: Sensitivity = Sensitivity.NORMAL
    origin: Origin = Origin.USER
    trust: float = 1.0  # 0-1
    speaker: str | None = None
    said_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime
    superseded_at: datetime | None = None
    superseded_by: str | None = None
    updated_at: datetime
    last_accessed_at: datetime | None = None
    access_count: int = 0
    mention_count: int = 1
    useful: int = 0  # times feedback said it helped
    useless: int = 0  # times feedback said it did not
    sources: tuple[Source, ...] = ()
    position: int = 0  # place of the (first) turn in the user's log; neighbours have neighbouring positions
    quote: str = ""
    fingerprint: str = ""  # of the embedder its vector comes from
    purpose: str | None = None
    retention: str | None = None
    metadata: Mapping[str, Json] = field(default_factory=lambda: NOTHING)
    version: int = 1

    @property
    def turns(self) -> tuple[str, ...]:
        """Ids of the turns it comes from, first said first."""
        return tuple(source.turn for source in self.sources)

    @property
    def files(self) -> tuple[FileRef, ...]:
        """The files it came with."""
        return file_refs_in(self.metadata)

    @property
    def created_at(self) -> datetime:
        """When it was first stored; another name for `recorded_at`."""
        return self.recorded_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message as it was said, after redaction."""

    id: str
    session: str
    position: int = 0  # running number over all turns of the user, given by the store
    role: str
    text: str
    speaker: str | None = None
    agent: str | None = None
    task: str | None = None
    said_at: datetime
    offset_minutes: int = 0  # of the speaker's local time from UTC, as the caller gave it; 0 where it was not given
    recorded_at: datetime
    infer: bool = True
    tool_calls: tuple[Mapping[str, Json], ...] = ()
    tool_call_id: str | None = None
    metadata: Mapping[str, Json] = field(default_factory=lambda: NOTHING)
    redacted: tuple[str, ...] = ()  # kinds of personal data and secrets that were masked in it
    state: TurnState = TurnState.PENDING

    @property
    def source(self) -> Source:
        """Where it stands in the log."""
        return Source(session=self.session, turn=self.id)

    @property
    def files(self) -> tuple[FileRef, ...]:
        """The files it came with."""
        return file_refs_in(self.metadata)

    @property
    def origin(self) -> Origin:
        """Who it comes from, by its role. A system prompt is a document: nobody's statement."""
        return ORIGIN_BY_ROLE[self.role]


ORIGIN_BY_ROLE: Mapping[str, Origin] = MappingProxyType(
    {
        "user": Origin.USER,
        "assistant": Origin.ASSISTANT,
        "tool": Origin.TOOL,
        "function": Origin.TOOL,
        "document": Origin.DOCUMENT,
        "system": Origin.DOCUMENT,
        "developer": Origin.DOCUMENT,
    }
)
"""The roles of the OpenAI chat format, and "document" for what stands in a file; and whose word each is."""
