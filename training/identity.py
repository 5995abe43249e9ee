"""Fit the model of mnemic.language.meaning.sameness: do two statements mean the same?

python -m training.identity            print how well it does on folds it did not see
python -m training.identity --write    fit on everything and write src/mnemic/language/meaning/weights.json
python -m training.identity --test     print how well the weights in the package do on the pairs kept for that

Five kinds of pairs: paraphrases, near misses (an edit of a word or two), paraphrases of a statement beside a near miss
of it (no word in common, and yet not the same), neighbours (different statements, each with those nearest to it by
embedding), and messages of one user where the later repeats, changes or adds to the earlier.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from sklearn.linear_model import LogisticRegression

from mnemic.language.meaning import sameness
from mnemic.language.meaning.item import COMMON_MIN
from mnemic.language.meaning.likeness import Likeness, compare_meanings
from mnemic.language.meaning.sameness import read_meaning
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.reader.statement import MessageSetting
from mnemic.writing.stages import READERS
from training.corpus import FOLDER, FOLDS, lines, pairs

WEIGHTS = Path(__file__).parents[1] / "src/mnemic/language/meaning/weights.json"
RARITY = WEIGHTS.with_name("rarity.json")
STRENGTH = 0.1  # inverse strength of the penalty; 0.1 and 1 do equally well on unseen folds
NEIGHBOURS = 8  # of each statement that it is paired with
COUNTS = {
    "paraphrase": 4.0,
    "near miss": 2.0,
    "beside a near miss": 2.0,
    "neighbour": 1.0,
    "repeated": 1.0,
    "changed": 1.0,
}
MERGED_MAX = 30  # pairs of neighbours, of ten thousand, that the threshold lets through
CHARACTERS_MAX = 120  # of a message that stands for a statement among the neighbours
ALIKE_MIN = 0.8  # cosine from which a near miss is taken to be one of a paraphrased statement
DOUBLE_MIN = 0.8  # cosine from which two messages may say the same, so that they are no sure negatives


SAID = datetime(2026, 1, 5, 12, tzinfo=UTC)  # any moment will do


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Two statements, and whether they say the same."""

    kind: str
    language: str
    one: str
    other: str
    origin: str = ""  # the first text of the example it is made from

    @property
    def same(self) -> bool:
        """Whether they say the same."""
        return self.kind in ("paraphrase", "repeated")

    @property
    def fold(self) -> int:
        """0 to 4, by the example it comes from."""
        return crc32((self.origin or self.one).encode()) % FOLDS


@cache
def embedder() -> BuiltinEmbedder:
    """The embedder the weights are for."""
    return BuiltinEmbedder()


