"""The channels: words, vectors, slots and what surrounds them. Each gives every row a term of its score.

The formulas and constants come from one experiment over four sets (docs/decisions/0006-ranking.md): the optimum is
flat, random factors of 0.7-1.4 on all weights moved recall@10 on LoCoMo between 77 and 81.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta, tzinfo
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.understanding import Window
from mnemic.errors import EmbedderUnavailable, ModelError, VectorEngineUnavailable
from mnemic.index.entry import attribute_key
from mnemic.index.user_index import IndexArrays, Scores
from mnemic.language import question as cues
from mnemic.language import segment
from mnemic.language.segment import normal_form
from mnemic.ports import Vectors
from mnemic.reader.statement import USER
from mnemic.reading import answer_terms
from mnemic.reading.projection import Projection, projection_of
from mnemic.reading.state import ReadState

WORDS = 4.0  # times coverage 0-1; 3-5 is flat
MEANING = 0.8  # times z of what the vectors say by a projection; 0.6-1.1 is flat
SIGNALS = 1.1  # times the mean z of the signals, of an embedder without a projection
FOREIGN_SHARE = 0.5  # difference in the share of Chinese from which a row is in another language than the question
WORDED = 500  # rows by words that are compared by vector too where a graph says which are
COMPLETED = 0.5  # worth of the words a question leans on, beside its own
PRIOR_ROWS = 10  # how many rows the prior of a signal counts for; 2-20 is flat
BEFORE, AFTER, SECOND_BEFORE = 0.35, 0.25, 0.10  # shares of the neighbours' scores: answers follow questions
NEIGHBOUR_UNIT = 0.3  # the setting neighbour_weight at which those shares hold
SESSION = 0.10  # share of the session's best row
SLOT = 2.0  # the statement fills the slot the question asks for
SPEAKER = 2.0  # the row's speaker is named in the question
SIDE = 1.0  # the row is, or is not, by the one whose words are asked for
DATE = 3.0  # times the match of a date named in the question
WINDOW_FITS = ((7, 0.7), (31, 0.5), (100, 0.4), (10**7, 0.25))  # days of a window, and what lying in it is worth
TOLD_DAYS = 10  # after a window, in which things are still told
MOMENT = timedelta(microseconds=1)
ASKING = -1.5  # times the share of the row that asks: a question seldom answers one


def embed_question(asking: ReadState) -> ReadState:
    """Vector of the question. Without an embedder the answer is degraded, not empty."""
    if not asking.recipe.vectors:
        return asking
    foreign = asking.user_index.foreign
    degraded = list(asking.degraded)
    if foreign:
        others = ", ".join(sorted(set(foreign.values())))
        degraded.append(
            f"vectors: {len(foreign)} of {len(asking.user_index)} memories were embedded by {others}, not by "
            f"{asking.embedder.fingerprint}; words find them all the same"
        )
    try:
        vector = asking.embedder.questions([asking.question.text])[0]
    except (EmbedderUnavailable, ModelError) as error:
        degraded.append(f"vectors: {error}")
        return replace(asking, degraded=tuple(degraded))
    if vector.shape != (asking.embedder.size,):
        made, promised = vector.shape[-1], asking.embedder.size
        wrong = f"{asking.embedder.fingerprint} gave {made} columns for the question, not {promised}"
        return replace(asking, degraded=(*degraded, f"vectors: {wrong}"))
    return replace(asking, vector=vector, degraded=tuple(degraded))


def score_words(asking: ReadState) -> ReadState:
    """BM25 as coverage: the score over what a row holding every word of the question would have, 0-1."""
    if not asking.recipe.words:
        return asking
    arrays = asking.user_index.freeze()
    terms = search_terms(asking, arrays)
    scores, ceiling = asking.user_index.words(terms)
    coverage = scores / ceiling if ceiling > 0 else scores
    if asking.recipe.vectors and asking.vector is not None:
        coverage = np.where(_foreign(asking, arrays), 0, coverage)
    return _with(asking, "words", WORDS * asking.recipe.words * coverage)


def score_vectors(asking: ReadState) -> ReadState:
    """What the vectors say, as a z-score within the user's memories, shrunk toward the prior: by the projection of the
    embedder where there is one, else by every signal's cosine. Where a vector engine fails that says which memories to
    compare, all of them are, and the answer is degraded."""
    if asking.vector is None:
        return asking
    asking.user_index.nearest.agent = asking.question.agent
    try:
        return _compared(asking, asking.vector)
    except VectorEngineUnavailable as error:
        asking.user_index.nearest.detach()
        said = f"vectors: {error} Every memory was compared instead."
        return _compared(replace(asking, degraded=(*asking.degraded, said)), asking.vector)


def _compared(asking: ReadState, vector: Vectors) -> ReadState:
    projection = projection_of(asking.embedder.fingerprint)
    if projection is not None:
        return _projected(asking, vector, projection)
    alive, signals = asking.user_index.freeze().alive, asking.embedder.signals
    weight, beside = asking.recipe.vectors * SIGNALS / len(signals), _worded(asking)
    for signal in signals:
        cosines = asking.user_index.cosines(vector, signal.start, signal.stop, beside)
        z = shrunk_z_scores(cosines, alive, signal.mean, signal.deviation, typical=asking.user_index.typical)
        asking = _with(asking, signal.name, weight * z)
    return asking


def score_former_vectors(asking: ReadState) -> ReadState:
    """What vectors say that an earlier embedder made, on the scale of the others: each row has a vector of one of the
    two."""
    held, user_index = asking.user_index.former, asking.user_index
    if held is None or not len(held) or not asking.recipe.vectors:
        return asking
    try:
        z = held.standardised(asking.question.text, user_index.row_of, len(user_index.freeze().alive), shrunk_z_scores)
    except (EmbedderUnavailable, ModelError) as error:
        said = f"vectors: {len(held)} memories are found by words only: {error}"
        return replace(asking, degraded=(*asking.degraded, said))
    signals = [signal.name for signal in asking.embedder.signals if signal.name in asking.parts] or ["former"]
    for name in signals:
        known = asking.parts.get(name, user_index.nothing())
        asking = _with(asking, name, known + asking.recipe.vectors * SIGNALS / len(signals) * z)
    return asking


def _projected(asking: ReadState, vector: Vectors, projection: Projection) -> ReadState:
    """Each signal's share of one z-score: log-odds of rows of both languages are on one scale, single cosines are
    not."""
    user_index, arrays = asking.user_index, asking.user_index.freeze()
    foreign = _foreign(asking, arrays)
    own = projection.shifted(vector, crossing=False)
    crossing = projection.shifted(vector, crossing=True) if foreign.any() else None
    beside = _worded(asking)
    parts: dict[str, Scores] = {}
    for signal in asking.embedder.signals:
        parts[signal.name] = user_index.cosines(own, signal.start, signal.stop, beside)
        if crossing is not None:
            across = user_index.cosines(crossing, signal.start, signal.stop, beside)
            across += projection.bias / len(asking.embedder.signals)
            parts[signal.name] = np.where(foreign, across, parts[signal.name])
    usable = arrays.alive & ~np.isnan(next(iter(parts.values())))
    typical = user_index.typical(usable)
    total: Scores = sum(parts.values(), start=user_index.nothing())
    deviation = pooled_statistics(total[typical], sum(projection.means.values()), projection.deviation)[1]
    weight = asking.recipe.vectors * MEANING / deviation
    terms: dict[str, Scores] = {}
    for name, part in parts.items():
        mean, _ = pooled_statistics(part[typical], projection.means[name], 1.0)
        terms[name] = np.where(usable, weight * (part - mean), 0).astype(np.float32)
    return replace(asking, parts={**asking.parts, **terms})


def _worded(asking: ReadState) -> NDArray[np.int64] | None:
    """The best rows by words, where not every row is compared with the question by vector."""
    words = asking.parts.get("words")
    if words is None or asking.user_index.nearest.graph is None:
        return None
    best = np.argpartition(-words, min(WORDED, len(words) - 1))[:WORDED]
    return best[words[best] > 0]


def shrunk_z_scores(
    cosines: Scores,
    alive: NDArray[np.bool_],
    mean: float,
    deviation: float,
    typical: Callable[[NDArray[np.bool_]], NDArray[Any]] = lambda usable: usable,
) -> Scores:
    """Z-scores whose mean and deviation are pooled with a prior. Rows without a vector get 0. `typical` says of those
    with one by which the others are judged."""
    usable = alive & ~np.isnan(cosines)
    mu, sigma = pooled_statistics(cosines[typical(usable)], mean, deviation)
    z: Scores = np.where(usable, (cosines - mu) / sigma, 0).astype(np.float32)
    return z


def pooled_statistics(held: Scores, mean: float, deviation: float) -> tuple[float, float]:
    """Mean and standard deviation of n values, pooled with PRIOR_ROWS rows of a prior: sound for one value, those of
    the values themselves for many.

    mu = (n a + m mu0) / (n + m) and var = (n (v + (a - mu)^2) + m (s0^2 + (mu0 - mu)^2)) / (n + m), with a and v the
    mean and variance of the values.
    """
    n, m = len(held), PRIOR_ROWS
    if not n:
        return mean, deviation
    a, v = float(held.mean()), float(held.var())
    mu = (n * a + m * mean) / (n + m)
    variance = (n * (v + (a - mu) ** 2) + m * (deviation**2 + (mean - mu) ** 2)) / (n + m)
    return mu, variance**0.5


def score_slots(asking: ReadState) -> ReadState:
    """Statements whose slot is the one asked for, of the subject asked about (R2)."""
    question, user_index = asking.question.text, asking.user_index
    folded, own = normal_form(question), answer_terms.asks_about_self(question)
    term = user_index.nothing()
    for attribute in answer_terms.asked_attributes(question):
        for id in user_index.ids_under(attribute_key(attribute)):
            slot = user_index.memories[user_index.row_of[id]].slot
            if slot is not None and (own if slot.subject == USER else normal_form(slot.subject) in folded):
                term[user_index.row_of[id]] = SLOT
    return _with(asking, "slots", term) if term.any() else asking


def score_completed_words(asking: ReadState) -> ReadState:
    """The same for the words the question leans on, at COMPLETED of their worth."""
    said = asking.question.completed
    if not said:
        return asking
    share = replace(asking.recipe, words=COMPLETED * asking.recipe.words, vectors=COMPLETED * asking.recipe.vectors)
    alone = replace(asking, question=replace(asking.question, text=said), recipe=share, parts={}, vector=None)
    for channel in (embed_question, score_words, score_vectors):
        alone = channel(alone)
    failed = [said for said in alone.degraded if said not in asking.degraded]
    return replace(_with(asking, "completed", alone.total), degraded=(*asking.degraded, *failed))


def score_neighbours(asking: ReadState) -> ReadState:
    """A turn also earns a share of what the turns around it earn, and of its session's best (episodes only)."""
    if not asking.recipe.neighbours:
        return asking
    arrays = asking.user_index.freeze()
    factor = asking.recipe.neighbours / NEIGHBOUR_UNIT
    own = np.where(arrays.alive, np.maximum(asking.total, 0), 0)
    before = _at(own, arrays.before)
    spread = BEFORE * before + AFTER * _at(own, arrays.after) + SECOND_BEFORE * _at(before, arrays.before)
    asking = _with(asking, "neighbours", factor * spread)
    if arrays.sessions < len(own):
        best = np.zeros(arrays.sessions, dtype=np.float32)
        np.maximum.at(best, arrays.session, own)
        asking = _with(asking, "session", factor * SESSION * best[arrays.session])
    return asking


