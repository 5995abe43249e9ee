"""Fit the learned ranker (mnemic.reading.learned_ranker).

python -m training.ranker            how well it does on conversations and notes it did not see
python -m training.ranker --write    fit on all of them and store the trees

The library itself finds the candidates, so that the trees learn on what they will meet. While features are gathered the
vectors of a conversation are shifted by a projection that has not seen it: else the trees would trust vectors more than
they may.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import lightgbm
import numpy as np
from numpy.typing import NDArray

import mnemic
from evals.embedding import Watched
from evals.loaders import Conversation
from mnemic.api.memory import UserMemory
from mnemic.index.user_index import Scores
from mnemic.models.builtin import BuiltinEmbedder
from mnemic.ports import Embedder
from mnemic.reading import learned_ranker
from mnemic.reading import projection as projections
from mnemic.reading.features import FEATURES, features
from mnemic.reading.learned_ranker import CANDIDATES, MANY, WEIGHTS, Trees
from mnemic.reading.state import ReadState
from training.projection import fitted as fitted_projection
from training.projection import pools
from training.questions import FOLDS, Note, fold_of, notebooks, talks

TREES = 200
DEPTH = 3
RATE = 0.05  # of learning
PARAMETERS: Mapping[str, object] = {
    "objective": "lambdarank",
    "num_leaves": 2**DEPTH,
    "max_depth": DEPTH,
    "learning_rate": RATE,
    "min_data_in_leaf": 100,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "feature_fraction": 0.3,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "seed": 7,
    "num_threads": 2,
    "deterministic": True,
    "verbosity": -1,
}
"""Few shallow trees that see a third of the features each: from 150 to 300 trees of depth 3 are flat, deeper ones learn
the conversations by heart."""
NOTED = datetime(2025, 3, 1, 10, tzinfo=UTC)
NOTES_ASKED = 0.6  # share of the notes whose question in the same language is asked
NOTES_CROSSING = 0.2  # and of those whose question in the other is
KS = (1, 5, 10)

Table = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One question's candidates, best first by the sum of terms, and which of them answer."""

    source: str  # the conversation or notebook
    crossing: bool
    table: Table  # (candidates, features)
    gains: NDArray[np.bool_]  # (candidates,)
    turns: tuple[tuple[str, ...], ...]  # of each candidate
    answers: frozenset[str]


class Shifted(Watched):
    """The bundled embedder under a name of its own, so that it gets a projection and a ranker of its own."""

    def __init__(self, inner: Embedder, name: str) -> None:
        super().__init__(inner, keep=True)
        self._name = name

    @property
    def fingerprint(self) -> str:
        """The name."""
        return self._name


@dataclass(slots=True)
class Recorder:
    """Stands in the place of the trees, leaves the order as it is, and keeps what they would have seen."""

    seen: list[tuple[Table, tuple[tuple[str, ...], ...]]] = field(default_factory=list)

    def added(self, asking: ReadState, rows: NDArray[np.int64]) -> Scores:
        """Nothing is added."""
        turns = tuple(asking.user_index.memories[row].turns for row in rows.tolist())
        self.seen.append((features(asking, rows), turns))
        return np.zeros(len(rows), dtype=np.float32)


def gathered(embedder: Embedder) -> list[Ranked]:
    """Candidates with features for every question of every conversation and notebook."""
    given = pools(embedder)
    found: list[Ranked] = []
    for fold in range(FOLDS):
        rest = [pool for pool in given if fold_of(pool.name) != fold]
        name = f"fold {fold}"
        projections.register_projection(name, fitted_projection(rest, embedder.signals).projection(rest))
        recorder = Recorder()
        learned_ranker.register_ranker(name, recorder)
        shifted = Shifted(embedder, name)
        for number, talk in enumerate(talks()):
            if fold_of(f"talk {number}") == fold:
                found += _of_talk(f"talk {number}", talk, shifted, recorder)
        for number, notes in enumerate(notebooks()):
            if fold_of(f"notes {number}") == fold and len(notes) >= MANY:
                found += _of_notes(f"notes {number}", notes, shifted, recorder)
    return found


def _of_talk(name: str, talk: Conversation, embedder: Embedder, recorder: Recorder) -> Iterator[Ranked]:
    with mnemic.open(":memory:", embedder=embedder, background=False, answer_min=0.0) as opened:
        user = opened.user("u1")
        for session, messages in talk.sessions.items():
            user.add(messages, session=session)
        for asked in talk.questions:
            if asked.turns:
                crossing = asked.language != talk.language
                yield from _asked(user, name, asked.text, asked.at, asked.turns, crossing, recorder)


