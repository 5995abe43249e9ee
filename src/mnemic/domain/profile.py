"""The portrait of a user (M7): slots with their evidence, and four questions answered from memories."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mnemic.domain.record import Source


class ProfileMethod(StrEnum):
    """Who made a portrait."""

    RULES = "rules"
    MODEL = "model"  # it answered the questions in sentences; slots are by rules always


class ProfileQuestion(StrEnum):
    """What a portrait answers."""

    BUSY = "busy"  # what is the user busy with and aiming at
    SHIFTS = "shifts"  # how have preferences and habits changed
    STALE = "stale"  # which memories have probably gone stale
    MOOD = "mood"  # mood or pressure


class Occupation(StrEnum):
    """Why something counts as what the user is busy with."""

    TASK = "task"
    PLAN = "plan"
    DECISION = "decision"
    TOPIC = "topic"  # it came up on several days


class Doubt(StrEnum):
    """Why a memory has probably gone stale."""

    OVER = "over"  # the day of a plan has passed
    CONTRADICTED = "contradicted"  # something newer says otherwise, and nobody decided
    ENDS_SOON = "ends soon"
    UNUSED = "unused"  # said once, long ago, about what changes, and never used since


class Feeling(StrEnum):
    """What a sentence of the user sounds like."""

    PRESSURE = "pressure"
    LOW = "low"
    GLAD = "glad"


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitValue:
    """One value of a slot of the user."""

    text: str
    evidence: tuple[str, ...]  # ids of the memories that say so, the newest last
    since: datetime  # when it began to hold, as far as was said
    confidence: float  # 0-1


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """One slot of the user: single-valued (home) or many-valued (likes)."""

    name: str
    many: bool
    values: tuple[TraitValue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursuit:
    """Something the user is busy with or aims at."""

    kind: Occupation
    text: str
    evidence: tuple[str, ...]
    at: datetime  # when it was last said, or is to happen


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A preference, habit or fact that changed."""

    name: str  # of the slot
    before: str
    after: str
    at: datetime
    evidence: tuple[str, ...]  # the older memory's id, then the newer's


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """A memory that has probably gone stale, and why."""

    text: str
    doubt: Doubt
    evidence: tuple[str, ...]
    at: datetime  # when it was said


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A sentence of the user that sounds like something, word for word."""

    feeling: Feeling
    quote: str
    source: Source
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An answer in a model's words; everything it rests on is cited and was checked."""

    about: ProfileQuestion
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The portrait of a user as of one moment. Every part names the memories, or turns, it rests on."""

    id: str | None = None  # of its record; None: made just now and not kept
    user: str
    agent: str | None = None  # of whom it is seen through
    made_at: datetime
    by: ProfileMethod = ProfileMethod.RULES
    note: str = ""  # why a model's answer was not, or not wholly, taken
    traits: tuple[Trait, ...] = ()
    busy: tuple[Pursuit, ...] = ()
    shifts: tuple[Shift, ...] = ()
    stale: tuple[Stale, ...] = ()
    mood: tuple[Sign, ...] = ()  # of the last days; empty where nothing sounded like any
    claims: tuple[Claim, ...] = ()

    def trait(self, name: str) -> Trait | None:
        """A slot by name, or None where nothing is known."""
        return next((one for one in self.traits if one.name == name), None)

    @property
    def evidence(self) -> tuple[str, ...]:
        """Ids of all memories it rests on."""
        cited = [value.evidence for trait in self.traits for value in trait.values]
        cited += [part.evidence for part in self.busy] + [part.evidence for part in self.shifts]
        cited += [part.evidence for part in self.stale] + [part.evidence for part in self.claims]
        return tuple(dict.fromkeys(id for ids in cited for id in ids))


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChanges:
    """What changed since a moment."""

    since: datetime | None  # None: there was nothing to compare with
    added: tuple[Trait, ...] = ()  # each with only the values that came
    changed: tuple[Shift, ...] = ()
    gone: tuple[Trait, ...] = ()  # each with only the values that went
    aims: tuple[Pursuit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.gone or self.aims)
