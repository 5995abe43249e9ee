"""What the slots of a task may hold: a pydantic model, or a JSON schema where the model is not at hand.

The JSON schema is kept with the task, so that a task survives a restart of a program that has not registered its model
yet; with the model registered again, values are checked by the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    ValidationError,
    WrapValidator,
    create_model,
)
from pydantic.errors import PydanticUserError
from pydantic_core import PydanticSerializationError, to_jsonable_python

from mnemic.domain.cached import cached
from mnemic.domain.record import NOTHING, Json
from mnemic.domain.scope import Scope
from mnemic.domain.task import Task
from mnemic.errors import InvalidInput, InvalidValue, LimitExceeded
from mnemic.rooms.task.json_types import schema_in_words, type_of_schema

SLOTS_MAX = 100  # of one schema
BYTES_MAX = 64_000  # of one schema as JSON
VALUE_BYTES_MAX = 64_000  # of one value as JSON
SHOWN = 80  # characters of a value that an error shows
REASONS_MAX = 3  # of one refusal
KEPT_MAX = 64  # schemas at hand of tasks whose model is not registered

VALUE = "value"  # the one field of a model made from a slot's JSON schema
_LENIENT = ConfigDict(extra="ignore", protected_namespaces=(), populate_by_name=True)
_VALIDATORS: Mapping[str, Callable[[Any], Any]] = {
    "before": BeforeValidator,
    "after": AfterValidator,
    "wrap": WrapValidator,
    "plain": PlainValidator,
}

SchemaGiven = type[BaseModel] | Mapping[str, Any]
"""What a caller may give as a schema."""


@dataclass(frozen=True)
class TaskSchema:
    """Slots with their types: by name, as JSON schema, and the pydantic model where there is one."""

    name: str | None
    shape: Mapping[str, Json]  # a JSON schema of an object; empty allows any slot
    model: type[BaseModel] | None = None

    @property
    def slots(self) -> Mapping[str, Any]:
        """Each slot's part of the JSON schema, in the order of the schema; empty where any slot goes."""
        found = self.shape.get("properties", {})
        return found if isinstance(found, dict) else {}

    @property
    def definitions(self) -> Mapping[str, Any]:
        """What the parts refer to."""
        found = self.shape.get("$defs", self.shape.get("definitions", {}))
        return found if isinstance(found, dict) else {}

    @cached_property
    def checks(self) -> Mapping[str, type[BaseModel]]:
        """For each slot a model of one field, which checks a value of it."""
        if self.model is not None:
            return {slot: _of_field(self.model, slot) for slot in self.slots}
        return {slot: _of_shape(part, self.definitions) for slot, part in self.slots.items()}

    def check(self, slot: str, value: Any, where: str) -> Json:
        """A value as the slot holds it, as JSON.

        Args:
            where: whose slot it is, for the error.

        Raises:
            InvalidValue: there is no such slot, or it cannot hold this.
        """
        if not self.slots:
            return _as_json(slot, value, where)
        if slot not in self.slots:
            raise InvalidValue(f"{where} has no slot {slot!r}. Its slots are: {', '.join(self.slots)}.")
        try:
            field = VALUE if self.model is None else slot
            value = to_jsonable_python(value, fallback=lambda part: part) if self.model is None else value
            held = self.checks[slot].model_validate({field: value}, by_alias=True, by_name=True)
            return _as_json(slot, held.model_dump(mode="json")[field], where)
        except PydanticSerializationError as error:
            raise InvalidValue(f"{where}: slot {slot!r} cannot hold {_short(value)}: it is not JSON.") from error
        except ValidationError as error:
            wanted = schema_in_words(self.slots[slot], self.definitions)
            raise InvalidValue(
                f"{where}: slot {slot!r} cannot hold {_short(value)}: {_reasons(error)}. It takes {wanted}."
            ) from error

    def check_whole(self, values: Mapping[str, Json], where: str) -> None:
        """Check values against each other, by the model's own rules, once every required one is there.

        Raises:
            InvalidValue: they do not go together.
        """
        required = self.shape.get("required", [])
        if self.model is None or not isinstance(required, list) or not set(required) <= values.keys():
            return
        try:
            self.model.model_validate(dict(values), by_name=True, by_alias=True)
        except ValidationError as error:
            raise InvalidValue(f"{where}: the values do not go together: {_reasons(error)}.") from error


ANY_SCHEMA = TaskSchema(name=None, shape=NOTHING)
"""Takes any slot with any JSON value."""


