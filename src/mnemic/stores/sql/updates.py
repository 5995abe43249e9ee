"""What a writer holds of a user's row, and the statements by which it changes rows that are there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from mnemic.stores.sql.reader import USER_ROW, is_of_user
from mnemic.stores.sql.rows import RowValues
from mnemic.stores.sql.side_tables import EVERYTHING_FED
from mnemic.stores.sql.tables import memories, turns, users

COUNTERS = ("change", "position", "sequence")
"""The running numbers of a user's row."""


@dataclass(slots=True, kw_only=True)
class UserCounters:
    """The user's row while a writer holds it."""

    epoch: str
    change: int
    position: int
    sequence: int
    changed: bool = False  # the change number has gone up in this transaction
    dirty: bool = False  # the row in the table is behind, or rows are gathered

    def columns(self) -> RowValues:
        """The row."""
        return {name: getattr(self, name) for name in ("epoch", *COUNTERS)}


def _keyed(table: sa.Table) -> sa.ColumnElement[bool]:
    """As `mine` for an UPDATE, whose parameters may not be named like columns."""
    return sa.and_(table.c.tenant == sa.bindparam("key_tenant"), table.c.user_id == sa.bindparam("key_user"))


_WHEN: sa.BindParameter[datetime] = sa.bindparam("when", type_=memories.c.last_accessed_at.type)
USER_ROW_LOCKED = USER_ROW.add_columns(sa.exists(EVERYTHING_FED))
"""A user's row, and whether a vector engine has a copy of him."""
NO_STATEMENT_TIMEOUT = {"postgresql": sa.text("SET LOCAL statement_timeout = 0")}
"""What lets the rest of a transaction take as long as it takes, where statements have a limit."""
STORED_TURNS = sa.select(turns.c.id, turns.c.role, turns.c.text).where(
    is_of_user(turns), turns.c.session == sa.bindparam("session"), turns.c.id.in_(sa.bindparam("ids", expanding=True))
)
ADVANCE_COUNTERS = (
    sa.update(users).where(_keyed(users)).values({name: sa.bindparam(f"new_{name}") for name in COUNTERS})
)
NEW_EPOCH = sa.update(users).where(_keyed(users)).values(epoch=sa.bindparam("new_epoch"))
TO_STATE = (
    sa.update(turns)
    .where(_keyed(turns), turns.c.session == sa.bindparam("key_session"), turns.c.id == sa.bindparam("key_id"))
    .values(state=sa.bindparam("to_state"))
)
COUNT_USES = (
    sa.update(memories)
    .where(_keyed(memories), memories.c.id == sa.bindparam("key_id"))
    .values(
        access_count=memories.c.access_count + sa.bindparam("more", type_=sa.BigInteger),
        last_accessed_at=sa.case((memories.c.last_accessed_at > _WHEN, memories.c.last_accessed_at), else_=_WHEN),
    )
)
