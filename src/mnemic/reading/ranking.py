"""From scored rows to hits: gates, priors, diversity, and the cut at k."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import eq

import numpy as np
from numpy.typing import NDArray

from mnemic.domain import scoring
from mnemic.domain.query import Hit
from mnemic.domain.record import Memory
from mnemic.index.entry import text_key
from mnemic.index.user_index import Scores, UserIndex
from mnemic.reading.gates import gate_reason
from mnemic.reading.state import ReadState

# Log-odds of a score: (sum of terms - MIDDLE) / WIDTH. Set by eye so that evidence scores above 0.5; the score orders
# and is comparable within a store, it is not a calibrated probability.
MIDDLE, WIDTH = 3.0, 1.2
SPEAKS_FOR_SHARE = 0.6  # share of its turn's evidence from which a statement speaks for the turn
LIFT = 0.01  # how far above it, in log-odds
SAME_WORDS = 5.3  # log-odds a statement in the very words of the question has at least: a score of 0.995
DORMANT_COST = 0.5
WIDER = 8  # times as many rows are put in order where the gates cut too many
SLACK = 1e-3  # of scores that are compared in single precision
ALIKE_FROM = 0.5  # share of the way from unrelated to identical at which two memories begin to cost each other


def choose_candidates(asking: ReadState) -> ReadState:
    """The best rows that pass the gates, at most `candidates_max`, and permanent memory always."""
    total, user_index = asking.total, asking.user_index
    arrays = user_index.freeze()
    words = asking.parts.get("words")
    cut: dict[str, str] = {}
    rows: list[int] = []
    limit = max(asking.settings.candidates_max, asking.question.k)

    def admit(row: int) -> None:
        memory = user_index.memories[row]
        reason = gate_reason(memory, asking.question)
        if reason is None and asking.recipe.words_needed and (words is None or words[row] <= 0):
            reason = "words: it shares no word with the question"
        if reason is None:
            rows.append(row)
        else:
            cut[memory.id] = reason

    for row in _best_first(user_index, total, limit):
        if len(rows) >= limit:
            break
        admit(row)
    always = np.flatnonzero(arrays.permanent)
    if len(always):
        seen = set(rows) | {user_index.row_of[id] for id in cut}
        for row in always[np.argsort(-total[always], kind="stable")].tolist():
            if row not in seen:
                admit(row)
    return replace(asking, rows=tuple(rows), cut=cut)


def _best_first(user_index: UserIndex, total: Scores, first: int) -> Iterator[int]:
    """Living rows, the best first, of equals the older. No more are put in order than are wanted, `first` to begin
    with, and their records are read at once."""
    living = np.flatnonzero(user_index.freeze().alive)
    below = -total[living]
    given, wanted = 0, first
    while given < len(living):
        best = living
        if wanted < len(living):
            best = living[below <= np.partition(below, wanted)[wanted]]
        ordered = best[np.argsort(-total[best], kind="stable")][given:].tolist()
        user_index.expect(ordered[:first])
        yield from ordered
        given, wanted = given + len(ordered), wanted * WIDER


def score_record(asking: ReadState) -> ReadState:
    """The terms that come from the record itself: kind, freshness, use, confidence, feedback (R3)."""
    recipe, rows = asking.recipe, asking.rows
    worth = asking.standings.of(asking.user_index).worth(asking.user_index, rows)
    kind, hour, lasting, frequency, confidence, utility, dormant = worth.T
    terms = {
        "kind": recipe.kind * kind,
        "recency": recipe.recency * recipe.freshness_of(hour, lasting, asking.question.at),
        "frequency": recipe.frequency * frequency,
        "confidence": recipe.confidence * confidence,
        "utility": recipe.utility * utility,
        "dormant": -DORMANT_COST * dormant,
    }
    own = np.zeros(len(rows))
    for term in terms.values():
        own += term
    scores = (summed_parts(asking, rows) + own - MIDDLE) / WIDTH
    extra = {name: dict(zip(rows, term.tolist(), strict=True)) for name, term in terms.items() if term.any()}
    return reordered_by_scores(asking, dict(zip(rows, scores.tolist(), strict=True)), extra)


def summed_parts(asking: ReadState, rows: Sequence[int] | NDArray[np.int64]) -> Scores:
    """Sum of the parts of some rows, in their shape."""
    wanted = np.asarray(rows, dtype=np.int64)
    return sum((part[wanted] for part in asking.parts.values()), start=np.zeros(wanted.shape, dtype=np.float32))


def with_extra_term(asking: ReadState, name: str, terms: Mapping[int, float]) -> ReadState:
    """Candidates with one more term of their scores, in the order they then have."""
    scores = dict(asking.scores)
    for row, term in terms.items():
        scores[row] += term / WIDTH
    return reordered_by_scores(asking, scores, {**asking.extra, name: terms})


def reordered_by_scores(
    asking: ReadState, scores: Mapping[int, float], extra: Mapping[str, Mapping[int, float]]
) -> ReadState:
    """Candidates with these scores and terms, in the order of their scores; of equal ones that said first is first."""
    rows = sorted(asking.rows, key=scores.__getitem__, reverse=True)
    values = [scores[row] for row in rows]
    if any(map(eq, values, islice(values, 1, None))):
        memories = asking.user_index.memories
        rows.sort(key=lambda row: (-scores[row], memories[row].position, memories[row].id))
    return replace(asking, rows=tuple(rows), scores=scores, extra=extra)


def lift_same_words(asking: ReadState) -> ReadState:
    """A statement in the very words of the question is what was asked for, whatever else is known."""
    user_index = asking.user_index
    same = {user_index.row_of[id] for id in user_index.ids_under(text_key(asking.question.text))}
    lifts = {row: SAME_WORDS - asking.scores[row] for row in same & asking.scores.keys()}
    lifts = {row: lift for row, lift in lifts.items() if lift > 0}
    if not lifts:
        return asking
    extra = {**asking.extra, "same": {row: lift * WIDTH for row, lift in lifts.items()}}
    return reordered_by_scores(asking, {**asking.scores, **dict.fromkeys(lifts, SAME_WORDS)}, extra)


def lift_statements(asking: ReadState) -> ReadState:
    """A statement that holds most of what makes its turn answer the question stands where the turn would stand: it is
    the better wording, dated and in the third person. The turn then gives way in `diversify`."""
    rows = asking.rows
    standings = asking.standings.of(asking.user_index).of(asking.user_index, rows)
    turn_of = {one.turn: row for row, one in zip(rows, standings, strict=True) if one.turn >= 0}
    statements = [(row, one.sources) for row, one in zip(rows, standings, strict=True) if one.turn < 0]
    if not turn_of or not statements:
        return asking
    held = dict(zip(rows, content_evidence(asking, rows).tolist(), strict=True))
    scores = dict(asking.scores)
    lifts: dict[int, float] = {}
    for row, sources in statements:
        turns = [turn_of[source] for source in sources if source in turn_of]
        if not turns:
            continue
        turn = max(turns, key=asking.scores.__getitem__)
        lift = asking.scores[turn] - asking.scores[row] + LIFT
        if lift > 0 and held[row] >= SPEAKS_FOR_SHARE * held[turn] > 0:
            scores[row] += lift
            lifts[row] = lift * WIDTH
    return reordered_by_scores(asking, scores, {**asking.extra, "turn": lifts}) if lifts else asking


def content_evidence(asking: ReadState, rows: Sequence[int]) -> NDArray[np.float64]:
    """Log-odds of rows by content alone: words, vectors and the slot asked for."""
    content = ("words", "slots", "completed", *(signal.name for signal in asking.embedder.signals))
    wanted, held = np.array(rows, dtype=np.int64), np.zeros(len(rows))
    for name in content:
        if name in asking.parts:
            held += asking.parts[name][wanted]
    return held / WIDTH


def row_evidence(asking: ReadState, row: int) -> float:
    """The same of one row."""
    return float(content_evidence(asking, [row])[0])


def diversify(asking: ReadState) -> ReadState:
    """One memory per thing said: copies and a statement's own turn give way; likeness to a better hit costs (R4)."""
    cut = dict(asking.cut)
    kept: list[int] = []
    seen: dict[str | int, int] = {}
    ids = asking.user_index.records.ids
    standings = asking.standings.of(asking.user_index).of(asking.user_index, asking.rows)
    for row, one in zip(asking.rows, standings, strict=True):
        for mark in one.meets:
            if mark in seen:
                cut[ids[row]] = f"diversity: it says what {ids[seen[mark]]} says"
                break
        else:
            for mark in one.leaves:
                seen.setdefault(mark, row)
            kept.append(row)
    return replace(asking, rows=tuple(_spread(asking, kept)), cut=cut)


