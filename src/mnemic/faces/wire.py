"""JSON shapes of every value, the same on the command line and over HTTP.

Field names are those of the values; times are ISO 8601 in UTC; what a value computes from its fields (the turns of a
memory, the ids used in a context) is written out beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from mnemic.domain.blob import FileInfo
from mnemic.domain.changes import Conflict, Entry, History, WriteReport
from mnemic.domain.diagnosis import Checkup
from mnemic.domain.entity import Entity, Related
from mnemic.domain.query import Context, Explanation, Hit, Recall, SessionInfo, Stats, Trace
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Memory, Turn
from mnemic.domain.skill import ImportedSkill, Skill, SkillImport, SkillMatch
from mnemic.domain.task import Task

if TYPE_CHECKING:
    from mnemic.api.files import FileReport
    from mnemic.api.sessions import ChatMessages, SessionSummary

Shape = dict[str, Any]


def plain(value: object) -> Any:
    """A value as JSON types: dataclasses and mappings become objects, sequences arrays, times ISO 8601.

    Raises:
        TypeError: the value has no JSON shape.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Memory):
        return memory(value)
    if isinstance(value, Entry):
        return entry(value)
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(part) for part in value]
    raise TypeError(f"{type(value).__name__} has no JSON shape.")


def memory(value: Memory) -> Shape:
    """A memory with the ids of the turns it comes from."""
    return {**_fields(value), "turns": list(value.turns)}


def hit(value: Hit) -> Shape:
    """A hit: its memory, its score (0-1) and the terms that made it (log-odds)."""
    return {"score": value.score, "explain": plain(value.explain), "memory": memory(value.memory)}


def recall(value: Recall) -> Shape:
    """The hits of one search, best first, with what could not take part and how they were found."""
    return {
        "query": value.trace.question.text,
        "hits": [hit(found) for found in value],
        "answered": value.answered,
        "nothing": value.nothing,
        "degraded": list(value.degraded),
        "trace": trace(value.trace),
    }


def trace(value: Trace) -> Shape:
    """How an answer came about."""
    return _fields(value)


def entry(value: Entry) -> Shape:
    """One line of a write report; the text stands alone where there is no memory."""
    return {
        "reason": value.reason,
        "text": value.memory.text if value.memory else value.text,
        "memory": memory(value.memory) if value.memory else None,
    }


def report(value: WriteReport) -> Shape:
    """What became of the messages of one add, list by list, each entry with its reason."""
    return {**_fields(value), "ids": value.ids}


def context(value: Context) -> Shape:
    """What to put where in a prompt, as blocks, as text and as chat messages."""
    return {
        "question": value.question,
        "budget": value.budget,
        "guidance": value.guidance,
        "blocks": plain(value.blocks),
        "text": value.text,
        "messages": value.messages(),
        "memory_ids": list(value.memory_ids),
        "left": plain(value.left),
        "trace": trace(value.trace),
    }


def history(value: History) -> Shape:
    """One change of a memory, with the memory before and after it."""
    return _fields(value)


def conflict(value: Conflict) -> Shape:
    """Two memories that cannot both hold, and why the one stands."""
    return _fields(value)


def entity(value: Entity) -> Shape:
    """Somebody or something in the user's world, under all its names."""
    return _fields(value)


def related(value: Related) -> Shape:
    """An entity that hangs together with another, by which path, and a memory for each step."""
    return _fields(value)


def turn(value: Turn) -> Shape:
    """One message as it was said, after masking."""
    return _fields(value)


def session(value: SessionInfo) -> Shape:
    """One session in numbers."""
    return _fields(value)


def chat_messages(value: ChatMessages) -> Shape:
    """A session as a model is given it, with what went into it."""
    return {
        "messages": plain(value),
        "tokens": value.tokens,
        "turns": sorted(value.turns),
        "shortened": value.shortened,
        "left_out": value.left_out,
        "degraded": list(value.degraded),
    }


def session_summary(value: SessionSummary) -> Shape:
    """What the older part of a session comes to, and of what layers."""
    return _fields(value)


def stats(value: Stats) -> Shape:
    """What is held about a user, counted."""
    return _fields(value)


def task(value: Task) -> Shape:
    """A task with what it holds, what it misses, and finished tasks like it."""
    shape = {**_fields(value), "missing": list(value.missing), "data": plain(value.data)}
    del shape["rested"]  # for forgetting only
    return shape


def receipt(value: Receipt) -> Shape:
    """Proof of a forgetting: ids and counts, never content."""
    return _fields(value)


def explanation(value: Explanation) -> Shape:
    """Why a memory was, or was not, in an answer."""
    return _fields(value)


def file(value: FileInfo) -> Shape:
    """A file of the user, without its bytes."""
    return {**_fields(value), "has_text": value.has_text}


def file_report(value: FileReport) -> Shape:
    """What became of a file, and of the words about it."""
    return {"file": file(value.file), "report": report(value.write)}


def skill(value: Skill) -> Shape:
    """A skill, with the share of its uses that went well."""
    return {**_fields(value), "uses": value.uses, "success_rate": value.success_rate}


def skill_match(value: SkillMatch) -> Shape:
    """A skill offered for a request, its steps with what is known filled in."""
    return {**_fields(value), "skill": skill(value.skill), "steps": plain(value.steps)}


def skill_import(value: SkillImport) -> Shape:
    """What became of the files of an import, list by list."""
    return {name: [_imported(one) for one in getattr(value, name)] for name in ("added", "skipped", "held")}


def _imported(value: ImportedSkill) -> Shape:
    return {
        "path": str(value.path),
        "reason": value.reason,
        "skill": None if value.skill is None else skill(value.skill),
    }


def checkup(value: Checkup) -> Shape:
    """What a doctor found, and whether anything is wrong."""
    return {**_fields(value), "healthy": value.healthy}


def _fields(value: Any) -> Shape:
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
