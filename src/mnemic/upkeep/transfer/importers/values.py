"""Single values of other systems as ours: times, ids, texts and metadata."""

from __future__ import annotations

import hashlib
import json
import math
import re
import reprlib
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from mnemic.domain.record import OWN_KEY
from mnemic.domain.regex import Regex
from mnemic.domain.scope import NAME_CHARACTERS_MAX
from mnemic.domain.transfer import LostPart
from mnemic.domain.validity import YEAR_MAX, YEAR_MIN

EXAMPLE_CHARACTERS = 80
METADATA_BYTES_MAX = 12_000
"""What a piece keeps in metadata, as JSON, in bytes: under the memory's own default limit of 16,384."""
EPOCH_MAX = 100_000_000_000
"""Seconds since 1970 stay under this until the year 5138; larger numbers count in milli-, micro- or nanoseconds."""
PLAIN_DEPTH_MAX = 16
"""Levels of a value kept in metadata; what lies deeper is left out."""


def moment_from(value: Any) -> datetime | None:
    """A time of any of the usual shapes as aware UTC; None where it is none.

    ISO 8601 with and without a zone (without one it is taken for UTC, as the systems we read write it), days alone,
    RFC 2822, `2026/3/2 9:05`, `2026年3月2日 9:05`, and numbers since 1970 in seconds, milli-, micro- or nanoseconds.
    """
    try:
        read = _moment(value)
        if read is None:
            return None
        aware = read.replace(tzinfo=UTC) if read.utcoffset() is None else read
        return aware.astimezone(UTC) if YEAR_MIN <= aware.year <= YEAR_MAX else None
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def _moment(value: Any) -> datetime | None:
    if isinstance(value, datetime):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _since_1970(float(value))
    if not isinstance(value, str):
        return None
    said = _ZONE_NAME.sub("", value.strip())
    if _NUMBER.fullmatch(said) and len(said) != len("20260302"):
        return _since_1970(float(said))
    if parts := _BY_PARTS.match(said):
        year, month, day, hour, minute, second = (int(part or 0) for part in parts.groups())
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    try:
        return datetime.fromisoformat(said)
    except ValueError:
        return parsedate_to_datetime(said)


_ZONE_NAME = Regex(r"\[[A-Za-z0-9/_+-]+\]$")  # 2026-03-02T09:00Z[UTC], as Java and Neo4j write it
_NUMBER = Regex(r"\d+(?:\.\d+)?")
_BY_PARTS = Regex(
    r"(\d{4})\s*[/年.]\s*(\d{1,2})\s*[/月.]\s*(\d{1,2})日?(?:\s*(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})秒?|分)?)?$"
)


def _since_1970(value: float) -> datetime:
    while EPOCH_MAX <= abs(value) < math.inf:
        value /= 1_000
    return datetime.fromtimestamp(value, UTC)


def stable_id(*parts: object) -> str:
    """An id made of what a piece is in its own system: the same parts give the same, on every machine."""
    said = json.dumps([part if isinstance(part, str) else repr(part) for part in parts])
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def name_or_none(value: Any) -> str | None:
    """An id of another system (user, agent, session) as one we can keep; None where there is none.

    Characters no id may hold are left out, and one that is too long keeps its beginning and gets a hash.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    said = "".join(c for c in storable_text(value) if unicodedata.category(c) not in ("Cc", "Cs"))
    said = said.strip("\u200b\ufeff \u3000")
    if len(said) > NAME_CHARACTERS_MAX:
        return f"{said[:200]}-{stable_id(said)}"
    return said or None


def storable_text(value: Any) -> str:
    """A text as it can be stored: trimmed, without NUL, half characters replaced; "" for what is no text or number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or _endless(value):
        return ""
    return _whole(str(value)).strip()


def metadata_from_fields(number: int, fields: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[LostPart, ...]]:
    """Fields of another system as metadata: plain JSON, no empty ones, no key that is the memory's own.

    Fields are kept in order as long as all of them stay under 12,000 bytes; each that does not fit is a `Lost`.
    """
    held: dict[str, Any] = {}
    losses: list[LostPart] = []
    left = METADATA_BYTES_MAX
    for key, value in fields.items():
        said = plain_json(value)
        if said is None or said == "" or said == [] or said == {}:
            continue
        word = _NOT_OURS.sub("", storable_text(key)) or "unnamed"
        left -= len(json.dumps({word: said}))
        if left < 0:
            losses.append(
                LostPart(
                    number=number, what="metadata", reason=f"{word} is too large", example=shortened_example(str(said))
                )
            )
            left += len(json.dumps({word: said}))
        else:
            held[word] = said
    return held, tuple(losses)


def plain_json(value: Any, depth: int = 0) -> Any:
    """A value as JSON can hold it: times as ISO 8601; what is no JSON, or lies too deep, as None."""
    if isinstance(value, int | float):  # bool too
        return None if _endless(value) else value
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if depth < PLAIN_DEPTH_MAX and isinstance(value, Mapping):
        return {storable_text(key) or "unnamed": plain_json(each, depth + 1) for key, each in value.items()}
    if depth < PLAIN_DEPTH_MAX and isinstance(value, list | tuple | set | frozenset):
        return [plain_json(each, depth + 1) for each in value]
    return None


def shortened_example(said: str) -> str:
    """The beginning of a text, as an example of it."""
    said = _whole(said)
    return said if len(said) <= EXAMPLE_CHARACTERS else said[: EXAMPLE_CHARACTERS - 1] + "…"


def value_example(value: Any) -> str:
    """The beginning of any value, however large or deep, as an example of it."""
    return shortened_example(value if isinstance(value, str) else reprlib.repr(value))


def _whole(said: str) -> str:
    return _HALF.sub("\ufffd", said).replace("\x00", "")


_HALF = Regex("[\ud800-\udfff]")
_NOT_OURS = Regex(f"^(?:{re.escape(OWN_KEY)})+")


def _endless(value: Any) -> bool:
    """Whether it is a number no JSON reader takes back: not finite, or of thousands of digits."""
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and abs(value) >= 2**63
