"""The command line takes a server's address where it takes a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mnemic.faces.cli.app import run
from tests.faces.client.running import Running


@pytest.fixture
def shell(guarded: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Running:
    """An environment in which commands are Alice's, on the server."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MNEMIC_DB", guarded.address)
    monkeypatch.setenv("MNEMIC_USER", "alice")
    monkeypatch.setenv("MNEMIC_API_KEY", guarded.memory.keys.create("shell", admin=True).token)
    return guarded


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints as JSON."""
    code = run([*arguments, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out)


def test_commands_reach_a_server(shell: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """Adding, searching, listing, tasks, forgetting and looking over work on a server as on a file."""
    alice = shell.memory.user("alice")
    added = said(capsys, "add", "I prefer aisle seats.")
    assert added["ids"] == [memory.id for memory in alice.list()]
    found = said(capsys, "search", "Which seat should I book?")
    assert found["hits"][0]["memory"]["text"] == "The user prefers aisle seats."
    assert said(capsys, "stats")["turns"] == 1
    task = said(capsys, "task", "start", "Book the flight")
    assert [one.id for one in alice.tasks.list()] == [task["id"]]
    assert said(capsys, "doctor")["healthy"]
    said(capsys, "forget", added["ids"][0][:8], "--yes")
    assert alice.list() == []
    assert not list(Path.cwd().iterdir())


def test_files_go_to_the_callers_disk(shell: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """An export and a report of a server lie where the command was given."""
    shell.memory.user("alice").add("I prefer aisle seats.")
    said(capsys, "export", "alice.jsonl")
    said(capsys, "report", "--out", "alice.html")
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["alice.html", "alice.jsonl"]


def test_a_wrong_key_ends_in_an_error(
    shell: Running, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that is not taken, and a server that is not there, are said and end with 1."""
    monkeypatch.setenv("MNEMIC_API_KEY", "mn_wrong")
    assert run(["stats"]) == 1
    assert "key" in capsys.readouterr().err
    assert run(["stats", "--db", "http://127.0.0.1:1"]) == 1
    assert "http://127.0.0.1:1 gives no answer" in capsys.readouterr().err.replace("\n", " ")
