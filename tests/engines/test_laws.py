"""What every vector engine keeps to. One suite over all that run here; Weaviate and Pinecone are fakes of their wire
protocol, spoken to by the vendors' own clients.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import StoreClosed, WrongVectorSize
from mnemic.ports.outside import Vectors
from mnemic.ports.vectors import VectorIndex
from tests.engines.places import Place
from tests.tables import nonempty

SIZE = 8
SPACE = VectorSpace(fingerprint="laws-1", signal="words", size=SIZE)
OTHER = VectorSpace(fingerprint="laws-1", signal="meaning", size=5)
LOOK_ALIKES = ["dan", "DAN", "dan ", " dan", "dаn", "da\u0301n", "dán", "dan/", "dan*", "da%n", 'd"an']
HOSTILE = [
    'a"b',
    "x' or 1==1 --",
    "back\\slash\\",
    "a/b",
    "../../a",
    "*",
    "%",
    "{t}",
    "${t}",
    "张三的记忆 🧠",
    "\u202etxet",
    "null",
    "-1",
    "_id",
    " ",
]


def axis(number: int, size: int = SIZE) -> list[float]:
    """A vector along one of the axes."""
    made = [0.0] * size
    made[number] = 1.0
    return made


def towards(near: int, by: float, other: int) -> list[float]:
    """A vector of length 1 whose cosine with the axis `near` is `by`."""
    made = axis(near)
    made[near], made[other] = by, (1 - by**2) ** 0.5
    return made


def entry(id: str, vector: Sequence[float], kind: str = "fact", agent: str = "") -> VectorEntry:
    """A memory as an engine is told of it."""
    return VectorEntry(id=id, vector=vector, kind=kind, agent=agent)


def asked(vector: Sequence[float]) -> Vectors:
    """A question's vector."""
    return np.array(vector, dtype=np.float32)


def named(found: Sequence[NearMemory]) -> list[str]:
    """The ids found, in order."""
    return [one.id for one in found]


def test_it_has_the_name_of_the_settings(engine: VectorIndex, place: Place) -> None:
    """An engine is called in errors as in settings."""
    assert engine.name == place.name


def test_the_nearest_come_first(engine: VectorIndex, alice: Scope) -> None:
    """What was put is found at once, best first, each with its cosine."""
    engine.put(alice, SPACE, [entry(f"m{by}", towards(0, by / 10, 1)) for by in (3, 9, 6, -5)])
    found = engine.search(alice, SPACE, asked(axis(0)), k=3)
    assert named(found) == ["m9", "m6", "m3"]
    assert [one.cosine for one in found] == pytest.approx([0.9, 0.6, 0.3], abs=1e-3)


def test_a_long_vector_counts_by_its_direction(engine: VectorIndex, alice: Scope) -> None:
    """Similarity is the cosine, whatever length a vector or a question has."""
    engine.put(alice, SPACE, [entry("long", [7.0 * part for part in towards(0, 0.8, 1)])])
    [found] = engine.search(alice, SPACE, asked([3.0 * part for part in axis(0)]), k=1)
    assert found.cosine == pytest.approx(0.8, abs=1e-3)


def test_putting_twice_is_putting_once(engine: VectorIndex, alice: Scope) -> None:
    """Telling an engine what it knows changes nothing."""
    for _ in range(2):
        engine.put(alice, SPACE, [entry("m1", axis(0)), entry("m2", axis(1))])
    assert engine.ids(alice, SPACE) == {"m1", "m2"}
    assert named(engine.search(alice, SPACE, asked(axis(0)), k=9)) == ["m1", "m2"]


def test_of_one_id_in_a_call_the_last_counts(engine: VectorIndex, alice: Scope) -> None:
    """An id that is told twice in one call is one memory."""
    engine.put(alice, SPACE, [entry("m1", axis(0)), entry("m1", axis(1))])
    [found] = engine.search(alice, SPACE, asked(axis(1)), k=9)
    assert found.cosine == pytest.approx(1, abs=1e-3)


def test_a_changed_vector_moves(engine: VectorIndex, alice: Scope) -> None:
    """Of a memory that is told again, place, kind and agent are the new ones."""
    engine.put(alice, SPACE, [entry("m1", axis(0)), entry("m2", axis(1), "event", "coder")])
    engine.put(alice, SPACE, [entry("m1", axis(2), "event", "coder"), entry("m2", axis(0))])
    assert named(engine.search(alice, SPACE, asked(axis(0)), k=1)) == ["m2"]
    assert named(engine.search(alice, SPACE, asked(axis(0)), k=9, where=VectorFilter(kinds=frozenset({"event"})))) == [
        "m1"
    ]
    assert named(engine.search(alice, SPACE, asked(axis(0)), k=9, where=VectorFilter(agents=frozenset({""})))) == ["m2"]


