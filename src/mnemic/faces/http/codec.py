"""Values out of JSON: arguments as a server is given them, answers as a client is. `shapes` is the way back.

What a value must be comes from a type hint: dataclasses out of objects, enums out of their values, times out of ISO
8601, tuples out of arrays.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from mnemic.api.files import FileReport
from mnemic.api.sessions import ChatMessages
from mnemic.domain.changes import Entry
from mnemic.domain.query import Block, Hit, Recall, Trace
from mnemic.domain.record import Memory
from mnemic.domain.transfer import Group, Losses
from mnemic.faces.http.errors import Refused
from mnemic.safety.access.policy import Right
from mnemic.safety.privacy.placeholders import Filled, Filling

DEPTH_MAX = 64
"""Deepest nesting of what is taken; what is deeper is refused before it is walked through."""

PLACES = ("head", "middle", "near")
"""Where a block of a context may go."""

LISTS = frozenset({list, tuple, set, frozenset, Sequence, Iterable, Collection})
MAPPINGS = frozenset({dict, Mapping})
_TIMES: Mapping[Any, Callable[[Any], Any]] = {datetime: datetime.fromisoformat, date: date.fromisoformat}
_ANY = frozenset({Any, object})
_SCALARS = frozenset({type(None), bool, int, float, str})


class InvalidField(Refused):
    """A field of what was handed in cannot be used; `path` names it, as in messages[0].content. To whoever called it is
    an `InvalidInput`."""

    def __init__(self, path: str, said: str) -> None:
        super().__init__(HTTPStatus.BAD_REQUEST, f"{path}: {said}" if path else said[:1].upper() + said[1:])
        self.path = path
        self.said = said


def decoded(hint: Any, given: Any, path: str = "", *, strict: bool = False) -> Any:
    """The value that JSON stands for.

    Args:
        hint: the type it must have, as `typing.get_type_hints` gives it.
        given: JSON, parsed.
        path: what it is called in errors.
        strict: refuse fields that a dataclass does not have.

    Raises:
        InvalidField: it is no such value, naming the field.
    """
    if anything(hint):
        return given
    if given is None or hint is type(None):
        return _nothing(hint, given, path)
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _one_of(typing.get_args(hint), given, path, strict=strict)
    if origin is typing.Literal:
        return _literal(typing.get_args(hint), given, path)
    if origin in LISTS or hint in LISTS:
        return _list(origin or hint, typing.get_args(hint), given, path, strict=strict)
    if origin in MAPPINGS or hint in MAPPINGS:
        return _mapping(typing.get_args(hint), given, path, strict=strict)
    return _plain(hint, given, path, strict=strict)


def anything(hint: Any) -> bool:
    """Whether any JSON is of a type: of `Any`, and of `domain.record.Json`, however far it is unfolded."""
    return hint in _ANY or set(typing.get_args(hint)) >= _SCALARS


def named(given: Any) -> str:
    """What JSON calls the type of a value."""
    kinds = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "text",
        list: "an array",
        dict: "an object",
    }
    return "null" if given is None else kinds.get(type(given), type(given).__name__)


@lru_cache(maxsize=512)
def hints_of(shape: type) -> Mapping[str, tuple[Any, Field[Any]]]:
    """The fields of a dataclass that it is made with, with their types."""
    hints = typing.get_type_hints(shape)
    return {field.name: (hints[field.name], field) for field in fields(shape) if field.init}


def required(field: Field[Any]) -> bool:
    """Whether a dataclass cannot be made without a field."""
    return field.default is MISSING and field.default_factory is MISSING


def _nothing(hint: Any, given: Any, path: str) -> None:
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    if given is None and (type(None) in options or any(option in _ANY for option in options)):
        return
    raise InvalidField(path, "it must be null." if given is not None else f"it must be {spoken(hint)}, not null.")


def _one_of(options: Sequence[Any], given: Any, path: str, *, strict: bool) -> Any:
    failed: list[InvalidField] = []
    for option in sorted((one for one in options if one is not type(None)), key=lambda one: one in (int, float)):
        try:
            return decoded(option, given, path, strict=strict)
        except InvalidField as error:
            failed.append(error)
    inside = [error for error in failed if error.path != path]
    if inside or len(failed) == 1:
        raise (inside or failed)[0]
    raise InvalidField(path, f"it must be {spoken(typing.Union[tuple(options)])}, not {named(given)}.")  # noqa: UP007


def _literal(options: Sequence[Any], given: Any, path: str) -> Any:
    if given in options:
        return given
    raise InvalidField(path, f"it must be one of {', '.join(map(str, options))}.")


def _list(shape: Any, parts: Sequence[Any], given: Any, path: str, *, strict: bool) -> Any:
    if not isinstance(given, list):
        raise InvalidField(path, f"it must be an array, not {named(given)}.")
    if shape is tuple and parts and parts[-1] is not Ellipsis:
        if len(parts) != len(given):
            raise InvalidField(path, f"it must be an array of {len(parts)}.")
        return tuple(
            decoded(part, one, f"{path}[{at}]", strict=strict)
            for at, (part, one) in enumerate(zip(parts, given, strict=True))
        )
    part = parts[0] if parts else Any
    made = [decoded(part, one, f"{path}[{at}]", strict=strict) for at, one in enumerate(given)]
    return made if shape not in (tuple, set, frozenset) else shape(made)


def _mapping(parts: Sequence[Any], given: Any, path: str, *, strict: bool) -> Any:
    if not isinstance(given, dict):
        raise InvalidField(path, f"it must be an object, not {named(given)}.")
    key, value = parts or (str, Any)
    return {
        decoded(key, name, path, strict=strict): decoded(value, one, f"{path}.{name}".lstrip("."), strict=strict)
        for name, one in given.items()
    }


def _plain(hint: Any, given: Any, path: str, *, strict: bool) -> Any:
    if own := _OWN.get(hint):
        return own(given, path)
    if is_dataclass(hint):
        return _made(typing.cast(type, hint), given, path, strict=strict)
    if hint is bool and isinstance(given, bool):
        return given
    if hint in (int, float) and isinstance(given, int | float) and not isinstance(given, bool):
        if hint is float or isinstance(given, int):
            return hint(given)
    elif hint is str and isinstance(given, str):
        return given
    elif isinstance(hint, type) and isinstance(given, str | int) and issubclass(hint, Enum | date | Path):
        return _worded(hint, given, path)
    raise InvalidField(path, f"it must be {spoken(hint)}, not {named(given)}.")


def _worded(hint: Callable[[Any], Any], given: Any, path: str) -> Any:
    try:
        return _TIMES.get(hint, hint)(given)
    except (TypeError, ValueError):
        raise InvalidField(path, f"it must be {spoken(hint)}.") from None


def _made(shape: type, given: Any, path: str, *, strict: bool) -> Any:
    if not isinstance(given, dict):
        raise InvalidField(path, f"it must be an object, not {named(given)}.")
    known = hints_of(shape)
    if strict and (unknown := sorted(set(given) - set(known))):
        raise InvalidField(_under(path, unknown[0]), "there is no such field.")
    values = {}
    for name, (hint, field) in known.items():
        if name in given:
            values[name] = decoded(hint, given[name], _under(path, name), strict=strict)
        elif required(field):
            raise InvalidField(_under(path, name), "it is missing.")
    return shape(**values)


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def spoken(hint: Any) -> str:
    """A type in words."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(spoken(option) for option in typing.get_args(hint)))
    if origin in LISTS or hint in LISTS:
        return "an array"
    if origin in MAPPINGS or hint in MAPPINGS or is_dataclass(hint):
        return "an object"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"one of {', '.join(str(one.value) for one in hint)}"
    words = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
    words |= {datetime: "a time as in 2026-03-02T09:00:00+08:00", date: "a day as in 2026-03-02"}
    return words.get(hint, getattr(hint, "__name__", str(hint)))


