"""Whatever happened, once the outbox is drained the vector engine knows what the records say, and nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mnemic.domain.scope import Scope
from mnemic.models.hashing import HashingEmbedder
from mnemic.stores.inmemory.store import InMemoryStore
from tests.conftest import Numbered, assembled
from tests.wavering import Wavering, known, recorded, waiting

SMALL, LARGE = HashingEmbedder(32), HashingEmbedder(64)
USERS = ("alice", "bob")
TEXTS = ("I drink tea.", "I drink coffee.", "我住在青岛。", "我搬到厦门了。", "。")
ACTS = ("add", "retract", "forget", "session", "everything", "down", "up", "drain", "embedder", "lost", "search")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from(USERS), st.integers(0, 9)), max_size=14))
def test_after_any_history_and_a_drain_the_engine_equals_the_records(acts: list[tuple[str, str, int]]) -> None:
    """Adding, changing, forgetting, failing engines and other embedders, in any order, of two users."""
    store, index, new_id = InMemoryStore(), Wavering(), Numbered()
    embedder = SMALL
    memory = assembled(store, index=index, embedder=embedder, new_id=new_id)
    for act, name, number in acts:
        user = memory.user(name)
        held = user.list()
        if act == "add":
            user.add(TEXTS[number % len(TEXTS)], session=f"s{number % 2}")
        elif act == "retract" and held:
            user.reject(held[number % len(held)].id)
        elif act == "forget" and held:
            user.forget(held[number % len(held)].id)
        elif act == "session":
            user.forget(session=f"s{number % 2}")
        elif act == "everything":
            user.forget(everything=True, confirmed=True)
        elif act in ("down", "up"):
            index.down = act == "down"
        elif act == "drain":
            memory.run_due()
        elif act == "embedder":
            embedder = LARGE if embedder is SMALL else SMALL
            memory = assembled(store, index=index, embedder=embedder, new_id=new_id)
        elif act == "lost" and not index.down:
            index.close()
        else:
            assert all(hit.memory.user == name for hit in user.search("What do I drink?"))
    index.down = False
    if any(act == "lost" for act, *_ in acts):
        memory = assembled(store, index=index, embedder=embedder, new_id=new_id)  # which leaves nobody alone
        for name in USERS:  # a search of the user's is what notices it
            memory.user(name).search("tea")
    memory.run_due()
    for name in USERS:
        scope = Scope("default", name)
        assert not waiting(memory, scope)
        assert known(index, embedder, scope) == recorded(memory, embedder, scope)
        other = LARGE if embedder is SMALL else SMALL
        assert known(index, other, scope) == {"words": set()}
