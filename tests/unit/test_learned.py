"""What was learned: the projection of questions, the trees, and what they do to a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import mnemic
from mnemic.domain.query import Recall
from mnemic.domain.scoring import logistic
from mnemic.index.user_index import Scores
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.models.hashing import HashingEmbedder
from mnemic.reading import learned_ranker, projection
from mnemic.reading.features import FEATURES, features
from mnemic.reading.learned_ranker import Trees
from mnemic.reading.projection import Projection, VectorShift
from mnemic.reading.state import ReadState
from tests.tables import nonempty

SAID = [
    f"{thing} is in {place}." for thing in ("The lamp", "The kettle", "My coat") for place in ("Leeds", "Oslo", "Bath")
]
SAID += ["水壶在大阪。", "外套在青岛。", "The cello was sold.", "Nothing new today.", "My sister has a kettle."]
QUESTION = "Where is the kettle?"


@dataclass(slots=True)
class Fixed:
    """A ranker that adds what it is told to, and keeps the features it was shown."""

    by_place: list[float]
    seen: list[NDArray[np.float32]] = field(default_factory=list)

    def added(self, asking: ReadState, rows: NDArray[np.int64]) -> Scores:
        """The numbers given, in order of the candidates, and 0 for the rest."""
        self.seen.append(features(asking, rows))
        return np.array((self.by_place + [0.0] * len(rows))[: len(rows)], dtype=np.float32)


class Named(HashingEmbedder):
    """The hashing embedder under a name that nothing else has a ranker for."""

    @property
    def fingerprint(self) -> str:
        """The name."""
        return "for test_learned"


@pytest.fixture
def ranker() -> Iterator[Fixed]:
    """A ranker that changes nothing until it is told to, known for the length of a test."""
    fixed = Fixed([])
    learned_ranker.register_ranker("for test_learned", fixed)
    yield fixed
    del learned_ranker.fitted_rankers()["for test_learned"]


def search(**settings: Any) -> Recall:
    """The question, asked of what was said."""
    with mnemic.open(":memory:", embedder=Named(), background=False, **settings) as memory:
        user = memory.user("alice")
        user.add([{"role": "user", "content": text, "id": f"t{n}"} for n, text in enumerate(SAID)], infer=False)
        return user.search(QUESTION, k=20)


def texts(recall: Recall) -> list[str]:
    """What was found, best first."""
    return [hit.memory.text for hit in recall]


def test_a_ranker_that_adds_nothing_changes_nothing(ranker: Fixed) -> None:
    """Order and scores are those of the terms alone."""
    with_it, without = search(), search(learned_weight=0)
    assert ranker.seen
    assert texts(with_it) == texts(without)
    assert [hit.score for hit in with_it] == pytest.approx([hit.score for hit in without], abs=1e-6)


def test_what_is_raised_rises_and_the_best_score_stays(ranker: Fixed) -> None:
    """The third candidate, raised, comes first; the best score is still what the terms made it."""
    before = search(diversity=0)
    ranker.by_place = [0.0, 0.0, 50.0]
    after = search(diversity=0)
    assert texts(after)[0] == texts(before)[2]
    assert after[0].score == pytest.approx(before[0].score, abs=1e-6)


def test_the_term_explains_the_score(ranker: Fixed) -> None:
    """With `learned` among them, the terms of a hit still add up to its log-odds."""
    ranker.by_place = [-1.0, 2.0, 0.5]
    for hit in nonempty(search()):
        assert logistic(sum(hit.explain.values())) == pytest.approx(hit.score, abs=1e-3)


def test_what_is_not_looked_at_stays_behind(ranker: Fixed, monkeypatch: pytest.MonkeyPatch) -> None:
    """However low the trees put a candidate, one they never saw does not pass it."""
    monkeypatch.setattr(learned_ranker, "CANDIDATES", 3)
    seen = texts(search(diversity=0))[:3]
    ranker.by_place = [-40.0, -50.0, -60.0]
    assert texts(search(diversity=0))[:3] == seen


def test_without_weight_or_with_another_recipe_the_ranker_is_not_asked(ranker: Fixed) -> None:
    """`learned_weight=0` and the recipes that are one channel alone leave it out."""
    search(learned_weight=0)
    search(recipe="lexical")
    search(recipe="precise")
    assert not ranker.seen


def test_features_are_numbers(ranker: Fixed) -> None:
    """One finite number for each feature of each candidate."""
    search()
    (table,) = ranker.seen
    assert table.shape[1] == len(FEATURES)
    assert np.isfinite(table).all()
    assert (table[:, FEATURES.index("hand")] == sorted(table[:, FEATURES.index("hand")], reverse=True)).all()


def walked(trees: Trees, row: NDArray[np.float32]) -> float:
    """What the trees add to one row, node by node."""
    total = 0.0
    for feature, threshold, leaf in zip(trees.feature, trees.threshold, trees.leaf, strict=True):
        place = 0
        while place < 7:
            place = 2 * place + (2 if row[feature[place]] > threshold[place] else 1)
        total += float(leaf[place - 7])
    return total


@given(st.integers(0, 2**32 - 1))
def test_trees_add_the_leaves_their_questions_lead_to(seed: int) -> None:
    """All rows at once give what walking each tree gives."""
    chance = np.random.default_rng(seed)
    trees = Trees(
        feature=chance.integers(0, 5, (9, 7)).astype(np.int16),
        threshold=chance.choice([-1, -0.5, 0, 0.5, 1], (9, 7)).astype(np.float32),
        leaf=chance.normal(size=(9, 8)).astype(np.float32),
    )
    table = chance.choice([-1, -0.5, 0, 0.5, 1, 0.7], (13, 5)).astype(np.float32)
    assert trees(table) == pytest.approx([walked(trees, row) for row in table], abs=1e-5)


def shift(start: int, stop: int, scale: float) -> VectorShift:
    """A shift that moves nothing."""
    size = stop - start
    nothing = np.zeros((size, 2), dtype=np.float32)
    return VectorShift(
        start=start, stop=stop, scale=scale, left=nothing, right=nothing, always=np.zeros(size, np.float32)
    )


def test_a_projection_without_a_shift_only_scales() -> None:
    """U = 0 and w = 0: each signal's part of the vector times its scale."""
    parts = {"a": shift(0, 2, 3.0), "b": shift(2, 5, 0.5)}
    still = Projection(own=parts, crossing=parts, bias=0.0, means={"a": 0.0, "b": 0.0}, deviation=1.0)
    vector = np.arange(1, 6, dtype=np.float32)
    assert still.shifted(vector, crossing=False).tolist() == [3, 6, 1.5, 2, 2.5]


