"""Small things the memory keeps for itself about a user, beside the records: nothing in them is found by a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from mnemic.domain.record import NOTHING, Json


class Register(StrEnum):
    """What is kept in it."""

    LESSONS = "lessons"  # what was learned of attacks that were confirmed, and of harmless texts that were held (S4)
    EXPORTS = "exports"  # files with this user's memory that were written by us (S9)
    PLACEHOLDERS = "placeholders"  # values that stand behind placeholders; of encrypted users only (S5)
    IDEMPOTENCY = "idempotency"  # answers of a server by the key of their request, for a day (W12)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterEntry:
    """One entry of a register."""

    register: Register
    id: str  # unique within the user's register
    at: datetime
    body: Mapping[str, Json] = field(default_factory=lambda: NOTHING)
