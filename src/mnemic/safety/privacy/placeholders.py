"""Placeholders: short names that stand for personal data in what is stored, and are filled in where that is allowed.

`[CN_MOBILE #k3f9a2c7]`: a keyed hash names the value, so the same value of the same user has the same name, and without
the user's key nobody can try out which number has it. 40 bits: among a thousand values of a user the chance that two
share a name is below one in two million.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from mnemic.domain.regex import Regex
from mnemic.safety.privacy.narrow_text import narrow_text

KEY_BYTES = 32
_HASH_BYTES = 5  # 8 characters of base32
_SEPARATORS = Regex(r"[\s\-./_·•~()]+")
_NAMED = Regex(r"\[([A-Z_]{2,12}) #([a-z2-7]{8})\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenValue:
    """A value that was replaced by a placeholder."""

    kind: str
    id: str
    value: str


class WhyLeft(StrEnum):
    """Why a placeholder stays as it is."""

    CONTEXT = "its kind may not be filled in here: see the setting placeholder_contexts"
    UNKNOWN = "no value is kept for it: it was forgotten, is another user's, or was never one"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceholderFilling:
    """One placeholder of a text, and what became of it."""

    kind: str
    id: str
    left: WhyLeft | None = None  # None: it was filled in


class FilledText(str):
    """A text with its placeholders filled in as far as that was allowed; `fillings` says what became of each."""

    __slots__ = ("fillings",)

    fillings: tuple[PlaceholderFilling, ...]

    def __new__(cls, text: str, fillings: Iterable[PlaceholderFilling] = ()) -> FilledText:
        made = super().__new__(cls, text)
        made.fillings = tuple(fillings)
        return made


def placeholder_text(kind: str, id: str) -> str:
    """How a placeholder stands in a text."""
    return f"[{kind} #{id}]"


def placeholder_id(key: bytes, kind: str, value: str) -> str:
    """The id of a value: the same for every way of writing it that differs in separators, width or case only."""
    plain = _SEPARATORS.sub("", narrow_text(value).text).casefold()
    digest = hmac.new(key, f"{kind}\0{plain}".encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return base64.b32encode(digest[:_HASH_BYTES]).decode().lower()


def placeholder_ids_in(text: str) -> set[str]:
    """Ids of the placeholders that stand in a text."""
    return {match.group(2) for match in _NAMED.finditer(text)} if "[" in text else set()


def fill_placeholders(
    text: str, value_of: Callable[[str, str], str | None], allowed: Callable[[str], bool]
) -> FilledText:
    """`text` with its placeholders replaced by their values.

    Args:
        value_of: the value of a kind and an id, None where there is none.
        allowed: whether a kind may be filled in.
    """
    fillings: list[PlaceholderFilling] = []

    def filled(match: re.Match[str]) -> str:
        kind, id = match.groups()
        value = value_of(kind, id) if allowed(kind) else None
        why = None if value is not None else WhyLeft.UNKNOWN if allowed(kind) else WhyLeft.CONTEXT
        fillings.append(PlaceholderFilling(kind=kind, id=id, left=why))
        return match.group() if value is None else value

    return FilledText(_NAMED.sub(filled, text), fillings)


def contexts_of(settings: Mapping[str, Collection[str]], context: str) -> Callable[[str], bool]:
    """Which kinds the setting `placeholder_contexts` lets an agent fill in in a context."""
    return lambda kind: context in settings.get(kind, ())
