"""English: what recurs, what merely lasts, and what only looks like a time."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from mnemic.language.when import calendar, parts
from mnemic.language.when.calendar import Span
from mnemic.language.when.en_words import (
    DAY,
    HOLIDAYS,
    MONTH,
    NAMES,
    ORDINALS,
    PARTS,
    SEASONS,
    THIRDS,
    TO,
    UNIT,
    UNITS,
    WEEKDAY,
    WORD_NUMBER,
    month_number,
    number,
    rule,
    unit_of,
    weekday_number,
)
from mnemic.language.when.holidays import HOLIDAYS as HOLIDAY_DAYS
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import EN_NUMBER
from mnemic.language.when.scan_piece import (
    Cycle,
    Piece,
    blocking_piece,
    group,
    monthly,
    nth_monthly,
    piece_of_match,
    third_cycle,
    weekly,
)


def _every_weekday(match: re.Match[str]) -> Piece:
    named = [weekday_number(day) for day in re.findall(WEEKDAY, match["days"], re.I)]
    cycle = weekly(list(range(named[0], named[-1] + 1)) if re.search(TO, match["days"], re.I) else named)
    if group(match, "other"):
        return piece_of_match(
            match, cycle=Cycle(rule="every 2 weeks:" + cycle.rule.removeprefix("weekly:"), on=cycle.on)
        )
    return piece_of_match(match, cycle=cycle)


_CYCLES = {"day": ("daily", Grain.DAY), "week": ("weekly", Grain.WEEK), "month": ("monthly", Grain.MONTH)} | {
    "quarter": ("quarterly", Grain.QUARTER),
    "year": ("yearly", Grain.YEAR),
}


def _every(match: re.Match[str]) -> Piece:
    word = match["unit"].lower()
    if word in PARTS:
        return piece_of_match(match, cycle=Cycle(rule="daily"), part=PARTS[word])
    if word == "weekday":
        return piece_of_match(match, cycle=weekly([0, 1, 2, 3, 4]))
    if word == "weekend":
        return piece_of_match(match, cycle=Cycle(rule="weekly:SA,SU", grain=Grain.WEEKEND))
    rule, grain = _CYCLES[word]
    return piece_of_match(match, cycle=Cycle(rule=rule if not match["other"] else f"every 2 {word}s", grain=grain))


def _every_few(match: re.Match[str]) -> Piece:
    unit, factor = unit_of(match["unit"])
    return piece_of_match(
        match, cycle=Cycle(rule=f"every {number(match['number']) * factor} {unit.value}s", grain=unit)
    )


_ADVERBS = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
}


def _adverb(match: re.Match[str]) -> Piece:
    word = match[0].lower()
    if word in ("biweekly", "bi-weekly", "fortnightly"):
        return piece_of_match(match, cycle=Cycle(rule="every 2 weeks", grain=Grain.WEEK))
    if word == "nightly":
        return piece_of_match(match, cycle=Cycle(rule="daily"), part=parts.EVENING)
    rule, grain = _CYCLES[_ADVERBS[word]]
    return piece_of_match(match, cycle=Cycle(rule=rule, grain=grain))


def _nth_weekday(match: re.Match[str]) -> Piece:
    return piece_of_match(
        match, cycle=nth_monthly(ORDINALS.get(match["number"].lower(), 0), weekday_number(match["day"]))
    )


def _third(match: re.Match[str]) -> Piece:
    rule, grain = _CYCLES[match["unit"].lower()]
    return piece_of_match(match, cycle=third_cycle(rule, grain, THIRDS[match["third"].lower()]))


def _fortnightly(match: re.Match[str]) -> Piece:
    chosen = weekly([weekday_number(match["day"] or match["other_day"])])
    return piece_of_match(match, cycle=Cycle(rule="every 2 weeks:" + chosen.rule.removeprefix("weekly:"), on=chosen.on))


def _every_month_named(match: re.Match[str]) -> Piece:
    number = month_number(match["month"])
    return piece_of_match(
        match, cycle=Cycle(rule=f"yearly:{number:02}", grain=Grain.MONTH, on=lambda day: day.month == number)
    )


def _every_season(match: re.Match[str]) -> Piece:
    number = SEASONS[match["season"].lower()]

    def span(day: date) -> Span:
        return calendar.season(day.year - (number == 3 and day.month < 3), number)

    return piece_of_match(
        match,
        cycle=Cycle(
            rule=f"yearly:{'autumn' if number == 2 else match['season'].lower()}",
            grain=Grain.SEASON,
            on=lambda day: (day.month // 3 - 1) % 4 == number,
            span=span,
        ),
    )


def _every_holiday(match: re.Match[str]) -> Piece:
    name = HOLIDAYS[match["name"].lower().replace("’", "'")]
    return piece_of_match(match, cycle=Cycle(rule=f"yearly:{name}", on=lambda day: HOLIDAY_DAYS[name](day.year) == day))


def _weekdays(match: re.Match[str]) -> Piece:
    return piece_of_match(match, cycle=weekly([0, 1, 2, 3, 4]))


def _weekends(match: re.Match[str]) -> Piece:
    return piece_of_match(match, cycle=Cycle(rule="weekly:SA,SU", grain=Grain.WEEKEND))


def _every_month(match: re.Match[str]) -> Piece:
    numbers = [int(number) for number in re.findall(r"\d+", match[0])]
    return piece_of_match(match, cycle=monthly(numbers or [1]))


def _every_year(match: re.Match[str]) -> Piece:
    month = month_number(match["month"] or group(match, "name") or "")
    number = int(match["day"] or group(match, "number") or "")
    return piece_of_match(
        match,
        cycle=Cycle(rule=f"yearly:{month:02}-{number:02}", on=lambda day: (day.month, day.day) == (month, number)),
    )


RULES = (
    rule(
        rf"(?:every|each)(?P<other> other| second)? (?P<days>{WEEKDAY}(?:(?:,|,? and|,? or|{TO}"
        rf"| )+(?:every )?{WEEKDAY})*)",
        _every_weekday,
    ),
    rule(
        r"(?:on )?(?P<days>(?:monday|tuesday|wednesday|thursday|friday|saturday"
        r"|sunday)s(?:(?:,? and|,? or|,) (?:monday|tuesday|wednesday|thursday|friday|saturday"
        r"|sunday)s)*)(?! ago)",
        _every_weekday,
    ),
    rule(
        r"(?:every|each)(?: single)?(?P<other> other| second)? (?P<unit>day|week|month|quarter"
        r"|year|morning|afternoon|evening|night|weekday|weekend)",
        _every,
    ),
    rule(
        rf"(?:on )?(?P<days>{WEEKDAY}) (?P<part>morning|afternoon|evening|night)s",
        lambda match: replace(_every_weekday(match), part=PARTS[match["part"].lower()]),
    ),
    rule(rf"every (?P<number>\d{{1,2}}|{WORD_NUMBER}) (?P<unit>{UNIT})", _every_few),
    rule(
        rf"(?:on )?the {DAY}(?:st|nd|rd|th)(?: and (?:the )?{DAY}(?:st|nd|rd|th))? of (?:every|each) month"
        rf"|every {DAY}(?:st|nd|rd|th)(?: of the month)?(?! \w)|"
        r"(?:on )?the first of (?:every|each) month",
        _every_month,
    ),
    rule(rf"(?:every|each) (?P<month>{MONTH}) (?P<day>{DAY})(?:st|nd|rd|th)?", _every_year),
    rule(r"bi-?weekly|fortnightly|nightly|daily|weekly|monthly|quarterly|yearly|annually", _adverb),
    rule(r"(?:on )?(?:weekdays|workdays)", _weekdays),
    rule(r"(?:on )?weekends", _weekends),
    rule(
        r"(?:once|twice|\w+ times) (?:(?:a|per|each|every) (?:day|week|month|year|fortnight)"
        r"|daily|weekly|monthly|yearly)",
        blocking_piece,
    ),
    rule(
        rf"(?:on )?(?:the |every )?(?P<number>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<day>{WEEKDAY}) "
        rf"(?:of|in) (?:every|each) month",
        _nth_weekday,
    ),
    rule(
        rf"every (?P<number>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<day>{WEEKDAY}) (?:of|in) the month",
        _nth_weekday,
    ),
    rule(r"(?:the )?(?P<third>beginning|start|middle|end) of (?:every|each) (?P<unit>month|quarter|year)", _third),
    rule(
        rf"(?:on )?alternate (?P<day>{WEEKDAY})s?|(?:fortnightly|bi-?weekly|every (?:two weeks|fortnight)) on "
        rf"(?P<other_day>{WEEKDAY})s?",
        _fortnightly,
    ),
    rule(rf"(?:every|each) (?P<month>{MONTH})(?! \d)", _every_month_named),
    rule(rf"(?:(?:every|each) year|annually) in (?P<month>{MONTH})(?! \d)", _every_month_named),
    rule(
        rf"(?:(?:every|each) year|annually) on (?:the )?(?:(?P<month>{MONTH}) (?P<day>{DAY})(?:st|nd|rd|th)?"
        rf"|(?P<number>{DAY})(?:st|nd|rd|th)? (?:of )?(?P<name>{MONTH}))",
        _every_year,
    ),
    rule(r"(?:every|each) (?P<season>spring|summer|autumn|fall|winter)", _every_season),
    rule(rf"(?:every|each) (?P<name>{NAMES})", _every_holiday),
    rule(rf"an? {WEEKDAY}(?! (?:in|at|week|or two)\b)", blocking_piece),
    rule(rf"(?:{EN_NUMBER} )?(?:half an? |half )?(?P<unit>{UNIT})(?<=s)(?= old\b)", blocking_piece),
    rule(rf"(?P<number>{EN_NUMBER})[ -](?P<unit>{UNIT})[ -]olds?", blocking_piece),
    rule(
        r"(?:half an? (?P<unit>hour|day|year|month)|(?:an|one) hour and a half)",
        lambda match: piece_of_match(match, length=UNITS[(match["unit"] or "hour").lower()]),
    ),
    rule(
        rf"(?P<number>{EN_NUMBER})(?: and a half)?[ -](?P<unit>{UNIT})(?! (?:ago|from now|from today))",
        lambda match: piece_of_match(match, length=unit_of(match["unit"])[0]),
    ),
    rule(
        r"in (?:a|one|two|just a|half a) (?:second|sec|minute|moment|bit|while|few \w+)s?|(?:a )?"
        r"(?:few|several|many|some) \w+ (?:ago|from now|later)|the other day|one day|some day"
        r"|these days|(?:day|week|month|year) (?:by|after|to) (?:day|week|month|year)",
        blocking_piece,
    ),
)
