"""What every store must do for the worker and for permanent memory: users one by one, memories by tier."""

from __future__ import annotations

from mnemic.domain.record import Tier
from mnemic.domain.scope import Scope
from mnemic.ports import Store
from tests.contracts.test_store import DAN, EVE, memory

OTHER = Scope("acme", "zoe")


def test_users_come_in_order_page_by_page(store: Store) -> None:
    """Everyone of whom anything is held comes once, by tenant and id, from the one after."""
    for scope in (EVE, OTHER, DAN):
        with store.writing(scope) as writer:
            writer.put(memory("m1", of=scope), None)
    assert store.users(after=None, limit=9) == [OTHER, DAN, EVE]
    assert store.users(after=None, limit=2) == [OTHER, DAN]
    assert store.users(after=DAN, limit=2) == [EVE]
    assert store.users(after=EVE, limit=2) == []
    assert store.users(after=None, limit=0) == []


def test_memories_by_tier(store: Store) -> None:
    """Only those of the tiers asked for, in order of recording; none where none is asked for."""
    tiers = {"m1": Tier.PERMANENT, "m2": Tier.LONG_TERM, "m3": Tier.PROPOSED}
    with store.writing(DAN) as writer:
        for id, tier in tiers.items():
            writer.put(memory(id, tier=tier), None)
    with store.reading(DAN) as reader:
        assert [held.id for held in reader.memories(tiers=[Tier.PERMANENT, Tier.PROPOSED])] == ["m1", "m3"]
        assert [held.id for held in reader.memories(tiers=[Tier.PROPOSED], ids=["m1", "m3"])] == ["m3"]
        assert reader.memories(tiers=[]) == []
