"""A memory moved on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemic.faces.cli.app import run


@pytest.mark.usefixtures("shell_of_alice")
def test_a_memory_is_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dry run says what would be written; the move says what was, in words or as JSON, in both languages."""
    run(["add", "I prefer aisle seats."])
    places = str(tmp_path / "memory.db"), str(tmp_path / "new.db")
    capsys.readouterr()
    assert run(["migrate", *places, "--dry-run"]) == 0
    assert "1 of 1 users would be written" in capsys.readouterr().out
    assert run(["migrate", *places, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["migrate"]["users"] == 1
    assert run(["migrate", *places, "--lang", "zh"]) == 0
    assert "已有 1 位" in capsys.readouterr().out
    assert run(["search", "Which seat?", "--db", places[1]]) == 0
    assert "aisle" in capsys.readouterr().out


@pytest.mark.usefixtures("shell_of_alice")
def test_what_cannot_be_moved_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A source that is not there ends with 1 and its name."""
    assert run(["migrate", str(tmp_path / "none.db"), str(tmp_path / "new.db")]) == 1
    assert "none.db" in capsys.readouterr().err
