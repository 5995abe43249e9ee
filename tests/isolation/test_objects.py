"""Values of one user handed in by another: answers, traces, reports and records do not carry anybody across."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.changes import Action, Change, History, Link, Relation
from mnemic.domain.questions import Vote
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import DeadLetter, Job, PlanStep, UpkeepReport
from mnemic.errors import InvalidScope, MemoryNotFound, StoreError
from mnemic.ports import Store, Writer
from tests.isolation.world import THEN, held

ALICE, BOB = Scope("default", "alice"), Scope("default", "bob")
NOBODYS = "5c7e0d8f1b2a3948576a6b7c8d9e0f1a"


@pytest.fixture
def both(shared: OpenMemory) -> tuple[UserMemory, UserMemory]:
    """Alice and Bob, who have said something."""
    alice, bob = shared.user("alice"), shared.user("bob")
    alice.add(["I live in Leeds.", "I like tea."], session="s1")
    bob.add("I like coffee.", session="s1")
    return alice, bob


@pytest.mark.parametrize("about", ["recall", "context", "trace", "id"])
def test_feedback_on_anothers_answer(both: tuple[UserMemory, UserMemory], about: str) -> None:
    """It is no answer of Bob's: nothing is counted, of nobody."""
    alice, bob = both
    recall, context = alice.search("Where do I live?"), alice.context("Where do I live?")
    alice._core.write_uses(ALICE)
    given = {"recall": recall, "context": context, "trace": recall.trace, "id": recall.trace.id}[about]
    before = held(alice._core.parts.store, ALICE)
    with pytest.raises(MemoryNotFound):
        bob.feedback(given, True)  # type: ignore[arg-type]
    assert held(alice._core.parts.store, ALICE) == before


def test_a_report_of_anothers_upkeep(both: tuple[UserMemory, UserMemory]) -> None:
    """Steps planned for Alice are not carried out by Bob: neither he nor she has anything else afterwards."""
    alice, bob = both
    store, (memory, *_) = alice._core.parts.store, alice.list()
    gone = Change(action=Action.ARCHIVE, memory=replace(memory, version=2), before=memory, reason="old")
    steps = [
        PlanStep(reason="archive", changes=(gone,)),
        PlanStep(reason="purge", purge=(memory,), turns=memory.sources),
        PlanStep(reason="links", links=(_link(memory.id, memory.id),), changes=(replace(gone, before=None),)),
    ]
    before = held(store, ALICE), held(store, BOB)
    for step in steps:
        report = UpkeepReport(job=Job.SWEEP, at=THEN, dry_run=True, steps=[step])
        with suppress(InvalidScope):  # where a step would add a record that says it is hers
            assert bob.upkeep.apply(report).steps == []
    assert (held(store, ALICE), held(store, BOB)) == before


def test_files_of_anothers_memory(both: tuple[UserMemory, UserMemory]) -> None:
    """A record or turn of Alice's names files that Bob has not."""
    alice, bob = both
    alice.files.add(b"Text of the letter.", name="letter.txt", caption="My letter")
    turn = alice.turns("main")[0]
    memory = next(one for one in alice.list(kinds=["episode"]) if one.files)
    assert len(alice.files.of(turn)) == len(alice.files.of(memory)) == 1
    assert bob.files.of(turn) == bob.files.of(memory) == bob.files.of(memory.id) == []


def _link(source: str, target: str) -> Link:
    return Link(source=source, target=target, relation=Relation.CONTRADICTS, reason="r", at=THEN)


def _vote(id: str) -> Vote:
    return Vote(answer="a", memory_id=id, helpful=True, at=THEN, marks=())


def _history(memory: Memory, id: str) -> History:
    return History(memory_id=id, action=Action.REVISE, actor="user", reason="r", at=THEN, before=memory, after=memory)


WRITTEN: dict[str, Callable[[Writer, Memory, str], object]] = {
    "history": lambda writer, memory, id: writer.record(_history(memory, id)),
    "link to": lambda writer, memory, id: writer.link(_link(writer.memories()[0].id, id)),
    "link from": lambda writer, memory, id: writer.link(_link(id, writer.memories()[0].id)),
    "vote": lambda writer, memory, id: writer.vote(_vote(id)),
    "letter": lambda writer, memory, id: writer.keep_dead_letter(
        DeadLetter(source=replace(memory.sources[0], turn=id), attempts=1, reason="r", first_at=THEN, last_at=THEN)
    ),
    "replayed": lambda writer, memory, id: writer.replay([_history(memory, id)]),
}
"""Rows that would hang off another's."""


@pytest.mark.parametrize("row", WRITTEN)
def test_no_row_hangs_off_anothers(both: tuple[UserMemory, UserMemory], row: str) -> None:
    """History, links, votes and letters of a memory or turn that is another's are refused like those of nobody's, and
    the refusal does not tell which it was."""
    alice, _ = both
    store, told = alice._core.parts.store, []
    memory = alice.list()[0]
    for id in (memory.id if row != "letter" else memory.sources[0].turn, NOBODYS):
        before = held(store, ALICE), held(store, BOB)
        with pytest.raises(StoreError) as refused, store.writing(BOB) as writer:
            WRITTEN[row](writer, memory, id)
        told.append(str(refused.value).replace(id, "ID"))
        assert (held(store, ALICE), held(store, BOB)) == before
    assert told[0] == told[1]


def test_no_record_is_put_under_another(store: Store, both: tuple[UserMemory, UserMemory]) -> None:
    """A record that says it is Alice's cannot be written by Bob's transaction, nor by one of her namesake's in another
    tenant; what it would have said is not in the error."""
    memory = both[0].list()[0]
    for scope in (BOB, Scope("DEFAULT", "alice"), Scope("default", "Alice")):
        with pytest.raises(InvalidScope) as refused, store.writing(scope) as writer:
            writer.put(memory, None)
        assert "Leeds" not in str(refused.value)
