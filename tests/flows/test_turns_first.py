"""What was said goes before upkeep: a worker with thousands of users to tend does not let a new turn wait for them."""

from __future__ import annotations

from mnemic.domain.upkeep import Job, Progress
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled

USERS = 5


def test_turns_that_come_meanwhile_are_understood_before_the_next_user_is_tended() -> None:
    """The nightly sweep is due for everybody. While the first is swept somebody says something; the worker leaves the
    others, understands it, and sweeps them afterwards."""
    clock, done = Ticking(), list[Progress]()
    with assembled(InMemoryStore(), clock=clock) as memory:
        for number in range(USERS):
            memory.user(f"user{number}").add("I live in Lisbon.")
        memory.run_due()
        clock.advance(days=1)

        def watch(progress: Progress) -> None:
            if not any(one.job is Job.SWEEP for one in done) and progress.job is Job.SWEEP:
                memory.user("late").add("I prefer aisle seats.", wait=False)
            done.append(progress)

        memory.watch(watch)
        core = memory._core
        core.work()
        core.work()
        swept_before = [one.job for one in done].index(Job.UNDERSTAND)
        assert sum(one.job is Job.SWEEP for one in done[:swept_before]) == 1
        assert [hit.memory.text for hit in memory.user("late").search("aisle")]
        clock.advance(minutes=1)
        core.work()
        assert {one.user for one in done if one.job is Job.SWEEP} >= {f"user{number}" for number in range(USERS)}


def test_run_due_does_it_all() -> None:
    """Who asks for everything that is due gets everything, whatever waits meanwhile."""
    clock, swept = Ticking(), set[str | None]()
    with assembled(InMemoryStore(), clock=clock) as memory:
        for number in range(USERS):
            memory.user(f"user{number}").add("I live in Lisbon.")
        memory.run_due()
        clock.advance(days=1)

        def watch(progress: Progress) -> None:
            if progress.job is Job.SWEEP and not swept:
                memory.user("late").add("I prefer aisle seats.", wait=False)
            if progress.job is Job.SWEEP:
                swept.add(progress.user)

        memory.watch(watch)
        memory.run_due()
    assert swept >= {f"user{number}" for number in range(USERS)}
