"""Values out of JSON, and the JSON schemas of both: `faces.wire` is the way back.

What a value must be comes from a type hint. Pydantic does the reading and the schemas; told to it here is only what it
cannot see by itself: which fields of our values stand in JSON, and that a number is no text.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Any

from pydantic import BeforeValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, Strict, TypeAdapter, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from mnemic.domain.blob import FileInfo
from mnemic.domain.changes import Entry, FileReport, WriteReport
from mnemic.domain.chat import ChatMessages
from mnemic.domain.query import Block, Hit, Recall, Trace
from mnemic.domain.record import Memory
from mnemic.domain.transfer import LossGroup, LossReport
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.wire import COMPUTED, HIDDEN, jsonable
from mnemic.safety.privacy.rules import FilledText, PlaceholderFilling

DEPTH_MAX = 64
"""Deepest nesting of what is taken; what is deeper is refused before it is walked through."""

LISTS = frozenset({list, tuple, set, frozenset, Sequence, Iterable, Collection})
MAPPINGS = frozenset({dict, Mapping})
_ANY = frozenset({Any, object})
_SCALARS = frozenset({type(None), bool, int, float, str})

OBJECTS: Mapping[type, Mapping[str, Any]] = {
    Recall: {
        "query": str,
        "hits": list[Hit],
        "permanent": tuple[Memory, ...],
        "answered": float | None,
        "nothing": bool,
        "degraded": tuple[str, ...],
        "trace": Trace,
    },
    ChatMessages: {
        "messages": list[dict[str, Any]],
        "tokens": int,
        "turns": frozenset[str],
        "shortened": int,
        "left_out": int,
        "degraded": tuple[str, ...],
    },
    FilledText: {"text": str, "fillings": tuple[PlaceholderFilling, ...]},
    FileReport: {"file": FileInfo, "report": WriteReport},
    Entry: {"reason": str, "memory": Memory | None, "text": str},
}
"""The types of what `wire.OBJECTS` writes."""

NARROWED: Mapping[tuple[type, str], Any] = {(Block, "place"): typing.Literal["head", "middle", "near"]}
"""Fields that are less than their hints say, where they come from outside."""

Schema = dict[str, Any]
PLACE = "#/components/schemas/"


class InvalidField(RefusedRequest):
    """A field of what was handed in cannot be used; `path` names it, as in messages[0].content. To whoever called it is
    an `InvalidInput`."""

    def __init__(self, path: str, said: str) -> None:
        super().__init__(HTTPStatus.BAD_REQUEST, f"{path}: {said}" if path else said[:1].upper() + said[1:])
        self.path = path
        self.said = said


def decoded(hint: Any, given: Any, path: str = "") -> Any:
    """The value that JSON stands for.

    Args:
        hint: the type it must have, as `typing.get_type_hints` gives it.
        given: JSON, parsed.
        path: what it is called in errors.

    Raises:
        InvalidField: it is no such value, naming the field.
    """
    try:
        return _adapter(hint).validate_python(given)
    except ValidationError as error:
        raise _invalid(error.errors(include_url=False), given, path) from error


def is_any_json(hint: Any) -> bool:
    """Whether any JSON is of a type: of `Any`, and of `domain.record.Json`, however far it is unfolded."""
    return hint in _ANY or set(typing.get_args(hint)) >= _SCALARS


@dataclass(slots=True)
class Schemas:
    """Schemas by hint; those of classes are gathered under their names, and referred to."""

    named: dict[str, Schema] = field(default_factory=dict)

    def of(self, hint: Any) -> Schema:
        """The schema of a type.

        Raises:
            TypeError: two classes would have one name.
        """
        listed: Any = list[_adapted(hint)]  # type: ignore[misc]  # as the item of a list, so that a class is referred to
        made = TypeAdapter(listed).json_schema(mode="serialization", ref_template=PLACE + "{model}")
        for name, shape in made.get("$defs", {}).items():
            if self.named.setdefault(name, untitled := _untitled(shape)) != untitled:
                raise TypeError(f"Two classes are called {name} in the document.")
        item: Schema = _untitled(made["items"])
        return item


@lru_cache(maxsize=512)
def _adapter(hint: Any) -> TypeAdapter[Any]:
    return TypeAdapter(_adapted(hint))


def _adapted(hint: Any) -> Any:
    """A type as pydantic is to read it."""
    if is_any_json(hint):
        return Any
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return typing.Union[tuple(_adapted(part) for part in parts)]  # noqa: UP007 - it is made of what is found
    if origin in (tuple, set, frozenset):
        return origin[tuple(part if part is Ellipsis else _adapted(part) for part in parts)]
    if origin in LISTS:
        return list[_adapted(parts[0])]  # type: ignore[misc]
    if origin in MAPPINGS:
        return dict[tuple(map(_adapted, parts))]  # type: ignore[misc]
    if hint in (str, int, float, bool):
        return Annotated[hint, Strict()]
    if hint in (datetime, date):
        return Annotated[hint, BeforeValidator(_iso(hint))]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Annotated[hint, _Named(hint)]
    if hint is LossReport:
        return Annotated[list[_adapted(LossGroup)], _Made(_losses)]  # type: ignore[misc]
    if hint in OBJECTS or is_dataclass(hint):
        return Annotated[hint, _Object(hint)]
    return hint


def _iso(hint: type[datetime] | type[date]) -> Callable[[Any], Any]:
    """Reads times as ISO 8601, and nothing else: numbers are none."""
    example = "a time as in 2026-03-02T09:00:00+08:00" if hint is datetime else "a day as in 2026-03-02"

    def read(given: Any) -> Any:
        try:
            return hint.fromisoformat(given)
        except (TypeError, ValueError) as error:
            raise PydanticCustomError("iso_8601", "{example}", {"example": example}) from error

    return read


@dataclass(frozen=True, slots=True)
class _Made:
    """What is made of JSON that was read."""

    make: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.make, handler(source))


@dataclass(frozen=True, slots=True)
class _Named:
    """How pydantic reads one of our enums, and describes it: by its values, a ladder by the names of its steps."""

    shape: type[Enum]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        known = {jsonable(one): one for one in self.shape}
        words = core_schema.literal_schema(list(known))
        return core_schema.no_info_after_validator_function(known.__getitem__, words, ref=self.shape.__name__)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Schema:
        made = handler(schema)
        handler.resolve_ref_schema(made)["description"] = _said(self.shape)
        return made


@dataclass(frozen=True, slots=True)
class _Object:
    """How pydantic reads one of our values out of an object, and describes it."""

    shape: type

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        read = {
            name: core_schema.typed_dict_field(
                handler.generate_schema(_adapted(NARROWED.get((self.shape, name), hint))), required=needed
            )
            for name, hint, needed in _fields_of(self.shape)
        }
        more = {name: _type_of(self.shape, name) for name in COMPUTED.get(self.shape.__name__, ())}
        read |= {
            name: core_schema.typed_dict_field(handler.generate_schema(_adapted(hint)), required=False)
            for name, hint in more.items()
        }
        make = _MAKERS.get(self.shape, self.shape)

        def made(given: dict[str, Any]) -> Any:
            return make(**{name: value for name, value in given.items() if name not in more})

        whole = core_schema.typed_dict_schema(read, ref=self.shape.__name__)
        return core_schema.no_info_after_validator_function(made, whole)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Schema:
        made = handler(schema)
        whole = handler.resolve_ref_schema(made)
        whole["description"] = _said(self.shape)
        whole["required"] = list(whole["properties"])
        return made


def _fields_of(shape: type) -> list[tuple[str, Any, bool]]:
    """The fields of a value's object that it is made of, each with its type and whether it must be there."""
    if shape in OBJECTS:
        return [(name, hint, True) for name, hint in OBJECTS[shape].items()]
    hints, hidden = typing.get_type_hints(shape), HIDDEN.get(shape.__name__, ())
    return [
        (one.name, hints[one.name], one.default is MISSING and one.default_factory is MISSING)
        for one in fields(typing.cast(Any, shape))
        if one.init and one.name not in hidden
    ]


