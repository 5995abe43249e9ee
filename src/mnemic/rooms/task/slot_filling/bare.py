"""The value a field could take from the words that begin at a place, whatever leads there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

from mnemic.domain.record import Json
from mnemic.rooms.task.slot_filling import numbers as number_rules
from mnemic.rooms.task.slot_filling import times as time_rules
from mnemic.rooms.task.slot_filling.amounts import Unit
from mnemic.rooms.task.slot_filling.choices import forms
from mnemic.rooms.task.slot_filling.field import FieldType
from mnemic.rooms.task.slot_filling.heard import Heard
from mnemic.rooms.task.slot_filling.sense import Sense
from mnemic.rooms.task.slot_filling.shapes import SHAPES, phrase_at
from mnemic.rooms.task.slot_filling.slots import Slot

_LEAD = re.compile(
    r"(?:[\s,.:\-—]|\b(?:it's|it is|that's|it|let's|make|say|go with|to|in|on|at|from|for|by|near|close|the"
    r"|of|about|around|is|i|we|i'd|we'd|say|want|take|like|prefer|would|there|are|will|be|'ll|us|yes|ok|okay"
    r"|um|uh|well|hmm|sure|please|but|rather|just|a|an|us|under|maybe not)\b"
    r"|[去在从到就是用要选坐改成嗯那订]|大概|应该|大约|而是|还是|我们|我|一共|总共|换成|改成)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare:
    """A value with its place."""

    value: Json
    start: int
    end: int


def bare_at(heard: Heard, sense: Sense, at: int) -> Bare | None:
    """The value that begins at `at`, or behind small words there; None where there is none for the field."""
    lead = _LEAD.match(heard.text, at)
    starts = (at, at + len(heard.text[at:]) - len(heard.text[at:].lstrip(" ,.:")), lead.end() if lead else at)
    if found := _exactly(heard, sense, tuple(dict.fromkeys(starts))):
        return found
    return _within(heard, sense, at, lead.end() if lead else at)


def _exactly(heard: Heard, sense: Sense, starts: tuple[int, ...]) -> Bare | None:
    if sense.kind is FieldType.CHOICE:
        for form, at in product(forms(sense.field.choices), starts):
            if match := form.words.match(heard.text, at):
                return Bare(value=form.choice, start=at, end=match.end())
    if sense.kind is FieldType.TEXT:
        for shape, at in product(SHAPES.get(sense.slot, ()), starts):
            span = shape(heard.text, at) if shape is not phrase_at else None
            if span:
                return Bare(value=heard.written[span[0] : span[1]], start=span[0], end=span[1])
    return None


def _within(heard: Heard, sense: Sense, low: int, high: int) -> Bare | None:
    """A number or a time that begins where small words end."""
    if sense.kind in number_rules.NUMBERS:
        for amount in heard.amounts:
            if low <= amount.start <= high and amount.unit is not Unit.THING and number_rules.fits(amount, sense):
                value = number_rules.value_of(amount, sense)
                return None if value is None else Bare(value=value, start=amount.start, end=amount.end)
    if sense.kind in time_rules.TIMES:
        for day in heard.days:
            late = time_rules.ahead(day, heard.said) or sense.slot in (Slot.HAPPENED, Slot.BIRTH)
            if low <= day.start <= high and late:
                value = time_rules.value_of(heard, day, sense)
                return None if value is None else Bare(value=value, start=day.start, end=day.end)
    return None
