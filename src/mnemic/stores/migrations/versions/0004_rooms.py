"""What rooms keep is found without reading what else a user has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

IN_A_ROOM = "kind IN ('profile', 'summary', 'task')"


def upgrade() -> None:
    """Make the index."""
    op.create_index(
        "ix_memories_rooms",
        "memories",
        ["tenant", "user_id", "recorded_at"],
        sqlite_where=sa.text(IN_A_ROOM),
        postgresql_where=sa.text(IN_A_ROOM),
    )
