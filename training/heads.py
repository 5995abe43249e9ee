"""Fit the heads of mnemic.models.heads.

python -m training.heads            print how well they do on folds they did not see
python -m training.heads --write    fit on everything and write src/mnemic/models/heads.npz
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from mnemic.models.heads import ABOUT, KINDS, MOODS, OUTPUTS, features
from training.corpus import FOLDS, Line, Pair, lines, pairs

C = 10.0  # inverse strength of the penalty; of 3, 10 and 30 the best on unseen folds and on another author's talks
CHANGE_C = 1.0  # the same for the head that fewer sentences teach
LABEL_WEIGHT = 0.1  # of a labelled sentence beside a pair: "speaks of a change" is only near to "ends something"
BATCH = 64
WEIGHTS = Path(__file__).parents[1] / "src/mnemic/models/heads.npz"


def seen(texts: Sequence[str]) -> Any:
    """The features of texts, a batch at a time."""
    return csr_matrix(np.concatenate([features(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.heads", description="Fit the heads.")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the weights")
    options = parser.parse_args()
    corpus = lines()
    vectors = seen([line.text for line in corpus])
    _report(corpus, vectors)
    if options.write:
        changes = pairs("dev")
        weights, bias = fitted(corpus, vectors, changes, seen([pair.newer for pair in changes]))
        scale = np.abs(weights).max(axis=0) / 127
        np.savez_compressed(
            WEIGHTS,
            weights=np.rint(weights / scale).astype(np.int8),
            scale=scale.astype(np.float32),
            bias=bias.astype(np.float32),
        )
        print(f"wrote {WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes, {len(corpus):,} sentences")


def fitted(corpus: Sequence[Line], vectors: Any, changes: Sequence[Pair] = (), newer: Any = None) -> tuple[Any, Any]:
    """Weights (features, heads) and biases. What a kept sentence is like is fitted on kept sentences only.

    `changes`, with the features of their newer messages: pairs that teach, besides, what ends an earlier statement.
    """
    kept = np.array([line.keep for line in corpus])
    inside = [line for line in corpus if line.keep]
    columns = [
        _binary(vectors, [line.keep for line in corpus]),
        _binary(vectors[kept], [line.once for line in inside]),
        change_head(inside, vectors[kept], changes, newer),
        *_classes(vectors[kept], [line.kind for line in inside], KINDS),
        *_classes(vectors, [line.about for line in corpus], ABOUT),
        *_classes(vectors, [line.mood for line in corpus], MOODS),
    ]
    weights = np.stack([column for column, _ in columns], axis=1)
    assert weights.shape[1] == len(OUTPUTS)
    return weights, np.array([bias for _, bias in columns])


def change_head(kept: Sequence[Line], vectors: Any, changes: Sequence[Pair], newer: Any) -> tuple[Any, float]:
    """The head that says whether a sentence ends something said before. Pairs show it better than labels, and count
    double."""
    labels = [line.change for line in kept] + [pair.relation == "replaces" for pair in changes]
    counts = np.r_[np.full(len(kept), LABEL_WEIGHT if changes else 1.0), np.ones(len(changes))]
    return _binary(vstack([vectors, newer]).tocsr() if changes else vectors, labels, counts, strength=CHANGE_C)


def _binary(vectors: Any, labels: Sequence[bool], counts: Any = None, strength: float = C) -> tuple[Any, float]:
    model = LogisticRegression(C=strength, max_iter=3000).fit(vectors, labels, sample_weight=counts)
    return model.coef_[0], float(model.intercept_[0])


def _classes(vectors: Any, labels: Sequence[str], names: Sequence[str]) -> list[tuple[Any, float]]:
    model = LogisticRegression(C=C, max_iter=3000).fit(vectors, labels)
    place = {name: number for number, name in enumerate(model.classes_)}
    return [(model.coef_[place[name]], float(model.intercept_[place[name]])) for name in names]


def _report(corpus: Sequence[Line], vectors: Any) -> None:
    folds = np.array([line.fold for line in corpus])
    scores = np.zeros((len(corpus), len(OUTPUTS)), dtype=np.float32)
    for fold in range(FOLDS):
        inside = folds != fold
        weights, bias = fitted([line for line, used in zip(corpus, inside, strict=True) if used], vectors[inside])
        scores[~inside] = vectors[~inside] @ weights + bias
    for language in ("", "en", "zh"):
        mine = np.array([line.language.startswith(language) for line in corpus])
        print(f"{language or 'all':4}", *_figures(corpus, scores, mine))


def _figures(corpus: Sequence[Line], scores: Any, mine: Any) -> list[str]:
    kept = mine & np.array([line.keep for line in corpus])
    figures = [f"n {mine.sum()}"]
    for number, name in enumerate(("keep", "once", "change")):
        among = mine if name == "keep" else kept
        truth = np.array([getattr(line, name) for line in corpus])[among]
        figures.append(f"{name} AUC {roc_auc_score(truth, scores[among, number]):.3f}")
    for name, labels, among in (("kind", KINDS, kept), ("about", ABOUT, mine), ("mood", MOODS, mine)):
        columns = [OUTPUTS.index(f"{name}:{label}") for label in labels]
        best = scores[among][:, columns].argmax(axis=1)
        truth = [getattr(line, name) for line, used in zip(corpus, among, strict=True) if used]
        right = np.mean([labels[choice] == label for choice, label in zip(best, truth, strict=True)])
        figures.append(f"{name} right {right:.3f}")
    return figures


if __name__ == "__main__":
    main()
