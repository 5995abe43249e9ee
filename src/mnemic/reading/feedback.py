"""What feedback on earlier answers says about a question like theirs (R13).

A memory that helped with a question helps with questions like it, and tells little of others. On twelve conversations
of our own with 30 votes each, the mean reciprocal rank on the questions voted on went from 57.9 to 70.7 with votes tied
to their questions, and stayed where it was on others (52.0, 52.2); the same votes counted alike for every question gave
65.6 and cost the others 0.8. docs/guide/feedback.md has the figures of the whole as it is now.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mnemic.domain.record import Memory, Tier
from mnemic.ports import Embedder, Vectors
from mnemic.reading.ranking import with_extra_term
from mnemic.reading.state import ReadState
from mnemic.reading.vote_columns import VoteColumns

ALIKE_FROM = 0.5  # likeness of two questions from which a vote on one speaks for the other; 1 is the same question
SHRINK = 1.0  # keeps one vote from deciding
BLAME = 0.5  # worth of a vote against beside one for: an answer fails for more reasons than it succeeds


def score_feedback(asking: ReadState) -> ReadState:
    """Memories that feedback called helpful for questions like this one rise, those it called wrong fall."""
    weight = asking.settings.helped_weight
    if not weight or asking.votes is None or asking.vector is None:
        return asking
    by_id = votes_by_memory(asking.votes, asking.vector, asking.embedder)
    user_index = asking.user_index
    terms = {
        row: weight * feedback_term(user_index.memories[row], by_id)
        for row in asking.rows
        if user_index.memories[row].id in by_id
    }
    if not any(terms.values()):
        return asking
    return with_extra_term(asking, "helped", terms)


def feedback_term(memory: Memory, by_id: Mapping[str, float]) -> float:
    """What votes say of a memory, -1 to 1. Nobody votes a permanent memory down: the user's own word put it there."""
    said = by_id[memory.id]
    return max(said, 0.0) if memory.tier is Tier.PERMANENT else said


def votes_by_memory(votes: VoteColumns, vector: Vectors, embedder: Embedder) -> Mapping[str, float]:
    """Memory id to what the votes say of it for a question: (for - against) / (for + against + SHRINK), each vote
    counted by the likeness of its question."""
    alike = np.clip((question_likeness(votes.vectors, vector, embedder) - ALIKE_FROM) / (1 - ALIKE_FROM), 0, 1)
    sums: dict[str, list[float]] = {}
    for place in np.flatnonzero(alike > 0):
        pair = sums.setdefault(votes.memory_ids[place], [0.0, 0.0])
        if votes.helpful[place]:
            pair[0] += float(alike[place])
        else:
            pair[1] += BLAME * float(alike[place])
    return {id: (good - bad) / (good + bad + SHRINK) for id, (good, bad) in sums.items()}


def question_likeness(vectors: Vectors, vector: Vectors, embedder: Embedder) -> Vectors:
    """How alike questions are, shape (rows,): 1 the same, 0 as unlike as what has nothing to do with each other. The
    mean over the signals of the cosine, rescaled by the signal's mean for unrelated texts."""
    signals = embedder.signals
    scaled = [
        (vectors[:, one.start : one.stop] @ vector[one.start : one.stop] - one.mean) / (1 - one.mean) for one in signals
    ]
    mean: Vectors = np.mean(scaled, axis=0, dtype=np.float32)
    return mean
