"""What is known of a text before any question, and how it is kept beside the index terms."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import blake2b

from mnemic.language.question import han_share, question_share
from mnemic.language.segment import normal_form, words

SHARE_MIN = 0.5
LEANING_SHARE = 0.6  # of a statement's length, from which a quote is taken to be the statement's own words

VERSION = 1  # goes up when a constant comes out otherwise: what an older version wrote is then worked out anew
_FORM = struct.Struct("<Bffq")  # version, the two shares, mark: 17 bytes

Constants = tuple[int, float, float, int]
"""VERSION, share of Chinese 0-1, share that asks 0-1, and the mark of the plain text."""


@dataclass(frozen=True, slots=True)
class RowExtras:
    """What ranking asks of a row beside its arrays."""

    plain: str  # equal for texts that say the same in the same words


def text_mark(text: str) -> int:
    """A number of 64 bits that texts share which differ in nothing but what tells no two statements apart."""
    digest = blake2b(normal_form(text).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def packed_constants(text: str) -> bytes:
    """The constants of a text, as an index entry keeps them."""
    return _FORM.pack(VERSION, han_share(text), question_share(text), text_mark(text))


def constants_of(kept: bytes | None, text: str) -> Constants:
    """The constants of a text; `kept` are those of its index entry."""
    if kept is None or len(kept) != _FORM.size or kept[0] != VERSION:
        kept = packed_constants(text)
    return _FORM.unpack(kept)


def leans_on_context(text: str, quote: str) -> bool:
    """Whether a statement's words are not those of the turn it was taken from: "yes, that one" takes them from the talk
    around it."""
    if len(quote) > LEANING_SHARE * len(text):
        return False
    quoted = set(words(quote))
    return bool(quoted) and len(quoted & set(words(text))) < SHARE_MIN * len(quoted)
