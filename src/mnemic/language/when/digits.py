"""Dates and clock times in figures, which both languages share."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.when import calendar
from mnemic.language.when.mention import Grain
from mnemic.language.when.scan_piece import Clock, Piece, Rule, piece_of_match, yearly

_YEAR = r"(?P<year>(?:19|20|21)\d\d)"
_FREE = r"(?<![A-Za-z0-9_./:\-=])"
SCORE_CHARACTERS_MAX = 12  # how far before two figures the word stands that makes them a score or a ratio
_SCORE = Regex(r"(?:比分|比例|比率|score|ratio|scale|chapter)(?:\W*(?:is|was|of|是|为))?\W*$", re.IGNORECASE)
_END = r"(?![A-Za-z0-9_/\-]|[.:]\d)"


def _ymd(match: re.Match[str]) -> Piece:
    year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
    dating = yearly(lambda y: calendar.month_day(y, month, day), year)
    if not match.groupdict().get("hour"):
        return piece_of_match(match, date=dating, explicit=True, figures=True)
    clock = Clock(hour=int(match["hour"]), minute=int(match["minute"]), certain=True)
    return piece_of_match(match, date=dating, clock=clock, explicit=True, figures=True)


def _dmy(match: re.Match[str]) -> Piece:
    year, month, day = int(match["year"]), int(match["first"]), int(match["second"])
    if month > 12 or match["s"] == ".":
        month, day = day, month
    return piece_of_match(
        match, date=yearly(lambda y: calendar.month_day(y, month, day), year), explicit=True, figures=True
    )


def _ym(match: re.Match[str]) -> Piece:
    year, month = int(match["year"]), int(match["month"])
    return piece_of_match(match, date=yearly(lambda y: calendar.months(y, month), year), explicit=True)


def _yq(match: re.Match[str]) -> Piece:
    number = int(match["number"])
    year = int(match["year"]) if match["year"] else None
    return piece_of_match(match, date=yearly(lambda y: calendar.quarter(y, number), year), explicit=True)


def _clock(match: re.Match[str]) -> Piece | None:
    if _SCORE.search(match.string, max(0, match.start() - SCORE_CHARACTERS_MAX), match.start()):
        return None
    hour = int(match["hour"])
    certain = hour > 12 or match["hour"].startswith("0")
    return piece_of_match(match, clock=Clock(hour=hour, minute=int(match["minute"]), certain=certain))


def _lasted(match: re.Match[str]) -> Piece:
    """`in 1:52`, 用时1:52: how long it took."""
    return piece_of_match(match, length=Grain.MINUTE)


RULES = (
    Rule(
        Regex(
            r"(?:(?<![A-Za-z0-9])(?<!check )(?<!checked )(?<!log )(?<!logged )in "
            r"(?:about |around |under |just |just under )?"
            r"|\b(?:personal best|pb|finish(?:ing)? time) (?:of|is|was) "
            r"|(?:用时|耗时|成绩|配速|跑出|跑了|跑进)(?:是|为|了)?\s?)"
            rf"(?P<core>\d{{1,3}}:[0-5]\d(?::[0-5]\d)?){_END}(?! ?[ap]\.?m)",
            re.IGNORECASE | re.ASCII,
        ),
        _lasted,
    ),
    Rule(
        Regex(
            rf"{_FREE}{_YEAR}(?P<s>[-/])(?P<month>1[0-2]|0?[1-9])(?P=s)(?P<day>3[01]|[12]\d|0?[1-9])"
            rf"(?:T(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::\d\d)?(?![\dZ+\-.:]))?(?=T\d"
            rf"|[^A-Za-z0-9_/\-]|-(?=\D)|$)(?!\.\d)"
        ),
        _ymd,
    ),
    Rule(
        Regex(
            rf"{_FREE}(?<!版本)(?<!版)(?<!version )(?<!release ){_YEAR}\.(?P<month>1[0-2]|0?[1-9])\."
            rf"(?P<day>3[01]|[12]\d|0?[1-9]){_END}",
            re.I,
        ),
        _ymd,
    ),
    Rule(Regex(rf"{_FREE}(?P<first>[0-3]?\d)(?P<s>[/.-])(?P<second>[0-3]?\d)(?P=s){_YEAR}{_END}"), _dmy),
    Rule(Regex(rf"{_FREE}{_YEAR}-(?P<month>1[0-2]|0[1-9]){_END}"), _ym),
    Rule(Regex(rf"{_FREE}{_YEAR}[- ]?Q(?P<number>[1-4])(?![A-Za-z0-9])"), _yq),
    Rule(
        Regex(
            rf"(?<![A-Za-z0-9])(?<!Audi )(?<!奥迪)(?P<core>Q(?P<number>[1-4])(?:,? (?:of )?{_YEAR})?)(?![A-Za-z0-9])"
        ),
        _yq,
    ),
    Rule(
        Regex(
            r"(?<![A-Za-z0-9_./:=])(?:(?<![A-Za-z0-9]-)|(?<=:\d\d-))"
            r"(?P<core>(?P<hour>2[0-4]|1\d|0?\d):(?P<minute>[0-5]\d))(?::[0-5]\d)?(?![A-Za-z0-9_:]"
            r"|[./]\d)(?!\s*(?:[战击]|win|的?比|大胜|score))"
        ),
        _clock,
    ),
)
"""`2026-05-01`, `2026/5/1`, `2026.5.1`, `5/20/2026` (month first unless that is impossible), `20.5.2026`,
`2026-05`, `2026-Q3`, `15:00`."""
