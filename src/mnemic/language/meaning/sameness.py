"""Whether two statements mean the same, by a small learned model over what they mean.

A statement in either language as its meaning.

Do two statements mean the same? What surely keeps them apart, what surely makes them one, and a small linear model
for the rest.

A false "same" loses a memory and a false "different" leaves a duplicate, so the model's threshold is set where about
three in a thousand pairs of nearest neighbours are merged. Weights: `python -m training.identity`; figures:
docs/decisions/0005-identity.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.language.meaning import chinese, english
from mnemic.language.meaning.item import Meaning
from mnemic.language.meaning.likeness import Likeness, compare_meanings

CHARACTERS_MAX = 400  # of a statement whose meaning is read; longer ones are compared by their words only


@cached(maxsize=4_096)
def read_meaning(text: str) -> Meaning | None:
    """What a statement says, or None where it is too long or in neither language."""
    if len(text) > CHARACTERS_MAX:
        return None
    language = detect.language(text)
    if language == "zh":
        return chinese.chinese_meaning(text)
    return english.english_meaning(text) if language == "en" else None


Vector = NDArray[np.float32]

EDIT_MIN = 0.5  # of the words kept in order: from here on a change in one place makes an edit, and what differs counts
EDITS_MIN = 0.75  # the same for changes in several places
ADDED_MIN = 0.6  # the same where one says all that the other says, and more
FAR_MAX = 0.25  # closeness by both signals below which two statements need no reading to be told apart

_USER = Regex(r"用户|\buser\b", re.IGNORECASE)
SOMEBODY_ELSE = "somebody else"  # why two statements are apart: the one speaks of "the user's flat", not of the user
ANOTHER_WORD, SAYS_MORE = "the same but for a word", "one says more"
_UNSURE = (ANOTHER_WORD, SAYS_MORE)  # of two statements about one slot these keep nothing apart


@dataclass(frozen=True, slots=True, kw_only=True)
class SamenessJudgement:
    """Whether two statements mean the same, and why in words."""

    same: bool
    why: str
    sure: bool = False  # something that both say keeps them apart
    probability: float = 0.0  # that they say the same; 1 where everything that either says is in the other


@dataclass(frozen=True, slots=True, kw_only=True)
class Closeness:
    """Cosines of two statements' vectors after taking out what all statements of the language have in common: one
    signal each of the bundled embedder."""

    e5: float
    use: float


def judge_sameness(one: str, other: str, close: Closeness | None = None) -> SamenessJudgement | None:
    """Whether two statements mean the same, or None where they cannot be compared: another language, or too long."""
    if close is not None and max(close.e5, close.use) < FAR_MAX:
        return SamenessJudgement(same=False, why="far apart")
    left, right = read_meaning(_undated(one)), read_meaning(_undated(other))
    if left is None or right is None or left.language != right.language:
        return None
    like = compare_meanings(left, right)
    if reason := _other_dates(one, other) or distinguishing_reason(like):
        return SamenessJudgement(same=False, why=reason, sure=reason not in _UNSURE)
    if have_same_content(like):
        return SamenessJudgement(same=True, why="the same in other words, word for word", probability=1.0)
    if close is None:
        return SamenessJudgement(same=False, why=f"{like.mean:.0%} of what they say in common")
    probability = sameness_probability(like, close, chinese=left.language == "zh")
    return SamenessJudgement(
        same=probability >= _model().threshold,
        why=f"the same in other words: {probability:.0%} probable",
        probability=probability,
    )


_DATES = Regex(r"\s*[（(](\d{4}-\d\d[^()（）]{0,24})[)）]")  # the extraction writes the date beside "on Thursday"


def _undated(text: str) -> str:
    return _DATES.sub("", text)


def _other_dates(one: str, other: str) -> str:
    left, right = _DATES.findall(one), _DATES.findall(other)
    return "other dates" if left and right and left != right else ""


def names_subject(text: str, subject: str) -> bool:
    """Whether a statement names at least half of what a subject is named by."""
    said, named = read_meaning(_undated(text)), read_meaning(subject)
    if said is None or named is None or said.language != named.language:
        return False
    like = compare_meanings(named, said)
    return 2 * like.alone[0] <= like.lengths[0]


def have_common_content(one: str, other: str) -> bool:
    """Whether two values, each a few words, have anything in common; so do values that cannot be compared."""
    left, right = read_meaning(one), read_meaning(other)
    if left is None or right is None or left.language != right.language:
        return True
    like = compare_meanings(left, right)
    return like.mean > 0 or like.quantities > 0


def distinguishing_reason(like: Likeness) -> str:
    """What keeps two statements apart for sure, or ""."""
    if like.permuted:
        return "the same words in another order"
    if min(like.quantities_alone) > 0:
        return "other numbers"
    if min(like.names_alone) > 0:
        return "other names"
    if like.others:
        return SOMEBODY_ELSE
    if like.exclusive:
        return f"{like.exclusive[0]!r} is not {like.exclusive[1]!r}"
    if like.bounds or (like.bounded and like.quantities):
        return "another bound"
    if like.misordered:
        return "the other first"
    if like.turned or like.swapped:
        return "the roles exchanged"
    if like.conflicting or like.redirected:
        return "to another extent"
    if sum(like.alone) == 0 and (like.until or (like.qualified and like.kept >= EDITS_MIN)):
        return "another side of it"
    if like.sided and not (like.odd or like.unclear or like.contrary or like.ended):
        return "another side of a time"
    if (like.denied or like.contrary) and like.odd and not like.unclear:
        return "one affirms, the other denies"
    if like.odd and not like.unclear and sum(like.alone) == 0:
        return "one affirms, the other denies"
    if (like.ended or like.intended) and min(like.alone) == 0:
        return "another time"
    if like.kept >= (EDIT_MIN if like.edits == 1 else EDITS_MIN):
        return _edited(like)
    return ""


def _edited(like: Likeness) -> str:
    """What of an edit makes another statement of it."""
    if like.odd and not like.unclear:
        return "one affirms, the other denies"
    if like.ended or like.intended:
        return "another time"
    if min(like.alone) + like.loose > 0 or like.reordered:
        return ANOTHER_WORD
    more = sum(like.alone) + sum(like.quantities_alone)
    return SAYS_MORE if like.kept >= ADDED_MIN and more else ""


def have_same_content(like: Likeness) -> bool:
    """Whether everything that either statement says is in the other too."""
    return (
        sum(like.lengths) + like.quantities > 0
        and sum(like.alone) == 0
        and like.exact
        and not (like.odd or like.ended or like.intended or like.bounded)
        and sum(like.quantities_alone) == 0
    )


def sameness_probability(like: Likeness, close: Closeness, *, chinese: bool) -> float:
    """How probable it is that two statements say the same, 0-1."""
    model = _model()
    values = (np.array([read(like, close, chinese) for read in FEATURES.values()]) - model.mean) / model.scale
    return float(1 / (1 + np.exp(-(values @ model.weights + model.bias))))


Feature = Callable[[Likeness, Closeness, bool], float]
_SAID_MAX, _LONE_MAX, _MORE_MAX, _COUNTED_MAX = 6, 5, 8, 2
FEATURES: Mapping[str, Feature] = {
    "e5": lambda like, close, zh: close.e5,
    "use": lambda like, close, zh: close.use,
    "nearer": lambda like, close, zh: max(close.e5, close.use),
    "farther": lambda like, close, zh: min(close.e5, close.use),
    "e5 by use": lambda like, close, zh: close.e5 * close.use,
    "share": lambda like, close, zh: like.share,
    "mean": lambda like, close, zh: like.mean,
    "nothing shared": lambda like, close, zh: like.shared == 0,
    "shared": lambda like, close, zh: min(like.shared, _LONE_MAX),
    "less alone": lambda like, close, zh: min(*like.lone, _LONE_MAX),
    "more alone": lambda like, close, zh: min(max(like.lone), _MORE_MAX),
    "e5 by mean": lambda like, close, zh: close.e5 * like.mean,
    "use by mean": lambda like, close, zh: close.use * like.mean,
    "kept": lambda like, close, zh: like.kept,
    "lone words": lambda like, close, zh: min(*like.alone, _LONE_MAX),
    "more lone words": lambda like, close, zh: min(max(like.alone), _MORE_MAX),
    "quantities": lambda like, close, zh: min(like.quantities, _COUNTED_MAX),
    "bare numbers": lambda like, close, zh: like.bare,
    "lone quantities": lambda like, close, zh: max(like.quantities_alone) > 0,
    "names": lambda like, close, zh: min(like.names, _COUNTED_MAX),
    "lone names": lambda like, close, zh: max(like.names_alone) > 0,
    "odd": lambda like, close, zh: like.odd,
    "odd and clear": lambda like, close, zh: like.odd and not like.unclear,
    "unclear": lambda like, close, zh: like.unclear,
    "contrary": lambda like, close, zh: like.contrary,
    "ended": lambda like, close, zh: like.ended,
    "intended": lambda like, close, zh: like.intended,
    "bounded": lambda like, close, zh: like.bounded,
    "scattered": lambda like, close, zh: max(0.0, min(like.lone) - like.shared - like.quantities),
    "length": lambda like, close, zh: min(*like.lengths, _SAID_MAX),
    "use by length": lambda like, close, zh: close.use * min(*like.lengths, _SAID_MAX),
    "Chinese": lambda like, close, zh: zh,
    "e5 in Chinese": lambda like, close, zh: close.e5 * zh,
    "use in Chinese": lambda like, close, zh: close.use * zh,
}
"""What the model looks at, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Model:
    fingerprint: str  # of the embedder it was fitted with
    signals: Mapping[str, tuple[int, int]]  # columns of each
    centres: Mapping[str, Vector]  # the mean vector of each sort of statements
    weights: Vector
    mean: Vector
    scale: Vector
    bias: float
    threshold: float


