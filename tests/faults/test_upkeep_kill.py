"""kill -9 in the middle of upkeep: the store is sound at every moment, and the next worker finds only what is left.

This file is also the program that is killed, as in test_kill: a nursery forks workers that talk to several users and
run every job that is due, by a clock that is days on with each of them. `MNEMIC_KILLS` says how many die, as in
`make kills`.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import cast
from uuid import uuid4

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.changes import Action, Change
from mnemic.domain.diagnosis import Check
from mnemic.domain.record import Kind, Memory, Slot
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.sql.sqlite import SqliteStore
from tests.conftest import MONDAY, Ticking
from tests.faults.upkeep_scene import KEPT, NEW, OLD, jobs, kept, left, twice
from tests.health import assert_healthy

KILLS = int(os.environ.get("MNEMIC_KILLS", "40"))
LIFE_S = 0.0, 0.9  # from the first acknowledgement, where the kill comes from outside
CALLS_MAX = 120  # to the store, from when a job is at work: a worker dies at one of them
LIFE_CALLS = 1_500  # after which it dies whatever it does
DAYS = 6  # from one worker to the next
PURGE_DAYS = 180  # the setting's default: turns that old may be gone
USERS = tuple(Scope("default", name) for name in ("ann", "bo", "陈"))
THINGS = ("hiking", "sushi", "jazz", "chess", "rowing", "opera", "pottery", "skiing", "mangoes", "cycling")
SACHEN = ("爬山", "吃川菜", "听民谣", "下棋", "划船", "看京剧", "做陶艺", "滑雪", "吃芒果", "骑车")
CITIES = ("Leeds", "York", "Bath", "Ely")
TALK = (
    lambda n: f"I like {THINGS[n % len(THINGS)]}.",
    lambda n: f"我喜欢{SACHEN[n % len(SACHEN)]}。",
    lambda n: "Window seat again please.",
    lambda n: f"Busy day number {n}.",
    lambda n: "帮我点一杯燕麦拿铁",
    lambda n: f"I moved to {CITIES[n % len(CITIES)]}.",
    lambda n: f"今天是第{n}天。",
)


class Mortal(FaultyStore):
    """A store in one of whose calls the process dies."""

    def arm(self, calls: int) -> None:
        """So many calls are left to it, or fewer."""
        last = len(self.calls) + calls
        self.fail_at = min(self.fail_at, last) if self.fail_at else last

    def count(self, call: str) -> None:
        """Die if it is the one."""
        self.calls.append(call)
        if len(self.calls) == self.fail_at:
            os.kill(os.getpid(), signal.SIGKILL)


def opened(path: str, day: int, *, anew: bool = False) -> tuple[OpenMemory, Ticking]:
    """The file on a day, with one of two embedders."""
    clock = Ticking(MONDAY + timedelta(days=day))
    store = Mortal(SqliteStore.open(path, lock_wait_s=60))
    one, other = (NEW, OLD) if anew else (OLD, NEW)
    return mnemic.open(store=store, embedder=one, former_embedder=other, clock=clock, background=False), clock


def live(path: str, worker: int, day: int, dies: tuple[Job, int] | None, told: int) -> None:
    """Talk and work, day after day, until death, or that of the nursery; each acknowledged turn is told in one line."""
    parent = os.getppid()
    memory, clock = opened(path, day, anew=worker // 1_000 % 2 > 0)
    if dies is not None:
        store, (job, calls) = cast(Mortal, memory._core.parts.store), dies
        store.arm(LIFE_CALLS)
        memory.watch(lambda progress: store.arm(calls) if progress.job == job else None)
    for number in itertools.count(worker):
        for scope in USERS:
            user, id = memory.user(scope.user), f"w{worker}n{number}"
            text = TALK[number % len(TALK)](number)
            user.add({"content": text, "id": id}, session=f"s{worker}", wait=number % 5 == 0)
            os.write(told, f"{json.dumps([scope.user, id, (clock.now() - MONDAY).days])}\n".encode())
            if number % 4 == 1:
                imported(memory, scope, clock)
            user.search(f"Do I like {THINGS[number % len(THINGS)]}?", k=1)
        memory.run_due()
        clock.advance(hours=8)
        if os.getppid() != parent:
            return


def imported(memory: OpenMemory, scope: Scope, clock: Ticking) -> None:
    """A statement that never met what is known: work for the sweep."""
    now = clock.now()
    office = Memory(
        id=uuid4().hex,
        tenant=scope.tenant,
        user=scope.user,
        kind=Kind.FACT,
        text="User's office is in Lyon.",
        slot=Slot(subject="user", attribute="office", value="Lyon", single=True),
        said_at=now,
        valid_from=now,
        recorded_at=now,
        updated_at=now,
    )
    memory.user(scope.user)._owner.apply([Change(action=Action.ADD, memory=office, reason="imported")], now=now)


@dataclass
class Nursery:
    """Brings up workers, kills each at a random moment, and looks at what they leave."""

    path: str
    chance: random.Random
    day: int = 0
    worker: int = 0
    told: dict[tuple[str, str], int] = field(default_factory=dict)  # day of each acknowledged turn, by user and id
    mine: dict[str, dict[str, str]] = field(default_factory=dict)
    died_in: Counter[str] = field(default_factory=Counter)

    def begin(self) -> None:
        """What no job may touch, of every user."""
        memory, _ = opened(self.path, self.day)
        with memory:
            for scope in USERS:
                user = memory.user(scope.user)
                for text, how in KEPT.items():
                    (id,) = user.add(text).ids[:1]
                    user.confirm(id) if how == "confirm" else user.upkeep.pin(id)
                self.mine[scope.user] = kept(memory._core.parts.store, scope)

    def run(self, kills: int) -> None:
        """Every third time two workers at once, on the same users."""
        to_come = kills
        while to_come:
            brood = [self.born() for _ in range(min(to_come, 2 if to_come % 3 == 0 else 1))]
            for pid, reading in brood:
                said = self.killed(pid, reading)
                self.heard(said)
                self.looked_at(alone=pid == brood[-1][0])
                to_come -= 1
            self.day += DAYS

    def born(self) -> tuple[int, int]:
        """A new worker and where it tells. Two of three die by themselves, at a call to the store once some job has
        been at work."""
        self.worker += 1
        reading, writing = os.pipe()
        job = self.chance.choice(jobs())
        dies = (job, self.chance.randrange(1, CALLS_MAX)) if self.worker % 3 else None
        pid = os.fork()
        if pid == 0:
            try:
                live(self.path, self.worker * 1_000, self.day, dies, writing)
            finally:
                os._exit(1)
        os.close(writing)
        return (pid if dies is None else -pid), reading

    def killed(self, pid: int, reading: int) -> bytes:
        """What a worker told until its death."""
        first = b""
        if pid > 0:
            first = os.read(reading, 1 << 16)
            time.sleep(self.chance.uniform(*LIFE_S))
            os.kill(pid, signal.SIGKILL)
        with os.fdopen(reading, "rb") as rest:
            said = first + rest.read()
        _, status = os.waitpid(abs(pid), 0)
        assert os.WIFSIGNALED(status), "the worker came to its end by itself"
        self.note_work(abs(pid))
        return said

    def heard(self, said: bytes) -> None:
        """Keep in mind what was acknowledged."""
        for line in said.decode().splitlines():
            user, id, day = json.loads(line)
            self.told[user, id] = day
            self.day = max(self.day, day)

    def note_work(self, pid: int) -> None:
        """In which job it died, going by the leases it holds."""
        store = SqliteStore.open(self.path, lock_wait_s=60)
        for scope in USERS:
            with store.reading(scope) as reader:
                states = [state for state in reader.jobs() if state.owner and f"/{pid}/" in state.owner]
            self.died_in.update(state.job.value for state in states)
        store.close()

    def looked_at(self, *, alone: bool) -> None:
        """The doctor finds nothing, what is the user's stays, and nothing is there twice or lost."""
        memory, _ = opened(self.path, self.day)
        with memory:
            wrong = [one for one in memory.doctor().wrong if one.check is not Check.TURN_WAITING]  # as they may, here
            assert wrong == [], "\n".join(map(str, wrong))
            if alone:
                self.checked(memory)

    def checked(self, memory: OpenMemory) -> None:
        """Once nobody is at work."""
        store = memory._core.parts.store
        for scope in USERS:
            assert kept(store, scope) == self.mine[scope.user]
            with store.reading(scope) as reader:
                there = [turn.id for turn in reader.turns()]
            assert len(set(there)) == len(there)
            since = self.day + 2 - PURGE_DAYS  # a night may have come after the last word that was heard
            lost = {id for (user, id), day in self.told.items() if user == scope.user and day > since} - set(there)
            assert lost == set(), "acknowledged and lost"
            assert (again := twice(store, scope)) == [], again

    def end(self) -> dict[str, object]:
        """Nobody disturbs the last night, which has another embedder; after it nothing is left to do."""
        memory, _ = opened(self.path, self.day + 1, anew=self.worker % 2 == 0)
        with memory:
            memory.run_due()
            assert memory.run_due() == 0
            for scope in USERS:
                undone = {job: steps for job in jobs() if (steps := left(memory, job, scope))}
                assert not undone, undone
                assert memory.user(scope.user).upkeep.letters() == []
            self.checked(memory)
            assert_healthy(memory)
            kinds = Counter(one.kind.value for scope in USERS for one in memory.user(scope.user).list(status="any"))
        return {"told": len(self.told), "days": self.day, "died in": self.died_in, "kinds": kinds}


@pytest.mark.timeout(120 + 20 * KILLS)
def test_upkeep_survives_being_killed(tmp_path: Path) -> None:
    """After each of the kills the doctor finds nothing, nothing acknowledged is lost, nothing is derived twice, and
    what is permanent or pinned is untouched; an undisturbed night then finishes everything."""
    program = [sys.executable, "-m", "tests.faults.test_upkeep_kill", str(tmp_path / "memory.db"), str(KILLS)]
    ran = subprocess.run(program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-6_000:]
    report = json.loads(ran.stdout)
    assert report["told"] > KILLS, "the workers did talk"
    assert sum(report["died in"].values()) > KILLS / 8, "and died at work"


if __name__ == "__main__":
    nursery = Nursery(sys.argv[1], random.Random(int(sys.argv[2])))
    nursery.begin()
    nursery.run(int(sys.argv[2]))
    print(json.dumps(nursery.end(), ensure_ascii=False))
