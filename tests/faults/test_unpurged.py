"""What is removed and not yet rewritten is rewritten by whoever opens the file next."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import mnemic
from mnemic.errors import StoreUnavailable
from mnemic.stores.sql.sqlite import SqliteStore

WORD = "Xylander"

KILLED = """
import os, signal, sys
import mnemic
from mnemic.api.core import Core

Core.purge = lambda self: os.kill(os.getpid(), signal.SIGKILL)
with mnemic.open(sys.argv[1], embedder="hashing", judge="none", background=False) as memory:
    memory.user("ann").forget(everything=True)
"""


def left(file: Path) -> list[str]:
    """Files of the folder that hold the word."""
    return [one.name for one in file.parent.iterdir() if one.is_file() and WORD.encode() in one.read_bytes()]


def test_a_kill_between_commit_and_purge_leaves_no_byte(tmp_path: Path) -> None:
    """The process dies after its forgetting was committed and before the file was rewritten; the next that opens the
    file rewrites it, once."""
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        for number in range(30):
            memory.user("ann").add(f"I like {WORD} tea number {number}.")
        memory.user("bob").add("I like jazz.")
    died = subprocess.run([sys.executable, "-c", KILLED, str(file)], env=os.environ, check=False)
    assert died.returncode == -signal.SIGKILL
    assert left(file)
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        assert left(file) == []
        assert memory.user("ann").stats().turns == 0
        assert memory.user("bob").list()
        assert memory.doctor().found == []
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["memory.db"]


def test_forgetting_leaves_no_mark(tmp_path: Path) -> None:
    """Where the file was rewritten the mark is gone."""
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        memory.user("ann").add(f"I like {WORD} tea.")
        memory.user("ann").forget(everything=True)
        assert not file.with_name("memory.db-unpurged").exists()
        assert left(file) == []


def test_a_file_that_cannot_be_rewritten_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says that the forgetting was done and what is left to do; closing does it."""
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        memory.user("ann").add(f"I like {WORD} tea.")
        with monkeypatch.context() as full:
            full.setattr(SqliteStore, "purge", out_of_room)
            with pytest.raises(StoreUnavailable, match=r"It is forgotten.*no room.*tries once more"):
                memory.user("ann").forget(everything=True)
        assert memory.user("ann").stats().turns == 0
    assert left(file) == []


def out_of_room(store: SqliteStore) -> None:
    """What a full disk makes of a purge."""
    raise StoreUnavailable("no room")
