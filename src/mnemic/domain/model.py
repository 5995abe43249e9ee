"""What embedders and chat models give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One similarity inside a vector: the columns [start, stop), of unit length by themselves.

    `mean` and `deviation` describe the cosine of a question with memories that have nothing to do with it. They place a
    score on a common scale when a user has too few memories to tell from their own spread.
    """

    name: str
    start: int
    stop: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a chat model answered. `truncated`: the answer was cut off at a limit of length."""

    text: str
    truncated: bool = False
