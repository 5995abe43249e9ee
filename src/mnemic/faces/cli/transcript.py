"""Conversations in a file as messages, line by line, with what is wrong with a line said instead of guessed."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mnemic.errors import InvalidInput
from mnemic.faces.words import Words

STDIN = "-"
STDIN_SESSION = "main"
MARK = b"\xef\xbb\xbf"  # what some programs write before UTF-8
ID_CHARACTERS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message of a file: who it belongs to, in which conversation, and the message itself."""

    number: int  # line of the file, or place in the list, from 1
    user: str | None
    session: str
    message: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    """A line that cannot be used, and why."""

    number: int
    reason: str


@dataclass(slots=True, kw_only=True)
class Transcript:
    """What a file holds."""

    lines: list[Line] = field(default_factory=list)
    bad: list[BadLine] = field(default_factory=list)


def read(file: str, words: Words, *, session: str | None) -> Transcript:
    """Read a file, or standard input where it is `-`.

    Args:
        session: the conversation of lines that name none; default the file's name without its ending.

    Raises:
        InvalidInput: the file cannot be read.
    """
    place = words.say("input") if file == STDIN else file
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise InvalidInput(words.say("not_read", place=place, reason=error.strerror)) from error
    fallback = session or (STDIN_SESSION if file == STDIN else Path(file).stem)
    found = Transcript()
    for number, value in _values(data, words, place, found):
        checked = _line(number, value, words, fallback)
        if isinstance(checked, BadLine):
            found.bad.append(checked)
        else:
            found.lines.append(checked)
    found.bad.sort(key=lambda bad: bad.number)
    return found


def decoded(data: bytes, words: Words, place: str, encoding: str | None = None, *, offset: int = 0) -> str:
    """Bytes as text, strictly.

    Args:
        offset: where in the file these bytes begin.

    Raises:
        InvalidInput: they are not of the encoding; the byte and its offset are named.
    """
    encoding = encoding or "utf-8"
    try:
        return data.removeprefix(MARK).decode(encoding) if encoding.lower() == "utf-8" else data.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start + len(data) - len(error.object)
        raise InvalidInput(
            words.say(
                "not_decoded", place=place, encoding=encoding.upper(), byte=f"0x{data[at]:02x}", offset=offset + at
            )
        ) from error


def _values(data: bytes, words: Words, place: str, found: Transcript) -> Iterator[tuple[int, Any]]:
    """The messages of a document in the OpenAI chat format, or one for each line."""
    document = _document(data, words, place)
    if document is not None:
        yield from enumerate(document, 1)
        return
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if raw.strip():
            try:
                yield number, json.loads(decoded(raw, words, place, offset=offset))
            except InvalidInput as error:
                found.bad.append(BadLine(number=number, reason=str(error)))
            except (ValueError, RecursionError) as error:
                found.bad.append(BadLine(number=number, reason=words.say("import.not_json", reason=error)))
        offset += len(raw) + 1


def _document(data: bytes, words: Words, place: str) -> Sequence[Any] | None:
    """The list of messages, where the whole file is one JSON document; None where it is one message per line.

    Raises:
        InvalidInput: it begins as a list and is no JSON.
    """
    if data.removeprefix(MARK).lstrip()[:1] == b"[":
        try:
            listed = json.loads(decoded(data, words, place))
        except (json.JSONDecodeError, RecursionError) as error:
            raise InvalidInput(words.say("not_read", place=place, reason=error)) from error
        return listed if isinstance(listed, list) else None
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None  # more than one document: one message per line, and each line says what is wrong with it
    messages = document.get("messages") if isinstance(document, dict) else None
    return messages if isinstance(messages, list) else [document]


def _line(number: int, value: Any, words: Words, fallback: str) -> Line | BadLine:
    if not isinstance(value, dict):
        return BadLine(number=number, reason=words.say("import.not_object"))
    message = dict(value)
    user, session = message.pop("user", None), message.pop("session", None)
    for name, given in (("user", user), ("session", session)):
        if given is not None and not isinstance(given, str):
            return BadLine(number=number, reason=words.say("import.not_text", field=name, value=repr(given)[:40]))
    within = session if session is not None else fallback
    if message.get("id") is None:
        message["id"] = _id(number, user, within, message)
    return Line(number=number, user=user, session=within, message=message)


def _id(number: int, user: str | None, session: str, message: dict[str, Any]) -> str:
    """An id from place and content: the same line of the same file has it again, so a second import adds nothing."""
    content = json.dumps([number, user, session, message], sort_keys=True)
    return hashlib.sha256(content.encode("ascii")).hexdigest()[:ID_CHARACTERS]
