"""The turn log as the queue (U1, W1): retries, dead letters, leases, schedules and whoever works on them."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.record import TurnState
from mnemic.domain.upkeep import Job, JobState, Progress
from mnemic.errors import EmbedderUnavailable, InvalidSetting, MnemicError, ModelError
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Vectors
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.jobs.jobs import cron_expressions, last_due, next_due
from tests.conftest import Ticking, assembled, sqlite_store
from tests.tables import each_row


class Moody(HashingEmbedder):
    """An embedder that refuses texts with a word in them, as long as it is told to."""

    def __init__(self, error: Exception, word: str = "cursed") -> None:
        super().__init__()
        self.error: Exception | None = error
        self.word = word
        self.calls = 0

    def documents(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        if self.error is not None and any(self.word in text for text in texts):
            raise self.error
        return super().documents(texts)


def told(memory: OpenMemory, user: str, *texts: str) -> None:
    for number, text in enumerate(texts):
        memory.user(user).add({"content": text, "id": f"t{number}"}, wait=False)


def states(memory: OpenMemory, user: str) -> list[str]:
    return [turn.state.value for turn in memory.user(user).turns()]


def test_a_turn_that_fails_waits_and_those_behind_it_with_it() -> None:
    """In order, per user: what came before is understood, what comes after waits, other users do not."""
    memory = assembled(InMemoryStore(), embedder=Moody(ModelError("no sense in it")), tries_max=3)
    told(memory, "alice", "I like tea.", "The cursed sentence.", "I like rain.")
    told(memory, "bob", "I like coffee.")
    with pytest.raises(ModelError):
        memory.run_due()
    assert states(memory, "alice") == ["understood", "pending", "pending"]
    assert states(memory, "bob") == ["understood"]
    (letter,) = memory.user("alice").upkeep.letters()
    assert (letter.source.turn, letter.attempts, letter.dead) == ("t1", 1, False)
    assert "no sense in it" in letter.reason


def test_after_so_many_tries_a_turn_is_a_dead_letter_and_the_others_go_on() -> None:
    """The turn stays in the log with its reason, and is understood when it is retried and nothing stands in the way."""
    embedder = Moody(ModelError("no sense in it"))
    memory = assembled(InMemoryStore(), embedder=embedder, tries_max=3)
    alice = memory.user("alice")
    told(memory, "alice", "I like tea.", "The cursed sentence.", "I like rain.")
    for _ in range(3):
        with pytest.raises(ModelError):
            memory.run_due()
    assert states(memory, "alice") == ["understood", "dead", "understood"]
    assert [letter.dead for letter in alice.upkeep.letters()] == [True]
    assert memory.run_due() == 0
    assert alice.turns()[1].text == "The cursed sentence."

    embedder.error = None
    assert alice.upkeep.retry() == 1
    assert memory.run_due() == 1
    assert alice.upkeep.letters() == []
    assert states(memory, "alice") == ["understood"] * 3
    assert [hit.memory.text for hit in alice.search("cursed", kinds=["episode"], k=1)] == ["The cursed sentence."]


def test_a_fault_of_the_program_is_a_letter_too() -> None:
    """Whatever goes wrong over one turn, it is not tried for ever and does not stop the others."""
    memory = assembled(InMemoryStore(), embedder=Moody(ZeroDivisionError("a bug")), tries_max=1)
    told(memory, "alice", "The cursed sentence.", "I like rain.")
    with pytest.raises(ZeroDivisionError):
        memory.run_due()
    assert states(memory, "alice") == ["dead", "understood"]


def test_what_the_outside_refuses_is_no_dead_letter() -> None:
    """An embedder that cannot be reached for a whole day costs pauses, and not a turn."""
    clock, embedder = Ticking(), Moody(EmbedderUnavailable("out of reach"))
    memory = assembled(InMemoryStore(), embedder=embedder, clock=clock, tries_max=2)
    told(memory, "alice", "The cursed sentence.", "I like rain.")
    for _ in range(48):
        memory._core.work()
        clock.advance(minutes=30)
    assert states(memory, "alice") == ["pending", "pending"]
    assert memory.user("alice").upkeep.letters() == []
    assert embedder.calls < 20  # it was left in peace between
    embedder.error = None
    clock.advance(hours=4)
    memory._core.work()
    assert states(memory, "alice") == ["understood", "understood"]


def test_pauses_grow_and_run_due_does_not_wait_for_them() -> None:
    """The worker leaves a turn in peace for 30 s, then two minutes; whoever calls run_due means now."""
    clock = Ticking()
    memory = assembled(InMemoryStore(), embedder=Moody(ModelError("no")), clock=clock, tries_max=9)
    told(memory, "alice", "The cursed sentence.")
    pauses = []
    for _ in range(3):
        memory._core.work()
        (job,) = [one for one in memory.user("alice").upkeep.jobs() if one.job is Job.UNDERSTAND]
        assert job.next_at is not None
        assert "no" in job.error
        pauses.append((job.next_at - clock.now()).total_seconds())
        memory._core.work()  # too early: nothing happens
        clock.moment = job.next_at
    assert pauses == [30, 120, 480]
    with pytest.raises(ModelError):
        memory.run_due()
    (letter,) = memory.user("alice").upkeep.letters()
    assert letter.attempts == 4


def test_a_clock_that_goes_back_holds_nothing_up() -> None:
    """A pause that was set by a clock years ahead is not waited for."""
    clock, embedder = Ticking(), Moody(ModelError("no"))
    memory = assembled(InMemoryStore(), embedder=embedder, clock=clock)
    clock.advance(days=3_650)
    told(memory, "alice", "The cursed sentence.")
    memory._core.work()
    clock.advance(days=-3_650)
    embedder.error = None
    memory._core.work()
    assert states(memory, "alice") == ["understood"]


def test_who_is_at_work_is_left_alone() -> None:
    """A lease of another living worker keeps turns from being read twice; one that ran out, or whose owner has died,
    does not."""
    clock, store = Ticking(), InMemoryStore()
    one, other = assembled(store, clock=clock), assembled(store, clock=clock)
    told(one, "alice", "I like tea.")
    scope = one._core.parts.store.backlog(1)[0]

    def lease(owner: str, **ago: float) -> None:
        taken = clock.now() - timedelta(**ago)
        state = JobState(job=Job.UNDERSTAND, owner=owner, taken_at=taken, until=taken + timedelta(minutes=10))
        with store.writing(scope) as writer:
            writer.keep_job(state)

    lease(other._core.owner)
    assert one.run_due() == 0
    assert states(one, "alice") == ["pending"]
    lease(other._core.owner, minutes=11)
    assert one.run_due() == 1

    told(one, "bob", "I like tea.")
    scope = one._core.parts.store.backlog(1)[0]
    host, _, _, _ = one._core.owner.rsplit("/", 3)
    lease(f"{host}/999999999/1/gone")
    assert one.run_due() == 1


@pytest.mark.slow
def test_two_workers_understand_each_turn_once(tmp_path: Path) -> None:
    """Two memories on one file work at the same time; every turn makes one episode."""
    opened = [assembled(sqlite_store(tmp_path / "m.db", lock_wait_s=20)) for _ in range(2)]
    for user in range(6):
        for number in range(30):
            opened[0].user(f"u{user}").add(f"Note number {number} is about topic {number * 7}.", wait=False)
    threads = [threading.Thread(target=memory.run_due) for memory in opened]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    opened[0].run_due()
    for user in range(6):
        episodes = opened[0].user(f"u{user}").list(kinds=["episode"])
        assert len(episodes) == 30
        assert len({episode.sources for episode in episodes}) == 30


def test_whoever_watches_is_told() -> None:
    """Progress comes from the worker, with the error that makes somebody wait, until the watcher has enough."""
    memory = assembled(InMemoryStore(), embedder=Moody(ModelError("no sense")))
    seen: list[Progress] = []
    enough = memory.watch(seen.append)
    told(memory, "alice", "I like tea.", "I like rain.")
    told(memory, "bob", "The cursed sentence.")
    with pytest.raises(ModelError):
        memory.run_due()
    assert [(one.user, one.done, one.total) for one in seen if one.job == Job.UNDERSTAND] == [
        ("alice", 2, 2),
        ("bob", 0, 1),
    ]
    assert "no sense" in seen[1].note
    enough()
    told(memory, "carol", "I like tea.")
    count = len(seen)
    with pytest.raises(ModelError):
        memory.run_due()
    assert len(seen) == count


def test_work_ends_when_nothing_is_due() -> None:
    """`once` returns with an empty queue; a memory that is worked on by hand afterwards is as before."""
    memory = assembled(InMemoryStore())
    told(memory, "alice", "I like tea.")
    memory.work(once=True)
    assert states(memory, "alice") == ["understood"]


def test_work_ends_when_it_is_told_to() -> None:
    """`stop` ends the work of another thread, and what was at hand is whole."""
    memory = assembled(InMemoryStore())
    thread = threading.Thread(target=memory.work)
    thread.start()
    told(memory, "alice", "I like tea.")
    memory.stop()
    thread.join(timeout=20)
    assert not thread.is_alive()
    told(memory, "alice", "I like tea.", "I like rain.")
    memory.run_due()
    assert set(states(memory, "alice")) == {"understood"}


def test_the_thread_of_a_process_understands_what_was_added() -> None:
    """Embedded, nothing needs to be called."""
    memory = assembled(InMemoryStore(), background=True)
    told(memory, "alice", "I like tea.")
    deadline = time.monotonic() + 60
    while states(memory, "alice") != ["understood"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    memory.close()


SHANGHAI = ZoneInfo("Asia/Shanghai")


@each_row(
    ("now", "last", "following"),
    [
        ("2026-03-02T18:59:59+00:00", "2026-03-01T19:00:00+00:00", "2026-03-02T19:00:00+00:00"),
        ("2026-03-02T19:00:00+00:00", "2026-03-02T19:00:00+00:00", "2026-03-03T19:00:00+00:00"),
        ("2026-03-02T19:00:59+00:00", "2026-03-02T19:00:00+00:00", "2026-03-03T19:00:00+00:00"),
    ],
)
def test_schedules_are_in_the_zone_of_the_settings(now: str, last: str, following: str) -> None:
    """Three in the morning in Shanghai is 19:00 UTC the day before."""
    moment = datetime.fromisoformat(now)
    assert last_due("0 3 * * *", moment, SHANGHAI) == datetime.fromisoformat(last)
    assert next_due("0 3 * * *", moment, SHANGHAI) == datetime.fromisoformat(following)


@each_row("day", range(24, 32))
def test_a_night_of_another_length_has_its_moment_too(day: int) -> None:
    """When clocks change, half past two is there once, or the next moment stands for it."""
    berlin = ZoneInfo("Europe/Berlin")
    for hour in range(24):
        now = datetime(2026, 3, day, hour, 30, tzinfo=UTC)
        last, following = last_due("30 2 * * *", now, berlin), next_due("30 2 * * *", now, berlin)
        assert now - timedelta(hours=25) <= last <= now < following <= now + timedelta(hours=25)


def test_a_schedule_that_cannot_be_read_is_refused() -> None:
    """At opening, with the setting's name; "off" is never."""
    with pytest.raises(InvalidSetting, match=r"decay_cron.*'nightly'"):
        assembled(InMemoryStore(), decay_cron="nightly")
    memory = assembled(InMemoryStore(), decay_cron="off")
    assert Job.DECAY not in cron_expressions(memory._core.parts.settings)


def test_errors_of_run_due_are_told_once_all_is_done() -> None:
    """One user's trouble is raised, and nobody waits for it."""
    memory = assembled(InMemoryStore(), embedder=Moody(ModelError("no sense")))
    told(memory, "alice", "The cursed sentence.")
    told(memory, "bob", "I like tea.")
    with pytest.raises(MnemicError, match="no sense"):
        memory.run_due()
    with memory._core.parts.store.reading(memory.user("bob")._scope) as reader:
        assert reader.turns(state=TurnState.PENDING) == []
