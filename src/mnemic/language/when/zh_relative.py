"""Chinese: days, weeks and lengths of time seen from today."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

from mnemic.language.when import calendar
from mnemic.language.when.calendar import Span
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import ZH_NUMBER, chinese_amount, chinese_number
from mnemic.language.when.scan_piece import (
    Frame,
    Piece,
    away_between,
    away_from_now,
    bare_weekday,
    bare_weekend,
    day_of_month,
    group,
    period,
    piece_of_match,
    stretch,
    third_of,
)
from mnemic.language.when.zh_words import (
    BETWEEN,
    COUNTED,
    DAY,
    DAYS,
    FIGURE,
    PARTS,
    THIRDS,
    TO,
    UNITS,
    WEEK,
    WEEKDAY,
    YEARS,
    offset_of,
    part_of,
    rule,
    weekday_of,
)


def _this_month(match: re.Match[str]) -> Piece:
    offset = offset_of(match["which"])
    if match["day"]:
        last = chinese_number(match["last"]) if match["last"] else None
        return piece_of_match(match, date=day_of_month(chinese_number(match["day"]), last, offset))
    return piece_of_match(match, date=part_of(period(Grain.MONTH, offset), match["third"]))


def _this_week(match: re.Match[str]) -> Piece:
    offset = offset_of(match["which"])
    if match["day"] == "末":
        return piece_of_match(match, date=period(Grain.WEEKEND, offset))
    if match["day"] in ("初", "中"):
        return piece_of_match(match, date=third_of(period(Grain.WEEK, offset), THIRDS[match["day"]]))
    if not match["day"]:
        return piece_of_match(match, date=period(Grain.WEEK, offset))
    number = weekday_of(match["day"])
    return piece_of_match(match, date=lambda frame: calendar.weekday(frame.today, number, offset))


def _day_word(match: re.Match[str]) -> Piece:
    offset = DAYS[match["day"]]
    part = PARTS.get(match["part"]) if match["part"] != "天" else None
    return piece_of_match(match, date=period(Grain.DAY, offset), part=part)


def _amount(match: re.Match[str]) -> tuple[Fraction, Grain]:
    amount = chinese_amount(match["number"]) + (Fraction(1, 2) if match["half"] else 0)
    return amount * (15 if match["unit"] == "刻钟" else 1), UNITS[match["unit"]]


def _away(match: re.Match[str]) -> Piece | None:
    amount, unit = _amount(match)
    return piece_of_match(match, date=away_from_now(amount, unit, -1 if match["side"] == "前" else 1))


def _stretch(match: re.Match[str]) -> Piece | None:
    amount, unit = _amount(match)
    if unit in (Grain.MINUTE, Grain.HOUR, Grain.QUARTER):
        return piece_of_match(match, length=unit)
    return piece_of_match(match, date=stretch(amount, unit, -1 if group(match, "way") in ("过去", "最近", "近") else 1))


def _weekday_weeks_away(match: re.Match[str]) -> Piece:
    """两周后的周三: of the week that lies so far away."""
    number, count = weekday_of(match["day"]), chinese_number(match["number"]) * (-1 if match["side"] == "前" else 1)
    return piece_of_match(match, date=lambda frame: calendar.weekday(frame.today, number, count))


def _same_day_of(match: re.Match[str]) -> Piece:
    """去年今天, 三个月后的今天."""
    if match["year"]:
        months = 12 * YEARS[match["year"]]
    elif match["month"]:
        months = offset_of(match["month"])
    else:
        months = (
            chinese_number(match["number"])
            * (12 if match["unit"] == "年" else 1)
            * (-1 if match["side"] == "前" else 1)
        )

    def dating(frame: Frame) -> Span:
        month = calendar.months(frame.today.year, frame.today.month + months).begins
        return calendar.month_day(month.year, month.month, frame.today.day)

    return piece_of_match(match, date=dating)


def _two_days(frame: Frame, offset: int) -> Span:
    return calendar.days(frame.today + timedelta(days=offset), 2)


def _between(match: re.Match[str]) -> Piece:
    least = chinese_amount(match["number"] or match["low"])
    most = chinese_amount(match["most"] or match["high"])
    if most <= least or (match["most"] and most > least + 1):
        raise ValueError(f"{match[0]!r} is no range")
    return piece_of_match(
        match, date=away_between(least, most, UNITS[match["unit"]], -1 if match["side"] == "前" else 1)
    )


def _weekday_alone(match: re.Match[str]) -> Piece:
    number = weekday_of(match["day"])
    return piece_of_match(match, date=bare_weekday(number), weekday=number)


def _half_more(match: re.Match[str]) -> Piece:
    amount = chinese_amount(match["number"]) + Fraction(1, 2)
    return piece_of_match(match, date=away_from_now(amount, UNITS[match["unit"]], -1 if match["side"] == "前" else 1))


RULES = (
    rule(
        r"(?P<which>[上下本这])个?季度(?P<third>[初中底末])?",
        lambda match: piece_of_match(
            match, date=part_of(period(Grain.QUARTER, offset_of(match["which"])), match["third"])
        ),
    ),
    rule(
        rf"(?P<which>上+一?个?|下+一?个?|本|这一?个?)月(?:(?:份?的?| )(?P<day>{DAY}) ?[日号](?:{TO}"
        rf"(?P<last>{DAY})[日号])?|(?P<third>初|[上中下]旬|中(?![国心午])|底|末))?",
        _this_month,
    ),
    rule(rf"(?<=[从自])(?P<which>上+一?个?|下+一?个?|本|这一?个?){WEEK}(?P<day>一)(?=起)", _this_week),
    rule(rf"(?<=[从自]){WEEK}(?P<day>一)(?=起)", _weekday_alone),
    rule(
        rf"(?P<which>上+一?个?|下+一?个?|本|这一?个?){WEEK}(?P<day>末|初(?!步|期|稿)|中(?![国心午])|{WEEKDAY})?(?!年)",
        _this_week,
    ),
    rule(
        rf"(?:(?<![一二两三四五六七八九十百\d几数多半整每全])|(?<=[周期拜][一二三四五六]))"
        rf"(?:周|星期|礼拜)(?P<day>{WEEKDAY})(?!乐队)",
        _weekday_alone,
    ),
    rule(
        r"(?<![每个上下这本隔])周末|(?<![每上下这本])(?:周|星期)六(?:周|星期|和|、)*日(?![程本语报])",
        lambda match: piece_of_match(match, date=bare_weekend),
    ),
    rule(
        rf"(?<![\d岁日{FIGURE}十个每蜜满])月(?P<third>[初底末]|中(?=[要发交去开结再还之前后左,。]|$))",
        lambda match: piece_of_match(match, date=third_of(period(Grain.MONTH, 0), THIRDS[match["third"]])),
    ),
    rule(
        rf"(?<![\d{FIGURE}〇零十几多数些今去明前后当大学成青少中老幼童常每])年(?P<third>[初底末]|中(?=[要做会前后之大才就,。]|$))",
        lambda match: piece_of_match(match, date=third_of(period(Grain.YEAR, 0), THIRDS[match["third"]])),
    ),
    rule(
        r"(?P<day>大前|大后|(?<![目之以提从当])前|(?<![然之以最随此午])后|昨|今|明)(?P<part>天|日(?!本))(?!性|形成|努力)(?<!后日)"
        r"(?<!前日)",
        _day_word,
    ),
    rule(r"(?P<day>昨|今|明|后)(?P<part>儿)个?(?![子媳女童孙])", _day_word),
    rule(r"(?P<day>昨|今|明|前|后)(?P<part>早(?!日)|晚(?![会期年辈])|夜)上?", _day_word),
    rule(rf"{COUNTED}[之以]?(?P<side>[前后])(?![面台])", _away),
    rule(
        rf"(?<![\d几数好第.])(?P<number>{ZH_NUMBER})个?{WEEK}[之以]?(?P<side>[前后])的?那?个?{WEEK}(?P<day>{WEEKDAY})",
        _weekday_weeks_away,
    ),
    rule(
        rf"(?:(?P<year>前年|去年|明年|后年)|(?P<month>上上?个?月|下下?个?月)"
        rf"|(?<![\d几数好第.])(?P<number>{ZH_NUMBER})个?(?P<unit>月|年)[之以]?(?P<side>[前后]))的?今天",
        _same_day_of,
    ),
    rule(
        r"(?P<first>今|明)(?P<last>明|后)(?:两?天)",
        lambda match: piece_of_match(match, date=lambda frame: _two_days(frame, DAYS[match["first"]])),
    ),
    rule(
        r"(?<![\d一二两三四五六七八九十百半几多数整全本这每个])(?P<unit>年|月)内(?![容部在外])",
        lambda match: piece_of_match(match, date=period(UNITS[match["unit"]], 0)),
    ),
    rule(
        rf"(?<![\d{FIGURE}个每度上下本这])季度?(?P<third>[初末])(?=[要前盘冲结总会考开,。]|$)",
        lambda match: piece_of_match(match, date=third_of(period(Grain.QUARTER, 0), THIRDS[match["third"]])),
    ),
    rule(rf"{BETWEEN}[之以]?(?P<side>[前后])(?![面台])", _between),
    rule(rf"(?<![\d几数好第.])(?P<number>{ZH_NUMBER})个?(?P<unit>年|小时|钟头)半[之以]?(?P<side>[前后])", _half_more),
    rule(rf"(?P<way>过去|最近|(?<![附靠接临将最])近|未来|接下来|今后)的?这?{COUNTED}(?:[之以]?内)?", _stretch),
    rule(rf"{COUNTED}[之以]?内", _stretch),
)
