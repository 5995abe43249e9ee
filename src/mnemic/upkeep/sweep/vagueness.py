"""Statements that do not say what they mean (U6): completed where what they point to is plain, else lowered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change
from mnemic.domain.entity import EntityKind
from mnemic.domain.record import Kind, Memory, Origin, Source, Turn
from mnemic.domain.upkeep import PlanStep
from mnemic.language.entities import find_mentions
from mnemic.ports import Reader
from mnemic.upkeep.pins import is_protected
from mnemic.upkeep.sweep.unresolved import Anaphor, find_anaphor, resolve_anaphor

VAGUE = "mnemic.vague"
"""Metadata of a statement that was lowered because it does not say what it means."""

TURNS_BEFORE = 4  # in which what is pointed to is looked for
CONFIDENCE = 0.5  # of a lowered statement, of what it had
IMPORTANCE = 0.5


def vague_steps(reader: Reader, statements: Iterable[Memory], now: datetime) -> list[PlanStep]:
    """What is to be done with the vague ones among statements."""
    steps = []
    for memory in statements:
        if (
            memory.kind is Kind.NOTE
            or memory.origin is Origin.INFERRED
            or is_protected(memory)
            or VAGUE in memory.metadata
            or memory.entities
        ):
            continue
        at = find_anaphor(memory.text, memory.language)
        if at is not None:
            name = _pointed_to(reader, memory, at)
            steps.append(_lowered(memory, now) if name is None else _completed(memory, at, name, now))
    return steps


def _pointed_to(reader: Reader, memory: Memory, at: Anaphor) -> str | None:
    """The one name in the turn a statement comes from or, where that has none, in the nearest turn before that has
    one."""
    for turn in _back_from(reader, memory.sources):
        names = {one.name for one in find_mentions(turn.text) if (one.kind is EntityKind.PERSON) == at.person}
        if names:
            return names.pop() if len(names) == 1 else None
    return None


def _back_from(reader: Reader, sources: Sequence[Source]) -> list[Turn]:
    turn = reader.turn(sources[0]) if sources else None
    if turn is None:
        return []
    before = [one for one in reader.turns(session=turn.session) if one.position <= turn.position]
    return before[-TURNS_BEFORE - 1 :][::-1]


def _completed(memory: Memory, at: Anaphor, name: str, now: datetime) -> PlanStep:
    text = resolve_anaphor(memory.text, at, name, memory.language)
    slot = memory.slot
    said = memory.text[at.start : at.end]
    if slot is not None:
        slot = replace(
            slot,
            value=name if slot.value.casefold() == said.casefold() else slot.value,
            subject=name if slot.subject.casefold() == said.casefold() else slot.subject,
        )
    reason = f"it said {said!r}, and the talk was of {name!r}"
    after = replace(memory, text=text, slot=slot, entities=(name,), updated_at=now, version=memory.version + 1)
    return PlanStep(
        reason=reason,
        changes=(Change(action=Action.REVISE, memory=after, before=memory, reason=reason),),
        proposed=True,
    )


def _lowered(memory: Memory, now: datetime) -> PlanStep:
    reason = "it does not say what it means, and the talk before does not either"
    after = replace(
        memory,
        confidence=memory.confidence * CONFIDENCE,
        importance=memory.importance * IMPORTANCE,
        metadata={**memory.metadata, VAGUE: True},
        updated_at=now,
        version=memory.version + 1,
    )
    return PlanStep(reason=reason, changes=(Change(action=Action.REVISE, memory=after, before=memory, reason=reason),))
