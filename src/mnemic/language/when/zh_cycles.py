"""Chinese: what recurs, what merely lasts, and what only looks like a time."""

from __future__ import annotations

import re

from mnemic.language.when import calendar, lunar
from mnemic.language.when.calendar import Span
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import ZH_NUMBER, chinese_number
from mnemic.language.when.scan_piece import (
    Cycle,
    Piece,
    blocking_piece,
    holiday,
    monthly,
    nth_monthly,
    piece_of_match,
    third_cycle,
    weekly,
)
from mnemic.language.when.zh_words import (
    COUNTED,
    DAY,
    FIGURE,
    HOLIDAYS,
    MONTH,
    NAMES,
    PARTS,
    THIRDS,
    TO,
    UNITS,
    WEEK,
    WEEKDAY,
    rule,
    weekday_of,
)


def _weekdays_said(text: str) -> list[int]:
    numbers = [weekday_of(sign) for sign in re.findall("[一二三四五六日天]", text)]
    return list(range(numbers[0], numbers[-1] + 1)) if re.search(TO, text) else numbers


def _every_week(match: re.Match[str]) -> Piece:
    return piece_of_match(match, cycle=weekly(_weekdays_said(match["days"])))


def _every_day(match: re.Match[str]) -> Piece:
    part = PARTS.get(match["part"] or "")
    return piece_of_match(match, cycle=Cycle(rule="daily"), part=part)


def _every_month(match: re.Match[str]) -> Piece:
    return piece_of_match(
        match, cycle=monthly([chinese_number(match[name]) for name in ("day", "other") if match[name]])
    )


def _last_of_month(match: re.Match[str]) -> Piece:
    return piece_of_match(match, cycle=Cycle(rule="monthly:-1", on=lambda day: (day + calendar.DAY).day == 1))


def _every_month_named(match: re.Match[str]) -> Piece:
    number = chinese_number(match["month"])
    return piece_of_match(
        match, cycle=Cycle(rule=f"yearly:{number:02}", grain=Grain.MONTH, on=lambda day: day.month == number)
    )


def _every_year(match: re.Match[str]) -> Piece:
    if match["name"]:
        named = holiday(HOLIDAYS[match["name"]])
        return piece_of_match(
            match, cycle=Cycle(rule=f"yearly:{HOLIDAYS[match['name']]}", on=lambda day: _begins(named(day.year), day))
        )
    month, number = chinese_number(match["month"]), chinese_number(match["day"])
    return piece_of_match(
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
    "每季度": ("quarterly", Grain.QUARTER),
    "每个季度": ("quarterly", Grain.QUARTER),
    "每半年": ("every 6 months", Grain.MONTH),
    "每年": ("yearly", Grain.YEAR),
    "隔周": ("every 2 weeks", Grain.WEEK),
    "隔天": ("every 2 days", Grain.DAY),
    "每隔一天": ("every 2 days", Grain.DAY),
    "隔日": ("every 2 days", Grain.DAY),
}


_PERIODS = {
    "月": ("monthly", Grain.MONTH),
    "季": ("quarterly", Grain.QUARTER),
    "季度": ("quarterly", Grain.QUARTER),
    "年": ("yearly", Grain.YEAR),
}


def _adverb(match: re.Match[str]) -> Piece:
    rule, grain = _ADVERBS[match[0]]
    return piece_of_match(match, cycle=Cycle(rule=rule, grain=grain))


def _every_few(match: re.Match[str]) -> Piece:
    unit = UNITS[match["unit"]]
    return piece_of_match(match, cycle=Cycle(rule=f"every {chinese_number(match['number'])} {unit.value}s", grain=unit))


def _workdays(match: re.Match[str]) -> Piece:
    return piece_of_match(match, cycle=weekly([0, 1, 2, 3, 4]))


def _weekends(match: re.Match[str]) -> Piece:
    return piece_of_match(match, cycle=Cycle(rule="weekly:SA,SU", grain=Grain.WEEKEND))


def _third(match: re.Match[str]) -> Piece:
    rule, grain = _PERIODS[match["unit"] or match["alone"]]
    return piece_of_match(match, cycle=third_cycle(rule, grain, THIRDS[match["third"]]))


def _nth_weekday(match: re.Match[str]) -> Piece:
    number = chinese_number(match["nth"]) if match["nth"] else 0
    return piece_of_match(match, cycle=nth_monthly(number, weekday_of(match["day"])))


def _fortnightly(match: re.Match[str]) -> Piece:
    day = match["day"] or match["of_turn"] or match["of_one"]
    if not day:
        return piece_of_match(match, cycle=Cycle(rule="every 2 weeks", grain=Grain.WEEK))
    chosen = weekly([weekday_of(day)])
    return piece_of_match(match, cycle=Cycle(rule="every 2 weeks:" + chosen.rule.removeprefix("weekly:"), on=chosen.on))


