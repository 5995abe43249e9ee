"""What a question was understood to mean: the words it leans on, the time it names, what kind of answer it wants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class AnswerKind(StrEnum):
    """The kind of answer a question asks for."""

    TIME = "time"  # when
    DURATION = "duration"  # how long
    PERSON = "person"  # who, or what somebody or something is called
    PLACE = "place"  # where
    NUMBER = "number"  # how many, how much, which amount, number or age
    REASON = "reason"  # why
    MANNER = "manner"  # how
    YES_NO = "yes_no"
    PREFERENCE = "preference"  # what somebody likes or would rather have
    LIST = "list"  # all of several things
    THING = "thing"  # what or which, and none of the above


class Scene(StrEnum):
    """The part of life a text is about."""

    TRAVEL = "travel"
    FOOD = "food"
    HEALTH = "health"
    WORK = "work"
    MONEY = "money"
    FAMILY = "family"
    HOME = "home"
    LEARNING = "learning"
    LEISURE = "leisure"
    SHOPPING = "shopping"
    TECH = "tech"


class CompletionSource(StrEnum):
    """Where the words that complete a question come from."""

    SESSION = "session"  # what was said before in its session
    TASK = "task"  # the newest statements of the open task
    MEMORY = "memory"  # the newest memory of the thing it points at


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """Words a question leans on, and where they come from."""

    text: str
    whence: CompletionSource
    id: str  # of the turn, or of the memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A time that a question names, half-open: `words` are the words that named it.

    An end is None where it is open, as in "since March". `yearly` says that no year was said, so that any may be meant;
    the moments are then those of the nearest.
    """

    words: str
    begins: datetime | None
    ends: datetime | None
    yearly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """A question as it was understood. The original words are always searched, whatever else was found."""

    original: str
    completed: tuple[Completion, ...] = ()
    windows: tuple[Window, ...] = ()
    entities: tuple[str, ...] = ()  # names known from memory that the question speaks of
    asked_for: tuple[AnswerKind, ...] = ()
    scenes: tuple[Scene, ...] = ()
    whose: str = "anybody"  # whose words it asks for: user, assistant or anybody
    task: str | None = None  # id of the task in work that it is about
