"""What is found, and how its date is written out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from mnemic.language.when.parts import part_of

TO = {"zh": " 至 ", "en": " to "}


class Grain(StrEnum):
    """How precisely a time was said."""

    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part_of_day"
    DAY = "day"
    WEEK = "week"
    WEEKEND = "weekend"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeMention:
    """One time expression of a text.

    `start` and `end` are code points of the text. `begins` and `ends` are aware, in the user's zone, half-open. Of what
    recurs they give the next occurrence: `daily`, `daily morning`, `weekly:MO`, `weekly:SA 14:00`, `every 2 weeks:TU`,
    `monthly:10`, `monthly:1MO` (its first Monday), `monthly:-1FR` (its last Friday), `monthly end`, `yearly:05-20`,
    `yearly:08`, `yearly:lunar 07-15`. Of a mere length (`duration`) both are the moment of saying.
    """

    start: int
    end: int
    text: str
    begins: datetime
    ends: datetime
    grain: Grain
    recurring: str | None = None
    explicit: bool = False  # an absolute date was said, not a relative one
    duration: bool = False


def spell_date(mention: TimeMention, language: str) -> str:
    """The absolute date in words: ISO 8601 as far as the grain reaches, `... to ...` (`... 至 ...`) for longer spans.

    `language` is `zh` or `en`. What recurs, and a mere length, are given back as said.
    """
    if mention.recurring or mention.duration:
        return mention.text
    first = _one(mention.begins, mention.grain, mention, language)
    last = _one(_last(mention), mention.grain, mention, language)
    return first if first == last else first + TO.get(language, TO["en"]) + last


def _last(mention: TimeMention) -> datetime:
    if mention.grain is Grain.PART_OF_DAY:
        return mention.begins
    if mention.grain in (Grain.MINUTE, Grain.HOUR):
        unit = timedelta(minutes=1) if mention.grain is Grain.MINUTE else timedelta(hours=1)
        return mention.begins if mention.ends - mention.begins <= unit else mention.ends
    return mention.ends - timedelta(microseconds=1)


def _one(moment: datetime, grain: Grain, mention: TimeMention, language: str) -> str:
    if grain in (Grain.MINUTE, Grain.HOUR):
        return f"{moment:%Y-%m-%d %H:%M}".zfill(16)
    if grain is Grain.PART_OF_DAY:
        part = part_of(mention.begins, mention.ends)
        return f"{moment.date()} {part.zh if language == 'zh' else part.en}"
    if grain in (Grain.MONTH, Grain.SEASON):
        return moment.date().isoformat()[:7]
    if grain is Grain.QUARTER:
        return f"{moment.year:04}-Q{(moment.month + 2) // 3}"
    return f"{moment.year:04}" if grain is Grain.YEAR else moment.date().isoformat()
