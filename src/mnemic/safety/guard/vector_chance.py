"""A closer look at a text by its vector: the chance that it is an attack, by where it lies among labelled texts.

Rules and words know constructions and miss what is put in other words; a vector knows what a text is about and says
little of tricks. Together they judge authors of whom they have seen nothing (docs/security/guard.md has the figures).
The vector is the one the turn is stored with, so this costs a product of two short vectors.

The weights come from `python -m training.chance --write`; they mean something for the bundled embedder only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import exp, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.record import Origin
from mnemic.ports import Vectors
from mnemic.safety.guard.screen import (
    HIDDEN,
    LIKE_AN_ATTACK,
    PASSAGE_CHARACTERS,
    GuardDecision,
    GuardVerdict,
    passages_of,
)
from mnemic.safety.guard.weights import learned_arrays

CHANCE_WEIGHTS = Path(__file__).parent / "chance.npz"

OWN, BETWEEN, OUTSIDE = range(3)
PARTY = {
    Origin.USER: OWN,
    Origin.ASSISTANT: BETWEEN,
    Origin.INFERRED: BETWEEN,
    Origin.IMPORTED: BETWEEN,
    Origin.TOOL: OUTSIDE,
    Origin.DOCUMENT: OUTSIDE,
}
"""Whose words they are, as far as it makes a difference here: the user's, those of who works for the user, others'."""

HELD_FROM = 0.35  # chance from which a text is held
OWN_HELD_FROM = 0.7  # the same for the user's own words: a wish that is held is a wish that is not heard
SURE_FROM = 0.9  # score of rules and words from which a text is held whatever its vector says
SIDE_WEIGHT = 0.7  # of the columns that count for one side only, so that both sides learn most from each other
RULES_SHARE = 0.3  # of what words and rules say, in log-odds; of 0, 0.3 and 0.5 the best on authors left out
SURE = 9.0  # log-odds beyond which no chance goes: none is ever certain
SPLIT = 384  # the first columns are one model's, the others another's, each of length one


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceWeights:
    """What was learned."""

    fingerprint: str  # of the embedder whose vectors they read
    mean: Vectors  # of the texts learned from, shape (size,)
    weights: Vectors  # shape (columns of `features`,)
    bias: float


def chance_features(vectors: Vectors, parties: NDArray[np.int64], rules: Vectors, mean: Vectors) -> Vectors:
    """What is weighed, shape (texts, 3 * size + 5): vectors from the middle of all texts, those of the user's words and
    of others' words once more apart, whose words they are, and what the rules say (score, and whether it is enough)."""
    moved = vectors.astype(np.float32) - mean
    for part in (moved[:, :SPLIT], moved[:, SPLIT:]):
        norms = np.linalg.norm(part, axis=1, keepdims=True)
        part /= np.where(norms > 0, norms, 1)
    own = (parties == OWN).astype(np.float32)[:, None]
    party = np.eye(3, dtype=np.float32)[parties]
    ruled = np.stack([2 * rules, rules >= 0.5], axis=1).astype(np.float32)
    return np.concatenate([moved, SIDE_WEIGHT * moved * own, SIDE_WEIGHT * moved * (1 - own), party, ruled], axis=1)


def is_undecided(verdict: GuardVerdict, text: str) -> bool:
    """Whether a vector may still change a judgement of rules and words: not where they are sure, nor where something is
    hidden, nor of a long text, of which a vector shows the subject and not the sentence in the middle."""
    return verdict.score < SURE_FROM and HIDDEN not in verdict.reasons and len(text) <= PASSAGE_CHARACTERS


def verdict_by_vector(verdict: GuardVerdict, text: str, origin: Origin, vector: Vectors, *, own: bool) -> GuardVerdict:
    """The judgement of rules, words and vector together.

    Args:
        verdict: what `guard.judge` makes of the text.
        vector: of the text, shape (size,), by the embedder of `fingerprint()`.
        own: whether the user said it, and not somebody else in the user's role.
    """
    if not is_undecided(verdict, text):
        return verdict
    found = round(attack_chance(vector, origin, rules=rules_score(text, origin), words=verdict.score), 3)
    if found < (OWN_HELD_FROM if own else HELD_FROM):
        return replace(verdict, decision=GuardDecision.PASS, score=found)
    if verdict.decision is GuardDecision.QUARANTINE:
        return replace(verdict, score=found)
    return replace(verdict, decision=GuardDecision.QUARANTINE, score=found, reasons=(*verdict.reasons, LIKE_AN_ATTACK))


def rules_score(text: str, origin: Origin) -> float:
    """The score the rules alone give a text, 0-1."""
    return max(passage.score for passage in passages_of(text, origin))


def attack_chance(vector: Vectors, origin: Origin, *, rules: float, words: float) -> float:
    """The chance, 0-1, that a text is an attack.

    Args:
        rules: the score the rules alone give, 0-1.
        words: the score of rules and words together, 0-1.
    """
    fitted = _weights()
    parties = np.array([PARTY[origin]])
    row = chance_features(vector[None, :], parties, np.array([rules], dtype=np.float32), fitted.mean)[0]
    odds = (1 - RULES_SHARE) * float(row @ fitted.weights + fitted.bias) + RULES_SHARE * _log_odds(words)
    return 1 / (1 + exp(-max(-SURE, min(SURE, odds))))


def _log_odds(chance: float) -> float:
    if not 0 < chance < 1:
        return SURE if chance >= 1 else -SURE
    return max(-SURE, min(SURE, log(chance / (1 - chance))))


def judged_embedder() -> str:
    """The embedder whose vectors can be judged."""
    return _weights().fingerprint


@cache
def _weights() -> ChanceWeights:
    """What was learned, read once."""
    with learned_arrays(CHANCE_WEIGHTS) as arrays:
        return ChanceWeights(
            fingerprint=str(arrays["fingerprint"]),
            mean=arrays["mean"].astype(np.float32),
            weights=arrays["weights"].astype(np.float32),
            bias=float(arrays["bias"]),
        )
