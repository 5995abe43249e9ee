"""Quantities as English says them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from mnemic.domain.regex import Regex
from mnemic.language.meaning.quantity import (
    DAY,
    WEEKEND,
    WORKING_DAYS,
    Measure,
    Quantity,
    blank_match,
    clock_quantity,
    join_rates,
    time_relation,
    version_number,
)

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_ONES += "seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS: dict[str, float] = {word: n for n, word in enumerate(_ONES)}
_WORDS |= {word: 10.0 * n for n, word in enumerate(_TENS, 2)}
_WORDS |= {"a": 1, "an": 1, "half": 0.5, "dozen": 12, "couple": 2, "pair": 2, "quarter": 0.25}
_SCALES = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "dozen": 12.0, "grand": 1e3}
_ORDINALS = {
    word: n
    for n, word in enumerate(
        "_ _ third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
        " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
_ORDINALS |= {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80}
_ORDINALS |= {"ninetieth": 90, "hundredth": 100}
_FIGURES = r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SMALL = "|".join(sorted([*_ONES, *_TENS], key=len, reverse=True))
_SPELT = rf"(?:{'|'.join(_TENS)})[- ](?:{'|'.join(_ONES[1:10])})|(?:{_SMALL})"
_NUMBER = (
    rf"(?:(?:{_FIGURES})(?:[kKmM]\b)?(?:\s(?:{'|'.join(_SCALES)}))?"
    rf"|(?:an?\s)?(?:{'|'.join(_SCALES)})(?:\s(?:and\s)?(?:{_SPELT}))?"
    rf"|(?:{_SPELT})(?:\s(?:{'|'.join(_SCALES)}))?(?:\s(?:and\s)?(?:{_SPELT}))?)"
)

_DURATIONS = {
    r"s|secs?|seconds?": 1.0,
    r"mins?|minutes?": 60.0,
    r"h|hrs?|hours?": 3600.0,
    r"days?|nights?": DAY,
    r"weeks?": 7 * DAY,
    r"fortnights?": 14 * DAY,
    r"months?": 365.25 / 12 * DAY,
    r"quarters?": 365.25 / 4 * DAY,
    r"years?|yrs?": 365.25 * DAY,
}
_LENGTHS = {
    r"mm|millimet(?:re|er)s?": 0.001,
    r"cm|centimet(?:re|er)s?": 0.01,
    r"m|met(?:re|er)s?": 1.0,
    r"km|kilomet(?:re|er)s?|ks?": 1000.0,
    r"miles?": 1609.344,
    r"feet|foot|ft": 0.3048,
    r"inch(?:es)?": 0.0254,
    r"yards?": 0.9144,
}
_MASSES = {
    r"mg|milligrams?": 1e-6,
    r"g|grams?": 1e-3,
    r"kg|kgs|kilos?|kilograms?": 1.0,
    r"lbs?|pounds?": 0.45359237,
    r"stones?": 6.35029318,
    r"tonn?es?|tons?": 1000.0,
}
_CURRENCIES = {
    r"euros?|eur": "eur",
    r"dollars?|usd|bucks?": "usd",
    r"pounds sterling|quid|gbp": "gbp",
    r"yuan|rmb|cny": "cny",
    r"yen|jpy": "jpy",
    r"rupees?|inr": "inr",
}
_SIGNS = {"€": "eur", "$": "usd", "£": "gbp", "¥": "cny", "₹": "inr"}
_EACH = {
    r"dail(?:y|ies)|nightly|everyday": DAY,
    r"hourly": 3600.0,
    r"weekly": 7 * DAY,
    r"fortnightly|biweekly": 14 * DAY,
    r"monthly": 365.25 / 12 * DAY,
    r"quarterly": 365.25 / 4 * DAY,
    r"yearly|annual(?:ly)?": 365.25 * DAY,
}
_DAYS = ["mon(?:day)?", "tue(?:s(?:day)?)?", "wed(?:nesday)?", "thu(?:rs(?:day)?)?", "fri(?:day)?", "sat(?:urday)?"]
_DAYS += ["sun(?:day)?"]
_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = "|".join([*_MONTHS, "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sept?", "Oct", "Nov", "Dec"])

Make = Callable[[re.Match[str]], list[Quantity]]


def parse_english_number(said: str) -> float:
    """`5k`, `2,000`, `ninety-two`, `half a`, `an hour and a half`'s `an` as a number."""
    text = said.strip().lower()
    total = 0.0
    if text.endswith((" and a half", " and a quarter")):
        total = 0.5 if text.endswith("half") else 0.25
        text = text.rpartition(" and a ")[0]
    held = 0.0
    for word in re.findall(r"[\d.,]+[km]?|[a-z]+", text):
        if word[0].isdigit():
            scale = {"k": 1e3, "m": 1e6}.get(word[-1], 1.0)
            held += float(word.rstrip("km").replace(",", "").rstrip(".")) * scale
        elif word in _SCALES:
            held = (held or 1) * _SCALES[word]
        elif word in _WORDS and word not in ("a", "an"):
            held += _WORDS[word]
    return total + (held or 1)


