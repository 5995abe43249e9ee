"""Questions that permanent memory leaves to the user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mnemic.domain.record import Memory


class Answer(StrEnum):
    """What the user says to such a question."""

    ACCEPT = "accept"  # the new statement takes the place of the permanent one
    KEEP = "keep"  # the permanent memory stays, and the new statement is taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """Permanent memory against what was said since. Both stand until the user answers."""

    id: str  # the newer memory's: what `answer` takes
    permanent: Memory
    newer: Memory
    text: str  # ready to be put to the user, in the language of the newer statement
    texts: Mapping[str, str]  # the same in "en" and "zh"
    reason: str  # why the two cannot both hold
    at: datetime
    answers: tuple[Answer, ...] = tuple(Answer)
