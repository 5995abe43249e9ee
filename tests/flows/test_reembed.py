"""Changing the embedder (U7): both kinds of vectors are searched until all are made anew, and a stop costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.upkeep import Job
from mnemic.errors import EmbedderUnavailable
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Signal, Vectors
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Ticking, assembled
from tests.health import assert_healthy


class Hashes(HashingEmbedder):
    """The embedder for tests under a signal of its own, so that words and vectors are told apart."""

    @property
    def signals(self) -> tuple[Signal, ...]:
        return (replace(super().signals[0], name="hashes"),)


OLD, NEW = Hashes(size=256), Hashes(size=512)
SAID = [
    *(f"Note {number}: the talk on topic {number * 7919 % 997} is with team {number % 13}." for number in range(250)),
    "The lighthouse keeper plays the accordion.",
    "灯塔看守人会拉手风琴。",
]


QUESTIONS = ("Who plays the accordion at the lighthouse?", "谁会拉手风琴？")


class Stopping(Hashes):
    """The new embedder, out of reach after some batches."""

    def __init__(self, batches: int) -> None:
        super().__init__(size=512)
        self.batches = batches

    def documents(self, texts: Sequence[str]) -> Vectors:
        if len(texts) > 1 and self.batches == 0:
            raise EmbedderUnavailable("out of reach")
        self.batches -= len(texts) > 1
        return super().documents(texts)


@pytest.fixture
def store() -> InMemoryStore:
    """A store filled by the old embedder."""
    filled = InMemoryStore()
    assembled(filled, embedder=OLD).user("alice").add(SAID, infer=False)
    return filled


def fingerprints(memory: OpenMemory) -> set[str]:
    return {one.fingerprint for one in memory.user("alice").list(kinds=["note", "episode"], status="any")}


def first(memory: OpenMemory, question: str) -> str:
    return memory.user("alice").search(question, recipe="semantic")[0].memory.text


def test_both_are_searched_while_the_old_vectors_last(store: InMemoryStore) -> None:
    """By meaning alone the right note is found before, in the middle, and after; with the former embedder at hand
    nothing is degraded."""
    memory = assembled(store, embedder=Stopping(1), former=OLD)
    for question, answer in zip(QUESTIONS, SAID[-2:], strict=True):
        assert first(memory, question) == answer
    with pytest.raises(EmbedderUnavailable):
        memory.reembed()
    assert fingerprints(memory) == {"hashing-256", "hashing-512"}
    for question, answer in zip(QUESTIONS, SAID[-2:], strict=True):
        found = memory.user("alice").search(question, recipe="semantic")
        assert found[0].memory.text == answer
        assert not found.degraded
    after = assembled(store, embedder=NEW, former=OLD)
    assert after.reembed() == len(SAID) - 100
    assert fingerprints(after) == {"hashing-512"}
    for question, answer in zip(QUESTIONS, SAID[-2:], strict=True):
        assert first(after, question) == answer


def test_without_the_former_embedder_words_find_them_and_the_answer_says_so(store: InMemoryStore) -> None:
    """Never an empty answer, and never a silent one."""
    memory = assembled(store, embedder=NEW)
    found = memory.user("alice").search("lighthouse accordion")
    assert SAID[-2] in [hit.memory.text for hit in found]
    assert any("hashing-256" in reason for reason in found.degraded)


def test_a_record_says_what_it_said_before(store: InMemoryStore) -> None:
    """Only the index changes: no version, no history row; the audit tells of it."""
    memory = assembled(store, embedder=NEW)
    alice = memory.user("alice")
    before = {one.id: (one.text, one.version) for one in alice.list(kinds=["note"])}
    memory.reembed()
    assert {one.id: (one.text, one.version) for one in alice.list(kinds=["note"])} == before
    assert all(len(alice.history(id)) == 1 for id in before)


def test_it_is_done_once(store: InMemoryStore) -> None:
    """The worker does it by itself, and then knows that nothing is left."""
    memory = assembled(store, embedder=NEW)
    memory.run_due()
    assert fingerprints(memory) == {"hashing-512"}
    assert memory.reembed() == 0
    (state,) = [one for one in memory.user("alice").upkeep.jobs() if one.job is Job.REEMBED]
    assert state.note == "hashing-512"


def test_two_processes_with_an_embedder_each_do_not_fight(store: InMemoryStore) -> None:
    """Within the hour the worker of the one leaves the vectors of the other alone; by hand it is done at once."""
    clock = Ticking()
    one, other = assembled(store, embedder=NEW, clock=clock), assembled(store, embedder=OLD, clock=clock)
    one._core.work()
    assert fingerprints(one) == {"hashing-512"}
    other._core.work()
    assert fingerprints(one) == {"hashing-512"}
    clock.advance(hours=2)
    other._core.work()
    assert fingerprints(one) == {"hashing-256"}
    assert one.reembed() == len(SAID)


def test_what_another_embedder_wrote_meanwhile_is_found_again(store: InMemoryStore) -> None:
    """A process with another embedder wrote, and ended before it made the rest anew: whoever comes next sees it."""
    assembled(store, embedder=OLD).reembed()
    assembled(store, embedder=NEW).user("alice").add({"content": "The beekeeper whistles.", "id": "later"}, infer=False)
    memory = assembled(store, embedder=OLD, former=NEW)
    assert memory.reembed() == 1
    assert fingerprints(memory) == {"hashing-256"}
    assert memory.reembed() == 0


@pytest.mark.slow
def test_a_change_planned_before_does_not_bring_the_old_name_back(store: InMemoryStore) -> None:
    """What was planned while the old vectors were there is carried out after: the record names the embedder of its
    vector."""
    clock = Ticking()
    memory = assembled(store, embedder=NEW, former=OLD, clock=clock)
    alice = memory.user("alice")
    alice.add({"content": "Rainy morning.", "id": "rain"})
    clock.advance(days=100)
    memory = assembled(store, embedder=OLD, former=NEW, clock=clock)
    alice = memory.user("alice")
    plan = alice.upkeep.decay(dry_run=True)
    assert plan.changes
    memory.reembed()
    assert alice.upkeep.apply(plan).changes
    assert fingerprints(memory) == {"hashing-256"}
    assert_healthy(memory)
