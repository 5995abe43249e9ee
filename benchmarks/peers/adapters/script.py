"""numpy and BM25: cosine and word score, each over its own best, added."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.adapters import bm25
from benchmarks.peers.embedding import e5
from benchmarks.peers.task import Question, Turn


class Memory:
    """Turns in a list, vectors beside them."""

    def __init__(self, folder: Path) -> None:
        self._words = bm25.Memory(folder)
        self._vectors: list[NDArray[np.float32]] = []

    def add(self, turn: Turn) -> None:
        """Count the terms of a turn and embed it."""
        self._words.add(turn)
        self._vectors.append(e5().documents([turn.line])[0])

    def search(self, question: Question, k: int) -> list[list[str]]:
        """Every turn is scored."""
        cosines = np.asarray(self._vectors) @ e5().questions([question.text])[0]
        scores = _spread(cosines) + _spread(np.asarray(self._words.scores(question.text)))
        return [[self._words.ids[place]] for place in np.argsort(-scores, kind="stable")[:k]]

    def embedding_ms(self) -> float:
        """Of both turns and questions."""
        return e5().spent_ms()

    def close(self) -> None:
        """Nothing is on disk."""


def _spread(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    """Scores from 0 for the worst to 1 for the best."""
    width = scores.max() - scores.min()
    return (scores - scores.min()) / width if width else scores * 0
