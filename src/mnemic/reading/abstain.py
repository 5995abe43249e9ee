"""Whether the hits answer the question, as a calibrated chance; and when nothing is remembered about it (R9).

A score orders hits. How sure one may be that an answer is among them depends on more: how far the best stands out, how
near it is in meaning whatever else is known, how much of the question nobody ever spoke of. A logistic regression over
these signs, fitted by `python -m training.calibration` on conversations with questions, some of which have no answer in
them (docs/decisions/0014-abstention.md).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from mnemic.domain.scoring import logistic
from mnemic.domain.understanding import AnswerKind
from mnemic.language import question as cues
from mnemic.language import segment
from mnemic.language.answer_content import find_answer_content
from mnemic.reading.channels import FOREIGN_SHARE
from mnemic.reading.ranking import WIDTH
from mnemic.reading.second_look import terms_by_row, things_named
from mnemic.reading.state import ReadState

WEIGHTS = Path(__file__).parent / "calibration.json"
PAGE = 5  # hits that are looked at for the words of the question
NEAREST = 50  # candidates among which the nearest in meaning is sought
TERMS_MAX = 64  # of a question, that are looked at
NEVER = 0.0
HELD_BY: Mapping[AnswerKind, str] = {
    AnswerKind.NUMBER: "number",
    AnswerKind.PERSON: "name",
    AnswerKind.PLACE: "name",
    AnswerKind.REASON: "reason",
    AnswerKind.PREFERENCE: "preference",
}
"""What a text must hold to give a kind of answer, as language/answer_content names it. A time need not be said: every
memory has that of its saying."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Weights of the signs for one embedder, and the chance below which 3 % of the questions with an answer fall."""

    means: Mapping[str, float]
    deviations: Mapping[str, float]
    weights: Mapping[str, float]
    bias: float
    floor: float

    def chance(self, signs: Mapping[str, float]) -> float:
        """The chance that an answer is among the best hits, 0-1. A sign that is not there counts as its mean."""
        total = self.bias
        for name, weight in self.weights.items():
            if name in signs:
                total += weight * (signs[name] - self.means[name]) / self.deviations[name]
        return logistic(total)


@cache
def calibrations() -> Mapping[str, Calibration]:
    """Every calibration shipped, by the fingerprint of its embedder."""
    return {
        fingerprint: Calibration(**stored) for fingerprint, stored in json.loads(WEIGHTS.read_text("utf-8")).items()
    }


def answer_chance(asking: ReadState, signs: Mapping[str, float]) -> float | None:
    """The chance that one of the best eight hits answers the question; None where no calibration holds: with another
    embedder or recipe than it was fitted for, or where a channel failed. 0 where there is no hit."""
    if not asking.rows:
        return NEVER
    calibration = _calibration(asking)
    return None if calibration is None else round(calibration.chance(signs), 4)


def nothing_remembered(asking: ReadState, answered: float | None) -> bool:
    """Whether nothing is remembered about the question: no hit, or a chance below the floor, that of the settings where
    they have one, else that of the calibration."""
    calibration = _calibration(asking)
    if calibration is None or answered is None:
        return not asking.rows
    floor = asking.settings.answer_min
    return not asking.rows or answered < (calibration.floor if floor is None else floor)


def _calibration(asking: ReadState) -> Calibration | None:
    if asking.recipe.name != "balanced" or asking.vector is None or asking.degraded:
        return None
    return calibrations().get(asking.embedder.fingerprint)


def answer_signs(asking: ReadState) -> dict[str, float]:
    """What speaks for and against the hits, in numbers; nothing where there is no hit."""
    if not asking.rows:
        return {}
    best = asking.rows[0]
    arrays = asking.user_index.freeze()
    scores = [_score(asking, row) for row in asking.rows[:PAGE]]
    rest = scores[1:] or scores
    share = cues.han_share(asking.question.text)
    foreign = abs(share - float(arrays.han[best])) > FOREIGN_SHARE
    return {
        "best": scores[0],
        "gap": scores[0] - sum(rest) / len(rest),
        "size": math.log1p(len(asking.user_index)),
        "chinese": share,
        "foreign": float(foreign),
        "agreed": _agreed(asking, best),
        **_nearness(asking, best),
        "fits": _fits(asking, asking.rows[:1]),
        "page fits": _fits(asking, asking.rows[:PAGE]),
        **_wording(asking),
    }


