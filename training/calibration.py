"""Fit the chance of mnemic.reading.abstain.

python -m training.calibration SET...            how well it does on conversations it did not see
python -m training.calibration SET... --write    fit on all of them and store the weights for the embedder

A SET is a file of conversations with questions, as evals.loaders reads them. To be run again whenever the scores of a
search change.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals import calibration as measure
from evals.embedding import Watched
from evals.loaders import conversation, rows
from evals.measured import Curve
from evals.plots import curve
from evals.run import EMBEDDERS, embedder_named
from mnemic.reading.abstain import WEIGHTS, Calibration
from training.asked import Sample, samples

Numbers = NDArray[np.float64]

FOLDS = 6
PENALTY = 1.0  # of the squared weights of standardised signs; 0.3-10 is flat
STEPS = 50  # of Newton's method, which needs about eight
REFUSED_MAX = 0.03  # share of the questions with an answer in memory that may be refused
SHARES: Mapping[str, float] = {
    "whole": 0.45,
    "small": 0.2,
    "unanswerable": 0.05,
    "without": 0.1,
    "stranger": 0.1,
    "remark": 0.1,
}
"""What share of the questions somebody asks is thought to be of each group: a little more than half have an answer in
memory. A chance is calibrated for a mixture, and this is a guess at the one met in use."""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.calibration", description="Fit the chance of an answer.")
    parser.add_argument("sets", nargs="+", type=Path, metavar="SET", help="files of conversations with questions")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the weights")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="where a page with both plots goes")
    options = parser.parse_args()
    embedder = Watched(embedder_named(options.embedder), keep=True)
    talks = [conversation(row) for path in options.sets for row in rows(path)]
    asked = list(samples(talks, embedder))
    claims = unseen(asked)
    report(asked, claims)
    if options.plot:
        everything = list(claims.values())
        curves = (
            measure.reliability_curve(everything),
            measure.risk_coverage(everything, floor_of(with_answer(asked, claims))),
        )
        options.plot.write_text(page(curves), encoding="utf-8")
    if options.write:
        stored = json.loads(WEIGHTS.read_text("utf-8")) if WEIGHTS.exists() else {}
        stored[embedder.fingerprint] = as_stored(replace(fitted(asked), floor=floor_of(with_answer(asked, claims))))
        WEIGHTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
        print(f"wrote {WEIGHTS.name} for {embedder.fingerprint}: {len(asked):,} questions")


def fitted(asked: Sequence[Sample]) -> Calibration:
    """Weights by logistic regression, every group counting its share; without a floor yet."""
    names = sorted({name for sample in asked for name in sample.signs})
    table = np.array([[sample.signs.get(name, np.nan) for name in names] for sample in asked], dtype=np.float64)
    means, deviations = np.nanmean(table, axis=0), np.nanstd(table, axis=0)
    deviations[deviations == 0] = 1.0
    standard = np.nan_to_num((table - means) / deviations)
    found = np.array([sample.found for sample in asked], dtype=np.float64)
    weights = logistic_regression(np.c_[standard, np.ones(len(asked))], found, counted(asked))
    return Calibration(
        means=dict(zip(names, means.tolist(), strict=True)),
        deviations=dict(zip(names, deviations.tolist(), strict=True)),
        weights=dict(zip(names, weights[:-1].tolist(), strict=True)),
        bias=float(weights[-1]),
        floor=0.0,
    )


def counted(asked: Sequence[Sample]) -> Numbers:
    """How much each sample counts, so that every group has its share; they count one on average."""
    sizes = {group: sum(sample.group == group for sample in asked) for group in SHARES}
    total = sum(share for group, share in SHARES.items() if sizes[group])
    return np.array([SHARES[sample.group] / total / sizes[sample.group] * len(asked) for sample in asked])


def logistic_regression(table: Numbers, labels: Numbers, counts: Numbers) -> Numbers:
    """Weights by Newton's method; the last column, the bias, is not penalised."""
    weights = np.zeros(table.shape[1])
    penalty = np.diag([PENALTY] * (table.shape[1] - 1) + [0.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (counts * (chances - labels)) + penalty @ weights
        bend = (table * (counts * chances * (1 - chances))[:, None]).T @ table + penalty
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def unseen(asked: Sequence[Sample]) -> dict[int, measure.Claim]:
    """What each sample is told by weights fitted without its conversation, by its number."""
    claims: dict[int, measure.Claim] = {}
    for fold in range(FOLDS):
        inside = [sample for sample in asked if sample.conversation % FOLDS != fold]
        outside = [number for number, sample in enumerate(asked) if sample.conversation % FOLDS == fold]
        if inside and outside:
            model = fitted(inside)
            for number in outside:
                sample = asked[number]
                claims[number] = measure.Claim(chance=model.chance(sample.signs), right=sample.found, held=sample.held)
    return claims


def with_answer(asked: Sequence[Sample], claims: Mapping[int, measure.Claim]) -> list[measure.Claim]:
    """Claims about questions asked of a memory as it would be, whole or small."""
    return [claim for number, claim in claims.items() if asked[number].group in ("whole", "small")]


def floor_of(claims: Sequence[measure.Claim]) -> float:
    """The chance below which REFUSED_MAX of the questions with an answer in memory fall."""
    held = [claim.chance for claim in claims if claim.held]
    return float(np.quantile(held, REFUSED_MAX)) if held else 0.0


def report(asked: Sequence[Sample], claims: Mapping[int, measure.Claim]) -> None:
    """Print figures on unseen conversations, of all and of each group."""
    told = list(claims.values())
    floor = floor_of(with_answer(asked, claims))
    print(f"{len(told):,} questions, {sum(claim.right for claim in told):,} answered by a hit")
    mixed = drawn(asked, claims)
    print(f"ECE in the mixture {measure.expected_error(mixed):.3f}, Brier {measure.brier(mixed):.3f}, AUC {auc(mixed)}")
    for part in measure.reliability(mixed):
        print(f"  said {part.said:.2f}, was {part.was:.2f} ({part.count})")
    print(f"floor {floor:.3f}")
    for group in SHARES:
        mine = [claims[number] for number in claims if asked[number].group == group]
        if mine:
            held, free = (measure.refused(mine, floor, held=truth).percent for truth in (True, False))
            print(
                f"  {group:13} n {len(mine):5}, right {np.mean([claim.right for claim in mine]):.3f}, said "
                f"{np.mean([claim.chance for claim in mine]):.3f}, ECE {measure.expected_error(mine):.3f}, AUC "
                f"{auc(mine)}, refused with an answer {held} %, without {free} %"
            )
    for language in sorted({sample.language for sample in asked}):
        mine = [claim for number, claim in claims.items() if asked[number].language == language]
        print(f"  {language:13} n {len(mine):5}, ECE {measure.expected_error(mine):.3f}, AUC {auc(mine)}")


def drawn(asked: Sequence[Sample], claims: Mapping[int, measure.Claim]) -> list[measure.Claim]:
    """Claims drawn anew, each group by its share."""
    numbers = list(claims)
    counts = counted([asked[number] for number in numbers])
    random = np.random.default_rng(0)
    picked = random.choice(len(numbers), size=len(numbers), p=counts / counts.sum())
    return [claims[numbers[place]] for place in picked.tolist()]


def auc(claims: Sequence[measure.Claim]) -> str:
    """How well right and wrong stand apart, in words."""
    area = measure.ranked_apart(claims)
    return "-" if area is None else f"{area:.3f}"


def as_stored(model: Calibration) -> dict[str, object]:
    """A calibration as it is written to the file, in five digits."""
    tables = {name: getattr(model, name) for name in ("means", "deviations", "weights")}
    return {
        **{name: {sign: round(value, 5) for sign, value in table.items()} for name, table in tables.items()},
        "bias": round(model.bias, 5),
        "floor": round(model.floor, 3),
    }


def page(curves: Sequence[Curve]) -> str:
    """Both plots on one page."""
    style = (
        "<style>svg{font:12px sans-serif}.grid{stroke:#ddd}.curve{fill:none;stroke:#36c}.whisker{stroke:#333}</style>"
    )
    return f"<!doctype html><meta charset=utf-8>{style}" + "".join(curve(drawing.as_json()) for drawing in curves)


if __name__ == "__main__":
    main()
