"""Milvus: Milvus Lite over a file in this process, or a server over gRPC.

Tenancy: one collection for each space, the user as partition key, with `partitionkey.isolation`, so that a server keeps
a graph for each user. A collection that is there is used as it is: whoever wants replicas or another number of
partitions makes it beforehand.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import EngineClient, is_address, vendor_package

ENDING = ".db"  # by which pymilvus knows a place of Milvus Lite
ROWS_AT_ONCE = 1_000
LIMIT = 16_384  # rows of one answer, Milvus's own
ID_BYTES_MAX = 8_192

_lite: Counter[str] = Counter()  # adapters that have a place of Milvus Lite open; the last one stops its engine
_lite_lock = Lock()


class MilvusVectors:
    """Promises that what was put is seen by the next search (consistency level Strong). The k nearest are exact among
    rows that have no graph yet (a thousand or so), and those of an HNSW graph beyond. At most 16,384 are named.

    Servers before Milvus 2.4 lose rows when rows with a partition key are changed: use a newer one.

    Args:
        place: a path for Milvus Lite, which one process may open (`.db` is put behind it where it is missing), or the
            address of a server, `http://127.0.0.1:19530`.
        key: a token, or `user:password`.
        timeout_s: how long a server may take to answer.

    Raises:
        InvalidSetting: the package is not installed.
    """

    def __init__(self, place: str, *, key: str | None, timeout_s: float) -> None:
        vendor = vendor_package("pymilvus", "milvus")
        grpc = vendor_package("grpc", "milvus")
        if not is_address(place):
            vendor_package("milvus_lite", "milvus-lite")
        self._types: Any = vendor.DataType
        # pymilvus raises ValueError for an answer it cannot read, RuntimeError for a channel that is closed.
        failures = (vendor.exceptions.MilvusException, grpc.RpcError, OSError, RuntimeError, ValueError)
        connect, close = _connecting(vendor, place, key, timeout_s)
        # Two threads that write at once make Milvus Lite open one log file twice: what one of them wrote may be lost.
        threads = is_address(place)
        self._client = EngineClient(self.name, place, connect=connect, failures=failures, close=close, threads=threads)

    @property
    def name(self) -> str:
        """`milvus`."""
        return "milvus"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.entry_batches(entries, space, ROWS_AT_ONCE)
        if not told:
            return
        with self._client as client:
            self._make(client, space)
            for batch in told:
                client.upsert(
                    _collection(space),
                    [
                        naming.entry_payload(scope, entry)
                        | {"entry": naming.entry_id(scope, entry.id), "vector": vector.tolist()}
                        for entry, vector in batch
                    ],
                )

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._client as client:
            if not self._is_there(client, space):
                return
            for batch in naming.batches(set(ids), ROWS_AT_ONCE):
                entries = ("entry", [naming.entry_id(scope, one) for one in batch])
                client.delete(_collection(space), filter=_of_user(scope, entries))

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        most = min(k, LIMIT)
        with self._client as client:
            if not self._is_there(client, space):
                return []
            [found] = client.search(
                _collection(space),
                data=[naming.unit_vectors(vector).tolist()],
                anns_field="vector",
                filter=_of_user(scope, *naming.filter_digests(where)),
                limit=most,
                output_fields=["id"],
                search_params={"metric_type": "COSINE", "params": {"ef": max(naming.EXPANSION_SEARCH, most)}},
            )
        return [NearMemory(id=str(hit["entity"]["id"]), cosine=float(hit["distance"])) for hit in found]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._client as client:
            return set(_listed(client, scope, space)) if self._is_there(client, space) else set()

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        with self._client as client:
            for name in client.list_collections():
                if name.startswith(f"{naming.PREFIX}_"):
                    client.load_collection(name)
                    client.delete(name, filter=_of_user(scope))

    def close(self) -> None:
        """Let go of files and connections. Closing twice is harmless."""
        self._client.close()

    def _is_there(self, client: Any, space: VectorSpace) -> bool:
        """Whether the collection of a space has been made; asked until it has."""
        name = _collection(space)
        with self._client.lock:
            if name not in self._client.ready and client.has_collection(name):
                client.load_collection(name)
                self._client.ready[name] = True
            return name in self._client.ready

    def _make(self, client: Any, space: VectorSpace) -> None:
        with self._client.lock:
            if self._is_there(client, space):
                return
            schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
            schema.add_field("entry", self._types.VARCHAR, is_primary=True, max_length=36)
            schema.add_field(naming.OWNER, self._types.VARCHAR, max_length=32, is_partition_key=True)
            schema.add_field("id", self._types.VARCHAR, max_length=ID_BYTES_MAX)
            schema.add_field("kind", self._types.VARCHAR, max_length=32)
            schema.add_field("agent", self._types.VARCHAR, max_length=32)
            schema.add_field("vector", self._types.FLOAT_VECTOR, dim=space.size)
            graph = client.prepare_index_params()
            graph.add_index(
                "vector",
                index_type="HNSW",
                metric_type="COSINE",
                params={"M": naming.CONNECTIVITY, "efConstruction": naming.EXPANSION_ADD},
            )
            client.create_collection(
                _collection(space),
                schema=schema,
                index_params=graph,
                properties={"partitionkey.isolation": "true"},
                consistency_level="Strong",
            )
            self._client.ready[_collection(space)] = True


def _collection(space: VectorSpace) -> str:
    return f"{naming.PREFIX}_{naming.space_digest(space)}"


def _of_user(scope: Scope, *asked: tuple[str, list[str]]) -> str:
    """The filter of every call: the user, and what else is asked. Values are digests and UUIDs, and quoted as JSON."""
    user = f"{naming.OWNER} == {json.dumps(naming.owner_digest(scope))}"
    return " and ".join([user, *(f"{field} in {json.dumps(values)}" for field, values in asked)])


def _listed(client: Any, scope: Scope, space: VectorSpace) -> Iterator[str]:
    pages = client.query_iterator(
        _collection(space), batch_size=ROWS_AT_ONCE, filter=_of_user(scope), output_fields=["id"]
    )
    try:
        while page := pages.next():
            yield from (str(row["id"]) for row in page)
    finally:
        pages.close()


def _connecting(
    vendor: Any, place: str, key: str | None, timeout_s: float
) -> tuple[Callable[[], Any], Callable[[Any], object]]:
    """How to reach Milvus, and how to let go of it."""
    if is_address(place):
        return (
            lambda: vendor.MilvusClient(uri=place, token=key or "", timeout=timeout_s),
            lambda client: client.close(),
        )
    path = Path(place if place.endswith(ENDING) else place + ENDING).absolute()

    def connect() -> Any:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _lite_lock:
            client = vendor.MilvusClient(uri=str(path), timeout=timeout_s)
            _lite[str(path)] += 1
            return client

    def close(client: Any) -> None:
        with _lite_lock:
            client.close()
            _lite[str(path)] -= 1
            if not _lite[str(path)]:
                vendor_package("milvus_lite.server_manager", "milvus-lite").server_manager_instance.release_server(
                    str(path)
                )

    return connect, close
