"""kill -9 in the middle of a move: the next run ends it, and both sides are equal.

This file is also the program that is killed: it forks workers off a process that has everything imported.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import mnemic
from tests.conftest import assembled, sqlite_store
from tests.effort import examples
from tests.properties.test_migrate import tables

KILLS = examples(6, least=3)
LIFE_S = 0.02, 0.4
USERS = 8


def nursery(folder: Path) -> None:
    """Bring up workers one after the other, and kill each at a random moment."""
    mnemic.migrate(folder / "a.db", folder / "warm.db", dry_run=True)
    chance = random.Random(7)
    for _ in range(KILLS):
        child = os.fork()
        if child == 0:
            mnemic.migrate(folder / "a.db", folder / "b.db")
            os._exit(0)
        time.sleep(chance.uniform(*LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_killed_move_is_ended_by_the_next(tmp_path: Path) -> None:
    """After kills at random moments one more run leaves every row of every user in the target, and the audit
    verifies."""
    with assembled(sqlite_store(tmp_path / "a.db", lock_wait_s=20)) as memory:
        for number in range(USERS):
            user = memory.user(f"user {number}")
            user.add([f"I own {number + count} bicycles." for count in range(6)])
            user.files.add(b"bicycles " * 2_000, name="list.txt")
    program = [sys.executable, "-m", "tests.faults.test_migrate_kill", str(tmp_path)]
    subprocess.run(program, check=True, cwd=Path(__file__).parents[2])
    report = mnemic.migrate(tmp_path / "a.db", tmp_path / "b.db")
    assert report.users + report.users_there == USERS
    stores = [sqlite_store(tmp_path / name, lock_wait_s=20) for name in ("a.db", "b.db")]
    ours, theirs = map(tables, stores)
    for store in stores:
        store.close()
    assert set(ours.pop("trail")) < set(theirs.pop("trail"))  # that it was moved is entered in the target
    assert ours.pop("chains") != theirs.pop("chains")
    assert theirs == ours
    with mnemic.open(tmp_path / "b.db", embedder="hashing", judge="none", background=False) as memory:
        assert memory.audit.verify().sound


if __name__ == "__main__":
    nursery(Path(sys.argv[1]))
