"""What upkeep leaves alone: permanent memory, and what the user pinned or said is right."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change
from mnemic.domain.decay_mark import CONFIRMED, PINNED, reactivated_memory
from mnemic.domain.record import Memory, Tier

ON, OFF = "the user pinned it", "the user unpinned it"


def is_pinned(memory: Memory) -> bool:
    """Whether the user wants a memory kept whatever happens."""
    return memory.metadata.get(PINNED) is True


def is_protected(memory: Memory) -> bool:
    """Whether no job of upkeep may change a memory: it is permanent, proposed for it, pinned, or the user said that it
    is right."""
    return memory.tier in (Tier.PERMANENT, Tier.PROPOSED) or is_pinned(memory) or CONFIRMED in memory.metadata


def pin_change(memory: Memory, now: datetime, *, on: bool) -> Change:
    """Pin a memory, or let go of it. What decay let rest comes back with the pin."""
    kept = reactivated_memory(memory) if on else memory
    metadata = {key: value for key, value in kept.metadata.items() if key != PINNED}
    after = replace(
        kept,
        metadata={**metadata, PINNED: True} if on else metadata,
        updated_at=now,
        version=memory.version + 1,
    )
    return Change(action=Action.REVISE, memory=after, before=memory, reason=ON if on else OFF)
