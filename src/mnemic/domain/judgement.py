"""What a sentence is taken for: does it hold anything to remember, of what kind, about whom, and how is it meant?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mnemic.domain.record import Kind


class SentenceSubject(StrEnum):
    """Whom a sentence speaks of."""

    USER = "user"
    OTHER = "other"  # somebody the user knows
    WORLD = "world"  # a project, a company, a place
    NONE = "none"


class Mood(StrEnum):
    """How a sentence is meant."""

    SAID = "said"  # as true, or as wanted
    ASKED = "asked"
    SUPPOSED = "supposed"
    QUOTED = "quoted"  # somebody else's words, fiction, sample data
    JOKED = "joked"
    REQUEST = "request"  # a task for now
    CHAT = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One sentence judged. Every value is a probability, 0-1."""

    keep: float  # that it holds anything a later decision could need
    once: float  # that it holds for this time only
    change: float  # that it speaks of something replaced, moved, stopped or corrected
    kinds: Mapping[Kind, float]
    about: Mapping[SentenceSubject, float]
    moods: Mapping[Mood, float]

    @property
    def kind(self) -> Kind:
        """The most probable kind."""
        return max(self.kinds, key=lambda kind: self.kinds[kind])

    @property
    def mood(self) -> Mood:
        """The most probable mood."""
        return max(self.moods, key=lambda mood: self.moods[mood])
