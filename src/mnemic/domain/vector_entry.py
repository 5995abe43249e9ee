"""What a vector engine is told of a memory, and what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSpace:
    """Vectors that may be compared: those of one signal of one embedder."""

    fingerprint: str  # of the embedder
    signal: str
    size: int  # columns


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorEntry:
    """One memory in an engine: its place in the space, and what a search may be narrowed by."""

    id: str
    vector: Sequence[float]  # shape (size,), of length 1
    kind: str
    agent: str = ""  # "": of no agent


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorFilter:
    """What a search is narrowed by; None: by nothing."""

    kinds: frozenset[str] | None = None
    agents: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxRow:
    """A row of the outbox: something of a user that the vector engine has not been told yet."""

    memory_id: str  # "": everything of the user goes
    number: int  # drawn anew with every change, so that a later one of the same memory is another row


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMemory:
    """A memory that is near to a question."""

    id: str
    cosine: float  # -1 to 1


NO_FILTER = VectorFilter()
