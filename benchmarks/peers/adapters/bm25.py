"""Okapi BM25 over words, and over pairs of characters where a language does not space its words."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import log
from pathlib import Path

from benchmarks.peers.task import Question, Turn

K1, B = 1.2, 0.75  # Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework"
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[^\W_\u3040-\u30ff\u3400-\u9fff]+")


def terms(text: str) -> list[str]:
    """Words in lower case; of a run of Chinese, every two neighbouring characters."""
    found: list[str] = []
    for run in _WORD.findall(text.casefold()):
        pairs = [first + second for first, second in pairwise(run)]
        found += pairs if pairs and "\u3040" <= run[0] <= "\u9fff" else [run]
    return found


class Memory:
    """Turns in a list, scored one by one."""

    def __init__(self, folder: Path) -> None:
        self.ids: list[str] = []
        self._counts: list[Counter[str]] = []
        self._holding: Counter[str] = Counter()  # turns that hold a term

    def add(self, turn: Turn) -> None:
        """Count the terms of a turn."""
        counts = Counter(terms(turn.line))
        self.ids.append(turn.id)
        self._counts.append(counts)
        self._holding.update(counts.keys())

    def search(self, question: Question, k: int) -> list[list[str]]:
        """Turns with any term of the question, best first."""
        scores = self.scores(question.text)
        best = sorted(range(len(scores)), key=lambda place: -scores[place])[:k]
        return [[self.ids[place]] for place in best if scores[place] > 0]

    def scores(self, text: str) -> list[float]:
        """The score of every turn, in the order they were added."""
        total = len(self._counts)
        mean = sum(counts.total() for counts in self._counts) / max(total, 1)
        wanted = {
            term: log(1 + (total - n + 0.5) / (n + 0.5)) for term in set(terms(text)) if (n := self._holding[term])
        }
        return [
            sum(
                weight * counts[term] * (K1 + 1) / (counts[term] + K1 * (1 - B + B * counts.total() / mean))
                for term, weight in wanted.items()
                if term in counts
            )
            for counts in self._counts
        ]

    def embedding_ms(self) -> float:
        """There is no embedder."""
        return 0.0

    def close(self) -> None:
        """Nothing is on disk."""