def _recall(given: Any, path: str) -> Recall:
    return Recall(
        decoded(list[Hit], given["hits"], _under(path, "hits")),
        decoded(Trace, given["trace"], _under(path, "trace")),
        decoded(tuple[Memory, ...], given["permanent"], _under(path, "permanent")),
    )


def _chat_messages(given: Any, path: str) -> ChatMessages:
    return ChatMessages(
        given["messages"],
        tokens=given["tokens"],
        turns=frozenset(given["turns"]),
        shortened=given["shortened"],
        left_out=given["left_out"],
        degraded=tuple(given["degraded"]),
    )


def _filled(given: Any, path: str) -> Filled:
    return Filled(given["text"], decoded(tuple[Filling, ...], given["fillings"], _under(path, "fillings")))


def _block(given: Any, path: str) -> Block:
    made: Block = _made(Block, given, path, strict=False)
    if made.place not in PLACES:
        raise InvalidField(_under(path, "place"), f"it must be one of {', '.join(PLACES)}.")
    return made


def _entry(given: Any, path: str) -> Entry:
    made = _made(Entry, given, path, strict=False)
    alone = made.memory is None or made.memory.text != made.text
    return typing.cast(Entry, made if alone else Entry(reason=made.reason, memory=made.memory))


def _file_report(given: Any, path: str) -> FileReport:
    renamed = {"file": given["file"], "write": given["report"]}
    return typing.cast(FileReport, _made(FileReport, renamed, path, strict=False))


def _right(given: Any, path: str) -> Right:
    return Right[given.upper()]


def _losses(given: Any, path: str) -> Losses:
    groups = decoded(list[Group], given, path)
    return Losses(groups={(group.what, group.reason): group for group in groups})


def _guarded(read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    def checked(given: Any, path: str) -> Any:
        try:
            return read(given, path)
        except (KeyError, TypeError) as error:
            raise InvalidField(path, f"it lacks {error}, or something in it is of another type.") from error

    return checked


_OWN: Mapping[Any, Callable[[Any, str], Any]] = {
    shape: _guarded(read)
    for shape, read in (
        (Recall, _recall),
        (ChatMessages, _chat_messages),
        (Filled, _filled),
        (Block, _block),
        (Entry, _entry),
        (FileReport, _file_report),
        (Losses, _losses),
        (Right, _right),
    )
}
