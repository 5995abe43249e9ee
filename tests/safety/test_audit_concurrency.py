"""The chain under pressure: many writers in threads and processes, and a process that is killed while it writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.safety.audit.verification import AuditCheck
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import assembled
from tests.safety.lives import opened

WRITING = textwrap.dedent(
    """
    import sys
    import mnemic

    file, user, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        alice = memory.user(user)
        for number in range(count):
            report = alice.add(f"I like tea number {number}.", infer=False)
            if number % 3 == 0:
                alice.forget(report.ids[0])
            if number % 10 == 9:
                memory.user(f"{user} {number}").add("I play the cello.", infer=False)
                memory.user(f"{user} {number}").forget(everything=True)
            print(number, flush=True)
    """
)


@contextmanager
def writing(file: Path, user: str, count: int) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes."""
    command = [sys.executable, "-c", WRITING, str(file), user, str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process


def sound(memory: OpenMemory) -> AuditCheck:
    check = memory.audit.verify()
    assert check.sound, check.found
    return check


def test_many_threads_write_one_chain(tmp_path: Path) -> None:
    """Eight users at once: every line has its place, and each row its line."""
    stores = [opened(tmp_path / "memory.db"), assembled(InMemoryStore())]
    for memory in stores:
        with memory, ThreadPoolExecutor(8) as pool:

            def lives(number: int, memory: OpenMemory = memory) -> None:
                user = memory.user(f"user {number % 4}")
                for turn in range(6):
                    user.add(f"I like tea {number}/{turn}.", infer=False, session=f"s{number}")
                user.forget(session=f"s{number}")

            list(pool.map(lives, range(8)))
            check = sound(memory)
            assert check.rows >= 8 * 7
            assert check.lines == check.rows


def test_two_processes_write_one_chain(tmp_path: Path) -> None:
    """And a third verifies meanwhile, always finding it sound."""
    file = tmp_path / "memory.db"
    opened(file).close()
    with writing(file, "alice", 15) as one, writing(file, "bob", 15) as other:
        while one.poll() is None or other.poll() is None:
            with opened(file) as memory:
                sound(memory)
            time.sleep(0.2)
        assert (one.wait(), other.wait()) == (0, 0)
    with opened(file) as memory:
        assert sound(memory).rows >= 40


@pytest.mark.parametrize("lines", [4, 13])
def test_a_killed_process_leaves_a_sound_chain(tmp_path: Path, lines: int) -> None:
    """What was not committed is in neither table; the next writer goes on behind the last line."""
    file = tmp_path / "memory.db"
    with writing(file, "alice", 10_000) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with opened(file) as memory:
        before = sound(memory)
        memory.user("alice").add("I like rye bread.", infer=False)
        assert sound(memory).rows == before.rows + 1
