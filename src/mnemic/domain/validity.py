"""When was it true, and when was it known."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from mnemic.domain.record import Memory, Status
from mnemic.errors import InvalidTime

YEAR_MIN, YEAR_MAX = 2, 9998  # a day from the ends of the calendar, so that every zone and every "tomorrow" exists


def utc(value: datetime | str, what: str = "The time") -> datetime:
    """Turn an aware datetime or an ISO 8601 text into aware UTC.

    Raises:
        InvalidTime: not a time, or one without a zone. A naive time is never guessed at.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError as error:
            raise InvalidTime(f"{what} {value!r} is not ISO 8601: write 2026-03-02T09:00:00+08:00.") from error
    if not isinstance(value, datetime):
        raise InvalidTime(f"{what} must be a datetime or ISO 8601 text, not {value!r}.")
    if value.utcoffset() is None:
        raise InvalidTime(f"{what} {value.isoformat()!r} has no zone: append Z, +08:00 or the like.")
    if not YEAR_MIN <= value.year <= YEAR_MAX:
        raise InvalidTime(f"{what} {value.isoformat()!r} lies outside the years {YEAR_MIN} to {YEAR_MAX}.")
    return value.astimezone(UTC)


def is_true_at(memory: Memory, moment: datetime) -> bool:
    """Whether the statement was true at `moment`, by its half-open interval [valid_from, valid_to)."""
    return (memory.valid_from is None or memory.valid_from <= moment) and (
        memory.valid_to is None or moment < memory.valid_to
    )


def as_retracted(memory: Memory, now: datetime) -> Memory:
    """A statement taken back: it holds at no moment, and has been known to be wrong since `now`."""
    since = memory.valid_from or memory.said_at
    return replace(
        memory,
        status=Status.ARCHIVED,
        valid_from=since,
        valid_to=since,
        superseded_at=memory.superseded_at or now,
        updated_at=now,
        version=memory.version + 1,
    )


def is_current(memory: Memory) -> bool:
    """Whether the statement stands: not superseded, not retracted, not held for review."""
    return memory.status in (Status.ACTIVE, Status.DORMANT) and memory.superseded_at is None
