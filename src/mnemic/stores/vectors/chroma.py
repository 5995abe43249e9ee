"""Chroma: embedded in this process, or a server.

Tenancy: one collection for each user and space. Chroma has no partitions within a collection, and a search in a shared
one goes through everybody's graph: among 10,000 rows of 100 users 5.5 ms, in the user's own collection 0.7 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import EngineClient, is_address, vendor_package

MEMORY = ":memory:"
ROWS_AT_ONCE = 1_000  # SQLite underneath takes about 5,000
COLLECTIONS_AT_ONCE = 1_000


class ChromaVectors:
    """Promises that what was put is seen by the next search. The k nearest are those of an HNSW graph of the user
    alone, searched so widely that it is exact up to about 800 memories, and misses less than 1 in 100 among 6,000.

    Args:
        place: a folder for Chroma within this process, `:memory:` for one that keeps nothing, or the address of a
            `chroma run`, `http://127.0.0.1:8000`.
        key: sent to a server as `Authorization: Bearer`, for one behind a proxy that asks for it.
        timeout_s: how long a server may take to answer.

    Raises:
        InvalidSetting: the package is not installed.
    """

    def __init__(self, place: str, *, timeout_s: float, key: str | None = None) -> None:
        vendor = vendor_package("chromadb", "chroma")
        self._missing: type[Exception] = vendor.errors.NotFoundError
        http = vendor_package("httpx", "chroma")
        self._client = EngineClient(
            self.name,
            place,
            connect=_connecting(vendor, http, place, key, timeout_s),
            # Chroma raises ValueError where it cannot find its own tenant, and where its server is no Chroma.
            failures=(vendor.errors.ChromaError, http.HTTPError, OSError, RuntimeError, ValueError),
            close=_closed,
        )

    @property
    def name(self) -> str:
        """`chroma`."""
        return "chroma"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.entry_batches(entries, space, ROWS_AT_ONCE)
        if not told:
            return
        with self._client as client:
            collection = client.get_or_create_collection(
                _collection(scope, space), embedding_function=None, configuration={"hnsw": dict(_GRAPH)}
            )
            for batch in told:
                collection.upsert(
                    ids=[entry.id for entry, _ in batch],
                    embeddings=[vector for _, vector in batch],
                    metadatas=[
                        {"kind": naming.value_digest(entry.kind), "agent": naming.value_digest(entry.agent)}
                        for entry, _ in batch
                    ],
                )

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._client as client:
            collection = self._held(client, scope, space)
            if collection is None:
                return
            for batch in naming.batches(set(ids), ROWS_AT_ONCE):
                collection.delete(ids=batch)

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        with self._client as client:
            collection = self._held(client, scope, space)
            if collection is None:
                return []
            found = collection.query(
                query_embeddings=[naming.unit_vectors(vector)],
                n_results=k,
                where=_narrowed(where),
                include=["distances"],
            )
        named, distances = found["ids"][0], found["distances"][0]
        return [NearMemory(id=one, cosine=1 - distance) for one, distance in zip(named, distances, strict=True)]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._client as client:
            collection = self._held(client, scope, space)
            return set() if collection is None else set(_listed(collection))

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        with self._client as client:
            mine = [name for name in _collections(client) if name.startswith(_of_user(scope))]
            for name in mine:
                client.delete_collection(name)

    def close(self) -> None:
        """Let go of files and connections. Closing twice is harmless."""
        self._client.close()

    def _held(self, client: Any, scope: Scope, space: VectorSpace) -> Any | None:
        """The user's collection; None where there is none. It is looked up every time, because another process may
        have forgotten the user."""
        try:
            return client.get_collection(_collection(scope, space), embedding_function=None)
        except self._missing:
            return None


_GRAPH = {
    "space": "cosine",
    "max_neighbors": naming.CONNECTIVITY,
    "ef_construction": naming.EXPANSION_ADD,
    "ef_search": naming.EXPANSION_SEARCH,
}


def _of_user(scope: Scope) -> str:
    """How the names of a user's collections begin."""
    return f"{naming.PREFIX}-{naming.owner_digest(scope)}-"


def _collection(scope: Scope, space: VectorSpace) -> str:
    return _of_user(scope) + naming.space_digest(space)


def _narrowed(where: VectorFilter) -> dict[str, Any] | None:
    asked = [{field: {"$in": values}} for field, values in naming.filter_digests(where)]
    return {"$and": asked} if len(asked) > 1 else next(iter(asked), None)


def _listed(collection: Any) -> Iterator[str]:
    start = 0
    while page := collection.get(limit=ROWS_AT_ONCE, offset=start, include=[])["ids"]:
        yield from page
        start += len(page)


def _collections(client: Any) -> list[str]:
    names: list[str] = []
    while page := client.list_collections(limit=COLLECTIONS_AT_ONCE, offset=len(names)):
        names += [collection.name for collection in page]
    return names


def _connecting(vendor: Any, http: Any, place: str, key: str | None, timeout_s: float) -> Callable[[], Any]:
    """How to reach Chroma. It phones home unless told not to."""
    quiet = vendor.config.Settings(anonymized_telemetry=False)
    if not is_address(place):
        return lambda: _in_memory(vendor, quiet) if place == MEMORY else vendor.PersistentClient(place, settings=quiet)
    address = urlsplit(place)
    secure = address.scheme == "https"
    headers = {"Authorization": f"Bearer {key}"} if key else {}

    def connect() -> Any:
        # The client itself waits for ever, its first request included: so one with an end goes before it.
        http.get(f"{place.rstrip('/')}/api/v2/heartbeat", headers=headers, timeout=timeout_s).raise_for_status()
        client = vendor.HttpClient(
            host=address.hostname or "",
            port=address.port or (443 if secure else 8000),
            ssl=secure,
            headers=headers,
            settings=quiet.model_copy(),
        )
        for session in _sessions(client):
            session.timeout = http.Timeout(timeout_s)
        return client

    return connect


def _sessions(client: Any) -> list[Any]:
    """The HTTP sessions of a client of a server, which it neither gives an end nor closes."""
    servers = (client._server, client._admin_client._server)
    return [server._session for server in servers if hasattr(server, "_session")]


def _closed(client: Any) -> None:
    sessions = _sessions(client)
    client.close()
    for session in sessions:
        session.close()


def _in_memory(vendor: Any, quiet: Any) -> Any:
    """All that is in memory lies in one place of the process: each adapter takes a database of its own there."""
    database = uuid4().hex
    shared = vendor.EphemeralClient(settings=quiet)
    shared._admin_client.create_database(database)
    return vendor.EphemeralClient(settings=quiet, database=database)
