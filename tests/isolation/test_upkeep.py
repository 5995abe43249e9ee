"""What runs when nobody is looking touches one user at a time, and puts nothing of one into what another has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError, ModelUnavailable
from mnemic.models.hashing import HashingEmbedder
from mnemic.ports import Store, Vectors
from tests.conftest import Ticking, assembled
from tests.effort import examples
from tests.isolation.stores import STORES
from tests.isolation.world import World, held, world
from tests.tables import each_row, nonempty

ALICE, BOB = Scope("default", "alice"), Scope("default", "bob")
SAID = [
    "I live in {}.",
    "My flat in {} has two rooms.",
    "The flat in {} is on the third floor.",
    "I like the parks in {}.",
    "On Mondays I write the {} report.",
]
JOBS: dict[str, Callable[[UserMemory], object]] = {
    "sweep": lambda user: user.upkeep.sweep(),
    "consolidate": lambda user: user.upkeep.consolidate(),
    "distill": lambda user: user.upkeep.distill(),
    "digest": lambda user: user.upkeep.digest(),
    "decay": lambda user: user.upkeep.decay(),
    "profile": lambda user: user.profile.refresh(),
    "forget": lambda user: user.forget(user.list()[0].id),
    "summary": lambda user: user.session("s0").summary(),
}


def live(user: UserMemory, clock: Ticking, place: str) -> None:
    """Half a year of talk."""
    start = clock.now()
    for week in range(8):
        user.add([text.format(place) for text in SAID], session=f"s{week}")
        clock.advance(days=7)
    clock.moment = start


@pytest.fixture
def neighbours(shared: OpenMemory, clock: Ticking) -> OpenMemory:
    """Alice and Bob, who lived alike, long afterwards."""
    for name, place in (("alice", "Leeds"), ("bob", "York")):
        live(shared.user(name), clock, place)
    clock.advance(days=200)
    return shared


@each_row("job", JOBS)
def test_a_job_of_one_leaves_the_other(neighbours: OpenMemory, job: str) -> None:
    """Carried out for Bob, who lives like Alice: she has every row she had."""
    store = neighbours._core.parts.store
    before = held(store, ALICE)
    JOBS[job](neighbours.user("bob"))
    assert held(store, ALICE) == before
    assert "Leeds" not in "\n".join(held(store, BOB))


@pytest.fixture(params=list(STORES))
def aged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A planted world, half a year later, with everything done that was due."""
    made = world(STORES[request.param](tmp_path_factory.mktemp("aged")), users_each=(examples(4, least=2),) * 3)
    for one in made.residents:
        made.user(one).add([text.format(one.word("later")) for text in SAID], session=one.word("session"), wait=False)
    for days in (1, 40, 140):
        for memory in made.memories.values():
            clock: Any = memory._core.parts.clock
            clock.advance(days=days / len(made.memories))
            memory.run_due()
    yield made
    made.close()


def test_after_all_upkeep_each_holds_ones_own(aged: World) -> None:
    """Every row of every user, after the queue, schedules, portraits and prefetching of half a year: no word and no id
    of another is in it."""
    for one in nonempty(aged.residents):
        told = "\n".join(held(aged.store, one.scope))
        assert aged.foreign(told, one, "") == set()
        assert one.word("later") in told


class Failing(HashingEmbedder):
    """An embedder that is out of reach for texts with a word."""

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors, unless one of the texts has the word."""
        if any("Zuqtown" in text for text in texts):
            raise ModelUnavailable("The embedder cannot be reached: it choked on 'Zuqtown'.")
        return super().documents(texts)


def test_anothers_failure_is_not_ones_own(store: Store, clock: Ticking) -> None:
    """Bob's turns cannot be understood. Alice's are, and nothing she can ask for says that another's failed, or why."""
    with assembled(store, clock=clock, embedder=Failing()) as memory:
        memory.user("bob").add("I live in Zuqtown.", wait=False)
        memory.user("alice").add("I live in Leeds.", wait=False)
        with pytest.raises(MnemicError):
            memory.run_due()
        alice = memory.user("alice")
        assert alice.stats().pending == 0
        assert alice.upkeep.letters() == []
        assert all(state.error == "" for state in alice.upkeep.jobs())
        assert "Zuqtown" not in "\n".join(held(store, ALICE))
        assert memory.user("bob").stats().pending == 1


def test_a_long_queue_of_one_does_not_starve_another(shared: OpenMemory, clock: Ticking) -> None:
    """Bob has five hundred turns waiting, Alice one. The queue gives each a batch in turn: hers is understood after his
    first two hundred."""
    shared.user("bob").add(["ok"] * 500, wait=False)
    clock.advance(seconds=1)
    shared.user("alice").add("I live in Leeds.", wait=False)
    order: list[str | None] = []
    shared.watch(lambda progress: order.append(progress.user))
    shared.run_due()
    told = [user for user in order if user is not None]
    assert told[:2] == ["bob", "alice"]
