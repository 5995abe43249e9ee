"""Memories of MemoryScope and of ReMe, which came after it.

Known are JSON and JSON lines of memories, alone or in an answer of the service, the nodes of its vector stores, and the
Markdown workspace that ReMe keeps since version 0.4.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.domain.transfer import ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.archives import ArchiveFiles, open_archive, open_for_sniffing
from mnemic.upkeep.transfer.importers.json_values import FoundValue, json_lines, json_members, sniffed_values
from mnemic.upkeep.transfer.importers.messages import as_list, as_object, foreign_memory_pieces, lost_part
from mnemic.upkeep.transfer.importers.notes import front_matter, statements_of_note
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text
from mnemic.upkeep.transfer.importers.wording import field_in_words, sentence_about

NAME = "reme"

_IDS = ("memory_id", "unique_id", "vector_id")
_HOLDERS = ("memory_list", "memories", "memory_nodes", "nodes", "data", "result", "metadata")
DEPTH_MAX = 5
"""Levels of an answer of the service under which memories are looked for."""
KINDS: Mapping[str, Kind] = {
    "personal": Kind.FACT,
    "identity": Kind.FACT,
    "observation": Kind.FACT,
    "obs_customized": Kind.FACT,
    "insight": Kind.FACT,
}
"""What a memory's type is with us; all others (task, tool, procedural, summary, history, conversation) are notes."""
_OF_USER = frozenset({"personal", "identity"})
_HOW_TO = frozenset({"task", "tool", "procedural"})
_GONE = frozenset({"expired", "deleted"})
_FOLDERS = ("daily", "digest")
_REBUILT = ("metadata", "mem_session")  # folders ReMe makes anew from the others
_DAY = Regex(r"\d{4}-\d{2}-\d{2}")


def fits(path: Path) -> bool:
    """Whether it is such a file or workspace. Never raises."""
    if path.is_dir():
        with open_for_sniffing(path) as found:
            return any(_is_note(name) or _is_node(found, name) for name in found.names)
    return any(_memories(each.value) for each in sniffed_values(path))


def read(path: Path) -> Iterator[ForeignPiece]:
    """Every memory, as it is worded there.

    Raises:
        InvalidFile: it holds no memory of MemoryScope or ReMe.
    """
    if not fits(path):
        raise InvalidFile(f"{path} holds no memories of MemoryScope or ReMe.")
    if path.is_dir():
        with open_archive(path) as found:
            yield from _folder(found)
        return
    for each in _values(path):
        if isinstance(each, LostPart):
            yield each
            continue
        memories = _memories(each.value)
        for memory in memories:
            yield from _memory(each.number, memory)
        if not memories and not each.key:
            yield lost_part(each.number, "not a memory", "it has neither memory_id nor content", str(each.value))


def _values(path: Path) -> Iterator[FoundValue | LostPart]:
    first = next(json_lines(path), None)
    by_line = isinstance(first, FoundValue) and isinstance(first.value, Mapping)
    return json_lines(path) if by_line else json_members(path)


def _memories(value: Any, depth: int = 0) -> list[Mapping[str, Any]]:
    """The memories a value is, or holds."""
    fields = as_object(value)
    if _is_memory(fields):
        return [fields]
    if depth == DEPTH_MAX:
        return []
    inner = as_list(value) or [fields[key] for key in _HOLDERS if isinstance(fields.get(key), Mapping | list)]
    return [memory for each in inner for memory in _memories(each, depth + 1)]


def _is_memory(fields: Mapping[str, Any]) -> bool:
    return any(isinstance(fields.get(key), str) for key in _IDS) and (
        "memory_type" in fields or "memory_type" in as_object(fields.get("metadata"))
    )


