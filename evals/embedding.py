"""An embedder on the clock, that can keep what it has embedded: for telling search from encoding, and for asking the
same questions many times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np

from mnemic.ports import Embedder, Signal, Vectors


class Watched:
    """An embedder that counts the seconds questions have taken. With `keep` no text is encoded twice."""

    def __init__(self, inner: Embedder, *, keep: bool = False) -> None:
        self.asking_s = 0.0
        self.encoded = 0  # texts
        self._inner = inner
        self._keep = keep
        self._made: dict[tuple[str, str], Vectors] = {}

    @property
    def fingerprint(self) -> str:
        """That of the embedder inside."""
        return self._inner.fingerprint

    @property
    def size(self) -> int:
        """Columns of a vector."""
        return self._inner.size

    @property
    def signals(self) -> tuple[Signal, ...]:
        """Those of the embedder inside."""
        return self._inner.signals

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors to be found, shape (len(texts), size)."""
        return self._of("document", texts, self._inner.documents)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors to find with, shape (len(texts), size)."""
        begun = perf_counter()
        vectors = self._of("question", texts, self._inner.questions)
        self.asking_s += perf_counter() - begun
        return vectors

    def _of(self, side: str, texts: Sequence[str], encode: Callable[[Sequence[str]], Vectors]) -> Vectors:
        if not self._keep:
            self.encoded += len(texts)
            return encode(texts)
        new = [text for text in dict.fromkeys(texts) if (side, text) not in self._made]
        if new:
            self.encoded += len(new)
            self._made |= {(side, text): vector for text, vector in zip(new, encode(new), strict=True)}
        kept = [self._made[side, text] for text in texts]
        return np.array(kept, dtype=np.float32).reshape(len(texts), self.size)
