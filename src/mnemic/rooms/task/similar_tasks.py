"""Finished tasks like a new one: by what both are called, and by meaning."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.task import SimilarTask, Task, TaskStatus
from mnemic.index.entry import kind_key, unpacked_vector
from mnemic.index.user_index import UserIndex
from mnemic.ports import Signal, Vectors
from mnemic.rooms.task.record import is_task, task_of
from mnemic.rooms.task.reference import telling_words

SIMILAR_MAX = 3  # tasks offered
LIKENESS_MIN = 0.25  # 0-1. Our own choice: one noun of two shared, or a likeness by vectors alone of half the scale
WORDS_SHARE = 0.5  # of likeness that shared words and names make; the rest is meaning


def similar_tasks(
    task: Task, entry: IndexEntry, user_index: UserIndex, signals: Sequence[Signal]
) -> tuple[SimilarTask, ...]:
    """Completed tasks of the same agent like a new one, the most alike first.

    Args:
        entry: index entry of the new task's goal.
    """
    records = [user_index.memories[user_index.row_of[id]] for id in user_index.ids_under(kind_key("task"))]
    mine = [one for one in records if is_task(one) and one.agent == task.agent]
    done = [(one, old) for one in mine if (old := task_of(one)).status is TaskStatus.COMPLETED]
    vector = unpacked_vector(entry) if entry.vector else None
    scored = []
    for record, old in done:
        theirs = user_index.vector_of(record)
        near = 0.0 if vector is None or theirs is None else _near(vector, theirs, signals)
        likeness = WORDS_SHARE * _shared(task.goal, old.goal) + (1 - WORDS_SHARE) * near
        if likeness >= LIKENESS_MIN:
            scored.append((likeness, old.completed_at or old.started_at, old.id, old))
    best = sorted(scored, key=lambda one: one[:3], reverse=True)[:SIMILAR_MAX]
    return tuple(_offered(old, likeness) for likeness, _, _, old in best)


def _shared(one: str, other: str) -> float:
    """Share of names and words that two goals have in common, 0-1 (Dice)."""
    first, second = ({mark.key for mark in telling_words(text)} for text in (one, other))
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0


def _near(one: Vectors, other: Vectors, signals: Sequence[Signal]) -> float:
    """Likeness by vectors, 0-1: how far the cosine lies above what texts that have nothing in common have."""
    parts = []
    for signal in signals:
        cosine = float(np.dot(one[signal.start : signal.stop], other[signal.start : signal.stop]))
        parts.append(min(max((cosine - signal.mean) / (1 - signal.mean), 0.0), 1.0))
    return sum(parts) / len(parts) if parts else 0.0


def _offered(task: Task, likeness: float) -> SimilarTask:
    return SimilarTask(
        id=task.id,
        goal=task.goal,
        likeness=round(likeness, 3),
        outcome=task.outcome,
        constraints=tuple(line.text for line in task.constraints),
        values=task.data,
        decisions=tuple(line.text for line in task.decisions),
        completed_at=task.completed_at,
    )
