"""Upkeep by hand: every job that runs at night can be looked at beforehand, run now, and taken back."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from dataclasses import replace

from mnemic.api.owner import Owner
from mnemic.api.verb_gate import gated_verbs
from mnemic.domain.record import Memory, Source, Tier
from mnemic.domain.upkeep import DeadLetter, Job, JobState, Plan, PlanStep, UpkeepReport
from mnemic.errors import InvalidInput, MemoryNotFound
from mnemic.safety.access.policy import Right
from mnemic.upkeep.jobs.execution import carry_out
from mnemic.upkeep.pins import is_pinned, pin_change
from mnemic.writing.taking_apart import changes_by_hand


@gated_verbs("upkeep")
class Upkeep:
    """What is done to one user's memory when nobody is looking, as verbs. Each leaves a report; with `dry_run` it says
    what it would do and changes nothing. `undo` of a memory takes a change back."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    def sweep(self, *, dry_run: bool = False) -> UpkeepReport:
        """Look for duplicates, conflicts and vague statements. What is sure is settled, the rest proposed."""
        return self._run(Job.SWEEP, dry_run)

    def consolidate(self, *, dry_run: bool = False) -> UpkeepReport:
        """Make fragments on one subject one consolidated memory; the fragments are archived and can be restored."""
        return self._run(Job.CONSOLIDATE, dry_run)

    def distill(self, *, dry_run: bool = False) -> UpkeepReport:
        """Find habits in what was said again and again, with the evidence counted."""
        return self._run(Job.DISTILL, dry_run)

    def digest(self, *, dry_run: bool = False) -> UpkeepReport:
        """Sum up the weeks and months that are over."""
        return self._run(Job.DIGEST, dry_run)

    def decay(self, *, dry_run: bool = False) -> UpkeepReport:
        """Take what is not used out of recall, and what was out for long out of the store."""
        return self._run(Job.DECAY, dry_run)

    def apply(self, report: UpkeepReport, steps: Iterable[PlanStep] | None = None) -> UpkeepReport:
        """Carry out what a report proposes, or those steps of it.

        Raises:
            InvalidInput: a step that is not in the report; nothing was changed.
            StoreUnavailable, ModelError: it could not be written or embedded; the steps before stand.
        """
        self._owner.check_tier("apply", Right.DELETE, Tier.LONG_TERM)
        at_hand = [*(report.steps if report.dry_run else []), *report.proposed]
        wanted = at_hand if steps is None else list(steps)
        if foreign := [step for step in wanted if step not in at_hand]:
            raise InvalidInput(f"{foreign[0].reason!r} is no step that this report leaves open.")
        plan = Plan(job=report.job, steps=tuple(replace(step, proposed=False) for step in wanted))
        core, now = self._owner.core, self._owner.now()
        done = carry_out(core.jobs.tending, self._owner.scope, plan, now=now, actor=self._owner.actor)
        core.tended(done)
        return done

    def pin(self, id: str) -> Memory:
        """Keep a memory from every job of upkeep until it is unpinned.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        return self._pin(id, on=True)

    def unpin(self, id: str) -> Memory:
        """Let upkeep treat a memory like any other again.

        Raises:
            MemoryNotFound: this user has none with this id.
        """
        return self._pin(id, on=False)

    def jobs(self) -> builtins.list[JobState]:
        """Where the user's jobs stand: when each last ran, and what went wrong."""
        with self._owner.reading() as reader:
            return reader.jobs()

    def letters(self) -> builtins.list[DeadLetter]:
        """Turns that could not be understood: dead ones, and those that are tried again. What was said is in the
        log."""
        with self._owner.reading() as reader:
            return reader.letters()

    def retry(self, turns: Iterable[Source] | None = None) -> int:
        """Put turns that could not be understood back into the queue, all or those named. Returns how many there
        were."""
        self._owner.check_tier("retry", Right.WRITE, Tier.LONG_TERM)
        self._owner.now()
        count = self._owner.core.queue.retry(self._owner.scope, None if turns is None else list(turns))
        if count and self._owner.core.parts.settings.background:
            self._owner.core.worker.wake()
        return count

    def _run(self, job: Job, dry_run: bool) -> UpkeepReport:
        if not dry_run:
            self._owner.check_tier(job.value, Right.DELETE, Tier.LONG_TERM)
        self._owner.now()
        report = self._owner.core.jobs.once(self._owner.scope, job, dry_run=dry_run, actor=self._owner.actor)
        self._owner.core.tended(report)
        return report

    def _pin(self, id: str, *, on: bool) -> Memory:
        now = self._owner.now()
        with self._owner.reading() as reader:
            memory = reader.memory(id)
            if memory is None or not self._owner.sees(memory):
                raise MemoryNotFound(f"{self._owner.scope.user!r} has no memory {id!r}.")
            changes = changes_by_hand(reader, memory, now, lambda found: pin_change(found, now, on=on))
        self._owner.check("pin" if on else "unpin", Right.WRITE, memory)
        if is_pinned(memory) is on:
            return memory
        self._owner.apply(changes, now=now)
        return changes[0].memory
