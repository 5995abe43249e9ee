"""The table of vectors in PostgreSQL, in parts by tenant like those of the records, and graphs of large users."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorSpace
from mnemic.stores.sql.moments import without_zeros
from mnemic.stores.vectors import naming

TABLE = "embeddings"
PARTS = 16  # where there are no records beside it to say how many
GRAPH = "embeddings_graph"

_TENANT = "(SELECT current_setting('mnemic.tenant', true))"
_USER = "(SELECT current_setting('mnemic.user', true))"
_BOUND = "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY; ALTER TABLE {table} FORCE ROW LEVEL SECURITY;"

IS_THERE = f"SELECT to_regclass('{TABLE}') IS NOT NULL"
"""Whether somebody has used it before."""

CREATED = (
    "SELECT pg_advisory_xact_lock(hashtextextended('mnemic embeddings', 0))",
    "CREATE EXTENSION IF NOT EXISTS vector",
    f'CREATE TABLE IF NOT EXISTS {TABLE} (tenant text COLLATE "C" NOT NULL, user_id text COLLATE "C" NOT NULL, '
    'space text COLLATE "C" NOT NULL, memory_id text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, '
    'agent text COLLATE "C" NOT NULL, vector halfvec NOT NULL, PRIMARY KEY (tenant, user_id, space, memory_id)) '
    "PARTITION BY HASH (tenant)",
)
"""What is there from the first use on. Two processes may begin at once."""

_THERE = f"SELECT count(*) FROM pg_inherits WHERE inhparent = '{TABLE}'::regclass"
_BESIDE = "SELECT count(*) FROM pg_inherits WHERE inhparent = to_regclass('users')"
_PART_OF = """
SELECT quote_ident(part.relname)
FROM pg_inherits AS below
JOIN pg_class AS part ON part.oid = below.inhrelid
CROSS JOIN LATERAL regexp_match(pg_get_expr(part.relpartbound, part.oid), 'modulus (\\d+), remainder (\\d+)') AS place
WHERE below.inhparent = 'embeddings'::regclass
AND satisfies_hash_partition(below.inhparent, place[1]::int, place[2]::int, CAST(%(tenant)s AS text))
"""
_STATE = (
    "SELECT indisvalid, EXISTS (SELECT FROM pg_stat_progress_create_index AS made WHERE made.index_relid = indexrelid) "
    "FROM pg_index WHERE indexrelid = to_regclass(%(name)s)"
)


def parts_wanted(connection: sa.Connection) -> Iterator[str]:
    """What makes the parts of a new table, as many as the records have, and closes all of them."""
    if connection.exec_driver_sql(_THERE).scalar_one():
        return
    most = connection.exec_driver_sql(_BESIDE).scalar_one() or PARTS
    mine = f"tenant = {_TENANT} AND user_id = {_USER}"
    yield f"{_BOUND.format(table=TABLE)} CREATE POLICY own ON {TABLE} USING ({mine}) WITH CHECK ({mine})"
    for number in range(most):
        part = f"{TABLE}_{number}"
        yield (
            f"CREATE TABLE {part} PARTITION OF {TABLE} FOR VALUES WITH (MODULUS {most}, REMAINDER {number}); "
            f"{_BOUND.format(table=part)}"
        )


def graph_wanted(connection: sa.Connection, scope: Scope, space: VectorSpace) -> Iterator[str]:
    """What makes a graph over the vectors of one user in one space; nothing where it is there, or being made. What
    somebody left unfinished who was killed is made anew."""
    name = f"{GRAPH}_{naming.owner_digest(scope)[:16]}_{naming.space_digest(space)[:12]}"
    state = connection.exec_driver_sql(_STATE, {"name": name}).first()
    if state is not None and any(state):
        return
    if state is not None:
        yield f"DROP INDEX CONCURRENTLY IF EXISTS {name}"
    part = connection.exec_driver_sql(_PART_OF, {"tenant": without_zeros(scope.tenant)}).scalar_one()
    quoted = [_quoted(value) for value in (scope.tenant, scope.user, naming.space_digest(space))]
    yield (
        f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {part} "
        f"USING hnsw (CAST(vector AS halfvec({space.size:d})) halfvec_cosine_ops) "
        f"WITH (m = {naming.CONNECTIVITY}, ef_construction = {naming.EXPANSION_ADD}) "
        f"WHERE tenant = {quoted[0]} AND user_id = {quoted[1]} AND space = {quoted[2]}"
    )


def graphs_statement(scope: Scope) -> str:
    """What lists the graphs of a user."""
    return (
        f"SELECT quote_ident(relname) FROM pg_class WHERE relname LIKE '{GRAPH}_{naming.owner_digest(scope)[:16]}_%%'"
    )


def _quoted(value: str) -> str:
    """A text as it stands in a statement that takes no parameters."""
    doubled = without_zeros(value).replace("'", "''").replace("\\", "\\\\").replace("%", "%%")
    return f"E'{doubled}'"