def _every_lunar_year(match: re.Match[str]) -> Piece:
    month = {"正": 1, "冬": 11, "腊": 12}.get(match["month"]) or chinese_number(match["month"])
    number = chinese_number(match["day"].removeprefix("初").replace("廿", "二十"))
    return piece_of_match(
        match,
        cycle=Cycle(
            rule=f"yearly:lunar {month:02}-{number:02}",
            on=lambda day: day in (lunar.day(day.year, month, number), lunar.day(day.year - 1, month, number)),
        ),
    )


RULES = (
    rule(
        rf"(?:每逢?个?|逢)(?:周|星期|礼拜)(?P<days>{WEEKDAY}(?:(?:[、,和跟及与]|{TO})*(?:周|星期|礼拜)?{WEEKDAY})*)"
        rf"(?![次回趟遍节篇堂顿场])",
        _every_week,
    ),
    rule(r"每(?:个)?(?:天|日)(?P<part>凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|深夜)?", _every_day),
    rule(r"每(?:个)?(?P<part>早上|上午|中午|下午|晚上|早|晚)", _every_day),
    rule(r"(?<![今明后昨前])天天(?!气)(?P<part>早上|晚上)?", _every_day),
    rule(rf"每个?月的? ?(?P<day>{DAY}) ?[日号](?:[、,和与及]+(?P<other>{DAY}) ?[日号])?", _every_month),
    rule(rf"每年的?(?: ?(?P<month>{MONTH}) ?月 ?(?P<day>{DAY}) ?[日号]|(?P<name>{NAMES})节?)", _every_year),
    rule(
        r"每(?:个?(?P<unit>月|季度|季|年)的?(?:月|年)?|[到逢](?P<alone>月|年))(?P<third>[初中底末])(?![国心午])", _third
    ),
    rule(
        rf"每个?月的?(?:第(?P<nth>[一二三四])个?|最后一?个?){WEEK}(?P<day>{WEEKDAY})",
        _nth_weekday,
    ),
    rule(
        rf"(?:隔周的?(?:{WEEK})?|每隔一个?{WEEK}的?{WEEK}|每[两2二]个?{WEEK}的?{WEEK})(?P<day>{WEEKDAY})"
        rf"|每逢?个?[双单]周(?:的?{WEEK}?(?P<of_turn>{WEEKDAY}))?"
        rf"|[双单]周的?{WEEK}(?P<of_one>{WEEKDAY})",
        _fortnightly,
    ),
    rule(
        rf"(?<![每逢上下这本]){WEEK}(?P<days>(?!六日)一?二?三?四?五?六?[日天]?(?<=[{FIGURE}日天]{{2}}))(?![{FIGURE}点个号月年人次位分时半])",
        _every_week,
    ),
    rule(r"每个?月的?(?:最后一[天日]|月末那天)", _last_of_month),
    rule(rf"每年的?(?P<month>{MONTH})月份?(?! ?[{FIGURE}\d初底中上下末])", _every_month_named),
    rule(
        rf"每年的?(?:农历|阴历|旧历)的?(?P<month>正|冬|腊|{MONTH})月(?P<day>初[{FIGURE}十]|十[{FIGURE}]|二十[{FIGURE}]?"
        rf"|廿[{FIGURE}]|三十)",
        _every_lunar_year,
    ),
    rule("|".join(sorted(_ADVERBS, key=len, reverse=True)), _adverb),
    rule(r"每隔?(?P<number>[两二三四五六七八九十\d]+)个?(?P<unit>天|周|星期|月|年)", _every_few),
    rule(r"每?(?:个)?工作日|平日", _workdays),
    rule(r"每个?周末", _weekends),
    rule(rf"{COUNTED}(?![前后])", lambda match: piece_of_match(match, length=UNITS[match["unit"]])),
    rule(
        r"三天两头|十天半个?月|三五天|一天到晚|一年四季|一年到头|[早晚上下中]午?上?好(?=[,。! ~]|$)"
        r"|有一天|那一?[天年]|哪一?天|(?<![节庆旦诞秋午明夕夜阳至八一五六日天号宵假])前[几两些][天年]|这[几两些][天年]"
        r"|过几天|说明天气|然后天气"
        r"|多少天|[几数]十?个?(?:天|周|月|年)(?:[之以]?[前后])?",
        blocking_piece,
    ),
    rule(rf"{ZH_NUMBER}(?:天|周|个?月|年)(?:一|{ZH_NUMBER})[次回趟遍包顿片粒杯个封篇节场]", blocking_piece),
    rule(
        rf"每(?:天|(?:周|个?星期|个?礼拜)(?![{FIGURE}日天][^次回趟遍节篇堂])[^,。;!?\s]{{0,2}}?|(?:个?月|年)[^,。;!?\s]{{0,2}}?)"
        rf"{ZH_NUMBER}(?:次|回|趟|遍|节|篇|堂)",
        blocking_piece,
    ),
)
