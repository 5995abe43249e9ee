"""What memories are filed under, so that what repeats, replaces or belongs together is found at once."""

from __future__ import annotations

from collections.abc import Hashable

from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Slot
from mnemic.index import text_features
from mnemic.language.segment import normal_form


def keys_of(memory: Memory) -> tuple[Hashable, ...]:
    """What a statement is filed under: plain text and slot, for what repeats or replaces it, and the attribute."""
    if memory.kind is Kind.EPISODE:
        return ()
    if memory.kind in ROOM_KINDS:
        return (kind_key(memory.kind),)
    return statement_keys(text_features.text_mark(memory.text), memory.slot)


def statement_keys(marked: int, slot: Slot | None) -> tuple[Hashable, ...]:
    """Keys of a statement whose text has this mark."""
    text: Hashable = ("text", marked)
    return (text, slot_key(slot), attribute_key(slot.attribute)) if slot else (text,)


def kind_key(kind: str) -> Hashable:
    """The key of what a room keeps of one kind. Nothing repeats or replaces it by what it says."""
    return "kind", str(kind)


def text_key(text: str) -> Hashable:
    """The key of statements with the same plain text."""
    return "text", text_features.text_mark(text)


def slot_key(slot: Slot) -> Hashable:
    """The key of statements about the same attribute of the same subject."""
    return "slot", normal_form(slot.subject), normal_form(slot.attribute)


def attribute_key(attribute: str) -> Hashable:
    """The key of statements about an attribute of anybody; of `device:phone`, the part before the colon counts."""
    return "attribute", attribute.split(":", 1)[0]
