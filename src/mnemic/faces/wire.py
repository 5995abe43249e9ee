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
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mnemic.domain.action import ActionCheck
from mnemic.domain.api_key import ApiKey
from mnemic.domain.blob import FileInfo
from mnemic.domain.changes import Entry, FileReport, WriteReport
from mnemic.domain.chat import ChatMessages
from mnemic.domain.diagnosis import Checkup
from mnemic.domain.profile import Profile
from mnemic.domain.query import Context, Hit, Recall, Trace
from mnemic.domain.questions import Vote
from mnemic.domain.record import Memory
from mnemic.domain.skill import Skill, SkillMatch, Step
from mnemic.domain.start import Start
from mnemic.domain.task import Task
from mnemic.domain.transfer import Losses
from mnemic.safety.privacy.placeholders import Filled, Filling

COMPUTED: Mapping[type, Mapping[str, Any]] = MappingProxyType(
    {
        Memory: {"turns": tuple[str, ...]},
        WriteReport: {"ids": list[str]},
        Context: {"memory_ids": tuple[str, ...], "messages": list[dict[str, Any]]},
        Start: {"text": str, "memory_ids": tuple[str, ...], "messages": list[dict[str, str]]},
        ActionCheck: {"allowed": bool, "memory_ids": tuple[str, ...]},
        Profile: {"evidence": tuple[str, ...]},
        Task: {"missing": tuple[str, ...], "data": dict[str, Any]},
        Skill: {"uses": int, "success_rate": float | None},
        SkillMatch: {"steps": tuple[Step, ...]},
        FileInfo: {"has_text": bool},
        Checkup: {"healthy": bool},
    }
)
"""What is written out beside the fields of a value, with its type."""

HIDDEN: Mapping[type, frozenset[str]] = MappingProxyType(
    {Task: frozenset({"rested"}), Vote: frozenset({"vector"}), ApiKey: frozenset({"digest"})}
)
"""Fields that are not written out: `rested` of a task is for forgetting only, the vector of a question for ranking, the
hash of a key for the server."""

OBJECTS: Mapping[type, Mapping[str, tuple[Any, Callable[[Any], object]]]] = MappingProxyType(
    {
        Recall: {
            "query": (str, lambda value: value.trace.question.text),
            "hits": (list[Hit], list),
            "permanent": (tuple[Memory, ...], lambda value: value.permanent),
            "answered": (float | None, lambda value: value.answered),
            "nothing": (bool, lambda value: value.nothing),
            "degraded": (tuple[str, ...], lambda value: value.degraded),
            "trace": (Trace, lambda value: value.trace),
        },
        ChatMessages: {
            "messages": (list[dict[str, Any]], list),
            "tokens": (int, lambda value: value.tokens),
            "turns": (frozenset[str], lambda value: value.turns),
            "shortened": (int, lambda value: value.shortened),
            "left_out": (int, lambda value: value.left_out),
            "degraded": (tuple[str, ...], lambda value: value.degraded),
        },
        Filled: {"text": (str, str), "fillings": (tuple[Filling, ...], lambda value: value.fillings)},
        FileReport: {"file": (FileInfo, lambda value: value.file), "report": (WriteReport, lambda value: value.write)},
        Entry: {
            "reason": (str, lambda value: value.reason),
            "memory": (Memory | None, lambda value: value.memory),
            "text": (str, lambda value: value.text or (value.memory.text if value.memory else "")),
        },
    }
)
"""Values that are written as objects of other fields than their own: each field with its type, and how it is read."""


def jsonable(value: object) -> Any:
    """A value as JSON types.

    Raises:
        TypeError: it has no JSON shape.
    """
    if value is None or type(value) in (str, int, bool, float):
        return value
    shape: type = type(value)
    if shape in OBJECTS or is_dataclass(shape):
        return {name: jsonable(read(value)) for name, read in _readers(shape)}
    if isinstance(value, IntEnum):  # a ladder, whose steps are named
        return value.name.lower()
    if isinstance(value, Enum):
        return jsonable(value.value)
    if isinstance(value, Losses):
        return [jsonable(group) for group in value.sorted]
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
    if shape in OBJECTS:
        return tuple((name, read) for name, (_, read) in OBJECTS[shape].items())
    hidden = HIDDEN.get(shape, frozenset())
    names = [field.name for field in fields(shape) if field.name not in hidden]
    return tuple((name, _reader(name)) for name in (*names, *COMPUTED.get(shape, ())))


def _reader(name: str) -> Callable[[Any], object]:
    def read(value: Any) -> object:
        found = getattr(value, name)
        return found() if callable(found) else found

    return read
