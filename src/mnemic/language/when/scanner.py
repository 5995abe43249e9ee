"""From the pieces in a text to its time expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from mnemic.domain.regex import Regex
from mnemic.errors import InvalidTime
from mnemic.language.when import calendar, digits, en, zh
from mnemic.language.when.calendar import Span
from mnemic.language.when.context import LATE_HOUR, settle_by_context
from mnemic.language.when.mention import Grain, TimeMention
from mnemic.language.when.parts import Part, hour_in
from mnemic.language.when.scan_piece import Clock, Cycle, Frame, Piece, Rule, shift_dating, weekly
from mnemic.language.when.tense import (
    Tense,
    points_ahead,
    speaks_of_evening,
    speaks_of_morning,
    tells_of_habit,
    tells_opening_hours,
    tense,
)

HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
LEAD_CHARACTERS_MAX = (
    50  # how far before the first of two dates the words are sought that tell how they belong together
)
CYCLE_DAYS_MAX = 1500  # looked ahead for the next occurrence: over four years, so that 29 February is met

_DIGIT = Regex(r"\d")
_CODE = Regex(
    r"```.*?(?:```|$)|`[^`\n]+`|(?:https?|ftp)://[^\s一-鿿，。）]+|www\.[^\s一-鿿，。）]+|[\w.+-]+@[\w-]+\.[\w.]+",
    re.DOTALL | re.ASCII,
)
_GLUE = Regex(r"(?:[ \t,]|的|大概|大约|约|在|\b(?:at|on|in|of|the|from|around|about|by|between)\b|@){0,5}", re.ASCII)
_RANGE = Regex(
    r"[ \t]*(?:到|至|~|-|–|—|直到)+[ \t]*|[ \t]+(?:to|through|thru|until|till|and)[ \t]+"
    r"(?:the[ \t]+|on[ \t]+|at[ \t]+)?"
)
_MOVED = Regex(
    r"\b(?:moved?|shift(?:ed)?|push(?:ed)?|chang(?:ed?|ing)|(?:re)?scheduled?|postponed?|delayed)\b[^.;!?]{0,30}?\bfrom\s+"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)
_BETWEEN = Regex(r"between\s+(?:the\s+)?$", re.IGNORECASE)


def find_times(text: str, said: datetime, zone: tzinfo) -> tuple[TimeMention, ...]:
    """The time expressions of a text, in order, as intervals seen from `said` in the user's `zone`.

    Which of several readings counts is told at the head of the package. Vague times (几天前, the other day), how often
    something is done, clock times of a zone that is named, and figures inside addresses and code are no mentions.

    Raises:
        InvalidTime: `said` has no zone, or lies outside the calendar in the user's zone.
    """
    if said.utcoffset() is None:
        raise InvalidTime(f"The time of saying {said.isoformat()!r} has no zone: append Z, +08:00 or the like.")
    plain = text.translate(HALF_WIDTH)
    rules = _rules(plain)
    if not rules:
        return ()
    phrases = _joined(plain, _composed(plain, _apart(_pieces(plain, rules))))
    try:
        frame = Frame(said=said.astimezone(zone), zone=zone)
    except OverflowError as error:
        raise InvalidTime(f"The time of saying {said.isoformat()!r} lies outside the years 1 to 9999.") from error
    mentions: list[TimeMention] = []
    dated: TimeMention | None = None
    for phrase in phrases:
        first, seen = settle_by_context(phrase.first, mentions, dated, plain, frame)
        if mention := _mention(replace(phrase, first=first), text, plain, seen):
            mentions.append(mention)
            dated = mention if _dated(mention, first, seen) else dated
    return tuple(mentions)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phrase:
    """One time expression: its content, and the other end where it is a range."""

    first: Piece
    last: Piece | None = None

    @property
    def end(self) -> int:
        return (self.last or self.first).end


def _dated(mention: TimeMention, first: Piece, frame: Frame) -> bool:
    """Whether a mention names its day, itself or by the one before, so that a clock time behind it is of that day."""
    return not (mention.recurring or mention.duration) and (first.date is not None or frame.after is not None)


def _rules(plain: str) -> tuple[Rule, ...]:
    found: tuple[Rule, ...] = ()
    if zh.TRIGGER.search(plain):
        found += zh.RULES
    if en.TRIGGER.search(plain):
        found += en.RULES
    return found + digits.RULES if _DIGIT.search(plain) else found


def _pieces(plain: str, rules: tuple[Rule, ...]) -> Iterator[Piece]:
    for code in _CODE.finditer(plain):
        yield Piece(start=code.start(), end=code.end())
    for rule in rules:
        for match in rule.pattern.finditer(plain):
            try:
                found = rule.build(match)
            except (ValueError, OverflowError):
                continue  # a number no calendar or clock has
            if found and found.end > found.start:
                yield found


def _apart(pieces: Iterator[Piece]) -> list[Piece]:
    """Of overlapping pieces the leftmost, and of those the longest."""
    chosen: list[Piece] = []
    for found in sorted(pieces, key=lambda each: (each.start, -each.end, not each.empty)):
        if not chosen or found.start >= chosen[-1].end:
            chosen.append(found)
    return chosen


def _composed(plain: str, pieces: list[Piece]) -> list[Piece]:
    """Neighbours that say one time together: a day, a part of it, a clock time, a cycle."""
    phrases: list[Piece] = []
    for found in pieces:
        whole = _beside(plain, phrases[-1], found) if phrases else None
        if whole:
            phrases[-1] = whole
        else:
            phrases.append(found)
    return [phrase for phrase in phrases if not phrase.empty and (phrase.lone or phrase.date or phrase.cycle)]


def _beside(plain: str, left: Piece, right: Piece) -> Piece | None:
    gap = plain[left.end : right.start]
    if gap.strip() == "(" and plain[right.end : right.end + 1] == ")" and right.weekday is not None:
        return replace(left, end=right.end + 1) if left.figures and not left.clock else None
    if left.clock and not left.clock.until and _only_clock(right) and _to(plain, left.end, right.start, left.start):
        return replace(left, end=right.end, clock=replace(left.clock, until=right.clock))
    return _merged(left, right) if _GLUE.fullmatch(gap) else None


def _only_clock(piece: Piece) -> bool:
    return piece.clock is not None and not (piece.date or piece.part or piece.cycle or piece.clock.until)


def _merged(left: Piece, right: Piece) -> Piece | None:
    if shifted := _shifted(left, right):
        return shifted
    if any(each.shift and not each.date for each in (left, right)):
        return None
    if left.empty or right.empty or right.length or (left.length and not _day_ahead(left, right)):
        return None
    if left.date and right.date and not (left.cycle or right.cycle):
        return _same_day(left, right)
    if any(getattr(left, name) and getattr(right, name) for name in ("date", "part", "clock", "cycle")):
        return None
    if (left.date or right.date) and (left.cycle or right.cycle):
        return None
    return replace(
        left,
        end=right.end,
        date=left.date or right.date,
        part=left.part or right.part,
        clock=left.clock or right.clock,
        cycle=left.cycle or right.cycle,
        explicit=left.explicit or right.explicit,
        lone=True,
    )


def _shifted(left: Piece, right: Piece) -> Piece | None:
    """A date and what counts from it: the Monday after Easter, 元旦前一天."""
    if left.shift and not left.behind and right.date and not (right.clock or right.part or right.cycle):
        return Piece(start=left.start, end=right.end, date=shift_dating(left.shift, right.date))
    if right.shift and right.behind and left.date and not (left.clock or left.part or left.cycle):
        return Piece(start=left.start, end=right.end, date=shift_dating(right.shift, left.date))
    return None


def _day_ahead(left: Piece, right: Piece) -> bool:
    """Whether a length is one of whole days to count ahead, with a time of that day behind it: in two weeks, 11am."""
    return left.date is not None and left.length in (Grain.DAY, Grain.WEEK) and not (right.date or right.cycle)


def _same_day(left: Piece, right: Piece) -> Piece | None:
    """A weekday beside a date in figures says the day twice; the figures count."""
    if left.weekday is not None and right.figures and not left.part and not left.clock:
        return replace(right, start=left.start)
    if right.weekday is not None and left.figures and not left.part and not left.clock:
        return replace(left, end=right.end, part=right.part, clock=right.clock)
    return None


def _joined(plain: str, pieces: list[Piece]) -> list[_Phrase]:
    """Two ends with "to" between them make one range."""
    phrases: list[_Phrase] = []
    for found in pieces:
        before = phrases[-1] if phrases else None
        if before and before.last is None and _spans(plain, before.first, found):
            phrases[-1] = _weekday_cycle(before.first, found, plain) or _Phrase(first=before.first, last=found)
        else:
            phrases.append(_Phrase(first=found))
    return phrases


def _spans(plain: str, first: Piece, last: Piece) -> bool:
    if first.length or last.length or last.cycle or not _to(plain, first.end, last.start, first.start):
        return False
    if first.date and last.date:
        return not first.cycle
    return bool(first.clock and last.clock and not last.date)


def _to(plain: str, end: int, start: int, begin: int) -> bool:
    """Whether "to" stands between two ends, or "and" where "between" stands before them."""
    gap = _RANGE.fullmatch(plain, end, start)
    if gap is None or _MOVED.search(plain, max(0, begin - LEAD_CHARACTERS_MAX), begin):
        return False
    return "and" not in gap[0] or _BETWEEN.search(plain, max(0, begin - LEAD_CHARACTERS_MAX), begin) is not None


def _weekday_cycle(first: Piece, last: Piece, plain: str) -> _Phrase | None:
    """Monday to Friday, or the days of opening, where nothing says that one week is meant, are every week."""
    if first.weekday is None or last.weekday is None or last.weekday <= first.weekday:
        return None
    if tense(plain, first.start, last.end) is not Tense.UNKNOWN or first.clock or first.part:
        return None
    if (first.weekday, last.weekday) != (0, 4) and not tells_opening_hours(plain, first.start, last.end):
        return None
    cycle = weekly(list(range(first.weekday, last.weekday + 1)))
    return _Phrase(first=replace(last, start=first.start, date=None, cycle=cycle, weekday=None))


def _mention(phrase: _Phrase, text: str, plain: str, frame: Frame) -> TimeMention | None:
    first, end = phrase.first, phrase.end
    ahead = first.date is not None and not first.length and points_ahead(plain, first.start)
    frame = replace(frame, tense=Tense.FUTURE if ahead else tense(plain, first.start, end))
    try:
        found = _resolved(phrase, plain, frame)
        if found is None:
            return None
        span, rule = found
        begins, ends = _aware(span.begins, frame), _aware(span.ends, frame)
    except (ValueError, OverflowError):
        return None  # no such day, or a year outside the calendar
    return TimeMention(
        start=first.start,
        end=end,
        text=text[first.start : end],
        begins=begins,
        ends=ends,
        grain=span.grain,
        recurring=rule,
        explicit=first.explicit and rule is None,
        duration=span.begins == span.ends,
    )


def _resolved(phrase: _Phrase, plain: str, frame: Frame) -> tuple[Span, str | None] | None:
    first, last = phrase.first, phrase.last
    if first.cycle:
        return _next(first, first.cycle, plain, frame)
    if not first.date and not first.length and _undated(phrase, plain, frame):
        return None
    span = _span(first, plain, frame)
    if span and last:
        span = _range(first, last, span, plain, frame)
    if span is None and first.length:
        now = frame.now
        return Span(begins=now, ends=now, grain=first.length), None
    return (span, None) if span else None


def _undated(phrase: _Phrase, plain: str, frame: Frame) -> bool:
    """Whether a time of the day stands for no particular day: a habit, or a part of the day without any tense."""
    found = phrase.first
    if tells_of_habit(plain, found.start, phrase.end):
        return True
    lasting = phrase.last or (found.clock and found.clock.until)
    if (
        lasting
        and frame.tense is Tense.UNKNOWN
        and not frame.after
        and tells_opening_hours(plain, found.start, phrase.end)
    ):
        return True
    return not found.clock and (not found.lone or frame.tense is Tense.UNKNOWN)


def _span(found: Piece, plain: str, frame: Frame) -> Span | None:
    if found.length and not found.date:
        return None
    day = found.date(frame) if found.date else (frame.after or calendar.days(frame.today))
    if day is None or (found.date and (day.grain is not Grain.DAY or (day.ends - day.begins).days != 1)):
        return day
    midnight = day.begins.replace(hour=0, minute=0)
    if found.clock:
        return _at(found, found.clock, midnight, plain, frame)
    if found.part:
        begins = midnight + timedelta(hours=found.part.begins)
        if begins > frame.now and frame.tense is Tense.PAST and not (found.date or frame.after or found.cycle):
            midnight -= calendar.DAY
            begins -= calendar.DAY
        return Span(begins=begins, ends=midnight + timedelta(hours=found.part.ends), grain=Grain.PART_OF_DAY)
    return day


def _at(found: Piece, clock: Clock, midnight: datetime, plain: str, frame: Frame) -> Span:
    begins = midnight + timedelta(hours=_hour(found, clock, plain), minutes=clock.minute or 0)
    if midnight.date() == frame.today and not frame.after:
        begins = _today(found, clock, begins, frame)
    grain = Grain.HOUR if clock.minute is None else Grain.MINUTE
    ends = begins + (timedelta(hours=1) if grain is Grain.HOUR else timedelta(minutes=1))
    if clock.until:
        grain = Grain.MINUTE if clock.until.minute else grain
        ends = _until(begins, clock.until, None)
    return Span(begins=begins, ends=ends, grain=grain)


def _hour(found: Piece, clock: Clock, plain: str) -> int:
    """The hour on the 24-hour clock. Said without more, one to six are taken for the afternoon."""
    if found.part and clock.certain and found.part.ends >= 24 and clock.hour < 5:
        return clock.hour + 24
    if found.part and not clock.certain:
        return hour_in(found.part, clock.hour)
    if clock.certain or clock.hour > 6 or speaks_of_morning(plain, found.start, found.end):
        return clock.hour + 12 if _evening(clock, plain, found) else clock.hour
    return clock.hour + 12


def _evening(clock: Clock, plain: str, found: Piece) -> bool:
    start, end = found.start, found.end
    return (
        not clock.certain
        and clock.hour < LATE_HOUR
        and speaks_of_evening(plain, start, end)
        and not speaks_of_morning(plain, start, end)
    )


def _today(found: Piece, clock: Clock, begins: datetime, frame: Frame) -> datetime:
    """Of the possible readings of a clock time of today the one that fits the tense."""
    half, whole = timedelta(hours=12), timedelta(days=1)
    if frame.tense is Tense.PAST:
        if not clock.certain and not found.part and begins > frame.now and begins.hour >= 12:
            begins -= half
        return begins - whole if begins > frame.now and not found.date else begins
    loose = clock.minute is None or frame.tense is Tense.FUTURE
    if loose and not clock.certain and not found.part and begins < frame.now and begins.hour < 12:
        begins += half
    late = begins < frame.now and not found.date and frame.tense is Tense.FUTURE
    return begins + whole if late else begins


def _range(first: Piece, last: Piece, span: Span, plain: str, frame: Frame) -> Span | None:
    if not last.date:
        end = _until(span.begins, last.clock or Clock(hour=0), last.part)
        return Span(
            begins=span.begins, ends=end, grain=Grain.MINUTE if last.clock and last.clock.minute else span.grain
        )
    until = _span(last, plain, replace(frame, after=span))
    if until is None:
        return None
    if until.begins < span.begins:
        return None
    if until.begins - span.begins > timedelta(days=400) and first.explicit and last.explicit:
        nearer = first.date(replace(frame, near=until.begins.date())) if first.date else None
        span = nearer if nearer and nearer.begins <= until.begins else span
    return Span(begins=span.begins, ends=until.ends, grain=until.grain)


def _until(begins: datetime, clock: Clock, part: Part | None) -> datetime:
    """Where a clock range ends: the first such time after its beginning."""
    hour = hour_in(part, clock.hour) if part and not clock.certain else clock.hour
    end = begins.replace(hour=0, minute=0) + timedelta(hours=hour, minutes=clock.minute or 0)
    step = timedelta(hours=24 if clock.certain or part else 12)
    while end <= begins:
        end += step
    return end


def _next(found: Piece, cycle: Cycle, plain: str, frame: Frame) -> tuple[Span, str] | None:
    rule = cycle.rule
    if found.clock:
        hour = _hour(found, found.clock, plain) % 24
        rule += f" {hour:02}:{found.clock.minute or 0:02}"
    elif found.part:
        rule += f" {found.part.en}"
    for ahead in range(CYCLE_DAYS_MAX):
        day = frame.today + timedelta(days=ahead)
        if (
            cycle.on(day)
            and (span := _occurrence(found, cycle, plain, replace(frame, after=calendar.days(day)))).ends > frame.now
        ):
            return span, rule
    return None


def _occurrence(found: Piece, cycle: Cycle, plain: str, frame: Frame) -> Span:
    day = frame.after.begins.date() if frame.after else frame.today
    if cycle.span:
        return cycle.span(day)
    if found.clock or found.part or cycle.grain in (Grain.DAY, Grain.HOUR, Grain.MINUTE):
        return _span(found, plain, frame) or calendar.days(day)
    whole = {
        Grain.WEEK: calendar.week(day),
        Grain.WEEKEND: calendar.weekend(day),
        Grain.MONTH: calendar.months(day.year, day.month),
        Grain.QUARTER: calendar.quarter(day.year, (day.month + 2) // 3),
    }
    return whole.get(cycle.grain) or calendar.months(day.year, 1, 12, Grain.YEAR)


def _aware(local: datetime, frame: Frame) -> datetime:
    """The moment of a wall-clock time; one that the clocks skip is moved behind the gap."""
    return local.replace(tzinfo=frame.zone).astimezone(UTC).astimezone(frame.zone)
