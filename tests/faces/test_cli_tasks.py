"""Tasks on the command line, in both languages and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemic.faces.cli.app import run

pytestmark = pytest.mark.usefixtures("shell_of_alice")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds writes."""
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_task_from_start_to_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each verb shows the task as it is then; a schema comes from a file, values as JSON or text."""
    schema = tmp_path / "trip.json"
    schema.write_text(
        json.dumps(
            {
                "title": "Trip",
                "properties": {"city": {"type": "string"}, "budget": {"type": "integer"}},
                "required": ["city"],
            }
        )
    )
    started = said(
        capsys, "task", "start", "Plan", "a", "trip", "--id", "trip", "--schema", str(schema), "--step", "Book",
        "--step", "Pack", "--constraint", "No red-eye flights", "--set", "budget=5000",
    )  # fmt: skip
    assert "Plan a trip (open, trip)" in started
    assert "still missing: city" in started
    assert "step Book, current" in started
    assert "city: Kyoto (code)" in said(capsys, "task", "set", "trip", "city=Kyoto")
    assert "step Book, done: NH 203" in said(capsys, "task", "step", "trip", "Book", "--result", "NH 203")
    assert "(paused, trip)" in said(capsys, "task", "pause", "trip")
    assert "(open, trip)" in said(capsys, "--session", "s1", "task", "resume", "trip")
    shown = json.loads(said(capsys, "task", "show", "trip", "--json"))
    assert shown["data"] == {"budget": 5000, "city": "Kyoto"}
    assert [ran["session"] for ran in shown["ran"]] == ["s1"]
    assert "outcome: All booked" in said(capsys, "task", "complete", "trip", "All", "booked")
    assert "结果：All booked" in said(capsys, "--lang", "zh", "task", "show", "trip")
    assert "与以前的任务相似：Plan a trip" in said(
        capsys, "--lang", "zh", "task", "start", "Plan the Nara trip", "--id", "n"
    )
    assert "(abandoned, n)" in said(capsys, "task", "abandon", "n", "No time")
    listed = json.loads(said(capsys, "task", "list", "--status", "any", "--json"))
    assert [task["status"] for task in listed] == ["completed", "abandoned"]
    assert "nothing" in said(capsys, "task", "list").lower() or said(capsys, "task", "list").strip()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["task", "set", "none", "a=1"], 1, "has no task 'none'"),
        (["task", "set", "none", "a"], 2, "is no slot=value"),
        (["task", "list", "--status", "shut"], 1, "completed"),
        (["task", "start", "Go", "--schema", "/nowhere.json"], 1, "cannot be read"),
    ],
)
def test_called_wrong(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, says: str) -> None:
    """The error says what is wrong, and the exit code of which sort it is."""
    assert run(arguments) == code
    assert says in capsys.readouterr().err