def score_cues(asking: ReadState) -> ReadState:
    """What the question says besides its meaning: names, whose words, dates; and that questions seldom answer."""
    arrays = asking.user_index.freeze()
    question = asking.question
    terms: dict[str, NDArray[np.floating[Any]]] = {}
    named = np.array(cues.speakers_named(question.text, arrays.speakers), dtype=np.float32)
    if named.any():
        terms["speaker"] = SPEAKER * np.where(arrays.episode, named[arrays.speaker], 0)
    if (arrays.side > 0).any() and (whose := cues.whose_words(question.text)):
        terms["side"] = SIDE * whose * arrays.side
    windows = asking.understanding.windows
    open_ended = any(window.begins is None or window.ends is None for window in windows)
    if (dates := cues.question_dates(question.text, question.at, asking.zone)) and not open_ended:
        terms["date"] = DATE * date_match(dates, arrays)
    elif windows:
        terms["date"] = DATE * window_match(windows, arrays, asking.zone)
    terms["asking"] = ASKING * arrays.question
    return replace(asking, parts={**asking.parts} | {name: term.astype(np.float32) for name, term in terms.items()})


def date_match(dates: tuple[cues.AskedDate, ...], arrays: IndexArrays) -> Scores:
    """How well the day of saying fits a named date, 0-1. Things are told on the day or after it: the day itself 1, the
    day after 0.6, up to a week after 0.4, the day before 0.3; a named month 0.5, the ten days after it 0.25."""
    best = np.zeros(len(arrays.day), dtype=np.float32)
    for named in dates:
        years = [named.year] if named.year else sorted(set((arrays.month // 12).tolist()))
        for year in years:
            lag = arrays.month - (year * 12 + named.month - 1)
            if named.day is None:
                early = (lag == 1) & (arrays.day_of_month <= 10)
                fit = np.select([lag == 0, early], [0.5, 0.25], 0.0)
            else:
                days = _days(arrays, year, named.month, named.day)
                fit = np.select(
                    [days == 0, days == 1, (days >= 2) & (days <= 7), days == -1], [1.0, 0.6, 0.4, 0.3], 0.0
                )
            best = np.maximum(best, fit.astype(np.float32))
    return best


def window_match(windows: tuple[Window, ...], arrays: IndexArrays, zone: tzinfo) -> Scores:
    """How well the day of saying fits a window, 0-1: the less, the longer it is. Up to ten days after it, things are
    still told: half as much."""
    best = np.zeros(len(arrays.day), dtype=np.float32)
    for window in windows:
        begins = window.begins.astimezone(zone).date() if window.begins else date.min
        ends = (window.ends - MOMENT).astimezone(zone).date() if window.ends else date.max
        days = ends.toordinal() - begins.toordinal() + 1
        fit = next(fit for longest, fit in WINDOW_FITS if days <= longest)
        for years in _years(window, begins, arrays):
            first, last = begins.toordinal() + years, ends.toordinal() + years
            inside = (arrays.day >= first) & (arrays.day <= last)
            later = (arrays.day > last) & (arrays.day <= last + min(days, TOLD_DAYS))
            best = np.maximum(best, np.select([inside, later], [fit, fit / 2], 0.0).astype(np.float32))
    return best


def _years(window: Window, begins: date, arrays: IndexArrays) -> list[int]:
    """Days to shift a window by, so that it lies in each year there are memories of; 0 where its year was said."""
    if not window.yearly or not len(arrays.month):
        return [0]
    years = sorted(set((arrays.month // 12).tolist()))
    return [date(year, begins.month, 1).toordinal() - date(begins.year, begins.month, 1).toordinal() for year in years]


def _days(arrays: IndexArrays, year: int, month: int, day: int) -> np.ndarray:
    """Days from a date to each row's day of saying. 31 April is 1 May, as people mean it."""
    difference: np.ndarray = arrays.day - (date(year, month, 1).toordinal() + day - 1)
    return difference


def search_terms(asking: ReadState, arrays: IndexArrays) -> Counter[str]:
    """Index terms of the question, without the speakers' names: in a turn a name is mostly a form of address."""
    terms = segment.question_terms(asking.question.text)
    names = {term for name in arrays.speakers if name for term in segment.terms(name)}
    return Counter({term: n for term, n in terms.items() if term not in names} or terms)


def _foreign(asking: ReadState, arrays: IndexArrays) -> np.ndarray:
    difference: np.ndarray = np.abs(cues.han_share(asking.question.text) - arrays.han) > FOREIGN_SHARE
    return difference


def _at(scores: Scores, rows: np.ndarray) -> Scores:
    found: Scores = np.where(rows >= 0, scores[rows], 0)
    return found


def _with(asking: ReadState, name: str, term: NDArray[np.floating[Any]]) -> ReadState:
    return replace(asking, parts={**asking.parts, name: term.astype(np.float32)})
