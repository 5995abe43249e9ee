"""The arithmetic of ranking: what a term is worth and how terms become a score."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.record import Kind, Memory, Tier

KIND_PRIOR: Mapping[Kind, float] = MappingProxyType(
    {
        Kind.RULE: 1.0,
        Kind.CONSTRAINT: 1.0,
        Kind.PREFERENCE: 1.0,
        Kind.DECISION: 1.0,
        Kind.PLAN: 0.9,
        Kind.SKILL: 0.9,
        Kind.FACT: 0.9,
        Kind.RELATIONSHIP: 0.9,
        Kind.NOTE: 0.8,
        Kind.TASK: 0.8,
        Kind.SUMMARY: 0.8,
        Kind.PROFILE: 0.8,
        Kind.DIGEST: 0.3,
        Kind.EVENT: 0.8,
        Kind.EPISODE: 0.0,
    }
)
"""Distilled statements before raw turns (R3: permanent > task > long-term > chat). Our own choice."""

PERMANENT_PRIOR = 1.5
PLATEAU_DAYS, PLATEAU_FALL, PLATEAU_FLOOR = 30, 0.05, 0.5  # R3


def logistic(x: float) -> float:
    """1 / (1 + e^-x): log-odds to a score between 0 and 1."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def freshness(days: float, decay: float) -> float:
    """1 / (1 + decay * days), 1 for what is of today, toward 0 for what is old (R3)."""
    return 1 / (1 + decay * max(days, 0.0))


def plateau(days: float) -> float:
    """1 for 30 days, then 0.05 less every day, down to 0.5 (R3, the ready recipe)."""
    return min(1.0, max(PLATEAU_FLOOR, 1 - PLATEAU_FALL * (days - PLATEAU_DAYS)))


def hour_of(moment: datetime) -> int:
    """Whole hours since 1970 UTC."""
    return int(moment.timestamp() // 3_600)


def days_between(earlier: datetime, later: datetime) -> float:
    """Days from one moment to a later one, counted in whole hours by the clock: within an hour no score changes by
    itself, so that an answer can be given again (R12)."""
    return (hour_of(later) - hour_of(earlier)) / 24


def kind_prior(memory: Memory) -> float:
    """How much more a memory of this kind and tier is worth at equal likeness."""
    return PERMANENT_PRIOR if memory.tier is Tier.PERMANENT else KIND_PRIOR[memory.kind]


def utility(memory: Memory) -> float:
    """Feedback between -1 and 1: (useful - useless) / (useful + useless + 2); 2 keeps one vote from deciding. Never
    below 0 for permanent memory, which the user's own word put there."""
    said = (memory.useful - memory.useless) / (memory.useful + memory.useless + 2)
    return max(said, 0.0) if memory.tier is Tier.PERMANENT else said
