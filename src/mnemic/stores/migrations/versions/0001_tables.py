"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from mnemic.stores.migrations.parting import PARTITIONED_TABLES, TEXT, partition_tables

revision = "0001"
down_revision = None

TENANT_NOT_BLANK = "trim(tenant, ' \t\r\n\u200b\ufeff\u3000') <> ''"
USER_NOT_BLANK = "trim(user_id, ' \t\r\n\u200b\ufeff\u3000') <> ''"


def upgrade() -> None:
    """Make every table, empty."""
    op.create_table(
        "users",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("epoch", TEXT, nullable=False),
        sa.Column("change", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_users_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_users_user_not_blank")),
        sa.PrimaryKeyConstraint("tenant", "user_id", name=op.f("pk_users")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    op.create_table(
        "audit",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("memory_id", TEXT, nullable=True),
        sa.Column("detail", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_audit_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_audit_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_audit_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "sequence", name=op.f("pk_audit")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_table(
        "memories",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("agent", TEXT, nullable=True),
        sa.Column("task", TEXT, nullable=True),
        sa.Column("session", TEXT, nullable=True),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("tier", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("summary", TEXT, nullable=False),
        sa.Column("language", TEXT, nullable=False),
        sa.Column("slot", TEXT, nullable=False),
        sa.Column("entities", TEXT, nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("importance", sa.Double(), nullable=False),
        sa.Column("control_relevance", sa.Double(), nullable=False),
        sa.Column("relevance_reasons", TEXT, nullable=False),
        sa.Column("sensitivity", TEXT, nullable=False),
        sa.Column("origin", TEXT, nullable=False),
        sa.Column("trust", sa.Double(), nullable=False),
        sa.Column("speaker", TEXT, nullable=True),
        sa.Column("said_at", sa.BigInteger(), nullable=False),
        sa.Column("valid_from", sa.BigInteger(), nullable=True),
        sa.Column("valid_to", sa.BigInteger(), nullable=True),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("superseded_at", sa.BigInteger(), nullable=True),
        sa.Column("superseded_by", TEXT, nullable=True),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("last_accessed_at", sa.BigInteger(), nullable=True),
        sa.Column("access_count", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mention_count", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("useful", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("useless", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("sources", TEXT, nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("quote", TEXT, nullable=False),
        sa.Column("fingerprint", TEXT, nullable=False),
        sa.Column("purpose", TEXT, nullable=True),
        sa.Column("retention", TEXT, nullable=True),
        sa.Column("metadata", TEXT, nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("change", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_memories_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_memories_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_memories_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "id", name=op.f("pk_memories")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_index(
        op.f("ix_memories_tenant_user_id_change"), "memories", ["tenant", "user_id", "change"], unique=False
    )
    op.create_table(
        "tombstones",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("memory_id", TEXT, nullable=False),
        sa.Column("change", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_tombstones_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_tombstones_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_tombstones_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "memory_id", name=op.f("pk_tombstones")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    op.create_index(
        op.f("ix_tombstones_tenant_user_id_change"), "tombstones", ["tenant", "user_id", "change"], unique=False
    )
    op.create_table(
        "turns",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("session", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("speaker", TEXT, nullable=True),
        sa.Column("agent", TEXT, nullable=True),
        sa.Column("task", TEXT, nullable=True),
        sa.Column("said_at", sa.BigInteger(), nullable=False),
        sa.Column("offset_minutes", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("infer", sa.Boolean(), nullable=False),
        sa.Column("tool_calls", TEXT, nullable=False),
        sa.Column("tool_call_id", TEXT, nullable=True),
        sa.Column("metadata", TEXT, nullable=False),
        sa.Column("redacted", TEXT, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_turns_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_turns_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_turns_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "session", "id", name=op.f("pk_turns")),
        sa.UniqueConstraint("tenant", "user_id", "position", name=op.f("uq_turns_tenant_user_id_position")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_index(
        "ix_turns_pending",
        "turns",
        ["tenant", "user_id", "recorded_at"],
        unique=False,
        sqlite_where=sa.text("state = 'pending'"),
        postgresql_where=sa.text("state = 'pending'"),
    )
    op.create_table(
        "history",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("memory_id", TEXT, nullable=False),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("before", TEXT, nullable=True),
        sa.Column("after", TEXT, nullable=True),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_history_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_history_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "memory_id"],
            ["memories.tenant", "memories.user_id", "memories.id"],
            name=op.f("fk_history_tenant_user_id_memory_id_memories"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "sequence", name=op.f("pk_history")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_index(
        op.f("ix_history_tenant_user_id_memory_id_at_sequence"),
        "history",
        ["tenant", "user_id", "memory_id", "at", "sequence"],
        unique=False,
    )
    op.create_table(
        "index_entries",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("memory_id", TEXT, nullable=False),
        sa.Column("terms", TEXT, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("fingerprint", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_index_entries_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_index_entries_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "memory_id"],
            ["memories.tenant", "memories.user_id", "memories.id"],
            name=op.f("fk_index_entries_tenant_user_id_memory_id_memories"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "memory_id", name=op.f("pk_index_entries")),
        sqlite_with_rowid=True,
        **PARTITIONED_TABLES,
    )
    op.create_table(
        "links",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("source", TEXT, nullable=False),
        sa.Column("target", TEXT, nullable=False),
        sa.Column("relation", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_links_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_links_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "source"],
            ["memories.tenant", "memories.user_id", "memories.id"],
            name=op.f("fk_links_tenant_user_id_source_memories"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "target"],
            ["memories.tenant", "memories.user_id", "memories.id"],
            name=op.f("fk_links_tenant_user_id_target_memories"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "source", "target", "relation", name=op.f("pk_links")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    op.create_index(op.f("ix_links_tenant_user_id_target"), "links", ["tenant", "user_id", "target"], unique=False)
    op.create_table(
        "sources",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("session", TEXT, nullable=False),
        sa.Column("turn", TEXT, nullable=False),
        sa.Column("memory_id", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_sources_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_sources_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "memory_id"],
            ["memories.tenant", "memories.user_id", "memories.id"],
            name=op.f("fk_sources_tenant_user_id_memory_id_memories"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "session", "turn", "memory_id", name=op.f("pk_sources")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    op.create_index(
        op.f("ix_sources_tenant_user_id_memory_id"), "sources", ["tenant", "user_id", "memory_id"], unique=False
    )
    partition_tables(
        "users", "audit", "memories", "tombstones", "turns", "history", "index_entries", "links", "sources"
    )
