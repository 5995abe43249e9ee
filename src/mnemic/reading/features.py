"""What the learned ranker sees of a candidate: each signal's value, its place among the candidates, what was said
before and after, and the best of its session.

Everything is computed from the candidates and the turns around them, so the cost does not grow with the memories there
are. Training uses this same code on the candidates the library finds (`python -m training.ranker`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.understanding import AnswerKind
from mnemic.index.user_index import IndexArrays, Scores
from mnemic.language import question as cues
from mnemic.reading.channels import FOREIGN_SHARE, search_terms
from mnemic.reading.ranking import summed_parts
from mnemic.reading.state import ReadState

SIGNALS = ("words", "e5", "use", "total")
CONTEXT = ("before", "after", "second_before", "second_after")
PARTS = ("slots", "completed", "graph", "speaker", "side", "date", "asking", "neighbours", "session")
OWN = ("kind", "recency", "answer", "event")
KINDS = (AnswerKind.TIME, AnswerKind.DURATION, AnswerKind.NUMBER, AnswerKind.PERSON, AnswerKind.LIST)

FAR = -20.0  # a score no candidate has

_WHAT = ("value", "gap", "rank", *CONTEXT, "session_gap", "session_rank", "in_session")

FEATURES: tuple[str, ...] = (
    "hand",
    "hand_gap",
    *(f"{signal}_{what}" for signal in SIGNALS for what in _WHAT),
    *PARTS,
    *OWN,
    *("rarest", "matched", "coverage", "window_coverage", "window_more"),
    *("length", "episode", "asks", "asks_before", "asks_after"),
    *(f"asked_{kind}" for kind in KINDS),
    *("said_by_named", "said_by_other", "names", "terms", "foreign", "memories", "age", "assistant"),
)

_PLACE = {name: place for place, name in enumerate(FEATURES)}
_FIRST = _PLACE[f"{SIGNALS[0]}_{_WHAT[0]}"]


def features(asking: ReadState, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """Features of candidate rows, best first, shape (rows, len(FEATURES))."""
    arrays = asking.user_index.freeze()
    around = _around(arrays, rows)
    listed = rows.tolist()
    values: dict[str, NDArray[np.floating] | float] = {}
    hand = np.array([asking.scores[row] for row in listed], dtype=np.float32)
    values["hand"], values["hand_gap"] = hand, hand - hand.max()
    for name in PARTS:
        part = asking.parts.get(name)
        values[name] = 0.0 if part is None else part[rows]
    for name in OWN:
        terms = asking.extra.get(name)
        values[name] = 0.0 if terms is None else np.array([terms.get(row, 0.0) for row in listed], dtype=np.float32)
    values |= _wording(asking, arrays, rows, around)
    values |= _constants(asking, arrays, rows, around)
    table = np.empty((len(FEATURES), len(rows)), dtype=np.float32)
    for name, value in values.items():
        table[_PLACE[name]] = value
    signals = table[_FIRST : _FIRST + len(SIGNALS) * len(_WHAT)].reshape(len(SIGNALS), len(_WHAT), len(rows))
    _lay_signals(signals, asking, rows, around, arrays.session[rows])
    return table.T


def _around(arrays: IndexArrays, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows of the turns around each candidate in the order of CONTEXT, or -1, shape (4, rows)."""
    before, after = arrays.before[rows], arrays.after[rows]
    second_before = np.where(before >= 0, arrays.before[before], -1)
    second_after = np.where(after >= 0, arrays.after[after], -1)
    return np.stack([before, after, second_before, second_after])


