"""What else comes in the way of upkeep: another worker on the same users, a clock that leaps, a disk that is full."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.record import Kind, Status
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job
from mnemic.domain.validity import is_current
from mnemic.errors import StoreUnavailable
from mnemic.ports import Store
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.sqlite import SqliteStore
from mnemic.upkeep.jobs.execution import carry_out
from mnemic.upkeep.jobs.jobs import PLANNERS
from tests.conftest import Ticking, sqlite_store
from tests.faults.upkeep_scene import (
    ALICE,
    NEW,
    OLD,
    TODAY,
    WAITING,
    copied,
    do,
    everything,
    held,
    jobs,
    kept,
    left,
    lived,
    opened,
    twice,
)
from tests.health import assert_healthy
from tests.tables import each_row

USERS = tuple(Scope("default", name) for name in ("alice", "bo", "陈"))
LEAPS = 5  # moments of a night at which the clock leaps, evenly spread


def work(path: str, go: int) -> None:
    """One of two workers that begin at the same moment and work for three nights."""
    clock = Ticking(TODAY)
    memory = opened(sqlite_store(path, lock_wait_s=60), clock, new_id=lambda: uuid4().hex)
    os.read(go, 1)
    for _ in range(3):
        memory._core.work()
        clock.advance(days=1)
    memory.close()


def both(path: str) -> None:
    """Two workers on one file, as processes of their own."""
    reading, writing = os.pipe()
    children = []
    for _ in range(2):
        children.append(os.fork())
        if children[-1] == 0:
            work(path, reading)
            os._exit(0)
    os.write(writing, b"..")
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    sys.exit(max(codes, key=abs))


def test_two_workers_do_nothing_twice(tmp_path: Path) -> None:
    """Two processes do every job of the same users at once: each turn is understood once, each memory is derived,
    archived and removed once, and nothing is left to do."""
    path = tmp_path / "memory.db"
    store = sqlite_store(path, lock_wait_s=20)
    for scope in USERS:
        lived(store, scope)
    mine = {scope: kept(store, scope) for scope in USERS}
    store.close()
    program = [sys.executable, "-m", "tests.faults.test_upkeep_troubles", str(path)]
    ran = subprocess.run(program, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-6_000:]

    store = sqlite_store(path, lock_wait_s=20)
    with opened(store, Ticking(TODAY + timedelta(days=3)), new_id=lambda: uuid4().hex) as memory:
        assert memory.run_due() == 0
        assert_healthy(memory)
        for scope in USERS:
            assert twice(store, scope) == []
            assert kept(store, scope) == mine[scope]
            assert {job: steps for job in jobs() if (steps := left(memory, job, scope))} == {}
            told = Counter(one.text for one in everything(store, scope) if one.kind is Kind.EPISODE)
            assert {told[text] for text in WAITING} == {1}
            with store.reading(scope) as reader, reader.examining() as rows:
                audit = [row.value for row in rows.audit() if row.value]
            removed = Counter(line.memory_id for line in audit if line.action == "purge")
            assert set(removed.values()) == {1}


@each_row("job", PLANNERS)
def test_a_plan_carried_out_twice_has_the_effect_of_once(job: Job) -> None:
    """Of two who planned from the same snapshot the second finds everything done, and its steps are skipped."""
    store = InMemoryStore()
    lived(store)
    memory, clock = opened(store), Ticking(TODAY)
    tending = memory._core.jobs.tending
    plans = [PLANNERS[job](tending, ALICE, clock.now()) for _ in range(2)]
    first = carry_out(tending, ALICE, plans[0], now=clock.now(), actor="mnemic")
    after = held(store)
    second = carry_out(tending, ALICE, plans[1], now=clock.now(), actor="mnemic")
    assert first.steps
    assert len(second.skipped) == len(first.steps)
    assert held(store) == after
    assert_healthy(memory)


class Leaping(FaultyStore):
    """A store in whose n-th call the clock leaps."""

    def __init__(self, store: InMemoryStore, clock: Ticking, *, leap_at: int = 0, days: int = 0) -> None:
        super().__init__(store)
        self.clock, self.leap_at, self.days = clock, leap_at, days

    def count(self, call: str) -> None:
        """Leap if it is the one."""
        self.calls.append(call)
        if len(self.calls) == self.leap_at:
            self.clock.advance(days=self.days)


def answers(store: Store) -> set[str]:
    """What is known, each statement by itself: of a dense memory its parts."""
    records = {one.id: one for one in everything(store)}
    standing = [one for one in records.values() if is_current(one) and one.status is not Status.ARCHIVED]
    known = [one for one in standing if one.kind not in (Kind.EPISODE, Kind.DIGEST, Kind.PROFILE)]
    return {part.text for one in known for part in ([records[id] for id in part_ids_of(one)] or [one])}


def night(first: InMemoryStore, days: int, leap_at: int) -> tuple[Leaping, OpenMemory]:
    """A night in which the clock leaps, and the next one by the false clock."""
    clock = Ticking(TODAY)
    store = Leaping(copied(first), clock, leap_at=leap_at, days=days)
    memory = opened(store, clock)
    memory.run_due()
    clock.advance(days=1)
    memory.run_due()
    return store, memory


@each_row("days", [-365, 3_650])
def test_a_clock_that_leaps_in_the_middle_of_a_night_costs_nothing(days: int) -> None:
    """Nothing is lost, and the doctor finds nothing. Once the clock is right, schedules go on, what went cold comes
    back, and all is known that would be known without the leap."""
    first = InMemoryStore()
    lived(first)
    plain, undisturbed = night(first, 0, 0)
    calls = len(plain.calls)
    for _ in range(2):
        plain.clock.advance(days=1)
        undisturbed.run_due()
    for place in range(LEAPS):
        where = 1 + round(place * (calls // 2) / LEAPS)
        store, memory = night(first, days, where)
        with store.reading(USERS[0]) as reader:
            turns = {turn.text for turn in reader.turns()}
        assert turns >= set(WAITING)
        assert days < 0 or answers(plain) - answers(store), "something did go cold"
        assert kept(store) == kept(plain)
        assert_healthy(memory)
        store.clock.advance(days=-days)
        for _ in range(2):
            store.clock.advance(days=1)
            memory.run_due()
        lost = answers(plain) - answers(store)
        assert lost == set(), where
        assert twice(store) == []
        assert kept(store) == kept(plain)
        assert_healthy(memory)
        ran = {state.job: state.ran_at for state in memory.user("alice").upkeep.jobs()}
        assert {job: ran[job] for job in PLANNERS} == dict.fromkeys(PLANNERS, store.clock.now())


@contextmanager
def full(store: SqliteStore, *, room: int) -> Iterator[None]:
    """A disk with room for so many more pages."""
    with store._engine.connect() as connection:  # as long as we are alone the pool has this one only
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + room}")
    try:
        yield
    finally:
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with a life in it."""
    path = tmp_path_factory.mktemp("life") / "first.db"
    store = sqlite_store(path, lock_wait_s=20)
    lived(store)
    store.close()
    return path.read_bytes()


@pytest.mark.parametrize("job", jobs())
def test_a_disk_that_is_full_in_the_middle_of_a_job(job: Job, life: bytes, tmp_path: Path) -> None:
    """The job says so and leaves the file whole; with more room each time it goes on, and comes to what it would have
    come to at once."""
    embedder = NEW if job is Job.REEMBED else OLD
    (tmp_path / "plain.db").write_bytes(life)
    plain = sqlite_store(tmp_path / "plain.db", lock_wait_s=20)
    with opened(plain, embedder=embedder) as memory:
        do(memory, job)
        after = held(plain)

    (tmp_path / "full.db").write_bytes(life)
    store = sqlite_store(tmp_path / "full.db", lock_wait_s=20)
    with opened(store, embedder=embedder) as memory:
        mine, failed, done = kept(store), 0, False
        while not done:
            with full(store, room=failed):
                try:
                    do(memory, job)
                    done = True
                except StoreUnavailable as error:
                    assert "disk is full" in str(error)  # noqa: PT017  how often it comes to that is not known
                    failed += 1
            assert_healthy(memory)
            assert kept(store) == mine
        assert failed > 0
        assert held(store) == after
        assert left(memory, job) == []


if __name__ == "__main__":
    both(sys.argv[1])