def test_what_is_removed_is_not_found(engine: VectorIndex, alice: Scope) -> None:
    """Removed memories are gone, others stay, unknown ids are passed over."""
    engine.put(alice, SPACE, [entry(f"m{number}", axis(number)) for number in range(4)])
    engine.remove(alice, SPACE, ["m0", "m2", "never"])
    engine.remove(alice, SPACE, [])
    assert engine.ids(alice, SPACE) == {"m1", "m3"}
    assert set(named(engine.search(alice, SPACE, asked(axis(0)), k=9))) == {"m1", "m3"}


def test_what_is_removed_can_come_back(engine: VectorIndex, alice: Scope) -> None:
    """An id that was removed may be put again."""
    engine.put(alice, SPACE, [entry("m1", axis(0))])
    engine.remove(alice, SPACE, ["m1"])
    engine.put(alice, SPACE, [entry("m1", axis(1))])
    [found] = engine.search(alice, SPACE, asked(axis(1)), k=9)
    assert found.cosine == pytest.approx(1, abs=1e-3)


def test_a_search_is_narrowed(engine: VectorIndex, alice: Scope) -> None:
    """Kinds and agents narrow a search, each for itself and both together; none of them fits nothing."""
    agents = ["", "coder", "写作\"助手'"]
    engine.put(
        alice,
        SPACE,
        [
            entry(f"{kind}-{number}", towards(0, 0.5, 1 + number), kind, agent)
            for kind in ("fact", "event")
            for number, agent in enumerate(agents)
        ],
    )

    def found(kinds: set[str] | None, of: set[str] | None) -> set[str]:
        where = VectorFilter(
            kinds=None if kinds is None else frozenset(kinds), agents=None if of is None else frozenset(of)
        )
        return set(named(engine.search(alice, SPACE, asked(axis(0)), k=9, where=where)))

    assert found({"fact"}, None) == {"fact-0", "fact-1", "fact-2"}
    assert found(None, {"", agents[2]}) == {"fact-0", "event-0", "fact-2", "event-2"}
    assert found({"event", "never"}, {"coder"}) == {"event-1"}
    assert found({"never"}, None) == found(set(), None) == found(None, set()) == set()


def test_two_users_may_have_one_id(engine: VectorIndex, alice: Scope, bob: Scope) -> None:
    """The same id of two users is two memories: neither reads, replaces nor removes the other's."""
    engine.put(alice, SPACE, [entry("m1", axis(0), "fact")])
    engine.put(bob, SPACE, [entry("m1", axis(1), "event")])
    [found] = engine.search(alice, SPACE, asked(axis(0)), k=9)
    assert found.cosine == pytest.approx(1, abs=1e-3)
    engine.remove(bob, SPACE, ["m1"])
    assert engine.ids(alice, SPACE) == {"m1"}
    assert engine.ids(bob, SPACE) == set()


def test_users_with_names_alike_are_others(engine: VectorIndex, tenant: str) -> None:
    """Names that look, fold or pattern-match alike are users of their own, in all that is done."""
    scopes = [Scope(tenant, user) for user in LOOK_ALIKES]
    for number, scope in enumerate(scopes):
        engine.put(scope, SPACE, [entry(f"m{number}", axis(0))])
    for number, scope in enumerate(scopes):
        assert named(engine.search(scope, SPACE, asked(axis(0)), k=50)) == [f"m{number}"]
    engine.forget(scopes[0])
    assert engine.ids(scopes[0], SPACE) == set()
    assert [len(engine.ids(scope, SPACE)) for scope in scopes[1:]] == [1] * (len(scopes) - 1)


def test_tenant_and_user_do_not_run_together(engine: VectorIndex, tenant: str) -> None:
    """No tenant and user are taken for another pair that reads the same in one line."""
    pairs = [
        Scope(f"{tenant}a", "bc"),
        Scope(f"{tenant}ab", "c"),
        Scope(f"{tenant}a/b", "c"),
        Scope(f"{tenant}a", "b/c"),
    ]
    for number, scope in enumerate(pairs):
        engine.put(scope, SPACE, [entry(f"m{number}", axis(0))])
    assert [engine.ids(scope, SPACE) for scope in pairs] == [{f"m{number}"} for number in range(len(pairs))]


