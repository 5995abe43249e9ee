"""Agents of Letta: an agent file (.af), of today's schema or the flat one before it, or a MemFS folder of Markdown.

Memory blocks become memories, statement by statement, and messages become turns. The block in which an agent describes
itself is not the user's and is lost, as are tools, prompts and an agent's inner monologue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.domain.transfer import ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.archives import ArchiveFiles, open_archive, open_for_sniffing
from mnemic.upkeep.transfer.importers.json_values import SNIFFED_BYTES, json_members
from mnemic.upkeep.transfer.importers.letta_messages import conversation
from mnemic.upkeep.transfer.importers.messages import (
    as_list,
    as_object,
    foreign_memory_pieces,
    foreign_message_pieces,
    lost_part,
)
from mnemic.upkeep.transfer.importers.notes import front_matter, statements_of_note
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text

NAME = "letta"

_KEYS = (
    frozenset({"agents", "blocks"}),
    frozenset({"agents", "block_ids"}),
    frozenset({"agent_type", "core_memory"}),
)
_OF_AGENT = Regex(r"(?:persona|soul|skills|loaded_skills|memory_filesystem|system_prompt)(?:/|$)")
"""Labels of blocks that hold what the agent is or can do, rather than what it knows of others."""
_STARTER = (
    Regex(r"This is (?:what I know so far about|my section of core memory devoted to information about)\b"),
    Regex(r"(?:I|You) (?:should|will) (?:expand|update) this\b"),
    Regex(r"(?:The following is a starter persona|This block (?:is|stores|holds)\b.*(?:empty|so far))"),
)
"""Sentences with which Letta's own templates fill a block."""
_EMPTY_FIELD = Regex(r"[^::\n]{1,40}[::]\s*(?:\?|？|unknown|未知|N/A|none|无)?\s*$", re.IGNORECASE)
_DESCRIBED = "description"


def fits(path: Path) -> bool:
    """Whether it is an agent file or a MemFS folder. Never raises."""
    with open_for_sniffing(path) as found:
        if path.is_dir():
            return any(_described(found, name) for name in _notes(found) if _in_context(name))
        return len(found.names) == 1 and found.names_keys(found.names[0], *_KEYS)


def read(path: Path) -> Iterator[ForeignPiece]:
    """What the agent knew and what was said with it.

    Raises:
        InvalidFile: it is neither agent file nor MemFS folder.
    """
    if not fits(path):
        raise InvalidFile(f"{path} is neither a Letta agent file (.af) nor a MemFS folder (system/*.md).")
    with open_archive(path) as found:
        yield from _folder(found) if path.is_dir() else _agent_file(found)


# An agent file


def _agent_file(found: ArchiveFiles) -> Iterator[ForeignPiece]:
    numbers = count(1)
    flat: dict[str, Any] = {}
    with found.file(found.names[0]) as file:
        for each in json_members(file):
            number = next(numbers)
            if isinstance(each, LostPart):
                yield each
            elif each.key == "agents":
                yield from _agent(number, as_object(each.value))
            elif each.key in ("blocks", "core_memory"):
                yield from _block(number, as_object(each.value))
            elif each.key == "files":
                yield from _file(number, as_object(each.value))
            elif each.key in _DEFINITIONS:
                fields = as_object(each.value)
                yield lost_part(number, _DEFINITIONS[each.key], "it belongs to the agent", fields.get("name"))
            elif each.key == "messages":
                flat.setdefault("messages", []).append(each.value)
            elif each.key in ("name", "agent_type"):
                flat[each.key] = each.value
            elif each.key == "system":
                yield lost_part(number, "system prompt", "it belongs to the agent", each.value)
    if flat.get("messages"):
        yield from conversation(next(numbers), flat)


_DEFINITIONS = {"tools": "tool", "skills": "skill", "mcp_servers": "tool server", "sources": "data source"}


def _agent(number: int, agent: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    for block in map(as_object, as_list(agent.get("memory_blocks"))):
        yield from _block(number, block)
    if words := storable_text(agent.get("system")):
        yield lost_part(number, "system prompt", "it belongs to the agent", words)
    yield from conversation(number, agent)


def _block(number: int, block: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    label, value = storable_text(block.get("label")) or "block", storable_text(block.get("value"))
    fields = {"block": label, _DESCRIBED: block.get(_DESCRIBED)}
    time = block.get("updated_at") or block.get("created_at")
    yield from _noted(number, label, value, fields, time=time)


def _noted(
    number: int, label: str, value: str, fields: Mapping[str, Any], *, time: Any = None
) -> Iterator[ForeignPiece]:
    """A block or a file of notes, by its label."""
    if _OF_AGENT.match(label.lower()):
        if value:
            yield lost_part(
                number, "agent's own", f"{label} says what the agent is, not what it knows of the user", value
            )
        return
    for each in statements_of_note(value):
        if any(form.match(each.text) for form in _STARTER) or _EMPTY_FIELD.fullmatch(each.text):
            yield lost_part(number, "blank form", "it is a template that was not filled in", each.text)
            continue
        kept = {**fields, "heading": each.heading}
        of = stable_id("letta", label, each.heading, each.text)
        kind, when = Kind.NOTE, moment_from(time)
        yield from foreign_memory_pieces(
            number, f"letta:{label}", each.whole, id=of, kind=kind, time=when, metadata=kept
        )


def _file(number: int, file: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    name, words = storable_text(file.get("file_name")) or "file", storable_text(file.get("content"))
    if not words:
        yield lost_part(number, "file", "its text is not in the agent file", name)
    of, time = stable_id("letta", name, words), moment_from(file.get("file_creation_date"))
    yield from foreign_message_pieces(
        number, "letta:files", "document", words, id=of, time=time, metadata={"file": name}
    )


# A MemFS folder


def _notes(found: ArchiveFiles) -> list[str]:
    return [name for name in found.names if name.endswith(".md")]


def _in_context(name: str) -> bool:
    return "system" in PurePosixPath(name).parts[:-1]


def _described(found: ArchiveFiles, name: str) -> bool:
    fields, _ = front_matter(found.head(name, SNIFFED_BYTES).decode(errors="replace"))
    return _DESCRIBED in fields


def _folder(found: ArchiveFiles) -> Iterator[ForeignPiece]:
    for number, name in enumerate(found.names, 1):
        if not name.endswith(".md"):
            yield lost_part(number, "file", "only Markdown is read", name)
            continue
        try:
            fields, note = front_matter(found.text(name))
        except InvalidFile as error:
            yield lost_part(number, "file", str(error), name)
            continue
        label = "/".join(part for part in PurePosixPath(name).with_suffix("").parts if part not in ("memory", "system"))
        kept = {"block": label, _DESCRIBED: fields.get(_DESCRIBED), "in_context": _in_context(name) or None}
        yield from _noted(number, label, note, kept)
