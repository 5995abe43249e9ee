"""Messages and memories of other systems as pieces: one place for what a piece must keep to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from mnemic.domain.record import ORIGIN_BY_ROLE, Kind
from mnemic.domain.transfer import Lost, Piece, Said, Stated
from mnemic.language.visible import visible
from mnemic.upkeep.transfer.importers.values import kept, name, plain, short, text

PART_CHARACTERS = 100_000
"""Longest text of one message, the default of the setting `text_characters_max`; a longer one comes in parts."""
CUT_CHARACTERS = 2_000
"""A part ends at the last line end within so many characters of that, where there is one."""


def said(
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
) -> Iterator[Piece]:
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
    content, called = text(content), list(calls)
    if role not in ORIGIN_BY_ROLE:
        yield Lost(number=number, what="unknown role", reason=f"no message has the role {short(role)!r}")
        return
    if not visible(content) and not called:
        return
    fields, losses = kept(number, metadata or {})
    more = {"time": time, "metadata": fields, "tool_call_id": name(answers), "name": name(speaker)}
    message: dict[str, Any] = {"role": role} | {key: value for key, value in more.items() if value}
    for place, part in enumerate(_parts(content) if visible(content) else [""], 1):
        own = {"content": part, "id": name(id if place == 1 else f"{id}#part{place}") or "1"}
        calling = {"tool_calls": called} if called and place == 1 else {}
        yield Said(number=number, session=name(session) or "main", message=message | own | calling)
    yield from losses


def stated(
    number: int,
    session: str,
    content: Any,
    *,
    id: str,
    user: str | None = None,
    kind: Kind = Kind.NOTE,
    time: datetime | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Iterator[Piece]:
    """A memory as it is worded there, with what of its metadata is lost; nothing comes of a blank one."""
    words = text(content)
    if not visible(words):
        return
    fields, losses = kept(number, metadata or {})
    yield Stated(
        number=number,
        user=name(user),
        session=name(session) or "main",
        id=id,
        text=words,
        kind=kind,
        said_at=time,
        metadata=fields or None,
    )
    yield from losses


def call(id: str, tool: str, arguments: Any) -> dict[str, Any]:
    """A tool call of the OpenAI chat format."""
    given = text(arguments) if isinstance(arguments, str) else json.dumps(plain(arguments), ensure_ascii=False)
    function = {"name": text(tool) or "unnamed", "arguments": given}
    return {"id": name(id) or "call", "type": "function", "function": function}


def lost(number: int, what: str, reason: str, example: Any = "") -> Lost:
    """A part that is not kept."""
    return Lost(number=number, what=what, reason=reason, example=short(text(example)))


def table(value: Any) -> Mapping[str, Any]:
    """The value where it is a JSON object, else an empty one: files are never trusted to have their shape."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Any) -> list[Any]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def _parts(content: str) -> Iterator[str]:
    while len(content) > PART_CHARACTERS:
        cut = content.rfind("\n", PART_CHARACTERS - CUT_CHARACTERS, PART_CHARACTERS) + 1 or PART_CHARACTERS
        if visible(content[:cut]):
            yield content[:cut]
        content = content[cut:]
    if visible(content):
        yield content
