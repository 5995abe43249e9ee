"""What every vector engine's adapter shares: how users, spaces and memories are called there, and what a vector is.

Names are digests, so that no two users share one, no query language needs quoting, and the engine holds no user id and
no agent's name. Only the memory's own id stands there in plain.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from typing import TypeVar
from uuid import UUID, uuid5

import numpy as np

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import WrongVectorSize
from mnemic.ports.outside import Vectors

PREFIX = "mnemic"
OWNER = "owner"  # the field that names the user, where users share a collection
CONNECTIVITY = 16  # M of an HNSW graph: neighbours of a node
EXPANSION_ADD = 100  # ef_construction
EXPANSION_SEARCH = 800  # ef: 400 finds 0.96 of the best 200 among 300,000, this 0.99
EXACT_ROWS = 10_000  # of one user: up to here an engine that can choose compares with every one of them

_ENTRIES = UUID("6f0d9a0e-5f3c-4d0e-9a57-3a6f2f1c7b10")  # of the ids of memories in engines; made up, never changed

T = TypeVar("T")


def owner_digest(scope: Scope) -> str:
    """What a user is called in an engine: 32 hexadecimal digits of tenant and user together."""
    return _digest(scope.tenant, scope.user)


def space_digest(space: VectorSpace) -> str:
    """What a space is called in an engine: 32 hexadecimal digits."""
    return _digest(space.fingerprint, space.signal, space.size)


def value_digest(value: str) -> str:
    """What a kind or an agent is called in an engine: 32 hexadecimal digits."""
    return _digest(value)


def entry_id(scope: Scope, memory_id: str) -> str:
    """The UUID under which a memory stands, for engines that take no other ids: another for each user."""
    return str(uuid5(_ENTRIES, _plain(scope.tenant, scope.user, memory_id)))


def entry_payload(scope: Scope, entry: VectorEntry) -> dict[str, str]:
    """What stands beside a vector, where users share a collection."""
    return {
        OWNER: owner_digest(scope),
        "id": entry.id,
        "kind": value_digest(entry.kind),
        "agent": value_digest(entry.agent),
    }


def filter_digests(where: VectorFilter) -> list[tuple[str, list[str]]]:
    """What a search is narrowed by: the field, and the values of which it must have one."""
    asked = (("kind", where.kinds), ("agent", where.agents))
    return [(field, sorted(map(value_digest, values))) for field, values in asked if values is not None]


def nothing_fits(where: VectorFilter) -> bool:
    """Whether a search is narrowed to none of the kinds or none of the agents."""
    return any(values is not None and not values for values in (where.kinds, where.agents))


def latest_entries(entries: Iterable[VectorEntry]) -> list[VectorEntry]:
    """One entry for each id: the last."""
    return list({entry.id: entry for entry in entries}.values())


def entry_matrix(entries: Sequence[VectorEntry], space: VectorSpace) -> Vectors:
    """The vectors of entries, shape (len(entries), size), each of length 1.

    Raises:
        WrongVectorSize: one has another number of columns than the space.
    """
    for entry in entries:
        if len(entry.vector) != space.size:
            raise WrongVectorSize(
                f"The vector of memory {entry.id!r} has {len(entry.vector)} columns, its space has {space.size}: the "
                "embedder changed under one name."
            )
    made = np.array([entry.vector for entry in entries], dtype=np.float32).reshape(len(entries), space.size)
    return unit_vectors(made)


def entry_batches(
    entries: Iterable[VectorEntry], space: VectorSpace, size: int
) -> list[list[tuple[VectorEntry, Vectors]]]:
    """Entries as they are written, the last of each id, with vectors of length 1, in lists of at most `size`.

    Raises:
        WrongVectorSize: as for `matrix`.
    """
    kept = latest_entries(entries)
    return list(batches(zip(kept, entry_matrix(kept, space), strict=True), size))


def unit_vectors(vectors: Vectors) -> Vectors:
    """Vectors of length 1, in one row or many. A vector of zeros points nowhere, and engines differ in whether they
    take one: it becomes a fixed direction that is near to nothing in particular, so that its id is held everywhere."""
    rows = np.atleast_2d(np.asarray(vectors, dtype=np.float32))
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled = rows / np.where(norms > 0, norms, 1)
    if not norms.all() and rows.shape[1]:
        nowhere = np.resize(np.array([1, -1], dtype=np.float32), rows.shape[1]) / np.sqrt(rows.shape[1])
        scaled[norms[:, 0] == 0] = nowhere
    return scaled.reshape(np.shape(vectors)).astype(np.float32, copy=False)


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Items in lists of at most `size`."""
    taken = iter(items)
    while batch := list(islice(taken, size)):
        yield batch


def _digest(*parts: str | int) -> str:
    return blake2b(_plain(*parts).encode("ascii"), digest_size=16, person=b"mnemic-vectors").hexdigest()


def _plain(*parts: str | int) -> str:
    return json.dumps(parts)
