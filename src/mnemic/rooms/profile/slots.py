"""The slots of a portrait: which memories may speak of the user, and what they say (M7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.profile import ProfileChanges, Pursuit, Shift, Trait, TraitValue
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Origin, Slot, Status, Tier
from mnemic.domain.validity import is_true_at
from mnemic.language.segment import normal_form
from mnemic.reader.statement import USER
from mnemic.safety.access.policy import TrustUse, is_own_word, may_become

OWN_ORIGINS = frozenset(origin for origin in Origin if may_become(origin, TrustUse.PROFILE))
"""Whose word may say what the user is like. What a tool, a document or the assistant said never does (S3)."""

VALUES_MAX = 20  # of one slot; the newest stay
EVIDENCE_MAX = 8  # memories named for one value; the newest stay

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "job": "work",
        "allergy": "allergies",
        "speaks": "languages",
        "takes": "medicines",
        "pet": "pets",
        "habit": "habits",
        "default": "preferences",
        "constraint": "constraints",
        "rule": "orders",
        "value": "particulars",
        "state": "situation",
        "family": "relationships",
    }
)
"""Attributes of statements and the slots they fill; any other is its own slot."""

SINGLE_VALUED = frozenset({"name", "called", "home", "hometown", "work", "employer", "age", "birthday"})
"""Slots with one value at a time: the one said last."""

NO_TRAIT = frozenset({"plan", "decision", "event", "retract"})
IN_FULL = frozenset({"orders", "habits"})  # slots whose values are whole sentences
PASSING = frozenset({Kind.PLAN, Kind.DECISION, Kind.EVENT, Kind.EPISODE, Kind.NOTE, *ROOM_KINDS})
FIRST = ("name", "called", "home", "work", "employer", "languages", "allergies", "diet", "preferences", "likes")


def speaks_of_user(memory: Memory) -> bool:
    """Whether a statement may say what the user is like: the user's own word, not held back, and lasting."""
    if memory.origin not in OWN_ORIGINS or memory.status is Status.QUARANTINED:
        return False
    if memory.tier in (Tier.SESSION, Tier.WORKING):
        return False
    return is_own_word(memory.speaker, memory.user)


def in_force(memory: Memory, at: datetime) -> bool:
    """Whether a statement was known, stood and was true at a moment. The end that a later decision set is not yet known
    before it."""
    if memory.recorded_at > at or memory.status is Status.QUARANTINED:
        return False
    if memory.superseded_at is not None:
        return memory.superseded_at > at and (memory.valid_from is None or memory.valid_from <= at)
    return memory.status in (Status.ACTIVE, Status.DORMANT) and is_true_at(memory, at)


def trait_name(memory: Memory) -> str | None:
    """The slot of the user a statement fills, or None where it fills none."""
    slot = memory.slot
    if memory.kind is Kind.SKILL:
        return "skills"
    if memory.kind is Kind.RELATIONSHIP:
        return "relationships"
    if memory.kind in PASSING or slot is None or slot.subject != USER:
        return None
    kind = slot.attribute.partition(":")[0]
    if kind in NO_TRAIT:
        return None
    if kind == "like":
        return "likes" if slot.polarity > 0 else "dislikes"
    if slot.polarity < 0 and kind != "rule":
        return None
    return NAMES.get(kind, kind)


def value_text(memory: Memory) -> str:
    """What a statement says a slot holds, in the words and spelling it was said in."""
    slot, name = memory.slot, trait_name(memory)
    if slot is None or name in IN_FULL or memory.kind is Kind.SKILL:
        return memory.text.splitlines()[0] if memory.text else ""
    value = _as_said(slot, memory.text)
    detail = slot.attribute.partition(":")[2]
    if slot.subject != USER and normal_form(slot.subject) not in normal_form(detail):
        detail = f"{slot.subject} {detail}".strip()
    return f"{detail}: {value}" if detail and normal_form(detail) not in normal_form(value) else value


def _as_said(slot: Slot, text: str) -> str:
    """The value with the capitals it has in the text."""
    folded = text.casefold()
    place = folded.find(slot.value.casefold())
    if place < 0 or len(folded) != len(text):
        return slot.value
    return text[place : place + len(slot.value)]