def test_both_sides_shift_by_themselves() -> None:
    """A question moves to one place for its own language and to another for the other one."""
    bundled = projection.projection_of(BuiltinEmbedder().fingerprint)
    assert bundled is not None
    vector = np.full(BuiltinEmbedder().size, 0.05, dtype=np.float32)
    own, crossing = (bundled.shifted(vector, crossing=side) for side in (False, True))
    assert not np.allclose(own, crossing)


def test_what_is_shipped_fits_the_bundled_embedder() -> None:
    """Projection and trees are for its fingerprint, its signals and its columns."""
    embedder = BuiltinEmbedder()
    bundled = projection.projection_of(embedder.fingerprint)
    assert bundled is not None
    assert {name: (one.start, one.stop) for name, one in bundled.own.items()} == {
        signal.name: (signal.start, signal.stop) for signal in embedder.signals
    }
    trees = learned_ranker.ranker_of(embedder.fingerprint)
    assert isinstance(trees, Trees)
    assert len(trees.leaf) > 100
    assert trees.feature.max() < len(FEATURES)


def test_trees_for_other_features_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees that were fitted for other features would order by nonsense: they are an error."""
    monkeypatch.setattr(learned_ranker, "FEATURES", FEATURES[1:])
    learned_ranker.fitted_rankers.cache_clear()
    try:
        with pytest.raises(ValueError, match="other features"):
            learned_ranker.fitted_rankers()
    finally:
        learned_ranker.fitted_rankers.cache_clear()
