"""The tables, one set for every SQL database. Each row of each table belongs to one user of one tenant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from mnemic.domain.blob import FILES_KEY
from mnemic.domain.record import FOUND_BY_KIND
from mnemic.stores.sql.moments import TEXT, Moment

REVISION = "0007"
"""The newest revision of the schema, as in migrations/versions."""

_BLANK = " \t\r\n\u200b\ufeff\u3000"  # what mnemic.domain.scope counts as blank

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_SCOPE = ("tenant", "user_id")
_PARTED: Mapping[str, Any] = {"postgresql_partition_by": "HASH (tenant)"}


PRIVATE_MARK = "private"
"""Marks, in a column's `info`, what is sealed where the user's memory is encrypted: whatever the user's words or what
was made of them stands in."""


def _text(name: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, TEXT, nullable=False, **options)


def _optional(name: str) -> sa.Column[Any]:
    return sa.Column(name, TEXT, nullable=True)


def _private(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, TEXT, nullable=nullable, info={PRIVATE_MARK: True})


def _private_bytes(name: str, *, nullable: bool = True) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary, nullable=nullable, info={PRIVATE_MARK: True})


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False, autoincrement=False)


def _share(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Double, nullable=False)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, Moment, nullable=nullable)


def _table(name: str, *items: sa.schema.SchemaItem, key: tuple[str, ...], clustered: bool = False) -> sa.Table:
    """A table whose key starts with the user. `clustered` suits short rows: they are stored in order of the key."""
    return sa.Table(
        name,
        metadata,
        _text("tenant"),
        _text("user_id"),
        *items,
        sa.PrimaryKeyConstraint(*_SCOPE, *key),
        sa.CheckConstraint(f"trim(tenant, '{_BLANK}') <> ''", name="tenant_not_blank"),
        sa.CheckConstraint(f"trim(user_id, '{_BLANK}') <> ''", name="user_not_blank"),
        sqlite_with_rowid=not clustered,
        **_PARTED,
    )


def _of_user() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(_SCOPE, ["users.tenant", "users.user_id"], ondelete="CASCADE")


def _of_memory(column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [*_SCOPE, column], ["memories.tenant", "memories.user_id", "memories.id"], ondelete="CASCADE"
    )


users = _table(
    "users",
    _text("epoch"),  # drawn anew when a forgotten user begins again
    _number("change"),  # one up for every transaction that changes or forgets a memory
    _number("position"),  # of the newest turn ever; never given twice
    _number("sequence"),  # of the newest history or audit row ever; never given twice
    _text("sealed", server_default=""),  # id of the key the user's private columns are sealed with; "": they are plain
    key=(),
    clustered=True,
)

turns = _table(
    "turns",
    _text("session"),
    _text("id"),
    _number("position"),
    _text("role"),
    _private("text"),
    _private("speaker", nullable=True),
    _optional("agent"),
    _optional("task"),
    _moment("said_at"),
    _number("offset_minutes"),
    _moment("recorded_at"),
    sa.Column("infer", sa.Boolean, nullable=False),
    _private("tool_calls"),
    _optional("tool_call_id"),
    _private("metadata"),
    _text("redacted"),
    _text("state"),
    _of_user(),
    sa.UniqueConstraint(*_SCOPE, "position"),
    key=("session", "id"),
)
sa.Index(
    "ix_turns_pending",
    turns.c.tenant,
    turns.c.user_id,
    turns.c.recorded_at,
    sqlite_where=turns.c.state == "pending",
    postgresql_where=turns.c.state == "pending",
)


def with_files_condition(prefix: str = "") -> str:
    """The condition of the partial index of turns that files came with, in SQL; `prefix` stands before the column."""
    return f"""{prefix}metadata LIKE '%"{FILES_KEY}"%'"""


sa.Index(
    "ix_turns_files",
    turns.c.tenant,
    turns.c.user_id,
    turns.c.position,
    sqlite_where=sa.text(with_files_condition()),
    postgresql_where=sa.text(with_files_condition()),
)

memories = _table(
    "memories",
    _text("id"),
    _optional("agent"),
    _optional("task"),
    _optional("session"),
    _text("kind"),
    _text("tier"),
    _text("status"),
    _private("text"),
    _private("summary"),
    _text("language"),
    _private("slot"),
    _private("entities"),
    _share("confidence"),
    _share("importance"),
    _share("control_relevance"),
    _private("relevance_reasons"),
    _text("sensitivity"),
    _text("origin"),
    _share("trust"),
    _private("speaker", nullable=True),
    _moment("said_at"),
    _moment("valid_from", nullable=True),
    _moment("valid_to", nullable=True),
    _moment("recorded_at"),
    _moment("superseded_at", nullable=True),
    _optional("superseded_by"),
    _moment("updated_at"),
    _moment("last_accessed_at", nullable=True),
    _number("access_count"),
    _number("mention_count"),
    _number("useful"),
    _number("useless"),
    _text("sources"),
    _number("position"),
    _private("quote"),
    _text("fingerprint"),
    _optional("purpose"),
    _optional("retention"),
    _private("metadata"),
    _number("version"),
    _number("change"),
    _of_user(),
    sa.Index(None, *_SCOPE, "change"),
    key=("id",),
)


def in_room_condition(prefix: str = "") -> str:
    """The condition of the partial index of what rooms keep, in SQL; `prefix` stands before the column."""
    kinds = ", ".join(f"'{kind.value}'" for kind in sorted(FOUND_BY_KIND))
    return f"{prefix}kind IN ({kinds})"


sa.Index(
    "ix_memories_rooms",
    memories.c.tenant,
    memories.c.user_id,
    memories.c.recorded_at,
    sqlite_where=sa.text(in_room_condition()),
    postgresql_where=sa.text(in_room_condition()),
)

sources = _table(
    "sources",  # which memory comes from which turn; for finding, the order is in memories.sources
    _text("session"),
    _text("turn"),
    _text("memory_id"),
    _of_memory("memory_id"),
    sa.Index(None, *_SCOPE, "memory_id"),
    key=("session", "turn", "memory_id"),
    clustered=True,
)

index_entries = _table(
    "index_entries",
    _text("memory_id"),
    _private("terms"),
    _private_bytes("vector"),
    _text("fingerprint"),
    _private_bytes("constants"),  # missing where an older version wrote the entry
    _of_memory("memory_id"),
    key=("memory_id",),
)

history = _table(
    "history",
    _number("sequence"),
    _text("memory_id"),
    _text("action"),
    _text("actor"),
    _private("reason"),
    _moment("at"),
    _private("before", nullable=True),
    _private("after", nullable=True),
    _of_memory("memory_id"),
    sa.Index(None, *_SCOPE, "memory_id", "at", "sequence"),
    key=("sequence",),
)

links = _table(
    "links",
    _text("source"),
    _text("target"),
    _text("relation"),
    _private("reason"),
    _moment("at"),
    _of_memory("source"),
    _of_memory("target"),
    sa.Index(None, *_SCOPE, "target"),
    key=("source", "target", "relation"),
    clustered=True,
)

audit = _table(
    "audit",
    _number("sequence"),
    _moment("at"),
    _text("actor"),
    _text("action"),
    _optional("memory_id"),  # no reference: that something was forgotten stays on record
    _text("detail"),
    sa.Column("number", sa.BigInteger, nullable=False, server_default="0"),  # of its line in the trail; 0: of before it
    _text("salt", server_default=""),  # of the line's digest; it goes with the row
    _of_user(),
    key=("sequence",),
)

trail = sa.Table(
    "trail",  # the tenant's audit as a chain of hashes: who did what when. It outlives users, and names none of them
    metadata,
    _text("tenant"),
    _number("number"),
    _moment("at"),
    _text("actor"),
    _text("action"),
    _text("mark"),  # hash of the user and the user's epoch, which goes with the user
    _number("sequence"),  # of the audit row
    _text("digest"),  # salted hash of what else stands in the audit row
    _text("hash"),  # of this line and the hash of the line before
    sa.PrimaryKeyConstraint("tenant", "number"),
    **_PARTED,
)

chains = sa.Table(
    "chains",  # the newest line of each tenant's trail
    metadata,
    _text("tenant"),
    _number("number"),
    _text("hash"),
    sa.PrimaryKeyConstraint("tenant"),
    **_PARTED,
)

tombstones = _table(
    "tombstones",  # ids of forgotten memories, so that other processes drop them from their caches
    _text("memory_id"),
    _number("change"),
    _of_user(),
    sa.Index(None, *_SCOPE, "change"),
    key=("memory_id",),
    clustered=True,
)

asked = _table(
    "asked",
    _text("id"),
    _moment("at"),
    _private("marks"),
    _private("text"),
    _optional("agent"),
    _optional("session"),
    sa.Column("k", sa.BigInteger, nullable=True),
    _text("recipe"),
    _private("memory_ids"),
    _private_bytes("vector"),
    _text("fingerprint"),
    _of_user(),
    sa.Index(None, *_SCOPE, "at"),
    key=("id",),
)

votes = _table(
    "votes",
    _text("answer"),
    _text("memory_id"),
    sa.Column("helpful", sa.Boolean, nullable=False),
    _moment("at"),
    _private("marks"),
    _private_bytes("vector"),
    _text("fingerprint"),
    _of_memory("memory_id"),
    sa.Index(None, *_SCOPE, "memory_id"),
    key=("answer", "memory_id"),
)

blobs = _table(
    "blobs",  # every user's own: the same bytes of two users are two rows
    _text("hash"),
    _text("media_type"),
    _number("size"),
    _private("name"),
    _moment("stored_at"),
    _private_bytes("data", nullable=False),
    _of_user(),
    key=("hash",),
)

jobs = _table(
    "jobs",  # where the upkeep of a user stands; nothing in it is about what the user said
    _text("job"),
    _moment("ran_at", nullable=True),
    _moment("next_at", nullable=True),
    _number("attempts"),
    _text("error"),
    _optional("owner"),
    _moment("taken_at", nullable=True),
    _moment("until", nullable=True),
    _text("note"),
    _of_user(),
    key=("job",),
    clustered=True,
)

letters = _table(
    "letters",  # turns that could not be understood, dead ones and those that are tried again
    _text("session"),
    _text("turn"),
    _number("attempts"),
    _private("reason"),
    _moment("first_at"),
    _moment("last_at"),
    sa.Column("dead", sa.Boolean, nullable=False),
    sa.ForeignKeyConstraint(
        [*_SCOPE, "session", "turn"],
        ["turns.tenant", "turns.user_id", "turns.session", "turns.id"],
        ondelete="CASCADE",
    ),
    key=("session", "turn"),
    clustered=True,
)

outbox = sa.Table(
    "outbox",  # what a vector engine has not been told yet; a row outlives its user until that is done
    metadata,
    _text("tenant"),
    _text("user_id"),
    _text("memory_id"),  # "": everything of the user goes
    _number("number"),  # drawn anew with every change, so that a later one of the same memory is not lost
    sa.PrimaryKeyConstraint(*_SCOPE, "memory_id"),
    **_PARTED,
)

api_keys = sa.Table(
    "api_keys",  # keys of the server: a hash of each, and what it may do
    metadata,
    _text("tenant"),
    _text("id"),
    _text("digest"),  # SHA-256 of the secret, which is 32 random bytes and kept nowhere
    _text("body"),  # name, actor, agent, users, verbs, tiers, rate, as JSON
    _moment("created_at"),
    _moment("expires_at", nullable=True),
    _moment("revoked_at", nullable=True),
    sa.PrimaryKeyConstraint("tenant", "id"),
    sa.UniqueConstraint("tenant", "digest"),
    **_PARTED,
)

TENANT_TABLES = (trail, chains, outbox, api_keys)
"""Tables whose rows belong to a tenant or outlive its users; nothing of what users said is in them."""

registers = _table(
    "registers",  # small things the memory keeps for itself (domain/register)
    _text("register"),
    _text("id"),
    _moment("at"),
    _private("body"),
    _of_user(),
    key=("register", "id"),
    clustered=True,
)
