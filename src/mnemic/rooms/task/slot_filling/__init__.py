"""What a message says for the typed slots of a task, in Chinese and English, by rules alone.

Values are found by their type (times, numbers with what they count, places, people, choices) and bound to a field by
what names it, by the usual words of its slot, by the question that was asked, or because it is the only one that could
take them. Precision comes first: what is asked, supposed, over, denied or said of somebody else fills nothing, and
where two fields could be meant none is filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from types import MappingProxyType

from mnemic.domain.record import Json
from mnemic.rooms.task.slot_filling.answers import answer_candidates, asked_fields
from mnemic.rooms.task.slot_filling.boolean_values import truth_candidates
from mnemic.rooms.task.slot_filling.choices import choice_candidates
from mnemic.rooms.task.slot_filling.field import CONFIDENCE_MIN, FieldType, FilledField, TaskField
from mnemic.rooms.task.slot_filling.field_sense import field_sense
from mnemic.rooms.task.slot_filling.numbers import changed_number_candidates, number_candidates
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage, SlotCandidate, best_candidate, parse_message
from mnemic.rooms.task.slot_filling.slots import SlotKind
from mnemic.rooms.task.slot_filling.texts import text_candidates
from mnemic.rooms.task.slot_filling.times import time_candidates
from mnemic.rooms.task.slot_filling.value_corrections import (
    contrast_candidates,
    correction_candidates,
    removal_candidates,
)

__all__ = ["CONFIDENCE_MIN", "FieldType", "FilledField", "TaskField", "fill_fields"]

CHARACTERS_MAX = 2_000  # of a message that are read

NOTHING: Mapping[str, Json] = MappingProxyType({})
RULES = (
    number_candidates,
    time_candidates,
    text_candidates,
    choice_candidates,
    truth_candidates,
    contrast_candidates,
    removal_candidates,
)


def fill_fields(
    text: str,
    fields: Sequence[TaskField],
    *,
    said: datetime,
    zone: tzinfo,
    asked: str | None = None,
    known: Mapping[str, Json] = NOTHING,
) -> list[FilledField]:
    """What a message says for the fields of a task, in the order of the message, each field at most once; a list may
    both gain and lose items.

    Args:
        fields: the slots, filled or not.
        said: when the message was said, with its zone.
        zone: the user's.
        asked: what the assistant said just before, if anything.
        known: what fields hold already, by name. A moment keeps its time of the day where only a new day is said, and
            "make it three" is the number that is known.

    Raises:
        InvalidTime: `said` has no zone.
    """
    said_now = parse_message(text[:CHARACTERS_MAX], said, zone, known)
    senses = [field_sense(field) for field in fields]
    offers = [offer for rule in RULES for offer in rule(said_now, senses)]
    asked_for = asked_fields(asked, senses) if asked else []
    offers += answer_candidates(said_now, asked_for, offers)
    offers += [] if offers else changed_number_candidates(said_now, senses)
    offers += correction_candidates(said_now, offers)
    offers = [offer for offer in _apart(offers) if offer.confidence >= CONFIDENCE_MIN]
    found = [
        filled for field in fields for filled in _of(said_now, field, [o for o in offers if o.sense.field == field])
    ]
    return sorted(found, key=lambda filled: (filled.start, filled.end))


def _apart(offers: Iterable[SlotCandidate]) -> list[SlotCandidate]:
    """Offers without those of text whose words another field takes more surely."""
    offers = list(offers)
    return [
        one for one in offers if not (one.sense.kind is FieldType.TEXT and any(_surer(other, one) for other in offers))
    ]


def _surer(other: SlotCandidate, one: SlotCandidate) -> bool:
    apart = other.sense is one.sense or other.start >= one.end or one.start >= other.end
    if apart or one.sense.slot is SlotKind.PREFERENCES:
        return not apart
    return other.sense.kind is FieldType.TEXT and other.confidence > one.confidence + 0.001


def _of(said: ParsedMessage, field: TaskField, offers: Sequence[SlotCandidate]) -> Iterator[FilledField]:
    gives = [offer for offer in offers if not offer.removes]
    takes = [offer for offer in offers if offer.removes]
    if field.type is FieldType.LIST:
        yield from _listed(said, field, gives, takes)
    elif gives:
        yield _filled(said, field, best_candidate(gives))
    elif takes:
        yield _filled(said, field, best_candidate(takes))


def _listed(
    said: ParsedMessage, field: TaskField, gives: Sequence[SlotCandidate], takes: Sequence[SlotCandidate]
) -> Iterator[FilledField]:
    lost = [value for offer in takes for value in _values(offer)]
    if takes:
        yield _filled(said, field, best_candidate(takes), value=list(dict.fromkeys(lost)) or None)
    replaces = [offer for offer in gives if not offer.adds]
    chosen = [best_candidate(replaces)] if replaces else sorted(gives, key=lambda offer: offer.start)
    joined = list(dict.fromkeys(value for offer in chosen for value in _values(offer) if value not in lost))
    if joined:
        yield _filled(said, field, best_candidate(chosen), value=[*joined])


def _values(offer: SlotCandidate) -> list[str]:
    return [str(value) for value in offer.value] if isinstance(offer.value, list) else []


def _filled(said: ParsedMessage, field: TaskField, offer: SlotCandidate, *, value: Json = None) -> FilledField:
    return FilledField(
        field=field.name,
        value=offer.value if value is None else value,
        quote=said.written[offer.start : offer.end],
        start=offer.start,
        end=offer.end,
        confidence=round(offer.confidence, 3),
        removes=offer.removes,
        adds=offer.adds,
    )
