"""The value a field could take from the words that begin at a place, whatever leads there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.rooms.task.slot_filling import numbers as number_rules
from mnemic.rooms.task.slot_filling import times as time_rules
from mnemic.rooms.task.slot_filling.amounts import Unit
from mnemic.rooms.task.slot_filling.choices import choice_forms
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.field_sense import FieldSense
from mnemic.rooms.task.slot_filling.parsed_message import ParsedMessage
from mnemic.rooms.task.slot_filling.slots import SlotKind
from mnemic.rooms.task.slot_filling.value_shapes import SHAPES, phrase_at

_LEAD = Regex(
    r"(?:[\s,.:\-—]|\b(?:it's|it is|that's|it|let's|make|say|go with|to|in|on|at|from|for|by|near|close|the"
    r"|of|about|around|is|i|we|i'd|we'd|say|want|take|like|prefer|would|there|are|will|be|'ll|us|yes|ok|okay"
    r"|um|uh|well|hmm|sure|please|but|rather|just|a|an|us|under|maybe not)\b"
    r"|[去在从到就是用要选坐改成嗯那订]|大概|应该|大约|而是|还是|我们|我|一共|总共|换成|改成)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BareValue:
    """A value with its place."""

    value: Json
    start: int
    end: int


def bare_value_at(heard: ParsedMessage, sense: FieldSense, at: int) -> BareValue | None:
    """The value that begins at `at`, or behind small words there; None where there is none for the field."""
    lead = _LEAD.match(heard.text, at)
    starts = (at, at + len(heard.text[at:]) - len(heard.text[at:].lstrip(" ,.:")), lead.end() if lead else at)
    if found := _exactly(heard, sense, tuple(dict.fromkeys(starts))):
        return found
    return _within(heard, sense, at, lead.end() if lead else at)


def _exactly(heard: ParsedMessage, sense: FieldSense, starts: tuple[int, ...]) -> BareValue | None:
    if sense.kind is FieldType.CHOICE:
        for form, at in product(choice_forms(sense.field.choices), starts):
            if match := form.words.match(heard.text, at):
                return BareValue(value=form.choice, start=at, end=match.end())
    if sense.kind is FieldType.TEXT:
        for shape, at in product(SHAPES.get(sense.slot, ()), starts):
            span = shape(heard.text, at) if shape is not phrase_at else None
            if span:
                return BareValue(value=heard.written[span[0] : span[1]], start=span[0], end=span[1])
    return None


def _within(heard: ParsedMessage, sense: FieldSense, low: int, high: int) -> BareValue | None:
    """A number or a time that begins where small words end."""
    if sense.kind in number_rules.NUMBER_TYPES:
        for amount in heard.amounts:
            if low <= amount.start <= high and amount.unit is not Unit.THING and number_rules.unit_fits(amount, sense):
                value = number_rules.number_value(amount, sense)
                return None if value is None else BareValue(value=value, start=amount.start, end=amount.end)
    if sense.kind in time_rules.TIME_TYPES:
        for day in heard.days:
            late = time_rules.is_ahead(day, heard.said) or sense.slot in (SlotKind.HAPPENED, SlotKind.BIRTH)
            if low <= day.start <= high and late:
                value = time_rules.time_value(heard, day, sense)
                return None if value is None else BareValue(value=value, start=day.start, end=day.end)
    return None
