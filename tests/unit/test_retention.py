"""The arithmetic of forgetting: exact at the stated days, and nothing that holds a memory back shortens its time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemic.domain.decay_mark import decayed_memory, is_decayed, reactivated_memory
from mnemic.domain.record import Kind, Memory, Status
from mnemic.domain.retention import (
    COLD,
    Thresholds,
    days_kept,
    idle_time,
    is_unused_for,
    last_use,
    retention,
    retention_factor,
)
from tests.conftest import MONDAY
from tests.tables import each_row

STATED = Thresholds()
PLAIN = Memory(
    id="m1",
    tenant="default",
    user="alice",
    kind=Kind.PREFERENCE,
    text="The user likes tea.",
    said_at=MONDAY,
    recorded_at=MONDAY,
    updated_at=MONDAY,
)
SECOND = timedelta(seconds=1)
DAYS = st.integers(0, 3_000)
SHARES = st.floats(0, 1)


def memories() -> st.SearchStrategy[Memory]:
    """Memories that differ in all that holds one back."""
    return st.builds(
        lambda **held: replace(PLAIN, **held),
        importance=SHARES,
        control_relevance=SHARES,
        confidence=SHARES,
        access_count=st.integers(0, 40),
        mention_count=st.integers(1, 20),
        useful=st.integers(0, 5),
        useless=st.integers(0, 5),
    )


def cold(memory: Memory, days: float, stated: Thresholds = STATED) -> bool:
    """Whether a memory is cold so many days after it was said."""
    return is_unused_for(memory, stated.decay_days, MONDAY + timedelta(days=days), stated)


@each_row("uses", [0, 1, 2])
@each_row("importance", [0.0, 0.3, 0.5, 0.6])
def test_a_plain_memory_goes_cold_on_the_stated_day(uses: int, importance: float) -> None:
    """Not used for 90 days and fewer than 3 times: cold on the 90th day, and not a second before (U4)."""
    memory = replace(PLAIN, access_count=uses, importance=importance)
    day = MONDAY + timedelta(days=90)
    assert not cold(memory, 89)
    assert not is_unused_for(memory, 90, day - SECOND, STATED)
    assert is_unused_for(memory, 90, day, STATED)


def test_three_uses_keep_a_memory_until_the_second_threshold() -> None:
    """With 3 uses the first rule does not reach it; after 180 days the second one does."""
    memory = replace(PLAIN, access_count=3)
    assert not cold(memory, 179)
    assert cold(memory, 180)


def test_half_is_left_on_the_stated_day() -> None:
    """R = exp(-t/S) is COLD at 90 days, a quarter at 180, and 1 right after use."""
    left = [retention(PLAIN, MONDAY + timedelta(days=days), STATED) for days in (0, 90, 180)]
    assert left == pytest.approx([1.0, COLD, COLD**2])


@given(memory=memories(), sooner=DAYS, later=DAYS)
def test_less_is_left_the_longer_nobody_uses_it(memory: Memory, sooner: int, later: int) -> None:
    """Retention never grows with time, and what is cold stays cold."""
    sooner, later = sorted((sooner, later))
    first, last = (retention(memory, MONDAY + timedelta(days=days), STATED) for days in (sooner, later))
    assert 0 <= last <= first <= 1
    assert cold(memory, later) or not cold(memory, sooner)


@given(
    memory=memories(),
    more=st.sampled_from(["importance", "control_relevance", "confidence", "access_count", "mention_count", "useful"]),
    by=SHARES,
    days=DAYS,
)
def test_what_holds_a_memory_back_never_shortens_its_time(memory: Memory, more: str, by: float, days: int) -> None:
    """More importance, relevance, confidence, use, mention or praise: kept as long, or longer."""
    value = getattr(memory, more)
    grown: dict[str, Any] = {more: min(1.0, value + by) if isinstance(value, float) else value + round(10 * by)}
    stronger = replace(memory, **grown)
    assert retention_factor(stronger, STATED) >= retention_factor(memory, STATED) >= 1
    assert retention(stronger, MONDAY + timedelta(days=days), STATED) >= retention(
        memory, MONDAY + timedelta(days=days), STATED
    )


@given(memory=memories(), days=st.floats(0, 89.9))
def test_nothing_goes_before_its_day(memory: Memory, days: float) -> None:
    """However useless it was called: no memory is cold before the stated day."""
    assert not cold(memory, days)


@given(memory=memories(), days=st.integers(-4_000, -1))
def test_a_clock_that_goes_backwards_lets_nothing_decay(memory: Memory, days: int) -> None:
    """Before a memory was last used all of it is left."""
    moment = MONDAY + timedelta(days=days)
    assert retention(memory, moment, STATED) == 1
    assert not cold(memory, days)


@given(memory=memories(), days=DAYS)
def test_no_days_is_never(memory: Memory, days: int) -> None:
    """A threshold of 0 days is never reached."""
    never = Thresholds(decay_days=0, purge_days=0)
    assert not cold(memory, days, never)
    assert retention(memory, MONDAY + timedelta(days=days), never) == 1
    assert days_kept(memory, 0, never) == float("inf")


def test_use_counts_from_the_last_of_it() -> None:
    """Saying, storing, changing and finding each begin the time anew."""
    moments = [MONDAY + timedelta(days=days) for days in (1, 2, 3)]
    assert last_use(replace(PLAIN, recorded_at=moments[0])) == moments[0]
    assert last_use(replace(PLAIN, updated_at=moments[1])) == moments[1]
    assert last_use(replace(PLAIN, last_accessed_at=moments[2])) == moments[2]


def test_what_has_ended_is_idle_from_its_end() -> None:
    """A state that ended yesterday has been idle for a day, however long ago it was said."""
    ended = replace(PLAIN, valid_to=MONDAY + timedelta(days=200))
    assert idle_time(ended, MONDAY + timedelta(days=201)) == timedelta(days=1)
    assert idle_time(ended, MONDAY + timedelta(days=100)) == timedelta(days=100)


def test_going_cold_is_no_use() -> None:
    """The change that decay makes does not begin the time anew; any later one does."""
    day = MONDAY + timedelta(days=90)
    faded = decayed_memory(PLAIN, Status.DORMANT, since=MONDAY, now=day)
    assert last_use(faded) == MONDAY
    assert is_decayed(faded)
    assert last_use(replace(faded, updated_at=day + SECOND)) == day + SECOND


def test_waking_leaves_no_mark() -> None:
    """Faded and woken a memory is what it was, but for its version and the day of its change."""
    day = MONDAY + timedelta(days=90)
    faded = decayed_memory(PLAIN, Status.ARCHIVED, since=MONDAY, now=day)
    assert replace(reactivated_memory(faded), version=1, updated_at=MONDAY) == PLAIN
    assert reactivated_memory(PLAIN) is PLAIN


def test_what_was_replaced_does_not_wake() -> None:
    """A statement that another took the place of is out of use for that reason."""
    gone = replace(
        decayed_memory(PLAIN, Status.ARCHIVED, since=MONDAY, now=MONDAY), superseded_at=MONDAY, superseded_by="m2"
    )
    assert not is_decayed(gone)
    assert reactivated_memory(gone) is gone
