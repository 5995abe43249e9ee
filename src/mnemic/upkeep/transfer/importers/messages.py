"""Messages and memories of other systems as pieces: one place for what a piece must keep to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from mnemic.domain.record import ORIGIN_BY_ROLE, Kind
from mnemic.domain.transfer import ForeignMemory, ForeignMessage, ForeignPiece, LostPart
from mnemic.language.detect import has_visible_text
from mnemic.upkeep.transfer.importers.values import (
    metadata_from_fields,
    name_or_none,
    plain_json,
    shortened_example,
    storable_text,
)

PART_CHARACTERS = 100_000
"""Longest text of one message, the default of the setting `text_characters_max`; a longer one comes in parts."""
CUT_CHARACTERS = 2_000
"""A part ends at the last line end within so many characters of that, where there is one."""


def foreign_message_pieces(
    number: int,
    session: str,
    role: str,
    content: str,
    *,
    id: str,
    time: datetime | None = None,
    calls: Iterable[Mapping[str, Any]] = (),
    answers: str | None = None,
    speaker: str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Iterator[ForeignPiece]:
    """A message, with what of its metadata is lost. Nothing comes of one that holds neither text nor tool calls, and a
    `Lost` of one whose role is none of ours.

    Args:
        number: its place in the file.
        session: the conversation, see `values.name`.
        role: of the OpenAI chat format.
        content: its text.
        id: stable within the conversation.
        time: when it was said.
        calls: tool calls, see `call`.
        answers: of a tool's answer, the id of the call.
        speaker: who said it, where several have the same role.
        metadata: what else is to be kept.
    """
    content, called = storable_text(content), list(calls)
    if role not in ORIGIN_BY_ROLE:
        yield LostPart(
            number=number, what="unknown role", reason=f"no message has the role {shortened_example(role)!r}"
        )
        return
    if not has_visible_text(content) and not called:
        return
    fields, losses = metadata_from_fields(number, metadata or {})
    more = {"time": time, "metadata": fields, "tool_call_id": name_or_none(answers), "name": name_or_none(speaker)}
    message: dict[str, Any] = {"role": role} | {key: value for key, value in more.items() if value}
    for place, part in enumerate(_parts(content) if has_visible_text(content) else [""], 1):
        own = {"content": part, "id": name_or_none(id if place == 1 else f"{id}#part{place}") or "1"}
        calling = {"tool_calls": called} if called and place == 1 else {}
        yield ForeignMessage(number=number, session=name_or_none(session) or "main", message=message | own | calling)
    yield from losses


def foreign_memory_pieces(
    number: int,
    session: str,
    content: Any,
    *,
    id: str,
    user: str | None = None,
    kind: Kind = Kind.NOTE,
    time: datetime | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Iterator[ForeignPiece]:
    """A memory as it is worded there, with what of its metadata is lost; nothing comes of a blank one."""
    words = storable_text(content)
    if not has_visible_text(words):
        return
    fields, losses = metadata_from_fields(number, metadata or {})
    yield ForeignMemory(
        number=number,
        user=name_or_none(user),
        session=name_or_none(session) or "main",
        id=id,
        text=words,
        kind=kind,
        said_at=time,
        metadata=fields or None,
    )
    yield from losses


def tool_call(id: str, tool: str, arguments: Any) -> dict[str, Any]:
    """A tool call of the OpenAI chat format."""
    given = (
        storable_text(arguments)
        if isinstance(arguments, str)
        else json.dumps(plain_json(arguments), ensure_ascii=False)
    )
    function = {"name": storable_text(tool) or "unnamed", "arguments": given}
    return {"id": name_or_none(id) or "call", "type": "function", "function": function}


def lost_part(number: int, what: str, reason: str, example: Any = "") -> LostPart:
    """A part that is not kept."""
    return LostPart(number=number, what=what, reason=reason, example=shortened_example(storable_text(example)))


def as_object(value: Any) -> Mapping[str, Any]:
    """The value where it is a JSON object, else an empty one: files are never trusted to have their shape."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: Any) -> list[Any]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def _parts(content: str) -> Iterator[str]:
    while len(content) > PART_CHARACTERS:
        cut = content.rfind("\n", PART_CHARACTERS - CUT_CHARACTERS, PART_CHARACTERS) + 1 or PART_CHARACTERS
        if has_visible_text(content[:cut]):
            yield content[:cut]
        content = content[cut:]
    if has_visible_text(content):
        yield content
