"""What makes a memory findable: its index entry, what is known of its text, and the keys it is filed under.

What is known of a text before any question, and how it is kept beside the index terms.

What memories are filed under, so that what repeats, replaces or belongs together is found at once.
"""

from __future__ import annotations

import struct
from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Slot
from mnemic.language import segment
from mnemic.language.question import han_share, question_share
from mnemic.language.segment import normal_form, words
from mnemic.ports import Vectors

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


def index_entry_of(text: str, vector: Vectors | None, fingerprint: str) -> IndexEntry:
    """The index entry of a text: its words and constants, and its vector in half precision."""
    packed = None if vector is None else vector.astype(np.float16).tobytes()
    return IndexEntry(
        terms=segment.terms(text),
        vector=packed,
        fingerprint=fingerprint if packed else "",
        constants=packed_constants(text),
    )


def unpacked_vector(entry: IndexEntry) -> Vectors:
    """The vector of an entry that has one, shape (columns,)."""
    return np.frombuffer(entry.vector or b"", dtype=np.float16).astype(np.float32)


def keys_of(memory: Memory) -> tuple[Hashable, ...]:
    """What a statement is filed under: plain text and slot, for what repeats or replaces it, and the attribute."""
    if memory.kind is Kind.EPISODE:
        return ()
    if memory.kind in ROOM_KINDS:
        return (kind_key(memory.kind),)
    return statement_keys(text_mark(memory.text), memory.slot)


def statement_keys(marked: int, slot: Slot | None) -> tuple[Hashable, ...]:
    """Keys of a statement whose text has this mark."""
    text: Hashable = ("text", marked)
    return (text, slot_key(slot), attribute_key(slot.attribute)) if slot else (text,)


def kind_key(kind: str) -> Hashable:
    """The key of what a room keeps of one kind. Nothing repeats or replaces it by what it says."""
    return "kind", str(kind)


def text_key(text: str) -> Hashable:
    """The key of statements with the same plain text."""
    return "text", text_mark(text)


def slot_key(slot: Slot) -> Hashable:
    """The key of statements about the same attribute of the same subject."""
    return "slot", normal_form(slot.subject), normal_form(slot.attribute)


def attribute_key(attribute: str) -> Hashable:
    """The key of statements about an attribute of anybody; of `device:phone`, the part before the colon counts."""
    return "attribute", attribute.split(":", 1)[0]
