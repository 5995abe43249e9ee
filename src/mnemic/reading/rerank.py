"""A second opinion on the best candidates: a reranker reads them together with the question (R4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.record import Kind, Memory
from mnemic.errors import ModelError
from mnemic.reading.ranking import with_extra_term
from mnemic.reading.state import ReadState

CHARACTERS_MAX = 2_000  # of a text that is read: about the 512 tokens most rerankers take
CERTAIN = 0.999  # probabilities are taken to lie between this and its opposite, so that 0 and 1 have finite log-odds
SPREAD_MIN = 0.5  # log-odds: a reranker that finds everything alike decides nothing


def rerank(asking: ReadState) -> ReadState:
    """The best `rerank_top` candidates by our score and the reranker's. Where it fails, our order stands and the answer
    is degraded."""
    read = asking.rows[: asking.settings.rerank_top]
    if asking.reranker is None or len(read) < 2:
        return asking
    memories = asking.user_index.memories
    try:
        scores = asking.reranker.score(asking.question.text, [_text(memories[row]) for row in read])
    except ModelError as error:
        return replace(asking, degraded=(*asking.degraded, f"rerank: {error}"))
    if len(scores) != len(read) or not np.isfinite(scores).all():
        wrong = f"{asking.reranker.name} gave no usable score for each of {len(read)} memories"
        return replace(asking, degraded=(*asking.degraded, f"rerank: {wrong}"))
    terms = asking.settings.rerank_weight * standardised(scores)
    return _blended(asking, dict(zip(read, terms.tolist(), strict=True)))


def standardised(scores: Sequence[float]) -> NDArray[np.float64]:
    """Scores of one call on a scale of its own: log-odds, less their mean, over their spread. Models differ in their
    scales and in how sure they are; what they agree on is which texts stand out."""
    given = np.asarray(scores, dtype=np.float64)
    if ((given >= 0) & (given <= 1)).all():
        sure = np.clip(given, 1 - CERTAIN, CERTAIN)
        given = np.log(sure / (1 - sure))
    centred: NDArray[np.float64] = given - given.mean()
    return centred / max(float(centred.std()), SPREAD_MIN)


def _blended(asking: ReadState, terms: dict[int, float]) -> ReadState:
    """Every candidate with its term. Those that were not read stand as if they had pleased least, so that none of them
    passes one that was read: they had less to show before."""
    least = min(terms.values())
    return with_extra_term(asking, "rerank", {row: terms.get(row, least) for row in asking.rows})


def _text(memory: Memory) -> str:
    """What is read of a memory: a turn with the name of its speaker."""
    speaker = f"{memory.speaker}: " if memory.kind is Kind.EPISODE and memory.speaker else ""
    return (speaker + memory.text)[:CHARACTERS_MAX]
