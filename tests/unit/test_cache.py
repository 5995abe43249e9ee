"""Answers and vectors of questions at hand: bounded, private, and gone with what they speak of."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from mnemic.api.memory import OpenMemory
from mnemic.domain.changes import Action, Change
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Vectors
from mnemic.reading.cache import QuestionVectorCache
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled, sqlite_store

DAN, EVE = Scope("default", "dan"), Scope("default", "eve")


class Counting(HashingEmbedder):
    """Counts the questions it encodes."""

    def __init__(self) -> None:
        super().__init__()
        self.encoded: list[str] = []

    def questions(self, texts: Sequence[str]) -> Vectors:
        """As the hashing embedder."""
        self.encoded += texts
        return super().questions(texts)


def ended(memory: Memory, at: datetime) -> Change:
    """A memory that holds until a moment."""
    until = replace(memory, valid_to=at, version=memory.version + 1)
    return Change(action=Action.REVISE, memory=until, before=memory, reason="it ends")


def held(memory: OpenMemory) -> int:
    """Answers at hand."""
    return len(memory._core.kept.answers)


def test_a_question_is_encoded_once() -> None:
    """Whatever happened to the memory since, and once for each user."""
    embedder = Counting()
    with assembled(InMemoryStore(), embedder=embedder) as memory:
        for user in ("dan", "eve"):
            memory.user(user).add("I like tea.")
            for _ in range(2):
                memory.user(user).search("Which drink?")
                memory.user(user).add("I like rum.", infer=False)
    assert embedder.encoded == ["Which drink?"] * 2


def test_vectors_are_bounded() -> None:
    """The least recently used go first; texts longer than the limit are never kept."""
    embedder = Counting()
    vectors = QuestionVectorCache(embedder, vectors_max=2, characters_max=10)
    for text in ("a", "b", "a", "c", "a", "b", "a long question", "a long question"):
        vectors.questions(DAN, [text])
    assert embedder.encoded == ["a", "b", "c", "b", "a long question", "a long question"]
    assert len(vectors) == 2


def test_vectors_are_the_embedders() -> None:
    """With and without what is at hand the vectors are the same, in order; forgetting drops one user's only."""
    questions = ("a", "乌龙茶", "a")
    vectors = QuestionVectorCache(HashingEmbedder(), vectors_max=9, characters_max=99)
    vectors.questions(EVE, ["a"])
    vectors.questions(DAN, ["乌龙茶"])
    expected = HashingEmbedder().questions(questions)
    assert (vectors.of(DAN).questions(questions) == expected).all()
    vectors.forget(DAN)
    assert len(vectors) == 1


def test_answers_are_bounded_by_number() -> None:
    """Never more are kept than the setting says, and 0 keeps none."""
    for most in (0, 3):
        with assembled(InMemoryStore(), answer_cache_max=most) as memory:
            memory.user("dan").add("I like tea.")
            for n in range(9):
                memory.user("dan").search(f"tea number {n}")
            assert held(memory) == most
            assert memory.user("dan").search("tea number 8").trace.cached == bool(most)


def test_answers_are_bounded_by_bytes() -> None:
    """However many are allowed, their size stays under the limit."""
    with assembled(InMemoryStore(), answer_cache_mb=1, results_max=200) as memory:
        for n in range(60):
            memory.user("dan").add(f"Note {n} about tea.", infer=False)
        for n in range(30):
            memory.user("dan").search(f"tea {n}", k=60)
        answers = memory._core.kept.answers
        assert 0 < len(answers) < 30
        assert answers.bytes <= 1_000_000


def test_forgetting_drops_what_is_at_hand() -> None:
    """Answers hold what memories say: forgetting drops all of the user's, and nobody else's."""
    with assembled(InMemoryStore()) as memory:
        for user in ("dan", "eve"):
            memory.user(user).add("I like tea.")
            memory.user(user).search("tea")
        memory.user("dan").forget(memory.user("dan").list()[0].id)
        assert held(memory) == 1
        assert memory.user("dan").search("tea") == []
        assert memory.user("eve").search("tea").trace.cached


