"""Feedback: the right memory rises, a wrong word buries nothing, and every word can be taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from mnemic.api.asynchronous import AsyncMemory
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import Action
from mnemic.domain.query import Recall
from mnemic.domain.record import Memory, Tier
from mnemic.errors import InvalidInput, MemoryNotFound, StoreClosed
from mnemic.reading.usage_log import word_marks
from mnemic.writing.feedback import REASON_CHARACTERS_MAX
from tests.conftest import Ticking, assembled, sqlite_store
from tests.tables import each_row

NOTES = [
    "The garage code is on the fridge.",
    "The garage was painted green in May.",
    "The garage door squeaks in winter.",
    "The garage light needs a new bulb.",
]
QUESTION = "What about the garage?"
OTHER = "Who waters the tomatoes on Sundays?"
BOTH = pytest.mark.parametrize(
    ("notes", "question"),
    [(NOTES, QUESTION), (["车库的密码贴在冰箱上。", "车库五月刷成了绿色。", "车库的门冬天会响。"], "车库怎么样？")],
)


def noted(alice: UserMemory, notes: list[str]) -> None:
    """Notes kept as given."""
    for note in notes:
        alice.add(note, infer=False)


def order(alice: UserMemory, question: str) -> list[str]:
    """Ids of what is found, best first."""
    return [hit.memory.id for hit in alice.search(question)]


def score_of(alice: UserMemory, id: str, question: str) -> float:
    """Score of one memory among the hits."""
    return next(hit.score for hit in alice.search(question) if hit.memory.id == id)


@BOTH
def test_the_right_memory_rises(alice: UserMemory, notes: list[str], question: str) -> None:
    """After thirty answers on which the last hit was called helpful, it is the first."""
    noted(alice, notes)
    right = order(alice, question)[-1]
    for _ in range(30):
        alice.feedback(alice.search(question), True, ids=[right])
    assert order(alice, question)[0] == right
    assert alice.get(right).useful == 30
    helped = alice.search(question)[0].explain
    assert helped["helped"] > helped["utility"] > 0


def test_a_question_of_another_kind_is_left_alone(alice: UserMemory) -> None:
    """Feedback counts for questions like the one it was given for; of others only the small term of utility knows."""
    noted(alice, [*NOTES, "The neighbour waters the tomatoes on Sundays."])
    right = next(memory.id for memory in alice.list() if memory.text == NOTES[-1])
    for _ in range(10):
        alice.feedback(alice.search(QUESTION), True, ids=[right])
    hits = {hit.memory.id: hit.explain for hit in alice.search(OTHER)}
    assert "helped" not in hits[right]
    assert hits[right]["utility"] > 0
    assert next(iter(hits)) != right


@BOTH
def test_one_wrong_word_buries_nothing(alice: UserMemory, notes: list[str], question: str) -> None:
    """A memory that one answer was called wrong for is still found for that very question, at nearly its old score."""
    noted(alice, notes)
    first = alice.search(question)[0]
    alice.feedback(alice.search(question), False, ids=[first.memory.id])
    (after,) = [hit for hit in alice.search(question) if hit.memory.id == first.memory.id]
    lost = sum(first.explain.values()) - sum(after.explain.values())
    assert 0 < lost < 1
    assert after.memory.status == first.memory.status


def permanent(alice: UserMemory) -> Memory:
    """A rule the user made permanent."""
    (id,) = alice.add("From now on, always answer in French.").ids
    memory = alice.get(id)
    return memory if memory.tier is Tier.PERMANENT else alice.confirm(id)


def test_wrong_feedback_cannot_bury_a_permanent_memory(alice: UserMemory) -> None:
    """However often it is called wrong, permanent memory keeps its score, its place and its counts."""
    rule = permanent(alice)
    noted(alice, ["French bread is sold at the corner.", "The answer to the quiz was Paris."])
    question = "In which language should I answer?"
    before, score = order(alice, question), score_of(alice, rule.id, question)
    for _ in range(30):
        alice.feedback(alice.search(question), False, ids=[rule.id])
    assert score_of(alice, rule.id, question) == pytest.approx(score, abs=1e-6)
    assert order(alice, question).index(rule.id) <= before.index(rule.id)
    assert alice.get(rule.id) == rule, "it changes by the user's own word only"
    assert rule.id in alice.context(question).memory_ids


def test_the_same_word_on_an_answer_counts_once(alice: UserMemory) -> None:
    """Said twice it changes nothing more; the contrary word takes the first one's place."""
    noted(alice, NOTES)
    hits = alice.search(QUESTION)
    id = hits[0].memory.id
    assert [change.memory.id for change in alice.feedback(hits, True, ids=[id])] == [id]
    assert alice.feedback(hits.trace, True, ids=id) == []
    assert alice.feedback(hits.trace.id, True, ids=[id, id]) == []
    assert (alice.get(id).useful, alice.get(id).useless) == (1, 0)
    alice.feedback(hits, False, ids=[id])
    assert (alice.get(id).useful, alice.get(id).useless) == (0, 1)
    alice.feedback(alice.search(QUESTION), False, ids=[id])
    assert alice.get(id).useless == 2


