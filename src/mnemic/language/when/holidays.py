"""Holidays people name instead of a date."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType

LUNAR: Mapping[int, tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]] = MappingProxyType(
    {
        2020: ((1, 25), (4, 4), (6, 25), (10, 1)),
        2021: ((2, 12), (4, 4), (6, 14), (9, 21)),
        2022: ((2, 1), (4, 5), (6, 3), (9, 10)),
        2023: ((1, 22), (4, 5), (6, 22), (9, 29)),
        2024: ((2, 10), (4, 4), (6, 10), (9, 17)),
        2025: ((1, 29), (4, 4), (5, 31), (10, 6)),
        2026: ((2, 17), (4, 5), (6, 19), (9, 25)),
        2027: ((2, 6), (4, 5), (6, 9), (9, 15)),
        2028: ((1, 26), (4, 4), (5, 28), (10, 3)),
        2029: ((2, 13), (4, 4), (6, 16), (9, 22)),
        2030: ((2, 3), (4, 5), (6, 5), (9, 12)),
    }
)
"""Month and day of 春节, 清明, 端午, 中秋, after the Gregorian-Lunar Calendar Conversion Table of the Hong Kong
Observatory. Outside these years such a holiday is not resolved."""


def _lunar(column: int, shift: int = 0) -> Callable[[int], date | None]:
    def on(year: int) -> date | None:
        row = LUNAR.get(year)
        return date(year, *row[column]) + timedelta(days=shift) if row else None

    return on


def _fixed(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, number: int) -> Callable[[int], date | None]:
    def on(year: int) -> date | None:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))

    return on


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
        "spring-festival": _lunar(0),
        "spring-festival-eve": _lunar(0, -1),
        "lantern": _lunar(0, 14),
        "qingming": _lunar(1),
        "dragon-boat": _lunar(2),
        "mid-autumn": _lunar(3),
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
        "mothers-day": _nth(5, 6, 2),
        "fathers-day": _nth(6, 6, 3),
        "thanksgiving": _nth(11, 3, 4),
        "black-friday": _after(_nth(11, 3, 4), 1),
        "easter": _easter,
        "good-friday": _after(_easter, -2),
    }
)
"""Name → the day in a year, or None where it is not known."""
