"""Content parts of a message: the text of it, and the files in it (OpenAI chat and responses, Anthropic)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import unquote_to_bytes

from mnemic.domain.blob import SHOWN_CHARACTERS
from mnemic.domain.regex import Regex
from mnemic.errors import InvalidFile, LimitExceeded
from mnemic.language.detect import has_visible_text
from mnemic.rooms.files.turns import CheckedFile, checked_file
from mnemic.settings import Settings

ADDRESS_CHARACTERS_MAX = 500  # of an address that is kept as text

_TEXTS = ("text", "input_text", "output_text")
_DATA_URL = Regex(
    r"data:(?P<type>[^;,\s]*)(?P<more>(?:;[^;,]*)*?)(?P<base64>;base64)?,(?P<data>.*)", re.DOTALL | re.IGNORECASE
)
_FORMATS = {"mp3": "audio/mpeg", "m4a": "audio/mp4"}  # of input_audio, where the type is not called audio/{format}
_BASE64_SHARE = 3 / 4  # bytes per character


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageParts:
    """What a message is made of."""

    text: str
    files: tuple[CheckedFile, ...] = ()
    worded: bool = True  # somebody wrote something beside the files


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A part that is a file: its bytes, or else where it is said to be."""

    data: bytes | None = None
    media_type: str | None = None
    name: str | None = None
    address: str = ""


def message_parts_of(content: Sequence[object], where: str, *, now: datetime, settings: Settings) -> MessageParts:
    """A message's parts. What is said to be elsewhere is never fetched: its address is kept as text.

    Raises:
        InvalidFile, LimitExceeded: naming the message and what is wrong with the file in it.
    """
    lines: list[str] = []
    files: list[CheckedFile] = []
    for part in content:
        if not isinstance(part, Mapping):
            continue
        kind = str(part.get("type", "part"))
        if kind in _TEXTS:
            lines.append(str(part.get("text", "")))
            continue
        found = _found(part, kind, where, settings)
        if found.data is None:
            lines.append(f"[{kind}: {found.address[:ADDRESS_CHARACTERS_MAX]}]" if found.address else f"[{kind}]")
            continue
        files.append(
            checked_file(
                found.data,
                name=found.name,
                media_type=found.media_type,
                now=now,
                settings=settings,
                where=f"{where}: the {kind}",
            )
        )
    worded = any(has_visible_text(line) for line in lines)
    if not worded and files:
        lines = [f"[{file.kind} {file.blob.info.hash[:SHOWN_CHARACTERS]}]" for file in files]
    return MessageParts(text="\n".join(lines), files=tuple(files), worded=worded)


def data_url_content(url: str, where: str, *, bytes_max: int) -> tuple[bytes, str | None]:
    """The bytes of a data: URL (RFC 2397), and the type it declares.

    Raises:
        InvalidFile: it is no data: URL, or its data is no base64.
        LimitExceeded: it holds more bytes than allowed.
    """
    found = _DATA_URL.fullmatch(url.strip())
    if found is None:
        raise InvalidFile(f"{where} is no data: URL: write data:image/png;base64,... ({url[:40]!r}).")
    declared = found["type"] or None
    if found["base64"]:
        return _unpacked(found["data"], where, bytes_max), declared
    return unquote_to_bytes(found["data"]), declared


def _unpacked(text: object, where: str, bytes_max: int) -> bytes:
    if not isinstance(text, str):
        raise InvalidFile(f"{where}: the data must be base64 text, not {type(text).__name__}.")
    if len(text) * _BASE64_SHARE > bytes_max + 4:
        raise LimitExceeded(
            f"{where} has about {int(len(text) * _BASE64_SHARE):,} bytes, the limit is {bytes_max:,} (file_bytes_max)."
        )
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidFile(f"{where}: the data is no base64 ({error}).") from error


def _found(part: Mapping[Any, Any], kind: str, where: str, settings: Settings) -> _Found:
    """The file of a part, by the shape its client gives it."""
    whole, most = f"{where}: the {kind}", settings.file_bytes_max
    if isinstance(source := part.get("source"), Mapping):  # Anthropic: image and document
        return _of_source(source, part.get("title"), whole, most)
    if isinstance(sound := part.get("input_audio"), Mapping):
        form = str(sound.get("format", ""))
        media_type = _FORMATS.get(form, f"audio/{form}") if form else None
        return _Found(data=_unpacked(sound.get("data"), whole, most), media_type=media_type)
    inner = part.get("file")
    held = inner if isinstance(inner, Mapping) else part
    name = held.get("filename")
    given = held.get("file_data") or part.get("image_url")
    if isinstance(given, Mapping):
        given = given.get("url")
    if isinstance(given, str) and given.lower().startswith("data:"):
        data, media_type = data_url_content(given, whole, bytes_max=most)
        return _Found(data=data, media_type=media_type, name=name)
    if isinstance(held.get("file_data"), str):
        return _Found(data=_unpacked(held["file_data"], whole, most), name=name)
    address = given or held.get("file_url") or held.get("file_id") or ""
    return _Found(name=name, address=address if isinstance(address, str) else "")


def _of_source(source: Mapping[Any, Any], title: object, where: str, bytes_max: int) -> _Found:
    name = title if isinstance(title, str) else None
    media_type = source.get("media_type")
    declared = media_type if isinstance(media_type, str) else None
    if source.get("type") == "base64":
        return _Found(data=_unpacked(source.get("data"), where, bytes_max), media_type=declared, name=name)
    if source.get("type") == "text" and isinstance(source.get("data"), str):
        return _Found(data=source["data"].encode("utf-8", "replace"), media_type=declared, name=name)
    address = source.get("url") or source.get("file_id") or ""
    return _Found(name=name, address=address if isinstance(address, str) else "")
