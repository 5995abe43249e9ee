"""The learned ranker: what the sum of terms gets wrong, corrected by boosted trees.

Gradient-boosted regression trees of depth three (LambdaMART, Burges 2010) over the features of the best candidates,
fitted to order the turns that answer before those that do not. They begin from the sum of the terms, so where they have
learned nothing, the terms stand. `python -m training.ranker` fits them on conversations written for the project
(evals/data/talks, the train half); docs/decisions/0015-learned-ranking.md has the figures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mnemic.index.shelf import Scores
from mnemic.reading.asking import Asking
from mnemic.reading.features import FEATURES, features
from mnemic.reading.ranking import WIDTH, ranked

WEIGHTS = Path(__file__).parent / "ranker.npz"
CANDIDATES = 100  # the best ones, that are looked at
FEW, MANY = 8, 100  # memories up to which the trees have no say, and from which they have their whole say

Places = NDArray[np.int16]


class Ranker(Protocol):
    """Corrects the scores of candidates."""

    def added(self, asking: Asking, rows: NDArray[np.int64]) -> Scores:
        """What is added to the log-odds of candidate rows, best first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Trees:
    """Complete binary trees of depth three, shape (trees, 7) and (trees, 8).

    Inner node `i` asks whether its feature is above its threshold; its children are `2 i + 1` and `2 i + 2`.
    """

    feature: Places
    threshold: NDArray[np.float32]
    leaf: NDArray[np.float32]

    def __call__(self, table: NDArray[np.float32]) -> Scores:
        """What the trees add to the log-odds of each row of a table of features."""
        above = table[:, self.feature] > self.threshold  # (rows, trees, 7)
        node = above[:, :, 0].astype(np.intp)
        for first in (1, 3):
            node = 2 * node + np.take_along_axis(above, (first + node)[:, :, None], axis=2)[:, :, 0]
        added: Scores = self.leaf[np.arange(len(self.leaf)), node].sum(axis=1)
        return added

    def added(self, asking: Asking, rows: NDArray[np.int64]) -> Scores:
        """What the trees add to the log-odds of candidate rows."""
        return self(features(asking, rows))


def ranker_of(fingerprint: str) -> Ranker | None:
    """The ranker fitted with an embedder; None where there is none."""
    return fitted().get(fingerprint)


def register(fingerprint: str, ranker: Ranker) -> None:
    """Use a ranker with an embedder, for the life of the process."""
    fitted()[fingerprint] = ranker


@cache
def fitted() -> dict[str, Ranker]:
    """The trees shipped, by the fingerprint of their embedder, and what was registered.

    Raises:
        ValueError: they were fitted for other features than these.
    """
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        if tuple(stored["features"].tolist()) != FEATURES:
            raise ValueError(f"{WEIGHTS.name} was fitted for other features: run python -m training.ranker --write.")
        trees = Trees(feature=stored["feature"], threshold=stored["threshold"], leaf=stored["leaf"])
        return {str(stored["fingerprint"]): trees}


def learned(asking: Asking) -> Asking:
    """The best candidates in the order the trees give them. The best score stays what it is: the trees say which memory
    answers, the terms how well."""
    ranker = ranker_of(asking.embedder.fingerprint)
    if ranker is None or not asking.recipe.learned or asking.vector is None or not asking.rows:
        return asking
    say = asking.recipe.learned * min(max((len(asking.shelf) - FEW) / (MANY - FEW), 0.0), 1.0)
    if not say:
        return asking
    rows = np.array(asking.rows[:CANDIDATES], dtype=np.int64)
    added = say * ranker.added(asking, rows)
    hand = np.array([asking.scores[row] for row in rows.tolist()], dtype=np.float32)
    added -= (hand + added).max() - hand.max()
    last = float(added.min())  # those not looked at stay behind those that were
    terms = dict.fromkeys(asking.rows, last) | dict(zip(rows.tolist(), added.tolist(), strict=True))
    scores = {row: score + terms[row] for row, score in asking.scores.items()}
    extra = {row: {**asking.extra[row], "learned": terms[row] * WIDTH} for row in asking.rows}
    return replace(asking, rows=ranked(asking, scores), scores=scores, extra=extra)
