"""Values as JSON, as every face writes them: the command line, the server and the tools of agents.

Dataclasses and mappings become objects, sequences arrays, enums their values, times ISO 8601. What a value computes
from its fields stands beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, timedelta
from enum import Enum, IntEnum
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any

COMPUTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Memory": ("turns",),
        "WriteReport": ("ids",),
        "Context": ("memory_ids", "messages"),
        "Start": ("text", "memory_ids", "messages"),
        "ActionCheck": ("allowed", "memory_ids"),
        "Profile": ("evidence",),
        "Task": ("missing", "data"),
        "Skill": ("uses", "success_rate"),
        "SkillMatch": ("steps",),
        "FileInfo": ("has_text",),
        "Checkup": ("healthy",),
    }
)
"""What is written out beside the fields of a value, by the name of its class: nothing of the library is loaded to write
JSON."""

HIDDEN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"Task": ("rested",), "Vote": ("vector",), "ApiKey": ("digest",)}
)
"""Fields that are not written out: `rested` of a task is for forgetting only, the vector of a question for ranking, the
hash of a key for the server."""

OBJECTS: Mapping[str, Mapping[str, Callable[[Any], object]]] = MappingProxyType(
    {
        "Recall": {
            "query": lambda value: value.trace.question.text,
            "hits": list,
            **{name: attrgetter(name) for name in ("permanent", "answered", "nothing", "degraded", "trace")},
        },
        "ChatMessages": {
            "messages": list,
            **{name: attrgetter(name) for name in ("tokens", "turns", "shortened", "left_out", "degraded")},
        },
        "FilledText": {"text": str, "fillings": attrgetter("fillings")},
        "FileReport": {"file": attrgetter("file"), "report": attrgetter("write")},
        "Entry": {
            "reason": attrgetter("reason"),
            "memory": attrgetter("memory"),
            "text": lambda value: value.text or (value.memory.text if value.memory else ""),
        },
    }
)
"""Values that are written as objects of other fields than their own, with how each field is read."""


def jsonable(value: object) -> Any:
    """A value as JSON types.

    Raises:
        TypeError: it has no JSON shape.
    """
    if value is None or type(value) in (str, int, bool, float):
        return value
    shape: type = type(value)
    if shape.__name__ == "LossReport":
        return [jsonable(group) for group in value.sorted]  # type: ignore[attr-defined]
    if shape.__name__ in OBJECTS or is_dataclass(shape):
        return {name: jsonable(read(value)) for name, read in _readers(shape)}
    if isinstance(value, IntEnum):  # a ladder, whose steps are named
        return value.name.lower()
    if isinstance(value, Enum):
        return jsonable(value.value)
    if isinstance(value, Mapping):
        return {str(jsonable(key)): jsonable(part) for key, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((jsonable(part) for part in value), key=repr)
    if isinstance(value, list | tuple):
        return [jsonable(part) for part in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, timedelta):
        return f"PT{value.total_seconds():.0f}S"
    raise TypeError(f"{shape.__name__} has no JSON shape.")


def error(value: Exception, message: str | None = None) -> dict[str, Any]:
    """An error: its name in the tree of errors, and what it says."""
    return {"error": {"type": type(value).__name__, "message": str(value) if message is None else message}}


@lru_cache(maxsize=512)
def _readers(shape: type) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    """The fields of a value's object, with how each is read."""
    if shape.__name__ in OBJECTS:
        return tuple(OBJECTS[shape.__name__].items())
    names = [one.name for one in fields(shape) if one.name not in HIDDEN.get(shape.__name__, ())]
    return tuple((name, _reader(name)) for name in (*names, *COMPUTED.get(shape.__name__, ())))


def _reader(name: str) -> Callable[[Any], object]:
    def read(value: Any) -> object:
        found = getattr(value, name)
        return found() if callable(found) else found

    return read
