"""What is known about a user while a write reconciles with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from mnemic.domain.changes import Candidate, Change, Link
from mnemic.domain.record import Kind, Memory, Source, Tier, Turn
from mnemic.domain.validity import current
from mnemic.index.shelf import Shelf, keys, slot_key, text_key
from mnemic.language import segment


def is_statement(memory: Memory) -> bool:
    """Whether a memory states something, rather than being a turn of the log."""
    return memory.kind is not Kind.EPISODE


@dataclass(slots=True, kw_only=True)
class Known:
    """The shelf as it stands, with the changes of this write laid over it statement by statement."""

    shelf: Shelf
    turns: Mapping[Source, Turn]  # the turns being understood
    now: datetime
    new_id: Callable[[], str]
    tenant: str
    user: str
    neighbours_max: int
    changes: list[Change] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    _over: dict[str, Memory] = field(default_factory=dict)
    _over_keys: dict[Hashable, set[str]] = field(default_factory=dict)

    def put(self, change: Change) -> None:
        """Take a change in, so that the next statement meets it."""
        self.changes.append(change)
        for memory in (*change.replaces, change.memory):
            self._over[memory.id] = memory
            for key in keys(memory):
                self._over_keys.setdefault(key, set()).add(memory.id)

    def get(self, id: str) -> Memory:
        """One memory as it stands now."""
        return self._over[id] if id in self._over else self.shelf.memories[self.shelf.row_of[id]]

    def all(self) -> list[Memory]:
        """Every memory as it stands now, whatever its status."""
        shelved = [self.shelf.memories[row] for id, row in self.shelf.row_of.items() if id not in self._over]
        return shelved + list(self._over.values())

    def standing(self) -> list[Memory]:
        """Every memory that stands, episodes too."""
        return [memory for memory in self.all() if current(memory)]

    def rivals(self, candidate: Candidate, agent: str | None) -> list[Memory]:
        """Standing statements that a candidate could repeat or replace, in order of saying. What is kept as given
        repeats nothing but its own words; what held for once is no rival of what holds."""
        ids = self._under(text_key(candidate.text))
        if candidate.slot:
            ids |= self._under(slot_key(candidate.slot))
        elif candidate.kind is not Kind.NOTE:
            ids |= self._alike(candidate)
        rivals = (self.get(id) for id in ids)
        return sorted(
            (m for m in rivals if current(m) and m.agent == agent and m.tier is not Tier.SESSION),
            key=lambda memory: (memory.said_at, memory.id),
        )

    def _under(self, key: Hashable) -> set[str]:
        return set(self.shelf.under(key)) | self._over_keys.get(key, set())

    def _alike(self, candidate: Candidate) -> set[str]:
        """Statements without a slot that share words with the candidate, the most alike first."""
        fresh = {id for id, memory in self._over.items() if is_statement(memory) and memory.slot is None}
        if not len(self.shelf):
            return fresh
        scores, _ = self.shelf.words(segment.terms(candidate.text))
        best = np.argsort(-scores)[: self.neighbours_max]
        alike = (self.shelf.memories[row] for row in best if scores[row] > 0)
        return fresh | {memory.id for memory in alike if is_statement(memory) and memory.slot is None}
