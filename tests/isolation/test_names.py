"""Names are compared exactly: whatever looks, sorts, folds or joins like another name is somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.record import Kind, Memory, Source, Turn
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidScope, LimitExceeded
from mnemic.index.entry import index_entry_of
from mnemic.index.vector_graph import GraphFiles
from mnemic.ports import Store
from tests.conftest import assembled
from tests.isolation.names import NAMES, PAIRS, REFUSED
from tests.isolation.world import THEN, everything
from tests.tables import each_row, nonempty

SCOPES = [Scope("acme", name) for name in NAMES] + [Scope(name, "dan") for name in NAMES]
JOINED = [Scope(*each) for pair in PAIRS for each in pair]


def word(number: int) -> str:
    """A word of one user's own."""
    return f"zuq{''.join('abcdefghij'[int(digit)] for digit in f'{number:04}')}"


def fill(store: Store, scopes: Iterable[Scope]) -> dict[Scope, str]:
    """A turn and a memory of each of them, under ids that are everybody's, and her own word by scope."""
    words: dict[Scope, str] = {}
    for number, scope in enumerate(dict.fromkeys(scopes)):
        words[scope] = word(number)
        text = f"I live in {words[scope]}."
        with store.writing(scope) as writer:
            writer.append([Turn(id="t1", session="main", role="user", text=text, said_at=THEN, recorded_at=THEN)])
            writer.put(_memory(scope, text), index_entry_of(text, None, ""))
    return words


def _memory(scope: Scope, text: str) -> Memory:
    return Memory(
        id="m1",
        tenant=scope.tenant,
        user=scope.user,
        kind=Kind.FACT,
        text=text,
        said_at=THEN,
        recorded_at=THEN,
        updated_at=THEN,
        sources=(Source(session="main", turn="t1"),),
    )


def test_names_are_what_they_are() -> None:
    """The list itself: every two names differ, and every two pairs do."""
    assert len(set(NAMES)) == len(NAMES)
    assert all(one != other for one, other in PAIRS)


@pytest.mark.parametrize("scopes", [SCOPES, JOINED], ids=["look-alikes", "joined"])
def test_every_name_is_somebody_else(store: Store, scopes: list[Scope]) -> None:
    """Users and tenants of look-alike names, with the same ids of memories: each holds its own word and no other."""
    words = fill(store, scopes)
    for scope, own in words.items():
        with store.reading(scope) as reader:
            told = "\n".join(everything(reader))
            assert [turn.text for turn in reader.turns()] == [f"I live in {own}."]
        assert own in told
        assert not any(other in told for other in words.values() if other != own)
    found = store.users(after=None, limit=1_000)
    assert sorted(found, key=lambda one: (one.tenant, one.user)) == sorted(
        words, key=lambda one: (one.tenant, one.user)
    )


@pytest.mark.parametrize("scopes", [SCOPES[::3], JOINED], ids=["look-alikes", "joined"])
def test_a_search_finds_ones_own(store: Store, scopes: list[Scope]) -> None:
    """In one process, over one store: whoever asks finds her own word alone, with everybody's question the same."""
    words = fill(store, scopes)
    memories = {scope.tenant: assembled(store, tenant=scope.tenant) for scope in words}
    for _ in range(2):  # the second time from what is kept at hand
        for scope, own in nonempty(words.items()):
            found = memories[scope.tenant].user(scope.user).search("Where do I live?")
            assert {own in hit.memory.text for hit in found} == {True}


def test_forgetting_one_forgets_nobody_else(store: Store) -> None:
    """Look-alikes keep what they have when one of them forgets everything."""
    words = fill(store, [*SCOPES[:46], *JOINED])
    gone = [Scope("acme", "dan"), Scope("acme", "%"), Scope("acme", "_"), Scope("a", "b")]
    kept: dict[Scope, list[str]] = {}
    for scope in words.keys() - set(gone):
        with store.reading(scope) as reader:
            kept[scope] = everything(reader)
    for scope in gone:
        assembled(store, tenant=scope.tenant).user(scope.user).forget(everything=True)
    for scope in nonempty(words):
        with store.reading(scope) as reader:
            assert everything(reader) == kept[scope] if scope in kept else reader.turns() == []


def test_graphs_have_names_of_their_own(tmp_path: Path) -> None:
    """The files beside the memory file that belong to a user are nobody else's, and none's name begins another's."""
    files = GraphFiles(tmp_path)
    named = [files.name(scope) for scope in dict.fromkeys([*SCOPES, *JOINED])]
    assert len(set(named)) == len(named)
    assert len({len(name) for name in named}) == 1


@each_row("name", REFUSED)
def test_what_is_no_name_names_nobody(shared: OpenMemory, name: str) -> None:
    """Blank names, control characters (such as a separator), half characters and what is too long are refused, as user,
    tenant, agent and session."""
    for refused in (
        lambda: shared.user(name),
        lambda: Scope(name, "dan"),
        lambda: shared.user("dan", agent=name),
        lambda: shared.user("dan").turns(name),
    ):
        with pytest.raises((InvalidScope, LimitExceeded)):
            refused()


def test_sessions_are_as_exact_as_users(shared: OpenMemory) -> None:
    """Sessions of look-alike names: what was said in one is in no other, and forgetting one keeps the others."""
    alice = shared.user("alice")
    for number, name in enumerate(NAMES):
        alice.add(f"I work in {word(number)}.", session=name, infer=False)
    for number, name in enumerate(NAMES):
        assert [turn.text for turn in alice.turns(name)] == [f"I work in {word(number)}."]
        assert [one.session for one in alice.list(session=name)] == [name]
    alice.forget(session="dan")
    assert [one.id for one in alice.sessions()] == [name for name in NAMES if name != "dan"]


def test_agents_are_as_exact_as_users(shared: OpenMemory) -> None:
    """Agents of look-alike names read their own."""
    names = [name for name in NAMES if name != "*"]
    for number, name in enumerate(names):
        shared.user("alice", agent=name).add(f"I work in {word(number)}.", infer=False)
    for number, name in nonempty(enumerate(names)):
        assert [one.text for one in shared.user("alice", agent=name).list()] == [f"I work in {word(number)}."]
