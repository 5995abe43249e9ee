"""The statements by which a writer hands over the rows it has gathered, for each database that knows ON CONFLICT."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import sqlalchemy as sa

from mnemic.stores.sql.reader import is_of_user
from mnemic.stores.sql.tables import (
    asked,
    audit,
    blobs,
    history,
    index_entries,
    jobs,
    letters,
    links,
    memories,
    outbox,
    registers,
    sources,
    tombstones,
    turns,
    votes,
)

_COUNTED = ("access_count", "last_accessed_at")  # kept by `used`: a copy read earlier must not turn them back


def insert_of(dialect: str) -> Any:
    """The insert of a database that knows ON CONFLICT. SQLAlchemy loads every driver of a dialect with it, so only the
    dialect that is used is loaded."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert


def _upsert(insert: Any, table: sa.Table) -> Any:
    key = [column.name for column in table.primary_key]
    others = [column.name for column in table.c if column.name not in (*key, *_COUNTED)]
    statement = insert(table)
    return statement.on_conflict_do_update(index_elements=key, set_={name: statement.excluded[name] for name in others})


@cache
def gathered(dialect: str) -> Mapping[str, Any]:
    """What a writer gathers, in the order it is written: a row comes after those it refers to."""
    insert = insert_of(dialect)
    return {
        "turns": sa.insert(turns),
        "memories": _upsert(insert, memories),
        "old sources": sa.delete(sources).where(is_of_user(sources), sources.c.memory_id == sa.bindparam("memory_id")),
        "sources": insert(sources).on_conflict_do_nothing(),
        "index entries": _upsert(insert, index_entries),
        "history": sa.insert(history),
        "links": insert(links).on_conflict_do_nothing(),
        "audit": sa.insert(audit),
        "tombstones": _upsert(insert, tombstones),
        "asked": insert(asked).on_conflict_do_nothing(),
        "votes": _upsert(insert, votes),
        "blobs": insert(blobs).on_conflict_do_nothing(),
        "jobs": _upsert(insert, jobs),
        "letters": _upsert(insert, letters),
        "registers": _upsert(insert, registers),
        "outbox": _upsert(insert, outbox),
    }