@cache
def _model() -> _Model:
    stored = json.loads((files("mnemic.language.meaning") / "weights.json").read_text(encoding="utf-8"))
    by_name = [stored["features"][name] for name in FEATURES]
    weights, mean, scale = np.array(by_name, dtype=np.float32).T
    return _Model(
        fingerprint=stored["fingerprint"],
        signals={name: (start, stop) for name, (start, stop) in stored["signals"].items()},
        centres={sort: np.array(centre, dtype=np.float32) for sort, centre in stored["centres"].items()},
        weights=weights,
        mean=mean,
        scale=scale,
        bias=stored["bias"],
        threshold=stored["threshold"],
    )


def closeness(text: str, other: str, vectors: tuple[Vector, Vector], fingerprint: str) -> Closeness | None:
    """How close two statements of one language are by their vectors.

    Args:
        vectors: of the two, shape (columns,) each.
        fingerprint: of the embedder they are from; None is returned for any but the one the model knows.
    """
    model = _model()
    kinds = statement_group(text), statement_group(other)
    if fingerprint != model.fingerprint or None in kinds:
        return None
    left, right = (vector - model.centres[str(kind)] for vector, kind in zip(vectors, kinds, strict=True))
    return Closeness(
        **{name: _cosine(left[start:stop], right[start:stop]) for name, (start, stop) in model.signals.items()}
    )


@cached(maxsize=4_096)
def statement_group(text: str) -> str | None:
    """The sort of statements a text is of, each with a centre of its own: its language, and whether it names the user.
    None for what has no meaning here."""
    language = detect.language(text)
    if language not in ("zh", "en") or len(text) > CHARACTERS_MAX:
        return None
    return f"{language}, {'the user' if _USER.search(text) else 'nobody'}"


def _cosine(one: Vector, other: Vector) -> float:
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9))