def _of_notes(name: str, notes: Sequence[Note], embedder: Embedder, recorder: Recorder) -> Iterator[Ranked]:
    chance = random.Random(name)
    with mnemic.open(":memory:", embedder=embedder, background=False, answer_min=0.0) as opened:
        user = opened.user("u1")
        user.add(
            [
                {"role": "user", "content": note.text, "id": f"n{place}", "time": NOTED + timedelta(hours=3 * place)}
                for place, note in enumerate(notes)
            ],
            infer=False,
        )
        at = NOTED + timedelta(days=60)
        for place, note in enumerate(notes):
            for text, share in ((note.same, NOTES_ASKED), (note.crossing, NOTES_CROSSING)):
                if chance.random() < share:
                    crossing = text is note.crossing
                    yield from _asked(user, name, text, at, frozenset({f"n{place}"}), crossing, recorder)


def _asked(
    user: UserMemory,
    source: str,
    text: str,
    at: datetime | None,
    answers: frozenset[str],
    crossing: bool,
    recorder: Recorder,
) -> Iterator[Ranked]:
    recorder.seen.clear()
    user.search(text, k=10, at=at)
    for table, turns in recorder.seen[:1]:
        gains = np.array([bool(answers.intersection(held)) for held in turns])
        yield Ranked(source=source, crossing=crossing, table=table, gains=gains, turns=turns, answers=answers)


def fitted(given: Sequence[Ranked]) -> Trees:
    """Trees of some questions. Those whose answer is not among the candidates teach nothing."""
    used = [one for one in given if one.gains.any()]
    table = np.concatenate([one.table for one in used])
    gains = np.concatenate([one.gains for one in used]).astype(int)
    data = lightgbm.Dataset(
        table, gains, group=[len(one.gains) for one in used], init_score=table[:, FEATURES.index("hand")]
    )
    return _complete(lightgbm.train(dict(PARAMETERS), data, num_boost_round=TREES).dump_model()["tree_info"])


def _complete(trees: Sequence[Mapping[str, object]]) -> Trees:
    """Trees of LightGBM as complete ones: where a branch ends early, its leaf stands at every place below."""
    inner, leaves = 2**DEPTH - 1, 2**DEPTH
    feature = np.zeros((len(trees), inner), dtype=np.int16)
    threshold = np.full((len(trees), inner), np.inf, dtype=np.float32)
    leaf = np.zeros((len(trees), leaves), dtype=np.float32)

    def walk(tree: int, node: Mapping[str, object], place: int) -> None:
        if place >= inner:
            leaf[tree, place - inner] = node["leaf_value"]
        elif "split_feature" in node:
            feature[tree, place], threshold[tree, place] = node["split_feature"], node["threshold"]
            walk(tree, node["left_child"], 2 * place + 1)  # type: ignore[arg-type]
            walk(tree, node["right_child"], 2 * place + 2)  # type: ignore[arg-type]
        else:
            walk(tree, node, 2 * place + 1)
            walk(tree, node, 2 * place + 2)

    for number, one in enumerate(trees):
        walk(number, one["tree_structure"], 0)  # type: ignore[arg-type]
    return Trees(feature=feature, threshold=threshold, leaf=leaf)


def recall(given: Sequence[Ranked], trees: Trees | None) -> dict[int, float]:
    """Share of the answers in the first k turns, 0-1, by the trees or by the sum of terms."""
    shares: dict[int, list[float]] = {k: [] for k in KS}
    for one in given:
        scores = one.table[:, FEATURES.index("hand")] + (0 if trees is None else trees(one.table))
        order = np.argsort(-scores, kind="stable")
        turns = list(dict.fromkeys(turn for place in order.tolist() for turn in one.turns[place]))
        for k in KS:
            shares[k].append(len(one.answers.intersection(turns[:k])) / len(one.answers))
    return {k: float(np.mean(found)) for k, found in shares.items()}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training.ranker", description="Fit the learned ranker.")
    parser.add_argument("--write", action="store_true", help="fit on everything and store the trees")
    options = parser.parse_args()
    embedder = Watched(BuiltinEmbedder(), keep=True)
    given = gathered(embedder)
    if options.write:
        trees = fitted(given)
        with WEIGHTS.open("wb") as file:
            np.savez_compressed(
                file,
                fingerprint=np.array(embedder.fingerprint),
                features=np.array(FEATURES),
                feature=trees.feature,
                threshold=trees.threshold,
                leaf=trees.leaf,
            )
        print(f"wrote {WEIGHTS.name}: {len(given):,} questions, {CANDIDATES} candidates each")
        return
    print("share of the answers in the first k turns, sum of terms and trees, of sources not fitted on")
    for fold in range(FOLDS):
        trees = fitted([one for one in given if fold_of(one.source) != fold])
        held = [one for one in given if fold_of(one.source) == fold]
        for kind in ("talk", "notes"):
            for crossing in (False, True):
                chosen = [one for one in held if one.source.startswith(kind) and one.crossing == crossing]
                before, after = recall(chosen, None), recall(chosen, trees)
                figures = "  ".join(f"@{k} {before[k]:.1%} {after[k]:.1%}" for k in KS)
                print(f"fold {fold} {kind} {'crossing' if crossing else 'same'} ({len(chosen)}): {figures}")


if __name__ == "__main__":
    main()
