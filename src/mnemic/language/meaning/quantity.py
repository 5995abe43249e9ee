"""Numbers with their units, in one measure for every way to say them: 35 days are five weeks, 1米75 are 175厘米."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mnemic.domain.regex import Regex

TOLERANCE = 0.025  # of two amounts of one measure: 90 days are a quarter (91.3), 30 days a month (30.4)
DAY = 86_400.0  # seconds
WORKING_DAYS, WEEKEND = 10, 11  # as days of the week, of which Monday is 0


class Measure(StrEnum):
    """What a number counts, and in which unit it is kept."""

    COUNT = "count"  # of whatever
    TIMES = "times"
    DURATION = "seconds"
    PERIOD = "seconds between two times"
    LENGTH = "metres"
    AREA = "square metres"
    MASS = "kilograms"
    MONEY = "money"
    DEGREES = "degrees"
    SHARE = "per cent"
    CLOCK = "minutes of the day"
    WEEKDAY = "day of the week"
    MONTH = "month of the year"
    DATE = "day of the month"
    YEAR = "year"


class Half(StrEnum):
    """How far a clock time says which half of the day is meant."""

    SAID = "said"  # 5 p.m., 17:00, five in the afternoon
    DIGITAL = "digital"  # 5:00, which is not 17:00, but may be 5:00 p.m.


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """An amount in the unit of its measure, and where it was said (a place in the text, in code points)."""

    measure: Measure
    amount: float
    start: int = 0
    unit: str = ""  # of money: the currency
    mark: str = ""  # "since", "until", "before", "after" or "for" it
    half: frozenset[Half] = frozenset()  # of a clock time: how far it says which half of the day is meant
    lone: bool = False  # one of something, in a word: it counts only against another number of the same

    def __str__(self) -> str:
        return f"{self.amount:g} {self.unit or self.measure.value}"


_UP_TO = frozenset({"until", "before"})
_SIDES = {Measure.CLOCK: frozenset({"before", "after"}), Measure.YEAR: frozenset({"until", "before", "after"})}
_TIME = frozenset({Measure.DURATION, Measure.PERIOD})
_PLAIN = frozenset({Measure.MONEY, Measure.DEGREES, Measure.TIMES})
_LAST_DATE = 31
_HALF_DAY = 720.0  # minutes
_NOON = 12  # o'clock
_SMALL_HOURS_MAX = 4  # "two at night" is before dawn, "nine at night" is not


def same_amount(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are the same amount. A number without a unit takes the other's."""
    measures = {one.measure, other.measure}
    if measures == {Measure.CLOCK}:
        return (one.amount - other.amount) % (_HALF_DAY if _vague(one, other) else 2 * _HALF_DAY) == 0
    if measures == {Measure.CLOCK, Measure.COUNT}:
        clock, hour = (one, other) if one.measure is Measure.CLOCK else (other, one)
        return (clock.amount - hour.amount * 60) % _HALF_DAY == 0
    if measures == {Measure.DATE, Measure.COUNT}:
        return one.amount == other.amount > _LAST_DATE  # a ninetieth birthday
    if len(measures) == 2 and not measures <= _TIME and not (Measure.COUNT in measures and measures & _PLAIN):
        return False
    if measures == {Measure.MONEY} and one.unit and other.unit and one.unit != other.unit:
        return False
    return _near(one.amount, other.amount, exact=not measures & (_TIME | {Measure.MASS, Measure.LENGTH, Measure.AREA}))


def _vague(one: Quantity, other: Quantity) -> bool:
    """Whether two clock times leave open whether they are in one half of the day."""
    return not one.half & other.half


def clock_quantity(hour: float, minute: float, *, part: str = "", digits: str = "", start: int = 0) -> Quantity:
    """A time of the day.

    Args:
        part: "morning", "noon", "afternoon" (and evening), "night", or "" where none is said.
        digits: the hour as written before a colon: "06" and "18" are of a clock with 24 hours.
    """
    said = bool(part) or hour > _NOON or hour == 0 or (digits.startswith("0") and len(digits) > 1)
    if hour <= _NOON:
        late = part == "afternoon" or (part == "noon" and hour <= _SMALL_HOURS_MAX)
        late = late or (part == "night" and _SMALL_HOURS_MAX < hour < _NOON)
        hour = hour % _NOON + _NOON * (late or (hour == _NOON and part in ("", "noon")))
    return Quantity(
        measure=Measure.CLOCK,
        amount=hour % 24 * 60 + minute,
        start=start,
        half=frozenset([Half.SAID] * said + [Half.DIGITAL] * bool(digits)),
    )


def _near(one: float, other: float, *, exact: bool) -> bool:
    return one == other if exact else abs(one - other) <= TOLERANCE * max(abs(one), abs(other))


def join_rates(found: Sequence[Quantity]) -> list[Quantity]:
    """Quantities with "twice a year" as one: half a year from time to time."""
    found = _undated(found)
    times = [q for q in found if q.measure is Measure.TIMES]
    periods = [q for q in found if q.measure is Measure.PERIOD]
    if not times:
        return list(found)
    kept = [q for q in found if q not in times]
    if len(times) == 1 and len(periods) == 1:
        kept.remove(periods[0])
        each = periods[0].amount / max(times[0].amount, 1)
        return [*kept, Quantity(measure=Measure.PERIOD, amount=each, start=periods[0].start)]
    return [*kept, *(q for q in times if q.amount != 1)]


