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
from mnemic.domain.transfer import Lost, Piece, Stated
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.archives import Export, export, looked_into
from mnemic.upkeep.transfer.importers.branches import followed
from mnemic.upkeep.transfer.importers.chatgpt_messages import Talk, pieces
from mnemic.upkeep.transfer.importers.reading import Found, members
from mnemic.upkeep.transfer.importers.saying import listed, lost, stated, table
from mnemic.upkeep.transfer.importers.values import moment, stable, text

NAME = "chatgpt"

_CONVERSATIONS = Regex(r"conversations(?:[-_]\d+)?\.json")
_KEYS = frozenset({"mapping", "parent", "children"})
_MEMORIES = Regex(r"(?:saved_)?memor(?:y|ies)\.json")
_OF_ACCOUNT = frozenset({"chat.html", "user.json", "user_settings.json", "export_manifest.json"})
_SAID_ELSEWHERE = frozenset({"shared_conversations.json"})  # links to conversations that stand in the export themselves


def fits(path: Path) -> bool:
    """Whether it is such an export. Never raises."""
    with looked_into(path) as found:
        return any(found.names_keys(name, _KEYS) for name in _conversations(found))


def read(path: Path) -> Iterator[Piece]:
    """What such an export holds, conversation by conversation.

    Raises:
        InvalidFile: it is none, or an archive that may not be read.
    """
    with export(path) as found:
        files = _conversations(found)
        if not any(found.names_keys(name, _KEYS) for name in files):
            raise InvalidFile(f"{path} is no ChatGPT export: no conversations.json with conversations is in it.")
        numbers, told = count(1), set[str]()
        for file in files:
            for piece in _file(found, file, numbers):
                if isinstance(piece, Stated):
                    if piece.id in told:
                        continue  # instructions stand in every conversation again
                    told.add(piece.id)
                yield piece
        for file in found.names:
            if file not in files:
                yield from _other(found, file, numbers)


def _conversations(found: Export) -> list[str]:
    named = [name for name in found.names if _CONVERSATIONS.fullmatch(PurePosixPath(name).name)]
    return named or (list(found.names) if len(found.names) == 1 else [])


def _file(found: Export, name: str, numbers: Iterator[int]) -> Iterator[Piece]:
    for each in _members(found, name, numbers):
        if isinstance(each, Lost):
            yield each
        elif isinstance(each.value, Mapping) and "mapping" in each.value:
            yield from _conversation(each.number, each.value)
        elif each.key in ("", "conversations"):
            yield lost(each.number, "not a conversation", "it has no tree of messages", str(each.value))


def _members(found: Export, name: str, numbers: Iterator[int]) -> Iterator[Found | Lost]:
    """The members of one file, with numbers that run over all of them; one that cannot be read is lost alone."""
    try:
        with found.file(name) as file:
            for each in members(file):
                number = next(numbers)
                if isinstance(each, Lost):
                    yield lost(number, each.what, f"{name}: {each.reason}", each.example)
                else:
                    yield replace(each, number=number)
    except InvalidFile as error:
        yield lost(next(numbers), "not JSON", f"{name}: {error}")


def _conversation(number: int, value: Mapping[str, Any]) -> Iterator[Piece]:
    title = text(value.get("title"))
    if value.get("is_do_not_remember") is True:
        yield lost(number, "conversation kept out of memory", "its user marked it as not to be remembered", title)
        return
    nodes = {key: table(node) for key, node in table(value.get("mapping")).items()}
    key = text(value.get("conversation_id")) or text(value.get("id")) or stable("chatgpt", title, *nodes)
    talk = Talk(number=number, session=f"chatgpt:{key}", title=title, assistant=text(value.get("gizmo_id")))
    parents = {node: text(fields.get("parent")) or None for node, fields in nodes.items()}
    path = followed(parents, text(value.get("current_node")) or None, lambda node: _second(nodes[node]))
    time = moment(value.get("create_time"))
    for node in path:
        message = table(nodes[node].get("message"))
        time = _time(message) or time
        yield from pieces(talk, node, message, time=time, parent=parents[node])
    kept = set(path)
    for node in (each for each in nodes if each not in kept):
        yield from _left(number, table(nodes[node].get("message")))


def _left(number: int, message: Mapping[str, Any]) -> Iterator[Lost]:
    """A message on a branch that was not followed, where it says anything."""
    content = table(message.get("content"))
    words = [text(part) for part in listed(content.get("parts"))] + [text(content.get("text"))]
    if first := next((word for word in words if word), ""):
        yield lost(number, "other branch", "the conversation went on from another version of this message", first)


def _other(found: Export, name: str, numbers: Iterator[int]) -> Iterator[Piece]:
    """A file of the export that holds no conversations."""
    last = PurePosixPath(name).name
    if _MEMORIES.fullmatch(last):
        yield from _memories(found, name, numbers)
    elif last not in _OF_ACCOUNT | _SAID_ELSEWHERE:
        yield lost(next(numbers), "file", "only conversations and saved memories are read", name)


def _memories(found: Export, name: str, numbers: Iterator[int]) -> Iterator[Piece]:
    for each in _members(found, name, numbers):
        if isinstance(each, Lost):
            yield each
            continue
        fields = table(each.value)
        words = next((text(fields[key]) for key in ("content", "memory", "text") if text(fields.get(key))), "")
        words = words or text(each.value)
        times = (moment(fields.get(key)) for key in ("created_at", "create_time", "updated_at"))
        time = next((time for time in times if time), None)
        yield from stated(each.number, "chatgpt:memory", words, id=stable("chatgpt", "memory", words), time=time)


def _time(message: Mapping[str, Any]) -> datetime | None:
    return moment(message.get("create_time"))


def _second(node: Mapping[str, Any]) -> float:
    time = _time(table(node.get("message")))
    return time.timestamp() if time else 0.0
