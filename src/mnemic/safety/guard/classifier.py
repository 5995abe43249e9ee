"""A small linear classifier beside the rules: how much a passage reads like an attack.

Logistic regression over hashed words and pairs of neighbouring words, pairs of senses that meet in a sentence (with the
words that only hint at one), and what the rules found. What the user says and what comes from outside have weights of
their own. `python -m training.guard` fits it on texts written for the project; training/README.md has the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.record import Origin
from mnemic.domain.regex import Regex
from mnemic.safety.guard.constructions import CONSTRUCTIONS, WRITTEN_FORMS
from mnemic.safety.guard.lexicon import WordSense
from mnemic.safety.guard.senses import SenseWord
from mnemic.safety.guard.weights import learned_arrays

WEIGHTS = Path(__file__).parent / "guard.npz"
BUCKETS_BITS = 15  # words are hashed into so many bits
STEM = 6  # letters of a Latin word that count
WORDS_SHARE = 6.0  # length of the vector of words, whatever their number; of 3, 6 and 10 the best on unseen authors
PAIRS_SHARE = 3.0  # the same for pairs of senses
RULE_SHARE, SCORE_SHARE = 0.5, 2.0  # of a rule that was found, and of the rules' score
ORIGIN_SHARE = 0.5
PAIRS_MAX = 400  # neighbouring words of a passage that are read

SENSES = tuple(WordSense)
RULES = tuple(rule.name for rule in CONSTRUCTIONS) + tuple(shape.name for shape in WRITTEN_FORMS)
ORIGINS = (Origin.USER, Origin.ASSISTANT, Origin.TOOL, Origin.DOCUMENT, Origin.INFERRED, Origin.IMPORTED)

_LINK = Regex(r"https?://[^\s)\]\"'，。]+|[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,20}){1,4}")
_NUMBER = Regex(r"\d+")
_TOKEN = Regex(r"[a-z]+(?:'[a-z]+)?|[\u4e00-\u9fff]|0|\x01|[^\s\w]")

Buckets = NDArray[np.int64]
Pairs = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierWeights:
    """What was fitted. The first of each pair of tables is for the user's own words, the other for outside text."""

    words: NDArray[np.float32]  # shape (2, 2 ** BUCKETS_BITS)
    pairs: NDArray[np.float32]  # shape (2, senses, senses), symmetric halves added up in the upper one
    rules: Mapping[str, float]
    score: float
    origins: Mapping[Origin, float]
    bias: float


@cache
def classifier_weights() -> ClassifierWeights:
    """The weights in the package, loaded when first needed."""
    return weights_from(WEIGHTS)


def weights_from(path: Path) -> ClassifierWeights:
    """Weights from a file."""
    with learned_arrays(path) as stored:
        pairs = np.zeros((2, len(SENSES), len(SENSES)), np.float32)
        pairs[:, *np.triu_indices(len(SENSES))] = stored["pairs"]
        return ClassifierWeights(
            words=stored["words"].astype(np.float32),
            pairs=pairs,
            rules=dict(zip(RULES, stored["rules"].astype(float).tolist(), strict=True)),
            score=float(stored["rest"][0]),
            bias=float(stored["rest"][1]),
            origins=dict(zip(ORIGINS, stored["origins"].astype(float).tolist(), strict=True)),
        )


def word_buckets(reading: str) -> Buckets:
    """The buckets of the different words of a plain reading and of their neighbours, in no order."""
    bare = _NUMBER.sub("0", _LINK.sub(" \x01 ", reading))
    tokens = [token[:STEM] for token in _TOKEN.findall(bare)][:PAIRS_MAX]
    units = {*tokens, *map(" ".join, pairwise(tokens))}
    shift = 32 - BUCKETS_BITS
    return np.fromiter({crc32(unit.encode()) >> shift for unit in units}, np.int64)


def sense_pairs(sentences: Sequence[Sequence[SenseWord]]) -> Pairs:
    """Which senses meet in one sentence, shape (senses, senses), 0 or 1; a sense meets itself."""
    seen = []
    for sentence in sentences:
        senses = 0
        for word in sentence:
            senses |= word.senses
        seen.append(senses)
    if not seen:
        return np.zeros((len(SENSES), len(SENSES)), np.float32)
    packed = np.array(seen, "<u8").view(np.uint8).reshape(len(seen), 8)
    table = np.unpackbits(packed, axis=1, bitorder="little")[:, : len(SENSES)].astype(np.float32)
    return (table.T @ table > 0).astype(np.float32)


def attack_log_odds(
    reading: str,
    sentences: Sequence[Sequence[SenseWord]],
    evidence: Mapping[str, float],
    *,
    score: float,
    origin: Origin,
) -> float:
    """The log-odds that a passage is an attack rather than harmless.

    Args:
        sentences: the words of its sentences, hints included.
        evidence: what the rules found in it, and their `score`, 0-1.
    """
    fitted, side = classifier_weights(), 0 if origin is Origin.USER else 1
    buckets, pairs = word_buckets(reading), sense_pairs(sentences)
    met = (float(pairs.sum()) + float(pairs.trace())) / 2
    total = fitted.bias + fitted.origins[origin] * ORIGIN_SHARE + fitted.score * score * SCORE_SHARE
    if len(buckets):
        total += float(fitted.words[side, buckets].sum()) * WORDS_SHARE / sqrt(len(buckets))
    if met:
        total += float((fitted.pairs[side] * pairs).sum()) * PAIRS_SHARE / sqrt(met)
    return total + RULE_SHARE * sum(fitted.rules.get(name, 0.0) for name in evidence)


def telling_pairs(sentences: Sequence[Sequence[SenseWord]], origin: Origin, most: int) -> list[str]:
    """The pairs of senses that speak most for an attack, for whoever reviews it."""
    told = classifier_weights().pairs[0 if origin is Origin.USER else 1] * sense_pairs(sentences)
    order = np.argsort(told, axis=None)[::-1][:most]
    places = [divmod(int(place), len(SENSES)) for place in order if told.flat[place] > 0]
    return [SENSES[one].value if one == other else f"{SENSES[one]} + {SENSES[other]}" for one, other in places]
