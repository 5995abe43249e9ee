"""What one process keeps at hand of many users (answers, traces, graphs, schemas) is found by its user alone."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, Field

from mnemic.api.memory import OpenMemory
from mnemic.errors import EntityNotFound, InvalidValue, MemoryNotFound
from mnemic.ports import Store
from tests.conftest import assembled

ASKED = "Where do I live?"


def test_the_same_question_of_two(shared: OpenMemory) -> None:
    """Asked by both, twice: the second answer comes from what is at hand, and is one's own."""
    alice, bob = shared.user("alice"), shared.user("bob")
    alice.add("I live in Leeds.")
    bob.add("I live in York.")
    for _ in range(2):
        assert ["Leeds" in hit.memory.text for hit in alice.search(ASKED)] == [True]
        assert ["York" in hit.memory.text for hit in bob.search(ASKED)] == [True]
    assert alice.search(ASKED).trace.cached
    assert shared.user("carol").search(ASKED) == []


def test_an_answer_at_hand_tells_nobody_that_another_asked(shared: OpenMemory) -> None:
    """Bob's first question is not answered from what is at hand, though Alice asked the same with the same memory."""
    for name in ("alice", "bob"):
        shared.user(name).add("I live in Leeds.")
    shared.user("alice").search(ASKED)
    assert not shared.user("bob").search(ASKED).trace.cached


def test_traces_are_their_askers(shared: OpenMemory) -> None:
    """The trace of an answer is there for its user, and for nobody else: not of the same process, not of the tenant."""
    trace = shared.user("alice").search(ASKED).trace
    assert shared.user("alice").trace(trace.id) == trace
    for name in ("bob", "Alice", "alice "):
        with pytest.raises(MemoryNotFound):
            shared.user(name).trace(trace.id)


def test_what_is_pushed_out_is_worked_out_again(store: Store) -> None:
    """With room for one answer, one shelf and one trace, others push out what Alice has at hand; her answers stay what
    they were."""
    with assembled(store, answer_cache_max=1, cache_mb=1, traces_max=1) as memory:
        alice = memory.user("alice")
        alice.add("I live in Leeds.")
        before = [(hit.memory.id, hit.score) for hit in alice.search(ASKED)]
        for number in range(20):
            other = memory.user(f"u{number}")
            other.add(f"I live in Street {number}.")
            other.search(ASKED)
        assert [(hit.memory.id, hit.score) for hit in alice.search(ASKED)] == before


def test_names_another_knows_are_not_offered(shared: OpenMemory) -> None:
    """A name that nobody told Alice is not there for her, and none that Bob knows is called near it."""
    shared.user("bob").add("My friend Balthasar lives in Grimsby.")
    shared.user("alice").add("My friend Tom lives in Leeds.")
    for name in ("Balthasar", "Balthazar", "Grimsbi"):
        with pytest.raises(EntityNotFound) as refused:
            shared.user("alice").about(name)
        assert "Balthasar" not in str(refused.value).replace(name, "")
        assert "Grimsby" not in str(refused.value)


def test_a_schema_of_the_same_name_is_another(shared: OpenMemory) -> None:
    """Bob's class `Trip` offers other choices than Alice's: each task takes what its own user's class takes, and an
    error names no choice of the other's."""
    alice, bob = shared.user("alice"), shared.user("bob")
    alice.tasks.start("Go away", id="t", schema=_trip("Leeds"))
    bob.tasks.start("Go away", id="t", schema=_trip("Zuqtown"))
    with pytest.raises(InvalidValue) as refused:
        alice.tasks.set("t", city="Zuqtown")
    assert "Zuqtown" not in str(refused.value).replace("'Zuqtown'", "", 1)
    assert alice.tasks.set("t", city="Leeds").data == {"city": "Leeds"}
    bob.tasks.register(_trip("Zuqham"))
    assert alice.tasks.set("t", city="Leeds").data == {"city": "Leeds"}


def _trip(only: str) -> type[BaseModel]:
    """A class of one name, that takes one city."""

    class Trip(BaseModel):
        """A trip of somebody's."""

        city: str = Field(pattern=f"^{only}$")

    return Trip
