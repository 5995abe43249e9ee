"""English: dates, months, seasons, holidays."""

from __future__ import annotations

import re
from datetime import timedelta

from mnemic.language.when import calendar
from mnemic.language.when.calendar import Span
from mnemic.language.when.en_words import (
    DAY,
    HOLIDAYS,
    MONTH,
    NAMES,
    ORDINALS,
    SEASONS,
    THIRDS,
    TO,
    WEEKDAY,
    WHICH,
    YEAR,
    month_number,
    optional_int,
    rule,
    weekday_number,
)
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import EN_NUMBER, english_amount
from mnemic.language.when.scan_piece import (
    Frame,
    Piece,
    blocking_piece,
    day_of_month,
    group,
    holiday,
    period,
    piece_of_match,
    third_of,
    weekday_and_day,
    yearly,
    yearly_turn,
)

_OF_YEAR = rf"(?:,? (?P<year>{YEAR})|,? (?:of )?(?P<which_year>last|this|next) year)?"


def _year_of(match: re.Match[str]) -> tuple[int | None, int | None]:
    """A year said: itself, or as an offset from this one."""
    which = group(match, "which_year")
    return optional_int(group(match, "year")), WHICH[which.lower()] if which else None


def _month_day(match: re.Match[str]) -> Piece:
    month, first, last = month_number(match["month"]), int(match["day"]), optional_int(match["last"])
    return piece_of_match(
        match,
        date=yearly(lambda y: calendar.month_day(y, month, first, last), *_year_of(match)),
        explicit=True,
        figures=not last,
    )


def _month(match: re.Match[str]) -> Piece:
    month = month_number(match["month"])
    return piece_of_match(
        match, date=yearly(lambda year: calendar.months(year, month), *_year_of(match)), explicit=True
    )


def _month_years_ago(match: re.Match[str]) -> Piece:
    month = month_number(match["month"] or match["month_last"])
    ago = int(english_amount(match["ago"] or match["ago_first"]))
    dating = yearly(lambda year: calendar.months(year, month), offset=-ago)
    if match["month"]:
        return piece_of_match(match, date=dating)
    return Piece(start=match.start(), end=match.end(), date=dating)


def _month_range(match: re.Match[str]) -> Piece:
    first, last = month_number(match["month"]), month_number(match["last"])
    count = (last - first) % 12 + 1
    return piece_of_match(
        match, date=yearly(lambda year: calendar.months(year, first, count), optional_int(match["year"])), explicit=True
    )


def _third_of_month(match: re.Match[str]) -> Piece:
    month, third = month_number(match["month"]), THIRDS[match["third"].lower()]
    return piece_of_match(
        match,
        date=third_of(yearly(lambda year: calendar.months(year, month), optional_int(match["year"])), third),
        explicit=True,
    )


def _third_of_year(match: re.Match[str]) -> Piece:
    whole = yearly(lambda year: calendar.months(year, 1, 12, Grain.YEAR), int(match["year"]))
    return piece_of_match(match, date=third_of(whole, THIRDS[match["third"].lower()]), explicit=True)


def _year(match: re.Match[str]) -> Piece:
    return piece_of_match(
        match, date=yearly(lambda y: calendar.months(y, 1, 12, Grain.YEAR), int(match["year"])), explicit=True
    )


def _half_year(match: re.Match[str]) -> Piece:
    first = 6 * int(match["half"]) - 5
    return piece_of_match(
        match, date=yearly(lambda year: calendar.months(year, first, 6), optional_int(match["year"])), explicit=True
    )


def _season(match: re.Match[str]) -> Piece:
    number = SEASONS[match["season"].lower()]
    if which := group(match, "which"):
        return piece_of_match(match, date=yearly_turn(lambda year: calendar.season(year, number), WHICH[which.lower()]))
    return piece_of_match(
        match, date=yearly(lambda year: calendar.season(year, number), int(match["year"])), explicit=True
    )


def _which_month(match: re.Match[str]) -> Piece:
    month, direction = month_number(match["month"]), WHICH[match["which"].lower()]
    if direction == 0:
        return piece_of_match(match, date=yearly(lambda year: calendar.months(year, month), offset=0))
    return piece_of_match(match, date=yearly_turn(lambda year: calendar.months(year, month), direction))


def _quarter(match: re.Match[str]) -> Piece:
    number = ORDINALS[match["number"].lower()]
    return piece_of_match(
        match, date=yearly(lambda year: calendar.quarter(year, number), optional_int(match["year"])), explicit=True
    )


