"""kill -9 while users are encrypted, decrypted and given new keys, and two processes at once: nothing is lost (S7).

This file is also the program that is killed: it forks children off a process that has everything imported.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.wiring import opening
from tests.effort import examples

ROOT = Path(__file__).parents[2]
KILLS = examples(24, least=8)
ACTS = 4  # fewer than so many are waited for
LIFE_S = 0.005, 0.2  # from then on
USERS = ("alice", "bob")
MESSAGES = 30
WORD = "Xylander"


def opened(path: Path, *, on: bool = True) -> OpenMemory:
    """The memory file of the tests, with its key beside it."""
    return mnemic.open(
        path,
        embedder="hashing",
        background=False,
        judge="none",
        encryption="on" if on else "off",
        encryption_key_file=str(path.with_name("master.key")),
    )


def change(path: Path, *, done: Callable[[], object] = lambda: None) -> None:
    """Encrypt, rotate and decrypt until somebody puts an end to it."""
    with opened(path) as memory:
        for act in itertools.cycle((memory.encryption.encrypt, memory.encryption.rotate, memory.encryption.decrypt)):
            act()
            done()


def nursery(path: Path, kills: int) -> None:
    """Bring up children one after the other and kill each at a random moment after some of its acts."""
    chance = random.Random(7)
    for _ in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            change(path, done=lambda writing=writing: os.write(writing, b"."))  # type: ignore[misc]
        os.close(writing)
        for _ in range(chance.randrange(ACTS)):
            os.read(reading, 1)
        time.sleep(chance.uniform(*LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        print(check(path))


def check(path: Path) -> int:
    """Everything of everybody can be read, whatever state each is in. Returns how many are encrypted."""
    with opened(path) as memory:
        for user in USERS:
            texts = [turn.text for turn in memory.user(user).turns("s")]
            assert texts == said(user), user
            assert len(memory.user(user).search(WORD, k=5)) == 5
        status = memory.encryption.status()
        assert status.locked == ()
        return status.sealed


def said(user: str) -> list[str]:
    """What each user has said."""
    return [f"{user} likes {WORD} number {number}." for number in range(MESSAGES)]


def begun(path: Path) -> None:
    """Two users who are plain, and a key."""
    opening.new_key(path.with_name("master.key"))
    with opened(path, on=False) as memory:
        for user in USERS:
            memory.user(user).add(said(user), session="s")


def test_whoever_is_killed_leaves_everything_readable(tmp_path: Path) -> None:
    """After each kill at a random moment of encrypting, rotating and decrypting, every user reads as before;
    encrypting once more leaves no word in the file."""
    path = tmp_path / "memory.db"
    begun(path)
    program = [sys.executable, "-m", __name__, "kill", str(path), str(KILLS)]
    killed = subprocess.run(program, cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    assert killed.returncode == 0
    assert len(set(killed.stdout.split())) > 1, "some were killed with users encrypted, some without"
    with opened(path) as memory:
        memory.encryption.encrypt()
        assert memory.encryption.status().sealed == len(USERS)
        assert memory.doctor().healthy
    for name in ("memory.db", "memory.db-wal", "memory.db.keys"):
        held = (tmp_path / name).read_bytes() if (tmp_path / name).exists() else b""
        assert WORD.encode() not in held
        assert WORD.lower().encode() not in held


def test_others_read_and_write_while_keys_change(tmp_path: Path) -> None:
    """A second process changes keys all the time: whoever adds and reads meanwhile misses nothing and meets no error,
    and nothing is written in plain for a user who is encrypted by then."""
    path = tmp_path / "memory.db"
    begun(path)
    other = subprocess.Popen([sys.executable, "-m", __name__, "change", str(path)], cwd=ROOT, stderr=subprocess.PIPE)
    try:
        with opened(path) as memory:
            for number in range(25):
                memory.user("alice").add(f"New {WORD} {number}.", session="n")
                assert len(memory.user("alice").turns("n")) == number + 1
                assert memory.user("bob").search(WORD)
        assert other.poll() is None, other.stderr and other.stderr.read()
    finally:
        other.kill()
        other.communicate()
    with opened(path) as memory:
        assert [turn.text for turn in memory.user("bob").turns("s")] == said("bob")
        memory.encryption.encrypt()
        assert len(memory.user("alice").turns("n")) == 25
        assert memory.doctor().healthy
    assert WORD.encode() not in path.read_bytes()


if __name__ == "__main__":
    if sys.argv[1] == "kill":
        nursery(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        change(Path(sys.argv[2]))
