"""The data export of Claude: its .zip (or one of several), the folder it was unpacked to, or one of its files alone.

Conversations become turns, the documents of projects become documents, and what Claude kept as memory of its user and
the instructions of projects become memories.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from mnemic.domain.record import Kind
from mnemic.domain.transfer import ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.archives import ArchiveFiles, open_archive, open_for_sniffing
from mnemic.upkeep.transfer.importers.branches import path_to_leaf
from mnemic.upkeep.transfer.importers.claude_messages import message_pieces
from mnemic.upkeep.transfer.importers.json_values import json_members
from mnemic.upkeep.transfer.importers.messages import (
    as_list,
    as_object,
    foreign_memory_pieces,
    foreign_message_pieces,
    lost_part,
)
from mnemic.upkeep.transfer.importers.notes import statements_of_note
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text

NAME = "claude"

_KEYS = (
    frozenset({"chat_messages", "uuid"}),
    frozenset({"messages", "sender", "human"}),  # exports of 2023
    frozenset({"prompt_template", "docs"}),
    frozenset({"conversations_memory"}),
)
_OF_ACCOUNT = frozenset({"users.json", "user.json", "manifest.json", "login_history.json"})


def fits(path: Path) -> bool:
    """Whether it is such an export, or a file of one. Never raises."""
    with open_for_sniffing(path) as found:
        return any(found.names_keys(name, *_KEYS) for name in _json(found))


def read(path: Path) -> Iterator[ForeignPiece]:
    """What such an export holds: memories and projects first where they come first by name, then conversations.

    Raises:
        InvalidFile: it is none, or an archive that may not be read.
    """
    with open_archive(path) as found:
        if not any(found.names_keys(name, *_KEYS) for name in _json(found)):
            raise InvalidFile(f"{path} is no Claude export: it has neither conversations, projects nor memories.")
        numbers = count(1)
        for name in found.names:
            last = PurePosixPath(name).name
            if name.endswith(".json") and last not in _OF_ACCOUNT:
                yield from _file(found, name, numbers)
            elif last not in _OF_ACCOUNT:
                yield lost_part(next(numbers), "file", "only the JSON files of the export are read", name)


def _json(found: ArchiveFiles) -> list[str]:
    return [name for name in found.names if name.endswith(".json")] or list(found.names[:1])


def _file(found: ArchiveFiles, name: str, numbers: Iterator[int]) -> Iterator[ForeignPiece]:
    """One file: a list, an object of lists, or (one project or one account's memories) an object alone."""
    whole: dict[str, Any] = {}
    with found.file(name) as file:
        try:
            for each in json_members(file):
                if isinstance(each, LostPart):
                    yield lost_part(next(numbers), each.what, f"{name}: {each.reason}", each.example)
                elif each.key and not _member(each.value):
                    _put(whole, each.key, each.value)
                else:
                    yield from _entry(next(numbers), name, each.value)
        except InvalidFile as error:
            yield lost_part(next(numbers), "not JSON", f"{name}: {error}")
    if whole:
        yield from _entry(next(numbers), name, whole)


def _member(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value.keys() & {"chat_messages", "messages", "prompt_template"})


def _put(whole: dict[str, Any], key: str, value: Any) -> None:
    """Put together again an object whose lists came member by member."""
    if key not in whole:
        whole[key] = [value] if key in ("docs", "chat_messages", "memory_files") else value
    elif isinstance(whole[key], list):
        whole[key].append(value)


def _entry(number: int, name: str, value: Any) -> Iterator[ForeignPiece]:
    fields = as_object(value)
    if "chat_messages" in fields or "messages" in fields:
        yield from _conversation(number, fields)
    elif "conversations_memory" in fields or "project_memories" in fields:
        yield from _memories(number, fields)
    elif "docs" in fields or "prompt_template" in fields:
        yield from _project(number, fields)
    else:
        yield lost_part(
            number, "not a conversation", f"{name}: it is neither conversation, project nor memory", str(value)
        )


def _conversation(number: int, value: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    title = storable_text(value.get("name"))
    messages = [as_object(each) for each in as_list(value.get("chat_messages", value.get("messages")))]
    key = storable_text(value.get("uuid")) or stable_id(
        "claude", title, *(storable_text(each.get("uuid")) for each in messages)
    )
    time = moment_from(value.get("created_at"))
    kept = _kept(messages, storable_text(value.get("current_leaf_message_uuid")) or None)
    for place, message in enumerate(messages):
        if place in kept:
            time = moment_from(message.get("created_at")) or time
            yield from message_pieces(number, f"claude:{key}", place, message, title=title, time=time)
        elif words := storable_text(message.get("text")):
            yield lost_part(
                number, "other branch", "the conversation went on from another version of this message", words
            )
    if summary := storable_text(value.get("summary")):
        yield lost_part(number, "summary", "Claude's summary says again what the messages say", summary)


def _kept(messages: list[Mapping[str, Any]], leaf: str | None) -> set[int]:
    """Places of the messages on the branch that was followed; of exports that name no parents, all."""
    places = {storable_text(message.get("uuid")): place for place, message in enumerate(messages)}
    if len(places) < len(messages) or not all(
        storable_text(message.get("parent_message_uuid")) for message in messages
    ):
        return set(range(len(messages)))
    parents: dict[str, str | None] = {
        key: storable_text(messages[place].get("parent_message_uuid")) for key, place in places.items()
    }
    return {places[key] for key in path_to_leaf(parents, leaf, lambda key: float(places[key]))}


def _project(number: int, value: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    title = storable_text(value.get("name"))
    if value.get("is_starter_project") is True:
        yield lost_part(number, "starter project", "it comes from Anthropic, not from the user", title)
        return
    key = storable_text(value.get("uuid")) or stable_id("claude", "project", title)
    session, time = f"claude:project:{key}", moment_from(value.get("created_at"))
    for field, kind in (("prompt_template", Kind.RULE), ("description", Kind.NOTE)):
        words = storable_text(value.get(field))
        of = stable_id("claude", key, field, words)
        yield from foreign_memory_pieces(
            number, session, words, id=of, kind=kind, time=time, metadata={"project": title}
        )
    for document in map(as_object, as_list(value.get("docs"))):
        file, words = storable_text(document.get("filename")), storable_text(document.get("content"))
        of = storable_text(document.get("uuid")) or stable_id("claude", key, file, words)
        if not words:
            yield lost_part(number, "file", "its text is not in the export", file)
        kept = {"project": title, "file": file}
        when = moment_from(document.get("created_at")) or time
        yield from foreign_message_pieces(number, session, "document", words, id=of, time=when, metadata=kept)


def _memories(number: int, value: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    """What Claude kept as memory of its user, in Markdown: overall, and for each project."""
    notes = [("claude:memory", storable_text(value.get("conversations_memory")))]
    notes += [
        (f"claude:project:{key}", storable_text(note)) for key, note in as_object(value.get("project_memories")).items()
    ]
    for session, note in notes:
        for each in statements_of_note(note):
            of = stable_id("claude", session, each.heading, each.text)
            fields = {"heading": each.heading}
            yield from foreign_memory_pieces(number, session, each.whole, id=of, kind=Kind.NOTE, metadata=fields)
    for file in map(as_object, as_list(value.get("memory_files"))):
        name = storable_text(file.get("path")) or storable_text(file.get("name"))
        for each in statements_of_note(storable_text(file.get("content"))):
            of = stable_id("claude", name, each.heading, each.text)
            yield from foreign_memory_pieces(number, "claude:memory", each.whole, id=of, metadata={"file": name})
