"""Decisions looked at again: the list of conflicts, what settles one, and what is taken back."""

from __future__ import annotations

import pytest

from mnemic.api.memory import UserMemory
from mnemic.domain.changes import Action
from mnemic.domain.record import Status
from mnemic.errors import InvalidTime, MemoryNotFound
from tests.conftest import MONDAY, Ticking

MINDS = [
    ("I prefer aisle seats.", "I prefer window seats now.", "Which seat should I book?"),
    ("我住在青岛。", "我搬到厦门了。", "我住在哪里？"),
]
BOTH = pytest.mark.parametrize(("first", "then", "question"), MINDS)


def changed(alice: UserMemory, clock: Ticking, first: str, then: str) -> tuple[str, str]:
    """A mind changed three days later; the ids of the old statement and of the new."""
    old = alice.add(first).ids[0]
    clock.advance(days=3)
    return old, alice.add(then).ids[0]


def answers(alice: UserMemory, question: str) -> list[str]:
    """Ids of the statements that answer a question now."""
    return [hit.memory.id for hit in alice.search(question, kinds=["preference", "fact"])]


@BOTH
def test_a_change_is_an_open_conflict_until_it_is_confirmed(
    alice: UserMemory, clock: Ticking, first: str, then: str, question: str
) -> None:
    """Both sides are listed with the reason; confirming the newer archives the older and settles it."""
    old, new = changed(alice, clock, first, then)
    (conflict,) = alice.conflicts()
    assert (conflict.newer.id, conflict.older.id, conflict.open) == (new, old, True)
    assert conflict.reason
    alice.confirm(new)
    assert alice.conflicts() == []
    assert [one.open for one in alice.conflicts(settled=True)] == [False]
    assert alice.get(old).status is Status.ARCHIVED


@BOTH
def test_rejecting_the_newer_brings_the_older_back(
    alice: UserMemory, clock: Ticking, first: str, then: str, question: str
) -> None:
    """What was replaced by mistake answers again, word for word as before, and so does the turn it came from."""
    old, new = changed(alice, clock, first, then)
    before = alice.history(old)[0].after
    assert before is not None
    alice.reject(new)
    back = alice.get(old)
    assert (back.text, back.status, back.valid_to) == (before.text, Status.ACTIVE, before.valid_to)
    assert back.superseded_by is None
    assert new not in answers(alice, question)
    assert old in answers(alice, question)
    assert first in [hit.memory.text for hit in alice.search(question, kinds=["episode"])]
    assert alice.conflicts() == []


@BOTH
def test_undoing_the_change_of_the_older_lets_both_stand(
    alice: UserMemory, clock: Ticking, first: str, then: str, question: str
) -> None:
    """Where two statements were taken for a contradiction and are none, both answer."""
    old, new = changed(alice, clock, first, then)
    alice.undo(old)
    assert {old, new} <= set(answers(alice, question))
    assert alice.conflicts() == []


def test_undoing_an_addition_takes_it_back_and_undoing_again_returns_it(alice: UserMemory) -> None:
    """An addition undone no longer answers; undone once more, it does. Each step is in history."""
    id = alice.add("I prefer aisle seats.").ids[0]
    alice.undo(id)
    assert id not in answers(alice, "Which seat do I like?")
    alice.undo(id)
    assert id in answers(alice, "Which seat do I like?")
    assert [row.action for row in alice.history(id)] == [Action.ADD, Action.RETRACT, Action.RESTORE]


def test_undoing_a_rewording_brings_back_the_words_and_their_index(alice: UserMemory) -> None:
    """After an update is undone, the old words find the memory and the new ones do not."""
    id = alice.add("Nadia works at Bluefin Bakery", infer=False).ids[0]
    alice.update(id, "Nadia works at Quartz Cinema")
    assert alice.undo(id).text == "Nadia works at Bluefin Bakery"
    found = [hit.memory.id for hit in alice.search("Bluefin Bakery", recipe="lexical", kinds=["note"])]
    assert found == [id]
    assert not alice.search("Quartz Cinema", recipe="lexical", kinds=["note"])


def test_a_memory_as_it_was_known_then(alice: UserMemory, clock: Ticking) -> None:
    """`get` with known_at shows the words of that time, and nothing before they were known."""
    id = alice.add("The depot opens at 7", infer=False).ids[0]
    then = clock.now()
    clock.advance(days=1)
    alice.update(id, "The depot opens at 8")
    assert alice.get(id, known_at=then).text == "The depot opens at 7"
    assert alice.get(id).text == "The depot opens at 8"
    with pytest.raises(MemoryNotFound, match="not known at that moment"):
        alice.get(id, known_at="2026-03-01T00:00:00Z")
    with pytest.raises(InvalidTime):
        alice.get(id, known_at="yesterday")


@BOTH
def test_the_past_in_a_context_and_by_id(
    alice: UserMemory, clock: Ticking, first: str, then: str, question: str
) -> None:
    """A context for a past moment holds what was true then, and not what came later; so does `get`."""
    old, new = changed(alice, clock, first, then)
    past = alice.context(question, as_of=MONDAY)
    assert old in past.memory_ids
    assert new not in past.memory_ids
    known = alice.context(question, known_at=MONDAY)
    assert new not in known.memory_ids
    assert old not in alice.context(question).memory_ids
    assert alice.get(old, as_of=MONDAY).id == old
    with pytest.raises(MemoryNotFound, match="was not true"):
        alice.get(new, as_of=MONDAY)