def values_by_slot(memories: Iterable[Memory], at: datetime) -> dict[str, list[tuple[Memory, ...]]]:
    """The slots in force at a moment: by name, the memories that say each value, the newest value last."""
    found: dict[str, dict[str, list[Memory]]] = {}
    single: dict[tuple[str, str], Memory] = {}
    for memory in sorted(memories, key=lambda memory: (memory.said_at, memory.position, memory.id)):
        if not speaks_of_user(memory) or not in_force(memory, at) or (name := trait_name(memory)) is None:
            continue
        values = found.setdefault(name, {})
        said = normal_form(value_text(memory))
        if name in SINGLE_VALUED or (memory.slot is not None and memory.slot.single):
            key = name, "" if name in SINGLE_VALUED or memory.slot is None else memory.slot.attribute
            last = single.get(key)
            if last is not None and normal_form(value_text(last)) != said:
                if last.tier is Tier.PERMANENT is not memory.tier:
                    continue  # permanent memory holds until the user has decided
                values.pop(normal_form(value_text(last)), None)
            single[key] = memory
        values.setdefault(said, []).append(memory)
    return {
        name: [tuple(held[-EVIDENCE_MAX:]) for held in list(values.values())[-VALUES_MAX:]]
        for name, values in found.items()
        if values
    }


def trait_of(name: str, values: Sequence[Sequence[Memory]]) -> Trait:
    """A slot made of the memories that say its values."""
    return Trait(
        name=name,
        many=name not in SINGLE_VALUED,
        values=tuple(
            TraitValue(
                text=value_text(held[-1]),
                evidence=tuple(memory.id for memory in held),
                since=min(memory.valid_from or memory.said_at for memory in held),
                confidence=max(memory.confidence for memory in held),
            )
            for held in values
        ),
    )


def traits_in_order(traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """Slots in the order a reader wants them: who the user is first."""
    return tuple(sorted(traits, key=lambda one: (FIRST.index(one.name) if one.name in FIRST else len(FIRST), one.name)))


def traits_of(memories: Iterable[Memory], at: datetime) -> tuple[Trait, ...]:
    """The slots in force at a moment."""
    return traits_in_order(trait_of(name, values) for name, values in values_by_slot(memories, at).items())


def changes_between(
    memories: Sequence[Memory], since: datetime | None, now: datetime, busy: Sequence[Pursuit]
) -> ProfileChanges:
    """What changed of the slots between two moments, and which aims are new."""
    if since is None:
        return ProfileChanges(since=None)
    then = {trait.name: trait for trait in traits_of(memories, since)}
    today = {trait.name: trait for trait in traits_of(memories, now)}
    recorded = {memory.id: memory.recorded_at for memory in memories}
    added, changed, gone = [], [], []
    for name in dict.fromkeys((*then, *today)):
        came, went = _apart(today.get(name), then.get(name)), _apart(then.get(name), today.get(name))
        if name in SINGLE_VALUED and came and went:
            changed.append(_shift(name, went[0], came[0]))
            continue
        if came:
            added.append(Trait(name=name, many=name not in SINGLE_VALUED, values=came))
        if went:
            gone.append(Trait(name=name, many=name not in SINGLE_VALUED, values=went))
    aims = tuple(one for one in busy if any(recorded.get(id, since) > since for id in one.evidence))
    return ProfileChanges(since=since, added=tuple(added), changed=tuple(changed), gone=tuple(gone), aims=aims)


def _apart(one: Trait | None, other: Trait | None) -> tuple[TraitValue, ...]:
    """The values of one slot that another has not."""
    there = {normal_form(value.text) for value in other.values} if other else set()
    return tuple(value for value in (one.values if one else ()) if normal_form(value.text) not in there)


def _shift(name: str, before: TraitValue, after: TraitValue) -> Shift:
    evidence = (*before.evidence[-1:], *after.evidence[-1:])
    return Shift(name=name, before=before.text, after=after.text, at=after.since, evidence=evidence)
