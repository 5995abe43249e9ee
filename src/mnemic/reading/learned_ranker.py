"""The learned ranker: what the sum of terms gets wrong, corrected by boosted trees.

Gradient-boosted regression trees of depth three (LambdaMART, Burges 2010) over the features of the best candidates,
fitted to order the turns that answer before those that do not. They begin from the sum of the terms, so where they have
learned nothing, the terms stand. `python -m training.ranker` fits them on conversations written for the project
(evals/data/talks, the train half); docs/decisions/0015-learned-ranking.md has the figures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mnemic.index.user_index import Scores
from mnemic.reading.features import FEATURES, features
from mnemic.reading.ranking import WIDTH, with_extra_term
from mnemic.reading.state import ReadState

WEIGHTS = Path(__file__).parent / "ranker.npz"
CANDIDATES = 100  # the best ones, that are looked at
FEW, MANY = 2, 20  # memories up to which the trees have no say, and from which they have their whole say

Places = NDArray[np.int16]


class LearnedRanker(Protocol):
    """Corrects the scores of candidates."""

    def added(self, asking: ReadState, rows: NDArray[np.int64]) -> Scores:
        """What is added to the log-odds of candidate rows, best first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeQuestions:
    """The different questions that trees ask: many inner nodes ask the same."""

    feature: Places  # shape (questions,)
    threshold: NDArray[np.float32]
    place: NDArray[np.intp]  # of each inner node's question, shape (7, trees)


def _asked(feature: Places, threshold: NDArray[np.float32]) -> TreeQuestions:
    nodes = np.stack([feature.T.ravel().astype(np.float64), threshold.T.ravel().astype(np.float64)], axis=1)
    different, place = np.unique(nodes, axis=0, return_inverse=True)
    return TreeQuestions(
        feature=different[:, 0].astype(np.int16),
        threshold=different[:, 1].astype(np.float32),
        place=place.reshape(feature.T.shape),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trees:
    """Complete binary trees of depth three, shape (trees, 7) and (trees, 8).

    Inner node `i` asks whether its feature is above its threshold; its children are `2 i + 1` and `2 i + 2`.
    """

    feature: Places
    threshold: NDArray[np.float32]
    leaf: NDArray[np.float32]
    asked: TreeQuestions = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "asked", _asked(self.feature, self.threshold))

    def __call__(self, table: NDArray[np.float32]) -> Scores:
        """What the trees add to the log-odds of each row of a table of features."""
        asked = np.ascontiguousarray(table.T)[self.asked.feature] > self.asked.threshold[:, None]
        above = asked[self.asked.place]  # (7, trees, rows)
        first = above[0]
        second = np.where(first, above[2], above[1])
        third = np.where(first, np.where(second, above[6], above[5]), np.where(second, above[4], above[3]))
        place = 4 * first.view(np.int8) + 2 * second.view(np.int8) + third.view(np.int8)
        trees = 8 * np.arange(len(self.leaf))[:, None]
        added: Scores = self.leaf.take(place + trees).sum(axis=0)
        return added

    def added(self, asking: ReadState, rows: NDArray[np.int64]) -> Scores:
        """What the trees add to the log-odds of candidate rows."""
        return self(features(asking, rows))


def ranker_of(fingerprint: str) -> LearnedRanker | None:
    """The ranker fitted with an embedder; None where there is none."""
    return fitted_rankers().get(fingerprint)


def register_ranker(fingerprint: str, ranker: LearnedRanker) -> None:
    """Use a ranker with an embedder, for the life of the process."""
    fitted_rankers()[fingerprint] = ranker


@cache
def fitted_rankers() -> dict[str, LearnedRanker]:
    """The trees shipped, by the fingerprint of their embedder, and what was registered.

    Raises:
        ValueError: they were fitted for other features than these.
    """
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        if tuple(stored["features"].tolist()) != FEATURES:
            raise ValueError(f"{WEIGHTS.name} was fitted for other features: run python -m training.ranker --write.")
        trees = Trees(feature=stored["feature"], threshold=stored["threshold"], leaf=stored["leaf"])
        return {str(stored["fingerprint"]): trees}


def rank_by_trees(asking: ReadState) -> ReadState:
    """The best candidates in the order the trees give them. The best score stays what it is: the trees say which memory
    answers, the terms how well."""
    ranker = ranker_of(asking.embedder.fingerprint)
    if ranker is None or not asking.recipe.learned or asking.vector is None or not asking.rows:
        return asking
    say = asking.recipe.learned * min(max((len(asking.user_index) - FEW) / (MANY - FEW), 0.0), 1.0)
    if not say:
        return asking
    rows = np.array(asking.rows[:CANDIDATES], dtype=np.int64)
    added = say * ranker.added(asking, rows)
    hand = np.array([asking.scores[row] for row in rows.tolist()], dtype=np.float32)
    added -= (hand + added).max() - hand.max()
    last = float(added.min())  # those not looked at stay behind those that were
    own = dict(zip(rows.tolist(), (added * WIDTH).tolist(), strict=True))
    return with_extra_term(asking, "learned", dict.fromkeys(asking.rows, last * WIDTH) | own)
