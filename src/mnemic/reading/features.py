"""What the learned ranker sees of a candidate: each signal's value, its place among the candidates, what was said
before and after, and the best of its session.

Everything is computed from the candidates and the turns around them, so the cost does not grow with the memories there
are. Training uses this same code on the candidates the library finds (`python -m training.ranker`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.understanding import AnswerKind
from mnemic.index.shelf import Arrays, Scores
from mnemic.language import asking as cues
from mnemic.reading.asking import Asking
from mnemic.reading.channels import FOREIGN_SHARE, terms_of

SIGNALS = ("words", "e5", "use", "total")
CONTEXT = ("before", "after", "second_before", "second_after")
PARTS = ("slots", "completed", "graph", "speaker", "side", "date", "asking", "neighbours", "session")
OWN = ("kind", "recency", "answer", "event")
KINDS = (AnswerKind.TIME, AnswerKind.DURATION, AnswerKind.NUMBER, AnswerKind.PERSON, AnswerKind.LIST)
FAR = -20.0  # a score no candidate has

FEATURES: tuple[str, ...] = (
    "hand",
    "hand_gap",
    *(
        f"{signal}_{what}"
        for signal in SIGNALS
        for what in ("value", "gap", "rank", *CONTEXT, "session_gap", "session_rank", "in_session")
    ),
    *PARTS,
    *OWN,
    *("rarest", "matched", "coverage", "window_coverage", "window_more"),
    *("length", "episode", "asks", "asks_before", "asks_after"),
    *(f"asked_{kind}" for kind in KINDS),
    *("said_by_named", "said_by_other", "names", "terms", "foreign", "memories", "age", "assistant"),
)


def features(asking: Asking, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """Features of candidate rows, best first, shape (rows, len(FEATURES))."""
    arrays = asking.shelf.freeze()
    around = _around(arrays, rows)
    total = asking.total
    _, session = np.unique(arrays.session[rows], return_inverse=True)
    values: dict[str, NDArray[np.floating] | float] = {}
    hand = np.array([asking.scores[row] for row in rows.tolist()], dtype=np.float32)
    values["hand"], values["hand_gap"] = hand, hand - hand.max()
    for name in SIGNALS:
        signal = total if name == "total" else asking.parts.get(name)
        values |= _of_signal(name, signal, rows, around, session)
    for name in PARTS:
        part = asking.parts.get(name)
        values[name] = 0.0 if part is None else part[rows]
    for name in OWN:
        values[name] = np.array([asking.extra[row].get(name, 0.0) for row in rows.tolist()], dtype=np.float32)
    values |= _wording(asking, arrays, rows, around)
    values |= _constants(asking, arrays, rows, around)
    table = np.empty((len(rows), len(FEATURES)), dtype=np.float32)
    for place, name in enumerate(FEATURES):
        table[:, place] = values[name]
    return table


def _around(arrays: Arrays, rows: NDArray[np.int64]) -> Mapping[str, NDArray[np.int64]]:
    """Rows of the turns around each candidate, or -1."""
    before, after = arrays.before[rows], arrays.after[rows]
    return {
        "before": before,
        "after": after,
        "second_before": np.where(before >= 0, arrays.before[before], -1),
        "second_after": np.where(after >= 0, arrays.after[after], -1),
    }


def _of_signal(
    name: str,
    signal: Scores | None,
    rows: NDArray[np.int64],
    around: Mapping[str, NDArray[np.int64]],
    session: NDArray[np.intp],
) -> dict[str, NDArray[np.floating] | float]:
    if signal is None:
        return {f"{name}_{what}": 0.0 for what in _WHAT}
    value = signal[rows]
    best = np.full(int(session.max()) + 1, FAR, dtype=np.float32)
    np.maximum.at(best, session, value)
    return {
        f"{name}_value": value,
        f"{name}_gap": value - value.max(),
        f"{name}_rank": np.log1p(_ranks(value)),
        **{f"{name}_{place}": np.where(beside >= 0, signal[beside], 0) for place, beside in around.items()},
        f"{name}_session_gap": best[session] - value.max(),
        f"{name}_session_rank": np.log1p(_ranks(best))[session],
        f"{name}_in_session": value - best[session],
    }


_WHAT = ("value", "gap", "rank", *CONTEXT, "session_gap", "session_rank", "in_session")


def _ranks(values: Scores) -> Scores:
    """Place of each value among them, the highest 0."""
    ranks = np.empty(len(values), dtype=np.float32)
    ranks[np.argsort(-values, kind="stable")] = np.arange(len(values))
    return ranks


def _wording(
    asking: Asking, arrays: Arrays, rows: NDArray[np.int64], around: Mapping[str, NDArray[np.int64]]
) -> dict[str, NDArray[np.floating] | float]:
    """Which words of the question a candidate holds, alone and with the turns beside it, the rarer the more."""
    terms, living = terms_of(asking, arrays), len(asking.shelf)
    held = np.zeros(len(arrays.alive) + 1, dtype=bool)  # the last place is that of the row -1
    rarest, matched, covered, beside = (np.zeros(len(rows), dtype=np.float32) for _ in range(4))
    ceiling = 0.0
    for term in terms:
        found = asking.shelf.rows_with(term)
        idf = float(np.log(1 + (living - len(found) + 0.5) / (len(found) + 0.5)))
        ceiling += idf
        held[found] = True
        alone = held[rows]
        near = alone | held[around["before"]] | held[around["after"]]
        held[found] = False
        np.maximum(rarest, idf * alone, out=rarest)
        matched += alone
        covered += idf * alone
        beside += idf * near
    return {
        "rarest": rarest,
        "matched": matched,
        "coverage": covered / max(ceiling, 1e-6),
        "window_coverage": beside / max(ceiling, 1e-6),
        "window_more": (beside - covered) / max(ceiling, 1e-6),
        "terms": float(np.log1p(len(terms))),
    }


def _constants(
    asking: Asking, arrays: Arrays, rows: NDArray[np.int64], around: Mapping[str, NDArray[np.int64]]
) -> dict[str, NDArray[np.floating] | float]:
    """What is known of question and candidate without the signals."""
    question, episode = asking.question.text, arrays.episode[rows]
    named = np.array(cues.named(question, arrays.speakers), dtype=np.float32)
    by_named = named[arrays.speaker[rows]] * episode
    asked_for = asking.understanding.asked_for
    second = arrays.second[arrays.alive]
    span = max(float(second.max() - second.min()), 1.0)
    asks = {
        "asks": arrays.question[rows],
        "asks_before": np.where(around["before"] >= 0, arrays.question[around["before"]], 0),
        "asks_after": np.where(around["after"] >= 0, arrays.question[around["after"]], 0),
    }
    return {
        "length": np.log1p(arrays.length[rows]),
        "episode": episode.astype(np.float32),
        **asks,
        **{f"asked_{kind}": float(kind in asked_for) for kind in KINDS},
        "said_by_named": by_named,
        "said_by_other": episode * float(named.any()) * (1 - named[arrays.speaker[rows]]),
        "names": float(named.sum()),
        "foreign": (np.abs(cues.han_share(question) - arrays.han[rows]) > FOREIGN_SHARE).astype(np.float32),
        "memories": float(np.log(len(asking.shelf))),
        "age": (second.max() - arrays.second[rows]) / span,
        "assistant": (arrays.side[rows] > 0).astype(np.float32),
    }
