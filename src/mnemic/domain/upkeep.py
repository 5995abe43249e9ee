"""What upkeep plans, does and reports: values that can be looked at before anything is changed, and undone after."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from mnemic.domain.changes import Change, Link
from mnemic.domain.record import Memory, Source

PAUSE_MAX = timedelta(days=1)
"""Longest pause after a failure. What is to wait for longer was written by a clock that has gone back since."""


class Job(StrEnum):
    """Work that is done when nobody is looking, one user at a time."""

    UNDERSTAND = "understand"  # turns of the log become memories
    SWEEP = "sweep"  # duplicates, conflicts, vague statements
    CONSOLIDATE = "consolidate"  # fragments on one subject become one dense memory
    DISTILL = "distill"  # habits out of repeated episodes
    DIGEST = "digest"  # what a week or a month held
    DECAY = "decay"  # what is not used goes out of recall, and at last out of the store
    PORTRAIT = "portrait"  # the profile is made anew
    REEMBED = "reembed"  # vectors of another embedder are made anew
    FEED = "feed"  # the vector engine is told what it does not know


SCHEDULED_JOBS = (Job.SWEEP, Job.CONSOLIDATE, Job.DISTILL, Job.DIGEST, Job.DECAY)
"""Jobs that plan before they act, in the order in which they run when several are due at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """Changes that belong together: committed in one transaction, or not at all."""

    reason: str
    changes: tuple[Change, ...] = ()
    links: tuple[Link, ...] = ()
    purge: tuple[Memory, ...] = ()  # memories removed for good, with index entries and history, as they were
    turns: tuple[Source, ...] = ()  # turns of the log removed for good
    forgets: bool = False  # with the turns goes all that was made of them, and the questions about it
    proposed: bool = False  # left to the user: carried out only when asked for by name


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepFinding:
    """Something upkeep saw and did not act on, and why."""

    reason: str
    memories: tuple[Memory, ...] = ()

    def __str__(self) -> str:
        return f"{' | '.join(memory.text for memory in self.memories)} ({self.reason})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a job would do for one user, from what is stored at one moment. It changes nothing."""

    job: Job
    steps: tuple[PlanStep, ...] = ()
    findings: tuple[UpkeepFinding, ...] = ()
    degraded: tuple[str, ...] = ()  # what could not do its part, and what did it instead


@dataclass(slots=True, kw_only=True)
class UpkeepReport:
    """What a job did for one user, or would do."""

    job: Job
    at: datetime
    dry_run: bool = False
    steps: list[PlanStep] = field(default_factory=list)  # carried out; with `dry_run`, what would be
    proposed: list[PlanStep] = field(default_factory=list)  # left to the user, see `Upkeep.apply`
    skipped: list[PlanStep] = field(default_factory=list)  # somebody changed one of the memories meanwhile: next time
    findings: list[UpkeepFinding] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)

    @property
    def changes(self) -> list[Change]:
        """Every change of the steps, in order."""
        return [change for step in self.steps for change in step.changes]

    @property
    def purged(self) -> list[Memory]:
        """Every memory the steps remove for good."""
        return [memory for step in self.steps for memory in step.purge]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a job has come; an event for whoever watches."""

    job: str  # a Job, or "import", "export", "backup"
    user: str | None  # None: of all users
    done: int
    total: int | None  # None: not known
    note: str = ""  # what happened, such as the error that made it wait


@dataclass(frozen=True, slots=True, kw_only=True)
class JobState:
    """Where a job of one user stands. A lease is good from `taken_at` until `until`; outside of that, clocks that went
    backwards included, anybody may take it."""

    job: Job
    ran_at: datetime | None = None  # when it last came to its end
    next_at: datetime | None = None  # not before this, after a failure
    attempts: int = 0  # failures in a row
    error: str = ""  # the last of them
    owner: str | None = None  # who has it in work
    taken_at: datetime | None = None
    until: datetime | None = None
    note: str = ""  # the job's own, such as how far it has come

    def free(self, now: datetime, owner: str | None = None) -> bool:
        """Whether somebody may take it: nobody else has it in work."""
        if self.owner in (None, owner) or self.taken_at is None or self.until is None:
            return True
        return not self.taken_at <= now < self.until

    def due(self, now: datetime) -> bool:
        """Whether the pause after a failure is over."""
        return self.next_at is None or not now < self.next_at <= now + PAUSE_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """A turn that could not be understood: how often it was tried, and why it failed. A dead letter is out of the queue
    until somebody retries it; what was said stays in the log."""

    source: Source
    attempts: int
    reason: str
    first_at: datetime
    last_at: datetime
    dead: bool = False
