"""Which known memories a model is shown beside new turns."""

from __future__ import annotations

from collections.abc import Sequence

from mnemic.domain.consolidated import part_ids_of
from mnemic.domain.record import Memory, Tier, Turn
from mnemic.domain.validity import is_current
from mnemic.index.user_index import UserIndex
from mnemic.language import segment
from mnemic.writing.known_memories import is_statement

HIDDEN = frozenset({Tier.PERMANENT, Tier.SESSION})  # what no model's answer can touch, and what holds for once


def neighbours_of(turns: Sequence[Turn], user_index: UserIndex, *, most: int) -> tuple[Memory, ...]:
    """Standing statements made to the agent of these turns: those that share words with them first, then the newest. In
    the place of a dense memory are its parts, since each is replaced or said again by itself."""
    agents = {turn.agent for turn in turns}
    rows = [
        (row, memory)
        for row, memory in ((row, user_index.memories[row]) for row in user_index.row_of.values())
        if is_statement(memory) and is_current(memory) and memory.agent in agents and memory.tier not in HIDDEN
    ]
    if not rows:
        return ()
    scores, _ = user_index.words(segment.terms("\n".join(turn.text for turn in turns)))
    rows.sort(key=lambda found: (-scores[found[0]], -found[1].said_at.timestamp(), found[1].id))
    found = [part for _, memory in rows[:most] for part in _apart(memory, user_index)]
    return tuple(found[:most])


def _apart(memory: Memory, user_index: UserIndex) -> list[Memory]:
    parts = [part for id in part_ids_of(memory) if (part := user_index.get(id)) is not None]
    return parts or [memory]
