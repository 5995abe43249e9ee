"""What a file is, by its bytes: names and declared types only have to agree."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.errors import InvalidFile
from mnemic.rooms.files.text import decoded_text

ANYTHING = "application/octet-stream"  # what clients declare where they know no better
HEAD_BYTES = 4_096  # of a ZIP archive that are searched for what it is

_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "image/jpg": "image/jpeg",
        "image/pjpeg": "image/jpeg",
        "image/x-png": "image/png",
        "image/x-ms-bmp": "image/bmp",
        "image/heif": "image/heic",
        "audio/wave": "audio/wav",
        "audio/x-wav": "audio/wav",
        "audio/vnd.wave": "audio/wav",
        "audio/mp3": "audio/mpeg",
        "audio/x-mp3": "audio/mpeg",
        "audio/x-flac": "audio/flac",
        "audio/m4a": "audio/mp4",
        "audio/x-m4a": "audio/mp4",
        "video/mp4": "audio/mp4",
        "video/quicktime": "audio/mp4",
        "audio/opus": "audio/ogg",
        "video/ogg": "audio/ogg",
        "application/ogg": "audio/ogg",
        "video/webm": "audio/webm",
        "video/x-matroska": "audio/webm",
        "application/x-pdf": "application/pdf",
    }
)
"""Other names, and names of containers that hold sound as well as pictures: what is declared decides between those."""

_OFFICE = "application/vnd.openxmlformats-officedocument"
_ZIPPED: Sequence[tuple[bytes, str]] = (
    (b"word/", f"{_OFFICE}.wordprocessingml.document"),
    (b"xl/", f"{_OFFICE}.spreadsheetml.sheet"),
    (b"ppt/", f"{_OFFICE}.presentationml.presentation"),
    (b"mimetypeapplication/epub+zip", "application/epub+zip"),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"),
)

_SIGNATURES: Sequence[tuple[Regex[bytes], str]] = tuple(
    (Regex(pattern, re.DOTALL), media_type)
    for pattern, media_type in (
        (rb"\x89PNG\r\n\x1a\n", "image/png"),
        (rb"\xff\xd8\xff", "image/jpeg"),
        (rb"GIF8[79]a", "image/gif"),
        (rb"RIFF....WEBP", "image/webp"),
        (rb"BM....\x00\x00\x00\x00", "image/bmp"),
        (rb"II\*\x00|MM\x00\*", "image/tiff"),
        (rb"....ftyp(?:heic|heix|hevc|mif1|msf1)", "image/heic"),
        (rb"....ftypavi[fs]", "image/avif"),
        (rb"RIFF....WAVE", "audio/wav"),
        (rb"ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb]", "audio/mpeg"),
        (rb"\xff[\xf0\xf1\xf8\xf9]", "audio/aac"),
        (rb"OggS", "audio/ogg"),
        (rb"fLaC", "audio/flac"),
        (rb"#!AMR", "audio/amr"),
        (rb"....ftyp", "audio/mp4"),
        (rb"\x1aE\xdf\xa3", "audio/webm"),
        (rb"%PDF-", "application/pdf"),
    )
)
"""First bytes, from the formats' own specifications (PNG, JFIF, GIF89a, RIFF, TIFF 6.0, ISO 14496-12, RFC 3533, ISO
32000 and others), the more exact before the less."""

_BY_ENDING: Mapping[str, str] = MappingProxyType(
    {
        "md": "text/markdown",
        "markdown": "text/markdown",
        "csv": "text/csv",
        "tsv": "text/tab-separated-values",
        "json": "application/json",
        "jsonl": "application/x-ndjson",
        "htm": "text/html",
        "html": "text/html",
        "xml": "application/xml",
        "yaml": "application/yaml",
        "yml": "application/yaml",
        "svg": "image/svg+xml",
    }
)
_WRITTEN = frozenset({*_BY_ENDING.values(), "text/plain", "application/xhtml+xml", "application/toml"})
_MARKUP = Regex(r"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+)?(html|svg)\b", re.IGNORECASE | re.DOTALL)
_MEDIA_TYPE = Regex(r"[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileType:
    """What a file is: its type and, where it is written in words, the words as they stand in it."""

    media_type: str
    text: str | None = None


def file_type_of(data: bytes, *, name: str, declared: str | None, where: str = "The file") -> FileType:
    """The type of a file by its bytes. `where` is how an error calls it.

    Raises:
        InvalidFile: it is empty, of no type that is known here, or not of the declared type.
    """
    called = f"{where} {name!r}" if name else where
    if not data:
        raise InvalidFile(f"{called} is empty.")
    claim = _claim(declared, called)
    found = _by_signature(data)
    if found is None:
        text = decoded_text(data)
        if text is None:
            known = "an image, a recording, a PDF or office document, or text"
            raise InvalidFile(f"{called} is not {known}: its bytes begin with {data[:8].hex(' ')}.")
        return FileType(media_type=_written(text, name, claim, called), text=text)
    if claim is None or claim == found:
        return FileType(media_type=found)
    if _ALIASES.get(claim, claim) == found:
        return FileType(media_type=claim if claim.startswith("video/") else found)
    raise _disagrees(called, claim, found)


def media_family(media_type: str) -> str:
    """The family a type belongs to: image, audio, video or file."""
    family = media_type.split("/")[0]
    return family if family in ("image", "audio", "video") and media_type != "image/svg+xml" else "file"


def check_type_allowed(media_type: str, allowed: Sequence[str], *, where: str = "The file") -> None:
    """Raises:
    InvalidFile: the setting `file_types` does not allow the type.
    """
    family = media_type.split("/")[0] + "/*"
    if not {media_type, family, "*/*"} & set(allowed):
        raise InvalidFile(f"{where} is {media_type}, and the setting file_types allows {', '.join(allowed)} only.")


def _claim(declared: str | None, called: str) -> str | None:
    """The declared type without parameters; None where it says nothing."""
    if declared is None:
        return None
    plain = declared.split(";")[0].strip().lower()
    if not _MEDIA_TYPE.fullmatch(plain):
        raise InvalidFile(
            f"{called} was declared as {declared!r}, which is no media type: write image/png or the like."
        )
    return None if plain == ANYTHING else plain


def _by_signature(data: bytes) -> str | None:
    if data.startswith(b"PK\x03\x04"):
        head = data[:HEAD_BYTES] + data[-HEAD_BYTES:]  # an archive lists its files at its end
        return next((media_type for mark, media_type in _ZIPPED if mark in head), None)
    return next((media_type for pattern, media_type in _SIGNATURES if pattern.match(data)), None)


def _written(text: str, name: str, claim: str | None, called: str) -> str:
    """The type of a text, by its markup, what is declared, and the ending of its name, in this order."""
    markup = _MARKUP.match(text)
    found = {"html": "text/html", "svg": "image/svg+xml"}[markup[1].lower()] if markup else None
    if claim is not None and claim not in _WRITTEN and not claim.startswith("text/"):
        raise _disagrees(called, claim, found or "text/plain")
    ending = name.rpartition(".")[2].lower()
    chosen = found or claim or _BY_ENDING.get(ending, "text/plain")
    if chosen == "application/json" and not _is_json(text):
        if claim is not None:
            raise _disagrees(called, claim, "text/plain")
        return "text/plain"
    if chosen in ("image/svg+xml", "text/html") and not markup and "<" not in text:
        return "text/plain"
    return chosen


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _disagrees(called: str, claim: str, found: str) -> InvalidFile:
    return InvalidFile(f"{called} was declared as {claim}, but its bytes are {found}: declare that, or nothing.")
