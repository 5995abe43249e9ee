"""Fit the weights of mnemic.writing.succession.

python -m training.succession      print the weights, and precision and recall on pairs not fitted on
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from mnemic.domain.judgement import Judgement
from mnemic.language.change_cues import states_change_outright
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.models.heads import SentenceHeads
from mnemic.writing.succession import CHANGE_MIN, ComparedStatement, succession_features
from training.corpus import FOLDS, Line, Pair, lines, pairs
from training.heads import change_head, seen

STORE = 80  # statements of a made-up memory that a newer message meets
NEAREST = 6  # of them by vector that are compared
FAR = "far"  # the relation of those
STORED = Path(__file__).parents[1] / "out/succession.npz"  # vectors, which take minutes
SIGNALS = BuiltinEmbedder().signals
OPERATING = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
C = 1.0


def main() -> None:
    """The command."""
    dev, test = pairs("dev"), pairs("test")
    change = _change(dev, test)
    longest = max(len(pair.older) for pair in dev)
    pool = [line for line in lines() if line.keep and len(line.text) <= longest]
    texts = [text for pair in (*dev, *test) for text in (pair.older, pair.newer)] + [line.text for line in pool]
    texts = list(dict.fromkeys(texts))
    vectors = dict(zip(texts, _embedded(texts), strict=True))
    newer = list(change)
    judged = dict(zip(newer, SentenceHeads().judge(newer), strict=True))
    judged |= {text: replace(judged[text], change=value) for text, value in change.items()}
    inside, labels, _ = _rows(dev, pool, vectors, judged)
    outside, truth, relations = _rows(test, pool, vectors, judged)
    names = list(inside[0])
    model = LogisticRegression(C=C, max_iter=5000).fit(_array(inside, names), labels)
    for name, weight in zip([*names, "bias"], [*model.coef_[0], model.intercept_[0]], strict=True):
        print(f'    "{name}": {weight:.3f},')
    scores = model.predict_proba(_array(outside, names))[:, 1]
    _report(scores, truth, relations)


def _embedded(texts: Sequence[str]) -> Any:
    if STORED.exists() and (stored := np.load(STORED))["texts"].tolist() == list(texts):
        return stored["vectors"]
    vectors = BuiltinEmbedder().documents(texts)
    STORED.parent.mkdir(exist_ok=True)
    np.savez(STORED, texts=np.array(texts), vectors=vectors)
    return vectors


def _rows(
    rows: Sequence[Pair], pool: Sequence[Line], vectors: Mapping[str, Any], judged: Mapping[str, Judgement]
) -> tuple[list[dict[str, float]], Any, list[str]]:
    """Each newer message among what a memory may hold: with the older one, and without it. Features, whether it ends
    what it stands beside, and the relation."""
    chance = np.random.default_rng(1)
    found: list[dict[str, float]] = []
    labels: list[bool] = []
    relations: list[str] = []
    for row in rows:
        others = [line.text for line in pool if line.language == row.language]
        others += [other.older for other in rows if other.language == row.language and other.older != row.older]
        held = [others[number] for number in chance.choice(len(others), STORE, replace=False)]
        held.sort(key=lambda text: -float(vectors[text] @ vectors[row.newer]))
        told = ComparedStatement(text=row.newer, vector=vectors[row.newer])
        for near in ([row.older, *held[:NEAREST]], held[: NEAREST + 1]):
            olders = [ComparedStatement(text=text, vector=vectors[text]) for text in near]
            found += succession_features(told, judged[row.newer], olders, SIGNALS)
            here = [row.relation if text == row.older else FAR for text in near]
            gate = judged[row.newer].change >= CHANGE_MIN or states_change_outright(row.newer)
            relations += here if gate else [f"{one}, silent" for one in here]
            labels += [one == "replaces" for one in here]
    return found, np.array(labels), relations


def _change(dev: Sequence[Pair], test: Sequence[Pair]) -> dict[str, float]:
    """What the change head says of each newer message, fitted without that message."""
    kept = [line for line in lines() if line.keep]
    vectors, newer = seen([line.text for line in kept]), seen([pair.newer for pair in dev])
    folds = np.array([pair.fold for pair in dev])
    scores = np.zeros(len(dev))
    for fold in range(FOLDS):
        used = folds != fold
        head = change_head(kept, vectors, [pair for pair in dev if pair.fold != fold], newer[used])
        scores[~used] = newer[~used] @ head[0] + head[1]
    head = change_head(kept, vectors, dev, newer)
    both = np.r_[scores, seen([pair.newer for pair in test]) @ head[0] + head[1]]
    return {pair.newer: float(1 / (1 + np.exp(-score))) for pair, score in zip((*dev, *test), both, strict=True)}


def _array(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> Any:
    return np.array([[row[name] for name in names] for row in rows])


def _report(scores: Any, truth: Any, relations: Sequence[str]) -> None:
    print(f"test: AUC {roc_auc_score(truth, scores):.3f}; {int(truth.sum())} that end something, {len(truth)} rows")
    spoken = np.array([not relation.endswith("silent") for relation in relations])
    for least in OPERATING:
        taken = (scores >= least) & spoken
        precision, recall = truth[taken].mean(), taken[truth].mean()
        wrong = Counter(relation for relation, one in zip(relations, taken & ~truth, strict=True) if one)
        print(f"  from {least}: precision {precision:.2f} recall {recall:.2f} wrong {dict(wrong)}")


if __name__ == "__main__":
    main()
