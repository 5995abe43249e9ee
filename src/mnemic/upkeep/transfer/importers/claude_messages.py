"""One message of Claude's export: its blocks of text, of tool use and of results, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mnemic.domain.transfer import ForeignPiece
from mnemic.upkeep.transfer.importers.messages import as_list, as_object, foreign_message_pieces, lost_part, tool_call
from mnemic.upkeep.transfer.importers.values import stable_id, storable_text

ROLES: Mapping[str, str] = {"human": "user", "user": "user", "assistant": "assistant"}
_THINKING = frozenset({"thinking", "redacted_thinking"})
_NO_STATEMENT = frozenset({"token_budget", "flag"})  # the program's own accounts


@dataclass(slots=True, kw_only=True)
class _Part:
    """Blocks that belong together: text with the tools that were called in it, or one tool's result."""

    role: str
    texts: list[str] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    answers: str | None = None
    speaker: str | None = None


def message_pieces(
    number: int, session: str, place: int, message: Mapping[str, Any], *, title: str, time: datetime | None
) -> Iterator[ForeignPiece]:
    """What a message comes to: its parts one after another, then the text of what was attached, then what is lost."""
    sender = storable_text(message.get("sender"))
    role = ROLES.get(sender, sender)
    key = storable_text(message.get("uuid")) or stable_id(place, role, storable_text(message.get("text")))
    blocks = [as_object(block) for block in as_list(message.get("content"))]
    kept = {"title": title}
    for part_number, part in enumerate(
        _parts(role, blocks) or [_Part(role=role, texts=[storable_text(message.get("text"))])]
    ):
        yield from foreign_message_pieces(
            number,
            session,
            part.role,
            "\n\n".join(part.texts),
            id=key if part_number == 0 else f"{key}#{part_number + 1}",
            time=time,
            calls=part.calls,
            answers=part.answers,
            speaker=part.speaker,
            metadata=kept,
        )
    yield from _attached(number, session, key, message, time=time)
    for block in blocks:
        yield from _lost(number, block)


def _parts(role: str, blocks: list[Mapping[str, Any]]) -> list[_Part]:
    parts: list[_Part] = []
    for block in blocks:
        kind = storable_text(block.get("type"))
        if kind == "tool_result":
            words = "\n".join(_result(block.get("content")))
            of, tool = storable_text(block.get("tool_use_id")) or None, storable_text(block.get("name")) or None
            parts.append(_Part(role="tool", texts=[words], answers=of, speaker=tool))
            continue
        words = storable_text(block.get("text")) or storable_text(block.get("transcript"))
        if kind != "tool_use" and not words:
            continue
        if not parts or parts[-1].role != role or (parts[-1].calls and kind != "tool_use"):
            parts.append(_Part(role=role))
        if kind == "tool_use":
            called = storable_text(block.get("id")) or stable_id(
                storable_text(block.get("name")), str(block.get("input"))
            )
            parts[-1].calls.append(tool_call(called, storable_text(block.get("name")), block.get("input")))
        else:
            parts[-1].texts.append(words)
    return parts


def _result(content: Any) -> Iterator[str]:
    """The texts of a tool's result; of a search, title and address of each page."""
    if isinstance(content, str):
        yield storable_text(content)
    for block in map(as_object, as_list(content)):
        words = [storable_text(block.get(key)) for key in ("title", "text", "url")]
        yield " ".join(filter(None, words))


def _attached(
    number: int, session: str, key: str, message: Mapping[str, Any], *, time: datetime | None
) -> Iterator[ForeignPiece]:
    for place, file in enumerate(map(as_object, as_list(message.get("attachments"))), 1):
        name, words = storable_text(file.get("file_name")), storable_text(file.get("extracted_content"))
        if not words:
            yield lost_part(number, "attachment", "its text is not in the export", name)
        of = f"{key}#file{place}"
        yield from foreign_message_pieces(number, session, "document", words, id=of, time=time, metadata={"file": name})
    for file in map(as_object, as_list(message.get("files"))):
        yield lost_part(
            number, "file", "files are not in the export, only their names", storable_text(file.get("file_name"))
        )


def _lost(number: int, block: Mapping[str, Any]) -> Iterator[ForeignPiece]:
    kind = storable_text(block.get("type"))
    if kind in _THINKING:
        yield lost_part(number, "reasoning", "a model's thoughts are nobody's statement", block.get("thinking"))
    elif kind in ("image", "document"):
        yield lost_part(number, kind, "files are not in the export")
    elif kind == "tool_result":
        for inner in map(as_object, as_list(block.get("content"))):
            if storable_text(inner.get("type")) == "image":
                yield lost_part(number, "image", "files are not in the export")
    elif kind not in ("text", "tool_use", "voice_note", "") and kind not in _NO_STATEMENT:
        yield lost_part(number, f"block of type {kind}", "there is no reader for it")
