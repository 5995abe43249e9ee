"""What flows through the stages of a write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo

from mnemic.domain.changes import Candidate, Change, Dropped
from mnemic.domain.entity import Mention
from mnemic.domain.record import Memory, Source, Turn
from mnemic.ports import Judge
from mnemic.safety.guard.lessons import NO_LESSONS, GuardLessons
from mnemic.safety.guard.screen import GuardVerdict
from mnemic.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Turns on their way to becoming memories. Each stage takes a draft and gives the next one."""

    user: str  # the user's id
    turns: tuple[Turn, ...]  # to be understood, in order
    earlier: tuple[Turn, ...]  # what was said before them in their session
    zone: tzinfo
    settings: Settings
    judge: Judge | None = None  # of what the rules leave; None leaves it
    lessons: GuardLessons = NO_LESSONS  # what the user has said of what the guard held before
    vectors_follow: bool = False  # the guard will see each turn's vector, and may leave open what it is unsure of
    settled: frozenset[Source] = frozenset()  # turns a model has judged
    held: Mapping[Source, GuardVerdict] = field(default_factory=dict)  # turns the guard quarantines, with its judgement
    released: Mapping[Source, Change] = field(default_factory=dict)  # turns the user lets go, with what becomes of each
    readable: tuple[Turn, ...] = ()  # turns whose words may become statements
    candidates: tuple[Candidate, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    mentions: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)  # what each text to be stored names
    skills: tuple[Memory, ...] = ()  # known skills that the turns may amend, oldest first
    neighbours: tuple[Memory, ...] = ()  # known memories that a language model is shown beside the turns
    degraded: tuple[str, ...] = ()  # what could not do its part, and what did it instead
