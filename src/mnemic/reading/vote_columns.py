"""A user's votes on earlier answers, laid out for comparing their questions with a new one (R13)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from mnemic.domain.scope import Scope
from mnemic.ports import Embedder, Reader, Vectors

VOTES_MAX = 500  # of a user that are looked at, the newest
USERS_MAX = 64  # whose votes are kept at hand


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteColumns:
    """Votes column by column, with the questions they were given for."""

    memory_ids: tuple[str, ...]
    helpful: NDArray[np.bool_]  # shape (votes,)
    vectors: Vectors  # of the questions, shape (votes, columns)


def vote_columns_of(reader: Reader, embedder: Embedder) -> VoteColumns | None:
    """The votes of a user whose questions have a vector of the embedder in use; None where there are none."""
    size = embedder.size
    held = [
        vote
        for vote in reader.votes(last=VOTES_MAX)
        if vote.fingerprint == embedder.fingerprint and len(vote.vector or b"") == 2 * size
    ]
    if not held:
        return None
    packed = b"".join(vote.vector or b"" for vote in held)
    return VoteColumns(
        memory_ids=tuple(vote.memory_id for vote in held),
        helpful=np.array([vote.helpful for vote in held], dtype=np.bool_),
        vectors=np.frombuffer(packed, dtype=np.float16).reshape(len(held), size).astype(np.float32),
    )


class VotesCache:
    """Votes by user, until the user's memory changes: every vote is a change."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._lock = Lock()
        self._held: OrderedDict[Scope, tuple[tuple[str, int], VoteColumns | None]] = OrderedDict()

    def get(self, reader: Reader, version: tuple[str, int]) -> VoteColumns | None:
        """The votes of the reader's user at an epoch and change number of its memory."""
        with self._lock:
            held = self._held.get(reader.scope)
        if held is not None and held[0] == version:
            return held[1]
        votes = vote_columns_of(reader, self._embedder)
        with self._lock:
            self._held[reader.scope] = version, votes
            self._held.move_to_end(reader.scope)
            while len(self._held) > USERS_MAX:
                self._held.popitem(last=False)
        return votes

    def forget(self, scope: Scope) -> None:
        """Drop a user's votes."""
        with self._lock:
            self._held.pop(scope, None)
