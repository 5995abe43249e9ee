"""Weaviate as its client 4 sees it: schema and tenants over REST, objects and searches over gRPC, with the client's own
message classes.

It refuses what the server refuses: a wrong key, collections and tenants that are not there, reading and writing without
a tenant, ids that are no UUIDs, vectors of another size, properties no schema knows, and more rows than
QUERY_MAXIMUM_RESULTS. Only what was asked for is in an answer.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import grpc  # type: ignore[import-untyped]
import numpy as np
from weaviate.proto.v1 import (
    base_pb2,
    batch_delete_pb2,
    batch_pb2,
    properties_pb2,
    search_get_pb2,
    tenants_pb2,
    weaviate_pb2_grpc,
)

from tests.engines.serving import HOST, Answered, Asked, JsonServer

KEY = "weaviate-key-of-tests"
VERSION = "1.33.0"
ROWS_MAX = 10_000

_Filters: Any = base_pb2.Filters


class Held:
    """One object."""

    def __init__(self, uuid: str, vector: np.ndarray[Any, Any], properties: dict[str, str]) -> None:
        self.uuid, self.vector, self.properties = uuid, vector, properties


class Schema:
    """One collection: its definition as it was sent, and its tenants."""

    def __init__(self, definition: dict[str, Any]) -> None:
        self.definition = definition
        self.tenants: dict[str, dict[str, Held]] = {}
        self.size: int | None = None  # of vectors; the first one settles it, as in Weaviate

    def property(self, name: str) -> dict[str, Any] | None:
        """A property's definition."""
        return next((one for one in self.definition.get("properties", []) if one["name"] == name), None)


class WeaviateFake:
    """A server without collections."""

    def __init__(self) -> None:
        self.collections: dict[str, Schema] = {}
        self._rest = JsonServer(self._answer)
        self._grpc = grpc.server(ThreadPoolExecutor(max_workers=4))
        register: Any = weaviate_pb2_grpc.add_WeaviateServicer_to_server
        register(_Service(self), self._grpc)
        self._grpc_port = self._grpc.add_insecure_port(f"{HOST}:0")
        self._grpc.start()

    @property
    def url(self) -> str:
        """The address as the adapter takes it."""
        return f"http://{HOST}:{self._rest.port}?grpc_port={self._grpc_port}"

    def close(self) -> None:
        """Stop both servers."""
        self._grpc.stop(grace=None).wait()
        self._rest.close()

    def _answer(self, asked: Asked) -> Answered:
        match asked.method, asked.path.removeprefix("/v1/").split("/"):
            case "GET", ["meta"]:
                return Answered(body={"version": VERSION, "grpcMaxMessageSize": 104_858_000, "modules": {}})
            case "GET", [".well-known", "openid-configuration"]:
                return Answered(status=404, body=None)
        if asked.headers.get("authorization") != f"Bearer {KEY}":
            return Answered(status=401, body={"code": 401, "message": "anonymous access not enabled"})
        match asked.method, asked.path.removeprefix("/v1/").split("/"):
            case "GET", ["schema"]:
                return Answered(body={"classes": [one.definition for one in self.collections.values()]})
            case "POST", ["schema"]:
                return self._made(asked.body)
            case "GET", ["schema", name] if name in self.collections:
                return Answered(body=self.collections[name].definition)
            case "DELETE", ["schema", name, "tenants"] if name in self.collections:
                for tenant in asked.body:
                    self.collections[name].tenants.pop(tenant, None)
                return Answered()
            case (("GET" | "HEAD"), ["schema", name, "tenants", tenant]) if name in self.collections:
                there = tenant in self.collections[name].tenants
                return Answered(status=200 if there else 404, body={"name": tenant, "activityStatus": "ACTIVE"})
            case _:
                return Answered(status=404, body=None)

    def _made(self, definition: Any) -> Answered:
        name = definition["class"]
        if name in self.collections:
            return _refused(f"class name {name} already exists")
        if not name[0].isupper() or not name.replace("_", "").isalnum():
            return _refused(f"'{name}' is not a valid class name")
        if any(one["name"] in ("id", "_id", "vector") for one in definition["properties"]):
            return _refused("'id' and 'vector' are reserved property names")
        for vector in definition["vectorConfig"].values():
            vector["vectorIndexConfig"] = _FLAT | vector.get("vectorIndexConfig", {})
        told = {"invertedIndexConfig": _INVERTED, "replicationConfig": {"factor": 1}, "shardingConfig": {}}
        self.collections[name] = Schema(told | definition)
        return Answered(body=self.collections[name].definition)


