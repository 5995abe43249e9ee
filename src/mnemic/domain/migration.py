"""What a move of a whole memory from one store into another did, and by what both sides are known to be equal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

_WIDTH = 2**256


@dataclass(slots=True)
class RowsDigest:
    """What rows are known by, in whatever order they come: how many of each table, and the sum of their SHA-256."""

    rows: dict[str, int] = field(default_factory=dict)  # by table
    sum: int = 0

    def add(self, table: str, values: Iterable[Any]) -> None:
        """Take a row in: its values in the order of the table's columns."""
        told = repr((table, *(bytes(one) if isinstance(one, memoryview) else one for one in values)))
        self.sum = (self.sum + int.from_bytes(sha256(told.encode("utf-8", "surrogatepass")).digest())) % _WIDTH
        self.rows[table] = self.rows.get(table, 0) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MigrationReport:
    """A whole memory in another store: what was written, and that it reads there as it read here."""

    source: str  # without a password
    target: str
    dry_run: bool
    users: int  # written by this call; of a dry run, that would be
    users_there: int  # that were there already, row for row the same
    sealed: int  # of both: users who are encrypted in the target
    rows: Mapping[str, int]  # of all users by table, counted on both sides
    tenants: int  # whose trail of the audit is there, line for line the same
    lines: int  # of the trails
    api_keys: int  # written by this call
    seconds: float
