"""Qdrant Edge: Qdrant's own engine in this process, without a server.

Tenancy: one shard, a folder, for each space; the user is a payload field with a tenant index.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.ports.outside import Vectors
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.connection import EngineClient, vendor_package

ROWS_AT_ONCE = 1_000


class QdrantEdgeVectors:
    """Promises that what was put is seen by the next search; the k nearest are exact: a question is compared with every
    vector of the user. What was put outlives the end of the process, by the engine's own log; what a machine loses with
    its power, the doctor finds. One process may open a folder.

    Args:
        place: the folder.

    Raises:
        InvalidSetting: the package is not installed.
    """

    def __init__(self, place: str) -> None:
        self._vendor: Any = vendor_package("qdrant_edge", "qdrant-edge")
        self._folder = Path(place)
        self._shards = EngineClient(
            self.name,
            place,
            connect=self._opened,
            failures=(OSError, RuntimeError, ValueError),  # mostly `Exception` itself
            close=_closed,
        )

    @property
    def name(self) -> str:
        """`qdrant-edge`."""
        return "qdrant-edge"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.entry_batches(entries, space, ROWS_AT_ONCE)
        if not told:
            return
        with self._shards as shards:
            shard = self._made(shards, space)
            for batch in told:
                points = [
                    self._vendor.Point(
                        naming.entry_id(scope, entry.id), vector.tolist(), naming.entry_payload(scope, entry)
                    )
                    for entry, vector in batch
                ]
                shard.update(self._vendor.UpdateOperation.upsert_points(points))

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        with self._shards as shards:
            shard = shards.get(_folder(space))
            for batch in naming.batches(set(ids) if shard is not None else (), ROWS_AT_ONCE):
                points = self._vendor.HasIdCondition({naming.entry_id(scope, one) for one in batch})
                self._delete(shard, self._of_user(scope, points))

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        asked = [
            self._vendor.FieldCondition(field, match=self._vendor.MatchAny(values))
            for field, values in naming.filter_digests(where)
        ]
        question = self._vendor.QueryRequest(
            limit=k,
            query=self._vendor.Query.Nearest(naming.unit_vectors(vector).tolist()),
            filter=self._of_user(scope, *asked),
            params=self._vendor.SearchParams(exact=True),
            with_payload=["id"],
        )
        with self._shards as shards:
            shard = shards.get(_folder(space))
            found = [] if shard is None else shard.query(question)
        return [NearMemory(id=str(point.payload["id"]), cosine=point.score) for point in found]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._shards as shards:
            shard = shards.get(_folder(space))
            return set() if shard is None else set(self._listed(shard, scope))

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space."""
        with self._shards as shards:
            for shard in list(shards.values()):
                self._delete(shard, self._of_user(scope))
                shard.optimize()
                shard.flush()

    def close(self) -> None:
        """Let go of the files. Closing twice is harmless."""
        self._shards.close()

    def _of_user(self, scope: Scope, *conditions: Any) -> Any:
        """The filter of every call: the user, and what else is asked."""
        user = self._vendor.FieldCondition(naming.OWNER, match=self._vendor.MatchValue(naming.owner_digest(scope)))
        return self._vendor.Filter(must=[user, *conditions])

    def _delete(self, shard: Any, chosen: Any) -> None:
        shard.update(self._vendor.UpdateOperation.delete_points_by_filter(chosen))

    def _listed(self, shard: Any, scope: Scope) -> Iterator[str]:
        start = None
        while True:
            page, start = shard.scroll(
                self._vendor.ScrollRequest(
                    offset=start, limit=ROWS_AT_ONCE, filter=self._of_user(scope), with_payload=["id"]
                )
            )
            yield from (str(point.payload["id"]) for point in page)
            if start is None:
                return

    def _opened(self) -> dict[str, Any]:
        """Every shard of the folder, by the name of its own."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        shards: dict[str, Any] = {}
        try:
            for path in sorted(self._folder.glob(f"{naming.PREFIX}_*")):
                shards[path.name] = self._vendor.EdgeShard.load(str(path))
        except BaseException:
            _closed(shards)
            raise
        return shards

    def _made(self, shards: dict[str, Any], space: VectorSpace) -> Any:
        name = _folder(space)
        with self._shards.lock:
            if name not in shards:
                columns = self._vendor.EdgeVectorParams(size=space.size, distance=self._vendor.Distance.Cosine)
                path = self._folder / name
                path.mkdir(mode=0o700, exist_ok=True)
                shard = self._vendor.EdgeShard.create(str(path), self._vendor.EdgeConfig(vectors=columns))
                for field in (naming.OWNER, "kind", "agent"):
                    schema = self._vendor.KeywordIndexParams(is_tenant=field == naming.OWNER)
                    shard.update(self._vendor.UpdateOperation.create_field_index(field, schema))
                shards[name] = shard
            return shards[name]


def _folder(space: VectorSpace) -> str:
    return f"{naming.PREFIX}_{naming.space_digest(space)}"


def _closed(shards: dict[str, Any]) -> None:
    for shard in shards.values():
        shard.flush()
        shard.close()
