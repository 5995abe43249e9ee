"""JSON schemas as types that check, and in words for whoever has to give a value."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Annotated, Any, Literal, Union
from uuid import UUID

from pydantic import AnyUrl, BaseModel, ConfigDict, Field, create_model

DEPTH_MAX = 8  # of parts inside parts; deeper ones take any JSON
CHOICES_SHOWN = 12

_FORMATS: Mapping[str, type] = {"date": date, "date-time": datetime, "time": time, "uuid": UUID, "uri": AnyUrl}
_SIMPLE: Mapping[str, type] = {"string": str, "integer": int, "number": float, "boolean": bool}
_LIMITS: Mapping[str, str] = {
    "minimum": "ge",
    "exclusiveMinimum": "gt",
    "maximum": "le",
    "exclusiveMaximum": "lt",
    "multipleOf": "multiple_of",
    "minLength": "min_length",
    "maxLength": "max_length",
    "pattern": "pattern",
    "minItems": "min_length",
    "maxItems": "max_length",
}
_WORDS: Mapping[str, str] = {
    "date": "a date such as 2026-03-05",
    "date-time": "a time such as 2026-03-05T09:00:00",
    "time": "a time of day such as 09:30",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "string": "text",
    "null": "nothing",
}


def type_of_schema(part: Any, definitions: Mapping[str, Any], depth: int = 0) -> Any:
    """A type that takes what a JSON schema describes.

    Args:
        part: the schema; what it says beyond types, choices, formats and limits is not checked.
        definitions: what its `$ref`s name.
        depth: how many parts it lies in.
    """
    if not isinstance(part, Mapping) or depth > DEPTH_MAX:
        return Any
    part = resolved_schema(part, definitions)
    if "const" in part:
        return Literal[part["const"]]
    if isinstance(part.get("enum"), list) and part["enum"]:
        return Literal[tuple(part["enum"])]
    for key in ("anyOf", "oneOf"):
        if isinstance(part.get(key), list) and part[key]:
            return Union[tuple(type_of_schema(one, definitions, depth + 1) for one in part[key])]  # noqa: UP007
    if isinstance(part.get("type"), list):
        return Union[tuple(type_of_schema({**part, "type": one}, definitions, depth + 1) for one in part["type"])]  # noqa: UP007
    limits = {name: part[key] for key, name in _LIMITS.items() if key in part}
    kind = _plain(part, definitions, depth)
    return Annotated[kind, Field(**limits)] if limits else kind


def _plain(part: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> Any:
    kind = part.get("type")
    if kind == "array":
        return list[type_of_schema(part.get("items", {}), definitions, depth + 1)]  # type: ignore[misc]
    if kind == "object" or "properties" in part:
        return _object(part, definitions, depth)
    if kind == "null":
        return None
    if kind == "string" and part.get("format") in _FORMATS:
        return _FORMATS[part["format"]]
    return _SIMPLE.get(str(kind), Any)


def _object(part: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> Any:
    named = part.get("properties")
    if not isinstance(named, Mapping) or not named:
        inner: Any = type_of_schema(part.get("additionalProperties"), definitions, depth + 1)
        return dict.__class_getitem__((str, inner))
    required = set(part.get("required", ()))
    fields: dict[str, Any] = {}
    for number, (name, one) in enumerate(named.items()):
        kind = type_of_schema(one, definitions, depth + 1)
        default = one.get("default") if isinstance(one, Mapping) else None
        here = Field(..., alias=name) if name in required else Field(default, alias=name)
        fields[f"field{number}"] = (kind if name in required else kind | None if kind is not Any else Any, here)
    return create_model("Part", __base__=_Part, **fields)


class _Part(BaseModel):
    """An object of a JSON schema; its fields have the schema's names as aliases, since any text may be one."""

    model_config = ConfigDict(serialize_by_alias=True, extra="ignore", protected_namespaces=())


def resolved_schema(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema with what it refers to in its place."""
    reference = part.get("$ref")
    if isinstance(reference, str):
        target = definitions.get(reference.rsplit("/", 1)[-1])
        return {**target, **{key: one for key, one in part.items() if key != "$ref"}} if target else {}
    together = part.get("allOf")
    if isinstance(together, list) and len(together) == 1 and isinstance(together[0], Mapping):
        rest = {key: one for key, one in part.items() if key != "allOf"}
        return {**resolved_schema(together[0], definitions), **rest}
    return part


def schema_in_words(part: Any, definitions: Mapping[str, Any], depth: int = 0) -> str:
    """What a JSON schema takes, in words."""
    if not isinstance(part, Mapping) or depth > DEPTH_MAX:
        return "any JSON"
    part = resolved_schema(part, definitions)
    choices = [part["const"]] if "const" in part else part.get("enum")
    if isinstance(choices, list):
        return "one of " + ", ".join(map(repr, choices[:CHOICES_SHOWN]))
    for key in ("anyOf", "oneOf"):
        if isinstance(part.get(key), list):
            return " or ".join(dict.fromkeys(schema_in_words(one, definitions, depth + 1) for one in part[key]))
    kind = part.get("type")
    if isinstance(kind, list):
        return " or ".join(schema_in_words({**part, "type": one}, definitions, depth + 1) for one in kind)
    if kind == "array":
        return f"a list, each of it {schema_in_words(part.get('items'), definitions, depth + 1)}"
    if kind == "object":
        named = part.get("properties")
        return f"an object with {', '.join(named)}" if isinstance(named, Mapping) and named else "an object"
    return _WORDS.get(str(part.get("format")), _WORDS.get(str(kind), "any JSON")) + _bounds(part)


def _bounds(part: Mapping[str, Any]) -> str:
    low, high = part.get("minimum"), part.get("maximum")
    least = f" from {low}" if low is not None else ""
    return least + (f" up to {high}" if high is not None else "")
