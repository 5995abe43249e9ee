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
from mnemic.rooms.task.slot_filling.answers import answers, wanted
from mnemic.rooms.task.slot_filling.changed import contrasts, put_right, taken_back
from mnemic.rooms.task.slot_filling.choices import choices
from mnemic.rooms.task.slot_filling.field import CONFIDENCE_MIN, Field, FieldType, Filled
from mnemic.rooms.task.slot_filling.heard import Heard, Offer, best, heard
from mnemic.rooms.task.slot_filling.numbers import made_it, numbers
from mnemic.rooms.task.slot_filling.sense import sense
from mnemic.rooms.task.slot_filling.slots import Slot
from mnemic.rooms.task.slot_filling.texts import texts
from mnemic.rooms.task.slot_filling.times import times
from mnemic.rooms.task.slot_filling.truths import truths

__all__ = ["CONFIDENCE_MIN", "Field", "FieldType", "Filled", "fill"]

CHARACTERS_MAX = 2_000  # of a message that are read

NOTHING: Mapping[str, Json] = MappingProxyType({})
RULES = (numbers, times, texts, choices, truths, contrasts, taken_back)


def fill(
    text: str,
    fields: Sequence[Field],
    *,
    said: datetime,
    zone: tzinfo,
    asked: str | None = None,
    known: Mapping[str, Json] = NOTHING,
) -> list[Filled]:
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
    said_now = heard(text[:CHARACTERS_MAX], said, zone, known)
    senses = [sense(field) for field in fields]
    offers = [offer for rule in RULES for offer in rule(said_now, senses)]
    asked_for = wanted(asked, senses) if asked else []
    offers += answers(said_now, asked_for, offers)
    offers += [] if offers else made_it(said_now, senses)
    offers += put_right(said_now, offers)
    offers = [offer for offer in _apart(offers) if offer.confidence >= CONFIDENCE_MIN]
    found = [
        filled for field in fields for filled in _of(said_now, field, [o for o in offers if o.sense.field == field])
    ]
    return sorted(found, key=lambda filled: (filled.start, filled.end))


def _apart(offers: Iterable[Offer]) -> list[Offer]:
    """Offers without those of text whose words another field takes more surely."""
    offers = list(offers)
    return [
        one for one in offers if not (one.sense.kind is FieldType.TEXT and any(_surer(other, one) for other in offers))
    ]


def _surer(other: Offer, one: Offer) -> bool:
    apart = other.sense is one.sense or other.start >= one.end or one.start >= other.end
    if apart or one.sense.slot is Slot.PREFERENCES:
        return not apart
    return other.sense.kind is FieldType.TEXT and other.confidence > one.confidence + 0.001


def _of(said: Heard, field: Field, offers: Sequence[Offer]) -> Iterator[Filled]:
    gives = [offer for offer in offers if not offer.removes]
    takes = [offer for offer in offers if offer.removes]
    if field.type is FieldType.LIST:
        yield from _listed(said, field, gives, takes)
    elif gives:
        yield _filled(said, field, best(gives))
    elif takes:
        yield _filled(said, field, best(takes))


def _listed(said: Heard, field: Field, gives: Sequence[Offer], takes: Sequence[Offer]) -> Iterator[Filled]:
    lost = [value for offer in takes for value in _values(offer)]
    if takes:
        yield _filled(said, field, best(takes), value=list(dict.fromkeys(lost)) or None)
    replaces = [offer for offer in gives if not offer.adds]
    chosen = [best(replaces)] if replaces else sorted(gives, key=lambda offer: offer.start)
    joined = list(dict.fromkeys(value for offer in chosen for value in _values(offer) if value not in lost))
    if joined:
        yield _filled(said, field, best(chosen), value=[*joined])


def _values(offer: Offer) -> list[str]:
    return [str(value) for value in offer.value] if isinstance(offer.value, list) else []


def _filled(said: Heard, field: Field, offer: Offer, *, value: Json = None) -> Filled:
    return Filled(
        field=field.name,
        value=offer.value if value is None else value,
        quote=said.written[offer.start : offer.end],
        start=offer.start,
        end=offer.end,
        confidence=round(offer.confidence, 3),
        removes=offer.removes,
        adds=offer.adds,
    )
