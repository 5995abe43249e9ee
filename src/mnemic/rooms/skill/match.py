"""Which skill a request asks for: by trigger words, and across languages by what the words mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mnemic.domain.record import Memory
from mnemic.domain.regex import Regex
from mnemic.domain.skill import Skill
from mnemic.language import detect, segment
from mnemic.language.detect import HAN
from mnemic.ports import Signal, Vectors
from mnemic.rooms.skill.procedure import distinctive_phrase
from mnemic.rooms.skill.record import skill_of

PHRASE_CHARACTERS_MAX = 200  # of a description that is compared as a phrase
PHRASES_MAX = 8  # of one skill that are compared
LOOKED_AT_MAX = 24  # skills compared phrase by phrase; the rest is told apart by their whole text

# Of the log-odds that a request asks for a skill. Fitted by logistic regression on the requests of
# tests/unit/skill_requests.txt that ask for something at all, rounded; the guide says how well two of its three
# sets tell the third.
BIAS = -4.6
WORDS = 0.5  # for the squared share of a phrase's words that the request holds
WHOLE = 0.7  # more where it holds them all
WITHIN = 0.75  # for a standard deviation of the signal that is best within a language
ACROSS = 1.5  # for one of the signal that is best across languages
OTHERWISE = -2.3  # for a request of the same language that does not hold them all: near in meaning is another matter
WITHIN_MAX, ACROSS_MAX = 4.0, 3.5  # standard deviations that count
PROVEN = 0.6  # at most, for what always or never went well

_HAN = Regex(f"[{HAN}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSkill:
    """A skill with how well it fits a request, 0-1, and the phrase that fits best."""

    skill: Skill
    score: float
    phrase: str


def phrases_of(skill: Skill) -> tuple[str, ...]:
    """What requests are compared with: triggers, name and a short description, the likeliest first."""
    short = (skill.description,) if 0 < len(skill.description) <= PHRASE_CHARACTERS_MAX else ()
    return tuple(dict.fromkeys((skill.name, *skill.triggers, *short)))[:PHRASES_MAX]


def scored_skill(
    request: str, vector: Vectors, skill: Skill, vectors: Mapping[str, Vectors], signals: Sequence[Signal]
) -> ScoredSkill:
    """How well a skill fits a request.

    Args:
        request: the user's words.
        vector: of the request.
        vectors: of the essence of the skill's phrases; what has none counts by its words alone.
        signals: what the columns of the vectors are.
    """
    best = max(
        ((_odds(request, vector, distinctive_phrase(one), vectors, signals), one) for one in phrases_of(skill)),
        key=lambda found: found[0],
    )
    odds = best[0] + PROVEN * (2 * skill.success_rate - 1)
    return ScoredSkill(skill=skill, score=1 / (1 + math.exp(-odds)), phrase=best[1])


def nearest_skills(
    held: Sequence[Memory], request: str, vector: Vectors, vector_of: Callable[[Memory], Vectors | None]
) -> list[Memory]:
    """The skills whose whole text is nearest to a request, by words and by vector."""

    def near(memory: Memory) -> float:
        other = vector_of(memory)
        words = max(shared_words(distinctive_phrase(phrase), request) for phrase in phrases_of(skill_of(memory)))
        return words + (0.0 if other is None else float(vector @ other))

    return sorted(held, key=near, reverse=True)[:LOOKED_AT_MAX]


def shared_words(phrase: str, request: str) -> float:
    """The share of a phrase's words, or of its Chinese characters, that a request holds, 0-1."""
    han = set(_HAN.findall(phrase))
    if han:
        return len(han & set(request)) / len(han)
    words = set(segment.words(phrase))
    return len(words & set(segment.words(request))) / len(words) if words else 0.0


def _odds(
    request: str, vector: Vectors, phrase: str, vectors: Mapping[str, Vectors], signals: Sequence[Signal]
) -> float:
    held = shared_words(phrase, request)
    odds = BIAS + WORDS * held**2
    if held == 1.0:
        odds += WHOLE
    elif detect.language(phrase) == detect.language(request):
        odds += OTHERWISE
    other = vectors.get(phrase)
    if other is None:
        return odds
    within, across = _deviations(vector, other, signals[0]), _deviations(vector, other, signals[-1])
    return odds + WITHIN * min(within, WITHIN_MAX) + ACROSS * min(across, ACROSS_MAX)


def _deviations(one: Vectors, other: Vectors, signal: Signal) -> float:
    """How far a cosine lies above that of texts that have nothing to do with each other, in standard deviations."""
    cosine = float(np.dot(one[signal.start : signal.stop], other[signal.start : signal.stop]))
    return (cosine - signal.mean) / signal.deviation
