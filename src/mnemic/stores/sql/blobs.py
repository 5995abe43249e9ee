"""Files in SQL: the statements, and rows to values and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

import sqlalchemy as sa

from mnemic.domain.blob import BlobInfo
from mnemic.stores.sql.rows import TURN_FIELDS, RowValues, checked_storable
from mnemic.stores.sql.tables import blobs, turns, with_files_condition

INFO_FIELDS = tuple(field.name for field in fields(BlobInfo))


def _mine(table: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.tenant == sa.bindparam("tenant"), table.c.user_id == sa.bindparam("user_id"))


BLOB_DATA = sa.select(blobs.c.data).where(_mine(blobs), blobs.c.hash == sa.bindparam("hash"))
BLOBS = (
    sa.select(*(blobs.c[name] for name in INFO_FIELDS)).where(_mine(blobs)).order_by(blobs.c.stored_at, blobs.c.hash)
)
WITH_FILES = (
    sa.select(*(turns.c[name] for name in TURN_FIELDS))
    .where(_mine(turns), sa.literal_column(with_files_condition("turns.")))  # literal: the index is partial
    .order_by(turns.c.position)
)


def delete_blobs(hashes: Sequence[str]) -> sa.Delete:
    """What removes files."""
    return sa.delete(blobs).where(_mine(blobs), blobs.c.hash.in_(hashes))


def blob_values(info: BlobInfo, data: bytes) -> RowValues:
    """A file as a row."""
    return asdict(info) | {"name": checked_storable(info.name), "data": data}


def blob_info_from_row(row: Sequence[Any]) -> BlobInfo:
    """What is known of a file, from its row without the bytes."""
    return BlobInfo(**dict(zip(INFO_FIELDS, row, strict=True)))
