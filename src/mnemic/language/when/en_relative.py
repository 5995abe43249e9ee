"""English: days, weeks and lengths of time seen from today."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

from mnemic.domain.regex import Regex
from mnemic.language.when import calendar, parts
from mnemic.language.when.calendar import Span
from mnemic.language.when.en_words import (
    DAY,
    DAY_NAME,
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
from mnemic.language.when.scan_piece import (
    Dating,
    Frame,
    Piece,
    Rule,
    away_between,
    away_from_now,
    bare_weekday,
    bare_weekend,
    group,
    nearest_weekday,
    period,
    piece_of_match,
    shift_dating,
    stretch,
    third_of,
)

_DAY_WORDS = {"day before": -2, "yesterday": -1, "tom": 1, "tm": 1, "to": 0, "day after": 2}


def _day_word(match: re.Match[str]) -> Piece:
    word = match[0].lower()
    offset = next(number for start, number in _DAY_WORDS.items() if word.removeprefix("the ").startswith(start))
    part = parts.EVENING if word in ("tonight", "tonite") else None
    return piece_of_match(match, date=period(Grain.DAY, offset), part=part)


def _this_part(match: re.Match[str]) -> Piece:
    return piece_of_match(
        match, date=period(Grain.DAY, WHICH[match["which"].lower()]), part=PARTS[match["part"].lower()]
    )


def _ago(match: re.Match[str]) -> Piece:
    return piece_of_match(match, date=_away(match, -1))


def _ahead(match: re.Match[str]) -> Piece:
    return piece_of_match(match, date=_away(match, 1))


def _within(match: re.Match[str]) -> Piece:
    """`in two hours` is ahead, unless the past is spoken of: then it is how long something took."""
    ahead = _away(match, 1)
    return piece_of_match(
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
    return piece_of_match(
        match, date=lambda frame: None if frame.tense.value < 0 else ahead(frame), length=unit_of(match["unit"])[0]
    )


def _range_ago(match: re.Match[str]) -> Piece:
    return piece_of_match(match, date=_between(match, -1))


def _away(match: re.Match[str], direction: int) -> Dating:
    unit, factor = unit_of(match["unit"])
    amount = Fraction(1, 2) if group(match, "half") else english_amount(match["number"])
    if "and a half" in match[0]:
        amount += Fraction(1, 2)
    return away_from_now(amount * factor, unit, direction)


def _from_day(match: re.Match[str]) -> Piece:
    unit, factor = unit_of(match["unit"])
    count = int(english_amount(match["number"]) * factor)
    days = count * (7 if unit is Grain.WEEK else 1)
    start = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(match["day"].lower())
    from_day = bare_weekday(weekday_number(match["day"])) if start is None else period(Grain.DAY, start)

    def dating(frame: Frame) -> Span | None:
        base = from_day(frame)
        return calendar.days(base.begins.date() + timedelta(days=days)) if base else None

    return piece_of_match(match, date=dating)


def _week_on(match: re.Match[str]) -> Piece:
    """`a week on Saturday`, `Saturday week`, `a fortnight tomorrow`: so many weeks after the coming one."""
    count = int(english_amount(group(match, "number") or "a")) * unit_of(match["unit"])[1]
    if match["word"]:
        near = period(Grain.DAY, int(match["word"].lower() == "tomorrow"))
    else:
        near = nearest_weekday(weekday_number(match["day"]), 1)

    def dating(frame: Frame) -> Span | None:
        base = near(frame)
        return calendar.days(base.begins.date() + timedelta(weeks=count)) if base else None

    return piece_of_match(match, date=dating)


def _ago_to_the_day(match: re.Match[str]) -> Piece:
    """`a year ago today`."""
    count, unit = int(english_amount(match["number"])), unit_of(match["unit"])[0]
    shift = {"yesterday": -1, "today": 0, "tomorrow": 1}[match["word"].lower()]

    def dating(frame: Frame) -> Span | None:
        day = frame.today + timedelta(days=shift)
        if unit is Grain.WEEK:
            return calendar.days(day - timedelta(weeks=count))
        month = calendar.months(day.year, day.month - count * (12 if unit is Grain.YEAR else 1)).begins
        return calendar.month_day(month.year, month.month, day.day)

    return piece_of_match(match, date=dating)


def _week_before_last(match: re.Match[str]) -> Piece:
    """`a week last Tuesday`: so many weeks before the latest one."""
    latest, count = nearest_weekday(weekday_number(match["day"]), -1), int(english_amount(match["number"]))
    return piece_of_match(
        match,
        date=shift_dating(lambda span: calendar.days(span.begins.date() - timedelta(weeks=count)), latest),
    )


def _next_or_two(match: re.Match[str]) -> Piece:
    """`in the next day or two`."""
    return piece_of_match(match, date=stretch(Fraction(2), unit_of(match["unit"])[0], 1))


def _weekdays_away(match: re.Match[str]) -> Piece:
    """`in two Fridays`, `three Mondays ago`: the so-many-th such day."""
    direction = -1 if (match["side"] or "").lower() == "ago" else 1
    count = int(english_amount(match["number"] or match["count"])) - 1
    nearest = nearest_weekday(weekday_number(match["day"] or match["name"]), direction)
    return piece_of_match(
        match,
        date=shift_dating(lambda span: calendar.days(span.begins.date() + timedelta(weeks=count * direction)), nearest),
    )


def _or_two(match: re.Match[str]) -> Piece:
    """`in a week or two`, `a month or so ago`."""
    unit, factor = unit_of(match["unit"])
    direction = -1 if match[0].lower().endswith("ago") else 1
    if match["more"].lower() == "so":
        return piece_of_match(match, date=away_from_now(Fraction(factor), unit, direction))
    return piece_of_match(match, date=away_between(Fraction(factor), Fraction(2 * factor), unit, direction))


def _quarters_of_an_hour(match: re.Match[str]) -> Piece:
    minutes = Fraction(45 if match["number"].lower() == "three" else 15)
    return piece_of_match(
        match, date=away_from_now(minutes, Grain.MINUTE, -1 if match[0].lower().endswith("ago") else 1)
    )


def _stretch(match: re.Match[str]) -> Piece:
    unit, factor = unit_of(match["unit"])
    amount = english_amount(match["number"]) * factor
    if unit in (Grain.MINUTE, Grain.HOUR, Grain.QUARTER):
        return piece_of_match(match, length=unit)
    return piece_of_match(
        match, date=stretch(amount, unit, -1 if match["way"].lower() in ("last", "past", "previous") else 1)
    )


def _which_period(match: re.Match[str]) -> Piece:
    return piece_of_match(match, date=period(UNITS[match["unit"].lower()], WHICH[match["which"].lower()]))


def _before_last(match: re.Match[str]) -> Piece:
    return piece_of_match(
        match, date=period(UNITS[match["unit"].lower()], -2 if match["way"].lower() == "before last" else 2)
    )


def _third_of_period(match: re.Match[str]) -> Piece:
    whole = period(UNITS[match["unit"].lower()], WHICH[(match["which"] or "the").lower()])
    return piece_of_match(match, date=third_of(whole, THIRDS[match["third"].lower()]))


def _which_weekday(match: re.Match[str]) -> Piece:
    number, word = weekday_number(match["day"]), match["which"].lower().split()[-1]
    if word in ("last", "past", "previous"):
        return piece_of_match(match, date=nearest_weekday(number, -1))
    if word in ("coming", "upcoming"):
        return piece_of_match(match, date=nearest_weekday(number, 1))
    offset = WHICH[word]
    return piece_of_match(match, date=lambda frame: calendar.weekday(frame.today, number, offset))


def _after_next(match: re.Match[str]) -> Piece:
    """The second such weekday to come."""
    coming = nearest_weekday(weekday_number(match["day"]), 1)

    def dating(frame: Frame) -> Span | None:
        first = coming(frame)
        return calendar.days(first.begins.date() + timedelta(days=7)) if first else None

    return piece_of_match(match, date=dating)


def _weekday_after(match: re.Match[str]) -> Piece:
    """The Monday after, the following Monday: counted from the date named before."""
    number = weekday_number(match["day"])
    return piece_of_match(match, date=nearest_weekday(number, 1), weekday=number, follows=True)


def _weekday_of_week(match: re.Match[str]) -> Piece:
    number, offset = weekday_number(match["day"]), WHICH[match["which"].lower()]
    return piece_of_match(match, date=lambda frame: calendar.weekday(frame.today, number, offset))


def _weekday(match: re.Match[str]) -> Piece:
    number = weekday_number(match["day"])
    return piece_of_match(match, date=bare_weekday(number), weekday=number)


_AMOUNT = rf"(?:(?P<half>half an?(?= )|half)|(?P<number>{EN_NUMBER})) (?P<unit>{UNIT})(?: and a half)?"


RULES = (
    rule(
        r"(?:the )?day (?:after tomorrow|before yesterday)|today(?!'s world)|tonight|tonite|tomorrow|tmrw?|yesterday",
        _day_word,
    ),
    rule(r"(?P<which>this|last) (?P<part>morning|afternoon|evening|night)", _this_part),
    rule(rf"{_AMOUNT} ago(?: to the day)?", _ago),
    rule(rf"in (?:about )?an? (?P<unit>{UNIT}) or (?P<more>two|so)(?:['’]s? time)?", _or_two),
    rule(rf"(?:about )?an? (?P<unit>{UNIT}) or (?P<more>two|so) ago", _or_two),
    rule(r"in (?:about )?(?P<number>a|three) quarters? of an hour", _quarters_of_an_hour),
    rule(r"(?P<number>a|three) quarters? of an hour ago", _quarters_of_an_hour),
    rule(
        rf"(?P<number>{EN_NUMBER}) (?P<unit>weeks?|fortnights?) (?:(?:this |on |on this )?(?P<day>{WEEKDAY})"
        r"|(?P<word>today|tomorrow))",
        _week_on,
    ),
    rule(
        rf"(?:(?P<day>{WEEKDAY})|(?P<word>today|tomorrow)) (?P<unit>week|fortnight)(?! (?:of|in|\d))",
        _week_on,
    ),
    rule(
        rf"(?P<number>{EN_NUMBER}) (?P<unit>weeks?|months?|years?) ago (?P<word>today|tomorrow|yesterday)",
        _ago_to_the_day,
    ),
    rule(
        rf"(?P<number>{EN_NUMBER}) weeks? (?:ago )?last (?P<day>{WEEKDAY})",
        _week_before_last,
    ),
    rule(r"(?:in|within|over) the (?:next|coming) (?P<unit>day|week|month) or (?:so|two)", _next_or_two),
    rule(
        rf"(?:this )?(?P<day>{WEEKDAY}) (?:just gone|just past|gone|last(?=\s*(?:$|[,.;!?)])))",
        lambda match: piece_of_match(match, date=nearest_weekday(weekday_number(match["day"]), -1)),
    ),
    rule(rf"(?P<number>{EN_NUMBER}) and a half (?P<unit>{UNIT}) ago", _ago),
    rule(
        r"(?:the )?night before last",
        lambda match: piece_of_match(match, date=period(Grain.DAY, -2), part=parts.EVENING),
    ),
    rule(
        rf"in (?P<number>{EN_NUMBER}) (?P<day>{DAY_NAME})s"
        rf"|(?P<count>{EN_NUMBER}) (?P<name>{DAY_NAME})s (?P<side>ago|from now)",
        _weekdays_away,
    ),
    rule(
        rf"(?P<number>{EN_NUMBER}) weekends ago",
        lambda match: piece_of_match(match, date=period(Grain.WEEKEND, -int(english_amount(match["number"])))),
    ),
    rule(rf"{_AMOUNT} from now", _ahead),
    rule(
        rf"in (?:(?:exactly|just|about|around|roughly|approximately|another) )?{_AMOUNT}(?:['’] time)?(?: to the day)?",
        _within,
    ),
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
        r"(?P<which>the|this|last|next))? (?P<unit>week|month|quarter|year)",
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
        r"(?:rs?)?|Fri)\b\.?)(?! (?:school|best)\b|\.[a-z])",
        _weekday,
    ),
    Rule(
        Regex(rf"(?<=(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|day)-)(?P<day>{WEEKDAY})(?![A-Za-z0-9_])", re.IGNORECASE),
        _weekday,
    ),
    rule(r"(?:on|by|until|till|before|after|since|and|or|from|to) (?P<core>(?P<day>(?-i:Sat|Sun)))\b\.?", _weekday),
    rule(
        rf"(?P<day>(?-i:Sat|Sun))\b\.?(?=,? (?:at \d|{DAY} |\d{{1,2}}(?::\d\d)? ?[ap]m|morning"
        rf"|afternoon|evening|night))",
        _weekday,
    ),
    rule(r"(?:this |the )?(?:coming )?weekend", lambda match: piece_of_match(match, date=bare_weekend)),
)
