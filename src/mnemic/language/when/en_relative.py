"""English: days, weeks and lengths of time seen from today."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

from mnemic.language.when import calendar, parts
from mnemic.language.when.calendar import Span
from mnemic.language.when.en_words import (
    DAY,
    PARTS,
    THIRDS,
    UNIT,
    UNITS,
    WEEKDAY,
    WHICH,
    rule,
    unit_of,
    weekday_number,
)
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import EN_NUMBER, english_amount
from mnemic.language.when.piece import (
    Dating,
    Frame,
    Piece,
    away,
    away_between,
    bare_weekday,
    bare_weekend,
    group,
    nearest_weekday,
    period,
    piece,
    stretch,
    third_of,
)

_DAY_WORDS = {"day before": -2, "yesterday": -1, "tom": 1, "tm": 1, "to": 0, "day after": 2}


def _day_word(match: re.Match[str]) -> Piece:
    word = match[0].lower()
    offset = next(number for start, number in _DAY_WORDS.items() if word.removeprefix("the ").startswith(start))
    part = parts.EVENING if word in ("tonight", "tonite") else None
    return piece(match, date=period(Grain.DAY, offset), part=part)


def _this_part(match: re.Match[str]) -> Piece:
    return piece(match, date=period(Grain.DAY, WHICH[match["which"].lower()]), part=PARTS[match["part"].lower()])


def _ago(match: re.Match[str]) -> Piece:
    return piece(match, date=_away(match, -1))


def _ahead(match: re.Match[str]) -> Piece:
    return piece(match, date=_away(match, 1))


def _within(match: re.Match[str]) -> Piece:
    """`in two hours` is ahead, unless the past is spoken of: then it is how long something took."""
    ahead = _away(match, 1)
    return piece(
        match, date=lambda frame: None if frame.tense.value < 0 else ahead(frame), length=unit_of(match["unit"])[0]
    )


def _between(match: re.Match[str], direction: int) -> Dating:
    unit, factor = unit_of(match["unit"])
    least, most = english_amount(match["number"]), english_amount(match["most"])
    if most <= least:
        raise ValueError(f"{match[0]!r} is no range")
    return away_between(least * factor, most * factor, unit, direction)


def _within_range(match: re.Match[str]) -> Piece:
    """`in two to three weeks` is ahead, unless the past is spoken of: then it is how long something took."""
    ahead = _between(match, 1)
    return piece(
        match, date=lambda frame: None if frame.tense.value < 0 else ahead(frame), length=unit_of(match["unit"])[0]
    )


def _range_ago(match: re.Match[str]) -> Piece:
    return piece(match, date=_between(match, -1))


def _away(match: re.Match[str], direction: int) -> Dating:
    unit, factor = unit_of(match["unit"])
    amount = Fraction(1, 2) if group(match, "half") else english_amount(match["number"])
    if "and a half" in match[0]:
        amount += Fraction(1, 2)
    return away(amount * factor, unit, direction)


def _from_day(match: re.Match[str]) -> Piece:
    unit, factor = unit_of(match["unit"])
    count = int(english_amount(match["number"]) * factor)
    days = count * (7 if unit is Grain.WEEK else 1)
    start = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(match["day"].lower())
    from_day = bare_weekday(weekday_number(match["day"])) if start is None else period(Grain.DAY, start)

    def dating(frame: Frame) -> Span | None:
        base = from_day(frame)
        return calendar.days(base.begins.date() + timedelta(days=days)) if base else None

    return piece(match, date=dating)


def _stretch(match: re.Match[str]) -> Piece:
    unit, factor = unit_of(match["unit"])
    amount = english_amount(match["number"]) * factor
    if unit in (Grain.MINUTE, Grain.HOUR, Grain.QUARTER):
        return piece(match, length=unit)
    return piece(match, date=stretch(amount, unit, -1 if match["way"].lower() in ("last", "past", "previous") else 1))


def _which_period(match: re.Match[str]) -> Piece:
    return piece(match, date=period(UNITS[match["unit"].lower()], WHICH[match["which"].lower()]))


def _before_last(match: re.Match[str]) -> Piece:
    return piece(match, date=period(UNITS[match["unit"].lower()], -2 if match["way"].lower() == "before last" else 2))


def _third_of_period(match: re.Match[str]) -> Piece:
    whole = period(UNITS[match["unit"].lower()], WHICH[(match["which"] or "the").lower()])
    return piece(match, date=third_of(whole, THIRDS[match["third"].lower()]))


def _which_weekday(match: re.Match[str]) -> Piece:
    number, word = weekday_number(match["day"]), match["which"].lower().split()[-1]
    if word in ("last", "past", "previous"):
        return piece(match, date=nearest_weekday(number, -1))
    if word in ("coming", "upcoming"):
        return piece(match, date=nearest_weekday(number, 1))
    offset = WHICH[word]
    return piece(match, date=lambda frame: calendar.weekday(frame.today, number, offset))


def _after_next(match: re.Match[str]) -> Piece:
    """The second such weekday to come."""
    coming = nearest_weekday(weekday_number(match["day"]), 1)

    def dating(frame: Frame) -> Span | None:
        first = coming(frame)
        return calendar.days(first.begins.date() + timedelta(days=7)) if first else None

    return piece(match, date=dating)


def _weekday_after(match: re.Match[str]) -> Piece:
    """The Monday after, the following Monday: counted from the date named before."""
    number = weekday_number(match["day"])
    return piece(match, date=nearest_weekday(number, 1), weekday=number, follows=True)


def _weekday_of_week(match: re.Match[str]) -> Piece:
    number, offset = weekday_number(match["day"]), WHICH[match["which"].lower()]
    return piece(match, date=lambda frame: calendar.weekday(frame.today, number, offset))


def _weekday(match: re.Match[str]) -> Piece:
    number = weekday_number(match["day"])
    return piece(match, date=bare_weekday(number), weekday=number)


_AMOUNT = rf"(?:(?P<half>half an?(?= )|half)|(?P<number>{EN_NUMBER})) (?P<unit>{UNIT})(?: and a half)?"


RULES = (
    rule(
        r"(?:the )?day (?:after tomorrow|before yesterday)|today(?!'s world)|tonight|tonite|tomorrow|tmrw?|yesterday",
        _day_word,
    ),
    rule(r"(?P<which>this|last) (?P<part>morning|afternoon|evening|night)", _this_part),
    rule(rf"{_AMOUNT} ago", _ago),
    rule(rf"(?P<number>{EN_NUMBER}) and a half (?P<unit>{UNIT}) ago", _ago),
    rule(rf"{_AMOUNT} from now", _ahead),
    rule(rf"in (?:(?:exactly|just|about|around|roughly|approximately|another) )?{_AMOUNT}(?:['’] time)?", _within),
    rule(
        rf"in (?:(?:about|around|roughly) )?(?P<number>{EN_NUMBER})(?: (?:to|or) |-|–)(?P<most>{EN_NUMBER}) "
        rf"(?P<unit>{UNIT})(?:['’] time)?",
        _within_range,
    ),
    rule(rf"(?P<number>{EN_NUMBER})(?: (?:to|or) |-|–)(?P<most>{EN_NUMBER}) (?P<unit>{UNIT}) ago", _range_ago),
    rule(
        rf"(?P<number>{EN_NUMBER}) (?P<unit>days?|weeks?|fortnights?) from (?P<day>today|tomorrow"
        rf"|yesterday|{WEEKDAY})",
        _from_day,
    ),
    rule(
        rf"(?:within|over|in|for|during)? ?(?:the )?(?P<way>last|past|previous|next|coming) "
        rf"(?P<number>{EN_NUMBER}) (?P<unit>{UNIT})",
        _stretch,
    ),
    rule(rf"(?P<way>within|inside) (?P<number>{EN_NUMBER}) (?P<unit>{UNIT})", _stretch),
    rule(
        r"(?:earlier |later )?(?P<which>last|this|next|previous|coming|current|past) (?P<unit>week"
        r"|weekend|month|quarter|year)(?! of\b)",
        _which_period,
    ),
    rule(r"the (?P<unit>week|weekend|month|year) (?P<way>before last|after next)", _before_last),
    rule(
        r"(?:the )?(?P<third>early|mid|late|beginning|start|middle|end)(?: of)?(?:[ -]"
        r"(?P<which>the|this|last|next))? (?P<unit>week|month|year)",
        _third_of_period,
    ),
    rule(
        rf"(?P<which>last|past|this past|previous|this|next|this coming|coming|upcoming) (?P<day>{WEEKDAY})",
        _which_weekday,
    ),
    rule(rf"(?:the )?(?P<day>{WEEKDAY}) after next", _after_next),
    rule(rf"(?:the )?following (?P<day>{WEEKDAY})", _weekday_after),
    rule(rf"the (?P<day>{WEEKDAY}) after(?: that)?(?=\s*(?:$|[,.;!?()]|(?:and|or|but|at|we|I)\b))", _weekday_after),
    rule(rf"(?P<day>{WEEKDAY}),? (?:of )?(?P<which>last|this|next) week", _weekday_of_week),
    rule(
        r"(?P<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?-i:Mon|Tues?|Wed|Thu"
        r"(?:rs?)?|Fri)\b\.?)(?! school)",
        _weekday,
    ),
    rule(r"(?:on|by|until|till|before|after|since|and|or|from|to) (?P<core>(?P<day>(?-i:Sat|Sun)))\b\.?", _weekday),
    rule(
        rf"(?P<day>(?-i:Sat|Sun))\b\.?(?=,? (?:at \d|{DAY} |\d{{1,2}}(?::\d\d)? ?[ap]m|morning"
        rf"|afternoon|evening|night))",
        _weekday,
    ),
    rule(r"(?:this |the )?(?:coming )?weekend", lambda match: piece(match, date=bare_weekend)),
)
