"""Fit the projection of question vectors (mnemic.reading.projection).

python -m training.projection            how well it does on conversations and notes it did not see
python -m training.projection --write    fit on all of them and store the weights

Softmax over the memories of one user: a question's shifted vector should lie nearer to what answers it than to
everything else there is. Adam by hand, since the model is two small matrices a signal.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals.embedding import Watched
from evals.loaders import Conversation
from mnemic.language.question import han_share
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.ports import Embedder, Signal
from mnemic.reading.channels import FOREIGN_SHARE
from mnemic.reading.projection import WEIGHTS, Projection, VectorShift
from training.questions import FOLDS, Note, fold_of, notebooks, talks

Numbers = NDArray[np.float64]

RANK = 32  # of U and V; 16-64 is flat
PASSES = 8  # over all questions
STEP = 5e-4  # of Adam; with 1e-3 and five passes, notes lose two points at 1
SCALE_STEP = 50.0  # times that, for the scales, which are larger numbers
PENALTY = 1e-2  # of the squares of U and V; 3e-3 and 3e-2 lose one to three points at 1 on notes
ALWAYS_PENALTY = 1e-2  # of the squares of w
SCALES = {"e5": 20.0, "use": 12.0}  # log-odds of a cosine of 1 to begin with
SCALE_FIRST = 15.0  # of another embedder's signals
BATCH = 32  # questions at once
POOL = 400  # memories a question is told from, at most
SPREAD = 0.3  # of the first values of V, times 1 / sqrt(RANK)
CROSSING_SHARE = 0.15  # of all questions that are answered by a memory in the other language: a guess at use


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """One user's memories, and questions with what answers them."""

    name: str
    questions: Numbers  # (questions, columns)
    memories: Numbers  # (memories, columns)
    answers: NDArray[np.bool_]  # (questions, memories)
    foreign: NDArray[np.bool_]  # (questions, memories): in another language than the question


def pools(embedder: Embedder) -> list[Pool]:
    """Every conversation and notebook as a pool. What answers a question of a talk are its turns."""
    return [
        *(_of_talk(f"talk {number}", talk, embedder) for number, talk in enumerate(talks())),
        *(_of_notes(f"notes {number}", notes, embedder) for number, notes in enumerate(notebooks())),
    ]


def _of_talk(name: str, talk: Conversation, embedder: Embedder) -> Pool:
    said = [message for messages in talk.sessions.values() for message in messages]
    asked = [one for one in talk.questions if one.turns]
    answers = np.array([[message["id"] in one.turns for message in said] for one in asked])
    return _pool(name, [one.text for one in asked], [message["content"] for message in said], answers, embedder)


def _of_notes(name: str, notes: Sequence[Note], embedder: Embedder) -> Pool:
    questions = [note.same for note in notes] + [note.crossing for note in notes]
    answers = np.concatenate([np.eye(len(notes), dtype=bool)] * 2)
    return _pool(name, questions, [note.text for note in notes], answers, embedder)


def _pool(name: str, questions: list[str], memories: list[str], answers: NDArray[np.bool_], embedder: Embedder) -> Pool:
    asked = np.array([han_share(text) for text in questions])
    held = np.array([han_share(text) for text in memories])
    return Pool(
        name=name,
        questions=embedder.questions(questions).astype(np.float64),
        memories=embedder.documents(memories).astype(np.float64),
        answers=answers,
        foreign=np.abs(asked[:, None] - held[None, :]) > FOREIGN_SHARE,
    )


