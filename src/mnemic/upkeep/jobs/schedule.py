"""When scheduled work is due, by cron expressions in the user's zone (U1)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from cronsim import CronSim, CronSimError

from mnemic.domain.upkeep import SCHEDULED_JOBS, Job
from mnemic.errors import InvalidSetting
from mnemic.settings import Settings

NEVER = ("", "off")
_MINUTE = timedelta(minutes=1)


def cron_expressions(settings: Settings) -> dict[Job, str]:
    """The cron expression of each scheduled job, in the order in which they run; without those that never run.

    Raises:
        InvalidSetting: an expression that cannot be read.
    """
    found = {}
    for job in SCHEDULED_JOBS:
        name = f"{job.value}_cron"
        expression = getattr(settings, name).strip()
        if expression in NEVER:
            continue
        try:
            next(CronSim(expression, datetime(2026, 1, 1, tzinfo=UTC)))
        except (CronSimError, StopIteration) as error:
            raise InvalidSetting(
                f"Setting {name!r} = {expression!r} is no cron expression: use five fields such as '0 3 * * *', or off."
            ) from error
        found[job] = expression
    return found


def last_due(expression: str, now: datetime, zone: tzinfo) -> datetime:
    """The last moment a cron expression names that is not after now."""
    minute = now.astimezone(zone).replace(second=0, microsecond=0)
    return next(CronSim(expression, minute + _MINUTE, reverse=True)).astimezone(UTC)


def next_due(expression: str, now: datetime, zone: tzinfo) -> datetime:
    """The first moment a cron expression names that is after now."""
    return next(CronSim(expression, now.astimezone(zone))).astimezone(UTC)