def test_hostile_names(engine: VectorIndex, tenant: str) -> None:
    """Whatever ids, users, kinds and agents hold is taken for what it is, and comes back unchanged."""
    hostile = [*HOSTILE, "长" * 250, "x" * 250]
    scopes = [Scope(tenant, name if name.strip() else "a b") for name in hostile]
    for scope, name in zip(scopes, hostile, strict=True):
        engine.put(scope, SPACE, [entry(name, axis(0), name, name), entry("other", axis(1), "fact", "")])
    for scope, name in nonempty(zip(scopes, hostile, strict=True)):
        where = VectorFilter(kinds=frozenset({name}), agents=frozenset({name}))
        assert named(engine.search(scope, SPACE, asked(axis(0)), k=9, where=where)) == [name]
        engine.remove(scope, SPACE, [name])
        assert engine.ids(scope, SPACE) == {"other"}


def test_long_ids(engine: VectorIndex, alice: Scope) -> None:
    """Ids of 500 characters, Chinese ones too, come back whole."""
    ids = {"x" * 500, "忆" * 500, "x" * 499 + "y"}
    engine.put(alice, SPACE, [entry(one, axis(0)) for one in ids])
    assert engine.ids(alice, SPACE) == ids
    assert set(named(engine.search(alice, SPACE, asked(axis(0)), k=9))) == ids
    engine.remove(alice, SPACE, ["忆" * 500])
    assert engine.ids(alice, SPACE) == ids - {"忆" * 500}


def test_more_is_asked_than_there_is(engine: VectorIndex, alice: Scope) -> None:
    """All come where k is larger than there are memories, none where k is 0."""
    engine.put(alice, SPACE, [entry(f"m{number}", axis(number)) for number in range(3)])
    assert set(named(engine.search(alice, SPACE, asked(axis(0)), k=20_000))) == {"m0", "m1", "m2"}
    assert engine.search(alice, SPACE, asked(axis(0)), k=0) == []


def test_of_a_user_nobody_knows(engine: VectorIndex, alice: Scope, bob: Scope) -> None:
    """A user of whom nothing was told has nothing, in a space that is there and in one that is not."""
    engine.put(bob, SPACE, [entry("m1", axis(0))])
    nowhere = VectorSpace(fingerprint="never told", signal="words", size=SIZE)
    for space in (SPACE, nowhere):
        assert engine.search(alice, space, asked(axis(0)), k=9) == []
        assert engine.ids(alice, space) == set()
        engine.remove(alice, space, ["m1"])
    engine.forget(alice)
    assert engine.ids(bob, SPACE) == {"m1"}


def test_telling_nothing(engine: VectorIndex, alice: Scope) -> None:
    """No rows are no rows."""
    engine.put(alice, SPACE, [])
    assert engine.ids(alice, SPACE) == set()
    assert engine.search(alice, SPACE, asked(axis(0)), k=9) == []


def test_a_vector_of_zeros_is_held(engine: VectorIndex, alice: Scope) -> None:
    """A memory whose vector points nowhere is there, far from others; a question that points nowhere is answered."""
    engine.put(alice, SPACE, [entry("nowhere", [0.0] * SIZE), entry("m1", axis(0))])
    assert engine.ids(alice, SPACE) == {"nowhere", "m1"}
    assert named(engine.search(alice, SPACE, asked(axis(0)), k=1)) == ["m1"]
    assert len(engine.search(alice, SPACE, asked([0.0] * SIZE), k=2)) == 2


def test_spaces_do_not_mix(engine: VectorIndex, alice: Scope) -> None:
    """Spaces of other signals, embedders and sizes hold memories of their own."""
    renewed = VectorSpace(fingerprint="laws-2", signal="words", size=SIZE)
    engine.put(alice, SPACE, [entry("m1", axis(0)), entry("m2", axis(1))])
    engine.put(alice, OTHER, [entry("m1", axis(4, 5))])
    engine.put(alice, renewed, [entry("m3", axis(0))])
    engine.remove(alice, SPACE, ["m1"])
    assert [engine.ids(alice, space) for space in (SPACE, OTHER, renewed)] == [{"m2"}, {"m1"}, {"m3"}]
    assert named(engine.search(alice, OTHER, asked(axis(4, 5)), k=9)) == ["m1"]


def test_a_vector_of_another_size_is_refused(engine: VectorIndex, alice: Scope) -> None:
    """A vector that does not fit its space is refused by name, and nothing of the call is kept."""
    with pytest.raises(WrongVectorSize, match="'m2' has 5 columns"):
        engine.put(alice, SPACE, [entry("m1", axis(0)), entry("m2", axis(0, 5))])
    assert engine.ids(alice, SPACE) == set()