class TaskSchemas:
    """The schemas registered with one opened memory, by user and name: no task is held to another user's schema."""

    def __init__(self) -> None:
        self._by_name: dict[tuple[Scope, str], TaskSchema] = {}

    def register(self, given: SchemaGiven, scope: Scope) -> TaskSchema:
        """Make a schema known to a user, instead of an earlier one of its name.

        Raises:
            InvalidInput: it is no schema of an object with named slots.
            LimitExceeded: too large.
        """
        schema = schema_of(given)
        if schema.name is not None and schema.model is not None:
            self._by_name[scope, schema.name] = schema
        return schema

    def of(self, task: Task, scope: Scope) -> TaskSchema:
        """The schema of a user's task: the one that user registered under its name, else what is kept with it."""
        known = self._by_name.get((scope, task.schema_name or ""))
        return known or _kept(task.schema_name, json.dumps(dict(task.schema)))


def schema_of(given: object) -> TaskSchema:
    """A schema from a pydantic model class or a JSON schema.

    Raises:
        InvalidInput: it is neither, or not of an object with named slots.
        LimitExceeded: too large.
    """
    if isinstance(given, type) and issubclass(given, BaseModel) and given is not BaseModel:
        try:
            shape = given.model_json_schema(by_alias=False)
        except PydanticUserError as error:
            raise InvalidInput(f"{given.__name__} has no JSON schema: {error}") from error
        return _bounded(TaskSchema(name=given.__name__, shape=MappingProxyType(shape), model=given))
    if not isinstance(given, Mapping):
        raise InvalidInput(f"A schema is a pydantic model class or a JSON schema as a dict, not {_short(given)}.")
    try:
        shape = json.loads(json.dumps(dict(given), allow_nan=False))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"The schema {_short(given)} is not JSON: {error}.") from error
    named = shape.get("properties")
    if not isinstance(named, dict) or not named or not all(isinstance(part, dict | bool) for part in named.values()):
        raise InvalidInput('A JSON schema of a task needs "properties": an object with a schema for each slot.')
    title = shape.get("title")
    schema = TaskSchema(name=title if isinstance(title, str) else None, shape=MappingProxyType(shape))
    try:
        _ = schema.checks
    except (TypeError, ValueError, PydanticUserError, RecursionError) as error:
        raise InvalidInput(f"The schema {_short(given)} cannot be used: {error}.") from error
    return _bounded(schema)


@cached(maxsize=KEPT_MAX)
def _kept(name: str | None, shape: str) -> TaskSchema:
    """The schema kept with a task; making its checks costs milliseconds, so the last ones stay at hand."""
    return TaskSchema(name=name, shape=MappingProxyType(json.loads(shape)))


def _bounded(schema: TaskSchema) -> TaskSchema:
    if not schema.slots:
        raise InvalidInput(f"The schema {schema.name or ''} has no slots: give it at least one field.")
    if len(schema.slots) > SLOTS_MAX:
        raise LimitExceeded(f"The schema has {len(schema.slots)} slots, the limit is {SLOTS_MAX}.")
    size = len(json.dumps(dict(schema.shape)).encode())
    if size > BYTES_MAX:
        raise LimitExceeded(f"The schema has {size:,} bytes as JSON, the limit is {BYTES_MAX:,}.")
    return schema


def _of_field(model: type[BaseModel], slot: str) -> type[BaseModel]:
    """A model of one field, with the type, the limits and the validators it has in the whole model."""
    info = model.model_fields[slot]
    rules = [
        _VALIDATORS[rule.info.mode](rule.func)
        for rule in model.__pydantic_decorators__.field_validators.values()
        if slot in rule.info.fields or "*" in rule.info.fields
    ]
    kind: Any = info.annotation
    for limit in (*info.metadata, *rules):
        kind = Annotated[kind, limit]
    config: Any = {**model.model_config, **_LENIENT}
    fields: dict[str, Any] = {slot: (kind, ...)}
    return create_model(model.__name__, __config__=config, __module__=model.__module__, **fields)


def _of_shape(part: Any, definitions: Mapping[str, Any]) -> type[BaseModel]:
    """A model of one slot of a JSON schema."""
    fields: dict[str, Any] = {VALUE: (type_of_schema(part, definitions), ...)}
    return create_model("Slot", __config__=_LENIENT, **fields)


def _as_json(slot: str, value: Any, where: str) -> Json:
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        size = len(text.encode("utf-8"))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(f"{where}: slot {slot!r} cannot hold {_short(value)}: it is not JSON ({error}).") from error
    if size > VALUE_BYTES_MAX:
        raise LimitExceeded(f"{where}: the value of {slot!r} has {size:,} bytes, the limit is {VALUE_BYTES_MAX:,}.")
    held: Json = json.loads(text)
    return held


def _reasons(error: ValidationError) -> str:
    """What pydantic found, the first few, with the part of the value each is about."""
    found = error.errors(include_url=False, include_context=False)[:REASONS_MAX]
    parts = [(".".join(map(str, one["loc"][1:])), str(one["msg"])) for one in found]
    return "; ".join(f"{part}: {reason}" if part else reason for part, reason in parts)


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."