def _lay_signals(
    table: NDArray[np.float32],
    asking: ReadState,
    rows: NDArray[np.int64],
    around: NDArray[np.int64],
    sessions: NDArray[np.int64],
) -> None:
    """Each signal's value, its place among the candidates, those of the turns around, and the best of the session, into
    a table of shape (signals, _WHAT, rows)."""
    held = [name for name in SIGNALS if name == "total" or name in asking.parts]
    wanted = np.concatenate([rows[None], around])
    found = np.stack([summed_parts(asking, wanted) if name == "total" else asking.parts[name][wanted] for name in held])
    found[:, wanted < 0] = 0  # (signals, 5, rows)
    value = found[:, 0]
    top = value.max(axis=1, keepdims=True)
    together = np.argsort(sessions, kind="stable")
    begins = np.diff(sessions[together], prepend=-1) != 0
    session = np.empty(len(rows), dtype=np.int64)
    session[together] = np.cumsum(begins) - 1
    best = np.maximum.reduceat(value[:, together], np.flatnonzero(begins), axis=1)
    own_best = best[:, session]
    if len(held) < len(SIGNALS):
        table[:] = 0
    laid = np.empty((len(held), *table.shape[1:]), dtype=np.float32)
    laid[:, 0], laid[:, 1], laid[:, 2] = value, value - top, _ranks(value)
    laid[:, 3:7] = found[:, 1:]
    laid[:, 7], laid[:, 8], laid[:, 9] = own_best - top, _ranks(best)[:, session], value - own_best
    table[[SIGNALS.index(name) for name in held]] = laid


def _ranks(values: Scores) -> Scores:
    """ln(1 + place) of each value in its row among them, the highest in place 0."""
    signals, size = values.shape
    ranks = np.empty(values.shape, dtype=np.float32)
    ranks[np.arange(signals)[:, None], np.argsort(-values, axis=1, kind="stable")] = np.log1p(
        np.arange(size, dtype=np.float32)
    )
    return ranks


def _wording(
    asking: ReadState, arrays: IndexArrays, rows: NDArray[np.int64], around: NDArray[np.int64]
) -> dict[str, NDArray[np.floating] | float]:
    """Which words of the question a candidate holds, alone and with the turns beside it, the rarer the more."""
    terms, living = list(search_terms(asking, arrays)), len(asking.user_index)
    wanted = np.stack([rows, around[0], around[1]])
    holds = np.zeros((len(terms), *wanted.shape), dtype=bool)
    held = np.zeros(len(arrays.alive) + 1, dtype=bool)  # the last place is that of the row -1
    known = np.empty(len(terms))
    for place, term in enumerate(terms):
        found = asking.user_index.rows_with(term)
        known[place] = len(found)
        if len(found):
            held[found] = True
            holds[place] = held[wanted]
            held[found] = False
    idf = np.log(1 + (living - known + 0.5) / (known + 0.5)).astype(np.float32)
    ceiling = max(float(idf.sum()), 1e-6)
    alone = holds[:, 0]
    covered, more = idf @ alone, idf @ (holds.any(axis=1) & ~alone)  # apart, so that nothing more is exactly 0
    return {
        "rarest": (idf[:, None] * alone).max(axis=0, initial=0.0),
        "matched": alone.sum(axis=0).astype(np.float32),
        "coverage": covered / ceiling,
        "window_coverage": (covered + more) / ceiling,
        "window_more": more / ceiling,
        "terms": float(np.log1p(len(terms))),
    }


def _constants(
    asking: ReadState, arrays: IndexArrays, rows: NDArray[np.int64], around: NDArray[np.int64]
) -> dict[str, NDArray[np.floating] | float]:
    """What is known of question and candidate without the signals."""
    question, episode = asking.question.text, arrays.episode[rows]
    named = np.array(cues.speakers_named(question, arrays.speakers), dtype=np.float32)
    by_named = named[arrays.speaker[rows]]
    asked_for = asking.understanding.asked_for
    second = arrays.second[arrays.alive]
    newest = float(second.max())
    span = max(newest - float(second.min()), 1.0)
    asks, asks_before, asks_after = np.where(
        (wanted := np.stack([rows, around[0], around[1]])) >= 0, arrays.question[wanted], 0
    )
    return {
        "length": np.log1p(arrays.length[rows]),
        "episode": episode.astype(np.float32),
        "asks": asks,
        "asks_before": asks_before,
        "asks_after": asks_after,
        **{f"asked_{kind}": float(kind in asked_for) for kind in KINDS},
        "said_by_named": by_named * episode,
        "said_by_other": episode * float(named.any()) * (1 - by_named),
        "names": float(named.sum()),
        "foreign": (np.abs(cues.han_share(question) - arrays.han[rows]) > FOREIGN_SHARE).astype(np.float32),
        "memories": float(np.log(len(asking.user_index))),
        "age": (newest - arrays.second[rows]) / span,
        "assistant": (arrays.side[rows] > 0).astype(np.float32),
    }
