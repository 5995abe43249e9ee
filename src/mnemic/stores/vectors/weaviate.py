"""Weaviate, a server.

Tenancy: one collection for each space, with multi-tenancy: one tenant for each user, which is a shard of its own, made
by the first memory and removed by `forget`. A collection that is there is used as it is: whoever
wants replicas or an HNSW index makes it beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import InvalidSetting
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import EngineClient, is_address, vendor_package

ROWS_AT_ONCE = 500
LIMIT = 10_000  # rows of one answer, Weaviate's own QUERY_MAXIMUM_RESULTS
GRPC_PORT = 50_051  # of a server without TLS, Weaviate's own default
COLLECTION = "Mnemic_"  # Weaviate's names begin with a capital

T = TypeVar("T")


class WeaviateVectors:
    """Promises that what was put is seen by the next search, on one node or with Weaviate's own QUORUM on several. The
    k nearest are exact: the index is Weaviate's `flat`, which compares with every vector of the tenant. At most 10,000
    are named.

    Args:
        url: `http://127.0.0.1:8080`, with `?grpc_port=50052` where gRPC does not listen at 50051 (with https at the
            port of https), or the address of a cluster at Weaviate's own cloud.
        key: the server's API key.
        timeout_s: how long a server may take to answer.

    Raises:
        InvalidSetting: the package is not installed, or this is no address.
    """

    def __init__(self, url: str, *, key: str | None, timeout_s: float) -> None:
        self._vendor: Any = vendor_package("weaviate", "weaviate")
        http, grpc = vendor_package("httpx", "weaviate"), vendor_package("grpc", "weaviate")
        if not is_address(url):
            raise InvalidSetting(f"Weaviate needs the address of a server, http://127.0.0.1:8080, not {url!r}.")
        self._classes: Any = vendor_package("weaviate.classes", "weaviate")
        failures = (self._vendor.exceptions.WeaviateBaseError, http.HTTPError, grpc.RpcError, OSError, ValueError)
        self._client = EngineClient(
            self.name,
            url,
            connect=lambda: _connected(self._vendor, url, key, timeout_s),
            failures=failures,
            close=lambda client: client.close(),
        )

    @property
    def name(self) -> str:
        """`weaviate`."""
        return "weaviate"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.entry_batches(entries, space, ROWS_AT_ONCE)
        if not told:
            return
        with self._client as client:
            self._make(client, space)
            tenant = _of_user(client, scope, _collection(space))
            for batch in told:
                objects = [
                    self._classes.data.DataObject(
                        uuid=naming.entry_id(scope, entry.id),
                        properties={
                            "memory": entry.id,
                            "kind": naming.value_digest(entry.kind),
                            "agent": naming.value_digest(entry.agent),
                        },
                        vector=vector.tolist(),
                    )
                    for entry, vector in batch
                ]
                if tenant.data.insert_many(objects).has_errors:
                    raise self._vendor.exceptions.WeaviateInsertManyAllFailedError

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        by_id = self._classes.query.Filter.by_id()
        with self._client as client:
            for batch in naming.batches(set(ids), ROWS_AT_ONCE):
                chosen = by_id.contains_any([naming.entry_id(scope, one) for one in batch])
                self._asked(client, scope, space, partial(_deleted, chosen))

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        query = self._classes.query
        asked = [query.Filter.by_property(field).contains_any(values) for field, values in naming.filter_digests(where)]
        with self._client as client:
            found = self._asked(
                client,
                scope,
                space,
                lambda tenant: tenant.query.near_vector(
                    naming.unit_vectors(vector).tolist(),
                    limit=min(k, LIMIT),
                    filters=query.Filter.all_of(asked) if asked else None,
                    return_metadata=query.MetadataQuery(distance=True),
                    return_properties=["memory"],
                ),
            )
        objects = found.objects if found else []
        return [NearMemory(id=one.properties["memory"], cosine=1 - one.metadata.distance) for one in objects]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._client as client:
            held = self._asked(client, scope, space, _listed)
        return held or set()

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        with self._client as client:
            for name in client.collections.list_all(simple=True):
                if name.startswith(COLLECTION):
                    client.collections.use(name).tenants.remove([naming.owner_digest(scope)])

    def close(self) -> None:
        """Let go of connections. Closing twice is harmless."""
        self._client.close()

    def _asked(self, client: Any, scope: Scope, space: VectorSpace, ask: Callable[[Any], T]) -> T | None:
        """What the user's tenant answers; None where there is no such tenant. That is looked up after an error only,
        because it takes another call, and another process may have removed it at any time."""
        name = _collection(space)
        try:
            return ask(_of_user(client, scope, name))
        except self._vendor.exceptions.WeaviateQueryError:
            collections = client.collections
            if collections.exists(name) and collections.use(name).tenants.exists(naming.owner_digest(scope)):
                raise
            return None

    def _make(self, client: Any, space: VectorSpace) -> None:
        name = _collection(space)
        with self._client.lock:
            if name in self._client.ready:
                return
            if not client.collections.exists(name):
                config = self._classes.config
                distance = config.VectorDistances.COSINE
                flat = config.Configure.VectorIndex.flat(distance_metric=distance)
                client.collections.create(
                    name,
                    properties=[_property(config, field) for field in ("memory", "kind", "agent")],
                    vector_config=config.Configure.Vectors.self_provided(vector_index_config=flat),
                    multi_tenancy_config=config.Configure.multi_tenancy(
                        enabled=True, auto_tenant_creation=True, auto_tenant_activation=True
                    ),
                )
            self._client.ready[name] = True


def _property(config: Any, field: str) -> Any:
    return config.Property(
        name=field,
        data_type=config.DataType.TEXT,
        tokenization=config.Tokenization.FIELD,  # values are compared whole
        index_filterable=field != "memory",
        index_searchable=False,
    )


def _collection(space: VectorSpace) -> str:
    return COLLECTION + naming.space_digest(space)


def _of_user(client: Any, scope: Scope, collection: str) -> Any:
    """The user's tenant in a collection, through which every reading and writing goes."""
    return client.collections.use(collection).with_tenant(naming.owner_digest(scope))


def _deleted(chosen: Any, tenant: Any) -> None:
    tenant.data.delete_many(where=chosen)


def _listed(tenant: Any) -> set[str]:
    return {str(one.properties["memory"]) for one in tenant.iterator(return_properties=["memory"])}


def _connected(vendor: Any, url: str, key: str | None, timeout_s: float) -> Any:
    address = urlsplit(url)
    host, secure = address.hostname or "", address.scheme == "https"
    port = address.port or (443 if secure else 8080)
    asked = parse_qs(address.query).get("grpc_port")
    waits = vendor.config.Timeout(init=timeout_s, query=timeout_s, insert=timeout_s)
    settings: dict[str, Any] = {
        "auth_credentials": vendor.auth.AuthApiKey(key) if key else None,
        "additional_config": vendor.config.AdditionalConfig(timeout=waits, trust_env=False),
        "skip_init_checks": True,  # one of the checks asks PyPI for a newer client
    }
    if vendor.util.is_weaviate_domain(host):
        return vendor.connect_to_weaviate_cloud(cluster_url=host, **settings)
    return vendor.connect_to_custom(
        http_host=host,
        http_port=port,
        http_secure=secure,
        grpc_host=host,
        grpc_port=int(asked[0]) if asked else port if secure else GRPC_PORT,
        grpc_secure=secure,
        **settings,
    )
