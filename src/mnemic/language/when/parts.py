"""The parts of a day, by the hours they cover. The bounds are our own choice, after common use."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day from hour `begins` to hour `ends` (over 24: into the next day)."""

    begins: int
    ends: int
    zh: str
    en: str


SMALL_HOURS = Part(0, 6, "凌晨", "before dawn")
EARLY_MORNING = Part(5, 9, "清晨", "early morning")
MORNING = Part(6, 12, "早上", "morning")
FORENOON = Part(8, 12, "上午", "morning")
MIDDAY = Part(11, 14, "中午", "midday")
AFTERNOON = Part(12, 18, "下午", "afternoon")
DUSK = Part(17, 20, "傍晚", "early evening")
EVENING = Part(18, 24, "晚上", "evening")
LATE_NIGHT = Part(22, 26, "深夜", "late night")
AFTER_MIDNIGHT = Part(24, 30, "后半夜", "after midnight")  # of the night that begins on the day
ALL = (SMALL_HOURS, EARLY_MORNING, MORNING, FORENOON, MIDDAY, AFTERNOON, DUSK, EVENING, LATE_NIGHT)


def part_of(begins: datetime, ends: datetime) -> Part:
    """The part of the day that has these bounds, or the one that begins nearest to them."""
    return min(ALL, key=lambda part: (abs(part.begins - begins.hour), abs(part.ends % 24 - ends.hour)))


def hour_in(part: Part, hour: int) -> int:
    """The hour of the day (over 23: of the next day) meant by a clock hour said together with a part of the day."""
    if part is AFTER_MIDNIGHT:
        return hour % 12 + 24
    if hour > 12 or part in (SMALL_HOURS, EARLY_MORNING, MORNING, FORENOON):
        return 0 if hour == 12 and part is SMALL_HOURS else hour
    if part is MIDDAY:
        return hour + 12 if hour < 10 else hour
    if part in (EVENING, LATE_NIGHT):
        return 24 if hour == 12 else hour + 24 if hour < 5 else hour + 12
    return 12 if hour == 12 else hour + 12
