"""Retrieval recipes: a strategy is a value, chosen by a word. docs/guide/recalling.md has what each is good for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from mnemic.domain import scoring
from mnemic.domain.record import Kind, Memory
from mnemic.errors import InvalidQuery
from mnemic.settings import Settings

WIDER = 1.5  # times the setting `neighbour_weight`, in the recipe broad
MORE_DIVERSE = 2.0  # times the setting `diversity`, in the recipe broad
MORE_GRAPH = 2.0  # times the weight of what is related by entities, in the recipe broad
RECENT = 3.0  # weight of freshness in the recipe recent


class Curve(StrEnum):
    """How freshness falls with age."""

    RECIPROCAL = "reciprocal"  # 1 / (1 + a * days), for everything
    PLATEAU = "plateau"  # lasting statements full for 30 days, then 0.05 less a day down to 0.5; events as reciprocal


LASTING = frozenset(
    {
        Kind.FACT,
        Kind.PREFERENCE,
        Kind.RULE,
        Kind.DECISION,
        Kind.CONSTRAINT,
        Kind.RELATIONSHIP,
        Kind.SKILL,
    }
)
"""Kinds that hold on: their freshness has the plateau. Events, plans, notes and turns pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Weights of the channels and of the terms of a score. A channel with weight 0 does not take part."""

    name: str
    vectors: float = 1.0
    words: float = 1.0
    neighbours: float
    graph: float = 1.0  # of what is related to the question's entities
    recency: float
    recency_decay: float
    curve: Curve = Curve.RECIPROCAL
    frequency: float
    kind: float
    confidence: float
    utility: float
    diversity: float
    learned: float  # how much the learned ranker has to say, 0-1
    words_needed: bool = False  # only memories that share a word with the question

    def freshness_of(
        self, hours: NDArray[np.float64], lasting: NDArray[np.float64], at: datetime
    ) -> NDArray[np.float64]:
        """The same for many at once.

        Args:
            hours: when each was last said or used, in whole hours since 1970.
            lasting: not 0 where it is of a kind in LASTING.
        """
        days = (scoring.hour_of(at) - hours) / 24
        fresh: NDArray[np.float64] = 1 / (1 + self.recency_decay * np.maximum(days, 0))
        if self.curve is Curve.PLATEAU:
            kept = np.clip(1 - scoring.PLATEAU_FALL * (days - scoring.PLATEAU_DAYS), scoring.PLATEAU_FLOOR, 1)
            fresh = np.where(lasting, kept, fresh)
        return fresh

    def freshness(self, memory: Memory, at: datetime) -> float:
        """How fresh a memory is at a moment, 0-1, since it was last said or used."""
        touched = max(memory.said_at, memory.last_accessed_at or memory.said_at)
        days = scoring.days_between(touched, at)
        if self.curve is Curve.PLATEAU and memory.kind in LASTING:
            return scoring.plateau(days)
        return scoring.freshness(days, self.recency_decay)


def recipes(settings: Settings) -> Mapping[str, Recipe]:
    """Every recipe by name, built from the settings.

    balanced: all channels. precise: a memory's own words and vectors alone. broad: more of what stands around, less of
    the same. recent: what was said or used lately. lasting: lasting statements stay fresh for a month. lexical: words
    alone. semantic: vectors alone.
    """
    balanced = Recipe(
        name="balanced",
        neighbours=settings.neighbour_weight,
        recency=settings.recency_weight,
        recency_decay=settings.recency_decay,
        frequency=settings.frequency_weight,
        kind=settings.kind_weight,
        confidence=settings.confidence_weight,
        utility=settings.utility_weight,
        diversity=settings.diversity,
        learned=settings.learned_weight,
    )
    alone = replace(balanced, neighbours=0.0, graph=0.0, learned=0.0)
    every = (
        balanced,
        replace(alone, name="precise", diversity=0.0),
        replace(
            balanced,
            name="broad",
            neighbours=WIDER * balanced.neighbours,
            graph=MORE_GRAPH,
            diversity=min(1.0, MORE_DIVERSE * balanced.diversity),
        ),
        replace(balanced, name="recent", recency=RECENT),
        replace(balanced, name="lasting", curve=Curve.PLATEAU),
        replace(alone, name="lexical", vectors=0.0, words_needed=True),
        replace(alone, name="semantic", words=0.0),
    )
    return {recipe.name: recipe for recipe in every}


def recipe_named(name: str | None, settings: Settings) -> Recipe:
    """One recipe; without a name the one of the setting `recipe`.

    Raises:
        InvalidQuery: no recipe has this name.
    """
    known = recipes(settings)
    wanted = settings.recipe if name is None else name
    if not isinstance(wanted, str) or wanted not in known:
        raise InvalidQuery(f"There is no recipe {wanted!r}. Known are: {', '.join(known)}.")
    return known[wanted]
