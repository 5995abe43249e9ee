"""Chinese: dates counted from another date beside them, and days within a period."""

from __future__ import annotations

import re
from datetime import date, timedelta

from mnemic.language.when import calendar
from mnemic.language.when.calendar import Span
from mnemic.language.when.holidays import days_off
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import ZH_NUMBER, chinese_number
from mnemic.language.when.scan_piece import Piece, period, piece_of_match, third_of
from mnemic.language.when.zh_words import FIGURE, THIRDS, WEEK, WEEKDAY, rule, weekday_of

_SIDE = r"(?<=[节庆旦诞秋午明夕夜阳至八一五六日天号宵假])(?:[之以]?(?P<side>[前后])|过(?P<past>后|完))的?"


def _direction(match: re.Match[str]) -> int:
    return -1 if match["side"] == "前" else 1


def _counted(match: re.Match[str]) -> Piece:
    """前一天 is the day before; 前一周 the seven days before."""
    count, direction = chinese_number(match["number"]), _direction(match)

    def shift(span: Span) -> Span:
        if match["unit"] in ("天", "日"):
            return calendar.days(_edge(span, direction) + timedelta(days=count * direction))
        days = 7 * count
        first = span.begins.date() - timedelta(days=days) if direction < 0 else span.ends.date()
        return calendar.days(first, days)

    return piece_of_match(match, shift=shift, behind=True, lone=False)


def _edge(span: Span, direction: int) -> date:
    return span.begins.date() if direction < 0 else span.ends.date() - calendar.DAY


def _over(span: Span) -> date:
    """The first day after a holiday with the days off that go by its name, or after the span."""
    first = span.begins.date()
    return first + timedelta(days=max((span.ends - span.begins).days, days_off(first)))


def _nth_beside(match: re.Match[str]) -> Piece:
    """后第一个工作日, 前最后一个周五: counted from where the holiday begins, or is over."""
    number, direction, what = _ordinal(match["nth"]), _direction(match), match["what"]

    def shift(span: Span) -> Span:
        day = span.begins.date() - calendar.DAY if direction < 0 else _over(span)
        if what == "工作日":
            day = calendar.workday(day, direction)
            for _ in range(number - 1):
                day = calendar.workday(day + calendar.DAY * direction, direction)
            return calendar.days(day)
        if what in ("天", "日"):
            return calendar.days(day + timedelta(days=(number - 1) * direction))
        step = calendar.DAY * direction
        found = calendar.nearest(day - step, weekday_of(what[-1]), direction)
        return calendar.days(found + timedelta(weeks=(number - 1) * direction))

    return piece_of_match(match, shift=shift, behind=True, lone=False)


def _ordinal(text: str | None) -> int:
    """第三 is 3; 最后 is the nearest, 1."""
    return chinese_number(text) if text else 1


def _weekday_beside(match: re.Match[str]) -> Piece:
    number, direction = weekday_of(match["day"]), _direction(match)

    def shift(span: Span) -> Span:
        return calendar.days(calendar.nearest(_edge(span, direction), number, direction))

    return piece_of_match(match, shift=shift, behind=True, lone=False)


def _nth_within(match: re.Match[str]) -> Piece:
    """第一个周一, 最后一天, of the period named before it."""
    number, what = (chinese_number(match["nth"]) if match["nth"] else 0), match["what"]

    def shift(span: Span) -> Span | None:
        first, last = span.begins.date(), span.ends.date() - calendar.DAY
        if what == "工作日":
            return _nth_workday(first, last, number)
        if what == "周末":
            return calendar.weekend(calendar.nth_weekday(span, 5, number).begins.date())
        if what == "周":
            return (
                calendar.days(first + timedelta(weeks=number - 1), 7)
                if number
                else calendar.days(last - 6 * calendar.DAY, 7)
            )
        if what in ("天", "日"):
            return calendar.days(first + timedelta(days=number - 1) if number else last)
        return calendar.nth_weekday(span, weekday_of(what[-1]), number)

    return piece_of_match(match, shift=shift, behind=True, lone=False)


def _nth_workday(first: date, last: date, number: int) -> Span:
    day = calendar.workday(first, 1) if number else calendar.workday(last, -1)
    for _ in range(number - 1):
        day = calendar.workday(day + calendar.DAY, 1)
    return calendar.days(day)


def _third(match: re.Match[str]) -> Piece:
    """下旬 is of this month, or of the one named before it."""
    third = THIRDS[match["third"]]
    return piece_of_match(
        match,
        date=third_of(period(Grain.MONTH, 0), third),
        shift=lambda span: calendar.third(span, third) if span.grain is Grain.MONTH else None,
        behind=True,
    )


_ONE_OF = rf"(?:第(?P<nth>{ZH_NUMBER})个?|最后一?个?)"

RULES = (
    rule(rf"{_SIDE}(?P<number>{ZH_NUMBER})个?(?P<unit>天|日|周|星期|礼拜)(?![{FIGURE}末])", _counted),
    rule(rf"{_SIDE}{_ONE_OF}(?P<what>工作日|{WEEK}{WEEKDAY}|[天日])", _nth_beside),
    rule(rf"{_SIDE}(?:那个|那)?{WEEK}(?P<day>{WEEKDAY})", _weekday_beside),
    rule(rf"(?<=[月年底末初度周季期的假]){_ONE_OF}(?P<what>工作日|周末|{WEEK}{WEEKDAY}|[天日]|周(?!年))", _nth_within),
    rule(r"(?<![月份])(?P<third>[上中下]旬)", _third),
)
