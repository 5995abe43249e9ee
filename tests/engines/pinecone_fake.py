"""Pinecone as its client 10 sees it: control plane and data plane over HTTP, each index at a port of its own.

It refuses what Pinecone's documentation says the service refuses: a wrong key, names, ids, sizes and batches beyond the
limits, vectors of zeros, and deletions in a namespace that does not exist. It is consistent at once, which the service
is not.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any

import numpy as np

from tests.engines.serving import HOST, Answered, Asked, JsonServer

KEY = "pcsk_of_tests"
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,43}[a-z0-9])?")
UPSERTED_MAX, DELETED_MAX, LISTED_MAX, NEAREST_MAX = 1_000, 1_000, 100, 10_000
REQUEST_BYTES_MAX = 2_000_000
METADATA_BYTES_MAX = 40_960

Vector = dict[str, Any]


class PineconeFake:
    """A project with no index yet."""

    def __init__(self) -> None:
        self.indexes: dict[str, Index] = {}
        self._server = JsonServer(self._answer)

    @property
    def host(self) -> str:
        """The control plane's address."""
        return f"http://{HOST}:{self._server.port}"

    def close(self) -> None:
        """Stop every server."""
        self._server.close()
        for index in self.indexes.values():
            index.server.close()

    def _answer(self, asked: Asked) -> Answered:
        if refused := _refused(asked):
            return refused
        match asked.method, asked.path.strip("/").split("/"):
            case "GET", ["indexes"]:
                return Answered(body={"indexes": [index.told() for index in self.indexes.values()]})
            case "POST", ["indexes"]:
                return self._made(asked.body)
            case "GET", ["indexes", name] if name in self.indexes:
                return Answered(body=self.indexes[name].told())
            case _:
                return _error(404, "NOT_FOUND", f"Resource {asked.path} not found")

    def _made(self, body: Any) -> Answered:
        name, fields = body["name"], body["schema"]["fields"]
        if not NAME.fullmatch(name):
            return _error(400, "INVALID_ARGUMENT", "Name must be at most 45 of a-z, 0-9 and '-'")
        if name in self.indexes:
            return _error(409, "ALREADY_EXISTS", "Resource already exists")
        [dense] = [one for one in fields.values() if one["type"] == "dense_vector"]
        if dense["metric"] != "cosine":
            return _error(400, "INVALID_ARGUMENT", "This fake compares by cosine only")
        self.indexes[name] = Index(name, body["schema"], int(dense["dimension"]), body["deployment"])
        return Answered(status=201, body=self.indexes[name].told())


