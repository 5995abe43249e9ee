"""Every port on one page: what the core asks of the outside. Adapters live in stores/ and models/."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.changes import History, Link
from mnemic.domain.judgement import Judgement
from mnemic.domain.query import SessionInfo
from mnemic.domain.record import Json, Memory, Source, Status, Turn, TurnState
from mnemic.domain.scope import Scope

Vectors = NDArray[np.float32]


class Clock(Protocol):
    """Where `now` comes from; one reading per operation."""

    def now(self) -> datetime:
        """The present moment, timezone-aware."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One similarity inside a vector: the columns [start, stop), of unit length by themselves.

    `mean` and `deviation` describe the cosine of a question with memories that have nothing to do with it. They place a
    score on a common scale when a user has too few memories to tell from their own spread.
    """

    name: str
    start: int
    stop: int
    mean: float
    deviation: float


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a chat model answered. `truncated`: the answer was cut off at a limit of length."""

    text: str
    truncated: bool = False


class Judge(Protocol):
    """Judges sentences from examples: what the rules of a language cannot tell."""

    def judge(self, sentences: Sequence[str]) -> list[Judgement]:
        """A judgement for each sentence, in order."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """What makes a memory findable: its index terms with counts, and its vector (float16 bytes)."""

    terms: Mapping[str, int]
    vector: bytes | None
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """A memory with its index entry."""

    memory: Memory
    entry: IndexEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """What changed in a user's index since a change number.

    `epoch` changes when the user was forgotten and begun anew: what was cached is void then, and `changed` complete.
    """

    epoch: str
    change: int
    changed: tuple[Indexed, ...]
    gone: tuple[str, ...]


class Reader(Protocol):
    """A consistent view of one user's memory. Nothing in it can name another user."""

    scope: Scope

    def memory(self, id: str) -> Memory | None:
        """One memory of any status, or None."""
        ...

    def memories(
        self,
        *,
        ids: Sequence[str] | None = None,
        statuses: Sequence[Status] | None = None,
        source: Source | None = None,
        session: str | None = None,
    ) -> list[Memory]:
        """Memories in order of recording (ties by position, then by id). `source`: only those that come from this turn.
        `session`: only those with at least one source in it."""
        ...

    def known(self, at: datetime) -> list[Memory]:
        """Every memory as it was known at a past moment, from history; forgotten ones are gone from the past too."""
        ...

    def turns(
        self, *, session: str | None = None, state: TurnState | None = None, last: int | None = None
    ) -> list[Turn]:
        """Turns in order of position. `last`: only the newest that many, still in order."""
        ...

    def turn(self, source: Source) -> Turn | None:
        """One turn, or None."""
        ...

    def sessions(self) -> list[SessionInfo]:
        """Every session, in order of its first turn."""
        ...

    def history(self, memory_id: str | None = None) -> list[History]:
        """History rows of one memory, or of all, in order of sequence."""
        ...

    def links(self, memory_id: str | None = None) -> list[Link]:
        """The conflict log of one memory, as source or target, or the whole of it."""
        ...

    def refresh(self, *, epoch: str, change: int) -> Refresh:
        """Index entries that changed after `change` of `epoch`. With another epoch (or ""), everything."""
        ...

    def counts(self) -> Mapping[str, int]:
        """Rows held about the user per table: turns, memories, index, history, links, audit."""
        ...


class Writer(Reader, Protocol):
    """A transaction on one user's memory. Leaving it by an error undoes all of it."""

    def append(self, turns: Sequence[Turn]) -> list[Turn]:
        """Add turns to the log; returns those that were new, with their positions.

        A turn whose (session, id) is there already with the same role and text is left out (asking twice is harmless).

        Raises:
            InvalidMessage: the same (session, id) is there with another text.
        """
        ...

    def understood(self, sources: Iterable[Source]) -> None:
        """Take turns out of the queue."""
        ...

    def put(self, memory: Memory, entry: IndexEntry | None) -> None:
        """Write a memory, new or changed. `entry` None leaves the index entry as it is, and the counts of use of a
        memory that is there are left alone: they are `used`'s business."""
        ...

    def record(self, history: History) -> None:
        """Add a history row; the store numbers it."""
        ...

    def link(self, link: Link) -> None:
        """Add a line to the conflict log; the same link twice is one line."""
        ...

    def audit(self, *, at: datetime, actor: str, action: str, memory_id: str | None, detail: str) -> None:
        """Add an audit row. `detail` never holds what a memory says."""
        ...

    def used(self, counts: Mapping[str, tuple[int, datetime]]) -> None:
        """Count uses: memory id to (how many more, last when). No change of the memory; unknown ids are skipped."""
        ...

    def forget_memories(self, ids: Sequence[str]) -> int:
        """Remove memories with index entries, history and links. Returns the history rows removed."""
        ...

    def forget_turns(self, sources: Sequence[Source]) -> int:
        """Remove turns from the log. Returns how many there were."""
        ...

    def forget_user(self) -> None:
        """Remove every row of the user, from every table."""
        ...


class Store(Protocol):
    """Where records live. Records are the truth; everything else can be rebuilt from them."""

    def reading(self, scope: Scope) -> AbstractContextManager[Reader]:
        """A snapshot of one user's memory."""
        ...

    def writing(self, scope: Scope) -> AbstractContextManager[Writer]:
        """A transaction on one user's memory; it waits for other writers.

        Raises:
            StoreUnavailable: read-only, disk full, or the wait was longer than the setting `lock_wait_s`.
        """
        ...

    def backlog(self, limit: int) -> list[Scope]:
        """Users with turns not yet understood, longest waiting first. For the worker only."""
        ...

    def purge(self) -> None:
        """Make what was removed unreadable in the files themselves (free pages, log)."""
        ...

    def close(self) -> None:
        """Let go of files and connections. Closing twice is harmless."""
        ...
