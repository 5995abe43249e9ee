"""Chinese: what recurs, what merely lasts, and what only looks like a time."""

from __future__ import annotations

import re

from mnemic.language.when.calendar import Span
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import ZH_NUMBER, chinese
from mnemic.language.when.piece import (
    Cycle,
    Piece,
    blocked,
    holiday,
    piece,
    weekly,
)
from mnemic.language.when.zh_words import (
    COUNTED,
    DAY,
    HOLIDAYS,
    MONTH,
    NAMES,
    PARTS,
    TO,
    UNITS,
    WEEKDAY,
    rule,
    weekday_of,
)


def _weekdays_said(text: str) -> list[int]:
    numbers = [weekday_of(sign) for sign in re.findall("[一二三四五六日天]", text)]
    return list(range(numbers[0], numbers[-1] + 1)) if re.search(TO, text) else numbers


def _every_week(match: re.Match[str]) -> Piece:
    return piece(match, cycle=weekly(_weekdays_said(match["days"])))


def _every_day(match: re.Match[str]) -> Piece:
    part = PARTS.get(match["part"] or "")
    return piece(match, cycle=Cycle(rule="daily"), part=part)


def _every_month(match: re.Match[str]) -> Piece:
    number = chinese(match["day"])
    return piece(match, cycle=Cycle(rule=f"monthly:{number}", on=lambda day: day.day == number))


def _every_year(match: re.Match[str]) -> Piece:
    if match["name"]:
        named = holiday(HOLIDAYS[match["name"]])
        return piece(
            match, cycle=Cycle(rule=f"yearly:{HOLIDAYS[match['name']]}", on=lambda day: _begins(named(day.year), day))
        )
    month, number = chinese(match["month"]), chinese(match["day"])
    return piece(
        match,
        cycle=Cycle(rule=f"yearly:{month:02}-{number:02}", on=lambda day: (day.month, day.day) == (month, number)),
    )


def _begins(span: Span | None, day: object) -> bool:
    return span is not None and span.begins.date() == day


_ADVERBS = {
    "每周": ("weekly", Grain.WEEK),
    "每个星期": ("weekly", Grain.WEEK),
    "每星期": ("weekly", Grain.WEEK),
    "每个礼拜": ("weekly", Grain.WEEK),
    "每月": ("monthly", Grain.MONTH),
    "每个月": ("monthly", Grain.MONTH),
    "每月底": ("monthly", Grain.MONTH),
    "每月初": ("monthly", Grain.MONTH),
    "每月月底": ("monthly", Grain.MONTH),
    "每月月初": ("monthly", Grain.MONTH),
    "每个月月底": ("monthly", Grain.MONTH),
    "每个月月初": ("monthly", Grain.MONTH),
    "每个月的月底": ("monthly", Grain.MONTH),
    "每个月的月初": ("monthly", Grain.MONTH),
    "每到月底": ("monthly", Grain.MONTH),
    "每逢月底": ("monthly", Grain.MONTH),
    "每到月初": ("monthly", Grain.MONTH),
    "每个月底": ("monthly", Grain.MONTH),
    "每个月初": ("monthly", Grain.MONTH),
    "每季度": ("quarterly", Grain.QUARTER),
    "每个季度": ("quarterly", Grain.QUARTER),
    "每年": ("yearly", Grain.YEAR),
    "隔周": ("every 2 weeks", Grain.WEEK),
    "隔天": ("every 2 days", Grain.DAY),
    "每隔一天": ("every 2 days", Grain.DAY),
    "隔日": ("every 2 days", Grain.DAY),
}


def _adverb(match: re.Match[str]) -> Piece:
    rule, grain = _ADVERBS[match[0]]
    return piece(match, cycle=Cycle(rule=rule, grain=grain))


def _every_few(match: re.Match[str]) -> Piece:
    unit = UNITS[match["unit"]]
    return piece(match, cycle=Cycle(rule=f"every {chinese(match['number'])} {unit.value}s", grain=unit))


def _workdays(match: re.Match[str]) -> Piece:
    return piece(match, cycle=weekly([0, 1, 2, 3, 4]))


def _weekends(match: re.Match[str]) -> Piece:
    return piece(match, cycle=Cycle(rule="weekly:SA,SU", grain=Grain.WEEKEND))


def _frequency(match: re.Match[str]) -> Piece:
    rule, grain = {"天": ("daily", Grain.DAY), "周": ("weekly", Grain.WEEK), "年": ("yearly", Grain.YEAR)}.get(
        match[0][1], ("monthly", Grain.MONTH)
    )
    return piece(match, cycle=Cycle(rule=rule, grain=grain))


RULES = (
    rule(
        rf"(?:每逢?个?|逢)(?:周|星期|礼拜)(?P<days>{WEEKDAY}(?:(?:[、,和跟及与]|{TO})*(?:周|星期|礼拜)?{WEEKDAY})*)"
        rf"(?![次回趟遍节篇堂顿场])",
        _every_week,
    ),
    rule(r"每(?:个)?(?:天|日)(?P<part>凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|深夜)?", _every_day),
    rule(r"每(?:个)?(?P<part>早上|上午|中午|下午|晚上|早|晚)", _every_day),
    rule(r"(?<![今明后昨前])天天(?!气)(?P<part>早上|晚上)?", _every_day),
    rule(rf"每个?月的? ?(?P<day>{DAY}) ?[日号]", _every_month),
    rule(rf"每年的?(?: ?(?P<month>{MONTH}) ?月 ?(?P<day>{DAY}) ?[日号]|(?P<name>{NAMES})节?)", _every_year),
    rule("|".join(sorted(_ADVERBS, key=len, reverse=True)), _adverb),
    rule(r"每隔?(?P<number>[两二三四五六七八九十\d]+)个?(?P<unit>天|周|星期|月|年)", _every_few),
    rule(r"每?(?:个)?工作日|平日", _workdays),
    rule(r"每个?周末", _weekends),
    rule(rf"{COUNTED}(?![前后])", lambda match: piece(match, length=UNITS[match["unit"]])),
    rule(
        r"三天两头|十天半个?月|三五天|一天到晚|一年四季|一年到头|[早晚上下中]午?上?好(?=[,。! ~]|$)"
        r"|有一天|那一?[天年]|哪一?天|[前这][几两些][天年]"
        r"|过几天|说明天气|然后天气"
        r"|(?:农历|阴历|旧历)[^,。;]{0,8}|(?:正|腊)月[初十廿二三一四五六七八九]*|多少天|[几数]十?个?(?:天|周|月|年)(?:[之以]?[前后])?",
        blocked,
    ),
    rule(rf"{ZH_NUMBER}(?:天|周|个?月|年)(?:一|{ZH_NUMBER})[次回趟遍包顿片粒杯个封篇节场]", blocked),
    rule(rf"每(?:天|周|个?月|年){ZH_NUMBER}(?:次|回|趟|遍|节|篇|堂)", _frequency),
)
