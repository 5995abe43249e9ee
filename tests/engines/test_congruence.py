"""Every engine answers as the exact index does: the same random memories, changes and removals, the same questions."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from uuid import uuid4

import numpy as np
import pytest

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.ports.vectors import VectorIndex
from mnemic.stores.vectors.exact import ExactVectors
from tests.engines.places import Place
from tests.tables import nonempty

SEED = 20_260_302
SIZE = 24
SPACES = [VectorSpace(fingerprint="congruence", signal=signal, size=SIZE) for signal in ("words", "meaning")]
USERS, MEMORIES, ROUNDS, QUESTIONS = 4, 60, 2, 40
KINDS = ["fact", "event", "preference", "种类"]
AGENTS = ["", "coder", "写作助手", "a'b"]
TIE = 1e-3  # of cosine: engines add up in another order, and in single precision


def test_answers_are_those_of_the_exact_index(engine: VectorIndex, place: Place) -> None:
    """After every round of random puts, changes, removals and forgetting, whatever is asked of whatever user, narrowed
    or not: as many are named, with their cosines, and none that the exact index has nearer is left out."""
    if place.many < MEMORIES * USERS:
        pytest.skip("takes too long here: the same code runs in memory")
    chance, numbers = Random(SEED), np.random.default_rng(SEED)
    exact = ExactVectors()
    users = [Scope(f"tenant {uuid4().hex}", f"user {number}") for number in range(USERS)]
    for _ in range(ROUNDS):
        _changed([engine, exact], users, chance, numbers)
        for user in nonempty(users):
            for space in nonempty(SPACES):
                assert engine.ids(user, space) == exact.ids(user, space)
        for _ in range(QUESTIONS):
            _compared(engine, exact, chance.choice(users), chance, numbers)


def _changed(engines: list[VectorIndex], users: list[Scope], chance: Random, numbers: np.random.Generator) -> None:
    """Tell every engine the same."""
    for user in users:
        for space in SPACES:
            told = [
                VectorEntry(
                    id=f"m{chance.randrange(MEMORIES * 2)}",
                    vector=_direction(numbers).tolist(),
                    kind=chance.choice(KINDS),
                    agent=chance.choice(AGENTS),
                )
                for _ in range(MEMORIES)
            ]
            gone = [f"m{chance.randrange(MEMORIES * 2)}" for _ in range(MEMORIES // 3)]
            for engine in engines:
                engine.put(user, space, told)
                engine.remove(user, space, gone)
    if chance.random() < 0.5:
        forgotten = chance.choice(users)
        for engine in engines:
            engine.forget(forgotten)


def _compared(
    engine: VectorIndex, exact: ExactVectors, user: Scope, chance: Random, numbers: np.random.Generator
) -> None:
    question, space, k = _direction(numbers), chance.choice(SPACES), chance.choice([1, 5, 20, 500])
    where = VectorFilter(kinds=_some(chance, KINDS), agents=_some(chance, AGENTS))
    everyone = {near.id: near.cosine for near in exact.search(user, space, question, k=MEMORIES * 2, where=where)}
    found = engine.search(user, space, question, k=k, where=where)
    named = [near.id for near in found]
    assert len(named) == len(set(named)) == min(k, len(everyone))
    assert set(named) <= set(everyone)
    assert all(abs(near.cosine - everyone[near.id]) < TIE for near in found)
    assert all(left.cosine >= right.cosine - TIE for left, right in pairwise(found))
    worst = min((near.cosine for near in found), default=-1.0)
    assert not [one for one, cosine in everyone.items() if cosine > worst + TIE and one not in named]


def _direction(numbers: np.random.Generator) -> Vectors:
    made = numbers.standard_normal(SIZE).astype(np.float32)
    direction: Vectors = made / np.float32(np.linalg.norm(made))
    return direction


def _some(chance: Random, values: list[str]) -> frozenset[str] | None:
    return None if chance.random() < 0.4 else frozenset(chance.sample(values, chance.randint(1, len(values))))
