"""The English vocabulary of time: names, numbers, and the patterns built from them."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex
from mnemic.language.when import parts
from mnemic.language.when.mention import Grain
from mnemic.language.when.numerals import EN_WORDS
from mnemic.language.when.scan_piece import Reading, Rule

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]

WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)

WEEKDAY = (
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?)"
)

DAY_NAME = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"

DAY = r"(?:3[01]|[12]\d|0?[1-9])"

YEAR = r"(?:19|20|21)\d\d"

UNIT = r"(?:minute|min|hour|hr|day|week|fortnight|month|quarter|year|yr)s?"

UNITS = {
    "minute": Grain.MINUTE,
    "min": Grain.MINUTE,
    "hour": Grain.HOUR,
    "hr": Grain.HOUR,
    "day": Grain.DAY,
    "week": Grain.WEEK,
    "weekend": Grain.WEEKEND,
    "month": Grain.MONTH,
    "quarter": Grain.QUARTER,
    "year": Grain.YEAR,
    "yr": Grain.YEAR,
}

THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}

WHICH = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "the": 0,
}

SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

TO = r"\s*(?:-|–|—|to|through|thru|until|till)\s*"

PARTS = {
    "morning": parts.MORNING,
    "afternoon": parts.AFTERNOON,
    "evening": parts.EVENING,
    "night": parts.EVENING,
    "arvo": parts.AFTERNOON,
    "lunchtime": parts.MIDDAY,
    "dawn": parts.SMALL_HOURS,
}

HOLIDAYS = {
    "christmas eve": "christmas-eve",
    "christmas day": "christmas",
    "christmas": "christmas",
    "xmas": "christmas",
    "new year's eve": "new-years-eve",
    "new year's day": "new-year",
    "new year's": "new-year",
    "chinese new year's eve": "spring-festival-eve",
    "lunar new year's eve": "spring-festival-eve",
    "chinese new year": "spring-festival",
    "lunar new year": "spring-festival",
    "spring festival": "spring-festival",
    "dragon boat festival": "dragon-boat",
    "mid-autumn festival": "mid-autumn",
    "qingming": "qingming",
    "good friday": "good-friday",
    "black friday": "black-friday",
    "easter sunday": "easter",
    "easter": "easter",
    "thanksgiving": "thanksgiving",
    "halloween": "halloween",
    "valentine's day": "valentine",
    "valentine's": "valentine",
    "mother's day": "mothers-day",
    "father's day": "fathers-day",
    "labour day": "labour-day",
    "boxing day": "boxing-day",
    "easter monday": "easter-monday",
    "labor day": "labor-day",
    "memorial day": "memorial-day",
    "independence day": "independence-day",
    "fourth of july": "independence-day",
    "juneteenth": "juneteenth",
    "mlk day": "mlk-day",
    "martin luther king day": "mlk-day",
    "presidents' day": "presidents-day",
    "presidents day": "presidents-day",
    "veterans day": "veterans-day",
    "veterans' day": "veterans-day",
    "election day": "election-day",
    "columbus day": "columbus-day",
    "st patrick's day": "st-patricks-day",
    "st. patrick's day": "st-patricks-day",
    "bonfire night": "bonfire-night",
    "anzac day": "anzac-day",
    "waitangi day": "waitangi-day",
    "australia day": "australia-day",
    "canada day": "canada-day",
    "lantern festival": "lantern",
    "winter solstice": "winter-solstice",
}

NAMES = "|".join(sorted((name.replace(".", r"\.").replace("'", "['’]") for name in HOLIDAYS), key=len, reverse=True))


def month_number(text: str) -> int:
    """The number of a month, 1-12, by the first three letters of its name."""
    return next(number for number, name in enumerate(MONTHS, 1) if name.startswith(text.lower()[:3]))


def weekday_number(text: str) -> int:
    """The number of a weekday, 0 for Monday, by the first three letters of its name."""
    return next(number for number, name in enumerate(WEEKDAYS) if name.startswith(text.lower()[:3]))


def optional_int(text: str | None) -> int | None:
    """A number in figures, where one was said."""
    return int(text) if text else None


def number(text: str) -> int:
    """A number in figures or words."""
    return EN_WORDS[text.lower()] if text.lower() in EN_WORDS else int(text)


def unit_of(text: str) -> tuple[Grain, int]:
    """The unit a word names, and how many of it (a fortnight is two weeks)."""
    word = text.lower().removesuffix("s")
    return (Grain.WEEK, 2) if word == "fortnight" else (UNITS[word], 1)


_BEGIN, _END = r"(?<![A-Za-z0-9_./'’\-])", r"(?![A-Za-z0-9_])"

WORD_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"


def rule(pattern: str, build: Reading) -> Rule:
    """A rule whose pattern stands as words of its own, upper or lower case, whatever Chinese is beside it."""
    return Rule(Regex(f"{_BEGIN}(?:{pattern}){_END}", re.IGNORECASE | re.ASCII), build)