def _one(measure: Measure, amount: float, match: re.Match[str], unit: str = "") -> list[Quantity]:
    return [Quantity(measure=measure, amount=amount, start=match.start(), unit=unit)]


def _clock(match: re.Match[str]) -> list[Quantity]:
    hour, minute, part = _hour(match), int(match["minute"] or 0), _part(match)
    digits = match["hour"] if match["minute"] else ""
    return [clock_quantity(hour, minute, part=part, digits=digits, start=match.start())]


def _hour(match: re.Match[str]) -> int:
    said = match["hour"]
    return int(said) if said.isdecimal() else int(parse_english_number(said))


def _part(match: re.Match[str]) -> str:
    """The part of the day a clock time is said to be in."""
    said = (match["half"] or "").lower()
    if said:
        return "morning" if said.startswith("a") else "afternoon"
    part = (match["part"] or "").lower()
    return "afternoon" if part == "evening" else part


def _past(match: re.Match[str]) -> list[Quantity]:
    minutes = {"half": 30, "quarter": 15}.get(match["minutes"].split()[-1].lower()) or int(
        parse_english_number(match["minutes"])
    )
    past = match["side"].lower() == "past"
    hour = _hour(match) - (not past)
    return [clock_quantity(hour or 12, minutes if past else 60 - minutes, part=_part(match), start=match.start())]


def _dated(match: re.Match[str]) -> list[Quantity]:
    month = 1 + next(i for i, name in enumerate(_MONTHS) if name.startswith(match["month"][:3]))
    found = _one(Measure.MONTH, month, match)
    day = match["day"] or match["day2"]
    if day:
        found += _one(Measure.DATE, float(re.sub(r"\D", "", day)), match)
    return found + (_one(Measure.YEAR, float(match["year"]), match) if match["year"] else [])


def _end_of(match: re.Match[str]) -> list[Quantity]:
    return [
        *_one(Measure.MONTH, 12, match),
        *_one(Measure.DATE, 31, match),
        *_one(Measure.YEAR, float(match[1]), match),
    ]


def _amounts(units: dict[str, float], measure: Measure) -> list[tuple[Regex[str], Make]]:
    def make(factor: float) -> Make:
        return lambda match: _one(measure, parse_english_number(match["n"] + (match["half"] or "")) * factor, match)

    return [
        (
            Regex(
                rf"(?<![\w.])(?P<n>(?:half an?|an?)(?=\s)|{_NUMBER})(?:\s|-)?(?:of an?\s)?(?:full\s|whole\s)?"
                rf"(?:{unit})\b(?!\s(?:ago|of age))(?P<half>\sand\sa\s(?:half|quarter))?",
                re.I,
            ),
            make(factor),
        )
        for unit, factor in units.items()
    ]


