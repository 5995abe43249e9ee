"""Chinese: dates, months, seasons, holidays."""

from __future__ import annotations

import re
from dataclasses import replace

from mnemic.language.when import calendar
from mnemic.language.when.calendar import Span
from mnemic.language.when.holidays import DAYS_OFF
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import chinese_number
from mnemic.language.when.scan_piece import (
    Frame,
    Piece,
    day_of_month,
    group,
    holiday,
    piece_of_match,
    yearly,
    yearly_turn,
)
from mnemic.language.when.tense import Tense
from mnemic.language.when.zh_words import (
    DAY,
    FIGURE,
    HOLIDAYS,
    MONTH,
    NAMES,
    NOT_AFTER,
    RELATIVE,
    SEASONS,
    TO,
    YEAR,
    YEARS,
    part_of,
    rule,
    year_of,
)


def _month_day(match: re.Match[str]) -> Piece:
    month, first = chinese_number(match["month"]), chinese_number(match["day"])
    last = chinese_number(match["last"]) if match["last"] else None
    year, offset = year_of(match["year"])
    return piece_of_match(
        match,
        date=yearly(lambda y: calendar.month_day(y, month, first, last), year, offset),
        explicit=True,
        figures=not last,
    )


def _month(match: re.Match[str]) -> Piece:
    month = chinese_number(match["month"])
    whole = yearly(lambda year: calendar.months(year, month), *year_of(match["year"]))
    return piece_of_match(match, date=part_of(whole, match["third"]), explicit=match["year"] not in YEARS)


def _whole_year(match: re.Match[str]) -> Piece:
    whole = yearly(lambda year: calendar.months(year, 1, 12, Grain.YEAR), *year_of(match["year"]))
    return piece_of_match(match, date=part_of(whole, match["third"]), explicit=match["year"] not in YEARS)


def _season(match: re.Match[str]) -> Piece:
    number = SEASONS[match["season"]]
    if match["which"]:
        return piece_of_match(
            match, date=yearly_turn(lambda year: calendar.season(year, number), RELATIVE[match["which"][0]])
        )
    dating = yearly(lambda year: calendar.season(year, number), *year_of(match["year"]))
    return piece_of_match(match, date=dating, explicit=match["year"] not in YEARS)


def _quarter(match: re.Match[str]) -> Piece:
    number = chinese_number(match["number"])
    dating = yearly(lambda year: calendar.quarter(year, number), *year_of(match["year"]))
    return piece_of_match(match, date=part_of(dating, group(match, "third")), explicit=match["year"] not in YEARS)


def _half_year(match: re.Match[str]) -> Piece:
    first = 1 if match["half"] == "上" else 7
    dating = yearly(lambda year: calendar.months(year, first, 6), *year_of(match["year"]))
    return piece_of_match(match, date=dating, explicit=match["year"] not in YEARS)


def _holiday(match: re.Match[str]) -> Piece:
    name = HOLIDAYS[match["name"]]
    length = DAYS_OFF.get(name, 3) if match["off"] else 1
    return piece_of_match(
        match, date=yearly(holiday(name, length), *year_of(match["year"])), explicit=match["year"] not in YEARS
    )


def _october_holiday(match: re.Match[str]) -> Piece:
    """十一 without a tense is the coming one: trips are told ahead, or with 了 and 过."""
    found = _holiday(match)

    def dating(frame: Frame) -> Span | None:
        ahead = replace(frame, tense=Tense.FUTURE) if frame.tense is Tense.UNKNOWN else frame
        return found.date(ahead) if found.date else None

    return replace(found, date=dating)


RULES = (
    rule(
        rf"{NOT_AFTER}(?:(?P<year>{YEAR})(?:的| )?)?{NOT_AFTER}(?P<month>{MONTH}) ?月(?:份的?| )?(?P<day>{DAY})"
        rf"(?: ?[日号](?![楼线])|(?=[,。;)去到在的]|$)|(?={TO}{DAY}[日号]))(?:{TO}(?P<last>{DAY})[日号])?",
        _month_day,
    ),
    rule(
        rf"(?:(?P<year>{YEAR})(?:的| )?)?{NOT_AFTER}(?P<month>{MONTH}) ?月份?(?P<third>初|[上中下]旬|中(?![国心午])"
        rf"|底|末)?(?! ?[{FIGURE}\d]|龄|流火|大(?=[的了,。]|$)|天(?=的歌|乐队|演唱会|新歌))",
        _month,
    ),
    rule(rf"(?P<year>{YEAR})(?P<third>年?[初底末]|年中)?", _whole_year),
    rule(
        rf"(?:(?P<year>{YEAR})的?第?|第|(?<![{FIGURE}\d几个续近去每\-]))(?P<number>[一二三四1-4])季度(?P<third>[初中底末])?",
        _quarter,
    ),
    rule(rf"(?:(?P<year>{YEAR})的?)?(?<![{FIGURE}\d])(?P<half>[上下])半年(?![前后])", _half_year),
    rule(rf"(?P<year>{YEAR})的?\s*Q(?P<number>[1-4])", _quarter),
    rule(
        rf"(?:(?P<year>{YEAR})的?|(?P<which>[上下这])一?个?)(?P<season>[春夏秋冬])(?:天|季|(?=[,。;去来]|$))", _season
    ),
    rule(
        rf"(?:(?P<year>{YEAR})的?)?(?<![{FIGURE}\d十百第])(?P<name>{NAMES})节?(?P<off>假期|小长假|长假|期间"
        rf"|黄金周)?"
        rf"(?![{FIGURE}\d十点路月号个]|快乐|老人|树|歌|帽|礼物|贺卡|月饼|粥|蒜|糕|上河|楼|街)",
        _holiday,
    ),
    rule(rf"(?:(?P<year>{YEAR})的?)?(?<![{FIGURE}\d十])(?P<name>十一)(?P<off>假期|长假|期间|黄金周)", _october_holiday),
    rule(
        rf"(?:(?P<year>{YEAR})的?)?(?<![{FIGURE}\d十第双周期拜月共有满号点])(?P<name>十一)(?P<off>)"
        rf"(?=(?:打算|准备|计划|[想要])?(?:[去回](?!合)(?:了|过)?(?:趟)?[一-鿿]|出[去游]|旅[游行]|放假|自驾|回家))",
        _october_holiday,
    ),
    rule(
        rf"(?<![\dA-Za-z第路街弄巷#.\-~月])(?<![路街弄巷道村镇第] )"
        rf"(?:(?=\d)|(?<![{FIGURE}十]))(?P<day>{DAY}) ?号(?:{TO}(?P<last>{DAY}) ?号)?"
        r"(?! ?[楼线桌门店院室厅机台车馆键选仓球房病航公位文床称码电字员柜口井染游场栋]|的?鞋)",
        lambda match: piece_of_match(
            match,
            date=day_of_month(chinese_number(match["day"]), chinese_number(match["last"]) if match["last"] else None),
            explicit=True,
            figures=True,
            of_month=True,
        ),
    ),
    rule(
        rf"(?<![\dA-Za-z第.\-~{FIGURE}十月])(?P<day>{DAY})日(?![游内元本均报常子间])",
        lambda match: piece_of_match(
            match, date=day_of_month(chinese_number(match["day"])), explicit=True, figures=True, of_month=True
        ),
    ),
    rule(
        rf"(?<=[-~到至–—])(?P<day>{DAY})[日号](?![楼线])",
        lambda match: piece_of_match(match, date=day_of_month(chinese_number(match["day"])), explicit=True, lone=False),
    ),
)
