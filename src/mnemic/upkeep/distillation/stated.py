"""What the user has said outright: above it nothing is distilled, neither again nor against it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Memory, Source, Status, Tier
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.index.entry import slot_key
from mnemic.reader.statement import USER
from mnemic.rooms.habits.record import Habit, is_habit, statement_text
from mnemic.rooms.habits.talk import ActKind, find_acts
from mnemic.rooms.habits.talk.habit_statement import covers_act, statement_content
from mnemic.writing.compare import Comparison, compare
from mnemic.writing.known_memories import is_statement

OF_ONE_TIME = (Kind.EVENT, Kind.PLAN, Kind.DECISION, Kind.SKILL, Kind.NOTE)
"""Kinds that say nothing of how the user has things in general."""
REASONS = {
    Comparison.SAME: "the user has said so already",
    Comparison.NEWER: "the user has said otherwise",
    Comparison.CONTRARY: "the user has said otherwise",
    Comparison.DIFFERENT: "the user has spoken of it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BarringStatement:
    """A statement that stands in a habit's way, and how."""

    by: Memory
    reason: str


def general_statements(memories: Iterable[Memory]) -> list[Memory]:
    """What stands of the user's own statements on how things are in general."""
    return [
        memory
        for memory in memories
        if is_statement(memory)
        and is_current(memory)
        and memory.status is not Status.QUARANTINED
        and memory.kind not in OF_ONE_TIME
        and memory.tier not in (Tier.SESSION, Tier.WORKING)
        and not is_habit(memory)
    ]


def stated_already(memory: Memory, habit: Habit, known: Sequence[Memory]) -> BarringStatement | None:
    """The statement that says what a habit would say, or something it cannot stand beside. What was made of the
    evidence itself is no statement of its own."""
    evidence = {piece.source for piece in habit.pieces}
    proposed = Candidate(
        text=statement_text(memory),
        kind=memory.kind,
        slot=memory.slot,
        language=memory.language,
        said_at=memory.said_at,
        sources=tuple(sorted(evidence)),
    )
    words = habit.act.core | {habit.act.verb}
    for other in known:
        if other.agent != memory.agent or _of_evidence(other, habit, evidence) or _beside(other, habit):
            continue
        if covers_act(other.text, habit.act):
            return BarringStatement(by=other, reason=REASONS[compare(proposed, other)[0]])
        one_slot = memory.slot and other.slot and slot_key(memory.slot) == slot_key(other.slot)
        if not one_slot and not words & statement_content(other.text):
            continue
        verdict, _ = compare(proposed, other)
        if verdict is not Comparison.DIFFERENT:
            return BarringStatement(by=other, reason=REASONS[verdict])
    return None


_OF_OTHERS = Regex(r"^(?:the )?user's |用户的", re.IGNORECASE)
_FEELS, _HAS = "like", "uses:"


def _beside(other: Memory, habit: Habit) -> bool:
    """Whether a statement says nothing of what the user does: it is about somebody or something else, or how they feel
    about it. Who hates ironing irons all the same."""
    if habit.act.sort is not ActKind.DEED:
        return False
    slot = other.slot
    if slot is None:
        return _OF_OTHERS.search(other.text) is not None
    disliked = slot.attribute == _FEELS and slot.polarity < 0
    return slot.subject != USER or slot.attribute.startswith(_HAS) or disliked


def _of_evidence(other: Memory, habit: Habit, evidence: set[Source]) -> bool:
    """Whether a statement is nothing but what the rules made of wishes and deeds themselves, of these or of others."""
    if other.sources and set(other.sources) <= evidence:
        return True
    return any(act.sort is habit.act.sort for act in find_acts(other.quote))
