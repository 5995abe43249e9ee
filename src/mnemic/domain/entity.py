"""Who and what a user's memories speak of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mnemic.domain.record import Memory


class EntityKind(StrEnum):
    """What sort of thing a name names. Dates are no entities: they are times (language/when)."""

    PERSON = "person"
    ANIMAL = "animal"
    PLACE = "place"
    ORGANISATION = "organisation"
    PRODUCT = "product"  # things and services with a name: a phone, a programming language, an app
    WORK = "work"  # books, films, songs, games


class MentionOwner(StrEnum):
    """Whose sister "my sister" is."""

    NOBODY = ""
    SPEAKER = "speaker"  # "my sister"
    LISTENER = "listener"  # "your sister"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name in a text, `text[start:end]`, in code points.

    A role such as "my sister" is a mention whose name is the role itself ("sister"); "my sister Lena" is a mention of
    Lena in the role of a sister. `owner` says whose role it is.
    """

    name: str
    kind: EntityKind
    start: int
    end: int
    role: str = ""
    owner: MentionOwner = MentionOwner.NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One somebody or something in the user's world, under all the names it goes by."""

    name: str  # the fullest name it is called by
    kind: EntityKind
    aliases: tuple[str, ...] = ()  # the other names
    count: int  # memories that mention it
    first_said_at: datetime
    last_said_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedEntity:
    """An entity that hangs together with another, and how: `path` names the entities from the one asked about to this
    one, and `through` holds one memory for each step, which mentions both its ends."""

    entity: Entity
    strength: float  # 0-1, higher is nearer
    path: tuple[str, ...]
    through: tuple[Memory, ...]
