"""kill -9 while permanent memory is proposed, confirmed and rejected: proposals are as last acknowledged.

This file is also the program that is killed.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import mnemic
from mnemic.domain.record import Status, Tier
from tests.effort import examples
from tests.health import assert_healthy

ROOT = Path(__file__).parents[2]
KILLS = examples(20, least=6)
LIFE_S = 0.05, 0.25  # from the first acknowledgement on


def work(path: str, writer: int, told: int) -> None:
    """Propose, then confirm or reject, and replace under the same key, until somebody puts an end to it; each step is
    told in one line once it is acknowledged."""
    with mnemic.open(path, embedder="hashing", judge="none", background=False) as memory:
        room = memory.user("alice").permanent
        for number in range(1_000_000):
            made = room.propose(f"Rule {writer} number {number}.", key=f"rule.{number % 5}")
            os.write(told, f"propose {made.id}\n".encode())
            step = ("confirm", "reject", "leave")[number % 3]
            if step != "leave":
                getattr(room, step)(made.id)
                os.write(told, f"{step} {made.id}\n".encode())


def killed(path: str, writer: int, chance: random.Random) -> list[tuple[str, str]]:
    """The steps a writer acknowledged before it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        work(path, writer, writing)
        os._exit(0)
    os.close(writing)
    told = os.read(reading, 4096)
    time.sleep(chance.uniform(*LIFE_S))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as rest:
        told += rest.read()
    lines = [line.split() for line in told.decode().splitlines()]
    return [(step, id) for step, id in lines]


def main(path: str) -> None:
    """Bring up writers one after the other and kill each at a random moment; tell what was acknowledged."""
    with mnemic.open(path, embedder="hashing", judge="none", background=False) as memory:
        memory.user("nobody").permanent.propose("Always answer in French.")
    chance = random.Random(7)
    for writer in range(KILLS):
        for step, id in killed(path, writer, chance):
            sys.stdout.write(f"{step} {id}\n")


def test_proposals_are_as_last_acknowledged(tmp_path: Path) -> None:
    """After each kill: what was confirmed is permanent or history under a later one, what was rejected is taken back,
    what was proposed waits; one permanent memory at most stands under each key, and the file is sound."""
    file = tmp_path / "memory.db"
    done = subprocess.run([sys.executable, "-m", __name__, str(file)], stdout=subprocess.PIPE, check=True, cwd=ROOT)
    last: dict[str, str] = {}
    for line in done.stdout.decode().splitlines():
        step, id = line.split()
        last[id] = step
    assert len(last) >= KILLS, "the writers did write"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        alice = memory.user("alice")
        for id, step in last.items():
            held = alice.get(id)
            if step == "confirm":
                assert held.tier is Tier.PERMANENT
                assert held.superseded_by is not None or held.status is Status.ACTIVE
            elif step == "reject":
                assert held.status is Status.ARCHIVED or held.superseded_by is not None
            else:  # it waits, or the step that was not told had been done
                assert held.tier in (Tier.PROPOSED, Tier.PERMANENT)
        standing = alice.permanent.list()
        assert len(alice.permanent.keys()) == len(standing)
        assert {one.id for one in alice.permanent.proposals()}.isdisjoint(one.id for one in standing)
        assert_healthy(memory)
    with sqlite3.connect(file) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    raw.close()


if __name__ == "__main__":
    main(sys.argv[1])
