"""What rooms keep is found without reading what else a user has; files are kept beside what was said of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from mnemic.stores.migrations.parting import PARTITIONED_TABLES, TEXT, partition_tables

revision = "0004"
down_revision = "0003"

IN_A_ROOM = "kind IN ('profile', 'skill', 'summary', 'task')"
WITH_FILES = """metadata LIKE '%"mnemic.files"%'"""
TENANT_NOT_BLANK = "trim(tenant, ' \t\r\n\u200b\ufeff\u3000') <> ''"
USER_NOT_BLANK = "trim(user_id, ' \t\r\n\u200b\ufeff\u3000') <> ''"


def upgrade() -> None:
    """Make the indexes and the table of files, empty."""
    op.create_index(
        "ix_memories_rooms",
        "memories",
        ["tenant", "user_id", "recorded_at"],
        sqlite_where=sa.text(IN_A_ROOM),
        postgresql_where=sa.text(IN_A_ROOM),
    )
    op.create_index(
        "ix_turns_files",
        "turns",
        ["tenant", "user_id", "position"],
        sqlite_where=sa.text(WITH_FILES),
        postgresql_where=sa.text(WITH_FILES),
    )
    op.create_table(
        "blobs",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("media_type", TEXT, nullable=False),
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_blobs_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_blobs_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_blobs_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "hash", name=op.f("pk_blobs")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    partition_tables("blobs")
