"""The lines of an export: every value of `domain.held` as a JSON object and back, with the schema that says the same.

A line is `{"row": "memory", "u": 1, ...}`: the sort of row, the number of the user it belongs to, and the fields of the
value, every one written out so that later defaults cannot change the past. Whose it is stands in the line of the user
alone, so an export can be brought back under another name. Times are ISO 8601 in UTC, bytes are base64. A field that an
older version did not have is taken at its default; a field that is not known is an error.
"""

from __future__ import annotations

import binascii
import math
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from mnemic.domain.record import NOTHING, ORIGIN_BY_ROLE, Memory, Turn
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import STORED_ROWS, StoredRow
from mnemic.domain.validity import utc
from mnemic.errors import InvalidTime

VERSION = 1
"""Of the format; an export of a later one is refused."""

HEADER, USER, END = "mnemic-export", "user", "end"
"""The first line of an export, the line a user's rows follow, and the last line."""

_OF_SCOPE = ("tenant", "user")  # fields of a memory that stand in the user's line
_INT_MAX = 2**63


class MisshapenValue(ValueError):
    """A value that is not what the format has in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """How one sort of value is written, read and described."""

    write: Callable[[Any], Any]
    read: Callable[[Any, Scope], Any]
    schema: Mapping[str, Any]


def row_document(row: StoredRow) -> dict[str, Any]:
    """The fields of a row as JSON, without its sort and its user."""
    cls: Any = type(row)
    written: dict[str, Any] = _shape(cls).write(row)
    return written


def row_from_document(sort: str, fields: Mapping[str, Any], scope: Scope) -> StoredRow:
    """The row that a line holds, as one of this user.

    Raises:
        Misshapen: there is no such sort, a field is missing, unknown, or not what belongs there.
    """
    if sort not in STORED_ROWS:
        raise MisshapenValue(f"there is no row {sort!r}")
    row: StoredRow = _shape(STORED_ROWS[sort]).read(fields, scope)
    if isinstance(row, Turn) and row.role not in ORIGIN_BY_ROLE:
        raise MisshapenValue(f"role: there is no {row.role!r}")
    return row


def row_sort(row: StoredRow) -> str:
    """What its sort is called in an export."""
    return _SORTS[type(row)]


_SORTS = {cls: sort for sort, cls in STORED_ROWS.items()}


def export_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of one line."""
    header = _object({"row": {"const": HEADER}, "version": {"const": VERSION}, "mnemic": _TEXT, "tenant": _TEXT})
    header["properties"] |= {"exported_at": _MOMENT, "vectors": {"type": "boolean"}}
    number = {"type": "integer", "minimum": 1}
    user = _object({"row": {"const": USER}, "u": number, "user": _TEXT, "salt": _TEXT})
    counts = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
    end = _object({"row": {"const": END}, "users": {"type": "integer"}, "rows": counts, "sha256": _TEXT})
    rows = []
    for sort, cls in STORED_ROWS.items():
        shape = dict(_shape(cls).schema)
        own = {"row": {"const": sort}, "u": number}
        rows.append(shape | {"properties": own | shape["properties"], "required": [*own, *shape["required"]]})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of a Mnemic export",
        "oneOf": [header, user, *rows, end],
    }


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT = {"type": "string"}
_MOMENT = {"type": "string", "format": "date-time"}


@cache
def _shape(hint: Any) -> _Shape:
    """The shape of values of a type, as the fields of the domain declare them."""
    if isinstance(hint, UnionType) and NoneType in get_args(hint):
        return _optional(_shape(next(part for part in get_args(hint) if part is not NoneType)))
    if get_origin(hint) is tuple:
        return _listed(_shape(get_args(hint)[0]))
    if get_origin(hint) is Mapping or getattr(get_origin(hint), "__name__", "") == "Mapping":
        return _MAPPING
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _enum(hint)
    if is_dataclass(hint):
        return _dataclass(hint)
    return _PLAIN[hint]


def _optional(shape: _Shape) -> _Shape:
    return _Shape(
        write=lambda value: None if value is None else shape.write(value),
        read=lambda value, scope: None if value is None else shape.read(value, scope),
        schema={"anyOf": [{"type": "null"}, shape.schema]},
    )


