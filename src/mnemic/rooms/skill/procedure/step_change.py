"""One change of a known procedure, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LAST = -1


class StepAction(StrEnum):
    """What is done to a step."""

    ADD = "add"
    REMOVE = "remove"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """One change of a known procedure, as it was asked for."""

    deed: StepAction
    name: str = ""  # of the procedure; empty: the one spoken of last
    step: str = ""  # what is to be done from now on
    number: int | None = None  # of the step meant, from 1; LAST is the last
    like: str = ""  # words of the step meant
    before: bool = False  # ADD: before that step, not after it
