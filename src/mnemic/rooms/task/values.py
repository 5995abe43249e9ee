"""What a message says for the slots of a task becomes values: checked, joined, taken away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mnemic.domain.record import Json, Turn
from mnemic.domain.task import SlotValue, Task, TaskActor
from mnemic.errors import InvalidInput
from mnemic.language.segment import fold
from mnemic.rooms.task import transitions
from mnemic.rooms.task.fields import PART, slot_aliases
from mnemic.rooms.task.json_types import resolved_schema
from mnemic.rooms.task.schema import TaskSchema
from mnemic.rooms.task.slot_filling.field import FilledField

MAKER_RANK: Mapping[TaskActor, int] = {TaskActor.TOOL: 0, TaskActor.ASSISTANT: 1, TaskActor.CODE: 2, TaskActor.USER: 2}
"""Whose value gives way to whose: a tool's never replaces the user's, nor what code has set (S3)."""

TOOLS = "tools"  # in a slot's schema: the tools whose results fill it, by name, or true for any


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedValue:
    """Something a message says for a slot that the slot cannot take, and why."""

    quote: str
    reason: str


def with_values_said(
    task: Task, schema: TaskSchema, found: Sequence[FilledField], turn: Turn, by: TaskActor
) -> tuple[Task, list[FilledField], list[RefusedValue]]:
    """The task with what a message says for its slots; which of it was taken, and what was refused."""
    taken: list[FilledField] = []
    refused: list[RefusedValue] = []
    for one in found:
        try:
            after = _with_one(task, schema, one, turn, by)
        except InvalidInput as error:
            refused.append(RefusedValue(quote=one.quote, reason=str(error)))
            continue
        if after is not task:
            taken.append(one)
            task = after
    return task, taken, refused


def _with_one(task: Task, schema: TaskSchema, one: FilledField, turn: Turn, by: TaskActor) -> Task:
    slot, _, part = one.field.partition(PART)
    held = task.values.get(slot)
    if held is not None and (held.said_at > turn.said_at or MAKER_RANK[by] < MAKER_RANK[held.by]):
        return task
    before = None if held is None else held.value
    if one.removes:
        value = _taken_away(before, one.value, part)
    elif part:
        value = {**(before if isinstance(before, dict) else {}), part: one.value}
    elif one.adds and isinstance(before, list):
        value = _joined(before, one.value)
    else:
        value = one.value
    if value == before:
        return task
    if value is None or value == []:
        return task if held is None else transitions.without_value(task, slot, turn.said_at)
    where = f"Task {task.id!r}"
    joins = one.adds or bool(part) or one.removes
    earlier = held.sources if held is not None and joins else ()
    filled = SlotValue(
        value=schema.check(slot, value, where),
        said_at=turn.said_at,
        session=turn.session,
        turn=turn.id,
        by=by,
        quote=one.quote,
        earlier=tuple(source for source in earlier if source != turn.source),
    )
    after = transitions.with_value(task, slot, filled)
    schema.check_whole(after.data, where)
    return after


def _taken_away(before: Json, value: Json, part: str) -> Json:
    """What is left of a value of which something is taken away: an item of a list, or all of it."""
    if part and isinstance(before, dict):
        return {key: one for key, one in before.items() if key != part} or None
    if isinstance(before, list) and value is not None:
        gone = value if isinstance(value, list) else [value]
        return [one for one in before if one not in gone]
    return None if value in (None, before) else before


def _joined(before: list[Json], value: Json) -> Json:
    new = value if isinstance(value, list) else [value]
    return [*before, *(one for one in new if one not in before)]


def values_from_tool(schema: TaskSchema, tool: str, result: Json) -> list[FilledField]:
    """What the result of a tool's call says for the slots that this tool fills.

    A slot takes what stands under its name or an alias in the result, wherever that is; a slot that is an object or a
    list of objects else takes the result itself, if it fits.
    """
    found: list[FilledField] = []
    for slot, part in schema.slots.items():
        described = resolved_schema(part, schema.definitions) if isinstance(part, Mapping) else {}
        tools = described.get(TOOLS)
        if not (tools is True or (isinstance(tools, list) and tool in tools)):
            continue
        names = {fold(slot), *map(fold, slot_aliases(described))}
        value = _under(result, names)
        listed = described.get("type") == "array"
        if value is None and isinstance(result, dict) and _holds_objects(described, schema.definitions):
            value = result
        if value is None:
            continue
        if listed and not isinstance(value, list):
            value = [value]
        found.append(FilledField(field=slot, value=value, quote="", start=0, end=0, confidence=1.0, adds=listed))
    return found


def _under(result: Json, names: set[str]) -> Json:
    """The first value under one of some names, outer ones first."""
    level: list[Json] = [result]
    while level:
        for one in level:
            if isinstance(one, dict):
                named = next((value for key, value in one.items() if fold(key) in names and value is not None), None)
                if named is not None:
                    return named
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return None


def _holds_objects(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> bool:
    inside = part.get("items") if part.get("type") == "array" else part
    return isinstance(inside, Mapping) and "properties" in resolved_schema(inside, definitions)
