"""From scored rows to hits: gates, priors, diversity, and the cut at k."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from mnemic.domain import scoring
from mnemic.domain.query import Hit
from mnemic.domain.record import Kind, Memory, Status
from mnemic.index.shelf import Scores, Shelf, text_key
from mnemic.reading.asking import Asking
from mnemic.reading.gates import gate

# Log-odds of a score: (sum of terms - MIDDLE) / WIDTH. Set by eye so that evidence scores above 0.5; the score orders
# and is comparable within a store, it is not a calibrated probability.
MIDDLE, WIDTH = 3.0, 1.2
SPEAKS_FOR_SHARE = 0.6  # share of its turn's evidence from which a statement speaks for the turn
LIFT = 0.01  # how far above it, in log-odds
SAME_WORDS = 5.3  # log-odds a statement in the very words of the question has at least: a score of 0.995
DORMANT_COST = 0.5
WIDER = 8  # times as many rows are put in order where the gates cut too many
ALIKE_FROM = 0.5  # share of the way from unrelated to identical at which two memories begin to cost each other


def choose(asking: Asking) -> Asking:
    """The best rows that pass the gates, at most `candidates_max`, and permanent memory always."""
    total, shelf = asking.total, asking.shelf
    arrays = shelf.freeze()
    words = asking.parts.get("words")
    cut: dict[str, str] = {}
    rows: list[int] = []
    limit = max(asking.settings.candidates_max, asking.question.k)

    def admit(row: int) -> None:
        memory = shelf.memories[row]
        reason = gate(memory, asking.question)
        if reason is None and asking.recipe.words_needed and (words is None or words[row] <= 0):
            reason = "words: it shares no word with the question"
        if reason is None:
            rows.append(row)
        else:
            cut[memory.id] = reason

    for row in _best_first(shelf, total, limit):
        if len(rows) >= limit:
            break
        admit(row)
    always = np.flatnonzero(arrays.permanent)
    if len(always):
        seen = set(rows) | {shelf.row_of[id] for id in cut}
        for row in always[np.argsort(-total[always], kind="stable")].tolist():
            if row not in seen:
                admit(row)
    return replace(asking, rows=tuple(rows), cut=cut)


def _best_first(shelf: Shelf, total: Scores, first: int) -> Iterator[int]:
    """Living rows, the best first, of equals the older. No more are put in order than are wanted, `first` to begin
    with, and their records are read at once."""
    living = np.flatnonzero(shelf.freeze().alive)
    below = -total[living]
    given, wanted = 0, first
    while given < len(living):
        best = living
        if wanted < len(living):
            best = living[below <= np.partition(below, wanted)[wanted]]
        ordered = best[np.argsort(-total[best], kind="stable")][given:].tolist()
        shelf.expect(ordered[:first])
        yield from ordered
        given, wanted = given + len(ordered), wanted * WIDER


def weigh(asking: Asking) -> Asking:
    """The terms that come from the record itself: kind, freshness, use, confidence, feedback (R3)."""
    recipe, at = asking.recipe, asking.question.at
    total = asking.total
    extra: dict[int, dict[str, float]] = {}
    for row in asking.rows:
        memory = asking.shelf.memories[row]
        extra[row] = {
            "kind": recipe.kind * scoring.kind_prior(memory),
            "recency": recipe.recency * recipe.freshness(memory, at),
            "frequency": recipe.frequency * float(np.log1p(memory.access_count)),
            "confidence": recipe.confidence * (memory.confidence - 1),
            "utility": recipe.utility * scoring.utility(memory),
            "dormant": -DORMANT_COST if memory.status is Status.DORMANT else 0.0,
        }
    scores = {row: (float(total[row]) + sum(extra[row].values()) - MIDDLE) / WIDTH for row in asking.rows}
    return replace(asking, rows=ranked(asking, scores), extra=extra, scores=scores)


def same_words(asking: Asking) -> Asking:
    """A statement in the very words of the question is what was asked for, whatever else is known."""
    shelf = asking.shelf
    same = {shelf.row_of[id] for id in shelf.under(text_key(asking.question.text))}
    lifts = {row: SAME_WORDS - asking.scores[row] for row in asking.rows if row in same}
    lifts = {row: lift for row, lift in lifts.items() if lift > 0}
    if not lifts:
        return asking
    scores = dict(asking.scores) | dict.fromkeys(lifts, SAME_WORDS)
    extra = dict(asking.extra) | {row: {**asking.extra[row], "same": lift * WIDTH} for row, lift in lifts.items()}
    return replace(asking, rows=ranked(asking, scores), scores=scores, extra=extra)


def speak_for(asking: Asking) -> Asking:
    """A statement that holds most of what makes its turn answer the question stands where the turn would stand: it is
    the better wording, dated and in the third person. The turn then gives way in `diversify`."""
    memories = asking.shelf.memories
    turn_of = {memories[row].sources[0]: row for row in asking.rows if memories[row].kind is Kind.EPISODE}
    scores, extra = dict(asking.scores), dict(asking.extra)
    for row in asking.rows:
        memory = memories[row]
        turns = [turn_of[source] for source in memory.sources if source in turn_of]
        if memory.kind is Kind.EPISODE or not turns:
            continue
        turn = max(turns, key=lambda turn: asking.scores[turn])
        lift = asking.scores[turn] - asking.scores[row] + LIFT
        if lift > 0 and evidence(asking, row) >= SPEAKS_FOR_SHARE * evidence(asking, turn) > 0:
            scores[row] += lift
            extra[row] = {**extra[row], "turn": lift * WIDTH}
    return replace(asking, rows=ranked(asking, scores), scores=scores, extra=extra)


def ranked(asking: Asking, scores: Mapping[int, float]) -> tuple[int, ...]:
    """Candidate rows by score, best first; ties in order of saying."""
    memories = asking.shelf.memories
    return tuple(sorted(asking.rows, key=lambda row: (-scores[row], memories[row].position, memories[row].id)))


def evidence(asking: Asking, row: int) -> float:
    """Log-odds by content alone: words, vectors and the slot asked for."""
    content = ("words", "slots", "completed", *(signal.name for signal in asking.embedder.signals))
    return sum(float(asking.parts[name][row]) for name in content if name in asking.parts) / WIDTH


def diversify(asking: Asking) -> Asking:
    """One memory per thing said: copies and a statement's own turn give way; likeness to a better hit costs (R4)."""
    cut = dict(asking.cut)
    kept: list[int] = []
    seen: dict[object, str] = {}
    for row in asking.rows:
        memory = asking.shelf.memories[row]
        words = asking.shelf.constants(row).plain
        if other := next((seen[mark] for mark in _meets(memory, words) if mark in seen), None):
            cut[memory.id] = f"diversity: it says what {other} says"
            continue
        for mark in _leaves(memory, words):
            seen.setdefault(mark, memory.id)
        kept.append(row)
    return replace(asking, rows=tuple(_spread(asking, kept)), cut=cut)


