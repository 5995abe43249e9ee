"""What the guard holds for review, as whoever reviews it sees it."""

from __future__ import annotations

from dataclasses import dataclass

from mnemic.domain.record import Memory, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class QuarantinedMemory:
    """A memory that the guard holds, or would hold."""

    memory: Memory
    score: float  # 0-1, evidence of an attack
    reasons: tuple[str, ...]
    turn: Turn | None = None  # what was said, where it is still in the log
