"""Parameters of a skill from how a program says them: names with types, a pydantic model, a function's signature."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from mnemic.domain.record import Json
from mnemic.domain.skill import PARAMETERS_MAX, Parameter, ParameterType
from mnemic.errors import InvalidInput, LimitExceeded
from mnemic.rooms.skill.record import parameter_of

_TYPES: Mapping[object, ParameterType] = {
    str: ParameterType.TEXT,
    int: ParameterType.INTEGER,
    float: ParameterType.NUMBER,
    bool: ParameterType.BOOLEAN,
    date: ParameterType.DATE,
    datetime: ParameterType.DATE,
    list: ParameterType.LIST,
    tuple: ParameterType.LIST,
    set: ParameterType.LIST,
    frozenset: ParameterType.LIST,
    dict: ParameterType.OBJECT,
    "string": ParameterType.TEXT,
    "array": ParameterType.LIST,
}

ParametersGiven = Mapping[str, Any] | Sequence[Parameter] | type | Callable[..., Any]
"""How parameters may be given."""


def parameters_of(given: ParametersGiven | None) -> tuple[Parameter, ...]:
    """The parameters a caller names.

    Raises:
        InvalidInput: something that names none, a name that is no identifier, or an unknown type.
        LimitExceeded: more than 32.
    """
    if given is None:
        return ()
    if isinstance(given, Mapping):
        found = tuple(_named(name, value) for name, value in given.items())
    elif isinstance(given, type) and hasattr(given, "model_json_schema"):
        found = _of_schema(given.model_json_schema())
    elif callable(given):
        found = _of_signature(given)
    elif isinstance(given, Sequence) and all(isinstance(one, Parameter) for one in given):
        found = tuple(given)
    else:
        raise InvalidInput(
            "Parameters must be names with types such as {'month': str}, a pydantic model or a function, "
            f"not {given!r}."
        )
    return checked_parameters(found)


def checked_parameters(found: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """The same parameters, where they can be used.

    Raises:
        InvalidInput, LimitExceeded: as for `parameters_of`.
    """
    if len(found) > PARAMETERS_MAX:
        raise LimitExceeded(f"{len(found)} parameters, the limit is {PARAMETERS_MAX}: make two skills of it.")
    for one in found:
        if not isinstance(one.name, str) or not one.name.isidentifier():
            raise InvalidInput(f"The parameter {one.name!r} must have a name such as month: letters, digits and _.")
        try:
            json.dumps(one.default, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise InvalidInput(f"The default {one.default!r} of the parameter {one.name!r} is not JSON.") from error
    if len({one.name for one in found}) < len(found):
        raise InvalidInput(f"Two parameters have one name: {', '.join(one.name for one in found)}.")
    return tuple(found)


def _named(name: str, value: Any) -> Parameter:
    if isinstance(value, Parameter):
        return value
    if isinstance(value, Mapping):
        try:
            return parameter_of({**value, "name": name})
        except (ValueError, TypeError) as error:
            raise InvalidInput(f"The parameter {name!r} cannot be {value!r}: {error}.") from error
    return _of_annotation(str(name), value, required=True)


def _of_annotation(name: str, annotation: Any, *, required: bool, default: Json = None) -> Parameter:
    """A parameter by its Python type; what may be None is not required."""
    if annotation is inspect.Parameter.empty:
        return Parameter(name=name, required=required, default=default)
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        kinds = [one for one in get_args(annotation) if one is not type(None)]
        optional = len(kinds) < len(get_args(annotation))
        return _of_annotation(name, kinds[0], required=required and not optional, default=default)
    if origin is Literal:
        choices = tuple(map(str, get_args(annotation)))
        return Parameter(name=name, required=required, default=default, choices=choices)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        choices = tuple(str(member.value) for member in annotation)
        shown = default.value if isinstance(default, Enum) else default
        return Parameter(name=name, required=required, default=shown, choices=choices)
    return Parameter(name=name, type=_type(name, origin or annotation), required=required, default=default)


def _type(name: str, kind: Any) -> ParameterType:
    try:
        known = _TYPES.get(kind)
    except TypeError:
        known = None
    if known is not None:
        return known
    try:
        return ParameterType(kind)
    except ValueError as error:
        types = ", ".join(ParameterType)
        raise InvalidInput(f"The parameter {name!r} has the type {kind!r}. Known are: {types}.") from error


def _of_signature(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    try:
        signature = inspect.signature(function, eval_str=True)
    except (TypeError, ValueError, NameError) as error:
        raise InvalidInput(f"The signature of {function!r} cannot be read: {error}.") from error
    found = []
    for one in signature.parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) or one.name in ("self", "cls"):
            continue
        open_ = one.default is one.empty
        found.append(
            _of_annotation(one.name, one.annotation, required=open_, default=None if open_ else _plain(one.default))
        )
    return tuple(found)


def _plain(default: Any) -> Any:
    return default.isoformat() if isinstance(default, date) else default


def _of_schema(schema: Mapping[str, Any]) -> tuple[Parameter, ...]:
    required = set(schema.get("required", ()))
    return tuple(
        _of_property(name, shape, schema, required=name in required)
        for name, shape in schema.get("properties", {}).items()
    )


def _of_property(name: str, shape: Mapping[str, Any], schema: Mapping[str, Any], *, required: bool) -> Parameter:
    described = shape.get("description", "")
    default = shape.get("default")
    options = [one for one in shape.get("anyOf", (shape,)) if one.get("type") != "null"]
    first = options[0] if options else shape
    if "$ref" in first:
        first = schema.get("$defs", {}).get(str(first["$ref"]).rsplit("/", 1)[-1], {})
    kind = first.get("type", "string" if "enum" in first or "const" in first else "object")
    if kind == "string" and first.get("format") in ("date", "date-time"):
        kind = "date"
    listed = first.get("enum", [first["const"]] if "const" in first else [])
    return Parameter(
        name=name,
        type=_type(name, kind),
        required=required,
        default=default,
        choices=tuple(map(str, listed)),
        description=described,
    )
