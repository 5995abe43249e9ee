"""What flows through the stages of a write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.entity import Mention
from mnemic.domain.record import Memory, Source, Turn
from mnemic.ports import Judge
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
    held: Mapping[Source, str] = field(default_factory=dict)  # turns the guard quarantines, with its reasons
    readable: tuple[Turn, ...] = ()  # turns whose words may become statements
    candidates: tuple[Candidate, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    mentions: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)  # what each text to be stored names
    skills: tuple[Memory, ...] = ()  # known skills that the turns may amend, oldest first
    neighbours: tuple[Memory, ...] = ()  # known memories that a language model is shown beside the turns
    degraded: tuple[str, ...] = ()  # what could not do its part, and what did it instead
