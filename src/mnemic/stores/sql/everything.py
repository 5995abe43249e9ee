"""Everything of a user in SQL, read as it is taken: an export's rows, each sort in the order of an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from mnemic.domain.blob import Blob
from mnemic.domain.scope import Scope
from mnemic.domain.stored_rows import AuditRow, StoredMemory, StoredRow
from mnemic.stores.sql import rows, side_tables
from mnemic.stores.sql import side_tables as sql_blobs
from mnemic.stores.sql.tables import asked, audit, blobs, history, index_entries, links, memories, turns, votes

ROWS_AT_ONCE = 500
"""Rows taken from the database at a time."""

Streamed = Callable[..., Iterator[Any]]
"""Runs a statement for one user, and gives its rows as they are taken."""

_AUDIT_FIELDS = ("sequence", "at", "actor", "action", "memory_id", "detail")
_HISTORY_FIELDS = ("sequence", "memory_id", "action", "actor", "reason", "at", "before", "after")
_LINK_FIELDS = ("source", "target", "relation", "reason", "at")


def _of_user(table: sa.Table, names: tuple[str, ...], *order: str) -> sa.Select[Any]:
    mine = sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))
    return sa.select(*(table.c[name] for name in names)).where(mine).order_by(*(table.c[name] for name in order))


def _memories(*, vectors: bool) -> sa.Select[Any]:
    same = sa.and_(
        index_entries.c.tenant == memories.c.tenant,
        index_entries.c.user_id == memories.c.user_id,
        index_entries.c.memory_id == memories.c.id,
    )
    vector: sa.ColumnElement[Any] = index_entries.c.vector if vectors else sa.null()
    columns = [
        sa.type_coerce(memories.c[name], sa.BigInteger) if name in rows.MOMENTS else memories.c[name]
        for name in rows.MEMORY_FIELDS
    ]
    return (
        sa.select(*columns, index_entries.c.memory_id.is_not(None), vector)
        .select_from(memories.outerjoin(index_entries, same))
        .where(memories.c.tenant == sa.bindparam("tenant"), memories.c.user_id == sa.bindparam("user_id"))
        .order_by(memories.c.id)
    )


_TURNS = _of_user(turns, rows.TURN_FIELDS, "position")
_HISTORY = _of_user(history, _HISTORY_FIELDS, "sequence")
_LINKS = _of_user(links, _LINK_FIELDS, "source", "target", "relation")
_AUDIT = _of_user(audit, _AUDIT_FIELDS, "sequence")
_ASKED = _of_user(asked, side_tables.ASKED_FIELDS, "id")
_VOTES = _of_user(votes, side_tables.VOTE_FIELDS, "answer", "memory_id")
_BLOBS = _of_user(blobs, sql_blobs.INFO_FIELDS, "hash")


def stored_rows(streamed: Streamed, scope: Scope, *, vectors: bool) -> Iterator[StoredRow]:
    """Every row of the user, sort by sort."""
    yield from map(rows.turn_from_row, streamed(_TURNS))
    yield from map(side_tables.dead_letter_from_row, streamed(side_tables.DEAD_LETTERS))
    for *memory, indexed, vector in streamed(_memories(vectors=vectors)):
        yield StoredMemory(
            memory=rows.memory_from_row(memory, scope.tenant, scope.user), indexed=bool(indexed), vector=vector
        )
    yield from map(rows.history_from_row, streamed(_HISTORY))
    yield from map(rows.link_from_row, streamed(_LINKS))
    for row in streamed(_AUDIT):
        yield AuditRow(**dict(zip(_AUDIT_FIELDS, row, strict=True)))
    yield from map(side_tables.asked_from_row, streamed(_ASKED))
    yield from map(side_tables.vote_from_row, streamed(_VOTES))
    for row in streamed(_BLOBS):
        info = sql_blobs.blob_info_from_row(row)
        for (data,) in streamed(sql_blobs.BLOB_DATA, hash=info.hash):
            yield Blob(info=info, data=bytes(data))
    yield from map(side_tables.register_entry_from_row, streamed(side_tables.EVERY_ENTRY))
