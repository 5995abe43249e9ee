"""Habits out of what comes again: measured on labelled streams of messages, and the rules of rhythm.

`distilled_*.txt`: one stream a line, its messages apart by " | ". `+ words:` a habit is to be found whose text holds
the words; `-:` none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.upkeep import Plan
from mnemic.rooms.habits.rhythm import HabitTime, rhythm_in_words, rhythm_names
from mnemic.rooms.habits.talk import ActKind, find_acts, is_same_act
from mnemic.upkeep.distillation import distill
from mnemic.upkeep.jobs.execution import UpkeepContext
from tests.tables import each_row

PRECISION_MIN = RECALL_MIN = 0.95
FIRST = datetime(2026, 3, 3, 9, tzinfo=UTC)
DAYS_BETWEEN = (3, 7, 1, 9)
SAME_THING = {"brief": "short", "run": "ran", "swim": "swam"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """Messages on distinct days, and words of the habit they show; none where they show none."""

    messages: tuple[str, ...]
    words: str


def streams(language: str) -> Iterator[Stream]:
    """The labelled streams of a language."""
    for line in (Path(__file__).parent / f"distilled_{language}.txt").read_text(encoding="utf-8").splitlines():
        label, _, said = line.partition(":")
        messages = tuple(message.strip() for message in said.split(" | "))
        yield Stream(messages=messages, words=label[1:].strip().casefold())


def planned(user: mnemic.UserMemory, memory: mnemic.OpenMemory, now: datetime) -> Plan:
    """What distillation would do for a user."""
    return distill.plan_habits(UpkeepContext(writing=memory._core.writing, count=len), user._scope, now)


@pytest.mark.slow
@each_row("language", ["en", "zh"])
def test_few_false_habits_and_few_missing(language: str) -> None:
    """Of the habits found at least 95 % are in the streams, and of those in the streams at least 95 % are found."""
    right = wrong = missing = 0
    with mnemic.open(":memory:", embedder="hashing", background=False) as memory:
        for number, stream in enumerate(streams(language)):
            user = memory.user(f"user{number}")
            step = timedelta(days=DAYS_BETWEEN[number % len(DAYS_BETWEEN)])
            said = [
                {"role": "user", "content": text, "time": FIRST + place * step}
                for place, text in enumerate(stream.messages)
            ]
            user.add(said, session="talk")
            steps = planned(user, memory, FIRST + timedelta(days=90)).steps
            texts = [one.changes[0].memory.text.casefold() for one in steps]
            hits = [t for t in texts if stream.words in t or SAME_THING.get(stream.words, "\0") in t]
            found = bool(stream.words) and bool(hits)
            right += found
            wrong += len(texts) - found
            missing += bool(stream.words) and not found
    assert right >= 45
    assert right / (right + wrong) >= PRECISION_MIN
    assert right / (right + missing) >= RECALL_MIN


@each_row(
    "text",
    [
        "Do I like oat lattes?",
        "My sister ordered an oat latte.",
        "Suppose I order an oat latte.",
        'She said: "an oat latte please".',
        "Just this once, make it spicy.",
        "I didn't go for a run.",
        "I always take a window seat.",
        "Thanks a lot!",
        "我弟点了一杯燕麦拿铁",
        "如果点燕麦拿铁呢",
        "只这一次，多放辣",
        "今天没去跑步",
        "我总是坐靠窗",
        "谢谢",
    ],
)
def test_what_is_no_wish_and_no_deed(text: str) -> None:
    """Questions, other people's doings, suppositions, quotes, exceptions, what was not done, and what is stated."""
    assert not find_acts(text)


@each_row(
    ("one", "other", "alike"),
    [
        ("Window seat please.", "Book me a flight to Oslo, window seat again please.", True),
        ("Order me an oat latte.", "An oat milk latte please", True),
        ("An oat latte please", "A latte please", False),
        ("No onions please", "extra onions please", False),
        ("Went for a run", "I ran 5k before work", True),
        ("Did the paperwork", "Sorted my invoices", True),
        ("Bought a bike", "Bought a lamp", False),
        ("Put the meeting at 9am", "Put the meeting at 10am", False),
        ("帮我点一杯燕麦拿铁", "再来杯燕麦拿铁吧", True),
        ("不要放香菜", "别放香菜", True),
        ("少放辣", "多放辣", False),
        ("今天跑了五公里", "又去跑步了", True),
        ("买了台灯", "买了椅子", False),
    ],
)
def test_what_is_the_same_again(one: str, other: str, alike: bool) -> None:
    """The same thing in other words is the same; another value of it is not."""
    assert any(is_same_act(a, b) for a in find_acts(one) for b in find_acts(other)) is alike


def test_a_wish_is_told_in_its_own_words() -> None:
    """What an act says is in the message, without courtesies and times."""
    (act,) = find_acts("Could I get a corner table for tonight, please?")
    assert (act.sort, act.said) == (ActKind.WISH, "a corner table")


def days(*listed: str, part: str = "") -> list[HabitTime]:
    """Times on these days."""
    return [HabitTime(day=date.fromisoformat(day), part=part) for day in listed]


def test_weekends() -> None:
    """Seven of ten at weekends are mostly at weekends; what is on one weekday is told by it."""
    assert rhythm_names(days("2026-03-07", "2026-03-08", "2026-03-22", "2026-03-28", "2026-04-01")) == ["weekend"]
    assert rhythm_names(days("2026-03-08", "2026-03-15", "2026-03-29", "2026-04-05")) == ["weekday 6"]


def test_too_few_times_have_no_rhythm() -> None:
    """Three times on Saturdays may be so by chance."""
    assert rhythm_names(days("2026-03-07", "2026-03-14", "2026-03-21")) == []


def test_once_a_month() -> None:
    """About a month between most of the times."""
    assert "monthly" in rhythm_names(days("2026-01-03", "2026-02-02", "2026-03-05", "2026-04-06"))


def test_the_part_of_the_day_must_be_known() -> None:
    """Times of which the part of day is not known count against it."""
    mornings = days("2026-03-02", "2026-03-05", "2026-03-10", "2026-03-20", part="morning")
    assert "morning" in rhythm_names(mornings)
    assert "morning" not in rhythm_names([*mornings, *days("2026-03-21", "2026-03-25", "2026-03-28")])


def test_rhythm_in_both_languages() -> None:
    """A rhythm goes on a sentence in the language of the habit."""
    times = days("2026-03-07", "2026-03-08", "2026-03-22", "2026-03-28")
    assert rhythm_in_words(times, "en") == ", mostly at weekends"
    assert rhythm_in_words(times, "zh") == "，多在周末"
