"""kill -9 in the middle of an import, an export, a backup: what is there is whole, and the next run ends it.

This file is also the program that is killed: it forks workers off a process that has everything imported.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import mnemic
from mnemic.domain.record import Kind, TurnState
from mnemic.upkeep.transfer.lines import is_export
from tests.effort import examples

ROOT = Path(__file__).parents[2]
KILLS = examples(12, least=4)
LIFE_S = 0.02, 0.5
TURNS = 400
SAID = ("I prefer aisle seats.", "我住在青岛。", "I own {} bicycles.", "Remind me of appointment {}.")


def opened(path: str | Path) -> mnemic.OpenMemory:
    return mnemic.open(path, embedder="hashing", judge="none", background=False)


def work(job: str, folder: Path) -> None:
    """Do one job to its end."""
    with opened(folder / "memory.db") as memory:
        if job == "import":
            memory.user("alice").transfer.import_(folder / "talk.jsonl", format="openai")
        elif job == "bring":
            memory.transfer.import_(folder / "whole.jsonl")
        elif job == "export":
            memory.transfer.export(folder / "out.jsonl", overwrite=True)
        else:
            memory.transfer.backup(folder / "copy.db", overwrite=True)


def nursery(job: str, folder: Path, kills: int) -> None:
    """Bring up workers one after the other, and kill each at a random moment."""
    with opened(":memory:") as warm:
        warm.user("nobody").add(SAID[0])
        warm.transfer.survey(folder / "talk.jsonl")
    chance = random.Random(job)
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            work(job, folder)
            os._exit(0)
        time.sleep(chance.uniform(*LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        checked(job, folder)


def checked(job: str, folder: Path) -> None:
    """What has its name is whole, whenever the process died."""
    if job == "export" and (folder / "out.jsonl").exists():
        with opened(":memory:") as other:
            assert other.transfer.survey(folder / "out.jsonl").losses.count == 0
    if job == "backup" and (folder / "copy.db").exists():
        raw = sqlite3.connect(folder / "copy.db")
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        raw.close()


def killed(job: str, folder: Path) -> None:
    """Have a job killed again and again, by a process of its own."""
    subprocess.run([sys.executable, "-m", __name__, job, str(folder), str(KILLS)], check=True, cwd=ROOT)


def talk(folder: Path) -> None:
    """A chat of another system, of several conversations."""
    with (folder / "talk.jsonl").open("w", encoding="utf-8") as file:
        for number in range(TURNS // 10):
            messages = [
                {"role": "assistant" if n % 2 else "user", "content": SAID[(number + n) % len(SAID)].format(n)}
                for n in range(10)
            ]
            file.write(json.dumps({"id": f"c{number}", "messages": messages}) + "\n")


def sound(path: Path) -> None:
    """The file is whole, and nothing refers to what is not there."""
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
    raw.close()


def test_a_killed_import_is_finished_by_the_next(tmp_path: Path) -> None:
    """After kills at random moments one more run makes every message a turn once, with one episode, none waiting."""
    talk(tmp_path)
    killed("import", tmp_path)
    work("import", tmp_path)
    sound(tmp_path / "memory.db")
    with opened(tmp_path / "memory.db") as memory:
        alice = memory.user("alice")
        turns = [turn for session in alice.sessions() for turn in alice.turns(session.id)]
        assert len(turns) == len({turn.source for turn in turns}) == TURNS
        assert {turn.state for turn in turns} == {TurnState.UNDERSTOOD}
        episodes = Counter(one.sources[0] for one in alice.list(kinds=[Kind.EPISODE], status="any"))
        assert episodes == Counter({turn.source: 1 for turn in turns})


def test_a_killed_import_of_an_export_is_finished_by_the_next(tmp_path: Path) -> None:
    """After kills at random moments one more run makes the memory what the export says, every line of it."""
    talk(tmp_path)
    with opened(tmp_path / "first.db") as first:
        for user in ("alice", "bob", "carol"):
            first.user(user).transfer.import_(tmp_path / "talk.jsonl", format="openai")
        first.transfer.export(tmp_path / "whole.jsonl")
    killed("bring", tmp_path)
    work("bring", tmp_path)
    sound(tmp_path / "memory.db")
    with opened(tmp_path / "memory.db") as memory:
        memory.transfer.export(tmp_path / "again.jsonl")
        assert memory.user("bob").stats().vectors == len(memory.user("bob").list(kinds=list(Kind), status="any"))
    lines, again = ((tmp_path / name).read_text().splitlines()[1:-1] for name in ("whole.jsonl", "again.jsonl"))
    assert again == lines


def test_a_killed_export_or_backup_leaves_no_half_file(tmp_path: Path) -> None:
    """Whenever it was killed, the file of that name is the whole one before it, or none."""
    talk(tmp_path)
    work("import", tmp_path)
    for job in ("export", "backup"):
        killed(job, tmp_path)
        work(job, tmp_path)
        checked(job, tmp_path)
    assert is_export(tmp_path / "out.jsonl")
    sound(tmp_path / "copy.db")
    sound(tmp_path / "memory.db")


if __name__ == "__main__":
    nursery(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
