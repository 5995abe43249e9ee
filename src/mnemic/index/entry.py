"""What makes a text findable."""

from __future__ import annotations

import numpy as np

from mnemic.domain.index_entry import IndexEntry
from mnemic.index import text_features
from mnemic.language import segment
from mnemic.ports import Vectors


def index_entry_of(text: str, vector: Vectors | None, fingerprint: str) -> IndexEntry:
    """The index entry of a text: its words and constants, and its vector in half precision."""
    packed = None if vector is None else vector.astype(np.float16).tobytes()
    return IndexEntry(
        terms=segment.terms(text),
        vector=packed,
        fingerprint=fingerprint if packed else "",
        constants=text_features.packed_constants(text),
    )


def unpacked_vector(entry: IndexEntry) -> Vectors:
    """The vector of an entry that has one, shape (columns,)."""
    return np.frombuffer(entry.vector or b"", dtype=np.float16).astype(np.float32)