def _score(asking: ReadState, row: int) -> float:
    """Log-odds without a reranker's opinion, whose scale is its own."""
    return asking.scores[row] - asking.extra.get("rerank", {}).get(row, 0.0) / WIDTH


def _agreed(asking: ReadState, best: int) -> float:
    """Share of the channels by which the best hit is the best of all candidates, 0-1."""
    rows = list(asking.rows)
    parts = [asking.parts[name] for name in ("words", *_signals(asking)) if name in asking.parts]
    firsts = [bool(part[best] > 0 and part[best] >= part[rows].max()) for part in parts]
    return sum(firsts) / len(firsts) if firsts else 0.0


def _fits(asking: ReadState, rows: Sequence[int]) -> float:
    """Whether one of some rows holds what is asked for: 1 where it does, -1 where none does, 0 where no such thing is
    asked for."""
    understood = asking.question.understanding
    wanted = {HELD_BY[kind] for kind in (understood.asked_for if understood else ()) if kind in HELD_BY}
    if not wanted:
        return 0.0
    held = [find_answer_content(asking.user_index.memories[row].text) for row in rows]
    return 1.0 if any(getattr(holding, name) for holding in held for name in wanted) else -1.0


def _signals(asking: ReadState) -> list[str]:
    return [signal.name for signal in asking.embedder.signals]


def _nearness(asking: ReadState, best: int) -> dict[str, float]:
    """Likeness of the best hit by each signal: against what is usual between a question and a memory that has nothing
    to do with it (near), against the user's other memories (apart), and of the nearest candidate (nearest)."""
    if asking.vector is None:
        return {}
    arrays = asking.user_index.freeze()
    rows = np.array([best, *asking.rows[:NEAREST]])
    rows = rows[arrays.has_vector[rows]]
    found: dict[str, float] = {}
    for signal in asking.embedder.signals if len(rows) else ():
        cosines = arrays.matrix[rows, signal.start : signal.stop] @ asking.vector[signal.start : signal.stop]
        z = (cosines - signal.mean) / signal.deviation
        found |= {f"near:{signal.name}": float(z[0]), f"nearest:{signal.name}": float(z.max())}
        found[f"apart:{signal.name}"] = float(asking.parts[signal.name][best])
    return found


def _rarity(memories: int, holders: int) -> float:
    """Inverse document frequency of a word, as the word channel counts it."""
    return math.log(1 + (memories - holders + 0.5) / (holders + 0.5))


def _wording(asking: ReadState) -> dict[str, float]:
    """How much of the question's words, rare ones counting more, the best hit and the page hold, how much no memory
    does, and how many of the names in it nobody has spoken of."""
    terms = list(segment.words(asking.question.text))[:TERMS_MAX]
    held = terms_by_row(asking, asking.rows[:PAGE], terms)
    page = frozenset[str]().union(*held)
    known = {term: len(asking.user_index.rows_with(term)) for term in terms}
    worth = {term: _rarity(len(asking.user_index), holders) for term, holders in known.items()}
    total = sum(worth.values()) or 1.0
    unknown = {term for term, holders in known.items() if not holders and term not in page}
    names = [frozenset(segment.words(name)) for name in things_named(asking.question.text)]
    return {
        "held": sum(worth[term] for term in terms if term in held[0]) / total,
        "page": sum(worth[term] for term in terms if term in page) / total,
        "unknown": sum(worth[term] for term in unknown) / total,
        "names": sum(bool(name & unknown) for name in names) / len(names) if names else 0.0,
        "length": math.log1p(len(terms)),
    }