def _nth_week(match: re.Match[str]) -> Piece:
    month, number = month_number(match["month"]), ORDINALS.get(match["number"].lower(), 0)
    whole = yearly(lambda year: calendar.months(year, month), optional_int(match["year"]))

    def dating(frame: Frame) -> Span | None:
        span = whole(frame)
        if span is None:
            return None
        first = span.begins if number else span.ends
        return calendar.days(first.date() + timedelta(days=7 * number - 7), 7)

    return piece_of_match(match, date=dating, explicit=True)


def _holiday(match: re.Match[str]) -> Piece:
    make = holiday(HOLIDAYS[match["name"].lower().replace("’", "'")])
    if match["which"]:
        return piece_of_match(match, date=yearly_turn(make, WHICH[match["which"].lower()]))
    return piece_of_match(match, date=yearly(make, *_year_of(match)), explicit=True)


def _day_number(match: re.Match[str]) -> Piece:
    which = group(match, "which")
    offset = WHICH[which.lower()] if which else None
    return piece_of_match(
        match, date=day_of_month(int(match["day"]), None, offset), explicit=not which, figures=True, of_month=not which
    )


def _weekday_and_number(match: re.Match[str]) -> Piece:
    weekday, day = weekday_number(match["weekday"]), int(match["day"])
    if match["month"]:
        month, year = month_number(match["month"]), optional_int(match["year"])
        dating = yearly(lambda y: calendar.month_day(y, month, day), year)
        return piece_of_match(match, date=dating, explicit=True, figures=True)
    if (match["weekday"].lower(), day) == ("friday", 13):
        return blocking_piece(match)
    return piece_of_match(match, date=weekday_and_day(weekday, day), explicit=True)


def _nth_weekday(match: re.Match[str]) -> Piece:
    """`the second Saturday in July`, `the last Friday of next month`."""
    weekday, number = weekday_number(match["weekday"]), ORDINALS.get(match["number"].lower(), 0)
    if match["month"]:
        whole = yearly(lambda year: calendar.months(year, month_number(match["month"])), optional_int(match["year"]))
    else:
        whole = period(Grain.MONTH, WHICH[match["which"].lower()])

    def dating(frame: Frame) -> Span | None:
        span = whole(frame)
        return calendar.nth_weekday(span, weekday, number) if span else None

    return piece_of_match(match, date=dating, explicit=match["month"] is not None)


