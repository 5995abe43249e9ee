"""The chances a set was told, as figures and curves."""

from __future__ import annotations

from collections.abc import Sequence

from evals.calibration import Claim, brier, expected_error, ranked_apart, refused, reliability_curve, risk_coverage
from evals.measured import Curve
from evals.metrics import Metrics, percent
from mnemic.reading.abstain import calibrations

HITS = 8  # among which an answer is promised


def floor(fingerprint: str) -> float:
    """The chance below which nothing is said to be remembered, as it was fitted for an embedder; 0 where it was not."""
    fitted = calibrations().get(fingerprint)
    return 0.0 if fitted is None else fitted.floor


def figures(claims: Sequence[Claim], fingerprint: str) -> Metrics:
    """Errors and shares in percent; nothing where no chance was told."""
    if not claims:
        return {}
    apart, least = ranked_apart(claims), floor(fingerprint)
    return {
        "claims": len(claims),
        "calibration_error": percent(expected_error(claims)),
        "brier": percent(brier(claims)),
        "told_apart": percent(apart),
        "refused_with_answer": refused(claims, least, held=True).percent,
        "refused_without": refused(claims, least, held=False).percent,
    }


def curves(claims: Sequence[Claim], fingerprint: str) -> tuple[Curve, ...]:
    """The reliability plot and what refusing costs; nothing where no chance was told."""
    return (reliability_curve(claims), risk_coverage(claims, floor(fingerprint))) if claims else ()
