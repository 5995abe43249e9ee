"""Qdrant: a server, or the client's own local mode, which compares in numpy and is for small things.

Tenancy: one collection for each space, the user a payload field with a tenant index, graphs within the users only
(`payload_m`). A collection that is there is used as it is: whoever wants replicas, shards or quantization makes it
beforehand.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import EngineClient, is_address, vendor_package

MEMORY = ":memory:"
ROWS_AT_ONCE = 500  # 896 columns each are about 8 MB of JSON


class QdrantVectors:
    """Promises that what was put is seen by the next search, on one node or with Qdrant's own write consistency on
    several. The k nearest are exact for users of up to about 10,000 memories (and always in local mode): under
    `full_scan_threshold` the server compares with every one of the user's. Beyond they are those of an HNSW graph.

    Args:
        place: the address of a server, `http://127.0.0.1:6333`; a folder for local mode, which one process may open
            and which writes slowly; `:memory:` for local mode that keeps nothing.
        key: the server's API key.
        timeout_s: how long a server may take to answer.

    Raises:
        InvalidSetting: the package is not installed.
    """

    def __init__(self, place: str, *, key: str | None, timeout_s: float) -> None:
        vendor = vendor_package("qdrant_client", "qdrant")
        self._models: Any = vendor.models
        self._served = is_address(place)
        self._client = EngineClient(
            self.name,
            place,
            connect=lambda: _connected(vendor, place, key, timeout_s),
            # Local mode raises RuntimeError for a folder another process has open, and ValueError for what is missing.
            failures=(vendor.http.exceptions.ApiException, OSError, RuntimeError, ValueError, sqlite3.Error),
            close=lambda client: client.close(),
            threads=self._served,  # local mode has one connection to SQLite, and lists that change as they are read
        )

    @property
    def name(self) -> str:
        """`qdrant`."""
        return "qdrant"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.entry_batches(entries, space, ROWS_AT_ONCE)
        if not told:
            return
        with self._client as client:
            self._make(client, space)
            for batch in told:
                points = [
                    self._models.PointStruct(
                        id=naming.entry_id(scope, entry.id),
                        vector=vector.tolist(),
                        payload=naming.entry_payload(scope, entry),
                    )
                    for entry, vector in batch
                ]
                client.upsert(_collection(space), points, wait=True)

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._client as client:
            if not self._is_there(client, space):
                return
            for batch in naming.batches(set(ids), ROWS_AT_ONCE):
                points = self._models.HasIdCondition(has_id=[naming.entry_id(scope, one) for one in batch])
                self._delete(client, _collection(space), self._of_user(scope, points))

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        asked = [
            self._models.FieldCondition(key=field, match=self._models.MatchAny(any=values))
            for field, values in naming.filter_digests(where)
        ]
        with self._client as client:
            if not self._is_there(client, space):
                return []
            found = client.query_points(
                _collection(space),
                query=naming.unit_vectors(vector).tolist(),
                query_filter=self._of_user(scope, *asked),
                # Local mode, which always compares with every one, warns of what it does not need.
                search_params=self._models.SearchParams(hnsw_ef=naming.EXPANSION_SEARCH) if self._served else None,
                limit=k,
                with_payload=["id"],
            )
        return [NearMemory(id=str(point.payload["id"]), cosine=point.score) for point in found.points]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._client as client:
            return set(self._listed(client, scope, space)) if self._is_there(client, space) else set()

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        with self._client as client:
            names = [collection.name for collection in client.get_collections().collections]
            for name in filter(_is_ours, names):
                self._delete(client, name, self._of_user(scope))

    def close(self) -> None:
        """Let go of files and connections. Closing twice is harmless."""
        self._client.close()

    def _of_user(self, scope: Scope, *conditions: Any) -> Any:
        """The filter of every call: the user, and what else is asked."""
        user = self._models.FieldCondition(
            key=naming.OWNER, match=self._models.MatchValue(value=naming.owner_digest(scope))
        )
        return self._models.Filter(must=[user, *conditions])

    def _delete(self, client: Any, collection: str, chosen: Any) -> None:
        client.delete(collection, points_selector=self._models.FilterSelector(filter=chosen), wait=True)

    def _listed(self, client: Any, scope: Scope, space: VectorSpace) -> Iterator[str]:
        start = None
        while True:
            page, start = client.scroll(
                _collection(space),
                scroll_filter=self._of_user(scope),
                limit=ROWS_AT_ONCE,
                offset=start,
                with_payload=["id"],
            )
            yield from (str(point.payload["id"]) for point in page)
            if start is None:
                return

    def _is_there(self, client: Any, space: VectorSpace) -> bool:
        """Whether the collection of a space has been made; asked until it has."""
        name = _collection(space)
        if name not in self._client.ready and client.collection_exists(name):
            self._client.ready[name] = True
        return name in self._client.ready

    def _make(self, client: Any, space: VectorSpace) -> None:
        with self._client.lock:
            if self._is_there(client, space):
                return
            graph = self._models.HnswConfigDiff(
                m=0,  # no graph over everybody
                payload_m=naming.CONNECTIVITY,
                ef_construct=naming.EXPANSION_ADD,
                full_scan_threshold=math.ceil(naming.EXACT_ROWS * space.size * 4 / 1000),  # kilobytes of vectors
            )
            columns = self._models.VectorParams(size=space.size, distance=self._models.Distance.COSINE)
            client.create_collection(_collection(space), vectors_config=columns, hnsw_config=graph)
            for field in (naming.OWNER, "kind", "agent") if self._served else ():  # local mode has no indexes
                schema = self._models.KeywordIndexParams(type="keyword", is_tenant=field == naming.OWNER)
                client.create_payload_index(_collection(space), field, field_schema=schema)
            self._client.ready[_collection(space)] = True


def _collection(space: VectorSpace) -> str:
    return f"{naming.PREFIX}_{naming.space_digest(space)}"


def _is_ours(collection: str) -> bool:
    return collection.startswith(f"{naming.PREFIX}_")


def _connected(vendor: Any, place: str, key: str | None, timeout_s: float) -> Any:
    if place == MEMORY:
        return vendor.QdrantClient(location=MEMORY)
    if not is_address(place):
        Path(place).mkdir(mode=0o700, parents=True, exist_ok=True)
        return vendor.QdrantClient(path=place)
    # Checking versions would print a warning where the server is down; that is found out, and said, at the first call.
    return vendor.QdrantClient(url=place, api_key=key, timeout=math.ceil(timeout_s), check_compatibility=False)
