"""What is said of one matter of the user's at two times meets in one slot; two matters do not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.record import Kind, Memory, Status
from mnemic.reader.en import read_english
from mnemic.reader.statement import MessageSetting
from tests.tables import each_row

SAID = datetime(2026, 1, 5, 10, tzinfo=UTC)
LATER = timedelta(days=30)
LINES = (Path(__file__).parent / "changed_en.txt").read_text(encoding="utf-8").splitlines()
ROWS = [tuple(part.strip() for part in line.split("|")) for line in LINES if line and not line.startswith("#")]


@dataclass(slots=True)
class _Clock:
    moment: datetime

    def now(self) -> datetime:
        return self.moment


def _rows(relation: str) -> list[tuple[str, ...]]:
    return [row[1:] for row in ROWS if row[0] == relation]


def _standing(first: str, second: str) -> tuple[list[str], list[Memory]]:
    """The texts that stood after the first saying, and what stands after both."""
    clock = _Clock(SAID)
    with mnemic.open(":memory:", embedder="hashing", background=False, clock=clock) as memory:
        user = memory.user("u")
        user.add(first, session="first")
        before = [found.text for found in _statements(user.list())]
        clock.moment += LATER
        user.add(second, session="second")
        return before, [found for found in _statements(user.list()) if found.status is Status.ACTIVE]


def _statements(found: list[Memory]) -> list[Memory]:
    return [memory for memory in found if memory.kind is not Kind.EPISODE]


@pytest.mark.slow
@each_row(("first", "second"), _rows("changed"))
def test_the_later_value_stands_alone(first: str, second: str) -> None:
    """A matter that has another value now no longer has the old one, however either was told."""
    before, after = _standing(first, second)
    assert before
    assert after
    assert not set(before) & {found.text for found in after}


@pytest.mark.slow
@each_row(("first", "second"), _rows("again"))
def test_the_same_once_more_is_one_statement(first: str, second: str) -> None:
    """A matter told again in other words is held once."""
    before, after = _standing(first, second)
    assert before
    assert len(after) == 1


@each_row(("first", "second"), _rows("apart"))
def test_two_matters_stand_side_by_side(first: str, second: str) -> None:
    """What is said of one matter takes the place of nothing that was said of another."""
    before, after = _standing(first, second)
    assert set(before) < {found.text for found in after}


@each_row(
    "said",
    [
        "Went for a run along the river this evening",
        "Went for a long walk with Tom",
        "We went for a curry last night",
        "Went with Tom to the market today",
        "Dropped the kids at school this morning",
        "Dropped my phone in the sink",
        "Killed an hour in the bookshop",
        "Passed on the message to Ann",
        "Raised the blinds this morning",
        "Set a timer for 10 minutes",
        "Start a 20 minute timer",
        "Turn off the lights in 10 minutes",
    ],
)
def test_what_was_done_or_asked_for_once_is_no_decision_and_no_rule(said: str) -> None:
    """ "Went for a run" decides nothing, and "set a timer" orders nothing for good."""
    kinds = {found.kind for found in read_english(said, MessageSetting(said=SAID, zone=UTC)).statements}
    assert not kinds & {Kind.DECISION, Kind.RULE}


@each_row(
    "said",
    [
        "My car is in the garage",
        "My gym is full",
        "My job is stressful",
        "My notes are a mess",
        "My rent is too high",
        "My bank is on the high street",
        "My dinner is in the oven",
        "My company is growing",
        "My show is on at 9",
        "Our project is behind",
    ],
)
def test_how_a_matter_is_just_now_is_not_its_value(said: str) -> None:
    """ "My gym is full" gives no other gym."""
    found = read_english(said, MessageSetting(said=SAID, zone=UTC)).statements
    assert not [each.slot for each in found if each.slot and each.slot.subject == "user"]
