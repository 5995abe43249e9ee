"""Vectors of another embedder are made anew, batch by batch, while searches go on (U7).

A batch is embedded while no lock is held and committed whole; a memory that was changed meanwhile is left to the next.
What is left to do can be seen from the records, so that whoever is stopped goes on where it was. The record says what
it said before: no version and no history row, only an index entry and the name of its embedder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from threading import Event

from mnemic.domain.record import UNINDEXED, Memory
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, Progress
from mnemic.ports import Reader
from mnemic.upkeep.jobs.execution import UpkeepContext

BATCH = 100  # memories embedded and committed at once


def reembed(
    tending: UpkeepContext,
    scope: Scope,
    *,
    now: datetime,
    actor: str,
    stopping: Event,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> int:
    """Make the vectors of one user's memories anew where another embedder made them, or none. Returns how many.

    Raises:
        ModelError, StoreUnavailable: what was done before stands.
    """
    with tending.store.reading(scope) as reader:
        left = [memory.id for memory in _outdated(reader, tending.embedder.fingerprint)]
    done = 0
    for first in range(0, len(left), BATCH):
        if stopping.is_set():
            break
        done += _batch(tending, scope, left[first : first + BATCH], now, actor)
        tell(Progress(job=Job.REEMBED, user=scope.user, done=done, total=len(left)))
    return done


def count_outdated_vectors(reader: Reader, fingerprint: str) -> int:
    """How many memories of a user have no vector of an embedder."""
    return len(_outdated(reader, fingerprint))


def _outdated(reader: Reader, fingerprint: str) -> list[Memory]:
    return [memory for memory in reader.memories() if _lacks(memory, fingerprint)]


def _lacks(memory: Memory, fingerprint: str) -> bool:
    return memory.fingerprint != fingerprint and memory.kind not in UNINDEXED and bool(memory.text)


def _batch(tending: UpkeepContext, scope: Scope, ids: list[str], now: datetime, actor: str) -> int:
    fingerprint = tending.embedder.fingerprint
    with tending.store.reading(scope) as reader:
        memories = [memory for memory in reader.memories(ids=ids) if _lacks(memory, fingerprint)]
    entries = tending.writing.embedded([memory.text for memory in memories])
    with tending.store.writing(scope) as writer:
        there = {memory.id: memory for memory in writer.memories(ids=[memory.id for memory in memories])}
        same = [memory for memory in memories if memory.id in there and there[memory.id].text == memory.text]
        for memory in same:
            writer.put(replace(there[memory.id], fingerprint=fingerprint), entries[memory.text])
        if same:
            detail = f"{len(same)} memories by {fingerprint}"
            writer.audit(at=now, actor=actor, action=Job.REEMBED.value, memory_id=None, detail=detail)
    return len(same)
