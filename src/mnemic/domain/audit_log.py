"""The audit of a tenant as a chain of hashes (S8): what a line holds, and how each hangs on the one before.

A line outlives the user it is about and names nobody: `mark` and `digest` are hashes over a random part that goes with
the user's rows. While the rows are there, the lines prove them; afterwards they say that something was done, when, and
by whom. Moments are microseconds since 1970 UTC.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from mnemic.domain.regex import Regex
from mnemic.errors import InvalidInput

NO_HASH = ""
"""The hash before the first line."""

NOTHING = ""
"""The digest of a line that no audit row belongs to."""

WHOLE_TENANT = ""
"""The mark of a line about the tenant as a whole."""

KEYED = "hmac:"
"""How the hash of a line begins that was made with a key."""

FORGOTTEN = "forget everything"
"""The action by which every earlier line of a mark loses its audit row."""

MENDED = "chain mended"
"""The action of a line that was entered because the newest line was not the one that `chains` names."""

SALT_BYTES = 16
"""Random bytes in a digest: what a row said cannot be found by trying once the row is gone."""

_HEAD = Regex(r"(\d{1,18}):(|(?:hmac:)?[0-9a-f]{64})")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLogLine:
    """One line of a tenant's trail, as it lies in the store."""

    tenant: str
    number: int  # from 1, without gaps
    at: int
    actor: str
    action: str
    mark: str  # hash of whom it is about; NOBODY: the tenant as a whole
    sequence: int  # of the audit row within its user; 0: there is none
    digest: str  # salted hash of the audit row; NOTHING: there is none
    hash: str  # of all this and the hash of the line before


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLogRow:
    """An audit row of a user as it lies in the store, with the number of its line and the salt of its digest."""

    user: str
    number: int
    salt: str
    sequence: int
    at: int
    actor: str
    action: str
    memory_id: str | None
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLogHead:
    """The newest line of a trail. Noted elsewhere, it proves that nothing up to it was taken away or made anew."""

    number: int = 0
    hash: str = NO_HASH

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"

    @classmethod
    def of(cls, text: str) -> AuditLogHead:
        """What `str` of a head gave.

        Raises:
            InvalidInput: it is no head.
        """
        found = _HEAD.fullmatch(text.strip())
        if found is None:
            raise InvalidInput(f"{text!r} is no head of a trail: it looks like 42:9f86d0… (number, colon, hash).")
        return cls(number=int(found[1]), hash=found[2])


class AuditLog(Protocol):
    """One tenant's trail and audit rows in one snapshot, as they lie in the store."""

    def head(self) -> AuditLogHead | None:
        """The newest line by the table of heads; None where that has none."""
        ...

    def lines(self) -> Iterator[AuditLogLine]:
        """Every line in order of number, read as it is taken."""
        ...

    def rows(self, *, user: str | None = None) -> Iterator[AuditLogRow]:
        """Audit rows in order of the numbers of their lines, of everybody or of one user, read as they are taken."""
        ...


def audit_moment(at: int) -> datetime | None:
    """The moment of a line or row; None where what stands there is none."""
    try:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at)
    except (TypeError, OverflowError):
        return None


def user_mark(tenant: str, user: str, epoch: str) -> str:
    """By what the lines of one user are known while he is there. The epoch is random and goes with him."""
    return _hashed("mark", tenant, user, epoch)


def audit_row_digest(row: AuditLogRow) -> str:
    """The salted hash of an audit row (SHA-256)."""
    return _hashed(
        "row", row.salt, row.user, row.sequence, row.at, row.actor, row.action, row.memory_id, row.detail, row.number
    )


def audit_line_hash(line: AuditLogLine, before: str, *, key: bytes | None = None) -> str:
    """The hash of a line and of the hash before it: SHA-256, or HMAC-SHA-256 with a key."""
    fields = (line.tenant, line.number, line.at, line.actor, line.action, line.mark, line.sequence, line.digest)
    if key is None:
        return _hashed("line", before, *fields)
    return KEYED + hmac.new(key, _encoded("line", before, *fields), hashlib.sha256).hexdigest()


def _hashed(*values: object) -> str:
    return hashlib.sha256(_encoded(*values)).hexdigest()


def _encoded(*values: object) -> bytes:
    """A JSON array in ASCII: no two lists of values are written alike, whatever stands in them."""
    return json.dumps(values, separators=(",", ":"), default=repr).encode()
