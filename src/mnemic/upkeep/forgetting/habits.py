"""Habits are counted anew when evidence of them is forgotten; below the least evidence they go (S9)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from mnemic.domain.changes import Action, History, Link, Relation
from mnemic.domain.record import Memory, Source
from mnemic.index.entry import index_entry_of
from mnemic.ports import Writer
from mnemic.rooms.habits.record import habit_of, is_habit, without_habit_evidence

LINKS_MAX = 20  # of a habit to its evidence, the newest
REASON = "counted anew: evidence of it was forgotten"


def recount_habits(
    writer: Writer, turns: Collection[Source], memories: Collection[str], *, now: datetime, actor: str
) -> tuple[int, list[Memory]]:
    """Take forgotten turns and memories out of every habit that rests on them, its history with them. Its new words are
    indexed without a vector, since nothing is embedded here.

    Returns:
        the history rows removed, and the habits that are no more, as they were.
    """
    rows = 0
    gone: list[Memory] = []
    for held in writer.memories():
        if not is_habit(held):
            continue
        left = without_habit_evidence(held, turns, memories, now)
        if left is held:
            continue
        rows += writer.forget_memories([held.id])
        if left is None:
            gone.append(held)
            continue
        writer.put(left, index_entry_of(left.text, None, ""))
        writer.record(History(memory_id=left.id, action=Action.REVISE, actor=actor, reason=REASON, at=now, after=left))
        for piece in habit_of(left).pieces[-LINKS_MAX:]:
            if writer.memory(piece.memory) is not None:
                reason = "evidence of the habit"
                link = Link(source=left.id, target=piece.memory, relation=Relation.RESTS_ON, reason=reason, at=now)
                writer.link(link)
    return rows, gone