def _undated(found: Sequence[Quantity]) -> list[Quantity]:
    """Quantities without the period that a day of the week, month or year implies: "on the 25th of each month"."""
    measures = {q.measure for q in found}
    implied = {
        7: Measure.WEEKDAY in measures,
        30: Measure.DATE in measures and Measure.MONTH not in measures,
        365: Measure.MONTH in measures,
    }
    return [q for q in found if not (q.measure is Measure.PERIOD and implied.get(int(q.amount / DAY)))]


def on_opposite_sides(one: Quantity, other: Quantity) -> bool:
    """Whether two statements stand on different sides of one time: since and until it, before and after it."""
    return {one.mark, other.mark} in (
        {"since", "until"},
        {"before", "after"},
        {"since", "before"},
        {"after", "for"},
    ) and same_amount(one, other)


def _sided(one: Quantity, other: Quantity) -> bool:
    """Whether only one of two statements of a time says that it is before, after or until it."""
    sides = _SIDES.get(one.measure) or _SIDES.get(other.measure, frozenset())
    return (one.mark in sides) != (other.mark in sides) and same_amount(one, other)


def on_different_sides(left: Sequence[Quantity], right: Sequence[Quantity]) -> bool:
    """Whether two statements stand otherwise to a time that both name: "until 2016" and "in 2016"."""
    return any(_sided(one, other) for one in left for other in right)


def only_one_bounds(left: Sequence[Quantity], right: Sequence[Quantity]) -> bool:
    """Whether only one of two statements says "until", "to" or "before" of an amount that both name."""
    return any(
        (one.mark in _UP_TO) != (other.mark in _UP_TO) and same_amount(one, other) for one in left for other in right
    )


def pair_quantities(left: Sequence[Quantity], right: Sequence[Quantity]) -> tuple[list[Quantity], list[Quantity], int]:
    """Which quantities of two statements have no counterpart in the other, and how many have one."""
    rest = [q for q in right if not q.lone]
    alone: list[Quantity] = []
    for one in (q for q in left if not q.lone):
        found = next((other for other in rest if same_amount(one, other)), None)
        if found is None:
            alone.append(one)
        else:
            rest.remove(found)
    both = sum(not q.lone for q in left) - len(alone)
    for many, rate in ((alone, rest), (rest, alone)):
        both += _trips(many, rate)
    for many, said in ((alone, right), (rest, left)):
        single = next((q for q in said if q.lone), None)
        if single and any(q.measure is Measure.COUNT and q.amount > 1 for q in many):
            (rest if many is alone else alone).append(single)
    # Once a day is how most habits go; saying so adds nothing.
    return [q for q in alone if not _daily(q)], [q for q in rest if not _daily(q)], both


def _trips(many: list[Quantity], rate: list[Quantity]) -> int:
    """ "Two trips a year" against "every half year": the count and the period of one are the period of the other."""
    counts = [q for q in many if q.measure is Measure.COUNT and q.amount > 1]
    periods = [q for q in many if q.measure is Measure.PERIOD]
    for count in counts:
        for period in periods:
            for other in rate:
                if other.measure in _TIME and _near(period.amount / count.amount, other.amount, exact=False):
                    many.remove(count)
                    many.remove(period)
                    rate.remove(other)
                    return 1
    return 0


def _daily(quantity: Quantity) -> bool:
    return quantity.measure is Measure.PERIOD and quantity.amount == DAY


_BEFORE_IT = (
    ("since", Regex(r"(?:\b(?:since|from|starting(?: in| on)?)|[自从])\s*$", re.I)),
    ("until", Regex(r"(?:\b(?:until|till|to)|[到至])\s*$", re.I)),
    ("before", Regex(r"\b(?:before|prior to)(?:\sthe)?\s*$", re.I)),
    ("after", Regex(r"\bafter(?:\sthe)?\s*$", re.I)),
    ("for", Regex(r"\bfor\s*$", re.I)),
)
_AFTER_IT = (
    ("since", Regex(r"\s*(?:起|以来|开始)")),
    ("until", Regex(r"\s*(?:为止|截止|结束)")),
    ("before", Regex(r"\s*(?:之前|以前|前)")),
    ("after", Regex(r"\s*(?:之后|以后|后)")),
)


def time_relation(text: str, match: re.Match[str]) -> str:
    """How what is said stands to a time: since, until, before or after it; "" where that is not said."""
    ahead = text[: match.start()]
    for name, rule in _BEFORE_IT:
        if rule.search(ahead):
            return name
    return next((name for name, rule in _AFTER_IT if rule.match(text, match.end())), "")


def version_number(said: str) -> float:
    """`3.11.2` as one number: each part counts a thousandth of the one before it."""
    return sum(float(part) / 1000.0**place for place, part in enumerate(said.split(".")))


def blank_match(text: str, match: re.Match[str]) -> str:
    """A text with a match overwritten, so that every place keeps its number."""
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]