def test_an_answer_is_the_callers_own() -> None:
    """Whoever changes the list or the terms of an answer changes nobody else's."""
    with assembled(InMemoryStore()) as memory:
        dan = memory.user("dan")
        dan.add("I like tea.")
        first = dan.search("tea")
        words = first[0].explain["words"]
        first[0].explain.clear()  # type: ignore[attr-defined]
        first.clear()
        again = dan.search("tea")
        assert again.trace.cached
        assert again[0].explain["words"] == words


def test_every_answer_has_a_trace_and_counts_as_use(clock: Ticking) -> None:
    """An answer at hand has a trace of its own with its own moment, and its memories were used as often as given."""
    with assembled(InMemoryStore(), clock=clock) as memory:
        dan = memory.user("dan")
        dan.add("I like tea.")
        traces = []
        for _ in range(3):
            traces.append(dan.search("tea").trace)
            clock.advance(minutes=1)
        assert [trace.cached for trace in traces] == [False, True, True]
        assert len({trace.id for trace in traces}) == 3
        assert dan.trace(traces[2].id).question.at - traces[0].question.at == timedelta(minutes=2)
        dan.add("hello")
        assert dan.list()[0].access_count == 3


def test_an_answer_ends_with_its_hour(clock: Ticking) -> None:
    """Freshness counts whole hours: within one the answer holds, in the next it is looked for again."""
    with assembled(InMemoryStore(), clock=clock) as memory:
        dan = memory.user("dan")
        dan.add("I like tea.")
        before = dan.search("tea")
        clock.advance(minutes=59)
        same = dan.search("tea")
        clock.advance(minutes=1)
        after = dan.search("tea")
        assert (same.trace.cached, after.trace.cached) == (True, False)
        assert same[0].score == before[0].score > after[0].score


def test_an_answer_ends_when_something_in_it_does(clock: Ticking) -> None:
    """What stops holding within the hour is gone from the next answer."""
    with assembled(InMemoryStore(), clock=clock) as memory:
        dan = memory.user("dan")
        dan.add("I like tea.")
        (tea,) = dan.list()
        ends = clock.moment + timedelta(minutes=20)
        dan._core.writing.apply(dan._scope, [ended(tea, ends)], [], now=clock.moment, actor="user")
        assert len(dan.search("tea", kinds=["preference"])) == 1
        clock.advance(minutes=19)
        assert dan.search("tea", kinds=["preference"]).trace.cached
        clock.advance(minutes=1)
        assert dan.search("tea", kinds=["preference"]) == []


def test_another_process_ends_an_answer(file: Path, clock: Ticking) -> None:
    """The change number comes from the store, so a write by anybody is seen."""
    here = assembled(sqlite_store(file, lock_wait_s=5), clock=clock)
    there = assembled(sqlite_store(file, lock_wait_s=5), clock=clock)
    with here, there:
        here.user("dan").add("I like tea.")
        assert len(here.user("dan").search("tea")) == 1
        there.user("dan").add("The tea is in the cupboard.", session="there", infer=False)
        assert len(here.user("dan").search("tea")) == 2


def test_threads_share_it() -> None:
    """Many threads asking and writing at once get answers of their own user, and no error."""
    wrong: list[str] = []
    with assembled(InMemoryStore(), answer_cache_max=5) as memory:

        def live(user: str) -> None:
            for n in range(20):
                memory.user(user).add(f"{user} owns thing {n}.", infer=False)
                for _ in range(2):
                    hits = memory.user(user).search(f"thing {n % 3}", k=3)
                    wrong.extend(hit.memory.text for hit in hits if not hit.memory.text.startswith(user))

        threads = [threading.Thread(target=live, args=(user,)) for user in ("dan", "eve", "ann")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
