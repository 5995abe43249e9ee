"""What a slot is, and what a message says for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mnemic.domain.record import Json

CONFIDENCE_MIN = 0.6  # what is less sure is not said at all


class FieldType(StrEnum):
    """What a slot holds; after the types and formats of JSON schema."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    DATE = "date"  # ISO 8601: 2026-12-03
    MOMENT = "moment"  # ISO 8601 with its offset: 2026-12-03T15:00:00+08:00
    TIME = "time"  # a time of the day: 15:00:00
    CHOICE = "choice"
    LIST = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskField:
    """One slot of a task, as its schema declares it."""

    name: str  # "departure_date"
    type: FieldType
    title: str = ""  # for people, in either language
    description: str = ""  # of the schema's field, in either language
    aliases: tuple[str, ...] = ()  # other names, in either language
    choices: tuple[str, ...] = ()  # of a CHOICE, or of the items of a LIST
    item: FieldType | None = None  # of a LIST


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledField:
    """What a message says for one slot."""

    field: str
    value: Json  # by the field's type; of what is removed the value named, or None for whatever is there
    quote: str  # the words of the message it comes from
    start: int  # of the quote, in code points of the message
    end: int
    confidence: float  # 0-1
    removes: bool = False  # the value is taken away: "not Kyoto any more", 取消那个预算
    adds: bool = False  # of a LIST: joins what is there rather than replacing it
