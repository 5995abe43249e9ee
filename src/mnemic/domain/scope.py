"""Whose memory: every row, vector, word and cache entry hangs off a scope."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from mnemic.errors import InvalidScope, LimitExceeded

NAME_CHARACTERS_MAX = 256


def checked_name(value: object, what: str) -> str:
    """Check an id given by the caller and hand it back unchanged.

    Ids are compared exactly, code point by code point: `dan`, `DAN` and `dan ` are three users. A blank id, one with
    control characters or lone surrogates, or one of over 256 characters is refused rather than normalised.

    Raises:
        InvalidScope: not a string, blank, or holding characters that cannot be stored.
        LimitExceeded: longer than 256 characters.
    """
    if not isinstance(value, str):
        raise InvalidScope(f"{what} must be a string such as 'alice', not {value!r}.")
    if not value.strip("\u200b\ufeff \t\r\n\u3000"):
        raise InvalidScope(f"{what} is blank ({value!r}): give an id such as 'alice'.")
    if len(value) > NAME_CHARACTERS_MAX:
        raise LimitExceeded(f"{what} has {len(value)} characters, the limit is {NAME_CHARACTERS_MAX}.")
    if bad := next((c for c in value if unicodedata.category(c) in ("Cc", "Cs")), None):
        raise InvalidScope(f"{what} {value!r} holds the character {bad!r}, which no id may hold: remove it.")
    return value


@dataclass(frozen=True, slots=True)
class Scope:
    """One user of one tenant. There is no scope without a user, so there is no call across users."""

    tenant: str
    user: str

    def __post_init__(self) -> None:
        checked_name(self.tenant, "The tenant")
        checked_name(self.user, "The user")
