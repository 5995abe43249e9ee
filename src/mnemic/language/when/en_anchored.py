"""English: dates counted from another date beside them, and days within a period."""

from __future__ import annotations

import re
from datetime import date, timedelta

from mnemic.domain.regex import Regex
from mnemic.language.when import calendar
from mnemic.language.when.calendar import Span
from mnemic.language.when.en_words import DAY, MONTH, NAMES, ORDINALS, THIRDS, UNITS, WEEKDAY, rule, weekday_number
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import EN_NUMBER, english_amount
from mnemic.language.when.scan_piece import Piece, Rule, Shift, period, piece_of_match, shift_dating

_DATE = rf"(?= (?:(?:the|last|next|this) )?(?:(?:{NAMES})\b|{MONTH} \d|{DAY}(?:st|nd|rd|th)?(?: of)? {MONTH}))"
_PERIOD = rf"(?= (?:{MONTH}|(?:last|next) (?:month|quarter|year)|(?:19|20|21)\d\d))"
_QUARTER = r"(?=[ -]?(?:last |next |this )?(?:Q[1-4]|H[12]|(?:first|second|third|fourth) quarter))"
_SIDE = {"before": -1, "after": 1}


def _weekday(match: re.Match[str]) -> Piece:
    number, direction = weekday_number(match["day"]), _SIDE[match["side"].lower()]
    return piece_of_match(
        match,
        shift=lambda span: calendar.days(calendar.nearest(_edge(span, direction), number, direction)),
        lone=False,
    )


def _edge(span: Span, direction: int) -> date:
    return span.begins.date() if direction < 0 else span.ends.date() - calendar.DAY


def _beside(match: re.Match[str]) -> Piece:
    unit, direction = match["unit"].lower(), _SIDE[match["side"].lower()]

    def shift(span: Span) -> Span:
        day = _edge(span, direction)
        if unit == "day":
            return calendar.days(day + calendar.DAY * direction)
        if unit == "week":
            return calendar.week(day, direction)
        if unit == "weekend":
            return calendar.weekend(calendar.nearest(day, 5 if direction > 0 else 6, direction))
        return calendar.months(day.year, day.month + direction)

    return piece_of_match(match, shift=shift, lone=False)


def _around(match: re.Match[str]) -> Piece:
    """`the week of 5 October`, `the weekend of the 10th`."""
    make = calendar.week if match["unit"].lower() == "week" else calendar.weekend
    return piece_of_match(match, shift=lambda span: make(span.begins.date()), lone=False)


def _counted(match: re.Match[str]) -> Piece:
    count = int(english_amount(match["number"])) * _SIDE[match["side"].lower()]
    unit = match["unit"].lower().removesuffix("s")

    def shift(span: Span) -> Span:
        day = span.begins.date()
        if unit == "month":
            return calendar.months(day.year, day.month + count)
        return calendar.days(day + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit]))

    return piece_of_match(match, shift=shift, lone=False)


def _nth_day(match: re.Match[str]) -> Piece:
    """`the last day of`, `the first working day of` a period."""
    number, working = ORDINALS.get(match["number"].lower(), 0), match["working"] is not None
    week, weekend = match["unit"].lower() == "week", match["unit"].lower() == "weekend"

    def shift(span: Span) -> Span | None:
        if week:
            first = span.begins if number else span.ends
            return calendar.days(first.date() + timedelta(days=7 * number - 7), 7)
        if weekend:
            return calendar.weekend(calendar.nth_weekday(span, 5, number).begins.date())
        day = span.begins.date() + timedelta(days=number - 1) if number else span.ends.date() - calendar.DAY
        if working and number > 1:
            return None
        return calendar.days(calendar.workday(day, 1 if number else -1) if working else day)

    return _of(match, shift)


def _of(match: re.Match[str], shift: Shift) -> Piece:
    """What counts within the period that is named behind it, or within the present one: of the month."""
    if here := match["here"]:
        return piece_of_match(match, date=shift_dating(shift, period(UNITS[here.lower()], 0)))
    return piece_of_match(match, shift=shift, lone=False)


def _half(match: re.Match[str]) -> Piece:
    number = 0 if match["number"].lower() in ("first", "1st", "former") else 1
    return _of(match, lambda span: calendar.half(span, number))


def _third(match: re.Match[str]) -> Piece:
    number = THIRDS[match["third"].lower()]
    return piece_of_match(match, shift=lambda span: _third_of(span, number), lone=False)


def _third_of(span: Span, number: int) -> Span:
    """Of a quarter one of its months, of half a year two of them."""
    if span.grain is Grain.QUARTER:
        return calendar.third(span, number)
    return calendar.months(span.begins.year, span.begins.month + 2 * number, 2)


RULES = (
    rule(
        rf"(?:the )?(?P<unit>week|weekend) (?:of|commencing|beginning|starting|ending)"
        rf"(?:{_DATE}|(?= the {DAY}(?:st|nd|rd|th)))",
        _around,
    ),
    rule(rf"(?:the )?(?P<day>{WEEKDAY}) (?P<side>after|before){_DATE}", _weekday),
    rule(rf"(?:the )?(?P<unit>day|week|weekend|month) (?P<side>after|before){_DATE}", _beside),
    rule(
        rf"(?P<number>{EN_NUMBER}) (?P<unit>days?|weeks?|fortnights?|months?) (?P<side>after|before){_DATE}", _counted
    ),
    rule(
        rf"(?:the )?(?P<number>first|second|third|last|1st|2nd|3rd) (?P<working>working |business |work)?"
        rf"(?P<unit>day|week|weekend) (?:of|in)(?:{_PERIOD}| (?:the|this) (?P<here>month|quarter|year))",
        _nth_day,
    ),
    rule(
        rf"(?:the )?(?P<number>first|second|1st|2nd|former|latter) half of"
        rf"(?:{_PERIOD}| (?:the|this) (?P<here>month|year))",
        _half,
    ),
    rule(rf"(?:the )?(?P<third>early|mid|late|beginning|start|middle|end)(?: of)?{_QUARTER}", _third),
    Rule(Regex(r"(?<![A-Za-z0-9_])(?P<third>early|mid|late)-(?=Q[1-4])", re.IGNORECASE | re.ASCII), _third),
)
