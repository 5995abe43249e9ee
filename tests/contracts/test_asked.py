"""What every store must do with questions on record and with votes. Each test's docstring is the law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.questions import AskedQuestion, Vote
from mnemic.domain.record import Kind, Memory
from mnemic.domain.scope import Scope
from mnemic.errors import StoreError
from mnemic.ports import QUESTION_VECTORS_MAX, Store

DAN = Scope("default", "dan")
EVE = Scope("default", "eve")
NOON = datetime(2026, 3, 2, 12, 0, 0, 123456, tzinfo=UTC)
MANY = 1_000


def memory(id: str, of: Scope = DAN) -> Memory:
    return Memory(
        id=id, tenant=of.tenant, user=of.user, kind=Kind.FACT, text=id, said_at=NOON, recorded_at=NOON, updated_at=NOON
    )


def keep(store: Store, scope: Scope, *ids: str) -> None:
    """Memories with index entries."""
    with store.writing(scope) as writer:
        for id in ids:
            writer.put(memory(id, scope), IndexEntry(terms={id: 1}, vector=None, fingerprint=""))


def asked(id: str, *, hours: float = 0, text: str = "本周有什么安排？", ids: tuple[str, ...] = ()) -> AskedQuestion:
    return AskedQuestion(id=id, at=NOON + timedelta(hours=hours), marks=("a1", "b2"), text=text, memory_ids=ids)


def vote(answer: str, memory_id: str, *, helpful: bool = True, hours: float = 0) -> Vote:
    at = NOON + timedelta(hours=hours)
    return Vote(answer=answer, memory_id=memory_id, helpful=helpful, at=at, marks=("a1", "b2"))


def ask(store: Store, scope: Scope, new: Sequence[AskedQuestion], *, most: int = MANY) -> None:
    with store.writing(scope) as writer:
        writer.ask(new, most=most)


def on_record(store: Store, scope: Scope = DAN) -> list[AskedQuestion]:
    with store.reading(scope) as reader:
        return reader.asked()


def votes(store: Store, scope: Scope = DAN, *, last: int | None = None) -> list[Vote]:
    with store.reading(scope) as reader:
        return reader.votes(last=last)


def test_questions_come_back_as_they_were(store: Store) -> None:
    """Every field of a question is kept, to the microsecond, and nobody else sees it."""
    keep(store, DAN, "a")
    full = replace(asked("q1", text="Où? 🪟", ids=("a", "b")), agent="travel", session="s1", k=30, recipe="broad")
    full = replace(full, marks=(), vector=b"\x00\x3c", fingerprint="hash-1")
    ask(store, DAN, [full])
    assert on_record(store) == [full]
    assert on_record(store, EVE) == []


def test_questions_stand_in_order_of_asking(store: Store) -> None:
    """Order is by time, ties by id; the same id twice is one."""
    keep(store, DAN, "a")
    ask(store, DAN, [asked("c"), asked("b"), asked("a", hours=-1)])
    ask(store, DAN, [asked("b", text="another text")])
    assert on_record(store) == [asked("a", hours=-1), asked("b"), asked("c")]


def test_only_the_newest_questions_stay(store: Store) -> None:
    """Of too many the oldest go, whoever else has how many."""
    for scope in (DAN, EVE):
        keep(store, scope, "a")
        ask(store, scope, [asked(f"q{n}", hours=n) for n in range(5)])
    ask(store, DAN, [asked("late", hours=-9), asked("q9", hours=9)], most=3)
    assert [one.id for one in on_record(store)] == ["q3", "q4", "q9"]
    assert len(on_record(store, EVE)) == 5


def test_only_the_newest_questions_keep_their_vectors(store: Store) -> None:
    """Vectors of older ones go, whoever else has how many; the questions stay."""
    more = 3
    many = [replace(asked(f"q{n:03}", hours=n), vector=b"\x00\x3c") for n in range(QUESTION_VECTORS_MAX + more)]
    for scope in (DAN, EVE):
        keep(store, scope, "a")
    ask(store, EVE, many[:more])
    ask(store, DAN, many)
    assert [one.id for one in on_record(store) if one.vector is None] == [one.id for one in many[:more]]
    assert all(one.vector for one in on_record(store, EVE))


def test_nobody_is_made_by_asking(store: Store) -> None:
    """Of a user of whom nothing is held, or no more, no question is put on record."""
    ask(store, DAN, [asked("q1")])
    keep(store, EVE, "a")
    with store.writing(EVE) as writer:
        writer.forget_user()
    ask(store, EVE, [asked("q1")])
    for scope in (DAN, EVE):
        with store.reading(scope) as reader:
            assert sum(reader.counts().values()) == 0
            assert reader.renewal(epoch="", change=0).epoch == ""


def test_asking_changes_no_memory(store: Store) -> None:
    """Questions and votes leave the change number alone: what is cached of memories stays good."""
    keep(store, DAN, "a")
    with store.reading(DAN) as reader:
        before = reader.refresh(epoch="", change=0)
    with store.writing(DAN) as writer:
        writer.ask([asked("q1")], most=MANY)
        writer.vote(vote("q1", "a"))
    with store.reading(DAN) as reader:
        assert reader.refresh(epoch="", change=0) == before


def test_votes_come_back_as_they_were(store: Store) -> None:
    """Every field of a vote is kept; the newest are asked for by number, and come in order of time."""
    keep(store, DAN, "a", "b")
    full = replace(vote("q1", "a"), vector=b"\x00\x3c\x00\xbc", fingerprint="hash-1", marks=())
    cast = [full, vote("q1", "b"), vote("q2", "a", helpful=False, hours=1)]
    with store.writing(DAN) as writer:
        for one in reversed(cast):
            writer.vote(one)
    assert votes(store) == cast
    assert votes(store, last=2) == cast[1:]
    assert votes(store, last=0) == votes(store, EVE) == []


def test_the_last_word_on_a_memory_in_an_answer_holds(store: Store) -> None:
    """A second vote on the same two replaces the first; a vote taken back is gone, and taking back none is harmless."""
    keep(store, DAN, "a")
    with store.writing(DAN) as writer:
        writer.vote(vote("q1", "a"))
        writer.vote(vote("q1", "a", helpful=False, hours=2))
        writer.vote(vote("q2", "a"))
        writer.unvote("q2", "a")
        writer.unvote("q3", "a")
    assert votes(store) == [vote("q1", "a", helpful=False, hours=2)]


def test_no_vote_on_a_memory_that_is_not_there(store: Store) -> None:
    """A vote on an unknown memory is refused, and undoes the transaction."""
    keep(store, DAN, "a")

    def write() -> None:
        with store.writing(DAN) as writer:
            writer.vote(vote("q1", "a"))
            writer.vote(vote("q1", "none"))

    with pytest.raises(StoreError):
        write()
    assert votes(store) == []


def test_votes_go_with_their_memory(store: Store) -> None:
    """Forgetting a memory takes its votes, and no others."""
    keep(store, DAN, "a", "b")
    with store.writing(DAN) as writer:
        writer.vote(vote("q1", "a"))
        writer.vote(vote("q1", "b"))
        writer.forget_memories(["a"])
    assert votes(store) == [vote("q1", "b")]


def test_forgetting_questions(store: Store) -> None:
    """A forgotten question goes with the votes on its answer; rows are counted, and others' stay."""
    for scope in (DAN, EVE):
        keep(store, scope, "a", "b")
        ask(store, scope, [asked("q1"), asked("q2")])
        with store.writing(scope) as writer:
            writer.vote(vote("q1", "a"))
            writer.vote(vote("q1", "b"))
            writer.vote(vote("q2", "a"))
    with store.writing(DAN) as writer:
        assert writer.forget_questions(["q1", "none", "q1"]) == 3
        assert writer.forget_questions([]) == 0
    assert (on_record(store), votes(store)) == ([asked("q2")], [vote("q2", "a")])
    assert (len(on_record(store, EVE)), len(votes(store, EVE))) == (2, 3)


