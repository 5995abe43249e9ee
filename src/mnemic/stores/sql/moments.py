"""Points in time as databases keep them: microseconds since 1970 UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

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
