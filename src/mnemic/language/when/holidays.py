"""Holidays people name instead of a date."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

from mnemic.language.when import lunar


def _lunar(month: int, day: int, shift: int = 0) -> Callable[[int], date | None]:
    def on(year: int) -> date | None:
        found = lunar.day(year, month, day)
        return found + timedelta(days=shift) if found else None

    return on


def _fixed(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, number: int) -> Callable[[int], date | None]:
    def on(year: int) -> date | None:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))

    return on


def _last_monday_of_may(year: int) -> date:
    last = date(year, 5, 31)
    return last - timedelta(days=last.weekday())


def _easter(year: int) -> date:
    """Easter Sunday of the western churches: Meeus, Astronomical Algorithms, chapter 8."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    i, k = divmod(c, 4)
    rest = (32 + 2 * (b % 4) + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * rest) // 451
    month, day = divmod(h + rest - 7 * m + 114, 31)
    return date(year, month, day + 1)


def _after(on: Callable[[int], date | None], shift: int) -> Callable[[int], date | None]:
    def shifted(year: int) -> date | None:
        day = on(year)
        return day + timedelta(days=shift) if day else None

    return shifted


HOLIDAYS: Mapping[str, Callable[[int], date | None]] = MappingProxyType(
    {
        "spring-festival": lunar.new_year,
        "spring-festival-eve": _lunar(1, 1, -1),
        "lantern": _lunar(1, 15),
        "dragon-head": _lunar(2, 2),
        "qingming": lunar.qingming,
        "dragon-boat": _lunar(5, 5),
        "double-seventh": _lunar(7, 7),
        "ghost-festival": _lunar(7, 15),
        "mid-autumn": _lunar(8, 15),
        "double-ninth": _lunar(9, 9),
        "laba": _lunar(12, 8),
        "winter-solstice": lunar.winter_solstice,
        "national-day": _fixed(10, 1),
        "labour-day": _fixed(5, 1),
        "childrens-day": _fixed(6, 1),
        "womens-day": _fixed(3, 8),
        "teachers-day": _fixed(9, 10),
        "new-year": _fixed(1, 1),
        "new-years-eve": _fixed(12, 31),
        "valentine": _fixed(2, 14),
        "halloween": _fixed(10, 31),
        "christmas": _fixed(12, 25),
        "christmas-eve": _fixed(12, 24),
        "singles-day": _fixed(11, 11),
        "double-twelve": _fixed(12, 12),
        "mothers-day": _nth(5, 6, 2),
        "fathers-day": _nth(6, 6, 3),
        "thanksgiving": _nth(11, 3, 4),
        "black-friday": _after(_nth(11, 3, 4), 1),
        "easter": _easter,
        "good-friday": _after(_easter, -2),
        "easter-monday": _after(_easter, 1),
        "boxing-day": _fixed(12, 26),
        "labor-day": _nth(9, 0, 1),
        "memorial-day": _last_monday_of_may,
        "independence-day": _fixed(7, 4),
        "juneteenth": _fixed(6, 19),
        "mlk-day": _nth(1, 0, 3),
        "presidents-day": _nth(2, 0, 3),
        "veterans-day": _fixed(11, 11),
        "election-day": _after(_nth(11, 0, 1), 1),
        "columbus-day": _nth(10, 0, 2),
        "st-patricks-day": _fixed(3, 17),
        "bonfire-night": _fixed(11, 5),
        "anzac-day": _fixed(4, 25),
        "waitangi-day": _fixed(2, 6),
        "australia-day": _fixed(1, 26),
        "canada-day": _fixed(7, 1),
    }
)
"""Name → the day in a year, or None where it is not known."""

DAYS_OFF: Mapping[str, int] = MappingProxyType({"spring-festival": 7, "national-day": 7, "labour-day": 5})
"""Length of the days off that go by a Chinese holiday's name: our own round figures, as the State Council fixes them
anew every year; working Saturdays are not known."""


def days_off(first: date) -> int:
    """How many days off begin on a day: those of `DAYS_OFF`, else the day alone."""
    return next((count for name, count in DAYS_OFF.items() if HOLIDAYS[name](first.year) == first), 1)
