"""Questions on record, and what feedback said of their answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from mnemic.stores.migrations.parting import PARTITIONED_TABLES, TEXT, partition_tables

revision = "0003"
down_revision = "0002"

TENANT_NOT_BLANK = "trim(tenant, ' \t\r\n\u200b\ufeff\u3000') <> ''"
USER_NOT_BLANK = "trim(user_id, ' \t\r\n\u200b\ufeff\u3000') <> ''"


def upgrade() -> None:
    """Make both tables, empty."""
    op.create_table(
        "asked",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("marks", TEXT, nullable=False),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("agent", TEXT, nullable=True),
        sa.Column("session", TEXT, nullable=True),
        sa.Column("k", sa.BigInteger(), nullable=True),
        sa.Column("recipe", TEXT, nullable=False),
        sa.Column("memory_ids", TEXT, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("fingerprint", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_asked_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_asked_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_asked_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("pk_asked")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_index(op.f("ix_asked_tenant_user_id_at"), "asked", ["tenant", "user_id", "at"])
    op.create_table(
        "votes",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("answer", TEXT, nullable=False),
        sa.Column("memory_id", TEXT, nullable=False),
        sa.Column("helpful", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("marks", TEXT, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("fingerprint", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_votes_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_votes_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "memory_id"],
            ["memories.tenant", "memories.user_id", "memories.id"],
            name=op.f("fk_votes_tenant_user_id_memory_id_memories"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "answer", "memory_id", name=op.f("pk_votes")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_index(op.f("ix_votes_tenant_user_id_memory_id"), "votes", ["tenant", "user_id", "memory_id"])
    partition_tables("asked", "votes")
