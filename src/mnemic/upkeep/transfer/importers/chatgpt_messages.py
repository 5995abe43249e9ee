"""One message of ChatGPT's export, by the type of its content.

Types as the exports of 2023 to 2026 show them; OpenAI publishes no schema. What is not listed here is a `Lost` of its
type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mnemic.domain.record import Kind
from mnemic.domain.regex import Regex
from mnemic.domain.transfer import ForeignPiece
from mnemic.language.detect import has_visible_text
from mnemic.upkeep.transfer.importers.messages import (
    as_list,
    as_object,
    foreign_memory_pieces,
    foreign_message_pieces,
    lost_part,
    tool_call,
)
from mnemic.upkeep.transfer.importers.values import moment_from, stable_id, storable_text

MEMORY_TOOL = "bio"
"""The tool to which the assistant says what it wants remembered about the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The conversation a message stands in."""

    number: int
    session: str
    title: str
    assistant: str  # id of the custom GPT; empty for ChatGPT itself


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """A message as it stands in its node."""

    talk: Conversation
    id: str
    role: str
    content: Mapping[str, Any]
    fields: Mapping[str, Any]
    time: datetime | None
    parent: str | None

    @property
    def recipient(self) -> str:
        return storable_text(self.fields.get("recipient")) or "all"

    @property
    def hidden(self) -> bool:
        return as_object(self.fields.get("metadata")).get("is_visually_hidden_from_conversation") is True


def pieces_of_message(
    talk: Conversation, node: str, message: Mapping[str, Any], *, time: datetime | None, parent: str | None
) -> Iterator[ForeignPiece]:
    """What a message comes to: what was said, what is to be remembered, and what is lost of it."""
    if not message:
        return
    author = as_object(message.get("author"))
    content = as_object(message.get("content"))
    one = _Message(
        talk=talk,
        id=storable_text(message.get("id")) or node,
        role=storable_text(author.get("role")),
        content=content,
        fields=message,
        time=time,
        parent=parent,
    )
    kind = storable_text(content.get("content_type")) or "text"
    if as_object(message.get("metadata")).get("is_user_system_message") is True or kind == "user_editable_context":
        yield from _instructions(one)
    elif kind == "model_editable_context":
        yield from _memories(one)
    elif one.recipient == MEMORY_TOOL and one.role == "assistant":
        yield from _remembered(one)
    elif storable_text(author.get("name")) == MEMORY_TOOL:
        yield lost_part(talk.number, "receipt", "it only says that a memory was saved", _parts(content))
    elif kind in _UNKEPT:
        if has_visible_text(_first_words(content)):
            yield lost_part(talk.number, *_UNKEPT[kind], _first_words(content))
    elif kind in _TEXT:
        yield from _said(one, _TEXT[kind](content))
    else:
        yield lost_part(talk.number, f"content of type {kind}", "there is no reader for it")


def _said(one: _Message, words: str) -> Iterator[ForeignPiece]:
    number = one.talk.number
    words = _unmarked(words)
    for part in as_list(one.content.get("parts")):
        if isinstance(part, Mapping) and not _spoken(part):
            yield lost_part(number, *_asset(part))
    attached = [
        storable_text(as_object(file).get("name"))
        for file in as_list(as_object(one.fields.get("metadata")).get("attachments"))
    ]
    for file in filter(None, attached):
        yield lost_part(number, "attachment", "the text of an attached file is not in conversations.json", file)
    if one.hidden or one.role == "system":
        if has_visible_text(words):
            yield lost_part(number, "hidden message", "ChatGPT put it there; nobody said it", words)
        return
    metadata = {"title": one.talk.title, "assistant": one.talk.assistant, "attached": list(filter(None, attached))}
    calls = [tool_call(one.id, one.recipient, words)] if one.role == "assistant" and one.recipient != "all" else []
    yield from foreign_message_pieces(
        number,
        one.talk.session,
        one.role,
        "" if calls else words,
        id=one.id,
        time=one.time,
        calls=calls,
        answers=one.parent if one.role == "tool" else None,
        speaker=storable_text(as_object(one.fields.get("author")).get("name")) or None if one.role == "tool" else None,
        metadata=metadata,
    )


# What is to be remembered


def _instructions(one: _Message) -> Iterator[ForeignPiece]:
    """Custom instructions: who the user is, and how they want to be answered."""
    older = as_object(as_object(one.fields.get("metadata")).get("user_context_message_data"))
    about = storable_text(one.content.get("user_profile")) or storable_text(older.get("about_user_message"))
    wish = storable_text(one.content.get("user_instructions")) or storable_text(older.get("about_model_message"))
    for words, kind, what in ((_quoted(about), Kind.FACT, "about me"), (_quoted(wish), Kind.RULE, "how to answer")):
        yield from foreign_memory_pieces(
            one.talk.number,
            "chatgpt:instructions",
            words,
            id=stable_id("chatgpt", what, words),
            kind=kind,
            time=one.time,
            metadata={"custom_instructions": what},
        )


def _quoted(words: str) -> str:
    """What the user wrote; newer exports set it between ``` after an introduction of ChatGPT's own."""
    found = _QUOTED.search(words)
    return found[1].strip() if found else words


_QUOTED = Regex(r"^The user provided .*?:\s*```(.*?)```\s*$", re.DOTALL)


def _memories(one: _Message) -> Iterator[ForeignPiece]:
    """Saved memories as they were shown to the model: one a line, numbered, with their day."""
    for line in storable_text(one.content.get("model_set_context")).splitlines():
        found = _MEMORY_LINE.match(line.strip())
        if found:
            yield from _saved(one, found["words"], moment_from(found["day"]) or one.time)


_MEMORY_LINE = Regex(r"(?:\d+[.、]\s*)?(?:\[(?P<day>\d{4}-\d{2}-\d{2})\][.。]?\s*)?(?P<words>.+)$")


def _remembered(one: _Message) -> Iterator[ForeignPiece]:
    words = "\n".join(storable_text(part) for part in as_list(one.content.get("parts"))) or storable_text(
        one.content.get("text")
    )
    for line in words.splitlines():
        yield from _saved(one, line, one.time)


def _saved(one: _Message, words: str, time: datetime | None) -> Iterator[ForeignPiece]:
    words = words.strip()
    yield from foreign_memory_pieces(
        one.talk.number, "chatgpt:memory", words, id=stable_id("chatgpt", "memory", words), kind=Kind.NOTE, time=time
    )


# What a content says


def _parts(content: Mapping[str, Any]) -> str:
    parts = as_list(content.get("parts"))
    words = [storable_text(part) if isinstance(part, str) else _spoken(as_object(part)) for part in parts]
    return "\n".join(word for word in words if word) or storable_text(content.get("text"))


def _spoken(part: Mapping[str, Any]) -> str:
    """The words of a part that is no text: what was said aloud."""
    return storable_text(part.get("text")) if part.get("content_type") == "audio_transcription" else ""


def _field(*keys: str) -> Callable[[Mapping[str, Any]], str]:
    def first(content: Mapping[str, Any]) -> str:
        return next((storable_text(content[key]) for key in keys if storable_text(content.get(key))), "")

    return first


_TEXT: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "text": _parts,
    "multimodal_text": _parts,
    "code": _field("text"),
    "execution_output": _field("text"),
    "tether_browsing_display": _field("result", "summary"),
    "tether_quote": _field("text"),
    "sonic_webpage": _field("text", "snippet"),
}
_THINKING = ("reasoning", "a model's thoughts are nobody's statement")
_UNKEPT: Mapping[str, tuple[str, str]] = {
    "thoughts": _THINKING,
    "reasoning_recap": _THINKING,
    "system_error": ("error message", "it tells of ChatGPT's own trouble"),
    "app_pairing_content": ("app content", "it belongs to another program"),
    "computer_output": ("screenshot", "images are not in conversations.json"),
}


def _first_words(content: Mapping[str, Any]) -> str:
    thoughts = [
        storable_text(as_object(each).get("content")) or storable_text(as_object(each).get("summary"))
        for each in as_list(content.get("thoughts"))
    ]
    return next(
        filter(
            None,
            [
                *thoughts,
                storable_text(content.get("content")),
                storable_text(content.get("text")),
                storable_text(content.get("name")),
            ],
        ),
        "",
    )


def _asset(part: Mapping[str, Any]) -> tuple[str, str, str]:
    kind = storable_text(part.get("content_type"))
    what = next((word for word in ("image", "audio", "video") if word in kind), "part of a message")
    return what, "it is a file of its own, which is not read", storable_text(part.get("asset_pointer")) or kind


def _unmarked(words: str) -> str:
    """A text without the marks for citations and widgets that only ChatGPT's own page can show. Of a named thing that
    is marked, the name is kept."""
    return _MARK.sub(_name_of, words).strip() if "\ue200" in words else words


_MARK = Regex("\ue200(\\w*)\ue202?([^\ue200\ue201]*)\ue201")


def _name_of(mark: re.Match[str]) -> str:
    if mark[1] != "entity":
        return ""
    try:
        named = json.loads(mark[2])
    except ValueError:
        return ""
    return storable_text(named[1]) if isinstance(named, list) and len(named) > 1 else ""
