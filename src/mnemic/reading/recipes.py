"""Retrieval recipes: a strategy is a value, chosen by a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mnemic.errors import InvalidQuery
from mnemic.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Weights of the channels and of the terms of a score. A channel with weight 0 does not take part."""

    name: str
    vectors: float = 1.0
    words: float = 1.0
    neighbours: float
    recency: float
    recency_decay: float
    frequency: float
    kind: float
    confidence: float
    utility: float
    diversity: float
    words_needed: bool = False  # only memories that share a word with the question


def recipes(settings: Settings) -> Mapping[str, Recipe]:
    """Every recipe by name, built from the settings."""
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
    )
    return {
        "balanced": balanced,
        "precise": replace(balanced, name="precise", neighbours=0.0, diversity=0.0),
        "recent": replace(balanced, name="recent", recency=3.0),
        "lexical": replace(balanced, name="lexical", vectors=0.0, neighbours=0.0, words_needed=True),
        "semantic": replace(balanced, name="semantic", words=0.0, neighbours=0.0),
    }


def recipe_named(name: str, settings: Settings) -> Recipe:
    """One recipe.

    Raises:
        InvalidQuery: no recipe has this name.
    """
    known = recipes(settings)
    if not isinstance(name, str) or name not in known:
        raise InvalidQuery(f"There is no recipe {name!r}. Known are: {', '.join(known)}.")
    return known[name]
