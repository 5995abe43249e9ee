"""kill -9 in the middle of writing: what was acknowledged is there once, and nothing is there twice.

This file is also the program that is killed: it forks writers off a process that has everything imported, so that a
writer is at work a few milliseconds after it began.
"""

from __future__ import annotations

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
from tests.effort import EFFORT
from tests.health import assert_healthy

ROOT = Path(__file__).parents[2]
KILLS = EFFORT.writers
NURSERIES = 2
LIFE_S = 0.02, 0.2  # how long a writer lives, from its beginning or (every other one) from its first acknowledgement
SAID = [
    "I prefer aisle seats.",
    "I prefer window seats.",
    "我住在青岛。",
    "我搬到厦门了。",
    "The code for today is {}.",
]


def write(path: str, writer: int, told: int) -> None:
    """Add messages until somebody puts an end to it; each acknowledged id is told in one line."""
    with mnemic.open(path, embedder="hashing", judge="none", background=False) as memory:
        user = memory.user(f"user{writer % 2}")
        for number in range(1_000_000):
            id = f"w{writer}n{number}"
            text = f"{SAID[number % len(SAID)].format(id)} Ref {id}."
            user.add({"content": text, "id": id}, session=f"s{writer}", infer=number % 3 > 0, wait=number % 4 > 0)
            os.write(told, f"{id}\n".encode())


def nursery(path: str, first: int, kills: int) -> None:
    """Bring up writers one after the other and kill each at a random moment."""
    mnemic.open(path, embedder="hashing", judge="none", background=False).close()
    with mnemic.open(":memory:", embedder="hashing") as warm:
        warm.user("nobody").add(SAID[:3])
    chance = random.Random(first)
    for writer in range(first, first + kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            write(path, writer, writing)
            os._exit(0)
        os.close(writing)
        first_told = os.read(reading, 4096) if writer % 2 else b""
        time.sleep(chance.uniform(*LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as rest:
            sys.stdout.buffer.write(first_told + rest.read())


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    """After so many kills, two writers at a time: every acknowledged turn once, none waiting, the file sound."""
    file, share = tmp_path / "memory.db", KILLS // NURSERIES
    mnemic.open(file, embedder="hashing").close()
    running = [
        subprocess.Popen(
            [sys.executable, "-m", __name__, str(file), str(n * share), str(share)], stdout=subprocess.PIPE, cwd=ROOT
        )
        for n in range(NURSERIES)
    ]
    told = b"".join(process.communicate()[0] for process in running).decode().split()
    assert [process.returncode for process in running] == [0] * NURSERIES
    assert len(told) >= KILLS // 2, "the writers did write"

    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        memory.run_due()
        assert memory.run_due() == 0
        seen: Counter[str] = Counter()
        for name in ("user0", "user1"):
            seen += checked(memory.user(name))
        assert_healthy(memory)
    assert set(told) <= seen.keys(), "acknowledged and lost"
    assert set(seen.values()) == {1}, "stored twice"
    with sqlite3.connect(file) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
    raw.close()


def checked(user: mnemic.UserMemory) -> Counter[str]:
    """How often each turn id is there, after checking that its memory is made of it exactly once."""
    turns = [turn for session in user.sessions() for turn in user.turns(session.id)]
    assert [turn.id for turn in turns if turn.state is TurnState.PENDING] == []
    episodes = Counter(memory.turns[0] for memory in user.list(kinds=[Kind.EPISODE], status="any"))
    assert episodes == Counter(turn.id for turn in turns if turn.infer)
    notes = Counter(memory.turns[0] for memory in user.list(kinds=[Kind.NOTE], status="any"))
    assert notes == Counter(turn.id for turn in turns if not turn.infer)
    assert user.stats().vectors == len(user.list(kinds=list(Kind), status="any"))
    positions = [turn.position for turn in turns]
    assert len(set(positions)) == len(positions)
    return Counter(turn.id for turn in turns)


if __name__ == "__main__":
    nursery(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