class Model:
    """Both shifts of every signal and their scales, on the way to being fitted."""

    def __init__(self, signals: Sequence[Signal], chance: np.random.Generator) -> None:
        self.signals = signals
        self.parameters: list[Numbers] = []
        for _ in ("own", "crossing"):
            for signal in signals:
                size = signal.stop - signal.start
                first = chance.normal(0, SPREAD / math.sqrt(RANK), (size, RANK))
                self.parameters += [np.zeros((size, RANK)), first, np.zeros(size)]
        self.scales = np.array([SCALES.get(signal.name, SCALE_FIRST) for signal in signals] + [0.0])
        self.parameters.append(self.scales)
        self._moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.parameters]
        self._steps = 0

    def _shift(self, side: int, place: int) -> tuple[Numbers, Numbers, Numbers]:
        at = (side * len(self.signals) + place) * 3
        left, right, always = self.parameters[at : at + 3]
        return left, right, always

    def dots(self, questions: Numbers, memories: Numbers, side: int) -> list[Numbers]:
        """Products of shifted questions and memories, one array a signal, before scaling."""
        found = []
        for place, signal in enumerate(self.signals):
            left, right, always = self._shift(side, place)
            part = questions[:, signal.start : signal.stop]
            found.append((part + (part @ right) @ left.T + always) @ memories[:, signal.start : signal.stop].T)
        return found

    def scores(self, pool: Pool) -> Numbers:
        """Log-odds of every memory for every question."""
        own, crossing = (self.dots(pool.questions, pool.memories, side) for side in (0, 1))
        return self._joined(own, crossing, pool.foreign)

    def _joined(self, own: list[Numbers], crossing: list[Numbers], foreign: NDArray[np.bool_]) -> Numbers:
        *scales, bias = self.scales
        near: Numbers = np.add.reduce([scale * part for scale, part in zip(scales, own, strict=True)])
        across: Numbers = np.add.reduce([scale * part for scale, part in zip(scales, crossing, strict=True)])
        return np.where(foreign, across + bias, near)

    def learn(self, pool: Pool, chosen: NDArray[np.int64], chance: np.random.Generator) -> None:
        """One step on some questions of a pool."""
        answers, foreign = pool.answers[chosen], pool.foreign[chosen]
        kept = np.flatnonzero(answers.any(axis=0))
        if len(pool.memories) > POOL:
            kept = np.union1d(kept, chance.choice(len(pool.memories), POOL, replace=False))
        else:
            kept = np.arange(len(pool.memories))
        questions, memories = pool.questions[chosen], pool.memories[kept]
        answers, foreign = answers[:, kept], foreign[:, kept]
        sides = [self.dots(questions, memories, side) for side in (0, 1)]
        scores = self._joined(sides[0], sides[1], foreign)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        wrong = (likely - answers / answers.sum(axis=1, keepdims=True)) / len(chosen)
        slopes: list[Numbers] = []
        scale_slopes = np.zeros_like(self.scales)
        scale_slopes[-1] = wrong[foreign].sum()
        for side, dots in enumerate(sides):
            here = np.where(foreign == bool(side), wrong, 0)
            for place, signal in enumerate(self.signals):
                left, right, always = self._shift(side, place)
                part = questions[:, signal.start : signal.stop]
                pull = self.scales[place] * here @ memories[:, signal.start : signal.stop]
                slopes += [
                    pull.T @ (part @ right) + PENALTY * left,
                    part.T @ (pull @ left) + PENALTY * right,
                    pull.sum(axis=0) + ALWAYS_PENALTY * always,
                ]
                scale_slopes[place] += float((here * dots[place]).sum())
        self._adam([*slopes, scale_slopes])

    def _adam(self, slopes: Sequence[Numbers]) -> None:
        """Kingma and Ba 2015."""
        self._steps += 1
        for place, (value, slope) in enumerate(zip(self.parameters, slopes, strict=True)):
            first, second = self._moments[place]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = STEP * (SCALE_STEP if value is self.scales else 1)
            mean, spread = first / (1 - 0.9**self._steps), second / (1 - 0.999**self._steps)
            value -= step * mean / (np.sqrt(spread) + 1e-8)

    def projection(self, given: Sequence[Pool]) -> Projection:
        """What was learned, with how it scores what does not answer."""
        unrelated: list[list[float]] = [[] for _ in self.signals]
        spreads = []
        for pool in given:
            dots = self.dots(pool.questions, pool.memories, 0)
            parts = [scale * part for scale, part in zip(self.scales, dots, strict=False)]
            for place, part in enumerate(parts):
                unrelated[place].append(float(part.mean()))
            spreads.append(float(np.add.reduce(parts).std(axis=1).mean()))
        names = [signal.name for signal in self.signals]
        own, crossing = (
            {
                signal.name: VectorShift(
                    start=signal.start,
                    stop=signal.stop,
                    scale=float(self.scales[place]),
                    **dict(zip(("left", "right", "always"), map(_small, self._shift(side, place)), strict=True)),
                )
                for place, signal in enumerate(self.signals)
            }
            for side in (0, 1)
        )
        return Projection(
            own=own,
            crossing=crossing,
            bias=float(self.scales[-1]),
            means=dict(zip(names, (float(np.mean(part)) for part in unrelated), strict=True)),
            deviation=float(np.mean(spreads)),
        )


