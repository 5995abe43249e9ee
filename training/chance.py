"""Fit the chance that a text is an attack, by its vector (mnemic.safety.guard.vector_chance).

python -m training.chance            how well it does on authors it has not seen, each left out in turn
python -m training.chance --write    fit on all of them and write src/mnemic/safety/guard/chance.npz

Vectors are kept in out/chance.npz, since making them takes minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from evals.protection import ATTACK, ORIGINS
from mnemic.domain.record import Origin
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.ports import Vectors
from mnemic.safety.guard.vector_chance import CHANCE_WEIGHTS, PARTY, chance_features, rules_score
from training import guard

C = 5.0  # inverse strength of the penalty; of 1, 5 and 20 the best on authors left out
TALK_WEIGHT = 0.3  # of an ordinary message beside a labelled text
TALK = "talk"  # in the place of an author
KEPT = Path(__file__).parents[1] / "out" / "chance.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A labelled text."""

    text: str
    origin: Origin
    attack: bool
    author: str


def texts() -> list[Text]:
    """What is learned from: labelled texts of several authors, and the harmless talk that the words are fitted on."""
    found = [
        Text(text=row["text"], origin=ORIGINS[row["channel"]], attack=row["label"] == ATTACK, author=path.stem)
        for path in guard.TEXTS
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    ]
    return found + [Text(text=one.text, origin=one.origin, attack=False, author=TALK) for one in guard.messages()]


def vectors_of(found: Sequence[Text]) -> Vectors:
    """Vectors of texts, shape (texts, 896); those made before are taken from the file that keeps them."""
    kept: dict[str, Vectors] = {}
    if KEPT.exists():
        with np.load(KEPT) as arrays:
            kept = dict(zip(arrays["texts"].tolist(), arrays["vectors"], strict=True))
    new = list(dict.fromkeys(one.text for one in found if one.text not in kept))
    if new:
        kept |= dict(zip(new, BuiltinEmbedder().documents(new), strict=True))
        KEPT.parent.mkdir(exist_ok=True)
        np.savez(KEPT, texts=np.array(list(kept)), vectors=np.stack(list(kept.values())).astype(np.float16))
    return np.stack([kept[one.text] for one in found]).astype(np.float32)


def fitted(seen: Vectors, attack: NDArray[np.bool_], talk: NDArray[np.bool_]) -> tuple[Vectors, float]:
    """Weights and bias."""
    counts = np.where(talk, TALK_WEIGHT, 1.0)
    model = LogisticRegression(C=C, max_iter=3000).fit(seen, attack, sample_weight=counts)
    return model.coef_[0], float(model.intercept_[0])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.chance", description="Fit what the guard learns.")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the weights")
    options = parser.parse_args()
    found = texts()
    vectors = vectors_of(found)
    mean = vectors[[one.author != TALK for one in found]].mean(axis=0)
    rules = np.array([rules_score(one.text, one.origin) for one in found], dtype=np.float32)
    seen = chance_features(vectors, np.array([PARTY[one.origin] for one in found]), rules, mean)
    attack = np.array([one.attack for one in found])
    authors = np.array([one.author for one in found])
    _report(seen, attack, authors, rules)
    if options.write:
        weights, bias = fitted(seen, attack, authors == TALK)
        np.savez_compressed(
            CHANCE_WEIGHTS,
            fingerprint=BuiltinEmbedder().fingerprint,
            mean=mean.astype(np.float16),
            weights=weights.astype(np.float16),
            bias=np.float32(bias),
        )
        print(f"wrote {CHANCE_WEIGHTS.name}: {CHANCE_WEIGHTS.stat().st_size:,} bytes, {len(found):,} texts")


def _report(seen: Vectors, attack: NDArray[np.bool_], authors: NDArray[np.str_], rules: Vectors) -> None:
    """A line for each author, who was left out of what was fitted."""
    for author in sorted(set(authors) - {TALK}):
        left = authors == author
        weights, bias = fitted(seen[~left], attack[~left], authors[~left] == TALK)
        scores = seen[left] @ weights + bias
        bad, good = attack[left], ~attack[left]
        auc, by_rules = roc_auc_score(bad, scores), roc_auc_score(bad, rules[left])
        line = [f"{author} n {left.sum()}", f"AUC {auc:.3f}, of the rules {by_rules:.3f}"]
        for chance in (0.4, 0.5, 0.6, 0.7):
            held = scores > np.log(chance / (1 - chance))
            line.append(f"from {chance}: attacks {held[bad].mean():.1%}, harmless {held[good].mean():.1%}")
        print("; ".join(line))


if __name__ == "__main__":
    main()
