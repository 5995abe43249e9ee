"""A skill that nobody taught in talk, on its way into the store: judged, and put in the place of its namesake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.record import Memory, Status
from mnemic.domain.skill import Skill
from mnemic.rooms.skill.record import status_for_origin, with_uses_carried
from mnemic.safety.guard import screen
from mnemic.safety.guard.screen import as_quarantined
from mnemic.writing.episodes import as_succeeded


def guarded_skill(skill: Skill, reason: str) -> tuple[Skill, str]:
    """A skill with the guard's judgement: what it suspects, and what is from outside, is held (S2, S3)."""
    verdict = screen.judge_text("\n".join(_texts(skill)), skill.origin)
    if verdict.decision is screen.GuardDecision.QUARANTINE:
        return replace(skill, status=Status.QUARANTINED), "; ".join(verdict.reasons)
    if status_for_origin(skill.origin) is Status.QUARANTINED:
        return replace(skill, status=Status.QUARANTINED), f"from a {skill.origin}: the user must confirm it"
    return skill, reason


def skill_succession(
    new: Memory, there: Memory | None, reason: str, now: datetime
) -> tuple[Sequence[Change], Sequence[Link]]:
    """The changes that put a skill in the place of another. One that is held replaces nothing."""
    if new.status is Status.QUARANTINED:
        held = as_quarantined(new, screen.QUARANTINE_FROM, reason.split("; "))
        return [Change(action=Action.QUARANTINE, memory=held, reason=reason)], []
    if there is None:
        return [Change(action=Action.ADD, memory=new, reason=reason)], []
    new = with_uses_carried(new, [there])
    link = Link(source=new.id, target=there.id, relation=Relation.SUPERSEDES, reason=reason, at=now)
    change = Change(action=Action.SUPERSEDE, memory=new, replaces=(as_succeeded(there, new, now),), reason=reason)
    return [change], [link]


def _texts(skill: Skill) -> Iterator[str]:
    """Everything a skill says."""
    yield from (skill.name, skill.description, *skill.triggers, *skill.preconditions)
    for step in skill.steps:
        yield step.text
        yield from _strings(dict(step.arguments))
    yield from (one.description for one in skill.parameters)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _strings(part)
