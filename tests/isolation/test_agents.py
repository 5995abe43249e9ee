"""Agents of one user: what was said to one is not read through another's handle, where the guide promises it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.scope import Scope
from mnemic.errors import MemoryNotFound, MnemicError
from tests.conftest import assembled
from tests.isolation.stores import STORES
from tests.isolation.verbs import BY_ID, BY_TEXT, WHOLE
from tests.isolation.world import Ids, Resident, World, plant, same_but_for, shown

USERS_WHOLE: Mapping[str, str] = {
    "upkeep.sweep": "upkeep is about the user as a whole",
    "upkeep.consolidate": "the same",
    "upkeep.distill": "the same",
    "upkeep.digest": "the same",
    "upkeep.decay": "the same",
    "upkeep.jobs": "the same",
    "upkeep.letters": "the same",
    "upkeep.retry": "the same",
    "session.turns": "everyone=True asks for what was said to other agents",
    "session.messages": "the same",
    "session.summary": "the same",
}
"""Verbs of which the guide says that they see more than one agent's part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """One user with two agents, each of whom was told something of every kind."""

    world: World
    travel: Resident
    kitchen: Resident

    def seen_by(self, one: Resident) -> UserMemory:
        """The user's memory through an agent's handle."""
        agent = "travel" if one is self.travel else "kitchen"
        return self.world.memories["acme"].user("alice", agent=agent)


@pytest.fixture(scope="module", params=list(STORES))
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The house over each store."""
    store = STORES[request.param](tmp_path_factory.mktemp("house"))
    memory = assembled(store, new_id=Ids(11), tenant="acme")
    scope = Scope("acme", "alice")
    travel, kitchen = Resident(scope=scope, number=31), Resident(scope=scope, number=47)
    made = House(
        world=World(store=store, memories={"acme": memory}, residents=[travel, kitchen]), travel=travel, kitchen=kitchen
    )
    for one in (travel, kitchen):
        user = made.seen_by(one)
        plant(user, one)
        one.name("memory", *(memory.id for memory in user.list(kinds=["episode"], status="any")))
        one.name("memory", *(memory.id for memory in user.list(status="any")))
    yield made
    made.world.close()


def told(user: UserMemory, verb: str, given: str) -> str:
    """What a verb tells, an error too."""
    try:
        if verb in WHOLE:
            return shown(WHOLE[verb](user))
        return shown(BY_TEXT[verb](user, given))
    except MnemicError as error:
        return shown(error)


@pytest.mark.parametrize("verb", [verb for verb in (*BY_TEXT, *WHOLE) if verb not in USERS_WHOLE])
def test_no_word_of_another_agent(house: House, verb: str) -> None:
    """Ids, names and words of what was told to one agent get nothing of it through the handle of another."""
    kitchen = house.seen_by(house.kitchen)
    words = [("word", house.travel.word(place)) for place in ("home", "doctor", "goal", "file", "trigger")]
    for _, given in [*house.travel.named, *words, ("word", house.travel.han), ("key", "account.place")]:
        assert house.world.foreign(told(kitchen, verb, given), house.kitchen, given) == set()
        if verb in WHOLE:
            break


@pytest.mark.parametrize("verb", [verb for verb in BY_ID if verb not in USERS_WHOLE])
def test_another_agents_id_is_nobodys(house: House, verb: str) -> None:
    """For ids of memories, tasks, skills, files and traces of another agent the answer is the one for nobody's."""
    kitchen = house.seen_by(house.kitchen)
    for sort, id in house.travel.named:
        if sort in ("memory", "task", "skill", "file", "trace"):
            nobodys = "5c7e0d8f1b2a3948" * (len(id) // 16) or "zuqnobody"
            given = same_but_for(told(kitchen, verb, id), {id: "ID"})
            assert given == same_but_for(told(kitchen, verb, nobodys), {nobodys: "ID"})


def test_the_user_sees_both(house: House) -> None:
    """Without an agent everything is there, so that what agents see apart is one memory after all."""
    alice = house.world.memories["acme"].user("alice")
    everything = shown(alice.list(kinds=["episode"], status="any"))
    assert house.travel.word("home") in everything
    assert house.kitchen.word("home") in everything


def test_a_trace_is_its_agents(shared: OpenMemory, tmp_path: Path) -> None:
    """The trace of an answer to one agent holds the words of its question: another agent gets neither it nor a vote on
    it, the user both."""
    travel, kitchen = shared.user("alice", agent="travel"), shared.user("alice", agent="kitchen")
    travel.add("I prefer aisle seats.")
    trace = travel.search("Which seat do I prefer?").trace
    for refused in (lambda: kitchen.trace(trace.id), lambda: kitchen.feedback(trace.id, True)):
        with pytest.raises(MemoryNotFound):
            refused()
    assert shared.user("alice").trace(trace.id) == trace
    assert len(travel.feedback(trace.id, True)) == 1


def test_a_rollback_is_its_agents(shared: OpenMemory) -> None:
    """What one agent took back another does not bring back, though both were told things in one session."""
    travel, kitchen = shared.user("alice", agent="travel"), shared.user("alice", agent="kitchen")
    travel.add("I prefer aisle seats.", session="s1")
    kitchen.add("I am allergic to nuts.", session="s1")
    report = travel.trust.rollback(session="s1")
    assert {change.memory.agent for change in report.changes} == {"travel"}
    with pytest.raises(MemoryNotFound):
        kitchen.trust.undo(report.id)
    assert len(kitchen.list()) == 1
    assert {change.memory.agent for change in travel.trust.undo(report.id).changes} == {"travel"}