def test_a_word_on_a_whole_answer_is_about_its_first_three(alice: UserMemory) -> None:
    """Without ids, the first three hits are credited, and no other."""
    noted(alice, NOTES)
    hits = alice.search(QUESTION)
    alice.feedback(hits, True)
    assert [alice.get(hit.memory.id).useful for hit in hits] == [1, 1, 1, 0]


def test_feedback_on_a_context_is_about_what_was_placed(alice: UserMemory) -> None:
    """Only memories that stand in the prompt earn by it, whether it is named by value or by the id of its trace."""
    noted(alice, NOTES)
    placed = alice.context("Where is the garage code?")
    assert placed.memory_ids
    changes = alice.feedback(placed.trace.id, True)
    assert [change.memory.id for change in changes] == list(placed.memory_ids[:3])
    assert alice.feedback(placed, True) == []


def test_feedback_on_a_memory_alone(alice: UserMemory) -> None:
    """An id of a memory is enough; then every word counts, and it is tied to no question."""
    noted(alice, NOTES)
    id = order(alice, QUESTION)[0]
    alice.feedback(id, True)
    alice.feedback(id, True)
    assert alice.get(id).useful == 2
    assert "helped" not in alice.search(QUESTION)[0].explain


def test_feedback_is_a_change_like_every_other(alice: UserMemory, clock: Ticking) -> None:
    """History has who, when, why, before and after; of private data in the reason only the kind stays."""
    noted(alice, NOTES)
    hits = alice.search(QUESTION)
    moment = clock.advance(minutes=5)
    alice.feedback(hits, False, ids=[hits[0].memory.id], reason="wrong, call 13812345678")
    last = alice.history(hits[0].memory.id)[-1]
    assert (last.action, last.actor, last.at) == (Action.FEEDBACK, "user", moment)
    assert last.before is not None
    assert last.after is not None
    assert (last.before.useless, last.after.useless) == (0, 1)
    assert "13812345678" not in last.reason
    assert "[CN_MOBILE]" in last.reason


@pytest.mark.every_store
def test_feedback_can_be_undone(alice: UserMemory) -> None:
    """Undoing it brings back counts and scores; undoing a changed mind brings back the first word."""
    noted(alice, NOTES)
    hits = alice.search(QUESTION)
    id = hits[0].memory.id
    neutral = score_of(alice, id, QUESTION)
    alice.feedback(hits, True, ids=[id])
    praised = score_of(alice, id, QUESTION)
    alice.feedback(hits, False, ids=[id])
    assert score_of(alice, id, QUESTION) < neutral < praised
    alice.undo(id)
    assert score_of(alice, id, QUESTION) == pytest.approx(praised, abs=1e-6)
    alice.feedback(hits, False, ids=[id])
    alice.undo(id)
    alice.feedback(hits, True, ids=[id])
    assert (alice.get(id).useful, alice.get(id).useless) == (1, 0)


def test_nobody_votes_for_another(opened: OpenMemory) -> None:
    """An answer or a memory of another user, or of another agent, cannot be voted on."""
    alice, eve = opened.user("alice"), opened.user("eve")
    noted(alice, NOTES)
    noted(eve, ["Eve keeps bees."])
    hits = alice.search(QUESTION)
    for about in (hits, hits.trace, hits.trace.id, hits[0].memory.id):
        with pytest.raises(MemoryNotFound):
            eve.feedback(about, True)
        with pytest.raises(MemoryNotFound):
            opened.user("alice", agent="travel").feedback(about, True)
    assert {memory.useful for memory in alice.list()} == {0}


BAD: list[tuple[Callable[[Recall], object], dict[str, object]]] = [
    (lambda hits: hits, {"helpful": "yes"}),
    (lambda hits: hits, {"ids": ["nobody"]}),
    (lambda hits: hits, {"reason": 3}),
    (lambda hits: hits, {"reason": "x" * (REASON_CHARACTERS_MAX + 1)}),
    (lambda hits: 7, {}),
]


