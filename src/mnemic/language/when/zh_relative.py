"""Chinese: days, weeks and lengths of time seen from today."""

from __future__ import annotations

import re
from fractions import Fraction

from mnemic.language.when import calendar
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import ZH_NUMBER, chinese, chinese_amount
from mnemic.language.when.piece import (
    Piece,
    away,
    away_between,
    bare_weekday,
    bare_weekend,
    day_of_month,
    group,
    period,
    piece,
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
    offset_of,
    part_of,
    rule,
    weekday_of,
)


def _this_month(match: re.Match[str]) -> Piece:
    offset = offset_of(match["which"])
    if match["day"]:
        last = chinese(match["last"]) if match["last"] else None
        return piece(match, date=day_of_month(chinese(match["day"]), last, offset))
    return piece(match, date=part_of(period(Grain.MONTH, offset), match["third"]))


def _this_week(match: re.Match[str]) -> Piece:
    offset = offset_of(match["which"])
    if match["day"] == "末":
        return piece(match, date=period(Grain.WEEKEND, offset))
    if not match["day"]:
        return piece(match, date=period(Grain.WEEK, offset))
    number = weekday_of(match["day"])
    return piece(match, date=lambda frame: calendar.weekday(frame.today, number, offset))


def _day_word(match: re.Match[str]) -> Piece:
    offset = DAYS[match["day"]]
    part = PARTS.get(match["part"]) if match["part"] != "天" else None
    return piece(match, date=period(Grain.DAY, offset), part=part)


def _amount(match: re.Match[str]) -> tuple[Fraction, Grain]:
    return chinese_amount(match["number"]) + (Fraction(1, 2) if match["half"] else 0), UNITS[match["unit"]]


def _away(match: re.Match[str]) -> Piece | None:
    amount, unit = _amount(match)
    return piece(match, date=away(amount, unit, -1 if match["side"] == "前" else 1))


def _stretch(match: re.Match[str]) -> Piece | None:
    amount, unit = _amount(match)
    if unit in (Grain.MINUTE, Grain.HOUR, Grain.QUARTER):
        return piece(match, length=unit)
    return piece(match, date=stretch(amount, unit, -1 if group(match, "way") in ("过去", "最近") else 1))


def _between(match: re.Match[str]) -> Piece:
    least = chinese_amount(match["number"] or match["low"])
    most = chinese_amount(match["most"] or match["high"])
    if most <= least or (match["most"] and most > least + 1):
        raise ValueError(f"{match[0]!r} is no range")
    return piece(match, date=away_between(least, most, UNITS[match["unit"]], -1 if match["side"] == "前" else 1))


def _weekday_alone(match: re.Match[str]) -> Piece:
    number = weekday_of(match["day"])
    return piece(match, date=bare_weekday(number), weekday=number)


def _half_more(match: re.Match[str]) -> Piece:
    amount = chinese_amount(match["number"]) + Fraction(1, 2)
    return piece(match, date=away(amount, UNITS[match["unit"]], -1 if match["side"] == "前" else 1))


RULES = (
    rule(
        r"(?P<which>[上下本这])个?季度",
        lambda match: piece(match, date=period(Grain.QUARTER, offset_of(match["which"]))),
    ),
    rule(
        rf"(?P<which>上+一?个?|下+一?个?|本|这一?个?)月(?:(?:份?的?| )(?P<day>{DAY}) ?[日号](?:{TO}"
        rf"(?P<last>{DAY})[日号])?|(?P<third>初|[上中下]旬|中(?![国心午])|底|末))?",
        _this_month,
    ),
    rule(rf"(?<=[从自])(?P<which>上+一?个?|下+一?个?|本|这一?个?){WEEK}(?P<day>一)(?=起)", _this_week),
    rule(rf"(?<=[从自]){WEEK}(?P<day>一)(?=起)", _weekday_alone),
    rule(rf"(?P<which>上+一?个?|下+一?个?|本|这一?个?){WEEK}(?P<day>末|{WEEKDAY})?(?!年)", _this_week),
    rule(
        rf"(?:(?<![一二两三四五六七八九十百\d几数多半整每全])|(?<=[周期拜][一二三四五六]))"
        rf"(?:周|星期|礼拜)(?P<day>{WEEKDAY})",
        _weekday_alone,
    ),
    rule(
        r"(?<![每个上下这本隔])周末|(?<![每上下这本])(?:周|星期)六(?:周|星期|和|、)*日(?![程本语报])",
        lambda match: piece(match, date=bare_weekend),
    ),
    rule(
        rf"(?<![\d岁日{FIGURE}十])月(?P<third>[初底末]|中旬|中(?=[之前要,]|$))",
        lambda match: piece(match, date=third_of(period(Grain.MONTH, 0), THIRDS[match["third"]])),
    ),
    rule(
        rf"(?<![\d{FIGURE}〇零十几多数些今去明前后当])年(?P<third>[初底末])",
        lambda match: piece(match, date=third_of(period(Grain.YEAR, 0), THIRDS[match["third"]])),
    ),
    rule(
        r"(?P<day>大前|大后|(?<![目之以提从当])前|(?<![然之以最随此午])后|昨|今|明)(?P<part>天|日(?!本))(?!性|形成|努力)(?<!后日)"
        r"(?<!前日)",
        _day_word,
    ),
    rule(r"(?P<day>昨|今|明|前|后)(?P<part>早(?!日)|晚(?![会期年辈])|夜)上?", _day_word),
    rule(rf"{COUNTED}[之以]?(?P<side>[前后])(?![面台])", _away),
    rule(rf"{BETWEEN}[之以]?(?P<side>[前后])(?![面台])", _between),
    rule(rf"(?<![\d几数好第.])(?P<number>{ZH_NUMBER})个?(?P<unit>年|小时|钟头)半[之以]?(?P<side>[前后])", _half_more),
    rule(rf"(?P<way>过去|最近|未来|接下来|今后)的?这?{COUNTED}(?:[之以]?内)?", _stretch),
    rule(rf"{COUNTED}[之以]?内", _stretch),
)
