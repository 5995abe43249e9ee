"""How sure figures are, against intervals worked out by hand and by other implementations' tables."""

from __future__ import annotations

import numpy as np
import pytest

from evals import intervals
from evals.figures import PERCENT, SHARES, Figures
from evals.metrics import Means
from evals.tally import Tally
from tests.tables import nonempty


def test_wilson_follows_its_formula() -> None:
    """Of ten trials eight: (0.8 + 0.19207) / 1.38415 ± 1.95996/1.38415·√(0.016 + 0.0096037), so 0.4902 to 0.9433."""
    assert intervals.wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_wilson_leaves_room_at_the_ends() -> None:
    """Ten of ten may still be 72 % in truth, none of ten 28 %; of nothing there is no interval."""
    assert intervals.wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert intervals.wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert intervals.wilson(0, 0) is None


def test_more_trials_make_a_narrower_interval() -> None:
    """The same rate of a hundred times as many trials is about ten times as sure."""
    few, many = intervals.wilson(8, 10), intervals.wilson(800, 1000)
    assert few is not None
    assert many is not None
    assert 9 < (few[1] - few[0]) / (many[1] - many[0]) < 11


def test_bootstrap_is_the_same_every_time_and_about_as_wide_as_the_normal_interval() -> None:
    """Of 400 items half of which are 1, the mean is 0.5 ± 1.96·√(0.25/400) = 0.049."""
    items = np.array([[number % 2] for number in range(400)], dtype=np.float64)

    def mean(sums: intervals.Array) -> intervals.Array:
        return np.asarray(sums[:, 0] / 400)

    first = intervals.bootstrap(items, mean)
    assert first == intervals.bootstrap(items, mean)
    assert first == pytest.approx((0.451, 0.549), abs=0.01)


def test_bootstrap_passes_over_what_is_undefined() -> None:
    """A resample without anything to divide by says nothing; where all are such there is no interval."""
    nothing = np.zeros((5, 2))
    assert intervals.bootstrap(nothing, lambda sums: np.full(len(sums), np.nan)) is None
    assert intervals.bootstrap(np.zeros((0, 2)), lambda sums: sums[:, 0]) is None


def test_a_mean_of_hits_and_misses_is_a_proportion() -> None:
    """Values 0 and 1 have Wilson's interval; fractions are drawn anew."""
    assert intervals.mean([1.0, 0.0, 1.0]) == intervals.wilson(2, 3)
    around = intervals.mean([0.25, 0.5, 0.75, 0.5])
    assert around is not None
    assert 0.25 <= around[0] < 0.5 < around[1] <= 0.75


def test_means_have_intervals_under_their_own_names() -> None:
    """In percent, with the decimals of the means."""
    means = Means()
    for value in (1, 1, 0, 1):
        means.add("r@1", value, ("", "zh"))
    assert means.intervals() == {"r@1": (30.1, 95.4), "r@1/zh": (30.1, 95.4)}


def test_shares_of_a_tally() -> None:
    """Of four made three are right, of five wanted three are found: 0.75, 0.6, and 2/3 as F1."""
    tally = Tally()
    tally.add({"right": 1, "made": 2, "found": 1, "want": 3}, ("", "zh"))
    tally.add({"right": 2, "made": 2, "found": 2, "want": 2}, ("",))
    values = {name: value for name, value, _ in tally.scores()}
    assert values == {"precision": 0.75, "recall": 0.6, "f1": pytest.approx(2 / 3)}
    assert {name: value for name, value, _ in tally.scores("zh")}["recall"] == pytest.approx(1 / 3)


def test_an_interval_of_a_tally_holds_its_share() -> None:
    """Dialogues of several statements are drawn as wholes; the bounds lie around the figure and between 0 and 1."""
    tally = Tally()
    for number in range(30):
        tally.add({"right": 2, "made": 2 + (number % 3 == 0), "found": number % 2, "want": 1}, ("",))
    for _, value, around in nonempty(tally.scores()):
        assert value is not None
        assert around is not None
        assert 0 <= around[0] < value < around[1] <= 1


def test_items_that_all_agree_are_trials() -> None:
    """Six dialogues in which everything is right prove no more than six of six do."""
    tally = Tally()
    for _ in range(6):
        tally.add({"right": 2, "made": 2}, ("",))
    assert tally.ratio("right", "made") == (1, intervals.wilson(6, 6))


def test_nothing_counted_gives_no_share() -> None:
    """Where nothing was made there is no precision, unless the set says what nothing is worth."""
    tally = Tally()
    tally.add({"found": 0, "want": 1}, ("",))
    strict, mild = Figures(PERCENT, n=1), Figures(SHARES, n=1)
    strict.scores(tally)
    mild.scores(tally, of_nothing=1.0)
    assert strict.measured().metrics["precision"] is None
    assert mild.measured().metrics["precision"] == 1
    assert "precision" not in mild.measured().intervals


def test_figures_and_bounds_are_in_one_unit() -> None:
    """A share of one in four is 25 percent or 0.25, and so are its bounds."""
    tally = Tally()
    for right in (1, 0, 0, 0):
        tally.add({"right": right, "asks": 1}, ("en",))
    percent, shares = Figures(PERCENT, n=4), Figures(SHARES, n=4)
    for figures in (percent, shares):
        figures.put("accuracy", "en", tally.ratio("right", "asks", "en"))
    assert percent.measured().metrics == {"n": 4, "accuracy/en": 25.0}
    assert percent.measured().intervals == {"accuracy/en": (4.6, 69.9)}
    assert shares.measured().intervals == {"accuracy/en": (0.046, 0.699)}
