"""Habits told in ever other words, and talk of the same things that shows none: labelled streams.

`habits_*.txt`: one stream a line, its messages apart by " | ". `+ one/other:` a habit whose text holds one of the
words; a message after "!" is of the same thing, but no evidence. `-:` no habit. What stands below "# kept apart" was
not looked at while the rules were written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.record import Memory
from mnemic.domain.upkeep import Plan
from mnemic.rooms.habits.record import habit_of
from mnemic.rooms.habits.talk import find_acts
from mnemic.upkeep.distillation import distill
from mnemic.upkeep.jobs.execution import UpkeepContext
from tests.tables import each_row

PRECISION_MIN, RECALL_MIN = 0.95, 0.9
COUNTED_MIN = 0.85  # of the times told, summed over all habits
EXACT_MIN = 0.75  # habits of which the count is at most 15 % below what was told
FIRST = datetime(2026, 3, 3, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """Messages on distinct days: those that tell of the habit, and others of the same thing."""

    told: tuple[str, ...]
    beside: tuple[str, ...]
    words: tuple[str, ...]


def streams(language: str) -> Iterator[Stream]:
    """The labelled streams of a language."""
    text = (Path(__file__).parent / f"habits_{language}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        label, _, said = line.partition(":")
        messages = [one.strip() for one in said.split(" | ")]
        words = tuple(one for one in label[1:].strip().casefold().split("/") if one)
        yield Stream(
            told=tuple(one for one in messages if not one.startswith("!")),
            beside=tuple(one.removeprefix("!").strip() for one in messages if one.startswith("!")),
            words=words,
        )


def distilled(stream: Stream, user: mnemic.UserMemory, memory: mnemic.OpenMemory) -> list[Memory]:
    """The habits that a stream's messages give, a message every third day."""
    said = (*stream.told, *stream.beside)
    user.add(
        [
            {"role": "user", "content": text, "time": FIRST + timedelta(days=3 * place)}
            for place, text in enumerate(said)
        ],
        session="talk",
    )
    plan: Plan = distill.plan_habits(
        UpkeepContext(writing=memory._core.writing, count=len), user._scope, FIRST + timedelta(days=3 * len(said) + 1)
    )
    return [change.memory for step in plan.steps for change in step.changes]


@pytest.mark.slow
@each_row("language", ["en", "zh"])
def test_habits_in_varied_words_are_found_and_never_counted_too_high(language: str) -> None:
    """Of what is found 95 % is right and of what is there 90 % is found; no count exceeds the times told."""
    right = wrong = missing = near = told = counted = 0
    with mnemic.open(":memory:", embedder="hashing", background=False) as memory:
        for number, stream in enumerate(streams(language)):
            found = distilled(stream, memory.user(f"user{number}"), memory)
            hits = [one for one in found if any(word in one.text.casefold() for word in stream.words)]
            right += bool(hits)
            wrong += len(found) - bool(hits)
            missing += bool(stream.words) and not hits
            if hits:
                count = max(habit_of(one).count for one in hits)
                assert count <= len(stream.told), stream.told
                told, counted = told + len(stream.told), counted + min(count, len(stream.told))
                near += len(stream.told) - count <= 0.15 * len(stream.told)
    assert right / (right + wrong) >= PRECISION_MIN
    assert right / (right + missing) >= RECALL_MIN
    assert counted / told >= COUNTED_MIN
    assert near / right >= EXACT_MIN


@each_row("text", ["要这样", "就要这样吧", "还是那样", "like this please", "The same way again please"])
def test_words_that_only_point_are_no_act(text: str) -> None:
    """What has no content of its own can be nobody's habit."""
    assert not find_acts(text)
