"""Upkeep: where each user's jobs stand, letters of turns that could not be understood, and digests among the rooms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from mnemic.stores.migrations.parting import PARTITIONED_TABLES, TEXT, partition_tables

revision = "0005"
down_revision = "0004"

IN_A_ROOM = "kind IN ('digest', 'profile', 'skill', 'summary', 'task')"
TENANT_NOT_BLANK = "trim(tenant, ' \t\r\n\u200b\ufeff\u3000') <> ''"
USER_NOT_BLANK = "trim(user_id, ' \t\r\n\u200b\ufeff\u3000') <> ''"


def upgrade() -> None:
    """Make both tables, empty, and the index of what rooms keep anew."""
    op.drop_index("ix_memories_rooms", table_name="memories")
    op.create_index(
        "ix_memories_rooms",
        "memories",
        ["tenant", "user_id", "recorded_at"],
        sqlite_where=sa.text(IN_A_ROOM),
        postgresql_where=sa.text(IN_A_ROOM),
    )
    op.create_table(
        "jobs",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("job", TEXT, nullable=False),
        sa.Column("ran_at", sa.BigInteger(), nullable=True),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("error", TEXT, nullable=False),
        sa.Column("owner", TEXT, nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("note", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_jobs_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_jobs_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_jobs_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "job", name=op.f("pk_jobs")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    op.create_table(
        "letters",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("session", TEXT, nullable=False),
        sa.Column("turn", TEXT, nullable=False),
        sa.Column("attempts", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("first_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("dead", sa.Boolean(), nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_letters_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_letters_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id", "session", "turn"],
            ["turns.tenant", "turns.user_id", "turns.session", "turns.id"],
            name=op.f("fk_letters_tenant_user_id_session_turn_turns"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "session", "turn", name=op.f("pk_letters")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    partition_tables("jobs", "letters")
