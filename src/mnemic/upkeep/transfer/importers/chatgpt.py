"""The data export of ChatGPT: its .zip, the folder it was unpacked to, or conversations.json alone.

Conversations are read one at a time, whatever the size of the file. Each is a tree; the branch that the user saw last
is kept, and what stands on the others is lost, message by message. Saved memories and custom instructions, where the
export shows them, become memories.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from mnemic.domain.regex import Regex
from mnemic.domain.transfer import ForeignMemory, ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.archives import ArchiveFiles, open_archive, open_for_sniffing
from mnemic.upkeep.transfer.importers.branches import path_to_leaf
from mnemic.upkeep.transfer.importers.chatgpt_messages import Conversation, pieces_of_message
from mnemic.upkeep.transfer.importers.json_values import FoundValue, json_members
from mnemic.upkeep.transfer.importers.messages import as_list, as_object, foreign_memory_pieces, lost_part
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text

NAME = "chatgpt"

_CONVERSATIONS = Regex(r"conversations(?:[-_]\d+)?\.json")
_KEYS = frozenset({"mapping", "parent", "children"})
_MEMORIES = Regex(r"(?:saved_)?memor(?:y|ies)\.json")
_OF_ACCOUNT = frozenset({"chat.html", "user.json", "user_settings.json", "export_manifest.json"})
_SAID_ELSEWHERE = frozenset({"shared_conversations.json"})  # links to conversations that stand in the export themselves


def fits(path: Path) -> bool:
    """Whether it is such an export. Never raises."""
    with open_for_sniffing(path) as found:
        return any(found.names_keys(name, _KEYS) for name in _conversations(found))


def read(path: Path) -> Iterator[ForeignPiece]:
    """What such an export holds, conversation by conversation.

    Raises:
        InvalidFile: it is none, or an archive that may not be read.
    """
    with open_archive(path) as found:
        files = _conversations(found)
        if not any(found.names_keys(name, _KEYS) for name in files):
            raise InvalidFile(f"{path} is no ChatGPT export: no conversations.json with conversations is in it.")
        numbers, told = count(1), set[str]()
        for file in files:
            for piece in _file(found, file, numbers):
                if isinstance(piece, ForeignMemory):
                    if piece.id in told:
                        continue  # instructions stand in every conversation again
                    told.add(piece.id)
                yield piece
        for file in found.names:
            if file not in files:
                yield from _other(found, file, numbers)


def _conversations(found: ArchiveFiles) -> list[str]:
    named = [name for name in found.names if _CONVERSATIONS.fullmatch(PurePosixPath(name).name)]
    return named or (list(found.names) if len(found.names) == 1 else [])


def _file(found: ArchiveFiles, name: str, numbers: Iterator[int]) -> Iterator[ForeignPiece]:
    for each in _members(found, name, numbers):
        if isinstance(each, LostPart):
            yield each
        elif isinstance(each.value, Mapping) and "mapping" in each.value:
            yield from _conversation(each.number, each.value)
        elif each.key in ("", "conversations"):
            yield lost_part(each.number, "not a conversation", "it has no tree of messages", str(each.value))


def _members(found: ArchiveFiles, name: str, numbers: Iterator[int]) -> Iterator[FoundValue | LostPart]:
    """The members of one file, with numbers that run over all of them; one that cannot be read is lost alone."""
    try:
        with found.file(name) as file:
            for each in json_members(file):
                number = next(numbers)
                if isinstance(each, LostPart):
                    yield lost_part(number, each.what, f"{name}: {each.reason}", each.example)
                else:
                    yield replace(each, number=number)
    except InvalidFile as error:
        yield lost_part(next(numbers), "not JSON", f"{name}: {error}")


def _conversation(number: int, value: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    title = storable_text(value.get("title"))
    if value.get("is_do_not_remember") is True:
        yield lost_part(number, "conversation kept out of memory", "its user marked it as not to be remembered", title)
        return
    nodes = {key: as_object(node) for key, node in as_object(value.get("mapping")).items()}
    key = (
        storable_text(value.get("conversation_id"))
        or storable_text(value.get("id"))
        or stable_id("chatgpt", title, *nodes)
    )
    talk = Conversation(
        number=number, session=f"chatgpt:{key}", title=title, assistant=storable_text(value.get("gizmo_id"))
    )
    parents = {node: storable_text(fields.get("parent")) or None for node, fields in nodes.items()}
    path = path_to_leaf(parents, storable_text(value.get("current_node")) or None, lambda node: _second(nodes[node]))
    time = moment_from(value.get("create_time"))
    for node in path:
        message = as_object(nodes[node].get("message"))
        time = _time(message) or time
        yield from pieces_of_message(talk, node, message, time=time, parent=parents[node])
    kept = set(path)
    for node in (each for each in nodes if each not in kept):
        yield from _left(number, as_object(nodes[node].get("message")))


def _left(number: int, message: Mapping[str, Any]) -> Iterator[LostPart]:
    """A message on a branch that was not followed, where it says anything."""
    content = as_object(message.get("content"))
    words = [storable_text(part) for part in as_list(content.get("parts"))] + [storable_text(content.get("text"))]
    if first := next((word for word in words if word), ""):
        yield lost_part(number, "other branch", "the conversation went on from another version of this message", first)


def _other(found: ArchiveFiles, name: str, numbers: Iterator[int]) -> Iterator[ForeignPiece]:
    """A file of the export that holds no conversations."""
    last = PurePosixPath(name).name
    if _MEMORIES.fullmatch(last):
        yield from _memories(found, name, numbers)
    elif last not in _OF_ACCOUNT | _SAID_ELSEWHERE:
        yield lost_part(next(numbers), "file", "only conversations and saved memories are read", name)


def _memories(found: ArchiveFiles, name: str, numbers: Iterator[int]) -> Iterator[ForeignPiece]:
    for each in _members(found, name, numbers):
        if isinstance(each, LostPart):
            yield each
            continue
        fields = as_object(each.value)
        words = next(
            (storable_text(fields[key]) for key in ("content", "memory", "text") if storable_text(fields.get(key))), ""
        )
        words = words or storable_text(each.value)
        times = (moment_from(fields.get(key)) for key in ("created_at", "create_time", "updated_at"))
        time = next((time for time in times if time), None)
        yield from foreign_memory_pieces(
            each.number, "chatgpt:memory", words, id=stable_id("chatgpt", "memory", words), time=time
        )


def _time(message: Mapping[str, Any]) -> datetime | None:
    return moment_from(message.get("create_time"))


def _second(node: Mapping[str, Any]) -> float:
    time = _time(as_object(node.get("message")))
    return time.timestamp() if time else 0.0
