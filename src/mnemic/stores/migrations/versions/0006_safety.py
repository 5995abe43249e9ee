"""Safety: keys of sealed users, registers, and the audit as a chain of hashes for each tenant."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from mnemic.stores.migrations.audit_log_of_before import enter_audit_rows
from mnemic.stores.migrations.parting import PARTITIONED_TABLES, TEXT, partition_tables

revision = "0006"
down_revision = "0005"

TENANT_NOT_BLANK = "trim(tenant, ' \t\r\n\u200b\ufeff\u3000') <> ''"
USER_NOT_BLANK = "trim(user_id, ' \t\r\n\u200b\ufeff\u3000') <> ''"


def upgrade() -> None:
    """Add columns and tables. Nobody is sealed yet; audit rows of before become the beginning of the trail."""
    op.add_column("users", sa.Column("sealed", TEXT, server_default="", nullable=False))
    op.add_column("audit", sa.Column("number", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("audit", sa.Column("salt", TEXT, server_default="", nullable=False))
    op.create_table(
        "trail",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("mark", TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "number", name=op.f("pk_trail")),
        **PARTITIONED_TABLES,
    )
    op.create_table(
        "chains",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("tenant", name=op.f("pk_chains")),
        **PARTITIONED_TABLES,
    )
    enter_audit_rows(op.get_bind())
    op.create_table(
        "registers",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("register", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.CheckConstraint(TENANT_NOT_BLANK, name=op.f("ck_registers_tenant_not_blank")),
        sa.CheckConstraint(USER_NOT_BLANK, name=op.f("ck_registers_user_not_blank")),
        sa.ForeignKeyConstraint(
            ["tenant", "user_id"],
            ["users.tenant", "users.user_id"],
            name=op.f("fk_registers_tenant_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenant", "user_id", "register", "id", name=op.f("pk_registers")),
        sqlite_with_rowid=False,
        **PARTITIONED_TABLES,
    )
    partition_tables("trail", "chains", "registers")