@each_row(("about", "given"), BAD)
def test_what_cannot_be_used_changes_nothing(
    alice: UserMemory, about: Callable[[Recall], object], given: dict[str, object]
) -> None:
    """A value that cannot be used is refused by name, and no count has changed."""
    noted(alice, NOTES)
    hits = alice.search(QUESTION)
    with pytest.raises(InvalidInput):
        alice.feedback(about(hits), **({"helpful": True} | given))  # type: ignore[arg-type]
    assert {memory.useful for memory in alice.list()} == {0}


def test_an_unknown_id_is_refused(alice: UserMemory) -> None:
    """What names neither an answer nor a memory is not found."""
    with pytest.raises(MemoryNotFound, match="no answer and no memory 'gone'"):
        alice.feedback("gone", True)


def test_an_answer_is_known_after_a_restart(file: Path, clock: Ticking) -> None:
    """The id of an answer can be voted on by another process, and what was learned is there."""
    with assembled(sqlite_store(file, lock_wait_s=5), clock=clock) as memory:
        noted(memory.user("alice"), NOTES)
        hits = memory.user("alice").search(QUESTION)
    with assembled(sqlite_store(file, lock_wait_s=5), clock=clock) as memory:
        alice = memory.user("alice")
        assert len(alice.feedback(hits.trace.id, True)) == 3
        assert alice.search(QUESTION)[0].explain["helped"] > 0


@pytest.mark.every_store
def test_forgetting_takes_questions_and_votes_along(alice: UserMemory, opened: OpenMemory) -> None:
    """What was asked and voted goes with the memory it found, and with every memory whose words it shares."""
    noted(alice, [*NOTES, "The neighbour waters the tomatoes."])
    for question in (QUESTION, "Zanzibar tomatoes?", "Is the garage code 9917?"):
        alice.feedback(alice.search(question, k=1), True)
    tomatoes = next(memory for memory in alice.list() if "tomatoes" in memory.text)
    for memory in alice.list():
        if memory.id != tomatoes.id:
            alice.forget(memory.id)
    store = opened._core.parts.store
    with store.reading(alice._scope) as reader:
        marks = word_marks("Zanzibar tomatoes?", reader.renewal(epoch="", change=0).epoch)
        assert [one.marks for one in reader.asked()] == [vote.marks for vote in reader.votes()] == [marks]
    alice.forget(tomatoes.id)
    with store.reading(alice._scope) as reader:
        assert (reader.asked(), reader.votes()) == ([], [])


def test_a_question_about_what_was_forgotten_leaves_no_word(file: Path, clock: Ticking) -> None:
    """Whoever looks whether something is really gone does not bring it back by asking."""
    with assembled(sqlite_store(file, lock_wait_s=5), clock=clock) as memory:
        alice = memory.user("alice")
        noted(alice, [*NOTES, "The safe is behind Zanzibar."])
        alice.forget(next(one.id for one in alice.list() if "Zanzibar" in one.text))
        alice.feedback(alice.search("Zanzibar safe?"), False)
    assert b"anzibar" not in file.read_bytes()


def test_a_question_asked_before_another_process_forgets_is_not_written_after(file: Path, clock: Ticking) -> None:
    """Questions still in memory when something is forgotten elsewhere never reach the file."""
    here = assembled(sqlite_store(file, lock_wait_s=5), clock=clock)
    there = assembled(sqlite_store(file, lock_wait_s=5), clock=clock)
    noted(here.user("alice"), NOTES)
    here.user("alice").search("Is the garage code Zanzibar?")
    there.user("alice").forget(there.user("alice").list()[0].id)
    here.close()
    there.close()
    assert b"Zanzibar" not in file.read_bytes()


def test_awaited(opened: OpenMemory) -> None:
    """The asynchronous twin does the same."""

    async def life() -> int:
        alice = AsyncMemory(opened).user("alice")
        await alice.add(NOTES[0], infer=False)
        changes = await alice.feedback(await alice.search(QUESTION), True)
        assert await alice.due_needs() == []
        return changes[0].memory.useful

    assert asyncio.run(life()) == 1


def test_a_closed_memory_takes_no_feedback(opened: OpenMemory) -> None:
    """After closing, nothing is noted."""
    alice = opened.user("alice")
    opened.close()
    with pytest.raises(StoreClosed):
        alice.feedback("x", True)