class Vectors:
    """Vectors of texts, each made once."""

    def __init__(self) -> None:
        self._held: dict[str, Any] = {}

    def of(self, texts: Sequence[str]) -> Any:
        """Vectors of shape (len(texts), 896)."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._held]
        self._held.update(zip(fresh, embedder().documents(fresh), strict=True))
        return np.array([self._held[text] for text in texts])


def examples(part: str, vectors: Vectors) -> list[Example]:
    """All examples of "dev" or "test"."""
    stored = (FOLDER / f"pairs_{part}.jsonl").read_text(encoding="utf-8").splitlines()
    made: list[Example] = []
    for language in ("zh", "en"):
        rows = [row for row in map(json.loads, stored) if row["lang"] == language]
        good = [row for row in rows if row["label"]]
        bad = [row for row in rows if not row["label"]]
        made += [_example("paraphrase", language, row["a"], row["b"]) for row in good]
        made += [_example("near miss", language, row["a"], row["b"]) for row in bad]
        made += _beside(good, bad, language, vectors)
        made += _read([example for example in made if example.language == language])
        made += _neighbours(good, language, vectors)
        made += [
            _example("repeated" if pair.relation == "same" else "changed", language, pair.older, pair.newer)
            for pair in pairs(part)
            if pair.language == language
        ]
    return made


def stated(text: str, language: str) -> str:
    """A message as the statement that the rules of its language make of it, or as it is where they make none."""
    found = READERS[language](text, MessageSetting(said=SAID, zone=UTC)).statements
    return found[0].text if found else text


def _read(made: Sequence[Example]) -> list[Example]:
    """The same examples as they are remembered."""
    return [
        replace(example, one=one, other=other, origin=example.one)
        for example in made
        for one, other in [(stated(example.one, example.language), stated(example.other, example.language))]
        if (one, other) != (example.one, example.other)
    ]


def _example(kind: str, language: str, one: str, other: str) -> Example:
    return Example(kind=kind, language=language, one=one, other=other)


def _beside(good: Sequence[Any], bad: Sequence[Any], language: str, vectors: Vectors) -> list[Example]:
    near = vectors.of([row["a"] for row in good])[:, 384:] @ vectors.of([row["a"] for row in bad])[:, 384:].T
    return [
        _example("beside a near miss", language, row["b"], bad[int(scores.argmax())]["b"])
        for row, scores in zip(good, near, strict=True)
        if scores.max() >= ALIKE_MIN
    ]


def _neighbours(good: Sequence[Any], language: str, vectors: Vectors) -> list[Example]:
    owned = [
        (text, n) for n, row in enumerate(good) for side in "ab" for text in {row[side], stated(row[side], language)}
    ]
    messages = [line for line in lines() if line.keep and line.language == language]
    said = {line.text: stated(line.text, language) for line in messages if len(line.text) <= CHARACTERS_MAX}
    owned += [(text, -n - 1) for n, text in enumerate(dict.fromkeys(said.values()))]
    matrix = vectors.of([text for text, _ in owned])
    e5, use = matrix[:, :384] @ matrix[:, :384].T, matrix[:, 384:] @ matrix[:, 384:].T
    nearness = (e5 - e5.mean()) / e5.std() + (use - use.mean()) / use.std()
    made: dict[frozenset[str], Example] = {}
    for row, (text, owner) in enumerate(owned):
        others = [
            other
            for other in np.argsort(-nearness[row])[: 4 * NEIGHBOURS]
            if owned[other][1] != owner and not (owner < 0 and owned[other][1] < 0 and use[row, other] > DOUBLE_MIN)
        ]
        for other in others[:NEIGHBOURS]:
            made.setdefault(frozenset((text, owned[other][0])), _example("neighbour", language, text, owned[other][0]))
    return list(made.values())


def compared(one: str, other: str) -> Likeness | None:
    """The likeness of two texts, or None where they cannot be compared."""
    left, right = read_meaning(one), read_meaning(other)
    if left is None or right is None or left.language != right.language:
        return None
    return compare_meanings(left, right)


def centres_of(made: Sequence[Example], vectors: Vectors) -> dict[str, Any]:
    """The mean vector of each sort of statements."""
    texts: dict[str, set[str]] = {}
    for example in made:
        for text in (example.one, example.other):
            texts.setdefault(str(sameness.statement_group(text)), set()).add(text)
    return {sort: vectors.of(sorted(said)).mean(axis=0) for sort, said in texts.items()}


def table(made: Sequence[Example], likes: Sequence[Likeness | None], centres: Any, vectors: Vectors) -> Any:
    """The features of examples, shape (len(made), features)."""
    rows = np.zeros((len(made), len(sameness.FEATURES)))
    for row, example, like in zip(rows, made, likes, strict=True):
        if like is None:
            continue
        texts = [example.one, example.other]
        one, other = vectors.of(texts) - [centres[str(sameness.statement_group(text))] for text in texts]
        close = sameness.Closeness(
            **{
                signal.name: float(
                    one[signal.start : signal.stop]
                    @ other[signal.start : signal.stop]
                    / np.linalg.norm(one[signal.start : signal.stop])
                    / np.linalg.norm(other[signal.start : signal.stop])
                )
                for signal in embedder().signals
            }
        )
        row[:] = [read(like, close, example.language == "zh") for read in sameness.FEATURES.values()]
    return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A logistic regression over standardised features."""

    weights: Any
    bias: float
    mean: Any
    scale: Any

    def __call__(self, rows: Any) -> Any:
        """Probabilities of rows of features."""
        return 1 / (1 + np.exp(-((rows - self.mean) / self.scale @ self.weights + self.bias)))


