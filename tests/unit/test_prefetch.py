"""Needs that recur by the clock, and answers given ahead of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.questions import AskedQuestion
from mnemic.reading.usage_log import word_marks
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.prefetch.needs import needs_due_soon, questions_to_record, recurring_needs
from tests.conftest import Ticking, assembled, sqlite_store

SHANGHAI = ZoneInfo("Asia/Shanghai")
MONDAY = datetime(2026, 3, 2, 1, 10, tzinfo=UTC)  # ten past nine in Shanghai
WEEK, DAY, HOUR = timedelta(weeks=1), timedelta(days=1), timedelta(hours=1)
AGENDA = "本周有什么安排？"


def asked(*moments: datetime, text: str = AGENDA, k: int | None = 8, agent: str | None = None) -> list[AskedQuestion]:
    marks = word_marks(text, "epoch")
    return [AskedQuestion(id=str(moment), at=moment, marks=marks, text=text, k=k, agent=agent) for moment in moments]


def weekly(weeks: int, text: str = AGENDA) -> list[AskedQuestion]:
    return asked(*(MONDAY + n * WEEK for n in range(weeks)), text=text)


def test_a_question_of_every_monday_is_due_on_mondays() -> None:
    """Three Mondays at nine make a need of Monday at nine, due from an hour before until its hour is over."""
    record, next_one = weekly(3), MONDAY.replace(minute=0) + 3 * WEEK
    (need,) = recurring_needs(record, MONDAY + 2 * WEEK + DAY, SHANGHAI)
    assert (need.text, need.weekday, need.hour, need.times, need.k) == (AGENDA, 0, 9, 3, 8)
    assert need.next_at == next_one
    for at, there in ((-HOUR * 2, 0), (-HOUR, 1), (HOUR / 2, 1), (HOUR, 0), (DAY, 0)):
        assert len(needs_due_soon(record, next_one + at, SHANGHAI)) == there


def test_two_times_are_no_habit() -> None:
    """Two Mondays, or three times on one Monday, make no need."""
    assert recurring_needs(weekly(2), MONDAY + 2 * WEEK, SHANGHAI) == []
    same_day = asked(*(MONDAY + n * timedelta(minutes=9) for n in range(3)))
    assert recurring_needs(same_day, MONDAY + DAY, SHANGHAI) == []


def test_a_question_of_every_day_is_one_need() -> None:
    """What is asked every morning is due every day, once, and not seven times by weekday."""
    record = asked(*(MONDAY + n * DAY for n in range(30)))
    (need,) = recurring_needs(record, MONDAY + 30 * DAY, SHANGHAI)
    assert (need.weekday, need.hour, need.times) == (None, 9, 30)


def test_a_habit_ends_when_it_is_given_up() -> None:
    """After three weeks without it a weekly question is no need any more."""
    record = weekly(5)
    assert len(recurring_needs(record, MONDAY + 6 * WEEK, SHANGHAI)) == 1
    assert recurring_needs(record, MONDAY + 8 * WEEK, SHANGHAI) == []


def test_what_is_asked_at_any_hour_is_no_habit() -> None:
    """The same question at other hours each time makes no need."""
    record = asked(*(MONDAY + n * WEEK + n * 4 * HOUR for n in range(4)))
    assert recurring_needs(record, MONDAY + 4 * WEEK, SHANGHAI) == []


def test_what_is_asked_all_day_is_no_habit() -> None:
    """A question asked every three hours is asked at nine every day, and recurs by no clock."""
    record = asked(*(MONDAY + n * 3 * HOUR for n in range(40)))
    assert recurring_needs(record, MONDAY + 5 * DAY, SHANGHAI) == []


def test_words_go_on_record_with_the_habit() -> None:
    """Of a question only marks are kept until it has become a need; another question's words are not kept for it."""
    new = [*weekly(3), *asked(MONDAY + 2 * WEEK, text="Which films are on?")]
    kept = questions_to_record([], new, SHANGHAI)
    assert [one.text for one in kept] == ["", "", AGENDA, ""]
    assert [one.text for one in questions_to_record(kept, weekly(4)[3:], SHANGHAI)] == [AGENDA]
    assert recurring_needs(kept[:2], MONDAY + 2 * WEEK, SHANGHAI) == []


def test_marks_are_of_words_and_of_one_user() -> None:
    """Texts share marks as they share words; another epoch has others, and no word can be seen in them."""
    one, other = word_marks("the spare key", "epoch"), word_marks("a key to the garage", "epoch")
    assert len(set(one) & set(other)) == 1
    assert not set(one) & set(word_marks("the spare key", "another epoch"))
    assert not any("key" in mark for mark in one)


def test_the_zone_says_which_day_it_is() -> None:
    """Monday morning in Auckland is Sunday in UTC."""
    at = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
    record = asked(*(at + n * WEEK for n in range(3)))
    days = {
        zone: recurring_needs(record, at + 2 * WEEK, ZoneInfo(zone))[0].weekday for zone in ("UTC", "Pacific/Auckland")
    }
    assert days == {"UTC": 6, "Pacific/Auckland": 0}


def test_wordings_of_one_question_count_together() -> None:
    """Case, width and punctuation make no other question; another question is another."""
    texts = ["What is on this week?", "what is on THIS week", "Ｗhat is on this week？", "Which films are on?"]
    record = [one for n, text in enumerate(texts) for one in asked(MONDAY + n * WEEK, text=text)]
    (need,) = recurring_needs(record, MONDAY + 3 * WEEK, SHANGHAI)
    assert need.times == 3