class _Service(weaviate_pb2_grpc.WeaviateServicer):
    """What the client calls over gRPC. The names of methods are the service's."""

    def __init__(self, server: WeaviateFake) -> None:
        self._server = server

    def Search(self, request: Any, context: Any) -> Any:  # noqa: N802
        """The objects nearest to a vector, or without one all from `after` on, by id."""
        schema, tenant = self._opened(request, context)
        limit = request.limit or 10
        if limit > ROWS_MAX:
            context.abort(grpc.StatusCode.UNKNOWN, "query maximum results exceeded")
        fits = _filter(schema, request.filters, context) if request.HasField("filters") else _anything
        held = [one for one in tenant.values() if fits(one)]
        reply = search_get_pb2.SearchReply()
        if request.HasField("near_vector"):
            question = _vector(request.near_vector)
            if held and len(question) != schema.size:
                context.abort(grpc.StatusCode.UNKNOWN, f"vector lengths don't match: {schema.size} {len(question)}")
            near = sorted(((1 - _cosine(question, one.vector), one) for one in held), key=lambda pair: pair[0])
            for distance, one in near[:limit]:
                self._tell(reply.results.add(), one, request, distance)
        else:
            later = sorted((one for one in held if one.uuid > request.after), key=lambda one: one.uuid)
            for one in later[:limit]:
                self._tell(reply.results.add(), one, request, None)
        return reply

    def BatchObjects(self, request: Any, context: Any) -> Any:  # noqa: N802
        """Write objects; each that cannot be is named by its place."""
        self._check_key(context)
        reply = batch_pb2.BatchObjectsReply()
        for place, one in enumerate(request.objects):
            if error := self._written(one):
                reply.errors.add(index=place, error=error)
        return reply

    def BatchDelete(self, request: Any, context: Any) -> Any:  # noqa: N802
        """Delete the objects a filter chooses."""
        schema, tenant = self._opened(request, context)
        fits = _filter(schema, request.filters, context)
        gone = [uuid for uuid, one in tenant.items() if fits(one)]
        for uuid in gone:
            del tenant[uuid]
        return batch_delete_pb2.BatchDeleteReply(matches=len(gone), successful=len(gone))

    def TenantsGet(self, request: Any, context: Any) -> Any:  # noqa: N802
        """The tenants of a collection, or those of them that are named."""
        self._check_key(context)
        schema = self._schema(request.collection, context)
        names = list(request.names.values) or list(schema.tenants)
        active = tenants_pb2.TenantActivityStatus.TENANT_ACTIVITY_STATUS_ACTIVE
        told = [tenants_pb2.Tenant(name=name, activity_status=active) for name in names if name in schema.tenants]
        return tenants_pb2.TenantsGetReply(tenants=told)

    def _written(self, one: Any) -> str | None:
        schema = self._server.collections.get(one.collection)
        if schema is None:
            return f"class {one.collection} not found"
        if not one.tenant:
            return f"class {one.collection} has multi-tenancy enabled, but request was without tenant"
        properties = dict(one.properties.non_ref_properties)
        if unknown := [name for name in properties if schema.property(name) is None]:
            return f"no such prop with name {unknown[0]!r}"
        vector = _vector(one)
        if schema.size not in (None, len(vector)):
            return f"new node has a vector with length {len(vector)}. Existing nodes have length {schema.size}"
        if one.tenant not in schema.tenants and not schema.definition["multiTenancyConfig"]["autoTenantCreation"]:
            return f"tenant not found: {one.tenant!r}"
        schema.size = len(vector)
        uuid = str(UUID(one.uuid))
        schema.tenants.setdefault(one.tenant, {})[uuid] = Held(uuid, vector, properties)
        return None

    def _opened(self, request: Any, context: Any) -> tuple[Schema, dict[str, Held]]:
        self._check_key(context)
        schema = self._schema(request.collection, context)
        if not request.tenant:
            context.abort(grpc.StatusCode.UNKNOWN, "class has multi-tenancy enabled, but request was without tenant")
        if request.tenant not in schema.tenants:
            context.abort(grpc.StatusCode.UNKNOWN, f"tenant not found: {request.tenant!r}")
        return schema, schema.tenants[request.tenant]

    def _schema(self, name: str, context: Any) -> Schema:
        if name not in self._server.collections:
            context.abort(grpc.StatusCode.UNKNOWN, f"could not find class {name} in schema")
        return self._server.collections[name]

    def _check_key(self, context: Any) -> None:
        if dict(context.invocation_metadata()).get("authorization") != f"Bearer {KEY}":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "anonymous access not enabled")

    def _tell(self, result: Any, one: Held, request: Any, distance: float | None) -> None:
        result.metadata.id, result.metadata.id_as_bytes = one.uuid, UUID(one.uuid).bytes
        if distance is not None and request.metadata.distance:
            result.metadata.distance, result.metadata.distance_present = distance, True
        for name in request.properties.non_ref_properties:
            result.properties.non_ref_props.fields[name].CopyFrom(properties_pb2.Value(text_value=one.properties[name]))


_FLAT = {"distance": "cosine", "vectorCacheMaxObjects": 1_000_000_000_000}
_INVERTED = {
    "bm25": {"b": 0.75, "k1": 1.2},
    "cleanupIntervalSeconds": 60,
    "stopwords": {"preset": "en", "additions": None, "removals": None},
}


def _refused(message: str) -> Answered:
    return Answered(status=422, body={"error": [{"message": message}]})


def _anything(one: Held) -> bool:
    return True


def _filter(schema: Schema, asked: Any, context: Any) -> Callable[[Held], bool]:
    """Weaviate's filters; of the operators, those there is a use for here."""
    if asked.operator == _Filters.OPERATOR_AND:
        parts = [_filter(schema, one, context) for one in asked.filters]
        return lambda held: all(part(held) for part in parts)
    if asked.operator != _Filters.OPERATOR_CONTAINS_ANY:
        context.abort(grpc.StatusCode.UNIMPLEMENTED, f"this fake knows no operator {asked.operator}")
    field, values = asked.target.property, set(asked.value_text_array.values)
    if field == "_id":
        return lambda held: held.uuid in values
    known = schema.property(field)
    if known is None or not known["indexFilterable"] or known["tokenization"] != "field":
        context.abort(grpc.StatusCode.UNKNOWN, f"{field} cannot be filtered by whole values")
    return lambda held: held.properties[field].strip() in {value.strip() for value in values}


def _vector(message: Any) -> np.ndarray[Any, Any]:
    packed: Iterable[bytes] = [message.vector_bytes, *(one.vector_bytes for one in message.vectors)]
    [single] = [one for one in packed if one]
    return np.array(struct.unpack(f"<{len(single) // 4}f", single), dtype=np.float32)


def _cosine(left: Any, right: Any) -> float:
    return float(np.dot(left, right) / (np.linalg.norm(left) * np.linalg.norm(right)))