class Index:
    """One index and its data plane."""

    def __init__(self, name: str, schema: Any, size: int, deployment: Any) -> None:
        self._name, self._schema, self._size, self._deployment = name, schema, size, deployment
        self.namespaces: dict[str, dict[str, Vector]] = defaultdict(dict)
        self.server = JsonServer(self._answer)

    def told(self) -> dict[str, Any]:
        """The index as the control plane describes it."""
        return {
            "name": self._name,
            "host": f"{HOST}:{self.server.port}",
            "status": {"ready": True, "state": "Ready"},
            "schema": self._schema,
            "deployment": self._deployment | {"environment": "us-east-1-aws"},
            "deletion_protection": "disabled",
            "tags": None,
        }

    def _answer(self, asked: Asked) -> Answered:
        if refused := _refused(asked):
            return refused
        if len(json.dumps(asked.body or {}, separators=(",", ":"))) > REQUEST_BYTES_MAX:
            return _failed(400, 3, "Request size exceeds the maximum of 2 MB")
        match asked.method, asked.path:
            case "POST", "/vectors/upsert":
                return self._upsert(asked.body)
            case "POST", "/query":
                return self._query(asked.body)
            case "POST", "/vectors/delete":
                return self._delete(asked.body)
            case "GET", "/vectors/list":
                return self._list(asked)
            case "GET", "/vectors/fetch":
                held = self.namespaces.get(asked.query.get("namespace", [""])[0], {})
                return Answered(body={"vectors": {one: held[one] for one in asked.query["ids"] if one in held}})
            case _:
                return _failed(404, 5, f"No such path: {asked.path}")

    def _upsert(self, body: Any) -> Answered:
        vectors = body["vectors"]
        if not 0 < len(vectors) <= UPSERTED_MAX:
            return _failed(400, 3, f"{len(vectors)} vectors: 1-{UPSERTED_MAX} can be upserted at once")
        for vector in vectors:
            if len(vector["values"]) != self._size:
                return _failed(400, 3, f"Vector dimension {len(vector['values'])} is not the index's {self._size}")
            if not any(vector["values"]):
                return _failed(400, 3, "Dense vectors must contain at least one non-zero value")
            if not vector["id"].isascii() or not 0 < len(vector["id"]) <= 512:
                return _failed(400, 3, "An id has 1-512 ASCII characters")
            if len(json.dumps(vector["metadata"]).encode()) > METADATA_BYTES_MAX:
                return _failed(400, 3, "Metadata size exceeds 40 kB")
        held = self.namespaces[body.get("namespace", "")]
        held |= {vector["id"]: vector for vector in vectors}
        return Answered(body={"upsertedCount": len(vectors)})

    def _query(self, body: Any) -> Answered:
        if not 0 < body["topK"] <= NEAREST_MAX:
            return _failed(400, 3, f"topK must be 1-{NEAREST_MAX}")
        question = np.array(body["vector"])
        held = self.namespaces.get(body.get("namespace", ""), {}).values()
        fitting = [vector for vector in held if _fits(vector["metadata"], body.get("filter") or {})]
        scored = sorted(((_cosine(question, vector["values"]), vector) for vector in fitting), key=lambda one: -one[0])
        matches = [
            {"id": vector["id"], "score": score} | ({"metadata": vector["metadata"]} if body["includeMetadata"] else {})
            for score, vector in scored[: body["topK"]]
        ]
        return Answered(body={"matches": matches, "namespace": body.get("namespace", ""), "usage": {"readUnits": 1}})

    def _delete(self, body: Any) -> Answered:
        namespace = body.get("namespace", "")
        if namespace not in self.namespaces:
            return _failed(404, 5, "Namespace not found")
        if body.get("deleteAll"):
            del self.namespaces[namespace]
            return Answered()
        if len(body["ids"]) > DELETED_MAX:
            return _failed(400, 3, f"{len(body['ids'])} ids: up to {DELETED_MAX} can be deleted at once")
        for one in body["ids"]:
            self.namespaces[namespace].pop(one, None)
        return Answered()

    def _list(self, asked: Asked) -> Answered:
        limit = int(asked.query.get("limit", ["100"])[0])
        if not 0 < limit <= LISTED_MAX:
            return _failed(400, 3, f"limit must be 1-{LISTED_MAX}")
        held = sorted(self.namespaces.get(asked.query.get("namespace", [""])[0], {}))
        start = int(asked.query.get("paginationToken", ["0"])[0])
        page: dict[str, Any] = {"vectors": [{"id": one} for one in held[start : start + limit]]}
        if start + limit < len(held):
            page["pagination"] = {"next": str(start + limit)}
        return Answered(body=page)


def _fits(metadata: Vector, narrowed: Any) -> bool:
    """Pinecone's filters: every field must fit; of the operators, those there is a use for here."""
    for field, condition in narrowed.items():
        match condition:
            case {"$in": values}:
                if metadata.get(field) not in values:
                    return False
            case {"$eq": value}:
                if metadata.get(field) != value:
                    return False
            case _:
                raise AssertionError(f"This fake knows no filter like {condition!r}")
    return True


def _cosine(left: Any, right: Any) -> float:
    return float(np.dot(left, right) / (np.linalg.norm(left) * np.linalg.norm(right)))


def _refused(asked: Asked) -> Answered | None:
    if asked.headers.get("api-key") != KEY:
        return _error(401, "UNAUTHENTICATED", "Invalid API Key")
    if not asked.headers.get("x-pinecone-api-version"):
        return _error(400, "INVALID_ARGUMENT", "No API version")
    return None


def _error(status: int, code: str, message: str) -> Answered:
    """An error as the control plane words it."""
    return Answered(status=status, body={"status": status, "error": {"code": code, "message": message}})


def _failed(status: int, code: int, message: str) -> Answered:
    """An error as the data plane words it."""
    return Answered(status=status, body={"code": code, "message": message, "details": []})
