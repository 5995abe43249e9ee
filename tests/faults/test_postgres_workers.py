"""Many worker processes at one database: every turn is understood exactly once, whoever is killed meanwhile.

This file is also the program that works: it forks off a process that has everything imported.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.record import Kind, TurnState
from tests.health import assert_healthy
from tests.postgres_server import server

ROOT = Path(__file__).parents[2]
WORKERS = 4
USERS = 6
TURNS = 3  # of each user
SAID = ("I prefer aisle seats.", "我住在青岛。", "I own {} bicycles.")


def opened(url: str) -> OpenMemory:
    return mnemic.open(url, embedder="hashing", background=False, judge="none", lock_wait_s=20)


def nursery(url: str, *, kills: int) -> None:
    """Fork the workers, kill some of them in the middle, and have the others finish."""
    with opened(":memory:") as warm:
        warm.user("nobody").add(list(SAID))
    children = []
    for _ in range(WORKERS + kills):
        child = os.fork()
        if child == 0:
            with opened(url) as memory:
                memory.work(once=True)
            os._exit(0)
        children.append(child)
    time.sleep(0.3)
    for child in children[:kills]:
        os.kill(child, signal.SIGKILL)
    states = [os.waitpid(child, 0)[1] for child in children]
    assert not any(states[kills:]), states


def worked(url: str, *, kills: int) -> None:
    """Have the queue of a database emptied by several processes."""
    program = [sys.executable, "-m", "tests.faults.test_postgres_workers", url, str(kills)]
    subprocess.run(program, check=True, cwd=ROOT)


def filled(url: str) -> None:
    """Put turns of several users into the queue."""
    with opened(url) as memory:
        for number in range(USERS):
            for turn in range(TURNS):
                said = {"content": SAID[turn % len(SAID)].format(number), "id": f"t{turn}"}
                memory.user(f"user {number}").add(said, session="s", wait=False)


def understood_once(url: str) -> None:
    """Each turn has one episode and each statement was counted once for each time it was said."""
    with opened(url) as memory:
        for number in range(USERS):
            user = memory.user(f"user {number}")
            turns = user.turns("s")
            assert {turn.state for turn in turns} == {TurnState.UNDERSTOOD}
            episodes = user.list(kinds=[Kind.EPISODE], status="any")
            assert Counter(one.turns for one in episodes) == Counter((turn.id,) for turn in turns)
            assert {one.mention_count for one in user.list()} == {TURNS // len(SAID)}
        assert memory.waiting() == 0
        assert_healthy(memory)


def test_workers_share_the_queue() -> None:
    """Four processes empty it, two more are killed in the middle of it: no turn is lost, and none understood twice."""
    with server().database() as url:
        filled(url)
        worked(url, kills=2)
        with opened(url) as memory:
            memory.run_due()
        understood_once(url)


if __name__ == "__main__":
    nursery(sys.argv[1], kills=int(sys.argv[2]))
