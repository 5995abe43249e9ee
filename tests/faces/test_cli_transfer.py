"""Exports, imports and backups on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mnemic.faces.cli.app import run

TALK = [
    {"role": "user", "content": "I live in Oslo.", "id": "1"},
    {"role": "assistant", "content": "Noted.", "id": "2"},
]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the embedder for tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MNEMIC_EMBEDDER", "hashing")
    monkeypatch.setenv("MNEMIC_DB", "memory.db")
    monkeypatch.delenv("MNEMIC_USER", raising=False)
    (tmp_path / "talk.json").write_text(json.dumps({"id": "c7", "messages": TALK}))
    (tmp_path / "graph.jsonl").write_text(
        json.dumps(
            {"type": "entity", "name": "Lena", "entityType": "person", "observations": ["plays the cello", "is 40"]}
        )
    )
    return tmp_path


def value(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    """The document a command gives."""
    assert run([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out) if code == 0 else None


def test_out_and_in_again(capsys: pytest.CaptureFixture[str]) -> None:
    """What is exported is imported, under its own name or another."""
    run(["add", "I prefer aisle seats.", "--user", "alice"])
    capsys.readouterr()
    written = value(capsys, "export", "all.jsonl.gz")["export"]
    assert (written["users"], written["rows"]["turn"]) == (1, 1)
    back = value(capsys, "import", "all.jsonl.gz", "--db", "new.db")
    assert back["survey"]["rows"] == sum(written["rows"].values())
    assert (back["import"]["users"], back["import"]["losses"]) == (["alice"], [])
    assert value(capsys, "import", "all.jsonl.gz", "--user", "lin")["import"]["users"] == ["lin"]
    assert value(capsys, "import", "all.jsonl.gz", "--user", "lin")["import"]["rows"] == {}


def test_another_system_is_told_by_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    """A file of another system is recognised, surveyed and imported; a dry run leaves nothing."""
    told = value(capsys, "import", "graph.jsonl", "--user", "alice", "--dry-run")
    assert (told["survey"]["format"], told["survey"]["statements"], told["import"]["dry_run"]) == (
        "mcp-memory",
        2,
        True,
    )
    assert not Path("memory.db").exists() or value(capsys, "list", "--user", "alice")["memories"] == []
    done = value(capsys, "import", "graph.jsonl", "--user", "alice")["import"]
    assert done["statements"] == 2
    assert value(capsys, "import", "graph.jsonl", "--user", "alice")["import"]["statements_there"] == 2


def test_a_format_may_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Plain chats with --from are surveyed, stored at once and understood after; --no-wait leaves them."""
    done = value(capsys, "import", "talk.json", "--from", "openai", "--user", "alice", "--no-wait")["import"]
    assert (done["turns"], done["pending"], done["understood"]) == (2, 2, 0)
    done = value(capsys, "import", "talk.json", "--from", "openai", "--user", "alice")["import"]
    assert (done["turns"], done["understood"], done["pending"]) == (0, 2, 0)


@pytest.mark.parametrize(("language", "word"), [("en", "What is not kept"), ("zh", "未保留的内容")])
def test_the_report_is_for_people(capsys: pytest.CaptureFixture[str], language: str, word: str) -> None:
    """First how much it is and how long it takes, at the end counts and what is lost."""
    messages = [*TALK, {"role": "narrator", "content": "Once upon a time."}]
    Path("odd.json").write_text(json.dumps({"messages": messages}))
    assert run(["import", "odd.json", "--from", "openai", "--user", "alice", "--lang", language]) == 0
    said = capsys.readouterr().out
    assert "openai" in said.splitlines()[0]
    assert word in said


def test_a_file_is_backed_up_and_restored(capsys: pytest.CaptureFixture[str]) -> None:
    """The copy takes the place of the file, which is kept."""
    run(["add", "I prefer aisle seats.", "--user", "alice"])
    capsys.readouterr()
    assert value(capsys, "backup", "copy.db")["bytes"] > 0
    assert value(capsys, "backup", "copy.db", code=1) is None
    run(["forget", "--all", "--user", "alice", "--yes"])
    capsys.readouterr()
    assert value(capsys, "restore", "copy.db", code=1) is None
    capsys.readouterr()
    assert value(capsys, "restore", "copy.db", "--overwrite")["kept"].endswith(".before-restore")
    assert len(value(capsys, "sessions", "--user", "alice")["sessions"]) == 1


def test_nobody_named_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Another system's memory becomes somebody's, who must be named."""
    assert run(["import", "graph.jsonl"]) == 1
    assert "Say whose" in capsys.readouterr().err
