"""Who has a job of a user in work, and what becomes of it when it fails (U1).

A lease keeps two workers from doing one thing twice at a time; that it is done once in effect is the transactions'
business, so a lease that ran out, or a clock that went back, costs work and never a memory.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import PAUSE_MAX, Job, JobState
from mnemic.ports import Store, Writer
from mnemic.settings import Settings
from mnemic.upkeep.jobs.owners import is_owner_alive

ERROR_CHARACTERS_MAX = 300  # of what is noted of a failure
GROWTH = 4.0  # of the pause, with every failure in a row
PAUSE_S_MAX = 4 * 3_600.0


def retry_pause(attempts: int, settings: Settings) -> timedelta:
    """How long to wait after so many failures in a row: `retry_s`, then four times as long each time, at most 4 h."""
    return timedelta(seconds=min(settings.retry_s * GROWTH ** min(attempts - 1, 20), PAUSE_S_MAX))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leases:
    """One worker's hold on the jobs of users."""

    store: Store
    settings: Settings
    owner: str  # of this opened memory, as nobody else's

    def take(
        self, scope: Scope, job: Job, now: datetime, *, since: datetime | None = None, eager: bool = False
    ) -> JobState | None:
        """Take a job in work, or None where somebody else has it, it must wait, or it is not due.

        Args:
            since: due only where it last ended before then; a job that never ran counts from the user's first day.
            eager: also while it rests after a failure.
        """
        with self.store.writing(scope) as writer:
            state = writer.job(job)
            if since is not None and state.ran_at is None:
                state = replace(state, ran_at=writer.first_recorded_at())
                writer.keep_job(state)
            if since is not None and (state.ran_at is None or since <= state.ran_at <= now + PAUSE_MAX):
                return None
            taken = not state.free(now, self.owner) and state.owner is not None and is_owner_alive(state.owner)
            if taken or not (eager or state.due(now)):
                return None
            until = now + timedelta(seconds=self.settings.lease_s)
            mine = replace(state, owner=self.owner, taken_at=now, until=until)
            writer.keep_job(mine)
            return mine

    def finish(self, writer: Writer, state: JobState, now: datetime, *, note: str | None = None) -> None:
        """Note, in a transaction of the caller's, that a job has come to its end."""
        writer.keep_job(JobState(job=state.job, ran_at=now, note=state.note if note is None else note))

    def finished(self, scope: Scope, state: JobState, now: datetime, *, note: str | None = None) -> None:
        """The same in a transaction of its own."""
        with self.store.writing(scope) as writer:
            self.finish(writer, state, now, note=note)

    def failed(self, scope: Scope, state: JobState, now: datetime, error: Exception) -> timedelta:
        """Note that a job failed, and let go of it. Returns how long it rests."""
        rest = retry_pause(state.attempts + 1, self.settings)
        after = JobState(
            job=state.job,
            ran_at=state.ran_at,
            next_at=now + rest,
            attempts=state.attempts + 1,
            error=error_in_words(error),
            note=state.note,
        )
        with self.store.writing(scope) as writer:
            writer.keep_job(after)
        return rest


def error_in_words(error: Exception) -> str:
    """An error in words, short enough for a row."""
    return f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS_MAX]
