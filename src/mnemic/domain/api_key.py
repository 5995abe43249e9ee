"""The keys by which programs reach a memory over the network: what a key is, and what it may do.

A token is `mn_<id>_<secret>`. The secret is 32 random bytes and kept nowhere: the store holds its hash (SHA-256), which
needs no slow hash function, since nobody can try out 2^256 secrets.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.errors import Unauthenticated

NOT_TAKEN = "That key is not taken: it is unknown, revoked or expired."
"""All that is said of a key that is not taken, so that nobody learns which ids there are."""

ID_BYTES = 6
SECRET_BYTES = 32

_TOKEN = Regex(r"mn_([0-9a-f]{12})_([A-Za-z0-9_-]{43})", re.ASCII)


class KeyState(StrEnum):
    """Whether a key is taken."""

    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key of the server: whom it is for, and what it may do. Everything it does not narrow is as it is without it."""

    id: str
    tenant: str
    created_at: datetime
    digest: str = field(default="", repr=False)  # SHA-256 of the secret, as hexadecimal digits; "": not shown
    name: str = ""  # what it is for, in its maker's words
    actor: str = "user"  # who acts with it: "user", "agent" or "administrator"
    agent: str | None = None  # the one agent it is for; None: the request names one, or none
    users: tuple[str, ...] | None = None  # exactly these; None: every user of the tenant
    verbs: tuple[str, ...] | None = None  # names of verbs, rooms ("tasks.*") or rights ("read"); None: every verb
    tiers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # tier to the most it may do there
    admin: bool = False  # whether it administrates: keys, users, audit, backups
    requests_per_minute: int | None = None  # None: as the settings have it
    replaces: str | None = None  # the key it was made from by rotating
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def state(self, at: datetime) -> KeyState:
        """Whether the key is taken at a moment."""
        if self.revoked_at is not None and self.revoked_at <= at:
            return KeyState.REVOKED
        if self.expires_at is not None and self.expires_at <= at:
            return KeyState.EXPIRED
        return KeyState.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class NewApiKey:
    """A key that was just made, with its token: it is shown this once, and cannot be had again."""

    key: ApiKey
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """What a client sends, taken apart."""

    id: str
    secret: str = field(repr=False)

    def __str__(self) -> str:
        return f"mn_{self.id}_{self.secret}"

    @property
    def digest(self) -> str:
        """The hash by which the secret is known."""
        return hashlib.sha256(self.secret.encode("ascii")).hexdigest()

    def opens(self, key: ApiKey | None) -> bool:
        """Whether it is that key's token. It takes the same time whatever differs, and where there is no such key."""
        known = "0" * 64 if key is None else key.digest
        return hmac.compare_digest(self.digest, known) and key is not None

    @classmethod
    def of(cls, text: str) -> Token:
        """A token as it was sent.

        Raises:
            Unauthenticated: it cannot be one; the message does not repeat it.
        """
        found = _TOKEN.fullmatch(text.strip())
        if found is None:
            raise Unauthenticated(
                "That is no key: a key is one word that begins with mn_, as `mnemic api-key create` shows it."
            )
        return cls(id=found[1], secret=found[2])

    @classmethod
    def new(cls, random: Callable[[int], bytes]) -> Token:
        """A token that nobody had before, from random bytes."""
        secret = base64.urlsafe_b64encode(random(SECRET_BYTES)).rstrip(b"=").decode("ascii")
        return cls(id=random(ID_BYTES).hex(), secret=secret)