def _listed(shape: _Shape) -> _Shape:
    def read(value: Any, scope: Scope) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise MisshapenValue("should be a list")
        return tuple([shape.read(part, scope) for part in value])

    return _Shape(
        write=lambda value: [shape.write(part) for part in value],
        read=read,
        schema={"type": "array", "items": shape.schema},
    )


def _enum(cls: type[StrEnum]) -> _Shape:
    known = {member.value: member for member in cls}

    def read(value: Any, scope: Scope) -> StrEnum:
        if not isinstance(value, str) or value not in known:
            raise MisshapenValue(f"there is no {cls.__name__.lower()} {value!r}")
        return known[value]

    return _Shape(write=lambda value: value.value, read=read, schema={"enum": list(known)})


def _dataclass(cls: Any) -> _Shape:
    hints = get_type_hints(cls)
    shapes = {name: _shape(hint) for name, hint in hints.items() if cls is not Memory or name not in _OF_SCOPE}
    needed = {one.name for one in fields(cls) if one.default is MISSING and one.default_factory is MISSING}
    required = [name for name in shapes if name in needed]

    def write(value: Any) -> dict[str, Any]:
        return {name: shape.write(getattr(value, name)) for name, shape in shapes.items()}

    def read(value: Any, scope: Scope) -> Any:
        if not isinstance(value, dict):
            raise MisshapenValue("should be an object")
        if unknown := value.keys() - shapes.keys():
            raise MisshapenValue(f"there is no field {min(unknown)!r}")
        if missing := [name for name in required if name not in value]:
            raise MisshapenValue(f"the field {missing[0]!r} is missing")
        given = {"tenant": scope.tenant, "user": scope.user} if cls is Memory else {}
        for name, part in value.items():
            try:
                given[name] = shapes[name].read(part, scope)
            except MisshapenValue as error:
                raise MisshapenValue(f"{name}: {error}") from error
        return cls(**given)

    described = _object({name: shape.schema for name, shape in shapes.items()}) | {"required": required}
    return _Shape(write=write, read=read, schema=described)


def _same(value: Any) -> Any:
    return value


def _text(value: Any, scope: Scope) -> str:
    if not isinstance(value, str):
        raise MisshapenValue("should be text")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise MisshapenValue("holds half of a surrogate pair")
    return value


def _whole(value: Any, scope: Scope) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -_INT_MAX <= value < _INT_MAX:
        raise MisshapenValue("should be a whole number")
    return value


def _share(value: Any, scope: Scope) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise MisshapenValue("should be a number")
    return float(value)


def _truth(value: Any, scope: Scope) -> bool:
    if not isinstance(value, bool):
        raise MisshapenValue("should be true or false")
    return value


def _moment(value: Any, scope: Scope) -> datetime:
    if not isinstance(value, str):
        raise MisshapenValue("should be a time")
    try:
        return utc(value)
    except InvalidTime as error:
        raise MisshapenValue(str(error)) from error


def _bytes(value: Any, scope: Scope) -> bytes:
    if not isinstance(value, str):
        raise MisshapenValue("should be base64")
    try:
        return b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise MisshapenValue(f"should be base64 ({error})") from error


def _mapping(value: Any, scope: Scope) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise MisshapenValue("should be an object")
    return MappingProxyType(value) if value else NOTHING


_MAPPING = _Shape(write=dict, read=_mapping, schema={"type": "object"})
_PLAIN: Mapping[Any, _Shape] = {
    str: _Shape(write=_same, read=_text, schema=_TEXT),
    int: _Shape(write=_same, read=_whole, schema={"type": "integer"}),
    float: _Shape(write=_same, read=_share, schema={"type": "number"}),
    bool: _Shape(write=_same, read=_truth, schema={"type": "boolean"}),
    datetime: _Shape(write=lambda value: value.astimezone(UTC).isoformat(), read=_moment, schema=_MOMENT),
    bytes: _Shape(
        write=lambda value: b64encode(value).decode("ascii"),
        read=_bytes,
        schema={"type": "string", "contentEncoding": "base64"},
    ),
}
