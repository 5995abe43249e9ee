"""Which task a text means: told by a table of tasks in work and texts, half of which mean none or more than one."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from mnemic.domain.task import Task, TaskSession
from mnemic.rooms.task.reference import task_meant_by
from tests.conftest import MONDAY
from tests.tables import each_row, nonempty

TABLE = Path(__file__).with_name("task_meant.txt")


def rows() -> list[tuple[str, str, str]]:
    """Goals, text, and which goal is meant."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in line.split(" | ")) for line in lines]  # type: ignore[misc]


def task(goal: str, number: int) -> Task:
    """A task in work; one marked with @ is in hand in session s1."""
    at = MONDAY + timedelta(hours=number)
    ran = (TaskSession(session="s1", at=at),) if goal.startswith("@") else ()
    return Task(id=f"t{number}", goal=goal.lstrip("@"), ran=ran, started_at=at, updated_at=at)


@each_row(("goals", "text", "wanted"), rows())
def test_the_task_meant(goals: str, text: str, wanted: str) -> None:
    """Names and words that only one task has tell it; where they fit several, or none, no task is meant."""
    tasks = [task(goal, number) for number, goal in enumerate(goals.split(" / "))]
    found = task_meant_by(text, tasks, "s1")
    if wanted in ("-", "?2"):
        assert found.task is None
        assert len(found.candidates) == (0 if wanted == "-" else 2)
    else:
        assert found.task is not None
        assert found.task.goal == wanted


def test_the_order_of_tasks_does_not_matter() -> None:
    """The same task is meant whichever was started first."""
    for goals, text, _ in nonempty(rows()):
        tasks = [task(goal, number) for number, goal in enumerate(goals.split(" / "))]
        one, other = task_meant_by(text, tasks, "s1"), task_meant_by(text, tasks[::-1], "s1")
        assert (one.task and one.task.goal) == (other.task and other.task.goal)


def test_the_table_is_balanced() -> None:
    """At least forty rows, in both languages, half of them without one task that is meant."""
    found = rows()
    none = [row for row in found if row[2] in ("-", "?2")]
    assert len(found) >= 40
    assert len(none) * 2 >= len(found)