def _memory(number: int, given: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    fields = _unfolded(given)
    kind, words = storable_text(fields.get("memory_type")), _words(fields)
    if _GONE & {storable_text(fields.get("store_status")), storable_text(fields.get("action_status"))}:
        yield lost_part(number, "deleted memory", "it is marked as expired or deleted there", words)
        return
    for key in ("vector", "key_vector"):
        if fields.get(key):
            yield lost_part(number, "embedding", "vectors are made anew by the embedder in use")
    space = storable_text(fields.get("workspace_id"))
    target = (
        storable_text(fields.get("target_name"))
        or storable_text(fields.get("memory_target"))
        or storable_text(fields.get("target"))
    )
    own = next((storable_text(fields[key]) for key in _IDS if storable_text(fields.get(key))), "")
    yield from foreign_memory_pieces(
        number,
        f"reme:{space}" if space else "reme",
        words,
        id=stable_id("reme", own, words),
        user=storable_text(fields.get("user_name"))
        or (storable_text(fields.get("memory_target")) if kind in _OF_USER else None),
        kind=KINDS.get(kind, Kind.NOTE),
        time=_time(fields),
        metadata={
            "memory_type": kind,
            "when_to_use": fields.get("when_to_use"),
            "target": target,
            "reflection_subject": fields.get("reflection_subject"),
            "author": fields.get("author"),
            "score": fields.get("score"),
            "time_modified": fields.get("time_modified"),
            "tool_call_results": fields.get("tool_call_results"),
            "more": fields.get("metadata") or fields.get("meta_data"),
        },
    )


def _unfolded(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A memory as it was before it became a node of a vector store, which keeps all but one text in its metadata."""
    inner = as_object(given.get("metadata"))
    if "memory_type" not in inner:
        return given
    fields = {**given, **inner}
    fields["metadata"] = _parsed(inner.get("metadata"))
    if "content" in inner:
        fields["when_to_use"] = given.get("content")
    return fields


def _parsed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _words(fields: Mapping[str, Any]) -> str:
    """What a memory says; of experience, when it is of use stands before it."""
    words = storable_text(fields.get("content"))
    if not words:
        return field_in_words(storable_text(fields.get("key")), fields.get("value"))
    if storable_text(fields.get("memory_type")) in _HOW_TO:
        return sentence_about(storable_text(fields.get("when_to_use")), words)
    return words


def _time(fields: Mapping[str, Any]) -> Any:
    times = (moment_from(fields.get(key)) for key in ("message_time", "time_created", "timestamp", "dt"))
    return next((time for time in times if time), None)


# Folders


def _is_note(name: str) -> bool:
    return name.endswith(".md") and PurePosixPath(name).parts[0] in _FOLDERS


def _is_node(found: ArchiveFiles, name: str) -> bool:
    return name.endswith(".json") and b'"vector_id"' in (begun := found.head(name, 65_536)) and b'"content"' in begun


def _folder(found: ArchiveFiles) -> Iterator[ForeignPiece]:
    numbers = count(1)
    for name in found.names:
        if _is_note(name):
            yield from _note(next(numbers), found, name)
        elif name.endswith(".json") and _is_node(found, name):
            yield from _node(next(numbers), found, name)
        elif PurePosixPath(name).parts[0] not in _REBUILT:
            yield lost_part(next(numbers), "file", "only notes (daily, digest) and memory nodes are read", name)


def _note(number: int, found: ArchiveFiles, name: str) -> Iterator[ForeignPiece]:
    try:
        head, note = front_matter(found.text(name))
    except InvalidFile as error:
        yield lost_part(number, "file", str(error), name)
        return
    day = _DAY.search(name)
    time = moment_from(head.get("date") or head.get("created_at")) or (moment_from(day[0]) if day else None)
    for each in statements_of_note(note):
        yield from foreign_memory_pieces(
            number,
            f"reme:{PurePosixPath(name).parts[0]}",
            each.whole,
            id=stable_id("reme", name, each.heading, each.text),
            kind=Kind.FACT if "personal" in PurePosixPath(name).parts else Kind.NOTE,
            time=time,
            metadata={"note": name, "heading": each.heading, "description": head.get("description")},
        )


def _node(number: int, found: ArchiveFiles, name: str) -> Iterator[ForeignPiece]:
    try:
        value = json.loads(found.text(name))
    except (ValueError, RecursionError) as error:  # InvalidFile too
        yield lost_part(number, "not JSON", f"{name}: {error}")
        return
    memories = _memories(value)
    for memory in memories:
        yield from _memory(number, memory)
    if not memories:
        yield lost_part(number, "not a memory", "it has no type of memory", name)
