"""What the core asks of clocks, models and readers of files. Adapters live in models/ and wiring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.blob import BlobInfo, FileText
from mnemic.domain.entity import Mention
from mnemic.domain.judgement import Judgement
from mnemic.domain.model import Reply, Signal
from mnemic.domain.record import Json

Vectors = NDArray[np.float32]


class Clock(Protocol):
    """Where `now` comes from; one reading per operation."""

    def now(self) -> datetime:
        """The present moment, timezone-aware."""
        ...


class Embedder(Protocol):
    """Turns text into vectors. Vectors with different fingerprints are never compared."""

    @property
    def fingerprint(self) -> str:
        """Name and version of the model; stored beside every vector."""
        ...

    @property
    def size(self) -> int:
        """Columns of a vector."""
        ...

    @property
    def signals(self) -> tuple[Signal, ...]:
        """The similarities a vector carries; one for most models."""
        ...

    def documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors to be found, shape (len(texts), size)."""
        ...

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Vectors to find with, shape (len(texts), size)."""
        ...


class Judge(Protocol):
    """Judges sentences from examples: what the rules of a language cannot tell."""

    def judge(self, sentences: Sequence[str]) -> list[Judgement]:
        """A judgement for each sentence, in order."""
        ...


class EntityFinder(Protocol):
    """Finds the names in texts: people, places, organisations, products, works. Without one the rules do it."""

    def find(self, texts: Sequence[str]) -> list[tuple[Mention, ...]]:
        """What each text mentions, in order of place, none inside another."""
        ...


class LanguageModel(Protocol):
    """A chat model. Never needed; used where the caller has set one."""

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Json] | None = None) -> Reply:
        """The model's answer to a list of chat messages.

        Args:
            messages: role and content each, in the OpenAI chat format.
            schema: a JSON schema the answer should follow, in the strict form of OpenAI. A model that cannot hold
                itself to it answers as well as it can: the caller reads tolerantly.

        Raises:
            ModelUnavailable: it cannot be reached, or not in time.
            ModelError: it answered with nothing, or refused.
        """
        ...


class Reranker(Protocol):
    """Reads a question together with each text that may answer it. Never needed; used where the caller has set one."""

    @property
    def name(self) -> str:
        """The model's name, as errors call it."""
        ...

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """A relevance for each text, in order; higher is better. The scale is the reranker's own: only the order and
        the distances within one call count, and scores that all lie in 0-1 are taken for probabilities.

        Raises:
            ModelUnavailable: it cannot be reached, or not in time.
            ModelError: it has not one number for each text.
        """
        ...


class FileReader(Protocol):
    """Says what a file holds in words: the text on an image, what is spoken in a recording. Never needed."""

    def reads(self, media_type: str) -> bool:
        """Whether files of a type can be read."""
        ...

    def read(self, data: bytes, info: BlobInfo) -> FileText:
        """What a file says, empty where there are no words in it; a ModelError where it cannot be read."""
        ...
