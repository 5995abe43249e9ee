"""Decay and pins on the command line, in both languages and as JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import mnemic
from mnemic.faces.cli.app import run
from tests.conftest import Ticking

pytestmark = pytest.mark.usefixtures("shell_of_alice")


@pytest.fixture
def liked(tmp_path: Path) -> str:
    """The id of something said 400 days ago and not used since; decay ran 220 days ago and again 200 days ago."""
    now = datetime.now(UTC)
    clock = Ticking(now - timedelta(days=400))
    with mnemic.open(tmp_path / "memory.db", clock=clock, background=False) as memory:
        alice = memory.user("alice")
        id: str = alice.add("I like zydeco.").ids[0]
        for days in (220, 200):
            clock.moment = now - timedelta(days=days)
            alice.upkeep.decay()
    return id


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds writes."""
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("language", "planned"), [("en", "would be carried out"), ("zh", "未作改动")])
def test_the_preview_names_what_and_why(
    capsys: pytest.CaptureFixture[str], liked: str, language: str, planned: str
) -> None:
    """The table has the words and the days, and nothing is changed."""
    shown = said(capsys, "--lang", language, "decay", "--dry-run")
    assert planned in shown
    assert "zydeco" in shown
    again = json.loads(said(capsys, "decay", "--dry-run", "--json"))
    assert again["dry_run"] is True
    assert any("not used for 400 days" in step["reason"] for step in again["steps"])


def test_nothing_is_removed_unasked(capsys: pytest.CaptureFixture[str], liked: str) -> None:
    """Where nobody can be asked, a removal needs --yes."""
    for id in json.loads(said(capsys, "decay", "--dry-run", "--json"))["steps"]:
        assert id
    assert run(["decay"]) == 2
    capsys.readouterr()
    report = json.loads(said(capsys, "decay", "--yes", "--json"))
    assert report["dry_run"] is False
    assert json.loads(said(capsys, "decay", "--dry-run", "--json"))["steps"] == []


def test_a_pin_is_set_and_taken(capsys: pytest.CaptureFixture[str], liked: str) -> None:
    """What is pinned is no longer listed; unpinned it is like any other."""
    assert "Pinned" in said(capsys, "pin", liked[:8])
    left = said(capsys, "decay", "--dry-run", "--json")
    assert all(change["memory"]["id"] != liked for step in json.loads(left)["steps"] for change in step["changes"])
    assert "No longer pinned" in said(capsys, "unpin", liked)
