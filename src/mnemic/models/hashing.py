"""An embedder for tests: words hashed into a fixed number of columns. No weights, the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from mnemic.language import segment
from mnemic.ports import Signal, Vectors


class HashingEmbedder:
    """Texts that share words are near each other; nothing else is."""

    def __init__(self, size: int = 256) -> None:
        self._size = size

    @property
    def fingerprint(self) -> str:
        """`hashing-<columns>`."""
        return f"hashing-{self._size}"

    @property
    def size(self) -> int:
        """Columns of a vector."""
        return self._size

    @property
    def signals(self) -> tuple[Signal, ...]:
        """One signal; unrelated texts have a cosine of about 0."""
        return (Signal(name="words", start=0, stop=self._size, mean=0.0, deviation=0.1),)

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), size)."""
        out = np.zeros((len(texts), self._size), dtype=np.float32)
        for row, text in enumerate(texts):
            for term, count in segment.terms(text).items():
                digest = hashlib.blake2b(term.encode("utf-8", "replace"), digest_size=8).digest()
                out[row, int.from_bytes(digest[:4], "big") % self._size] += count if digest[4] & 1 else -count
            norm = float(np.linalg.norm(out[row]))
            if norm > 0:
                out[row] /= norm
        return out

    def questions(self, texts: Sequence[str]) -> Vectors:
        """The same as for documents."""
        return self.documents(texts)
