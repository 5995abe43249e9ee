"""The times of a message as a plan means them: a bare day of the month is the coming one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo

from mnemic.domain.regex import Regex
from mnemic.language.when import Grain, TimeMention, find_times

_OF_MONTH = Regex(r"\s*(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th|号|日)", re.IGNORECASE)
_OF_YEAR = Regex(r"(?:19|20|21)\d\d")
_MONTH = Regex(
    r"\d{1,2}\s?月|[一二三四五六七八九十]月|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d[-/.]\d",
    re.IGNORECASE,
)
_MONTH_LAST = Regex(
    r"(?:the )?\d{1,2}(?:st|nd|rd|th)?\s*(?:-|–|to|until|through)\D*\d{1,2}(?:st|nd|rd"
    r"|th)?(?: of)? [a-z]{3,9}\.?(?:,? \d{4})?",
    re.IGNORECASE,
)
_ORDINAL = Regex(
    r"\b(?:the )?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b(?=\s*(?:$|[,.!?;)]|(?:instead|please|then|now|at|to"
    r"|through|for|and|in the (?:morning|afternoon|evening)|works?|is|would|if|works|suits|sounds|not"
    r"|rather)\b))",
    re.IGNORECASE,
)
_CLOCK_WORDS = Regex(
    r"o'clock|half|past|quarter|noon|midnight|morning|afternoon|evening|twenty|thirty|fifteen|forty|fifty"
    r"|one|two|three|four|five"
    r"|six|seven|eight|nine|ten|eleven|twelve|[ap]\.?m",
    re.IGNORECASE,
)
_DATED = Regex(r"[号日天周期今明后昨]|礼拜|[a-z]{3}|\d[-/]\d", re.IGNORECASE)
_HOUR_BEHIND = Regex(
    r"\s+at\s+(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?(?:\s?(?P<half>[ap])\.?m\.?)?(?![\w:])", re.IGNORECASE
)
_RANGE = Regex(r"到|至|~|-|–|—|\b(?:to|through|thru|until|till|and)\b", re.IGNORECASE)
_AT = Regex(r"\s*(?:,|at|@|around)?\s*", re.IGNORECASE)
_WITHIN_A_DAY = frozenset({Grain.DAY, Grain.PART_OF_DAY, Grain.HOUR, Grain.MINUTE})
_CLOCK = frozenset({Grain.HOUR, Grain.MINUTE})
_LAST_MONTH = 12
_AFTERNOON_MAX = 6  # o'clock


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTime:
    """A time named in a message: a day, a span of days, or a clock time of a day."""

    start: int
    end: int
    begins: datetime
    ends: datetime  # of a span the last day, or the clock time it ends at; else as it begins
    clock: bool  # whether the time of the day is said
    dated: bool  # whether the day is said, not only a clock time
    span: bool
    length: bool = False  # "for five days", which is no day but an amount
    named: bool = True  # lengths, what recurs, months and seasons are times, but name no day


def find_named_times(text: str, said: datetime, zone: tzinfo) -> tuple[NamedTime, ...]:
    """The times of a text in half-width signs, in order, each as the coming one where the year or month is not said.

    Raises:
        InvalidTime: `said` has no zone.
    """
    mentions = find_times(text, said, zone)
    read = [_day(one, text) for one in mentions]
    found: list[NamedTime] = []
    for day in sorted([*_ordinals(text, mentions, said, zone), *read], key=lambda day: (day.start, -day.end)):
        if not found or day.start >= found[-1].end:
            found.append(day)
    return tuple(_ahead(_clocked(text, found), text, said.astimezone(zone)))


def _day(mention: TimeMention, text: str) -> NamedTime:
    clock = mention.grain in _CLOCK
    last = mention.ends if clock else mention.ends - timedelta(microseconds=1)
    many = mention.ends - mention.begins > (timedelta(hours=1) if clock else timedelta(days=1))
    minutes = mention.grain is Grain.MINUTE and mention.ends - mention.begins > timedelta(minutes=1)
    ranged = bool(_RANGE.search(mention.text)) and (
        many or minutes or (clock and bool(re.search(r"\d\s*(?:-|–|~|到|至|to)\s*\d", mention.text)))
    )
    named = not (mention.duration or mention.recurring) and mention.grain in _WITHIN_A_DAY and (ranged or not many)
    dated = not clock or bool(_DATED.search(_CLOCK_WORDS.sub("", mention.text)))
    return NamedTime(
        start=mention.start,
        end=mention.end,
        begins=mention.begins,
        ends=last if ranged else mention.begins,
        clock=clock,
        dated=dated,
        span=ranged,
        length=mention.duration,
        named=named,
    )


def _ordinals(text: str, mentions: Sequence[TimeMention], said: datetime, zone: tzinfo) -> Iterator[NamedTime]:
    """Bare days of the month the reader of times leaves alone: "make it the 14th"."""
    today = said.astimezone(zone).date()
    for match in _ORDINAL.finditer(text):
        if any(one.start < match.end() and match.start() < one.end for one in mentions):
            continue
        first = _coming(int(match["day"]), today)
        begins = datetime.combine(first, time(), tzinfo=zone)
        yield NamedTime(
            start=match.start(), end=match.end(), begins=begins, ends=begins, clock=False, dated=True, span=False
        )


def _hour(match: re.Match[str]) -> int:
    """The hour of the day; one to six without more are in the afternoon, as everywhere in `language.when`."""
    hour = int(match["hour"])
    if match["half"]:
        return hour % 12 + 12 * (match["half"].lower() == "p")
    return hour + 12 if 1 <= hour <= _AFTERNOON_MAX else hour


def _clocked(text: str, found: Sequence[NamedTime]) -> Iterator[NamedTime]:
    """Days with the bare clock time that stands right behind them."""
    held: NamedTime | None = None
    for each in found:
        if held and _is_day(held) and _is_hour(each) and _AT.fullmatch(text, held.end, each.start):
            moment = datetime.combine(held.begins.date(), each.begins.timetz())
            held = replace(held, end=each.end, begins=moment, ends=moment, clock=True)
            continue
        if held:
            yield _with_hour(text, held)
        held = each
    if held:
        yield _with_hour(text, held)


def _is_day(day: NamedTime) -> bool:
    return day.named and not day.clock and not day.span


def _is_hour(day: NamedTime) -> bool:
    return day.named and day.clock and not day.dated


def _with_hour(text: str, day: NamedTime) -> NamedTime:
    """A day with the hour behind it that is no more than a number: the 14th at 10."""
    hour = _HOUR_BEHIND.match(text, day.end) if _is_day(day) else None
    if hour is None:
        return day
    moment = datetime.combine(day.begins.date(), time(_hour(hour), int(hour["minute"] or 0)), tzinfo=day.begins.tzinfo)
    return replace(day, end=hour.end(), begins=moment, ends=moment, clock=True)


def _ahead(found: Iterator[NamedTime], text: str, now: datetime) -> Iterator[NamedTime]:
    """Days moved to the coming month or year where that is not said; one after another in one message."""
    floor = now.date()
    for day in found:
        moved = _moved(day, text[day.start : day.end], floor, now.date()) if day.named else day
        yield moved
        if day.named and day.dated and moved.begins.date() >= now.date():
            floor = moved.begins.date()


def _moved(day: NamedTime, words: str, floor: date, today: date) -> NamedTime:
    first = day.begins.date()
    if day.span and _MONTH_LAST.fullmatch(words) and first.day <= day.ends.day:
        day = replace(day, begins=day.begins.replace(year=day.ends.year, month=day.ends.month))
        first = day.begins.date()
    if _OF_YEAR.search(words):
        return day
    if _MONTH.search(words):
        return day if first >= today else _shifted(day, _year_later(first))
    match = _OF_MONTH.match(words)
    if match is None or first >= floor:
        return day
    return _shifted(day, _coming(int(match["day"]), floor))


def _shifted(day: NamedTime, first: date) -> NamedTime:
    length = day.ends.date() - day.begins.date()
    begins = datetime.combine(first, day.begins.timetz())
    ends = datetime.combine(first + length, day.ends.timetz())
    if day.span and day.ends.day != ends.day:  # months differ in length: the last day keeps its number
        ends = datetime.combine(_coming(day.ends.day, first), day.ends.timetz())
    return replace(day, begins=begins, ends=ends)


def _coming(number: int, floor: date) -> date:
    """The first day of this number on or after a day; a number no month has gives the day itself."""
    year, month = floor.year, floor.month
    for _ in range(_LAST_MONTH):
        try:
            each = date(year, month, number)
        except ValueError:
            each = date.min
        if each >= floor:
            return each
        year, month = (year, month + 1) if month < _LAST_MONTH else (year + 1, 1)
    return floor


def _year_later(first: date) -> date:
    try:
        return first.replace(year=first.year + 1)
    except ValueError:  # 29 February
        return first.replace(year=first.year + 1, day=28)