def _halves() -> list[tuple[Regex[str], Make]]:
    """ "three and a half hours", "3 h 30", "three quarters of an hour"."""
    rules: list[tuple[Regex[str], Make]] = [
        (
            Regex(r"\b(?:three|3)[- ]quarters of an hour\b", re.I),
            lambda match: _one(Measure.DURATION, 2700.0, match),
        ),
        (
            Regex(
                r"(?<![\w.])(?P<h>\d+)\s?h(?:ours?|rs?)?,?\s(?:and\s)?(?P<m>\d{1,2})(?:\s?m(?:in(?:ute)?s?)?)?\b", re.I
            ),
            lambda match: _one(Measure.DURATION, int(match["h"]) * 3600.0 + int(match["m"]) * 60, match),
        ),
    ]
    for unit, factor in _DURATIONS.items():
        rules.append(
            (
                Regex(rf"(?<![\w.])(?P<n>(?:{_NUMBER})\sand\sa\s(?:half|quarter))\s(?:{unit})\b", re.I),
                lambda match, factor=factor: _one(Measure.DURATION, parse_english_number(match["n"]) * factor, match),  # type: ignore[misc]
            )
        )
    return rules


def _periods() -> list[tuple[Regex[str], Make]]:
    rules: list[tuple[Regex[str], Make]] = []
    for unit, factor in _DURATIONS.items():
        article = "an?|per" if factor >= DAY else "per"
        rules.append(
            (
                Regex(
                    rf"\b(?:every|each|once (?:in|every))\s"
                    rf"(?P<n>half\s|other\s|second\s|(?:{_NUMBER})\s)?(?:single\s)?(?:{unit})\b",
                    re.I,
                ),
                lambda match, factor=factor: _one(  # type: ignore[misc]
                    Measure.PERIOD, _every(match["n"]) * factor, match
                ),
            )
        )
        rules.append(
            (
                Regex(rf"(?:\b(?:{article})\s|/)(?:{unit})\b(?!\s(?:off|ago|later|or|older))", re.I),
                lambda match, factor=factor: _one(Measure.PERIOD, factor, match),  # type: ignore[misc]
            )
        )
    for word, factor in _EACH.items():
        rules.append(
            (
                Regex(rf"\b(?:{word})\b", re.I),
                lambda match, factor=factor: _one(Measure.PERIOD, factor, match),  # type: ignore[misc]
            )
        )
    return rules


def _every(said: str | None) -> float:
    word = (said or "").strip().lower()
    return {"": 1.0, "other": 2.0, "second": 2.0, "half": 0.5}.get(word) or parse_english_number(word)


def _money() -> list[tuple[Regex[str], Make]]:
    signed = Regex(rf"(?P<sign>[€$£¥₹])\s?(?P<n>{_NUMBER})", re.I)
    rules: list[tuple[Regex[str], Make]] = [
        (signed, lambda match: _one(Measure.MONEY, parse_english_number(match["n"]), match, _SIGNS[match["sign"]]))
    ]
    for unit, currency in _CURRENCIES.items():
        rules.append(
            (
                Regex(rf"(?<![\w.])(?P<n>{_NUMBER})\s?(?:{unit})\b", re.I),
                lambda match, currency=currency: _one(Measure.MONEY, parse_english_number(match["n"]), match, currency),  # type: ignore[misc]
            )
        )
    return rules


