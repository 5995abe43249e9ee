"""What ranking knows of a text before any question, kept beside its index terms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column. Entries written before have none: theirs are worked out when an index is made."""
    op.add_column("index_entries", sa.Column("constants", sa.LargeBinary(), nullable=True))
