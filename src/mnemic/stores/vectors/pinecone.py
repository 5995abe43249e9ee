"""Pinecone, a service.

Tenancy: one index for each space, called `<index>-<20 digits>`, because an index has vectors of one size; in it one
namespace for each user. An index that is there is used as it is: whoever wants another cloud or region makes it
beforehand.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from typing import Any

from mnemic.domain.regex import Regex
from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import InvalidSetting
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import EngineClient, vendor_package

SERVICE = "https://api.pinecone.io"
DIGITS = 20  # of a space in the name of its index, which has 45 characters at most
INDEX = Regex(r"[a-z0-9](?:[a-z0-9-]{0,22}[a-z0-9])?")
ROWS_AT_ONCE = 100  # of up to 2 MB: 896 columns are about 10 kB of JSON
DELETED_AT_ONCE = 1_000
LISTED_AT_ONCE = 100
LIMIT = 10_000  # named by one search
ID_CHARACTERS_MAX = 512
ATTEMPTS = 4  # of the client, with pauses of up to a second or two between them
READY_S = 120  # how long a new index may take to be ready
HASHED = "~"  # begins the ids of memories whose own id is too long; no base64 holds it


class PineconeVectors:
    """Promises that what was put is seen soon, usually within seconds: Pinecone is eventually consistent, so a search
    right after `put` may miss it, or still find what was removed. The k nearest are approximate, by Pinecone's own
    index, which has no settings. At most 10,000 are named.

    Args:
        key: the API key.
        index: how the names of the indexes begin, 1-24 of a-z, 0-9 and "-".
        host: another control plane than Pinecone's own, such as Pinecone Local's `http://127.0.0.1:5080`.
        timeout_s: how long the service may take to answer, in about: the client tries up to four times.
        cloud, region: where an index is made.

    Raises:
        InvalidSetting: the package is not installed, there is no key, or the name cannot be one.
    """

    def __init__(
        self,
        key: str,
        *,
        index: str,
        host: str | None = None,
        timeout_s: float,
        cloud: str = "aws",
        region: str = "us-east-1",
    ) -> None:
        vendor = vendor_package("pinecone", "pinecone")
        if not key.strip():
            raise InvalidSetting("Pinecone needs a key: set `vector_index_key`.")
        if not INDEX.fullmatch(index):
            raise InvalidSetting(
                f"An index of Pinecone cannot be called {index!r}: 1-24 of a-z, 0-9 and '-', the ends no '-'."
            )
        errors: Any = vendor_package("pinecone.exceptions", "pinecone")
        self._named, self._missing = index, errors.NotFoundException
        self._spec = vendor.ServerlessSpec(cloud=cloud, region=region)
        self._secure = not (host or SERVICE).startswith("http://")
        self._client = EngineClient(
            self.name,
            host or SERVICE,
            connect=lambda: vendor.Pinecone(api_key=key, host=host, timeout=timeout_s / ATTEMPTS),
            failures=(errors.PineconeException, OSError),
            close=self._close,
        )

    @property
    def name(self) -> str:
        """`pinecone`."""
        return "pinecone"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.entry_batches(entries, space, ROWS_AT_ONCE)
        if not told:
            return
        with self._client as client:
            index = self._made(client, space)
            for batch in told:
                written = [
                    {
                        "id": _entry(scope, entry.id),
                        "values": vector.tolist(),
                        "metadata": {
                            "id": entry.id,
                            "kind": naming.value_digest(entry.kind),
                            "agent": naming.value_digest(entry.agent),
                        },
                    }
                    for entry, vector in batch
                ]
                index.upsert(vectors=written, namespace=naming.owner_digest(scope))

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._client as client:
            index = self._held(client, space)
            for batch in naming.batches(set(ids) if index is not None else (), DELETED_AT_ONCE):
                self._delete(index, scope, ids=[_entry(scope, one) for one in batch])

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        asked = {field: {"$in": values} for field, values in naming.filter_digests(where)}
        with self._client as client:
            index = self._held(client, space)
            if index is None:
                return []
            found = index.query(
                vector=naming.unit_vectors(vector).tolist(),
                top_k=min(k, LIMIT),
                namespace=naming.owner_digest(scope),
                filter=asked or None,
                include_metadata=True,
                include_values=False,
            )
        return [NearMemory(id=str(match.metadata["id"]), cosine=match.score) for match in found.matches]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._client as client:
            index = self._held(client, space)
            if index is None:
                return set()
            held: set[str] = set()
            token = None
            while True:
                page = index.list_paginated(
                    namespace=naming.owner_digest(scope), limit=LISTED_AT_ONCE, pagination_token=token
                )
                held |= _memories(index, scope, [one.id for one in page.vectors])
                token = page.pagination.next if page.pagination else None
                if not token:
                    return held

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        ours = Regex(rf"{re.escape(self._named)}-[0-9a-f]{{{DIGITS}}}")
        with self._client as client:
            for one in client.list_indexes():
                if ours.fullmatch(one.name):
                    self._delete(self._index(client, one.name), scope, delete_all=True)

    def close(self) -> None:
        """Let go of connections. Closing twice is harmless."""
        self._client.close()

    def _delete(self, index: Any, scope: Scope, **chosen: Any) -> None:
        """Delete in the user's namespace; where that does not exist, Pinecone says "not found"."""
        try:
            index.delete(namespace=naming.owner_digest(scope), **chosen)
        except self._missing:
            return

    def _called(self, space: VectorSpace) -> str:
        return f"{self._named}-{naming.space_digest(space)[:DIGITS]}"

    def _index(self, client: Any, name: str) -> Any:
        """The client of an index."""
        with self._client.lock:
            if name not in self._client.ready:
                host = client.describe_index(name).host
                self._client.ready[name] = client.Index(host=host if self._secure else _unsecured(host))
            return self._client.ready[name]

    def _held(self, client: Any, space: VectorSpace) -> Any | None:
        """The index of a space; None where it has not been made."""
        try:
            return self._index(client, self._called(space))
        except self._missing:
            return None

    def _made(self, client: Any, space: VectorSpace) -> Any:
        with self._client.lock:
            index = self._held(client, space)
            if index is None:
                client.create_index(
                    name=self._called(space), dimension=space.size, metric="cosine", spec=self._spec, timeout=READY_S
                )
                index = self._index(client, self._called(space))
            return index

    def _close(self, client: Any) -> None:
        for index in self._client.ready.values():
            index.close()
        client.close()


def _entry(scope: Scope, memory_id: str) -> str:
    """The id of an entry: Pinecone takes ASCII only, and a list tells ids and nothing else."""
    written = urlsafe_b64encode(memory_id.encode("utf-8")).decode("ascii")
    return written if len(written) <= ID_CHARACTERS_MAX else HASHED + naming.entry_id(scope, memory_id)


def _memories(index: Any, scope: Scope, entries: Sequence[str]) -> set[str]:
    """The memories behind ids of entries."""
    hashed = [entry for entry in entries if entry.startswith(HASHED)]
    told = {urlsafe_b64decode(entry).decode("utf-8") for entry in entries if not entry.startswith(HASHED)}
    if hashed:
        fetched = index.fetch(ids=hashed, namespace=naming.owner_digest(scope))
        told |= {str(vector.metadata["id"]) for vector in fetched.vectors.values()}
    return told


def _unsecured(host: str) -> str:
    """An index's host behind a control plane without TLS has none either; the client assumes it has."""
    return "http://" + host.removeprefix("https://").removeprefix("http://")
