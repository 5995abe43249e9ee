"""The server: what vector engines have not been told yet, and the keys of the API."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from mnemic.stores.migrations.parting import PARTITIONED_TABLES, TEXT, keep_no_samples, partition_tables

revision = "0007"
down_revision = "0006"

_WORDS = {  # where what people said stands
    "turns": ("text", "speaker", "tool_calls", "metadata"),
    "memories": ("text", "summary", "slot", "entities", "relevance_reasons", "speaker", "quote", "metadata"),
    "index_entries": ("terms", "vector", "constants"),
    "history": ("reason", "before", "after"),
    "links": ("reason",),
    "asked": ("marks", "text", "memory_ids", "vector"),
    "votes": ("marks", "vector"),
    "blobs": ("name", "data"),
    "letters": ("reason",),
    "registers": ("body",),
}


def upgrade() -> None:
    """Make the tables, empty."""
    op.create_table(
        "outbox",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("user_id", TEXT, nullable=False),
        sa.Column("memory_id", TEXT, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", "memory_id", name=op.f("pk_outbox")),
        **PARTITIONED_TABLES,
    )
    op.create_table(
        "api_keys",
        sa.Column("tenant", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("tenant", "id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("tenant", "digest", name=op.f("uq_api_keys_tenant_digest")),
        **PARTITIONED_TABLES,
    )
    partition_tables("outbox", "api_keys")
    keep_no_samples(_WORDS)
