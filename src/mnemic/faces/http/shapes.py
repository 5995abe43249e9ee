"""Values as JSON: what `codec` reads. The shapes are those of `faces.wire`, whole: what a value computes from its
fields stands beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mnemic.api.files import FileReport
from mnemic.api.sessions import ChatMessages
from mnemic.domain.action import ActionCheck
from mnemic.domain.api_key import ApiKey
from mnemic.domain.blob import FileInfo
from mnemic.domain.changes import Entry, WriteReport
from mnemic.domain.diagnosis import Checkup
from mnemic.domain.profile import Profile
from mnemic.domain.query import Context, Recall
from mnemic.domain.questions import Vote
from mnemic.domain.record import Memory
from mnemic.domain.skill import Skill, SkillMatch, Step
from mnemic.domain.start import Start
from mnemic.domain.task import Task
from mnemic.domain.transfer import Losses
from mnemic.safety.access.policy import Right
from mnemic.safety.privacy.placeholders import Filled

Json = Any

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


def shaped(value: object) -> Json:
    """A value as JSON types.

    Raises:
        TypeError: it has no shape.
    """
    if value is None or type(value) in (str, int, bool, float):
        return value
    own = _OWN.get(type(value))
    if own is not None:
        return own(value)
    if isinstance(value, Right):
        return value.name.lower()
    if isinstance(value, Enum):
        return shaped(value.value)
    if is_dataclass(value) and not isinstance(value, type):
        return {name: shaped(read(value)) for name, read in _readers(type(value))}
    return _plain(value)


def _plain(value: object) -> Json:
    if isinstance(value, Mapping):
        return {str(shaped(key)): shaped(part) for key, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((shaped(part) for part in value), key=repr)
    if isinstance(value, list | tuple):
        return [shaped(part) for part in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, timedelta):
        return f"PT{value.total_seconds():.0f}S"
    raise TypeError(f"{type(value).__name__} has no JSON shape.")


@lru_cache(maxsize=512)
def _readers(shape: type) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    hidden = HIDDEN.get(shape, frozenset())
    names = [field.name for field in fields(shape) if field.name not in hidden]
    return tuple((name, _reader(name)) for name in (*names, *COMPUTED.get(shape, ())))


def _reader(name: str) -> Callable[[Any], object]:
    def read(value: Any) -> object:
        found = getattr(value, name)
        return found() if callable(found) else found

    return read


def _recall(value: Recall) -> Json:
    return {
        "query": value.trace.question.text,
        "hits": [shaped(hit) for hit in value],
        "permanent": shaped(value.permanent),
        "answered": value.answered,
        "nothing": value.nothing,
        "degraded": list(value.degraded),
        "trace": shaped(value.trace),
    }


def _chat_messages(value: ChatMessages) -> Json:
    return {
        "messages": [shaped(message) for message in value],
        "tokens": value.tokens,
        "turns": sorted(value.turns),
        "shortened": value.shortened,
        "left_out": value.left_out,
        "degraded": list(value.degraded),
    }


def _entry(value: Entry) -> Json:
    text = value.text or (value.memory.text if value.memory else "")
    return {"reason": value.reason, "memory": shaped(value.memory), "text": text}


_OWN: Mapping[type, Callable[[Any], Json]] = MappingProxyType(
    {
        Recall: _recall,
        ChatMessages: _chat_messages,
        Entry: _entry,
        Filled: lambda value: {"text": str(value), "fillings": shaped(value.fillings)},
        FileReport: lambda value: {"file": shaped(value.file), "report": shaped(value.write)},
        Losses: lambda value: [shaped(group) for group in value.sorted],
    }
)
