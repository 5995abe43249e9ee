"""Upkeep as commands: every job by hand, the worker as a process of its own, and turns that could not be understood."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from mnemic.domain.record import Memory, Source
from mnemic.domain.upkeep import DeadLetter, Job, PlanStep, UpkeepReport
from mnemic.errors import InvalidInput
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.options import Yes
from mnemic.faces.cli.progress import bars

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory

COLUMNS = ("id", "action", "text", "reason")


def sweep(call: Call, *, dry_run: bool = False, apply: bool = False) -> None:
    """Look for duplicates, conflicts and vague statements."""
    _run(call, Job.SWEEP, dry_run=dry_run, apply=apply)


def consolidate(call: Call, *, dry_run: bool = False, apply: bool = False) -> None:
    """Make fragments on one subject one dense memory."""
    _run(call, Job.CONSOLIDATE, dry_run=dry_run, apply=apply)


def distill(call: Call, *, dry_run: bool = False, apply: bool = False) -> None:
    """Find habits in what was said again and again."""
    _run(call, Job.DISTILL, dry_run=dry_run, apply=apply)


def digest(call: Call, *, dry_run: bool = False, apply: bool = False) -> None:
    """Sum up the weeks and months that are over."""
    _run(call, Job.DIGEST, dry_run=dry_run, apply=apply)


def decay(call: Call, *, dry_run: bool = False, yes: Yes = False) -> None:
    """Let go of what is not used. Before anything is removed for good the user is asked."""
    with call.user(writes=not dry_run) as memory:
        report = memory.upkeep.decay(dry_run=True)
        if not dry_run:
            if report.purged:
                call.consent(call.words.say("decay.sure", count=len(report.purged)), yes=yes)
            report = memory.upkeep.apply(report)
    _show(call, report)


def worker(
    call: Call,
    *,
    once: bool = False,
    processes: Annotated[int, typer.Option(min=1, max=64, metavar="N")] = 1,
) -> None:
    """Understand turns and do the upkeep as it becomes due."""
    others = [subprocess.Popen([sys.executable, "-m", "mnemic", *_again(call, once)]) for _ in range(processes - 1)]
    try:
        with call.opened() as memory, _stopped_by_signals(memory), bars(call, memory):
            memory.work(once=once)
    finally:
        for other in others:
            if not once:
                other.send_signal(signal.SIGTERM)
        codes = [other.wait() for other in others]
    if any(codes):
        raise typer.Exit(1)


def reembed(call: Call) -> None:
    """Make vectors anew that another embedder made."""
    with call.opened() as memory, bars(call, memory):
        count = memory.reembed()
    call.screen.say("reembedded", style="green", count=count)
    call.screen.document({"reembedded": count})


def jobs(call: Call) -> None:
    """Show where the user's jobs stand."""
    with call.user(writes=False) as memory:
        found = memory.upkeep.jobs()
    rows = [
        (
            state.job.value,
            tables.day(state.ran_at, call.zone) if state.ran_at else "-",
            str(state.attempts or ""),
            state.error,
        )
        for state in found
    ]
    call.screen.table(("job", "job.ran", "job.failures", "job.error"), rows, wide="job.error")
    call.screen.document({"jobs": [wire.jsonable(state) for state in found]})


def letters(call: Call) -> None:
    """List turns that could not be understood."""
    with call.user(writes=False) as memory:
        found = memory.upkeep.letters()
    rows = [
        (
            one.source.session,
            one.source.turn,
            call.words.say("letter.dead" if one.dead else "letter.tried", count=one.attempts),
            tables.day(one.last_at, call.zone),
            one.reason,
        )
        for one in found
    ]
    call.screen.table(("session", "letter.turn", "letter.state", "letter.last", "reason"), rows, wide="reason")
    call.screen.document({"letters": [wire.jsonable(one) for one in found]})


def retry(call: Call, turn: list[str] | None = None) -> None:
    """Put turns that could not be understood back into the queue."""
    with call.user() as memory:
        count = memory.upkeep.retry(_sources(memory.upkeep.letters(), turn, call.session))
    call.screen.say("retried", style="green", count=count)
    call.screen.document({"retried": count})


def _run(call: Call, job: Job, *, dry_run: bool, apply: bool) -> None:
    """Run one job of the user, and show what it did or would do. `apply`: also what it leaves to the user."""
    with call.user() as memory:
        upkeep = memory.upkeep
        report = getattr(upkeep, job.value)(dry_run=dry_run)
        if apply and report.proposed and not dry_run:
            applied = upkeep.apply(report)
            report.steps += applied.steps
            report.proposed = []
    _show(call, report)


def _show(call: Call, report: UpkeepReport) -> None:
    """A report as tables: what was done or would be, what is left to the user, and what was seen."""
    screen = call.screen
    screen.say("upkeep.planned" if report.dry_run else "upkeep.done", style="bold", count=len(report.steps))
    if report.steps:
        screen.table(COLUMNS, _rows(report.steps), bare=True)
    if report.proposed:
        screen.say("upkeep.proposed", style="yellow", count=len(report.proposed))
        screen.table(COLUMNS, _rows(report.proposed), bare=True)
    if report.skipped:
        screen.say("upkeep.skipped", style="dim", count=len(report.skipped))
    for finding in report.findings:
        screen.say("upkeep.finding", style="dim", finding=finding)
    screen.degraded(report.degraded)
    screen.document(wire.jsonable(report))


def _rows(steps: list[PlanStep]) -> Iterator[tuple[str, str, str, str]]:
    for step in steps:
        for change in step.changes:
            yield _row(change.memory, change.action.value, change.reason)
        for memory in step.purge:
            yield _row(memory, "purge", step.reason)


def _row(memory: Memory, action: str, reason: str) -> tuple[str, str, str, str]:
    return tables.short(memory.id), action, memory.text, reason


def _sources(letters: list[DeadLetter], turns: list[str] | None, session: str | None) -> list[Source] | None:
    """The turns that are meant; None: all of them.

    Raises:
        InvalidInput: a turn of which there is no letter.
    """
    if not turns and session is None:
        return None
    ours = [letter.source for letter in letters if session in (None, letter.source.session)]
    if missing := [turn for turn in turns or () if turn not in {source.turn for source in ours}]:
        raise InvalidInput(f"There is no letter of turn {missing[0]!r}: `mnemic letters` lists them.")
    return [source for source in ours if not turns or source.turn in turns]


def _again(call: Call, once: bool) -> list[str]:
    place = call.place
    given = [("--db", place.db), ("--zone", place.zone), ("--lang", place.lang)]
    return ["worker", *(part for name, value in given if value for part in (name, value)), *(["--once"] * once)]


@contextmanager
def _stopped_by_signals(memory: OpenMemory) -> Iterator[None]:
    """SIGTERM and Ctrl-C end the work once the step at hand is finished."""
    before = {number: signal.signal(number, lambda *_: memory.stop()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