_TH = r"(?:st|nd|rd|th)"
_HALF = r"\s?(?P<half>[ap]\.?m\b\.?)"
_PART = r"\s(?:in\sthe|at)\s(?P<part>morning|afternoon|evening|night)\b"
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_RULES: list[tuple[Regex[str], Make]] = [
    (Regex(r"\b(?:(?:at|by)\s)?the end of ((?:19|20)\d\d)\b", re.I), _end_of),
    (
        Regex(
            rf"\b(?:(?P<day>\d{{1,2}}){_TH}?\s(?:of\s)?)?(?P<month>{_MONTH})\b\.?(?:\s(?:the\s)?(?P<day2>\d{{1,2}}){_TH}?\b(?!:))?"
            r"(?:,?\s(?P<year>(?:19|20)\d\d)\b)?",
        ),
        _dated,
    ),
    (Regex(r"\bmidnight\b", re.I), lambda match: [clock_quantity(12, 0, part="night", start=match.start())]),
    (Regex(r"\b(?:noon|midday)\b", re.I), lambda match: [clock_quantity(12, 0, part="noon", start=match.start())]),
    (
        Regex(
            rf"\b(?P<minutes>half|(?:a\s)?quarter|(?:{_NUMBER})(?:\sminutes)?)\s(?P<side>past|to)\s"
            rf"(?P<hour>{'|'.join(_ONES[1:13])}|\d{{1,2}})\b(?:{_HALF}|{_PART})?",
            re.I,
        ),
        _past,
    ),
    (
        Regex(rf"(?<![\w:.])(?P<hour>\d{{1,2}})[:.](?P<minute>[0-5]\d)(?:{_HALF}|{_PART})", re.I),
        _clock,
    ),
    (
        Regex(r"(?<![\w:.])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?P<half>)(?P<part>)(?![\d:])(?:\so['’]clock)?"),
        _clock,
    ),
    (
        Regex(
            rf"(?<![\w:.])(?P<hour>\d{{1,2}}|{'|'.join(_ONES[1:13])})(?P<minute>)"
            rf"(?:{_HALF}|(?:\so['’]clock)?{_PART}|\so['’]clock)",
            re.I,
        ),
        _clock,
    ),
    *_money(),
    *_halves(),
    (
        Regex(r"(?<!was )(?<!were )(?<!had )\bonce\b(?=\s(?:an?|per|each|every)\b)|\bone time\b", re.I),
        lambda m: _one(Measure.TIMES, 1, m),
    ),
    (Regex(r"\btwice\b", re.I), lambda match: _one(Measure.TIMES, 2, match)),
    (
        Regex(rf"(?<![\w.])(?P<n>{_NUMBER})\stimes\b", re.I),
        lambda m: _one(Measure.TIMES, parse_english_number(m["n"]), m),
    ),
    *_periods(),
    *_amounts(_DURATIONS, Measure.DURATION),
    *_amounts(_LENGTHS, Measure.LENGTH),
    *_amounts(_MASSES, Measure.MASS),
    (
        Regex(
            rf"(?<![\w.])(?P<below>-|(?:minus|negative)\s)?(?P<n>{_NUMBER})\s?(?:°\s?[cf]?\b|℃|degrees?\b(?:\s(?:celsius|centigrade))?|°)(?P<under>\sbelow)?",
            re.I,
        ),
        lambda match: _one(
            Measure.DEGREES, parse_english_number(match["n"]) * (-1 if match["below"] or match["under"] else 1), match
        ),
    ),
    (
        Regex(rf"(?<![\w.])(?P<n>{_NUMBER})\s?(?:%|percent|per cent)", re.I),
        lambda m: _one(Measure.SHARE, parse_english_number(m["n"]), m),
    ),
    (
        Regex(
            r"\b(?:(?:on )?(?:weekdays?|work(?:ing)? ?days?|school days?)|(?:from )?Monday (?:to|through) Friday)\b",
            re.I,
        ),
        lambda match: _one(Measure.WEEKDAY, WORKING_DAYS, match),
    ),
    (
        Regex(r"\bevery (?:other|second)(?= (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))", re.I),
        lambda match: _one(Measure.PERIOD, 14 * DAY, match),
    ),
    *(
        (
            Regex(rf"\b(?:(?:on|every|each)\s)?{day}(?:'?s)?\b"),
            lambda match, number=number: _one(Measure.WEEKDAY, number, match),
        )
        for number, day in enumerate(
            [
                "Mon(?:day)?",
                "Tue(?:s(?:day)?)?",
                "Wed(?:nesday)?",
                "Thu(?:rs(?:day)?)?",
                "Fri(?:day)?",
                "Sat(?:urday)?",
                "Sun(?:day)?",
            ]
        )
    ),
    (Regex(r"\bhalf(?:\sof)?\s(?=(?:the|his|her|their|its|our)\b)", re.I), lambda m: _one(Measure.SHARE, 50, m)),
    (
        Regex(rf"\b(?:(?P<n>\d+){_TH}|(?P<word>{_ORDINAL}))\b(?=\s(?:birthday|anniversary))", re.I),
        lambda m: _one(Measure.COUNT, parse_english_number(m["n"]) if m["n"] else _ORDINALS[m["word"].lower()], m),
    ),
    (Regex(r"\bweekends?\b", re.I), lambda match: _one(Measure.WEEKDAY, WEEKEND, match)),
    (
        Regex(rf"(?<![\w.])(?P<n>\d+){_TH}\b", re.I),
        lambda match: _one(Measure.DATE, parse_english_number(match["n"]), match),
    ),
    (
        Regex(rf"\b(?:(?P<tens>{'|'.join(_TENS)})[- ])?(?P<n>{_ORDINAL})\b(?!\s(?:aid|name|class|floor))", re.I),
        lambda m: _one(Measure.DATE, _WORDS.get((m["tens"] or "").lower(), 0) + _ORDINALS[m["n"].lower()], m),
    ),
    (Regex(r"(?<![\w.,])((?:19|20)\d\d)\b(?![.,:]\d)"), lambda match: _one(Measure.YEAR, float(match[1]), match)),
    (Regex(r"(?<![\w.])\d+(?:\.\d+){2,}\b"), lambda match: _one(Measure.COUNT, version_number(match[0]), match)),
    (Regex(r"\b(?:a|one)\s(?:pair|couple)(?:\sof)?\b", re.I), lambda match: _one(Measure.COUNT, 2, match)),
    (
        Regex(rf"(?P<below>(?<![\w)])-(?=\d))?(?<![\w.])(?P<n>{_NUMBER})(?!\w)", re.I),
        lambda match: _one(Measure.COUNT, parse_english_number(match["n"]) * (-1 if match["below"] else 1), match),
    ),
]
_HINT = Regex(
    rf"\d|[%€$£¥₹]|\b(?:{_SMALL}|{_ORDINAL}|{'|'.join(_SCALES)}|half|quarter|pair|couple|once|twice|every|each|per|an?"
    rf"|midnight|noon|midday|\w+ly|\w*day\w*|weekends?|{_MONTH}|Mon|Tues?|Wed|Thu(?:rs)?|Fri|Sat|Sun)\b",
    re.I,
)
"""Whether a text may hold a quantity at all."""
_NOT_COUNTED = Regex(
    r"\b(?:no one|(?:which|each|every|any|some|this|that|the|the other|another|last|next) one|one of|one another"
    r"|one(?=['’]s))\b",
    re.I,
)


def scan_english_quantities(text: str) -> tuple[list[Quantity], str]:
    """The quantities of a text, and the text with them blanked. One of something, spelt out, is not counted."""
    found: list[Quantity] = []
    rest = text
    for pronoun in _NOT_COUNTED.finditer(text):
        start, end = pronoun.span()
        rest = rest[:start] + re.sub(r"\bone\b", "any", rest[start:end], flags=re.I) + rest[end:]
    for rule, make in _RULES if _HINT.search(text) else ():
        while match := rule.search(rest):
            mark = time_relation(rest, match)
            figures = any(sign.isdecimal() for sign in match.group())
            found += [
                replace(q, mark=mark, lone=not figures and q.measure is Measure.COUNT and q.amount == 1)
                for q in make(match)
            ]
            rest = blank_match(rest, match)
    return join_rates(found), rest
