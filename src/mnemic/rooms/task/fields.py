"""The slots of a schema as fields that talk can fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mnemic.rooms.task.json_types import resolved_schema
from mnemic.rooms.task.schema import TaskSchema
from mnemic.rooms.task.slot_filling.field import FieldType, TaskField

PART = "."  # between a slot and the part of it a field is for

_FORMATS = {"date": FieldType.DATE, "date-time": FieldType.MOMENT, "time": FieldType.TIME}
_TYPES = {
    "string": FieldType.TEXT,
    "integer": FieldType.INTEGER,
    "number": FieldType.NUMBER,
    "boolean": FieldType.BOOLEAN,
}


def schema_fields(schema: TaskSchema) -> list[TaskField]:
    """A field for each slot that a sentence can fill, and for each part of a slot that is an object. Lists of objects,
    such as booked flights, are filled by tools and by code."""
    return [field for slot, part in schema.slots.items() for field in _fields(slot, part, schema.definitions, "")]


def _fields(name: str, part: Any, definitions: Mapping[str, Any], within: str) -> Iterator[TaskField]:
    if not isinstance(part, Mapping):
        return
    part = _plain(resolved_schema(part, definitions), definitions)
    parts = part.get("properties")
    if isinstance(parts, Mapping) and not within:
        for inner, one in parts.items():
            yield from _fields(inner, one, definitions, f"{name}{PART}")
        return
    kind = _type(part)
    item: Mapping[str, Any] = {}
    if kind is FieldType.LIST:
        inside = part.get("items")
        item = _plain(resolved_schema(inside, definitions), definitions) if isinstance(inside, Mapping) else {}
    if kind is None or (kind is FieldType.LIST and _type(item) is None):
        return
    yield TaskField(
        name=within + name,
        type=kind,
        title=str(part.get("title", "")),
        description=str(part.get("description", "")),
        aliases=slot_aliases(part),
        choices=_choices(item if kind is FieldType.LIST else part),
        item=_type(item) if kind is FieldType.LIST else None,
    )


def slot_aliases(part: Mapping[str, Any]) -> tuple[str, ...]:
    """Other names that a schema gives a slot: `json_schema_extra={"aliases": [...]}`."""
    given = part.get("aliases")
    return tuple(map(str, given)) if isinstance(given, list) else ()


def _plain(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a slot holds if it holds anything: of "a date or null" the date."""
    for key in ("anyOf", "oneOf"):
        choices = part.get(key)
        if isinstance(choices, list):
            some = [one for one in choices if isinstance(one, Mapping) and one.get("type") != "null"]
            rest = {name: one for name, one in part.items() if name != key}
            return {**resolved_schema(some[0], definitions), **rest} if len(some) == 1 else rest
    kinds = part.get("type")
    if isinstance(kinds, list):
        some = [kind for kind in kinds if kind != "null"]
        return {**part, "type": some[0]} if len(some) == 1 else {}
    return part


def _type(part: Mapping[str, Any]) -> FieldType | None:
    if _choices(part):
        return FieldType.CHOICE
    kind = part.get("type")
    if kind == "array":
        return FieldType.LIST
    return _FORMATS.get(str(part.get("format"))) or _TYPES.get(str(kind))


def _choices(part: Mapping[str, Any]) -> tuple[str, ...]:
    given = [part["const"]] if "const" in part else part.get("enum")
    return tuple(one for one in given if isinstance(one, str)) if isinstance(given, list) else ()
