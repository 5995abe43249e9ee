"""What flows through the stages of a read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo

from mnemic.domain.query import Question
from mnemic.domain.understanding import Understanding
from mnemic.index.graph import EntityGraphs
from mnemic.index.user_index import Scores, UserIndex
from mnemic.ports import Embedder, LanguageModel, Reranker, Vectors
from mnemic.reading.recipes import Recipe
from mnemic.reading.record_terms import StandingsCache
from mnemic.reading.vote_columns import VoteColumns
from mnemic.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadState:
    """A question on its way to being answered. Each stage takes one and gives the next."""

    question: Question
    recipe: Recipe
    user_index: UserIndex
    settings: Settings
    zone: tzinfo
    embedder: Embedder
    reranker: Reranker | None = None
    graphs: EntityGraphs | None = None  # of who and what the memories speak of; None: that channel takes no part
    asked: LanguageModel | None = None  # what is missing, where a model is to say so
    standings: StandingsCache = field(default_factory=StandingsCache)  # what is worked out of the memories
    votes: VoteColumns | None = None  # what feedback said of earlier answers (R13)
    vector: Vectors | None = None  # of the question, shape (columns,)
    parts: Mapping[str, Scores] = field(default_factory=dict)  # each term of the score for every row
    rows: tuple[int, ...] = ()  # candidates, best first
    extra: Mapping[str, Mapping[int, float]] = field(default_factory=dict)  # terms of the candidates only, by name
    scores: Mapping[int, float] = field(default_factory=dict)  # log-odds of the candidates
    cut: Mapping[str, str] = field(default_factory=dict)  # memory id to the gate that cut it
    degraded: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()  # what was searched again, alone

    @property
    def understanding(self) -> Understanding:
        """What the question was understood to mean."""
        return self.question.understanding or Understanding(original=self.question.text)

    @property
    def total(self) -> Scores:
        """Sum of the parts, shape (rows,)."""
        total: Scores = sum(self.parts.values(), start=self.user_index.nothing())
        return total
