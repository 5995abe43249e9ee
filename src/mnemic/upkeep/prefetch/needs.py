"""Needs that recur by the clock, learned from the questions on record (R12): Monday morning, the week's agenda.

A need is a question asked on at least DAYS_MIN days at about the same hour: on most days lately, or on the same weekday
of most weeks; and not as often at any other hour. Its wording may differ in case, width, punctuation and the order of
words. The words of a question go on record only once it is a need.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo

from mnemic.domain.questions import AskedQuestion, Need

DAYS_MIN = 3  # days on which a question must have been asked
KEPT_SHARE_MIN = 0.5  # of the days, or weeks, between the first and the last of them
MISSED_MAX = 3  # days, or weeks, since the last one, after which it is a need no more
CLOCK_SHARE_MIN = 0.5  # of its askings, on the days in question, that fall to about that hour
HOURS_APART = 1  # from its usual hour that still count as about the same
LEAD = timedelta(hours=1)  # how long before its hour a need is due
HOUR = timedelta(hours=1)


def needs_due_soon(
    asked: Iterable[AskedQuestion], at: datetime, zone: tzinfo, *, agent: str | None = None
) -> list[Need]:
    """Needs whose hour has begun or begins within LEAD, soonest first. `agent`: only those asked through it."""
    found = [need for need in recurring_needs(asked, at, zone) if need.next_at - LEAD <= at < need.next_at + HOUR]
    return [need for need in found if agent in (None, need.agent)]


def recurring_needs(asked: Iterable[AskedQuestion], at: datetime, zone: tzinfo) -> list[Need]:
    """Every need that recurs as of a moment, the next one due first. Hours and weekdays are those of the zone."""
    by_question: dict[tuple[str | None, tuple[str, ...]], list[AskedQuestion]] = defaultdict(list)
    for one in asked:
        if one.at <= at and one.k is not None and one.marks:
            by_question[one.agent, one.marks].append(one)
    found = [need for group in by_question.values() for need in _needs_of(group, at, zone)]
    return sorted(found, key=lambda need: (need.next_at, need.text))


def questions_to_record(
    record: Sequence[AskedQuestion], new: Iterable[AskedQuestion], zone: tzinfo
) -> list[AskedQuestion]:
    """New questions as they go on record: without their words, unless by now they are needs."""
    kept: list[AskedQuestion] = []
    for one in new:
        same = [other for other in (*record, *kept) if (other.agent, other.marks) == (one.agent, one.marks)]
        kept.append(one if recurring_needs([*same, one], one.at, zone) else replace(one, text=""))
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pattern:
    """Days at about one hour; `every` is the number of days from one to the next."""

    hour: int
    days: Sequence[date]
    share: float  # of the askings on such days that fall to about that hour
    every: int
    weekday: int | None

    def recurs(self, today: date) -> bool:
        if len(self.days) < DAYS_MIN or self.share < CLOCK_SHARE_MIN:
            return False
        spans = (self.days[-1] - self.days[0]).days // self.every + 1
        missed = (today - self.days[-1]).days / self.every
        return missed <= MISSED_MAX and len(self.days) / spans >= KEPT_SHARE_MIN


def _needs_of(group: Sequence[AskedQuestion], at: datetime, zone: tzinfo) -> list[Need]:
    """The need of one question: every day, or else on some weekdays."""
    stamps = [one.at.astimezone(zone) for one in group]
    today = at.astimezone(zone).date()
    daily = _pattern(stamps, every=1, weekday=None)
    patterns = [daily] if daily is not None and daily.recurs(today) else []
    if not patterns:
        for weekday in range(7):
            weekly = _pattern([one for one in stamps if one.weekday() == weekday], every=7, weekday=weekday)
            if weekly is not None and weekly.recurs(today):
                patterns.append(weekly)
    last = max(group, key=lambda one: (one.text != "", one.at))
    if not last.text:
        return []
    return [
        Need(
            text=last.text,
            weekday=pattern.weekday,
            hour=pattern.hour,
            times=len(pattern.days),
            next_at=_next(pattern, at, zone),
            k=last.k or 0,
            recipe=last.recipe,
            agent=last.agent,
        )
        for pattern in patterns
    ]


def _pattern(stamps: Sequence[datetime], *, every: int, weekday: int | None) -> _Pattern | None:
    if not stamps:
        return None
    hour = min(Counter(stamp.hour for stamp in stamps).most_common(), key=lambda pair: (-pair[1], pair[0]))[0]
    then = [stamp.date() for stamp in stamps if abs(stamp.hour - hour) <= HOURS_APART]
    share = len(then) / len(stamps)
    return _Pattern(hour=hour, days=sorted(set(then)), share=share, every=every, weekday=weekday)


def _next(pattern: _Pattern, at: datetime, zone: tzinfo) -> datetime:
    """The begin of its hour next time, or of the hour that is running."""
    local = at.astimezone(zone)
    moment = local.replace(hour=pattern.hour, minute=0, second=0, microsecond=0)
    while moment + HOUR <= local or (pattern.weekday is not None and moment.weekday() != pattern.weekday):
        moment += timedelta(days=1)
    return moment
