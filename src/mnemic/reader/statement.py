"""What a language's rules find in a message: statements, and parts that make none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from mnemic.domain.judgement import Judgement
from mnemic.domain.record import Kind, Slot, Tier

USER = "user"  # the subject of a slot that speaks of the user


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierMessage:
    """One earlier message of the conversation, for what a short answer refers to."""

    role: str
    text: str
    speaker: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageSetting:
    """What the rules may know besides the message itself."""

    said: datetime  # aware
    zone: tzinfo
    earlier: tuple[EarlierMessage, ...] = ()  # the last messages before it, oldest first


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One self-contained statement in the language it was said in."""

    text: str
    kind: Kind
    slot: Slot | None = None
    entities: tuple[str, ...] = ()
    start: int = 0  # span of the quote in the message, in code points
    end: int = 0
    confidence: float = 0.8  # 0-1
    importance: float = 0.5  # 0-1
    tier: Tier | None = None
    once: bool = False  # for this time only
    correction: bool = False  # says outright that something known is wrong
    retracts: bool = False  # asks to drop what it names, and states nothing new
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    judgement: Judgement | None = None  # of the words it comes from, where there is a judge


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedPart:
    """A part of a message that makes no statement, and why (W2)."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReading:
    """All that one language's rules make of one message."""

    statements: tuple[Statement, ...] = ()
    passed: tuple[SkippedPart, ...] = ()