def _small(values: Numbers) -> NDArray[np.float32]:
    """As it is stored: half precision."""
    return values.astype(np.float16).astype(np.float32)


def fitted(given: Sequence[Pool], signals: Sequence[Signal], seed: int = 0) -> Model:
    """A model of some pools."""
    chance = np.random.default_rng(seed)
    model = Model(signals, chance)
    for _ in range(PASSES):
        batches = [
            (pool, batch)
            for pool in given
            for batch in np.array_split(chance.permutation(len(pool.questions)), -(-len(pool.questions) // BATCH))
        ]
        for place in chance.permutation(len(batches)):
            model.learn(*batches[place], chance)
    model.scales[-1] += math.log(CROSSING_SHARE / (1 - CROSSING_SHARE))  # half of the notes' questions are crossing
    return model


def write(projection: Projection, fingerprint: str) -> None:
    """Store a projection beside the code that reads it."""
    arrays: dict[str, NDArray[np.generic]] = {
        "fingerprint": np.array(fingerprint),
        "signals": np.array(list(projection.own)),
        "columns": np.array([(shift.start, shift.stop) for shift in projection.own.values()], dtype=np.int32),
        "scales": np.array([shift.scale for shift in projection.own.values()]),
        "bias": np.array(projection.bias),
        "means": np.array(list(projection.means.values())),
        "deviation": np.array(projection.deviation),
    }
    for side, shifts in (("own", projection.own), ("crossing", projection.crossing)):
        for name, shift in shifts.items():
            for part in ("left", "right", "always"):
                arrays[f"{side}/{name}/{part}"] = getattr(shift, part).astype(np.float16)
    with WEIGHTS.open("wb") as file:
        np.savez_compressed(file, **arrays)


def recall(model: Model, given: Sequence[Pool], k: int, *, crossing: bool) -> float:
    """Share of the answers among the first k, by vectors alone, 0-1, of questions in one or in two languages."""
    shares = []
    for pool in given:
        first = np.argsort(-model.scores(pool), axis=1)[:, :k]
        for place, answers in enumerate(pool.answers):
            if bool(pool.foreign[place][answers].any()) == crossing:
                shares.append(answers[first[place]].sum() / answers.sum())
    return float(np.mean(shares)) if shares else math.nan


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.projection", description="Fit the projection.")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the weights")
    options = parser.parse_args()
    embedder = Watched(BuiltinEmbedder(), keep=True)
    given = pools(embedder)
    if options.write:
        write(fitted(given, embedder.signals).projection(given), embedder.fingerprint)
        print(f"wrote {WEIGHTS.name}: {sum(len(pool.questions) for pool in given):,} questions")
        return
    before = Model(embedder.signals, np.random.default_rng(0))
    print("recall by vectors alone, before and after, of pools not fitted on")
    for fold in range(FOLDS):
        held = [pool for pool in given if fold_of(pool.name) == fold]
        after = fitted([pool for pool in given if fold_of(pool.name) != fold], embedder.signals)
        for kind in ("talks", "notes"):
            chosen = [pool for pool in held if pool.name.startswith("notes") == (kind == "notes")]
            for crossing in (False, True):
                pairs = [(recall(one, chosen, k, crossing=crossing)) for k in (1, 5, 10) for one in (before, after)]
                figures = "  ".join(
                    f"@{k} {a:.1%} {b:.1%}" for k, a, b in zip((1, 5, 10), pairs[::2], pairs[1::2], strict=True)
                )
                print(f"fold {fold} {kind} {'crossing' if crossing else 'same'}: {figures}")


if __name__ == "__main__":
    main()
