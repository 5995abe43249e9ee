"""Whatever call fails in the middle of upkeep, the next run finishes the work: once, and as if nothing had happened."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.upkeep import Job
from mnemic.errors import StoreUnavailable
from mnemic.ports import Store
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import sqlite_store
from tests.effort import examples
from tests.faults.upkeep_scene import NEW, OLD, copied, do, held, jobs, kept, left, lived, opened, twice
from tests.health import assert_healthy
from tests.tables import each_row, nonempty

FULL = StoreUnavailable("the disk is full")
FAILED_MAX = {"inmemory": examples(32, least=12), "sqlite": examples(8, least=4)}
"""Calls of a job that are made to fail, evenly spread, half of them at the end of a transaction."""

Opening = Callable[[], Store]  # opens what is held anew, as after the end of a process


@dataclass(frozen=True)
class Lives:
    """Makes copies of one life in stores of one sort."""

    sort: str
    copied: Callable[[], Opening]


@pytest.fixture(scope="module", params=FAILED_MAX)
def lives(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Lives:
    """For each sort of store."""
    if request.param == "inmemory":
        first = InMemoryStore()
        lived(first)
        return Lives("inmemory", lambda: _in_memory(first))
    folder = tmp_path_factory.mktemp("life")
    store = sqlite_store(folder / "first.db", lock_wait_s=20)
    lived(store)
    store.close()
    return Lives("sqlite", lambda: _on_disk(folder))


def _in_memory(first: InMemoryStore) -> Opening:
    held = copied(first)

    def again() -> Store:
        store = InMemoryStore()
        store._users, store._trails = held._users, held._trails
        return store

    return again


def _on_disk(folder: Path) -> Opening:
    path = shutil.copy(folder / "first.db", folder / f"{uuid4().hex}.db")
    return lambda: sqlite_store(path, lock_wait_s=20)


def at_work(store: Store, job: Job) -> OpenMemory:
    return opened(store, embedder=NEW if job is Job.REEMBED else OLD)


def chosen(calls: Sequence[str], most: int) -> list[int]:
    """Numbers of calls, evenly spread, the ends of transactions apart."""
    ends = [number for number, call in enumerate(calls, 1) if call.startswith("commit")]
    others = [number for number in range(1, len(calls) + 1) if number not in set(ends)]
    return sorted(spread(ends, most // 2) + spread(others, most // 2))


def spread(numbers: list[int], most: int) -> list[int]:
    """At most so many of them, first and last among them."""
    if len(numbers) <= most:
        return numbers
    return [numbers[round(place * (len(numbers) - 1) / (most - 1))] for place in range(most)]


@each_row("job", jobs())
def test_a_job_that_fails_anywhere_is_finished_by_the_next_run(job: Job, lives: Lives) -> None:
    """For every call that fails, whether the transaction was kept or not: run again, the job leaves what it leaves
    undisturbed, word for word and line for line; the doctor finds nothing, and nothing is left to do."""
    faulty = FaultyStore(lives.copied()())
    with at_work(faulty, job) as memory:
        before, mine = held(faulty), kept(faulty)
        assert left(memory, job), "there is work to do"
        faulty.calls.clear()
        do(memory, job)
        calls, after = list(faulty.calls), held(faulty)
        assert left(memory, job) == []
    assert after != before
    assert len(mine) == 2

    for number in chosen(calls, FAILED_MAX[lives.sort]):
        opening, where = lives.copied(), f"{number}: {calls[number - 1]}"
        faulty = FaultyStore(opening(), error=FULL)
        with at_work(faulty, job) as memory:
            faulty.calls.clear()
            faulty.fail_at = number
            with pytest.raises(StoreUnavailable, match="the disk is full"):
                do(memory, job)
            faulty.fail_at = 0
            assert_healthy(memory)
            assert kept(faulty) == mine, where
        again = opening()
        with at_work(again, job) as memory:
            do(memory, job)
            assert held(again) == after, where
            assert left(memory, job) == [], where
            assert_healthy(memory)
            assert kept(again) == mine, where


def test_a_night_that_fails_anywhere_is_finished_by_the_next(lives: Lives) -> None:
    """The same for everything that is due by schedule, leases and all: one job that fails keeps no other from its
    work. In which order the jobs come to it may differ then; afterwards everything is done, once."""
    faulty = FaultyStore(lives.copied()())
    with opened(faulty) as memory:
        mine = kept(faulty)
        faulty.calls.clear()
        memory.run_due()
        calls, after = list(faulty.calls), held(faulty)
    for number in nonempty(chosen(calls, FAILED_MAX[lives.sort])):
        opening, where = lives.copied(), f"{number}: {calls[number - 1]}"
        faulty = FaultyStore(opening(), error=FULL)
        with opened(faulty) as memory:
            faulty.calls.clear()
            faulty.fail_at = number
            with pytest.raises(StoreUnavailable, match="the disk is full"):
                memory.run_due()
            faulty.fail_at = 0
            assert_healthy(memory)
            assert kept(faulty) == mine, where
        again = opening()
        with opened(again) as memory:
            memory.run_due()
            assert held(again).turns == after.turns, where
            assert [left(memory, job) for job in jobs()] == [[]] * len(jobs()), where
            assert twice(again) == [], where
            assert_healthy(memory)
            assert kept(again) == mine, where
