"""Figures of calibration agree with what can be counted by hand."""

from __future__ import annotations

import pytest

from evals.calibration import (
    Claim,
    brier,
    expected_error,
    ranked_apart,
    refused,
    reliability,
    reliability_curve,
    risk_coverage,
)
from evals.plots import curve


def claims(*told: tuple[float, bool]) -> list[Claim]:
    """Claims about memories that hold an answer where the claim was right."""
    return [Claim(chance=chance, right=right, held=right) for chance, right in told]


HALF = claims((0.5, True), (0.5, False))
SURE = claims((1.0, True), (0.0, False))
BOLD = claims((0.9, True), (0.9, False), (0.1, False), (0.1, False))


def test_an_honest_chance_has_no_error() -> None:
    """One half that comes true half of the time is calibrated, and so is certainty that is right."""
    assert expected_error(HALF) == 0
    assert expected_error(SURE) == 0


def test_the_error_is_the_distance_weighed_by_claims() -> None:
    """Two tenths off by 0.4 and 0.1, half of the claims each."""
    assert expected_error(BOLD) == pytest.approx(0.25)


def test_tenths_are_counted() -> None:
    """Each claim is in one tenth; certainty is in the last."""
    assert [(part.count, part.said, part.was) for part in reliability(BOLD)] == [(2, 0.1, 0.0), (2, 0.9, 0.5)]
    assert [part.count for part in reliability(SURE)] == [1, 1]


def test_nothing_claimed_is_no_error() -> None:
    """Of no claims there is no error, and no area."""
    assert expected_error([]) == brier([]) == 0
    assert ranked_apart([]) is None


def test_right_and_wrong_apart() -> None:
    """The area is 1 where every right claim stands above every wrong one, one half where none does."""
    assert ranked_apart(SURE) == 1
    assert ranked_apart(HALF) == 0.5
    assert ranked_apart(claims((0.2, False), (0.3, False))) is None


def test_brier_counts_squares() -> None:
    """Always saying one half costs a quarter; being surely right costs nothing."""
    assert brier(HALF) == 0.25
    assert brier(SURE) == 0


def test_a_higher_floor_answers_less() -> None:
    """Coverage never rises with the floor, and the chosen floor is among the points' meanings."""
    drawn = risk_coverage(BOLD, 0.5)
    covered = [point.x.part for point in drawn.points]
    assert covered == sorted(covered, reverse=True)
    assert (drawn.chosen.x.part, drawn.chosen.y.part) == (2, 1)


def test_refusals_are_counted_on_either_side() -> None:
    """Below the floor fall questions with an answer, which is a loss, and ones without, which is the aim."""
    assert refused(BOLD, 0.5, held=True).part == 0
    assert refused(BOLD, 0.5, held=False).part == 2


def test_both_plots_can_be_drawn() -> None:
    """The reliability plot and the risk-coverage curve are drawings of a report."""
    for drawing in (reliability_curve(BOLD), risk_coverage(BOLD, 0.5)):
        assert curve(drawing.as_json()).startswith("<svg")
