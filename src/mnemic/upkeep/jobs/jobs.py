"""Scheduled upkeep: which job of which user is due, and one after the other.

Which planner does which job.

When scheduled work is due, by cron expressions in the user's zone (U1).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from threading import Event

from cronsim import CronSim, CronSimError

from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import SCHEDULED_JOBS, Job, JobState, Progress, UpkeepReport
from mnemic.errors import InvalidSetting
from mnemic.ports import Clock
from mnemic.settings import Settings
from mnemic.upkeep.consolidation import consolidate
from mnemic.upkeep.decay import decay
from mnemic.upkeep.digests import digest
from mnemic.upkeep.distillation import distill
from mnemic.upkeep.jobs.attempts import foreign_error, result_or_error
from mnemic.upkeep.jobs.execution import Planner, UpkeepContext, carry_out, dry_run_report
from mnemic.upkeep.jobs.leases import Leases, error_in_words
from mnemic.upkeep.sweep import sweep
from mnemic.upkeep.vectors.reembed import count_outdated_vectors, reembed

PLANNERS: Mapping[Job, Planner] = {
    Job.SWEEP: sweep.plan_sweep,
    Job.CONSOLIDATE: consolidate.plan_consolidation,
    Job.DISTILL: distill.plan_habits,
    Job.DIGEST: digest.plan_digests,
    Job.DECAY: decay.plan_decay,
}


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


USERS_MAX = 200  # users asked for at a time
REEMBED_REST = timedelta(hours=1)

log = logging.getLogger("mnemic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """The jobs that plan before they act, by their schedules."""

    tending: UpkeepContext
    leases: Leases
    clock: Clock
    schedules: dict[Job, str]  # cron expressions, in the order in which they run
    actor: str
    stopping: Event
    tell: Callable[[Progress], None]
    before: Callable[[Scope], None]  # what is counted in memory is written first
    after: Callable[[UpkeepReport], None]
    turns_wait: Callable[[], bool]  # in the queue: they go before upkeep

    def run(self, failed: dict[Scope, Exception], *, eager: bool) -> int:
        """Run what is due, of every user. Returns how many jobs came to their end; `failed` takes the first error of
        each user. One user's trouble does not keep the others waiting. It ends early when turns wait; what is left is
        due the next time.

        Args:
            eager: also what rests after a failure, and though turns wait.
        """
        done = 0
        for job, expression in self.schedules.items():
            if job not in PLANNERS:
                continue
            since = last_due(expression, self.clock.now(), self.tending.zone)
            scopes = list(self._every(job, since=since, eager=eager))
            for number, scope in enumerate(scopes, 1):
                if self.stopping.is_set() or (not eager and self.turns_wait()):
                    return done
                if self._scheduled(scope, job, since, failed, eager=eager):
                    done += 1
                self.tell(Progress(job=job, user=scope.user, done=number, total=len(scopes)))
        return done

    def reembed(self, failed: dict[Scope, Exception], *, eager: bool) -> int:
        """Make vectors anew that are of another embedder than the one in use. Returns how many.

        Args:
            eager: also what rests after a failure, and where another embedder was at it within the hour: two processes
                with one each would never end.
        """
        done, name = 0, self.tending.embedder.fingerprint
        for scope in self._every(Job.REEMBED, note=name, eager=eager):
            if self.stopping.is_set():
                break
            now = self.clock.now()
            state = self.leases.take(scope, Job.REEMBED, now, eager=eager)
            if state is None:
                continue
            if not eager and state.ran_at is not None and state.ran_at <= now < state.ran_at + REEMBED_REST:
                self.leases.finished(scope, state, state.ran_at)
                continue
            count = result_or_error(partial(self._reembedded, scope, now))
            if isinstance(count, Exception):
                self._failed(scope, state, now, count, failed)
                continue
            done += count
            if not self.stopping.is_set():
                with self.leases.store.writing(scope) as writer:
                    settled = not count_outdated_vectors(writer, name)  # somebody with another embedder may be writing
                    self.leases.finish(writer, state, now, note=name if settled else "")
        return done

    def _reembedded(self, scope: Scope, now: datetime) -> int:
        return reembed(self.tending, scope, now=now, actor=self.actor, stopping=self.stopping, tell=self.tell)

    def next_at(self, now: datetime) -> datetime | None:
        """When a schedule comes round again."""
        return min((next_due(cron, now, self.tending.zone) for cron in self.schedules.values()), default=None)

    def once(self, scope: Scope, job: Job, *, dry_run: bool, actor: str | None = None) -> UpkeepReport:
        """Run one job of one user now, whatever its schedule.

        Args:
            dry_run: change nothing, and report what would be done.

        Raises:
            StoreUnavailable, ModelError: it could not be written or embedded; the steps before stand.
        """
        now = self.clock.now()
        self.before(scope)
        plan = PLANNERS[job](self.tending, scope, now)
        if dry_run:
            return dry_run_report(plan, now, dry_run=True)
        return carry_out(self.tending, scope, plan, now=now, actor=actor or self.actor)

    def _every(
        self, job: Job, *, since: datetime | None = None, note: str | None = None, eager: bool
    ) -> Iterator[Scope]:
        last: Scope | None = None
        at = self.clock.now()
        while scopes := self.leases.store.due(
            job, since=since, note=note, at=at, resting=eager, after=last, limit=USERS_MAX
        ):
            last = scopes[-1]
            yield from scopes

    def _scheduled(
        self, scope: Scope, job: Job, since: datetime, failed: dict[Scope, Exception], *, eager: bool
    ) -> bool:
        now = self.clock.now()
        state = self.leases.take(scope, job, now, since=since, eager=eager)
        if state is None:
            return False
        report = result_or_error(lambda: self.once(scope, job, dry_run=False))
        if isinstance(report, Exception):
            self._failed(scope, state, now, report, failed)
            return False
        self.leases.finished(scope, state, now)
        self.after(report)
        if report.steps:
            log.info("%s of %r: %d steps", job.value, scope.user, len(report.steps))
        return True

    def _failed(
        self, scope: Scope, state: JobState, now: datetime, error: Exception, failed: dict[Scope, Exception]
    ) -> None:
        failed.setdefault(scope, error)
        rest = self.leases.failed(scope, state, now, error)
        log.error(
            "%s of %r failed; next try in %.0f s: %s",
            state.job.value,
            scope.user,
            rest.total_seconds(),
            error_in_words(error),
            exc_info=foreign_error(error),
        )
