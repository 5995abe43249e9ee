"""pgvector: vectors in the memory's own PostgreSQL database, or in another, in a table that is as closed as the others.

A user's vectors are compared one by one, found by the key of the table; from `rows_large` on a graph of that user alone
says which (HNSW, a partial index). Row-level security binds every statement to one tenant and user.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import NO_FILTER, NearMemory, VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import StoreClosed, VectorEngineUnavailable
from mnemic.ports.outside import Vectors
from mnemic.stores.sql import fork_safety
from mnemic.stores.sql.moments import with_zeros, without_zeros
from mnemic.stores.sql.postgres_errors import driver_url, place_in_words, sqlstate_of
from mnemic.stores.vectors import naming
from mnemic.stores.vectors.pgvector_schema import CREATED, IS_THERE, TABLE, graph_wanted, graphs_statement, parts_wanted

ROWS_LARGE = 100_000
"""Vectors of a user in a space from which a graph is made of them. Comparing every one takes 0.8 ms for each thousand
vectors of 256 columns, asking a graph for 400 of them 25 to 55 ms (docs/decisions/0021-vector-engines.md)."""

FEEDING_S = 600.0
"""How long a statement may take that writes, or makes a graph: nobody waits for it."""

POOL = 5
COUNTED_MAX = 10_000  # users and spaces whose puts are counted
EXPANSION_SEARCH = naming.EXPANSION_SEARCH
DIMENSIONS_MAX = 4_000  # of a half-precision vector in a graph, pgvector's own; wider ones are compared one by one

_BEGIN = (
    "SELECT set_config('mnemic.tenant', %(tenant)s, true), set_config('mnemic.user', %(user)s, true), "
    "set_config('mnemic.reach', '', true), set_config('statement_timeout', %(statement_ms)s, true)"
)
_MINE = "tenant = %(tenant)s AND user_id = %(user)s"
_PUT = (
    f"INSERT INTO {TABLE} (tenant, user_id, space, memory_id, kind, agent, vector) "
    "VALUES (%(tenant)s, %(user)s, %(space)s, %(id)s, %(kind)s, %(agent)s, CAST(%(vector)s AS halfvec)) "
    "ON CONFLICT (tenant, user_id, space, memory_id) "
    "DO UPDATE SET kind = excluded.kind, agent = excluded.agent, vector = excluded.vector"
)
_REMOVE = f"DELETE FROM {TABLE} WHERE {_MINE} AND space = %(space)s AND memory_id = ANY(%(ids)s)"
_FORGET = f"DELETE FROM {TABLE} WHERE {_MINE}"
_IDS = f"SELECT memory_id FROM {TABLE} WHERE {_MINE} AND space = %(space)s"
_COUNT = f"SELECT count(*) FROM (SELECT 1 FROM {TABLE} WHERE {_MINE} AND space = %(space)s LIMIT %(most)s) AS first"
_EXPANSION = f"SET LOCAL hnsw.ef_search = {EXPANSION_SEARCH}; SET LOCAL hnsw.iterative_scan = strict_order"


class PgVectors:
    """Promises everything up to `rows_large` vectors of a user: what was put is seen at once, and the k nearest are the
    k nearest. Beyond, a graph names them: 0.98 of the best 400 where vectors gather, 0.93 where they are random.

    Args:
        url: `postgresql://user:password@host/database`. Its owner need be no superuser; the extension `vector` must be
            there, or the role be allowed to make it.
        timeout_s: how long a search may take, and how long is waited for a connection.
        rows_large: vectors of a user in a space from which a graph is made.
    """

    def __init__(self, url: str, *, timeout_s: float, rows_large: int = ROWS_LARGE) -> None:
        where = driver_url(url)
        self._place = place_in_words(where)
        self._timeout_s = timeout_s
        self._rows_large = rows_large
        self._engine = sa.create_engine(
            where,
            poolclass=QueuePool,
            pool_size=POOL,
            max_overflow=POOL,
            pool_timeout=timeout_s,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={
                "application_name": "mnemic-vectors",
                "connect_timeout": max(int(timeout_s), 2),
                "prepare_threshold": None,  # a prepared statement does not know whose graph may be used
            },
        )
        self._ready = False
        self._closed = False
        self._lock = Lock()
        self._put: dict[tuple[Scope, VectorSpace], int] = {}  # since somebody looked whether a graph is wanted
        fork_safety.tell_in_children(self)

    @property
    def name(self) -> str:
        """`pgvector`."""
        return "pgvector"

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        """Write memories, new or changed."""
        told = naming.latest_entries(entries)
        vectors = naming.entry_matrix(told, space)
        mine = {**_whose(scope), "space": naming.space_digest(space)}
        rows = [
            {
                **mine,
                "id": without_zeros(one.id),
                "kind": without_zeros(one.kind),
                "agent": without_zeros(one.agent),
                "vector": _text(vector),
            }
            for one, vector in zip(told, vectors, strict=True)
        ]
        if rows:
            with self._of(scope, FEEDING_S) as connection:
                connection.exec_driver_sql(_PUT, rows)
            self._grow(scope, space, len(rows))

    def remove(self, scope: Scope, space: VectorSpace, ids: Collection[str]) -> None:
        """Remove memories; unknown ids are passed over."""
        if ids:
            with self._of(scope, FEEDING_S) as connection:
                self._run(
                    connection, _REMOVE, scope, space=naming.space_digest(space), ids=[without_zeros(id) for id in ids]
                )

    def search(
        self, scope: Scope, space: VectorSpace, vector: Vectors, *, k: int, where: VectorFilter = NO_FILTER
    ) -> list[NearMemory]:
        """The k memories nearest to a vector, best first."""
        if k < 1 or naming.nothing_fits(where):
            return []
        near = f"CAST(vector AS halfvec({space.size:d})) <=> CAST(%(vector)s AS halfvec({space.size:d}))"
        narrowed, named = _narrowed(where)
        statement = (
            f"SELECT memory_id, 1 - ({near}) FROM {TABLE} WHERE {_MINE} AND space = %(space)s{narrowed} "
            f"ORDER BY {near} LIMIT %(k)s"
        )
        asked = _text(naming.unit_vectors(vector))
        with self._of(scope, self._timeout_s) as connection:
            connection.exec_driver_sql(_EXPANSION)
            found = self._run(
                connection, statement, scope, space=naming.space_digest(space), vector=asked, k=k, **named
            )
        return [NearMemory(id=with_zeros(id), cosine=float(cosine)) for id, cosine in found]

    def ids(self, scope: Scope, space: VectorSpace) -> set[str]:
        """Ids of every memory of the user that is there."""
        with self._of(scope, FEEDING_S) as connection:
            return {with_zeros(id) for (id,) in self._run(connection, _IDS, scope, space=naming.space_digest(space))}

    def forget(self, scope: Scope) -> None:
        """Remove everything of the user, from every space, graphs included."""
        with self._of(scope, FEEDING_S) as connection:
            self._run(connection, _FORGET, scope)
            graphs = [graph for (graph,) in connection.exec_driver_sql(graphs_statement(scope))]
        for graph in graphs:  # others, whose vectors lie in the same part of the table, go on meanwhile
            self._outside(f"DROP INDEX CONCURRENTLY IF EXISTS {graph}")

    def close(self) -> None:
        """Let go of connections. Closing twice is harmless."""
        self._closed = True
        self._engine.dispose()

    def after_fork_in_child(self) -> None:
        """The parent's connections are the parent's: here they are forgotten, not closed."""
        self._engine.dispose(close=False)
        self._lock = Lock()

    @contextmanager
    def _of(self, scope: Scope, timeout_s: float) -> Iterator[sa.Connection]:
        """A transaction in which nobody else's rows are there."""
        self._prepare()
        with self._explained(), self._engine.begin() as connection:
            ours = {**_whose(scope), "statement_ms": str(int(timeout_s * 1000))}
            connection.exec_driver_sql(_BEGIN, ours)
            yield connection

    def _run(self, connection: sa.Connection, statement: str, scope: Scope, **named: Any) -> Sequence[Any]:
        result = connection.exec_driver_sql(statement, {**_whose(scope), **named})
        return result.all() if result.returns_rows else ()

    def _prepare(self) -> None:
        """Make the table where it is not there yet. Where it is, a role that may make none, and a replica, will do."""
        if self._closed:
            raise StoreClosed("pgvector has been closed.")
        with self._lock:
            if self._ready:
                return
            with self._explained(), self._engine.begin() as connection:
                if not connection.exec_driver_sql(IS_THERE).scalar_one():
                    for statement in CREATED:
                        connection.exec_driver_sql(statement)
                    for statement in parts_wanted(connection):
                        connection.exec_driver_sql(statement)
            self._ready = True

    def _grow(self, scope: Scope, space: VectorSpace, rows: int) -> None:
        """Make a graph of a user who has become large; looked at now and then. Others write meanwhile."""
        with self._lock:
            if len(self._put) > COUNTED_MAX:
                self._put.clear()
            put = self._put[scope, space] = self._put.get((scope, space), self._rows_large) + rows
        if put < self._rows_large // 10 or space.size > DIMENSIONS_MAX:
            return
        self._put[scope, space] = 0
        with self._of(scope, FEEDING_S) as connection:
            count = self._run(connection, _COUNT, scope, space=naming.space_digest(space), most=self._rows_large)[0][0]
            wanted = list(graph_wanted(connection, scope, space)) if count >= self._rows_large else []
        for statement in wanted:
            self._outside(statement)

    def _outside(self, statement: str) -> None:
        """Run a statement that cannot be part of a transaction."""
        with self._explained(), self._engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(statement)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise VectorEngineUnavailable(f"pgvector at {self._place}: {_why(error)}.") from error


def _why(error: SQLAlchemyError) -> str:
    """What went wrong, without what was written."""
    state = sqlstate_of(error)
    if state in ("58P01", "0A000", "42704"):
        return "the extension is not there: have an administrator run CREATE EXTENSION vector in this database"
    if state == "42501":
        return (
            "the role may not do that: have an administrator run CREATE EXTENSION vector in this database, or grant it "
            f"the table {TABLE}"
        )
    if state == "57014":
        return "it took longer than vector_index_timeout_s"
    if isinstance(error, DBAPIError) and state:
        return f"{type(error.orig).__name__} ({state})"
    return "it cannot be reached: check that PostgreSQL runs there"


def _whose(scope: Scope) -> dict[str, str]:
    return {"tenant": without_zeros(scope.tenant), "user": without_zeros(scope.user)}


def _text(vector: Vectors) -> str:
    return json.dumps([round(float(number), 6) for number in vector])


def _narrowed(where: VectorFilter) -> tuple[str, Mapping[str, list[str]]]:
    asked = {"kind": where.kinds, "agent": where.agents}
    named = {field: [without_zeros(value) for value in values] for field, values in asked.items() if values is not None}
    return "".join(f" AND {field} = ANY(%({field})s)" for field in named), named