def test_narrowed_questions_and_other_agents_count_apart() -> None:
    """A question narrowed by kinds or a task is never asked ahead; each agent's needs are its own."""
    assert recurring_needs(asked(*(MONDAY + n * WEEK for n in range(3)), k=None), MONDAY + 3 * WEEK, SHANGHAI) == []
    record = [one for n in range(3) for one in asked(MONDAY + n * WEEK, agent="travel")] + weekly(2)
    at = MONDAY + 3 * WEEK
    assert [need.agent for need in needs_due_soon(record, at, SHANGHAI)] == ["travel"]
    assert needs_due_soon(record, at, SHANGHAI, agent="work") == []


def habit(memory: OpenMemory, clock: Ticking, question: str = AGENDA, weeks: int = 3) -> None:
    """A question asked on as many Mondays."""
    user = memory.user("dan")
    user.add("我喜欢乌龙茶。")
    for _ in range(weeks):
        user.search(question, session=f"on {clock.moment}")
        clock.advance(weeks=1)


@pytest.fixture
def dan(clock: Ticking) -> Iterator[OpenMemory]:
    """A memory over the store in memory, on a Monday at ten past nine in Shanghai."""
    clock.moment = MONDAY
    with assembled(InMemoryStore(), clock=clock, zone="Asia/Shanghai") as memory:
        yield memory


def test_a_need_is_answered_ahead(dan: OpenMemory, clock: Ticking) -> None:
    """Once what is due was looked after, the question finds its answer at hand, in whichever session it is asked."""
    habit(dan, clock)
    clock.advance(minutes=-30)
    assert [need.text for need in dan.user("dan").due_needs()] == [AGENDA]
    dan.run_due()
    clock.advance(minutes=35)
    answer = dan.user("dan").search(AGENDA, session="new")
    assert answer.trace.cached
    assert answer.trace.id != dan.user("dan").search(AGENDA, session="new").trace.id


def test_an_answer_given_ahead_dies_with_a_write(dan: OpenMemory, clock: Ticking) -> None:
    """What is added after the answer was made is found; looking again makes a new answer ahead."""
    habit(dan, clock)
    dan.run_due()
    dan.user("dan").add("我对花生过敏。")
    assert not dan.user("dan").search(AGENDA).trace.cached
    dan.user("dan").add("我不喜欢红茶。")
    dan.run_due()
    assert dan.user("dan").search(AGENDA).trace.cached


def test_looking_ahead_leaves_no_trace_of_asking(dan: OpenMemory, clock: Ticking) -> None:
    """What is asked ahead counts neither as asked nor as used."""
    habit(dan, clock)
    before = dan.user("dan").due_needs()[0].times
    for _ in range(3):
        dan.run_due()
        clock.advance(weeks=1)
    clock.advance(weeks=-3)
    assert dan.user("dan").due_needs()[0].times == before


@pytest.mark.parametrize("asked_max", [0, 2_000])
def test_a_setting_turns_it_off(clock: Ticking, asked_max: int) -> None:
    """With `asked_max` 0 nothing asked is kept, and nothing is due."""
    with assembled(InMemoryStore(), clock=clock, asked_max=asked_max) as memory:
        habit(memory, clock)
        assert len(memory.user("dan").due_needs()) == (1 if asked_max else 0)


def test_needs_survive_a_restart_masked(file: Path, clock: Ticking) -> None:
    """They are in the file, without personal data; forgetting the user takes them out of it."""
    question = "Did mail from 13812345678 about Zanzibar come?"
    with assembled(sqlite_store(file, lock_wait_s=5), clock=clock) as memory:
        habit(memory, clock, question)
        memory.user("dan").search("Where is Xanadu?")
    assert b"Zanzibar" in file.read_bytes()
    assert b"Xanadu" not in file.read_bytes()
    assert b"13812345678" not in file.read_bytes()
    with assembled(sqlite_store(file, lock_wait_s=5), clock=clock) as memory:
        (need,) = memory.user("dan").due_needs()
        assert need.times == 3
        memory.user("dan").forget(everything=True)
        assert memory.user("dan").due_needs() == []
    assert b"Zanzibar" not in file.read_bytes()


def test_forgetting_a_session_takes_what_was_asked_in_it(dan: OpenMemory, clock: Ticking) -> None:
    """A question asked in a session goes with the session, though it was never said."""
    habit(dan, clock)
    for session in [one.id for one in dan.user("dan").sessions()] + [f"on {MONDAY}"]:
        dan.user("dan").forget(session=session)
    with dan._core.parts.store.reading(dan.user("dan")._scope) as reader:
        assert f"on {MONDAY}" not in [one.session for one in reader.asked()]


def test_habits_are_looked_after_from_the_start(file: Path, clock: Ticking) -> None:
    """After a restart what is due is answered ahead before anybody has asked anything, for this tenant only."""
    clock.moment = MONDAY
    for tenant in ("acme", "other"):
        with assembled(sqlite_store(file, lock_wait_s=5), clock=clock, tenant=tenant) as memory:
            habit(memory, clock)
        clock.advance(weeks=-3)
    clock.advance(weeks=3)
    with assembled(sqlite_store(file, lock_wait_s=5), clock=clock, tenant="acme") as memory:
        memory.run_due()
        assert [scope.tenant for scope in memory._core.questions.users()] == ["acme"]
        assert memory.user("dan").search(AGENDA).trace.cached
