"""When something comes again: at weekends, on one weekday, at a time of day, once a month."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise

TIMES_MIN = 4  # of what is told of a rhythm
SHARE_MIN = 0.7  # of the times that keep it
WORKDAYS_MIN = 5  # times, all of them on workdays: five days of seven are so by chance
SATURDAY = 5
MONTH_DAYS = range(26, 36)  # between two times of what comes once a month
WEEK_DAYS = range(6, 9)
EDGE_DAYS = 5  # of the begin of a month
END_DAY = 26  # from which a month ends


class DayPart(StrEnum):
    """A part of the day."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"


@dataclass(frozen=True, slots=True, kw_only=True)
class HabitTime:
    """The day of one time, in the user's zone, and the part of it, "" where that is not known."""

    day: date
    part: str = ""


_WEEKDAYS = {
    "en": ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}
_WORDS = {
    "en": {
        "weekend": "mostly at weekends",
        "workday": "always on workdays",
        "weekday": "mostly on {day}",
        "morning": "mostly in the morning",
        "afternoon": "mostly in the afternoon",
        "evening": "mostly in the evening",
        "monthly": "about once a month",
        "weekly": "about once a week",
        "begin": "mostly at the beginning of the month",
        "end": "mostly at the end of the month",
        "lead": ", ",
        "join": ", ",
    },
    "zh": {
        "weekend": "多在周末",
        "workday": "都在工作日",
        "weekday": "多在{day}",
        "morning": "多在上午",
        "afternoon": "多在下午",
        "evening": "多在晚上",
        "monthly": "大约每月一次",
        "weekly": "大约每周一次",
        "begin": "多在月初",
        "end": "多在月底",
        "lead": "，",
        "join": "，",
    },
}


def rhythm_in_words(times: Sequence[HabitTime], language: str) -> str:
    """What most of the times have in common, in words that go on a sentence; "" where there is nothing."""
    found = rhythm_names(times)
    words = _WORDS[language]
    named = [
        words["weekday"].format(day=_WEEKDAYS[language][int(name[-1])]) if name.startswith("weekday") else words[name]
        for name in found
    ]
    return words["lead"] + words["join"].join(named) if named else ""


def rhythm_names(times: Sequence[HabitTime]) -> list[str]:
    """The names of what most of the times have in common: `weekend`, `weekday 0`, `morning`, `monthly`, ..."""
    days = sorted({one.day for one in times})
    if len(days) < TIMES_MIN:
        return []
    week, spacing = _of_the_week(days), _spacing(days)
    if week.startswith("weekday") and spacing == "weekly":
        spacing = ""  # a day of the week says so already
    return [name for name in (week, _part(times), spacing) if name]


def _of_the_week(days: Sequence[date]) -> str:
    weekday, most = min(Counter(day.weekday() for day in days).items(), key=lambda one: (-one[1], one[0]))
    if most >= SHARE_MIN * len(days):
        return f"weekday {weekday}"
    weekend = sum(day.weekday() >= SATURDAY for day in days)
    if weekend >= SHARE_MIN * len(days):
        return "weekend"
    return "workday" if not weekend and len(days) >= WORKDAYS_MIN else ""


def _part(times: Sequence[HabitTime]) -> str:
    """The part of day of most times; those of which it is not known count against it."""
    known = Counter(one.part for one in times if one.part)
    if not known:
        return ""
    part, most = min(known.items(), key=lambda one: (-one[1], one[0]))
    return part if most >= max(SHARE_MIN * len(times), TIMES_MIN) else ""


def _spacing(days: Sequence[date]) -> str:
    gaps = [(later - earlier).days for earlier, later in pairwise(days)]
    for name, spaced in (("monthly", MONTH_DAYS), ("weekly", WEEK_DAYS)):
        if sum(gap in spaced for gap in gaps) >= SHARE_MIN * len(gaps):
            return name
    months = {(day.year, day.month) for day in days}
    if len(months) >= TIMES_MIN - 1:
        if sum(day.day <= EDGE_DAYS for day in days) >= SHARE_MIN * len(days):
            return "begin"
        if sum(day.day >= END_DAY for day in days) >= SHARE_MIN * len(days):
            return "end"
    return ""