def test_forgetting_a_user(engine: VectorIndex, alice: Scope, bob: Scope) -> None:
    """Who is forgotten is gone from every space, others stay, and whoever comes back begins anew."""
    for scope in (alice, bob):
        engine.put(scope, SPACE, [entry("m1", axis(0))])
        engine.put(scope, OTHER, [entry("m1", axis(0, 5))])
    engine.forget(alice)
    assert [engine.ids(alice, space) for space in (SPACE, OTHER)] == [set(), set()]
    assert engine.search(alice, SPACE, asked(axis(0)), k=9) == []
    assert [engine.ids(bob, space) for space in (SPACE, OTHER)] == [{"m1"}, {"m1"}]
    engine.put(alice, SPACE, [entry("m2", axis(0))])
    assert engine.ids(alice, SPACE) == {"m2"}


def test_ids_go_over_pages(engine: VectorIndex, place: Place, alice: Scope) -> None:
    """Every id is listed, however many an engine lists at once."""
    ids = {f"m{number}" for number in range(place.many)}
    engine.put(alice, SPACE, [entry(one, towards(0, 0.5, 1)) for one in ids])
    assert engine.ids(alice, SPACE) == ids


def test_threads_share_an_engine(engine: VectorIndex, tenant: str) -> None:
    """One thread tells what others ask for: each finds what it told of its own user, and nobody else's."""

    def lived(number: int) -> list[str]:
        scope = Scope(tenant, f"user {number}")
        for step in range(3):
            engine.put(scope, SPACE, [entry(f"{number}-{step}", axis(step))])
            engine.search(scope, SPACE, asked(axis(0)), k=9)
        engine.remove(scope, SPACE, [f"{number}-0"])
        return named(engine.search(scope, SPACE, asked(axis(1)), k=9))

    with ThreadPoolExecutor(max_workers=4) as threads:
        assert list(threads.map(lived, range(4))) == [[f"{number}-1", f"{number}-2"] for number in range(4)]


def test_reopening_keeps(place: Place, alice: Scope, bob: Scope) -> None:
    """What an engine in files or at a server was told is there when it is opened again, and what was forgotten is not;
    who opens it anew may forget a user whose spaces it was never told of."""
    if not place.keeps:
        pytest.skip("held in this process only")
    first = place.open()
    first.put(alice, SPACE, [entry("m1", axis(0)), entry("m2", axis(1))])
    first.put(bob, OTHER, [entry("m1", axis(0, 5))])
    first.remove(alice, SPACE, ["m2"])
    first.close()
    second = place.open()
    assert engine_state(second, alice, bob) == ({"m1"}, {"m1"})
    second.close()
    third = place.open()
    third.forget(bob)
    third.close()
    fourth = place.open()
    assert engine_state(fourth, alice, bob) == ({"m1"}, set())
    assert named(fourth.search(alice, SPACE, asked(axis(0)), k=9)) == ["m1"]
    fourth.close()


def engine_state(engine: VectorIndex, alice: Scope, bob: Scope) -> tuple[set[str], set[str]]:
    """What is held of both."""
    return engine.ids(alice, SPACE), engine.ids(bob, OTHER)


def test_it_phones_nowhere(place: Place, alice: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    """No engine looks up a host but its own: no telemetry, no search for newer versions."""
    looked_up: set[str] = set()
    resolve = socket.getaddrinfo

    def watched(host: str | bytes | None, *rest: Any, **more: Any) -> Any:
        looked_up.add(host if isinstance(host, str) else str(host))
        return resolve("127.0.0.1", *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", watched)
    engine = place.open()
    engine.put(alice, SPACE, [entry("m1", axis(0))])
    engine.search(alice, SPACE, asked(axis(0)), k=1)
    engine.forget(alice)
    engine.close()
    assert looked_up <= {"127.0.0.1", "localhost", "None"}


def test_closing_twice_is_harmless(place: Place, alice: Scope) -> None:
    """An engine may be closed twice, and before it was used."""
    unused = place.open()
    unused.close()
    unused.close()
    used = place.open()
    used.put(alice, SPACE, [entry("m1", axis(0))])
    used.close()
    used.close()


def test_a_closed_engine_says_so(place: Place, alice: Scope) -> None:
    """Whoever asks a closed engine is told that it is closed."""
    if place.name == "exact":
        pytest.skip("has nothing to let go of")
    closed = place.open()
    closed.close()
    with pytest.raises(StoreClosed, match=place.name):
        closed.search(alice, SPACE, asked(axis(0)), k=1)
