"""Consolidation that is cut off at any call of the store leaves every dense memory whole or not begun."""

from __future__ import annotations

from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.consolidated import PART_OF, is_consolidated, part_ids_of
from mnemic.domain.record import Status
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.consolidation.consolidate import plan_consolidation
from mnemic.upkeep.jobs.execution import UpkeepContext, carry_out
from tests.conftest import Ticking, assembled

SAID = (
    "I like hiking.",
    "I like sushi.",
    "I like jazz.",
    "My friend Tom lives in Oslo.",
    "Tom works as a nurse.",
    "Tom likes boats.",
)
DENSE = [
    "The user likes hiking, sushi and jazz.",
    "The user's friend Tom lives in Oslo, works as a nurse and likes boats.",
]
CALLS_MAX = 200


def consolidate(memory: OpenMemory, user: UserMemory, clock: Ticking) -> None:
    tending = UpkeepContext(writing=memory._core.writing, count=len)
    now = clock.now()
    carry_out(tending, user._scope, plan_consolidation(tending, user._scope, now), now=now, actor="mnemic")


def whole(user: UserMemory) -> None:
    """Every part has its dense memory, every dense memory all of its parts."""
    held = {id: dense.id for dense in user.list() if is_consolidated(dense) for id in part_ids_of(dense)}
    statements = [one for one in user.list(status="any") if not part_ids_of(one)]
    assert {one.id: one.metadata.get(PART_OF) for one in statements if PART_OF in one.metadata} == held
    assert {one.id for one in statements if one.status is Status.ARCHIVED} == held.keys()


def test_cut_off_at_any_call_it_is_finished_the_next_night() -> None:
    """Whichever call fails, what stands is whole, and the next run does the rest and nothing twice."""
    for fail_at in range(1, CALLS_MAX):
        store, clock = FaultyStore(InMemoryStore()), Ticking()
        with assembled(store, clock=clock) as memory:
            user = memory.user("alice")
            for text in SAID:
                user.add(text)
            clock.advance(days=8)
            failed = False
            store.calls.clear()
            store.fail_at = fail_at
            try:
                consolidate(memory, user, clock)
            except OSError:
                failed = True
            store.fail_at = 0
            whole(user)
            consolidate(memory, user, clock)
            whole(user)
            assert sorted(one.text for one in user.list()) == sorted(DENSE)
        if not failed:
            return
    raise AssertionError("it never came to its end")
