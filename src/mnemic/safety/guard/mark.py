"""What the guard leaves on a memory it holds: the score and the reasons, so that whoever reviews it sees why.

It stands in the memory's metadata under a key of the memory's own, which no caller can set. Release adds when it was
released; what was rejected keeps its mark as it is, and so is never shown in a prompt again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from mnemic.domain.record import OWN_KEY, Json, Memory, Source, Status

KEY = f"{OWN_KEY}guard"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardMark:
    """Why a memory is held, or was."""

    score: float  # 0-1, evidence of an attack
    reasons: tuple[str, ...]
    released: str | None = None  # when the user let it go, ISO 8601


def as_quarantined(memory: Memory, score: float, reasons: Sequence[str]) -> Memory:
    """The memory with the guard's judgement on it, quarantined."""
    return replace(
        memory, status=Status.QUARANTINED, metadata={**memory.metadata, KEY: {"score": score, "reasons": [*reasons]}}
    )


def guard_mark_of(memory: Memory) -> GuardMark | None:
    """The guard's judgement on a memory; None where it never held it."""
    body = memory.metadata.get(KEY)
    if not isinstance(body, Mapping):
        return None
    score, reasons, released = body.get("score"), body.get("reasons"), body.get("released")
    return GuardMark(
        score=float(score) if isinstance(score, int | float) else 0.0,
        reasons=tuple(str(reason) for reason in reasons) if isinstance(reasons, list) else (),
        released=released if isinstance(released, str) else None,
    )


def released_metadata(metadata: Mapping[str, Json], at: datetime) -> Mapping[str, Json]:
    """Metadata of a memory that is let go at a moment: the judgement stays, and says that it was overruled."""
    body = metadata.get(KEY)
    noted: dict[str, Json] = dict(body) if isinstance(body, Mapping) else {"score": 0.0, "reasons": []}
    return MappingProxyType({**metadata, KEY: {**noted, "released": at.isoformat()}})


def was_released(memory: Memory) -> bool:
    """Whether the user let it go: the guard does not hold it again by itself."""
    mark = guard_mark_of(memory)
    return mark is not None and mark.released is not None


def is_withheld(memory: Memory) -> bool:
    """Whether the guard holds a memory, or held it until the user rejected it."""
    mark = guard_mark_of(memory)
    return memory.status is Status.QUARANTINED or (mark is not None and mark.released is None)


def withheld_turns(memories: Iterable[Memory]) -> frozenset[Source]:
    """Turns whose words the guard keeps, or kept, from use."""
    return frozenset(source for memory in memories if is_withheld(memory) for source in memory.sources)
