"""English: the time of the day."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.when.en_words import (
    PARTS,
    TO,
    WEEKDAY,
    WORD_NUMBER,
    number,
    optional_int,
    rule,
)
from mnemic.language.when.scan_piece import Clock, Piece, Rule, blocking_piece, piece_of_match


def _meridiem(hour: int, mark: str) -> int:
    return hour % 12 + (12 if mark.lower() == "p" else 0)


def _clock(match: re.Match[str]) -> Piece:
    clock = Clock(
        hour=_meridiem(number(match["hour"]), match["mark"]), minute=optional_int(match["minute"]), certain=True
    )
    return piece_of_match(match, clock=clock)


def _clock_range(match: re.Match[str]) -> Piece:
    end = Clock(
        hour=_meridiem(int(match["until"]), match["mark"]), minute=optional_int(match["until_minute"]), certain=True
    )
    hour = int(match["hour"])
    start = next((h for h in (_meridiem(hour, match["mark"]), hour % 12) if h < end.hour), hour % 12)
    return piece_of_match(match, clock=Clock(hour=start, minute=optional_int(match["minute"]), certain=True, until=end))


def _hours(match: re.Match[str]) -> Piece:
    """`from 9 to 5`: hours only beside a day, or after a word that says what they are hours of."""
    clock = Clock(hour=number(match["hour"]), until=Clock(hour=number(match["until"])))
    return piece_of_match(match, clock=clock, lone="company" in match.re.groupindex)


def _bare_clock(match: re.Match[str]) -> Piece:
    return piece_of_match(
        match,
        clock=Clock(
            hour=number(match["hour"]),
        ),
    )


def _past_hour(match: re.Match[str]) -> Piece:
    amount = {"half": 30, "quarter": 15, "a quarter": 15}.get(match["minutes"].lower()) or number(match["minutes"])
    hour = number(match["hour"])
    if match["side"].lower() in ("past", "after"):
        return piece_of_match(match, clock=Clock(hour=hour, minute=amount))
    return piece_of_match(match, clock=Clock(hour=12 if hour == 1 else hour - 1, minute=60 - amount))


def _half_hour(match: re.Match[str]) -> Piece:
    """`half six` is half past six, as in Britain."""
    clock = Clock(hour=number(match["hour"] or match["hour_of_day"]), minute=30)
    return Piece(start=match.start("core") if match["core"] else match.start(), end=match.end(), clock=clock)


def _noon(match: re.Match[str]) -> Piece:
    return piece_of_match(match, clock=Clock(hour=24 if match[0].lower() == "midnight" else 12, certain=True))


_CLOCK_HOUR = rf"(?:1[0-2]|0?[1-9]|{WORD_NUMBER})"


_AFTER_CLOCK = (
    r"(?=\s*(?:$|[,;!?)(。]|\.(?!\d)|(?:on|in|tonight|today|tomorrow|this|every|each|with|for"
    r"|and|or|to|sharp|at|so|because|but"
    r"|then|as|until|till|we|i|he|she|they|please|most|when|if|daily|weekdays)\b|[一-鿿]))"
)


_FROM_TO = (
    r"(?:from (?=\w+ (?:to|until|till) )|between (?=\w+ and ))"
    rf"(?P<core>(?P<hour>{_CLOCK_HOUR}) (?:to|until|till|and) (?P<until>{_CLOCK_HOUR})){_AFTER_CLOCK}"
)
_TIME = rf"(?:{_CLOCK_HOUR}(?::[0-5]\d)? ?[ap]\.?m\.?|(?:[01]?\d|2[0-4]):[0-5]\d|{_CLOCK_HOUR}(?= ?(?:-|–|to))|noon)"
_ELSEWHERE = (
    r"(?:(?-i:UTC|GMT|[PMCEA][SD]?T|BST|IST|CEST|CET|EEST|EET|JST|KST|AEST|AEDT|ACST|AWST|NZST|NZDT|HKT|SGT|MSK)"
    r"(?:[+-]\d{1,2})?|(?:pacific|eastern|central|mountain)(?: (?:standard |daylight )?time)?"
    r"|(?:london|new york|tokyo|paris|berlin|sydney|beijing|shanghai|california|uk|us|european) time)"
)
"""A zone named behind a clock time: the time is left as it was said, unread, for it is not of the user's clock."""
_COMPANY = r"free|busy|available|booked|out|away|there|meetings?|class|party|call|session|appointment"


RULES = (
    Rule(  # not by `rule`: in "3pm-5pm" the second stands behind a hyphen
        Regex(
            rf"(?<![A-Za-z0-9_./:])(?P<hour>{_CLOCK_HOUR})(?::(?P<minute>[0-5]\d))?"
            r" ?(?P<mark>[ap])(?:\.m\.|m(?![A-Za-z0-9]))",
            re.IGNORECASE | re.ASCII,
        ),
        _clock,
    ),
    rule(
        r"(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5]\d))?\s*(?:-|–|to|until)\s*(?P<until>1[0-2]"
        r"|0?[1-9])(?::(?P<until_minute>[0-5]\d))? ?(?P<mark>[ap])\.?m\b",
        _clock_range,
    ),
    rule(
        r"between (?P<core>(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5]\d))? and (?P<until>1[0-2]|0?[1-9])"
        r"(?::(?P<until_minute>[0-5]\d))? ?(?P<mark>[ap])\.?m\b)",
        _clock_range,
    ),
    rule(rf"(?P<company>{_COMPANY}) {_FROM_TO}", _hours),
    rule(_FROM_TO, _hours),
    rule(rf"(?:at |around )?(?P<hour>{_CLOCK_HOUR}) o['’]clock", _bare_clock),
    rule(rf"at (?P<core>(?P<hour>{_CLOCK_HOUR})){_AFTER_CLOCK}", _bare_clock),
    rule(
        rf"(?P<minutes>half|(?:a )?quarter|five|ten|twenty) (?P<side>past|to) (?P<hour>{_CLOCK_HOUR})(?! \w+s\b)",
        _past_hour,
    ),
    rule(rf"(?P<minutes>(?:a )?quarter) (?P<side>of|after|till) (?P<hour>{_CLOCK_HOUR}){_AFTER_CLOCK}", _past_hour),
    rule(
        r"(?:at|by|from|until|till|around) (?P<core>(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) (?:hours|hrs))",
        lambda match: piece_of_match(
            match, clock=Clock(hour=int(match["hour"]), minute=int(match["minute"]), certain=True)
        ),
    ),
    rule(
        rf"(?:at|by|until|till|around|about|from) (?P<core>half (?P<hour>{_CLOCK_HOUR})){_AFTER_CLOCK}"
        rf"|half (?P<hour_of_day>{_CLOCK_HOUR})(?= (?:today|tonight|tomorrow|on {WEEKDAY}|in the|this (?:morning"
        r"|afternoon|evening))\b)",
        _half_hour,
    ),
    rule(rf"(?P<core>(?:at )?{_TIME}(?:{TO}{_TIME})?,? \(?{_ELSEWHERE})", blocking_piece),
    rule(r"(?:12 )?noon|midday|midnight", _noon),
    rule(
        r"(?:in the |early |late )?(?P<part>morning|afternoon|arvo|evening|night|lunchtime|dawn)|at night",
        lambda match: piece_of_match(match, part=PARTS[(match["part"] or "night").lower()], lone=False),
    ),
)