RULES = (
    rule(
        rf"(?P<month>{MONTH}) (?P<day>{DAY})(?:st|nd|rd|th)?(?!\d|:\d|\.\d|%| ?(?:am|pm)\b)"
        rf"(?! ?(?:miles|kilometers|km|people|times|dollars)\b)"
        rf"(?:{TO}(?P<last>{DAY})(?:st|nd|rd|th)?(?![\d:]| ?[ap]m))?{_OF_YEAR}",
        _month_day,
    ),
    rule(
        rf"(?:the )?(?P<day>{DAY})(?:st|nd|rd|th)?(?:{TO}(?P<last>{DAY})(?:st|nd|rd|th)?)? "
        rf"(?:of )?(?P<month>(?-i:{MONTH.title()})|{MONTH.replace('|may', '').replace('|march', '')}){_OF_YEAR}",
        _month_day,
    ),
    rule(
        rf"between (?P<core>(?:the )?(?P<day>{DAY})(?:st|nd|rd|th)? and (?:the )?(?P<last>{DAY})(?:st|nd|rd|th)? "
        rf"(?:of )?(?P<month>{MONTH}){_OF_YEAR})",
        _month_day,
    ),
    rule(rf"(?P<month>(?-i:May)|{MONTH.replace('|may', '')}),? (?:of )?(?P<which_year>last|this|next) year", _month),
    rule(rf"(?P<which_year>last|this|next) year,? in (?P<month>(?-i:May)|{MONTH.replace('|may', '')})", _month),
    rule(
        rf"in (?P<core>(?P<month>(?-i:May)|{MONTH.replace('|may', '')}),? (?P<ago>{EN_NUMBER}) years? ago)"
        rf"|(?P<ago_first>{EN_NUMBER}) years? ago in (?P<month_last>(?-i:May)|{MONTH.replace('|may', '')})",
        _month_years_ago,
    ),
    rule(rf"(?P<month>{MONTH}),? (?:of )?(?P<year>{YEAR})", _month),
    rule(
        rf"(?:in|during|since|by|until|till|before|after|around|of|through|throughout|early|late) "
        rf"(?P<core>(?P<month>(?-i:May|March|Mar)|{MONTH.replace('|may', '').replace('|march', '')})"
        rf")",
        _month,
    ),
    rule(
        rf"(?:in|during|for|by|of|since|until|through|from) (?P<core>H(?P<half>[12])(?: (?:of )?(?P<year>{YEAR}))?)"
        rf"(?![-\w])",
        _half_year,
    ),
    rule(rf"H(?P<half>[12]),? (?:of )?(?P<year>{YEAR})", _half_year),
    rule(rf"(?P<month>{MONTH}){TO}(?P<last>{MONTH})(?: (?P<year>{YEAR}))?", _month_range),
    rule(
        rf"(?:the )?(?P<third>early|mid|late|beginning|start|middle|end)(?: in|-| of)? ?"
        rf"(?P<month>{MONTH})(?: (?P<year>{YEAR}))?",
        _third_of_month,
    ),
    rule(
        rf"(?:the )?(?P<third>early|mid|late|beginning|start|middle|end)(?: in|-| of)? ?(?P<year>{YEAR})",
        _third_of_year,
    ),
    rule(
        rf"the (?P<number>first|second|third|fourth|last|1st|2nd|3rd|4th) week (?:of|in) "
        rf"(?P<month>{MONTH})(?: (?P<year>{YEAR}))?",
        _nth_week,
    ),
    rule(
        rf"(?:in|since|during|by|until|before|after|from|of|year|late|early|around|till) (?P<core>"
        rf"(?P<year>{YEAR}))(?!-\d|\.\d|,\d| ?(?:people|dollars|km|users|miles|yuan|pages|words"
        rf"|items|steps|calories))",
        _year,
    ),
    rule(
        r"(?P<which>last|past|this|next|coming) (?P<season>spring|summer|autumn|fall|winter)"
        r"(?! (?:festival|term|semester|break|roll|clean))",
        _season,
    ),
    rule(rf"(?P<season>spring|summer|autumn|fall|winter) (?:of )?(?P<year>{YEAR})", _season),
    rule(rf"(?P<which>last|next|this|coming|past) (?P<month>{MONTH})(?! \d)", _which_month),
    rule(
        rf"(?:the )?(?P<number>first|second|third|fourth|1st|2nd|3rd|4th) quarter(?! (?:mile"
        rf"|pounder|final))(?: of (?P<year>{YEAR}))?",
        _quarter,
    ),
    rule(
        rf"(?<!happy )(?<!merry )(?:(?P<which>last|next|this|past|coming) )?(?P<name>{NAMES})"
        rf"{_OF_YEAR}(?! (?:tree|carol|song|movie|sweater|card|present|gift|market"
        rf"|lights|egg|island|bunny|costume|decoration|resolution))",
        _holiday,
    ),
    rule(
        rf"(?:(?:this |next )?(?:coming )?)?(?P<weekday>{WEEKDAY}),? the (?P<day>{DAY})(?:st|nd|rd|th)"
        rf"(?: (?:of )?(?P<month>{MONTH})(?:,? (?P<year>{YEAR}))?)?",
        _weekday_and_number,
    ),
    rule(
        rf"(?:the )?(?P<number>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<weekday>{WEEKDAY}) (?:of|in) "
        rf"(?:(?P<month>{MONTH})(?:,? (?P<year>{YEAR}))?|(?P<which>this|next|last|the) month)",
        _nth_weekday,
    ),
    rule(
        rf"(?:on|of|by|for|until|till|before|after|since|from|to|around|between|and|through) "
        rf"(?P<core>the (?P<day>{DAY})(?:st|nd|rd|th)(?: of (?P<which>this|next|last|the) month)?)"
        r"(?! (?:century|floor|time|street"
        rf"|avenue|edition|anniversary|birthday|grade|place|attempt|one|version|of (?:every|each)"
        rf"|row|page|chapter|day|hole))",
        _day_number,
    ),
    rule(rf"(?P<core>(?:the )?(?P<day>{DAY})(?:st|nd|rd|th) of (?P<which>this|next|last) month)", _day_number),
    rule(r"(?P<core>the (?P<day>2[0-9]|1\d|3[01])(?:st|nd|rd|th))(?=[,.;!?。]|$| at \d)", _day_number),
)