def _spread(asking: ReadState, rows: list[int]) -> list[int]:
    """Maximal marginal relevance (Carbonell and Goldstein 1998) over the first signal's cosine. Likeness costs at most
    the weight, so that only rows within that of the last one wanted can be picked."""
    weight, k = asking.recipe.diversity, asking.question.k
    if not weight or len(rows) < 3 or asking.vector is None:
        return rows
    signal = asking.embedder.signals[0]
    value = np.array([asking.scores[row] for row in rows], dtype=np.float32)
    near = len(rows) if k + 1 >= len(rows) else int((value >= value[k] - weight - SLACK).sum())
    matrix = asking.user_index.freeze().matrix[rows[:near], signal.start : signal.stop]
    gain, cost = value[:near], np.zeros(near, dtype=np.float32)
    order: list[int] = []
    for _ in range(near):
        pick = int(np.argmax(gain - cost))
        order.append(pick)
        if len(order) > k:
            break
        gain[pick] = -np.inf
        share = (matrix @ matrix[pick] - (1 - ALIKE_FROM) * signal.mean - ALIKE_FROM) * (
            weight / ((1 - signal.mean) * (1 - ALIKE_FROM))
        )
        np.maximum(cost, np.minimum(share, weight), out=cost)
    picked = set(order)
    return [rows[pick] for pick in order] + [row for place, row in enumerate(rows) if place not in picked]


def permanent_memories(asking: ReadState) -> tuple[Memory, ...]:
    """Permanent memory that holds, in order of saying."""
    if not len(asking.user_index):
        return ()
    always = asking.user_index.freeze().permanent
    held = [asking.user_index.memories[row] for row in asking.rows if always[row]]
    return tuple(sorted(held, key=lambda memory: (memory.said_at, memory.id)))


def ranked_hits(asking: ReadState) -> list[Hit]:
    """The best k as hits, each with its score explained term by term: the terms sum to the score's log-odds."""
    return [ranked_hit(asking, row) for row in asking.rows[: asking.question.k]]


def ranked_hit(asking: ReadState, row: int) -> Hit:
    """One row as a hit."""
    terms = {name: float(part[row]) / WIDTH for name, part in asking.parts.items()}
    terms |= {name: by_row[row] / WIDTH for name, by_row in asking.extra.items() if row in by_row}
    explain = {name: round(value, 4) for name, value in terms.items() if abs(value) >= 5e-5}
    explain["baseline"] = -MIDDLE / WIDTH
    return Hit(
        memory=asking.user_index.memories[row],
        score=scoring.logistic(asking.scores.get(row, sum(explain.values()))),
        explain=explain,
        evidence=row_evidence(asking, row),
    )
