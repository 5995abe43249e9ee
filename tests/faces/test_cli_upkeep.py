"""Upkeep on the command line: jobs by hand, letters, and the worker as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

import mnemic
from mnemic.domain.upkeep import DeadLetter
from mnemic.faces.cli.app import run

WAIT_S = 60


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A memory file of one user."""
    for name, value in (("DB", str(tmp_path / "memory.db")), ("USER", "alice"), ("EMBEDDER", "hashing")):
        monkeypatch.setenv(f"MNEMIC_{name}", value)
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "memory.db"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds writes."""
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_job_by_hand_is_previewed_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """Every job has a command in both languages; with --json it gives the report as the library does."""
    said(capsys, "add", "I live in Lisbon.")
    for job in ("sweep", "consolidate", "distill", "digest"):
        assert "0 steps would be carried out" in said(capsys, job, "--dry-run")
        assert "已执行 0 步" in said(capsys, "--lang", "zh", job)
        report = json.loads(said(capsys, job, "--json"))
        assert (report["job"], report["dry_run"], report["steps"]) == (job, False, [])


def test_letters_are_listed_and_retried(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    """By turn, with the reason; a turn of which there is no letter is refused."""
    said(capsys, "add", "I live in Lisbon.", "--id", "t1", "--no-wait")
    with mnemic.open(file, background=False) as memory:
        turn = memory.user("alice").turns()[0]
        now = datetime(2026, 3, 2, tzinfo=UTC)
        letter = DeadLetter(source=turn.source, attempts=5, reason="no sense", first_at=now, last_at=now, dead=True)
        with memory.user("alice")._owner.writing() as writer:
            writer.keep_dead_letter(letter)
    shown = said(capsys, "letters")
    assert "t1" in shown
    assert "given up after 5 tries" in shown
    assert "no sense" in shown
    assert run(["retry", "t2"]) == 1
    assert "t2" in capsys.readouterr().err
    assert "1 turn is back" in said(capsys, "retry", "t1")
    assert "Understood 1" in said(capsys, "run-due")
    assert "understand" in said(capsys, "jobs")
    assert json.loads(said(capsys, "letters", "--json")) == {"letters": []}


def states(file: Path) -> list[str]:
    with mnemic.open(file, background=False) as memory:
        return [turn.state.value for turn in memory.user("alice").turns()]


def test_worker_understands_what_waits_and_ends(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    """With --once, in as many processes as wanted."""
    said(capsys, "add", "I live in Lisbon.", "--no-wait")
    command = [sys.executable, "-m", "mnemic", "worker", "--once", "--processes", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert states(file) == ["understood"]


def test_worker_is_stopped_by_a_signal(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    """It takes up what is added meanwhile; SIGTERM ends it and its helpers, with exit code 0."""
    said(capsys, "add", "I live in Lisbon.", "--no-wait")
    command = [sys.executable, "-m", "mnemic", "worker", "--processes", "2"]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
    try:
        deadline = time.monotonic() + WAIT_S
        for count in (1, 2):
            while states(file) != ["understood"] * count:
                assert worker.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.2)
            if count == 1:
                said(capsys, "add", "I moved to Porto.", "--no-wait")
        worker.send_signal(signal.SIGTERM)
        _, complaints = worker.communicate(timeout=WAIT_S)
        assert (worker.returncode, complaints) == (0, b"")
    finally:
        worker.kill()


def test_reembedding_says_how_many(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing to do for the embedder in use."""
    said(capsys, "add", "I live in Lisbon.")
    assert "0 memories were embedded anew" in said(capsys, "reembed")
