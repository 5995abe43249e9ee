"""A program that forks off processes which add files: all at once, or one after the other, each killed at some moment.

It forks once everything is imported, so that a process is at work a few milliseconds after it began. The hash of each
file is told when it is kept.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

import mnemic

FILES = 6  # that each of several processes adds at once
LIFE_S = 0.02, 0.2  # of a process, from its first acknowledgement


def text(what: str, number: int) -> bytes:
    """The file of that number; every `what` has its own."""
    return f"{what} {number}: the ferry leaves at dawn. ".encode() * 20


def add(path: str, what: str, count: int, told: int) -> None:
    """Add files for alice."""
    with mnemic.open(path, embedder="hashing", background=False) as memory:
        user = memory.user("alice")
        for number in range(count):
            kept = user.files.add(text(what, number), name=f"{number}.txt", caption=f"Timetable {number}")
            os.write(told, f"{kept.hash}\n".encode())


def forked(path: str, what: str, count: int, told: int) -> int:
    """A process that adds files; its id."""
    child = os.fork()
    if child == 0:
        add(path, what, count, told)
        os._exit(0)
    return child


def killed(path: str, kills: int) -> None:
    """Processes one after the other, each killed a moment after its first file was kept."""
    chance = random.Random(kills)
    for number in range(kills):
        reading, writing = os.pipe()
        child = forked(path, f"kill{number}", 1_000_000, writing)
        os.close(writing)
        with os.fdopen(reading, "rb", buffering=0) as told:
            sys.stdout.buffer.write(told.read(65))
            time.sleep(chance.uniform(*LIFE_S))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            sys.stdout.buffer.write(told.readall() or b"")


if __name__ == "__main__":
    add(":memory:", "warm", 1, os.open(os.devnull, os.O_WRONLY))
    place, how, many = sys.argv[1], sys.argv[2], int(sys.argv[3])
    mnemic.open(place, embedder="hashing", background=False).close()
    if how == "killed":
        killed(place, many)
    else:
        children = [forked(place, "same", FILES, 1) for _ in range(many)]
        sys.exit(sum(os.waitpid(child, 0)[1] for child in children))
