"""Statements that do not say what they mean: completed where what they point to is plain, else lowered.

Statements that say "it" or 那个 and do not say what: nobody who was not there can tell what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from mnemic.domain.changes import Action, Change
from mnemic.domain.entity import EntityKind
from mnemic.domain.record import Kind, Memory, Origin, Source, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.upkeep import PlanStep
from mnemic.language.entities import find_mentions
from mnemic.ports import Reader
from mnemic.upkeep.pins import is_protected


class Anaphor(NamedTuple):
    """The words of a statement that point to something outside of it."""

    start: int
    end: int
    person: bool


_EN_THING = r"it|this|that|these|those|this one|that one|them|the (?:same|other|first|second|last) one|the usual"
_EN_PERSON = r"he|she|him|her"
_EN_VERB = (
    r"is|was|are|were|has|had|does|did|will|would|can|could|should|may|might|must|gets?|got|feels?|felt|looks?|tastes?|"
    r"works?|worked|needs?|costs?|takes?|makes?|seems?|sounds?|'s|'ll|'d"
)
_ZH_THING = r"它们?|这个|那个|这些|那些|这种|那种|这样的?|那样的?|这家|那家|这款|那款|这件|那件|这东西|那东西|老样子"
_ZH_PERSON = r"他们?|她们?|这人|那人|那个人|这个人"
_ZH_VERB = (
    r"喜欢|讨厌|爱|想要|想买|买了?|用了?|在用|选了?|看过?|去过?|吃过?|试过?"
    r"|推荐|需要|不要|不想要|要|认识|记得|找|用的?是"
)

_EN = (
    # The object at the end: "likes it", "wants that one", "went with the other one".
    Regex(
        rf"\b(?:[a-z']+)\s+(?:(?:for|with|to|about|on|in|from|of|at)\s+)?"
        rf"(?P<thing>{_EN_THING}|(?P<person>him|her))"
        r"(?:\s+(?:again|too|now|a lot|very much|so much|best|more))*\s*[.!]?$",
        re.IGNORECASE,
    ),
    # The subject at the beginning: "It is too loud", "He has a new car".
    Regex(rf"^(?P<thing>it|this|that|these|those|(?P<person>{_EN_PERSON}))\s*(?:{_EN_VERB})\b", re.IGNORECASE),
)
_ZH = (
    Regex(
        rf"(?:{_ZH_VERB})(?:的(?:就)?是)?(?P<thing>{_ZH_THING}|(?P<person>{_ZH_PERSON}))(?:了|的|吧|呢|啊|呀)*[。！!.]?$"
    ),
    Regex(rf"^(?P<thing>{_ZH_THING}|(?P<person>{_ZH_PERSON}))(?=[太很真不没也都还就挺更最是有会要能])"),
)
_PATTERNS: Mapping[str, tuple[Regex[str], ...]] = {"en": _EN, "zh": _ZH}


def find_anaphor(text: str, language: str) -> Anaphor | None:
    """Where a statement points outside of itself; None where it says what it means."""
    for pattern in _PATTERNS.get(language, ()):
        found = pattern.search(text.strip())
        if found is not None:
            start = found.start("thing") + len(text) - len(text.lstrip())
            return Anaphor(start, start + len(found["thing"]), found["person"] is not None)
    return None


def resolve_anaphor(text: str, at: Anaphor, name: str, language: str) -> str:
    """A statement with what it points to in the place of the pointing words."""
    before, after = text[: at.start], text[at.end :]
    if language == "en" and not at.start:
        name = name[:1].upper() + name[1:]
    return f"{before}{name}{after}"


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
