"""Fit the classifier of mnemic.safety.guard.classifier.

python -m training.guard               what the rules and the classifier hold on texts they did not see
python -m training.guard --write       fit it on everything: src/mnemic/safety/guard/guard.npz
python -m training.guard --test FILE   the same figures on another set in the form of those in training/guard
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from mnemic.domain.record import Origin
from mnemic.safety.guard import classifier, screen
from mnemic.safety.guard.classifier import (
    BUCKETS_BITS,
    ORIGINS,
    RULES,
    SENSES,
    WEIGHTS,
    ClassifierWeights,
    sense_pairs,
    word_buckets,
)
from training.corpus import lines

TEXTS = sorted((Path(__file__).parent / "guard").glob("texts*.jsonl"))
PLAIN = Path(__file__).parent / "guard" / "plain.jsonl"  # harmless, and written to be taken for attacks
TALKS = (
    Path(__file__).parent / "talks" / "extraction_dev.jsonl",
    Path(__file__).parents[1] / "evals/data/talks/train.jsonl",
)
CHANNELS: Mapping[str, Origin] = {
    "user_turn": Origin.USER,
    "user_turn_untrusted": Origin.USER,
    "group_chat": Origin.USER,
    "agent_message": Origin.ASSISTANT,
    "summary": Origin.INFERRED,
    "tool_output": Origin.TOOL,
}
"""Whose word each channel is; any other is a document's."""

PRIOR = -0.9  # log-odds added: attacks are rarer in life than among these texts
C = 3.0  # inverse strength of the penalty; of 1, 2, 3 and 6 the best on unseen folds
OF_A_SIDE = 0.7  # how readily the user's words and outside text get weights of their own
MESSAGES, MESSAGE_WEIGHT = 3_000, 0.3  # harmless messages of corpus/messages_*.tsv, and what each counts
ORDERS = ("rule", "preference", "decision", "plan", "skill")  # kinds of message that outside text may not state
FOLDS, BLOCK = 5, 6  # texts in a row stay together: look-alikes stand side by side

UPPER = np.triu_indices(len(SENSES))
N_WORDS, N_PAIRS = 1 << BUCKETS_BITS, len(UPPER[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text with its label, as described in training/README.md."""

    text: str
    origin: Origin
    attack: bool


def read(path: Path) -> list[Text]:
    """The texts of a file."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        Text(
            text=row["text"],
            origin=CHANNELS.get(row["channel"], Origin.DOCUMENT),
            attack=row["label"] == "attack",
        )
        for row in rows
    ]


