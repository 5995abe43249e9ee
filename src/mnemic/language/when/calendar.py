"""Calendar arithmetic on local wall-clock time: days, weeks (Monday first), months, quarters, seasons, years."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from mnemic.language.when.mention import Grain

DAY = timedelta(days=1)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A half-open interval of naive local time, and how precisely it was said."""

    begins: datetime
    ends: datetime
    grain: Grain


def days(first: date, count: int = 1, grain: Grain = Grain.DAY) -> Span:
    """`count` whole days from `first` on."""
    begins = datetime.combine(first, time())
    return Span(begins=begins, ends=begins + timedelta(days=count), grain=grain)


def monday(day: date) -> date:
    """The Monday of the ISO week of `day`."""
    return day - timedelta(days=day.weekday())


def week(day: date, offset: int = 0) -> Span:
    """The ISO week `offset` weeks from that of `day`."""
    return days(monday(day) + timedelta(weeks=offset), 7, Grain.WEEK)


def weekend(day: date, offset: int = 0) -> Span:
    """Saturday and Sunday of the ISO week `offset` weeks from that of `day`."""
    return days(monday(day) + timedelta(weeks=offset, days=5), 2, Grain.WEEKEND)


def weekday(day: date, number: int, offset: int = 0) -> Span:
    """The weekday `number` (0 is Monday) of the ISO week `offset` weeks from that of `day`."""
    return days(monday(day) + timedelta(weeks=offset, days=number))


def nth_weekday(month: Span, weekday: int, number: int) -> Span:
    """The `number`-th such weekday (0 is Monday) within a month, from 1 to 4; 0 is its last."""
    if number:
        first = month.begins.date()
        return days(first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1)))
    last = month.ends.date() - DAY
    return days(last - timedelta(days=(last.weekday() - weekday) % 7))


def months(year: int, month: int, count: int = 1, grain: Grain = Grain.MONTH) -> Span:
    """`count` months from `month` on; a month outside 1-12 runs into the neighbouring years."""
    first, last = divmod(year * 12 + month - 1, 12), divmod(year * 12 + month - 1 + count, 12)
    return Span(begins=datetime(first[0], first[1] + 1, 1), ends=datetime(last[0], last[1] + 1, 1), grain=grain)  # noqa: DTZ001 - local wall clock


def quarter(year: int, number: int) -> Span:
    """The quarter `number` of a year, 1-4; numbers outside run into the neighbouring years."""
    return months(year, number * 3 - 2, 3, Grain.QUARTER)


def season(year: int, number: int) -> Span:
    """The meteorological season of the northern half: 0 spring (March to May) to 3 winter (December to February)."""
    return months(year, 3 + 3 * number, 3, Grain.SEASON)


def third(period: Span, number: int) -> Span:
    """The beginning (0), middle (1) or end (2) of a period.

    Of a month the days 1-10, 11-20 and from 21 on (上旬, 中旬, 下旬); of a year January to March, May to August and
    October to December; of a quarter its three months; of a week Monday-Tuesday, Wednesday-Thursday, Friday-Sunday.
    """
    first = period.begins.date()
    if period.grain is Grain.QUARTER:
        return months(first.year, first.month + number)
    if period.grain is Grain.YEAR:
        return months(first.year, (1, 5, 10)[number], (3, 4, 3)[number])
    if period.grain is Grain.MONTH:
        begins = first + timedelta(days=10 * number)
        return days(begins, 10 if number < 2 else (period.ends.date() - begins).days)
    return days(first + timedelta(days=2 * number), (2, 2, 3)[number]) if period.grain is Grain.WEEK else period


def half(period: Span, number: int) -> Span | None:
    """The first (0) or second (1) half of a year, or of a month: its days 1-15 and those from the 16th on."""
    first = period.begins.date()
    if period.grain is Grain.YEAR:
        return months(first.year, 1 + 6 * number, 6)
    if period.grain is not Grain.MONTH:
        return None
    count = (period.ends - period.begins).days
    return days(first + timedelta(days=15 * number), (15, count - 15)[number])


def nearest(day: date, weekday: int, direction: int) -> date:
    """The latest such weekday before a day (-1), or the first after it (1)."""
    return day + timedelta(days=(((weekday - day.weekday()) * direction - 1) % 7 + 1) * direction)


def workday(day: date, direction: int) -> date:
    """The day itself if it is one of Monday to Friday, else the next one before (-1) or after it (1)."""
    while day.weekday() > 4:
        day += DAY * direction
    return day


def month_day(year: int, month: int, first: int, last: int | None = None) -> Span:
    """One day of a month, or several in a row.

    Raises:
        ValueError: there is no such day.
    """
    begins, ends = date(year, month, first), date(year, month, first if last is None else last)
    if ends < begins:
        raise ValueError(f"{first} to {last} is no range of days")
    return days(begins, (ends - begins).days + 1)