def _leaves(memory: Memory, words: str) -> list[object]:
    """What a chosen memory makes superfluous: its own text again, and for a turn or statement the other of the two."""
    side = "statement" if memory.kind is Kind.EPISODE else "turn"
    return [words, *((side, source) for source in memory.sources)]


def _meets(memory: Memory, words: str) -> list[object]:
    side = "turn" if memory.kind is Kind.EPISODE else "statement"
    return [words, *((side, source) for source in memory.sources)]


def _spread(asking: Asking, rows: list[int]) -> list[int]:
    """Maximal marginal relevance (Carbonell and Goldstein 1998) over the first signal's cosine."""
    weight = asking.recipe.diversity
    if not weight or len(rows) < 3 or asking.vector is None:
        return rows
    signal = asking.embedder.signals[0]
    matrix = asking.shelf.freeze().matrix[rows, signal.start : signal.stop]
    value = np.array([asking.scores[row] for row in rows], dtype=np.float32)
    cost = np.zeros(len(rows), dtype=np.float32)
    left = np.ones(len(rows), dtype=bool)
    order: list[int] = []
    for _ in range(len(rows)):
        pick = int(np.argmax(np.where(left, value - cost, -np.inf)))
        left[pick] = False
        order.append(rows[pick])
        if len(order) > asking.question.k:
            break
        alike = (matrix @ matrix[pick] - signal.mean) / (1 - signal.mean)
        np.maximum(cost, weight * np.clip((alike - ALIKE_FROM) / (1 - ALIKE_FROM), 0, 1), out=cost)
    rest = [row for row, still in zip(rows, left, strict=True) if still]
    return order + rest


def permanent(asking: Asking) -> tuple[Memory, ...]:
    """Permanent memory that holds, in order of saying."""
    if not len(asking.shelf):
        return ()
    always = asking.shelf.freeze().permanent
    held = [asking.shelf.memories[row] for row in asking.rows if always[row]]
    return tuple(sorted(held, key=lambda memory: (memory.said_at, memory.id)))


def hits(asking: Asking) -> list[Hit]:
    """The best k as hits, each with its score explained term by term: the terms sum to the score's log-odds."""
    return [hit_of(asking, row) for row in asking.rows[: asking.question.k]]


def hit_of(asking: Asking, row: int) -> Hit:
    """One row as a hit."""
    terms = {name: float(part[row]) / WIDTH for name, part in asking.parts.items()}
    terms |= {name: value / WIDTH for name, value in asking.extra.get(row, {}).items()}
    explain = {name: round(value, 4) for name, value in terms.items() if abs(value) >= 5e-5}
    explain["baseline"] = -MIDDLE / WIDTH
    return Hit(
        memory=asking.shelf.memories[row],
        score=scoring.logistic(asking.scores.get(row, sum(explain.values()))),
        explain=explain,
        evidence=evidence(asking, row),
    )
