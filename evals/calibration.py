"""Whether a chance means what it says: reliability, and what refusing costs and spares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evals.measured import THRESHOLDS, Curve, Point, Rate

BINS = 10  # of equal width, as in Guo et al. 2017


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A chance that was given, and what came of it."""

    chance: float  # 0-1, that an answer is among the hits
    right: bool  # it is
    held: bool  # some memory answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Claims of about the same chance."""

    count: int
    said: float  # mean chance
    was: float  # share that was right


def reliability(claims: Sequence[Claim]) -> list[Bin]:
    """Claims by tenths of their chance, lowest first; empty tenths are left out."""
    tenths: dict[int, list[Claim]] = {}
    for claim in claims:
        tenths.setdefault(min(int(claim.chance * BINS), BINS - 1), []).append(claim)
    return [
        Bin(
            count=len(inside),
            said=float(np.mean([claim.chance for claim in inside])),
            was=float(np.mean([claim.right for claim in inside])),
        )
        for _, inside in sorted(tenths.items())
    ]


def expected_error(claims: Sequence[Claim]) -> float:
    """Expected calibration error: the mean distance, over the claims, between what a tenth said and what it was."""
    return sum(part.count * abs(part.said - part.was) for part in reliability(claims)) / max(len(claims), 1)


def brier(claims: Sequence[Claim]) -> float:
    """Mean squared distance of the chance from what came of it (Brier 1950); 0.25 is always saying one half."""
    return float(np.mean([(claim.chance - claim.right) ** 2 for claim in claims])) if claims else 0.0


def ranked_apart(claims: Sequence[Claim]) -> float | None:
    """Chance that a claim that was right stands above one that was not (area under the ROC curve), ties half; None
    where one of the two is missing."""
    chances = np.array([claim.chance for claim in claims])
    right = np.array([claim.right for claim in claims], dtype=bool)
    if right.all() or not right.any():
        return None
    above = chances[right][:, None] - chances[~right][None, :]
    return float((above > 0).mean() + 0.5 * (above == 0).mean())


def reliability_curve(claims: Sequence[Claim]) -> Curve:
    """The reliability plot: on the diagonal a chance means what it says."""
    points = [
        Point(
            threshold=round(part.said, 2),
            x=Rate(part=round(part.said * part.count), whole=part.count),
            y=Rate(part=round(part.was * part.count), whole=part.count),
        )
        for part in reliability(claims)
    ]
    title = "Chance that an answer is among the hits"
    return Curve(title=title, x="chance said", y="answered", points=tuple(points), chosen=points[-1])


def risk_coverage(claims: Sequence[Claim], chosen: float) -> Curve:
    """What is answered at each floor, and how much of it is wrong (El-Yaniv and Wiener 2010)."""
    return Curve(
        title="Answering from a chance on",
        x="questions answered",
        y="of them wrong",
        points=tuple(_answered_from(claims, floor) for floor in (0.0, *THRESHOLDS)),
        chosen=_answered_from(claims, chosen),
    )


def _answered_from(claims: Sequence[Claim], floor: float) -> Point:
    answered = [claim for claim in claims if claim.chance >= floor]
    wrong = sum(not claim.right for claim in answered)
    return Point(
        threshold=floor, x=Rate(part=len(answered), whole=len(claims)), y=Rate(part=wrong, whole=len(answered))
    )


def refused(claims: Sequence[Claim], floor: float, *, held: bool) -> Rate:
    """How many questions fall below a floor, of those with (`held`) or without an answer in memory."""
    asked = [claim for claim in claims if claim.held is held]
    return Rate(part=sum(claim.chance < floor for claim in asked), whole=len(asked))
