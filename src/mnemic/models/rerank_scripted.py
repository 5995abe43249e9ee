"""A reranker that scores by a function: the shipped twin of the real ones, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mnemic.errors import ModelError


@dataclass(slots=True)
class ScriptedReranker:
    """Scores each text by `judge(question, text)`, or raises `fails`; keeps what it was asked in `calls`."""

    judge: Callable[[str, str], float]
    fails: ModelError | None = None
    name: str = "scripted"
    calls: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """A relevance for each text, in order; higher is better, on the scale of `judge`.

        Raises:
            ModelError: the one it was given.
        """
        self.calls.append((question, tuple(texts)))
        if self.fails is not None:
            raise self.fails
        return [self.judge(question, text) for text in texts]
