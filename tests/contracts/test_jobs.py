"""What every store owes to jobs: where they stand, who is due, and letters of turns that could not be understood."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mnemic.domain.record import Source, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import PAUSE_MAX, DeadLetter, Job, JobState
from mnemic.ports import Store

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ALICE, BOB = Scope("t", "alice"), Scope("t", "bob")
STATE = JobState(
    job=Job.DECAY,
    ran_at=NOW,
    next_at=NOW + timedelta(hours=1),
    attempts=2,
    error="it was dark",
    owner="somebody",
    taken_at=NOW,
    until=NOW + timedelta(minutes=10),
    note="到此为止",
)


def turn(id: str) -> Turn:
    return Turn(id=id, session="s", role="user", text=id, said_at=NOW, recorded_at=NOW)


def begin(store: Store, scope: Scope, *ids: str) -> None:
    with store.writing(scope) as writer:
        writer.append([turn(id) for id in ids or ("one",)])


def keep(store: Store, scope: Scope, state: JobState) -> None:
    with store.writing(scope) as writer:
        writer.keep_job(state)


def test_where_a_job_stands_is_kept_as_it_was_written(store: Store) -> None:
    """Every field comes back, the last word replaces the one before, and a job that never ran is blank."""
    begin(store, ALICE)
    keep(store, ALICE, replace(STATE, attempts=1))
    keep(store, ALICE, STATE)
    with store.reading(ALICE) as reader:
        assert reader.jobs() == [STATE]
        assert reader.job(Job.DECAY) == STATE
        assert reader.job(Job.SWEEP) == JobState(job=Job.SWEEP)


def test_nothing_is_noted_of_a_user_of_whom_nothing_is_held(store: Store) -> None:
    """A job that ends after its user was forgotten does not bring the user back."""
    keep(store, ALICE, STATE)
    assert store.users(after=None, limit=9) == []


def test_jobs_go_with_their_user(store: Store) -> None:
    """Forgetting everything forgets where the jobs stand as well."""
    begin(store, ALICE)
    keep(store, ALICE, STATE)
    with store.writing(ALICE) as writer:
        writer.forget_user()
    begin(store, ALICE)
    with store.reading(ALICE) as reader:
        assert reader.jobs() == []


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (None, True),
        (JobState(job=Job.DECAY), True),
        (JobState(job=Job.DECAY, ran_at=NOW - timedelta(hours=2)), True),
        (JobState(job=Job.DECAY, ran_at=NOW - timedelta(minutes=1)), False),
        (JobState(job=Job.DECAY, ran_at=NOW + timedelta(hours=1)), False),
        (JobState(job=Job.DECAY, ran_at=NOW + 2 * PAUSE_MAX), True),
        (JobState(job=Job.DECAY, next_at=NOW + timedelta(minutes=1)), False),
        (JobState(job=Job.DECAY, next_at=NOW), True),
        (JobState(job=Job.DECAY, next_at=NOW + 2 * PAUSE_MAX), True),
    ],
)
def test_who_is_due_by_a_schedule(store: Store, state: JobState | None, expected: bool) -> None:
    """Due is who has not been tended since the last moment of the schedule and does not rest; what a clock ahead of
    time wrote is not believed for longer than a day."""
    begin(store, ALICE)
    if state is not None:
        keep(store, ALICE, state)
    due = store.due(Job.DECAY, since=NOW - timedelta(hours=1), at=NOW, after=None, limit=9)
    assert due == ([ALICE] if expected else [])


def test_who_is_due_by_a_note(store: Store) -> None:
    """Due is who was last tended with another note."""
    for scope, note in ((ALICE, "old"), (BOB, "new")):
        begin(store, scope)
        keep(store, scope, JobState(job=Job.REEMBED, ran_at=NOW, note=note))
    assert store.due(Job.REEMBED, note="new", at=NOW, after=None, limit=9) == [ALICE]


def test_the_due_come_in_pages(store: Store) -> None:
    """In order of tenant and id, each once."""
    for scope in (BOB, ALICE):
        begin(store, scope)
    first = store.due(Job.DECAY, since=NOW, at=NOW, after=None, limit=1)
    assert first == [ALICE]
    assert store.due(Job.DECAY, since=NOW, at=NOW, after=ALICE, limit=1) == [BOB]
    assert store.due(Job.DECAY, since=NOW, at=NOW, after=BOB, limit=1) == []


def test_a_pause_keeps_a_user_out_of_the_backlog(store: Store) -> None:
    """Only where the moment is named; the turns wait all the same."""
    begin(store, ALICE)
    keep(store, ALICE, JobState(job=Job.UNDERSTAND, next_at=NOW + timedelta(minutes=1)))
    assert store.backlog(9, at=NOW) == []
    assert store.backlog(9, at=NOW + timedelta(minutes=1)) == [ALICE]
    assert store.backlog(9) == [ALICE]


def test_a_dead_letter_takes_its_turn_out_of_the_queue(store: Store) -> None:
    """Letters come in order of the log; a dropped letter leaves its turn as it is, and a forgotten turn takes its
    letter along."""
    begin(store, ALICE, "one", "two", "three")
    letters = [
        DeadLetter(source=Source(session="s", turn=id), attempts=5, reason="为何", first_at=NOW, last_at=NOW, dead=dead)
        for id, dead in (("three", False), ("one", True))
    ]
    with store.writing(ALICE) as writer:
        for letter in letters:
            writer.keep_dead_letter(letter)
    with store.reading(ALICE) as reader:
        assert reader.letters() == letters[::-1]
        assert [one.id for one in reader.turns(state=TurnState.PENDING)] == ["two", "three"]
    with store.writing(ALICE) as writer:
        assert writer.drop_dead_letters([letters[1].source, Source(session="s", turn="none")]) == 1
        assert writer.forget_turns([letters[0].source]) == 1
    with store.reading(ALICE) as reader:
        assert reader.letters() == []
        assert [one.state for one in reader.turns()] == [TurnState.DEAD, TurnState.PENDING]


def test_when_it_began(store: Store) -> None:
    """The first of what is held; nothing of a user nothing is held of."""
    with store.reading(ALICE) as reader:
        assert reader.first_recorded_at() is None
    begin(store, ALICE)
    with store.reading(ALICE) as reader:
        assert reader.first_recorded_at() == NOW
