"""Times and texts as databases keep them.

Points in time as databases keep them: microseconds since 1970 UTC.

Texts as databases keep them: every character of them, in the same order everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect

from mnemic.domain.cached import cached
from mnemic.errors import InvalidTime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970 UTC, exact for every year of a datetime.

    Raises:
        InvalidTime: a time without a zone.
    """
    if moment.utcoffset() is None:
        raise InvalidTime(f"The time {moment.isoformat()!r} has no zone: append Z, +08:00 or the like.")
    return (moment - EPOCH) // _MICROSECOND


@cached(maxsize=8_192)  # a memory is said, recorded and updated at moments it shares with others
def moment_from_microseconds(microseconds: int) -> datetime:
    """The time that many microseconds after 1970 UTC."""
    return EPOCH + timedelta(microseconds=microseconds)


class Moment(sa.types.TypeDecorator[datetime]):
    """A point in time, kept as microseconds since 1970 UTC: exact, sortable, the same in every database."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Datetime to microseconds."""
        return None if value is None else microseconds(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Microseconds to a datetime in UTC."""
        return None if value is None else moment_from_microseconds(value)


_MARK = "\x01"
_ZERO, _ONE = _MARK + "\x01", _MARK + "\x02"


def without_zeros(text: str) -> str:
    """The text in a form without the character U+0000, which PostgreSQL does not keep. U+0000 becomes U+0001 U+0001,
    U+0001 becomes U+0001 U+0002: no two texts become one, and their order by code points stays."""
    if "\x00" in text or _MARK in text:
        return text.replace(_MARK, _ONE).replace("\x00", _ZERO)
    return text


def with_zeros(text: str) -> str:
    """The text of such a form."""
    return text.replace(_ZERO, "\x00").replace(_ONE, _MARK) if _MARK in text else text


class Text(sa.types.TypeDecorator[str]):
    """A text in PostgreSQL, sorted by code points as everywhere else."""

    impl = sa.Text
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(collation="C")

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any]:
        """What is sent for a text."""
        return lambda value: None if value is None else without_zeros(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """The text of what is received."""

        def received(value: Any) -> Any:
            return with_zeros(value) if value is not None and _MARK in value else value

        return received


TEXT = sa.Text().with_variant(Text(), "postgresql")
"""The type of every column that holds a text."""
