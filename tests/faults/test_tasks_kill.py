"""kill -9 and two processes at work on one task: what was acknowledged is there, and nothing is lost.

This file is also the program that is killed, and the one that works beside another.
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
from mnemic.errors import TaskClosed
from tests.effort import examples
from tests.health import assert_healthy

ROOT = Path(__file__).parents[2]
KILLS = examples(12, least=4)
LIFE_S = 0.02, 0.15
SETS = 25  # values that each of two processes sets


def work(path: str, life: int, told: int) -> None:
    """Change tasks until somebody puts an end to it; each acknowledged change is told in one line."""
    with mnemic.open(path, embedder="hashing", judge="none", background=False) as memory:
        tasks = memory.user("alice").tasks
        for number in range(1_000_000):
            tasks.set("long", **{f"slot{number % 5}": f"{life}-{number}"})
            os.write(told, f"set slot{number % 5} {life}-{number}\n".encode())
            if number % 4 == 3:
                id = f"t{life}-{number}"
                tasks.start(f"Task {id}", id=id, values={"n": number})
                os.write(told, f"start {id} {number}\n".encode())
                tasks.complete(id, f"Outcome of {id}")
                os.write(told, f"complete {id} {number}\n".encode())


def lives(path: str, kills: int) -> None:
    """Bring up workers one after the other, and kill each at a random moment."""
    chance = random.Random(7)
    with mnemic.open(":memory:", embedder="hashing") as warm:
        warm.user("nobody").tasks.start("Warm up")
    for life in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            work(path, life, writing)
            os._exit(0)
        os.close(writing)
        first = os.read(reading, 4096)
        time.sleep(chance.uniform(*LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as rest:
            sys.stdout.buffer.write(first + rest.read())


def set_slots(path: str, name: str) -> None:
    """Fill slots of one's own in the task that another process fills too."""
    with mnemic.open(path, embedder="hashing", judge="none", background=False) as memory:
        tasks = memory.user("alice").tasks
        for number in range(SETS):
            tasks.set("long", **{f"{name}{number}": number})
            tasks.constrain("long", f"{name} wants {number}")


def test_tasks_survive_being_killed(tmp_path: Path) -> None:
    """After every kill each task is as last acknowledged, or as the verb in flight left it; none is half done."""
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        memory.user("alice").tasks.start("A long task", id="long")
    done = subprocess.run(
        [sys.executable, "-m", __name__, "lives", str(file), str(KILLS)], stdout=subprocess.PIPE, check=True, cwd=ROOT
    )
    told = [line.split() for line in done.stdout.decode().splitlines()]
    assert sum(line[0] == "complete" for line in told) >= KILLS // 2, "the workers did work"
    last = {slot: value for verb, slot, value in told if verb == "set"}
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        tasks = memory.user("alice").tasks
        held = tasks.get("long").data
        assert held.keys() >= last.keys()
        for slot, value in last.items():
            life, number = map(int, value.split("-"))
            now = tuple(map(int, str(held[slot]).split("-")))
            assert now == (life, number) or now > (life, number), "an acknowledged value was lost"
        ends = {id for verb, id, _ in told if verb == "complete"}
        for verb, id, given in told:
            if verb == "start":
                task = tasks.get(id)
                assert task.data == {"n": int(given)}
                if id in ends:
                    assert (task.status.value, task.outcome) == ("completed", f"Outcome of {id}")
        for task in tasks.list("any"):
            record = memory.user("alice").get(task.id)
            assert record.text == task.goal if task.unfinished else task.outcome in record.text
            assert len(memory.user("alice").history(task.id)) == record.version
        assert_healthy(memory)


def test_two_processes_lose_nothing(tmp_path: Path) -> None:
    """Different slots of one task, changed at once by two processes, are all there afterwards."""
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        memory.user("alice").tasks.start("A long task", id="long")
    both = [subprocess.Popen([sys.executable, "-m", __name__, "set", str(file), name], cwd=ROOT) for name in ("a", "b")]
    assert [one.wait() for one in both] == [0, 0]
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        task = memory.user("alice").tasks.get("long")
    assert task.data == {f"{name}{number}": number for number in range(SETS) for name in "ab"}
    assert len(task.constraints) == 2 * SETS
    assert task.version == 1 + 4 * SETS
    assert_healthy(file)


def test_ended_by_one_changed_by_another(tmp_path: Path) -> None:
    """What another opened memory ends, this one changes no more; it never sees half of it."""
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder="hashing", judge="none", background=False) as memory:
        one = memory.user("alice").tasks
        one.start("A task", id="t")
        with mnemic.open(file, embedder="hashing", judge="none", background=False) as second:
            second.user("alice").tasks.complete("t", "Done elsewhere")
        assert one.get("t").outcome == "Done elsewhere"
        try:
            one.set("t", a=1)
        except TaskClosed:
            return
    raise AssertionError("a task that is over was changed")


if __name__ == "__main__":
    if sys.argv[1] == "lives":
        lives(sys.argv[2], int(sys.argv[3]))
    else:
        set_slots(sys.argv[2], sys.argv[3])
