"""How long a memory is kept without being used: a curve of forgetting, and the stated days it is calibrated to.

The form is Ebbinghaus' curve as MemoryBank writes it, R = exp(-t/S): of what was learnt the share R is left after the
time t, and the strength S grows with every recall (Ebbinghaus, "Über das Gedächtnis", 1885; Zhong et al., "MemoryBank:
Enhancing Large Language Models with Long-Term Memory", AAAI 2024, arXiv 2305.10250). All constants are our own: S is
such that half is left after `decay_days` for a memory that nothing holds back, so that it crosses the threshold on the
day the settings name, and what holds a memory back multiplies its S. Nothing makes S smaller than that: no memory goes
before its day.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from mnemic.domain.decay_mark import decay_mark_of
from mnemic.domain.record import Memory
from mnemic.domain.scoring import utility

COLD = 0.5
"""What is left of a memory when it goes cold."""

DAY = timedelta(days=1)

IMPORTANCE_PLAIN, IMPORTANCE_DOUBLES = 0.6, 0.1
"""Up to this importance, which rules give what is said in passing, nothing is held back; each such step doubles S."""

RELEVANCE_PLAIN, RELEVANCE_DOUBLES = 0.75, 0.2
"""The same of control relevance; up to here preferences are plain (writing/stages)."""

USED_FACTOR = 2.0  # S of a memory that was used often enough, and one more for each doubling of its uses
SURE = 0.8  # confidence from which a memory has all of what holds it back; below in proportion
CALENDAR_DAYS_MAX = 3_000_000  # from 2 to 9998 and no further: no stretch of days is longer


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The stated days (U4), as the settings have them; 0 days: never."""

    decay_days: int = 90  # without use until a memory goes cold
    decay_accesses: int = 3  # uses from which it stays longer
    purge_days: int = 180  # without use until it may go for good
    grace_days: int = 30  # at one stage before the next, at least
    decay_importance: float = 0.85  # from which nothing decays


def retention_factor(memory: Memory, thresholds: Thresholds) -> float:
    """How many times longer than the stated days a memory is kept, 1 or more: by importance, control relevance, use,
    being said again and confidence. Feedback that it did not help takes from it; feedback that it helped holds it
    altogether (`upkeep/decay`), and adds here."""
    held_back = (
        2 ** (max(memory.importance - IMPORTANCE_PLAIN, 0.0) / IMPORTANCE_DOUBLES)
        * 2 ** (max(memory.control_relevance - RELEVANCE_PLAIN, 0.0) / RELEVANCE_DOUBLES)
        * _by_use(memory.access_count, thresholds.decay_accesses)
        * (1 + math.log2(max(memory.mention_count, 1)))
        * (1 + utility(memory))
        * min(1.0, memory.confidence / SURE)
    )
    return max(1.0, held_back)


def _by_use(uses: int, enough: int) -> float:
    if uses < enough:
        return 1.0
    return USED_FACTOR + math.log2(max(uses, 1) / max(enough, 1))


def days_kept(memory: Memory, stated: int, thresholds: Thresholds) -> float:
    """Days without use after which a memory reaches a threshold stated in days; infinity where that is 0."""
    return min(stated * retention_factor(memory, thresholds), CALENDAR_DAYS_MAX) if stated else math.inf


def retention(memory: Memory, now: datetime, thresholds: Thresholds) -> float:
    """What is left of a memory, R = exp(-idle/S), 1 right after use and COLD on the day it goes cold; 1 where nothing
    ever goes cold, or the clock stands before its last use."""
    days = days_kept(memory, thresholds.decay_days, thresholds)
    strength = days / -math.log(COLD)
    return math.exp(-max(idle_time(memory, now) / DAY, 0.0) / strength)


def last_use(memory: Memory) -> datetime:
    """When a memory was last used, said, confirmed or changed by anybody but decay itself."""
    rest = decay_mark_of(memory)
    own = rest is not None and rest.at == memory.updated_at
    changed = rest.since if rest is not None and own else memory.updated_at
    moments = (memory.said_at, memory.recorded_at, changed, memory.last_accessed_at)
    return max(moment for moment in moments if moment is not None)


def idle_time(memory: Memory, now: datetime) -> timedelta:
    """How long a memory has not been used, nor been true where it has ended; negative where the clock went
    backwards."""
    since, ended = last_use(memory), memory.valid_to
    return now - (max(since, ended) if ended is not None and ended <= now else since)


def is_unused_for(memory: Memory, stated: int, now: datetime, thresholds: Thresholds) -> bool:
    """Whether a memory has reached a threshold stated in days. `retention` is COLD or less from `decay_days` on; the
    days are compared, so that the threshold is exact."""
    days = days_kept(memory, stated, thresholds)
    return math.isfinite(days) and idle_time(memory, now) >= days * DAY


def is_stage_over(memory: Memory, now: datetime, thresholds: Thresholds) -> bool:
    """Whether a memory has been at its stage for the grace time: since decay or, where it is out of use for another
    reason, since its last change."""
    rest = decay_mark_of(memory)
    since = memory.updated_at if rest is None else max(rest.at, memory.updated_at)
    return now - since >= thresholds.grace_days * DAY