def messages() -> list[Text]:
    """Harmless talk: messages of users, the same in documents where they state or chat, and replies of assistants."""
    every = lines()
    said = _drawn([one.text for one in every], MESSAGES)
    told = _drawn([one.text for one in every if one.kind not in ORDERS], MESSAGES // 3)
    replies = _drawn(sorted({turn for path in TALKS for turn in _replies(path)}), MESSAGES // 2)
    return [
        *(Text(text=text, origin=Origin.USER, attack=False) for text in said),
        *(
            Text(text=text, origin=(Origin.DOCUMENT, Origin.ASSISTANT)[n % 2], attack=False)
            for n, text in enumerate(told)
        ),
        *(Text(text=text, origin=Origin.ASSISTANT, attack=False) for text in replies),
        *read(PLAIN),
    ]


def _drawn(texts: Sequence[str], most: int) -> list[str]:
    """So many of the texts, evenly."""
    step = max(1.0, len(texts) / most)
    return [texts[int(n * step)] for n in range(min(most, len(texts)))]


def _replies(path: Path) -> Iterator[str]:
    """What assistants say in conversations."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        turns = row.get("messages") or [turn for session in row.get("sessions", ()) for turn in session["turns"]]
        yield from (turn.get("content") or turn["text"] for turn in turns if turn["role"] == "assistant")


def features(texts: Sequence[Text]) -> Any:
    """The features of texts: words and pairs three times (shared, the user's, outside), rules, score, origin."""
    rows, columns, values = list[int](), list[int](), list[float]()
    for number, one in enumerate(texts):
        passage = screen.passages_of(one.text, one.origin)[0]
        side = 1 if one.origin is Origin.USER else 2
        words = word_buckets(passage.reading)
        pairs = np.flatnonzero(sense_pairs(passage.sentences)[UPPER])
        found: dict[int, float] = {}
        word, pair = (
            classifier.WORDS_SHARE / max(1, len(words)) ** 0.5,
            classifier.PAIRS_SHARE / max(1, len(pairs)) ** 0.5,
        )
        found |= dict.fromkeys(words.tolist(), word)
        found |= dict.fromkeys((words + side * N_WORDS).tolist(), OF_A_SIDE * word)
        at = 3 * N_WORDS
        found |= dict.fromkeys((pairs + at).tolist(), pair)
        found |= dict.fromkeys((pairs + at + side * N_PAIRS).tolist(), OF_A_SIDE * pair)
        at += 3 * N_PAIRS
        found |= {at + RULES.index(name): classifier.RULE_SHARE for name in passage.evidence if name in RULES}
        at += len(RULES)
        found[at] = passage.score * classifier.SCORE_SHARE
        found[at + 1 + ORIGINS.index(one.origin)] = classifier.ORIGIN_SHARE
        rows += [number] * len(found)
        columns += found.keys()
        values += found.values()
    width = 3 * (N_WORDS + N_PAIRS) + len(RULES) + 1 + len(ORIGINS)
    return csr_matrix((values, (rows, columns)), shape=(len(texts), width))


def fitted(seen: Any, attack: NDArray[np.bool_], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of a logistic regression with a squared penalty, the bias last."""

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        odds = seen @ weights[:-1] + weights[-1]
        wrong = 1 / (1 + np.exp(-odds)) - attack
        value = C * (counts * np.logaddexp(0, np.where(attack, -odds, odds))).sum() + weights[:-1] @ weights[:-1] / 2
        slope = C * (seen.T @ (counts * wrong)) + weights[:-1]
        return float(value), np.append(slope, C * (counts * wrong).sum())

    start = np.zeros(seen.shape[1] + 1)
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x)


def packed(fit: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """The weights as the package keeps them: what is shared is added to what each side has of its own."""
    words = fit[: 3 * N_WORDS].reshape(3, N_WORDS)
    pairs = fit[3 * N_WORDS :][: 3 * N_PAIRS].reshape(3, N_PAIRS)
    rest = fit[3 * (N_WORDS + N_PAIRS) :]
    return {
        "words": (words[0] + OF_A_SIDE * words[1:]).astype(np.float16),
        "pairs": (pairs[0] + OF_A_SIDE * pairs[1:]).astype(np.float16),
        "rules": rest[: len(RULES)].astype(np.float16),
        "rest": np.array([rest[len(RULES)], fit[-1] + PRIOR], np.float16),
        "origins": rest[len(RULES) + 1 : -1].astype(np.float16),
    }


def held(texts: Sequence[Text], weights: ClassifierWeights | None) -> NDArray[np.bool_]:
    """Which of the texts are held, by the rules alone where there are no weights."""
    if weights is None:
        return np.array([screen.passages_of(one.text, one.origin)[0].score >= screen.QUARANTINE_FROM for one in texts])
    with patch.object(classifier, "classifier_weights", lambda: weights):
        return np.array([screen.judge_text(one.text, one.origin).decision == "quarantine" for one in texts])


def _fit(texts: Sequence[Text], plain: Sequence[Text]) -> ClassifierWeights:
    """Weights fitted on texts, and on messages that are harmless."""
    every = [*texts, *plain]
    counts = np.concatenate([np.ones(len(texts)), np.full(len(plain), MESSAGE_WEIGHT)])
    fit = fitted(features(every), np.array([one.attack for one in every]), counts)
    np.savez_compressed(SCRATCH, **packed(fit))
    return classifier.weights_from(SCRATCH)


SCRATCH = Path("out/guard.npz")


def _say(name: str, texts: Sequence[Text], found: NDArray[np.bool_]) -> None:
    attack = np.array([one.attack for one in texts])
    attacks = f"attacks held {found[attack].mean():.1%} of {attack.sum()}" if attack.any() else "no attacks"
    harmless = f"harmless held {found[~attack].mean():.1%} of {(~attack).sum()}" if not attack.all() else ""
    print(f"{name:32}{attacks:32}{harmless}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.guard", description="Fit the guard's classifier.")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the weights")
    parser.add_argument("--test", type=Path, nargs="*", default=[], help="sets to report on with the stored weights")
    options = parser.parse_args()
    for path in options.test:
        other = read(path)
        _say(f"{path.name}, rules alone", other, held(other, None))
        _say(f"{path.name}, with classifier", other, held(other, classifier.classifier_weights()))
    if options.test:
        return
    SCRATCH.parent.mkdir(exist_ok=True)
    texts, plain = [text for path in TEXTS for text in read(path)], messages()
    if options.write:
        _fit(texts, plain)
        WEIGHTS.write_bytes(SCRATCH.read_bytes())
        print(f"wrote {WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes, {len(texts):,} texts")
        return
    fold = np.arange(len(texts)) // BLOCK % FOLDS
    found = np.zeros(len(texts), bool)
    for number in range(FOLDS):
        rest = [one for one, of in zip(texts, fold, strict=True) if of != number]
        own = [one for one, of in zip(texts, fold, strict=True) if of == number]
        found[fold == number] = held(own, _fit(rest, plain[::2]))
    _say("rules alone", texts, held(texts, None))
    _say("with classifier, unseen folds", texts, found)
    _say("messages not fitted on", plain[1::2], held(plain[1::2], _fit(texts, plain[::2])))


if __name__ == "__main__":
    main()
