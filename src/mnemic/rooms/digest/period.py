"""The periods a digest is of: weeks (ISO, Monday to Sunday) and months, in the user's zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

DAYS_MAX = 36_600  # back from today, for which periods are looked at: a century

TO = {"zh": "至", "en": "to"}
_MONTHS = "January February March April May June July August September October November December".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPeriod:
    """A week or a month, half-open: the first day of it and the first after it."""

    name: str  # 2026-W10 or 2026-03
    first: date
    after: date

    @property
    def last(self) -> date:
        """Its last day."""
        return self.after - timedelta(days=1)

    @property
    def monthly(self) -> bool:
        """Whether it is a month."""
        return "W" not in self.name

    def days(self) -> list[date]:
        """Its days."""
        return [self.first + timedelta(days=number) for number in range((self.after - self.first).days)]

    def begins(self, zone: tzinfo) -> datetime:
        """Its first moment in a zone."""
        return datetime.combine(self.first, time.min, zone)

    def ends(self, zone: tzinfo) -> datetime:
        """The first moment after it."""
        return datetime.combine(self.after, time.min, zone)

    def words(self, language: str) -> str:
        """What people call it."""
        span = f"{self.first.isoformat()} {TO[language]} {self.last.isoformat()}"
        if self.monthly and language == "zh":
            return f"{self.first.year} 年 {self.first.month} 月"
        if self.monthly:
            return f"{_MONTHS[self.first.month - 1]} {self.first.year}"
        number = int(self.name[-2:])
        return f"{self.name[:4]} 年第 {number} 周（{span}）" if language == "zh" else f"week {number} ({span})"


def week_of(day: date) -> DigestPeriod:
    """The ISO week a day lies in."""
    monday = day - timedelta(days=day.weekday())
    year, week, _ = day.isocalendar()
    return DigestPeriod(name=f"{year:04}-W{week:02}", first=monday, after=monday + timedelta(days=7))


def month_of(day: date) -> DigestPeriod:
    """The month a day lies in."""
    first = day.replace(day=1)
    after = (first + timedelta(days=31)).replace(day=1)
    return DigestPeriod(name=f"{day.year:04}-{day.month:02}", first=first, after=after)


def finished_periods(days: Iterable[date], today: date) -> list[DigestPeriod]:
    """The weeks and months that any of these days lies in and that are over today, in order of their end."""
    found = {period for day in days for period in (week_of(day), month_of(day))}
    near = [period for period in found if period.after <= today and (today - period.first).days <= DAYS_MAX]
    return sorted(near, key=lambda period: (period.after, period.monthly, period.first))