def _type_of(shape: type, name: str) -> Any:
    """The type of what a value computes."""
    found = getattr(shape, name)
    return typing.get_type_hints(found.fget if isinstance(found, property) else found)["return"]


def _recall(*, hits: Any, trace: Any, permanent: Any, **_: Any) -> Recall:
    return Recall(hits, trace, permanent)


def _chat_messages(*, messages: Any, **more: Any) -> ChatMessages:
    return ChatMessages(messages, **more)


def _entry(*, reason: str, memory: Any = None, text: str = "") -> Entry:
    return Entry(reason=reason, memory=memory, text="" if memory is not None and memory.text == text else text)


def _losses(groups: list[LossGroup]) -> LossReport:
    return LossReport(groups={(group.what, group.reason): group for group in groups})


_MAKERS: Mapping[type, Callable[..., Any]] = {
    Recall: _recall,
    ChatMessages: _chat_messages,
    FilledText: FilledText,
    FileReport: lambda file, report: FileReport(file=file, write=report),
    Entry: _entry,
}
"""How the values of `OBJECTS` are made of their fields."""


def _said(shape: type) -> str:
    return " ".join(inspect.cleandoc(shape.__doc__ or "").split())


def _untitled(shape: Any) -> Any:
    """A schema without the titles that pydantic makes of names."""
    if isinstance(shape, list):
        return [_untitled(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    return {name: _untitled(part) for name, part in shape.items() if name != "title" or isinstance(part, dict)}


_WANTED: Mapping[str, str] = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "none_required": "null",
    "dict_type": "an object",
    "list_type": "an array",
    "tuple_type": "an array",
    "set_type": "an array",
    "frozen_set_type": "an array",
    "path_type": "text",
}
"""What was wanted, by what pydantic says was not there."""


def _invalid(errors: Sequence[ErrorDetails], given: Any, path: str) -> InvalidField:
    """The error about the field that is deepest in what was handed in: of a union's options it is that of the one which
    was meant."""
    placed = [(_place(error, given), error) for error in errors]
    deepest = max((place for place, _ in placed), key=len)
    said = [error for place, error in placed if place == deepest]
    where = (path + "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in deepest)).lstrip(".")
    first = said[0]
    if first["type"] == "missing":
        return InvalidField(where, "it is missing.")
    if expected := first.get("ctx", {}).get("expected"):
        return InvalidField(where, f"it must be one of {str(expected).replace(chr(39), '').replace(' or ', ', ')}.")
    wanted = dict.fromkeys(_WANTED.get(error["type"], error["msg"]) for error in said)
    other = "" if first["type"] not in _WANTED else f", not {_named(first['input'])}"
    return InvalidField(where, f"it must be {' or '.join(wanted)}{other}.")


def _place(error: ErrorDetails, given: Any) -> tuple[int | str, ...]:
    """Where an error is in what was handed in; pydantic names options of unions besides."""
    place: list[int | str] = []
    for at, step in enumerate(error["loc"]):
        last = at == len(error["loc"]) - 1
        if isinstance(given, dict) and (step in given or (last and error["type"] == "missing")):
            place.append(step)
            given = given.get(step)
        elif isinstance(given, list) and isinstance(step, int) and step < len(given):
            place.append(step)
            given = given[step]
    return tuple(place)


def _named(given: Any) -> str:
    """What JSON calls the type of a value."""
    kinds: Mapping[type, str] = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "text",
        list: "an array",
        dict: "an object",
    }
    return "null" if given is None else kinds.get(type(given), type(given).__name__)
