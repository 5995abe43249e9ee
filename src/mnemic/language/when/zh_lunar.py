"""Chinese: days of the lunar calendar, and the weeks before and after its new year."""

from __future__ import annotations

import re

from mnemic.language.when import calendar, lunar
from mnemic.language.when.calendar import Span
from mnemic.language.when.numerals import chinese_number
from mnemic.language.when.scan_piece import Piece, group, piece_of_match, yearly
from mnemic.language.when.zh_words import FIGURE, YEAR, rule, year_of

_MONTH = rf"(?:十[一二]|[{FIGURE}十正冬腊])"
_EARLY = r"初(?:[二三四五六七八九十]|一(?![直起般定共样]))"
_LATER = rf"(?:十[{FIGURE}]|二十[{FIGURE}]?|廿[{FIGURE}]?|三十|十五)(?!多|几|岁|个)"
_NAMED = {"正": 1, "冬": 11, "腊": 12}


def _day_number(text: str) -> int:
    return chinese_number(text.removeprefix("初").replace("廿", "二十"))


def _day(match: re.Match[str]) -> Piece:
    said, leap = group(match, "month") or "正", group(match, "leap") is not None
    month, number = _NAMED.get(said) or chinese_number(said), _day_number(match["day"])

    def make(year: int) -> Span | None:
        found = lunar.day(year, month, number, leap=leap)
        return calendar.days(found) if found else None

    year = group(match, "year") or group(match, "of_year")
    return piece_of_match(match, date=yearly(make, *year_of(year)))


def _eve(match: re.Match[str]) -> Piece:
    def make(year: int) -> Span | None:
        first = lunar.new_year(year)
        return calendar.days(first - calendar.DAY) if first else None

    return piece_of_match(match, date=yearly(make, *year_of(group(match, "year"))))


def _month(match: re.Match[str]) -> Piece:
    number = _NAMED[match["month"]]
    return piece_of_match(match, date=yearly(lambda year: _whole(year, number), *year_of(match["year"])))


def _whole(year: int, number: int) -> Span | None:
    found = lunar.month(year, number)
    return calendar.days(*found) if found else None


def _round_new_year(match: re.Match[str]) -> Piece:
    """年前 is the last month of the old lunar year, 年后 the first of the new."""
    before = match["side"] == "前"
    return piece_of_match(match, date=yearly(lambda year: _whole(year - 1, 12) if before else _whole(year, 1)))


_OF_YEAR = rf"(?:(?P<year>{YEAR})的?)?"

RULES = (
    rule(
        rf"{_OF_YEAR}(?:农历|阴历|旧历)的?(?:(?P<of_year>{YEAR})的?)?(?P<leap>闰)?(?P<month>{_MONTH})月的?"
        rf"(?P<day>{_EARLY}|{_LATER})[日号]?",
        _day,
    ),
    rule(rf"{_OF_YEAR}(?P<leap>闰)?(?P<month>{_MONTH})月(?P<day>{_EARLY})(?!步|期|中|级|稿|版|审|试|赛|选)", _day),
    rule(rf"{_OF_YEAR}(?P<month>[正冬腊])月(?P<day>{_LATER})", _day),
    rule(rf"{_OF_YEAR}(?:大年|(?<=年)大年)(?P<day>{_EARLY})", _day),
    rule(r"(?<![一-鿿])(?P<day>初[四五六七八九十])(?=[,。就要回开上早晚出去才再走]|$)", _day),
    rule(rf"{_OF_YEAR}(?:大年三十|年三十|大年夜|年廿九)", _eve),
    rule(rf"{_OF_YEAR}(?P<month>正|腊)月(?=[里底份的,。]|$)", _month),
    rule(
        r"(?<![^,。!?;:、\s我你他她们咱等在到就想打算家都])(?:年(?P<side>[前后])|过[完了]年)"
        r"(?![轻龄级代面期底])",
        _round_new_year,
    ),
)
