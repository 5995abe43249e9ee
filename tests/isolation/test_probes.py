"""Attempts at what is another's, and not one that gets anything: a million at reading in `make probes`.

A tenth as many are made at writing, and a twenty-fifth through the verbs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from mnemic.domain.scope import Scope
from mnemic.errors import MnemicError
from mnemic.ports import Reader
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.stores.sql.postgres import PostgresStore
from tests.effort import EFFORT, examples
from tests.isolation.probes import Prober, first
from tests.isolation.verbs import BY_WORDS, WHOLE
from tests.isolation.world import STATES, World, held, shown, world
from tests.tables import each_row

PROBES = EFFORT.probes
SEED = 20_260_302


def many(planted: World) -> int:
    """How many attempts; where each is a way to a server and back, a tenth of them."""
    return PROBES // 10 if isinstance(planted.store, PostgresStore) else PROBES


def prober(planted: World, salt: int) -> Prober:
    """Probes of that world, the same in every run."""
    return Prober(world=planted, random=random.Random(SEED + salt))


def test_no_snapshot_shows_anothers(planted: World) -> None:
    """By ids of others, whole or bent, a reader finds nothing; and what it tells of itself holds no word of others."""
    assert first(prober(planted, 1).read(many(planted))) == []


def test_no_transaction_reaches_anothers(planted: World) -> None:
    """A writer that is told to change or remove rows of others changes none, of nobody."""
    before = [held(planted.store, one.scope) for one in planted.residents]
    assert first(prober(planted, 2).write(max(many(planted) // 10, 1))) == []
    assert [held(planted.store, one.scope) for one in planted.residents] == before


def test_no_verb_tells_anothers(planted: World) -> None:
    """Whatever verb is called with ids, names and words of others: no word of theirs is in the answer, or in the error;
    and what they have stays as it is, whoever counts what."""
    before = [held(planted.store, one.scope, but=STATES) for one in planted.residents]
    assert first(prober(planted, 3).call(max(many(planted) // 25, 1))) == []
    assert [held(planted.store, one.scope, but=STATES) for one in planted.residents] == before


def test_threads_of_many_users(planted: World) -> None:
    """Eight threads ask and look for whoever comes next, all in one process: nobody is told a word of another."""

    def asks(seed: int) -> set[str]:
        drawn, found = random.Random(seed), set[str]()
        for _ in range(examples(150)):
            one = drawn.choice(planted.residents)
            user = planted.user(one)
            if drawn.random() < 0.6:
                given = one.word(drawn.choice(("home", "doctor", "goal", "trigger")))
                verb = drawn.choice([name for name in BY_WORDS if name != "permanent.read"])
                try:
                    told: object = BY_WORDS[verb](user, f"Where is {given}?")
                except MnemicError as error:
                    told = error
            else:
                told = WHOLE[drawn.choice(list(WHOLE))](user)
            found |= planted.foreign(shown(told), one, "")
        return found

    with ThreadPoolExecutor(8) as threads:
        assert set().union(*threads.map(asks, range(8))) == set()


class Leaky(InMemoryStore):
    """A store that now and then takes one user for another."""

    def __init__(self) -> None:
        super().__init__()
        self.one_in = 0
        self._asked = 0

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        """A snapshot, every so often of the first user there is."""
        self._asked += 1
        wrong = self.one_in and self._asked % self.one_in == 0
        with super().reading(self.users(after=None, limit=1)[0] if wrong else scope) as reader:
            yield reader


@each_row("kind", ["read", "call"])
def test_a_leak_would_be_found(kind: str) -> None:
    """Over a store that gives one snapshot in fifty to the wrong user, the same attempts find leaks: they can fail."""
    store = Leaky()
    leaking = world(store, users_each=(3, 3, 3))
    store.one_in = 50
    probing = prober(leaking, 4)
    assert first(probing.read(20_000) if kind == "read" else probing.call(500)) != []
    leaking.close()


def test_the_store_is_sound(planted: World) -> None:
    """Nothing that was tried has broken the store."""
    assert planted.store.check() == []