def fit(rows: Any, same: Any, counts: Any) -> Fitted:
    """Fit on examples that neither rule decides."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale[scale == 0] = 1
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit((rows - mean) / scale, same, sample_weight=counts)
    return Fitted(weights=model.coef_[0], bias=float(model.intercept_[0]), mean=mean, scale=scale)


def decided(like: Likeness | None) -> float | None:
    """1 or 0 where a rule decides, else None."""
    if like is None or sameness.distinguishing_reason(like):
        return 0.0
    if sameness.have_same_content(like):
        return 1.0
    return None


def report(made: Sequence[Example], scores: Any, threshold: float) -> None:
    """Print the share of each kind that is taken for the same."""
    for kind in COUNTS:
        figures = []
        for language in ("zh", "en"):
            mine = [s for s, e in zip(scores, made, strict=True) if e.kind == kind and e.language == language]
            taken = sum(score >= threshold for score in mine)
            figures.append(f"{language} {taken}/{len(mine)} = {taken / max(len(mine), 1):.2%}")
        print(f"  {kind:20}", "  ".join(figures))


def threshold_of(made: Sequence[Example], scores: Any) -> float:
    """Where at most `MERGED_MAX` of ten thousand neighbours pass."""
    neighbours = sorted((s for s, e in zip(scores, made, strict=True) if e.kind == "neighbour" and s < 1), reverse=True)
    return float(neighbours[len(neighbours) * MERGED_MAX // 10_000]) + 1e-6


def rarities() -> dict[str, dict[str, float]]:
    """What words that several statements of the corpus hold weigh, by language."""
    made: dict[str, dict[str, float]] = {}
    for language in ("zh", "en"):
        texts = {stated(line.text, language) for line in lines() if line.keep and line.language == language}
        read = [said for said in map(read_meaning, texts) if said is not None and said.language == language]
        held = Counter(name for said in read for name in {item.name_of_concept for item in said.items})
        made[language] = {
            name: round(1 - math.log(count) / math.log(len(read)), 2)
            for name, count in sorted(held.items())
            if count >= COMMON_MIN
        }
    return made


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.identity", description="Fit the model of sameness.")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the weights")
    parser.add_argument("--test", action="store_true", help="report on the pairs kept for testing")
    options = parser.parse_args()
    vectors = Vectors()
    if options.test:
        _tested(vectors)
        return
    if options.write:
        RARITY.write_text(json.dumps(rarities(), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    made = examples("dev", vectors)
    likes = [compared(example.one, example.other) for example in made]
    centres = centres_of(made, vectors)
    rows = table(made, likes, centres, vectors)
    same = np.array([example.same for example in made])
    counts = np.array([COUNTS[example.kind] for example in made])
    ruled = [decided(like) for like in likes]
    open_ = np.array([verdict is None for verdict in ruled])
    folds = np.array([example.fold for example in made])
    scores = np.array([verdict or 0.0 for verdict in ruled])
    for fold in range(FOLDS):
        inside, outside = open_ & (folds != fold), open_ & (folds == fold)
        scores[outside] = fit(rows[inside], same[inside], counts[inside])(rows[outside])
    threshold = threshold_of(made, scores)
    print(f"unseen folds, threshold {threshold:.3f}")
    report(made, scores, threshold)
    if options.write:
        final = fit(rows[open_], same[open_], counts[open_])
        _write(final, centres, threshold)


def _tested(vectors: Vectors) -> None:
    made = examples("test", vectors)
    scores = []
    for example in made:
        one, other = vectors.of([example.one, example.other])
        close = sameness.closeness(example.one, example.other, (one, other), embedder().fingerprint)
        verdict = sameness.judge_sameness(example.one, example.other, close)
        scores.append(float(verdict is not None and verdict.same))
    report(made, scores, 0.5)


def _write(model: Fitted, centres: Any, threshold: float) -> None:
    stored = {
        "fingerprint": embedder().fingerprint,
        "signals": {signal.name: [signal.start, signal.stop] for signal in embedder().signals},
        "threshold": round(threshold, 4),
        "bias": round(model.bias, 4),
        "features": {
            name: [round(float(value), 4) for value in values]
            for name, *values in zip(sameness.FEATURES, model.weights, model.mean, model.scale, strict=True)
        },
        "centres": {sort: [round(float(x), 4) for x in centre] for sort, centre in centres.items() if sort != "None"},
    }
    WEIGHTS.write_text(json.dumps(stored, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"wrote {WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
