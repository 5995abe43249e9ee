"""Chats in the format of OpenAI's chat API, as JSON or JSON lines: messages, or objects that hold `messages`.

Known are a list of messages, an object with `messages`, a list of such objects, one message a line, and one such object
a line (the format of fine-tuning files).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from mnemic.domain.record import ORIGIN_BY_ROLE
from mnemic.domain.transfer import ForeignPiece, LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.json_values import FoundValue, json_lines, json_members, sniffed_values
from mnemic.upkeep.transfer.importers.messages import as_list, as_object, foreign_message_pieces, lost_part, tool_call
from mnemic.upkeep.transfer.importers.values import moment_from, name_or_none, plain_json, stable_id, storable_text

NAME = "openai"

_CHAT_KEYS = ("session", "session_id", "conversation_id", "thread_id", "id")
_TIME_KEYS = ("time", "created_at", "timestamp", "create_time")
_TEXT_PARTS = frozenset({"text", "input_text", "output_text", "refusal"})
_OTHERS = frozenset(
    {
        "core_memory",
        "llm_config",
        "agent_type",
        "agents",
        "memory_id",
        "chat_messages",
        "mapping",
        "edges",
        "thread_uuid",
    }
)
"""Keys of formats that hold messages too, but are none of this."""


def fits(path: Path) -> bool:
    """Whether it is such a file. Never raises."""
    found = sniffed_values(path)
    if any(each.key in _OTHERS or _OTHERS & as_object(each.value).keys() for each in found):
        return False
    return any(_is_message(each.value) or _is_chat(each) for each in found)


def read(path: Path) -> Iterator[ForeignPiece]:
    """What such a file holds, message by message.

    Raises:
        InvalidFile: it cannot be opened, or holds no message at all.
    """
    if not fits(path):
        raise InvalidFile(f"{path} holds no messages in the format of OpenAI's chat API.")
    alone: _Chat | None = None  # messages that stand in no object of their own
    whole: dict[str, Any] = {}
    for each in _values(path):
        if isinstance(each, LostPart):
            yield each
        elif _is_message(each.value):
            fields = as_object(each.value)
            alone = alone or _Chat(_session(path, whole, fields))
            yield from alone.pieces(each.number, fields)
        elif isinstance(each.value, Mapping) and isinstance(each.value.get("messages"), list):
            yield from _chat(each.number, path, each.value)
        elif not each.key:
            yield lost_part(
                each.number, "not a message", "it has neither role and content nor messages", str(each.value)
            )
        elif each.key == "messages":
            yield lost_part(each.number, "not a message", "it has no role", str(each.value))
        else:
            whole[each.key] = each.value


def _values(path: Path) -> Iterator[FoundValue | LostPart]:
    """The values of a file, whichever of the two it is: one value a line, or one document."""
    first = next(json_lines(path), None)
    value = first.value if isinstance(first, FoundValue) else None
    by_line = _is_message(value) or isinstance(as_object(value).get("messages"), list)
    return json_lines(path) if by_line else json_members(path)


def _is_message(value: Any) -> bool:
    fields = as_object(value)
    role = fields.get("role")
    return (
        isinstance(role, str)
        and role in ORIGIN_BY_ROLE
        and bool(fields.keys() & {"content", "tool_calls", "function_call"})
    )


def _is_chat(found: FoundValue) -> bool:
    messages = as_list(as_object(found.value).get("messages"))
    return bool(messages) and _is_message(messages[0])


class _Chat:
    """One conversation while it is read: its session, and where in it a message stands."""

    def __init__(self, session: str) -> None:
        self.session = session
        self._places = count(1)

    def pieces(self, number: int, fields: Mapping[str, Any]) -> Iterator[ForeignPiece]:
        """What a message comes to."""
        place = next(self._places)
        role, content = storable_text(fields.get("role")), fields.get("content")
        words = "\n".join(_texts(content))
        for part in map(as_object, as_list(content)):
            kind = storable_text(part.get("type"))
            if kind not in _TEXT_PARTS:
                yield lost_part(number, _medium(kind), "only text and tool calls are read", kind)
        yield from foreign_message_pieces(
            number,
            self.session,
            role,
            words,
            id=name_or_none(fields.get("id")) or f"{place}-{stable_id(place, role, words)[:12]}",
            time=next((time for time in (moment_from(fields.get(key)) for key in _TIME_KEYS) if time), None),
            calls=_calls(fields),
            answers=storable_text(fields.get("tool_call_id")) or None,
            speaker=storable_text(fields.get("name")) or None,
            metadata=as_object(fields.get("metadata")),
        )


def _chat(number: int, path: Path, value: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    """A conversation that is an object of its own."""
    chat = _Chat(_session(path, value, value))
    for message in as_list(value.get("messages")):
        if isinstance(message, Mapping):
            yield from chat.pieces(number, message)
        else:
            yield lost_part(number, "not a message", "it is no JSON object", str(message))


def _session(path: Path, owner: Mapping[str, Any], fallback: Mapping[str, Any]) -> str:
    """The conversation by the id it has, else by what it begins with."""
    given = next((found for found in (name_or_none(owner.get(key)) for key in _CHAT_KEYS) if found), None)
    return given or f"chat:{path.stem[:80]}:{stable_id(json.dumps(plain_json(fallback), sort_keys=True))[:16]}"


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for part in as_list(content):
        words = part if isinstance(part, str) else as_object(part).get("text") or as_object(part).get("refusal")
        if isinstance(words, str):
            yield words


def _medium(kind: str) -> str:
    return next((word for word in ("image", "audio", "video", "file") if word in kind), "part of a message")


def _calls(fields: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for place, each in enumerate(map(as_object, as_list(fields.get("tool_calls"))), 1):
        function = as_object(each.get("function")) or as_object(each.get("custom"))
        arguments = function.get("arguments", function.get("input", ""))
        yield tool_call(
            storable_text(each.get("id")) or f"call-{place}", storable_text(function.get("name")), arguments
        )
    if older := as_object(fields.get("function_call")):
        yield tool_call("call-1", storable_text(older.get("name")), older.get("arguments", ""))
