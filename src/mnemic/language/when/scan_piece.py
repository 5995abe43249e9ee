"""The pieces a time expression is put together from: a date, a part of the day, a clock time, a cycle, a length."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from fractions import Fraction
from typing import TypedDict, Unpack

from mnemic.domain.regex import Regex
from mnemic.language.when import calendar
from mnemic.language.when.calendar import Span
from mnemic.language.when.holidays import HOLIDAYS
from mnemic.language.when.mention import Grain
from mnemic.language.when.parts import Part
from mnemic.language.when.tense import Tense


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """From where a date is seen: the moment of saying, the tense, and, within a range, the other end."""

    said: datetime  # aware, in the user's zone
    zone: tzinfo
    tense: Tense = Tense.UNKNOWN
    after: Span | None = None  # the first end of the range
    near: date | None = None  # a year said with the other end

    @property
    def now(self) -> datetime:
        """The wall clock at the moment of saying."""
        return self.said.replace(tzinfo=None)

    @property
    def today(self) -> date:
        """The day of saying in the user's zone."""
        return self.said.date()


AGREEMENT_MONTHS_MAX = 12  # how far a weekday and a day of the month are sought together

Dating = Callable[[Frame], Span | None]
Shift = Callable[[Span], Span | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A time of the day. `certain`: the hour is on the 24-hour clock, not one of two."""

    hour: int
    minute: int | None = None
    certain: bool = False
    until: Clock | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """What comes back: its rule in words, and the days it falls on."""

    rule: str
    grain: Grain = Grain.DAY
    on: Callable[[date], bool] = lambda day: True
    span: Callable[[date], Span] | None = None  # the time that a day it falls on belongs to, if not that of the grain


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of the text and what it says. Without content it is there to keep others from misreading it."""

    start: int
    end: int
    date: Dating | None = None
    part: Part | None = None
    clock: Clock | None = None
    cycle: Cycle | None = None
    length: Grain | None = None
    explicit: bool = False
    weekday: int | None = None  # a weekday without a week
    figures: bool = False  # one day, said by its number
    lone: bool = True  # False: says nothing without a date beside it
    of_month: bool = False  # a day of the month without a month
    follows: bool = False  # counted from the date named before it, where there is one
    shift: Shift | None = None  # what it makes of the date beside it: the Monday after, 前一天
    behind: bool = False  # that date stands before it

    @property
    def empty(self) -> bool:
        """Whether it is only there to block."""
        return not (self.date or self.part or self.clock or self.cycle or self.length or self.shift)


Reading = Callable[[re.Match[str]], Piece | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what a match of it says; None or an impossible number: nothing."""

    pattern: Regex[str]
    build: Reading


class Content(TypedDict, total=False):
    """What a piece may say; the fields of `Piece` without its place."""

    date: Dating | None
    part: Part | None
    clock: Clock | None
    cycle: Cycle | None
    length: Grain | None
    explicit: bool
    weekday: int | None
    figures: bool
    lone: bool
    of_month: bool
    follows: bool
    shift: Shift | None
    behind: bool


def piece_of_match(match: re.Match[str], **content: Unpack[Content]) -> Piece:
    """A piece over the match, or over its group `core` where there is one."""
    core = "core" if "core" in match.re.groupindex else 0
    return Piece(start=match.start(core), end=match.end(core), **content)


def group(match: re.Match[str], name: str) -> str | None:
    """What a group caught, or None where it caught nothing or the pattern has no such group."""
    return match[name] if name in match.re.groupindex else None


def blocking_piece(match: re.Match[str]) -> Piece:
    """A piece that only keeps others away."""
    return piece_of_match(match)


def by_year(frame: Frame, make: Callable[[int], Span | None]) -> Span | None:
    """The one of a yearly series that is meant: after the range's first end, else by tense, else the nearest."""
    anchor = frame.near or frame.today
    found = [span for year in range(anchor.year - 4, anchor.year + 5) if (span := _try(make, year))]
    now = datetime.combine(anchor, datetime.min.time())
    if frame.after:
        return next((span for span in found if span.begins >= frame.after.begins), None)
    if frame.tense is Tense.PAST and not frame.near:
        return next((span for span in reversed(found) if span.begins <= now), None)
    if frame.tense is Tense.FUTURE and not frame.near:
        return next((span for span in found if span.ends > now), None)
    return min(found, key=lambda span: max(span.begins - now, now - span.ends + timedelta(days=1)), default=None)


def _try(make: Callable[[int], Span | None], year: int) -> Span | None:
    try:
        return make(year)
    except ValueError:
        return None  # 29 February in a common year, or a year outside the calendar


def yearly(make: Callable[[int], Span | None], year: int | None = None, offset: int | None = None) -> Dating:
    """The one of a yearly series in a year, `offset` years from now, or, without either, the one that is meant."""
    if year is not None:
        return lambda frame: make(year)
    if offset is not None:
        return lambda frame: make(frame.today.year + offset)
    return lambda frame: by_year(frame, make)


def yearly_turn(make: Callable[[int], Span | None], direction: int) -> Dating:
    """Of a yearly series the last that is over (-1), the present or coming one (0), the next to begin (1)."""

    def dating(frame: Frame) -> Span | None:
        found = [span for year in range(frame.today.year - 2, frame.today.year + 3) if (span := _try(make, year))]
        if direction < 0:
            return next((span for span in reversed(found) if span.ends <= frame.now), None)
        if direction > 0:
            return next((span for span in found if span.begins > frame.now), None)
        return next((span for span in found if span.ends > frame.now), None)

    return dating


def holiday(name: str, length: int = 1) -> Callable[[int], Span | None]:
    """The yearly series of a holiday, or of the days off that begin with it."""

    def make(year: int) -> Span | None:
        day = HOLIDAYS[name](year)
        return calendar.days(day, length) if day else None

    return make


def day_of_month(number: int, last: int | None = None, offset: int | None = None) -> Dating:
    """The day `number` of the month `offset` months from now; without one, of the month the tense points to."""

    def dating(frame: Frame) -> Span | None:
        base = frame.after.begins.date() if frame.after else frame.today
        move = offset or 0
        if offset is None and frame.after:
            move = 1 if number < base.day else 0
        elif offset is None:
            move = int(number < base.day and frame.tense is Tense.FUTURE) - int(
                number > base.day and frame.tense is Tense.PAST
            )
        step = -1 if frame.tense is Tense.PAST else 1
        for skipped in range(1 if offset is not None else 3):  # no two months in a row are too short
            first = calendar.months(base.year, base.month + move + skipped * step).begins
            if span := _days_in(first, number, last):
                return span
        return None

    return dating


def _days_in(month: datetime, number: int, last: int | None = None) -> Span | None:
    return _try(lambda year: calendar.month_day(year, month.month, number, last), month.year)


def weekday_and_day(weekday: int, number: int) -> Dating:
    """A weekday together with a day of the month: of the months the tense allows the nearest in which they agree.

    Where they agree in none of the next `AGREEMENT_MONTHS_MAX`, the day of the month counts.
    """

    def dating(frame: Frame) -> Span | None:
        past = [span for ago in range(AGREEMENT_MONTHS_MAX) if (span := agreeing(frame.today, -ago))]
        coming = [span for ahead in range(AGREEMENT_MONTHS_MAX) if (span := agreeing(frame.today, ahead))]
        if frame.tense is Tense.PAST:
            found = [span for span in past if span.begins <= frame.now]
        elif frame.tense is Tense.FUTURE:
            found = [span for span in coming if span.ends > frame.now]
        else:
            found = sorted((*coming, *past), key=lambda span: abs(span.begins - frame.now))
        return found[0] if found else day_of_month(number)(frame)

    def agreeing(today: date, move: int) -> Span | None:
        first = calendar.months(today.year, today.month + move).begins
        span = _days_in(first, number)
        return span if span and span.begins.weekday() == weekday else None

    return dating


def bare_weekday(number: int) -> Dating:
    """A weekday without a week: the coming one; the last one where the past is spoken of."""

    def dating(frame: Frame) -> Span | None:
        past = frame.tense is Tense.PAST and not frame.after
        return nearest_weekday(number, -1 if past else 1)(frame)

    return dating


def nearest_weekday(number: int, direction: int) -> Dating:
    """The latest such weekday before today (-1), or the first after it (1); within a range, from its first end."""

    def dating(frame: Frame) -> Span:
        base = frame.after.begins.date() if frame.after else frame.today
        return calendar.days(calendar.nearest(base, number, direction))

    return dating


def bare_weekend(frame: Frame) -> Span:
    """The weekend of this week; the last one where the past is spoken of on a working day."""
    past = frame.tense is Tense.PAST and frame.today.weekday() < 5
    return calendar.weekend(frame.today, -1 if past else 0)


def away_from_now(amount: Fraction, unit: Grain, direction: int) -> Dating:
    """`amount` units before (-1) or after (1) the moment of saying.

    Minutes and hours are elapsed time; of days the day, of months the month, of years the year that lies so far away;
    of weeks the ISO week, but the day where they lie ahead: who says "in two weeks" counts to a day. Halves of larger
    units count in the next smaller one (half a year: six months; half a month: fifteen days).
    """

    def dating(frame: Frame) -> Span | None:
        count = amount * direction
        if unit in (Grain.MINUTE, Grain.HOUR):
            return _elapsed(frame, count, unit)
        if unit is Grain.QUARTER:
            return period(unit, int(count))(frame)
        if unit is Grain.YEAR and count.denominator > 1:
            return calendar.months(frame.today.year, frame.today.month + int(count * 12))
        if unit is Grain.YEAR:
            return calendar.months(frame.today.year + int(count), 1, 12, Grain.YEAR)
        if unit is Grain.MONTH and count.denominator == 1:
            return calendar.months(frame.today.year, frame.today.month + int(count))
        if unit is Grain.WEEK and count.denominator == 1 and direction < 0:
            return calendar.week(frame.today, int(count))
        days = {Grain.DAY: 1, Grain.WEEK: 7, Grain.MONTH: 30}[unit]
        return calendar.days(frame.today + timedelta(days=int(count * days)))

    return dating


def away_between(least: Fraction, most: Fraction, unit: Grain, direction: int) -> Dating:
    """From `least` to `most` units before (-1) or after (1) the moment of saying, both ends within."""

    def dating(frame: Frame) -> Span | None:
        ends = [away_from_now(amount, unit, direction)(frame) for amount in (least, most)][::direction]
        if ends[0] is None or ends[1] is None:
            return None
        return Span(begins=ends[0].begins, ends=ends[1].ends, grain=ends[0].grain)

    return dating


def _elapsed(frame: Frame, count: Fraction, unit: Grain) -> Span:
    seconds = 60 if unit is Grain.MINUTE else 3600
    grain = Grain.MINUTE if count.denominator > 1 else unit
    begins = frame.said.replace(second=0, microsecond=0).astimezone(UTC) + timedelta(seconds=int(count * seconds))
    ends = begins + timedelta(minutes=1 if grain is Grain.MINUTE else 60)
    local = [moment.astimezone(frame.zone).replace(tzinfo=None) for moment in (begins, ends)]
    return Span(begins=local[0], ends=local[1], grain=grain)


def stretch(amount: Fraction, unit: Grain, direction: int) -> Dating:
    """The `amount` units that end (-1) or begin (1) today."""

    def dating(frame: Frame) -> Span:
        number = {Grain.DAY: 1, Grain.WEEK: 7}.get(unit)
        if number:
            count = int(amount * number)
        else:
            step = int(amount * (12 if unit is Grain.YEAR else 1)) * direction
            edge = calendar.months(frame.today.year, frame.today.month + step).begins.date()
            count = abs((edge - frame.today.replace(day=1)).days)
        first = frame.today if direction > 0 else frame.today - timedelta(days=count - 1)
        return calendar.days(first, count)

    return dating


def period(unit: Grain, offset: int) -> Dating:
    """The week, weekend, month, quarter or year `offset` from that of today."""

    def dating(frame: Frame) -> Span:
        today = frame.today
        if unit is Grain.DAY:
            return calendar.days(today + timedelta(days=offset))
        if unit is Grain.WEEK:
            return calendar.week(today, offset)
        if unit is Grain.WEEKEND:
            return calendar.weekend(today, offset)
        if unit is Grain.MONTH:
            return calendar.months(today.year, today.month + offset)
        if unit is Grain.QUARTER:
            return calendar.quarter(today.year, (today.month + 2) // 3 + offset)
        return calendar.months(today.year + offset, 1, 12, Grain.YEAR)

    return dating


def third_of(whole: Dating, number: int) -> Dating:
    """The beginning, middle or end of a period."""

    def dating(frame: Frame) -> Span | None:
        span = whole(frame)
        return calendar.third(span, number) if span else None

    return dating


def shift_dating(shift: Shift, dating: Dating) -> Dating:
    """The date that a shift makes of another."""

    def shifted(frame: Frame) -> Span | None:
        span = dating(frame)
        return shift(span) if span else None

    return shifted


def nth_monthly(number: int, weekday: int) -> Cycle:
    """Every month on its `number`-th such weekday (0 is Monday), from 1 to 4; 0 is its last."""

    def on(day: date) -> bool:
        return calendar.nth_weekday(calendar.months(day.year, day.month), weekday, number).begins.date() == day

    return Cycle(rule=f"monthly:{number or -1}{calendar.WEEKDAYS[weekday]}", on=on)


def monthly(numbers: list[int]) -> Cycle:
    """Every month on these days."""
    chosen = frozenset(numbers)
    return Cycle(rule="monthly:" + ",".join(str(number) for number in sorted(chosen)), on=lambda day: day.day in chosen)


def third_cycle(rule: str, unit: Grain, number: int) -> Cycle:
    """The beginning, middle or end of every month, quarter or year."""

    def span(day: date) -> Span:
        whole = {
            Grain.MONTH: calendar.months(day.year, day.month),
            Grain.QUARTER: calendar.quarter(day.year, (day.month + 2) // 3),
        }.get(unit)
        return calendar.third(whole or calendar.months(day.year, 1, 12, Grain.YEAR), number)

    return Cycle(rule=f"{rule} {('start', 'middle', 'end')[number]}", grain=unit, span=span)


def weekly(numbers: list[int]) -> Cycle:
    """Every week on these weekdays (0 is Monday)."""
    chosen = frozenset(numbers)
    return Cycle(
        rule="weekly:" + ",".join(calendar.WEEKDAYS[number] for number in sorted(chosen)),
        on=lambda day: day.weekday() in chosen,
    )