def test_forgetting_a_user_takes_questions_and_votes(store: Store) -> None:
    """Nothing asked or voted stays of a forgotten user; both are counted while they are there."""
    keep(store, DAN, "a")
    ask(store, DAN, [asked("q1")])
    with store.writing(DAN) as writer:
        writer.vote(vote("q1", "a"))
    with store.reading(DAN) as reader:
        assert (reader.counts()["asked"], reader.counts()["votes"]) == (1, 1)
    with store.writing(DAN) as writer:
        writer.forget_user()
    with store.reading(DAN) as reader:
        assert sum(reader.counts().values()) == 0


def test_askers_come_with_the_last_one_first(store: Store) -> None:
    """Who has a question on record is listed, the latest first, up to a limit; who has none is not."""
    for hours, scope in ((1, DAN), (2, EVE), (0, Scope("other", "dan"))):
        keep(store, scope, "a")
        ask(store, scope, [asked("q1", hours=hours), asked("q2", hours=-hours)])
    keep(store, Scope("default", "silent"), "a")
    assert store.users_with_questions(9) == [EVE, DAN, Scope("other", "dan")]
    assert store.users_with_questions(1) == [EVE]
    with store.writing(EVE) as writer:
        writer.forget_questions(["q1", "q2"])
    assert store.users_with_questions(9) == [DAN, Scope("other", "dan")]
    assert store.users_with_questions(0) == []
