"""Upkeep as commands: every job by hand, the worker as a process of its own, and turns that could not be understood."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.logging import RichHandler
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from mnemic.domain.record import Memory, Source
from mnemic.domain.upkeep import Job, Letter, Step, UpkeepReport
from mnemic.domain.upkeep import Progress as Event
from mnemic.errors import InvalidInput
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import console

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory

DryRun = Annotated[bool, typer.Option("--dry-run")]
Apply = Annotated[bool, typer.Option("--apply")]


def sweep(call: Call, dry_run: DryRun = False, apply: Apply = False) -> None:
    """Look for duplicates, conflicts and vague statements."""
    run(call, Job.SWEEP, dry_run=dry_run, apply=apply)


def consolidate(call: Call, dry_run: DryRun = False, apply: Apply = False) -> None:
    """Make fragments on one subject one dense memory."""
    run(call, Job.CONSOLIDATE, dry_run=dry_run, apply=apply)


def distill(call: Call, dry_run: DryRun = False, apply: Apply = False) -> None:
    """Find habits in what was said again and again."""
    run(call, Job.DISTILL, dry_run=dry_run, apply=apply)


def digest(call: Call, dry_run: DryRun = False, apply: Apply = False) -> None:
    """Sum up the weeks and months that are over."""
    run(call, Job.DIGEST, dry_run=dry_run, apply=apply)


def run(call: Call, job: Job, *, dry_run: bool, apply: bool = False) -> None:
    """Run one job of the user, and show what it did or would do. `apply`: also what it leaves to the user."""
    with call.user() as memory:
        upkeep = memory.upkeep
        report = getattr(upkeep, job.value)(dry_run=dry_run)
        if apply and report.proposed and not dry_run:
            applied = upkeep.apply(report)
            report.steps += applied.steps
            report.proposed = []
    show(call, report)


def show(call: Call, report: UpkeepReport) -> None:
    """A report as tables: what was done or would be, what is left to the user, and what was seen."""
    screen, words = call.screen, call.screen.words
    screen.say("upkeep.planned" if report.dry_run else "upkeep.done", style="bold", count=len(report.steps))
    if report.steps:
        screen.show(tables.table(words, ("id", "action", "text", "reason"), _rows(report.steps)))
    if report.proposed:
        screen.say("upkeep.proposed", style="yellow", count=len(report.proposed))
        screen.show(tables.table(words, ("id", "action", "text", "reason"), _rows(report.proposed)))
    if report.skipped:
        screen.say("upkeep.skipped", style="dim", count=len(report.skipped))
    for finding in report.findings:
        screen.say("upkeep.finding", style="dim", finding=finding)
    for reason in report.degraded:
        screen.note("degraded", what=reason)
    screen.document(wire.jsonable(report))


def worker(
    call: Call,
    once: Annotated[bool, typer.Option("--once")] = False,
    processes: Annotated[int, typer.Option(min=1, max=64, metavar="N")] = 1,
) -> None:
    """Understand turns and do the upkeep as it becomes due."""
    others = [subprocess.Popen([sys.executable, "-m", "mnemic", *_again(call, once)]) for _ in range(processes - 1)]
    try:
        with call.opened() as memory, _stopped_by_signals(memory), _bars(call, memory):
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
    with call.opened() as memory, _bars(call, memory):
        count = memory.reembed()
    call.screen.say("reembedded", style="green", count=count)
    call.screen.document({"reembedded": count})


def jobs(call: Call) -> None:
    """Show where the user's jobs stand."""
    screen, zone = call.screen, call.shown_zone()
    with call.user(writes=False) as memory:
        found = memory.upkeep.jobs()
    rows = [
        (
            state.job.value,
            tables.day(state.ran_at, zone) if state.ran_at else "-",
            str(state.attempts or ""),
            state.error,
        )
        for state in found
    ]
    if rows:
        screen.show(tables.table(screen.words, ("job", "job.ran", "job.failures", "job.error"), rows, wide="job.error"))
    else:
        screen.say("none", style="dim")
    screen.document({"jobs": [wire.jsonable(state) for state in found]})


def letters(call: Call) -> None:
    """List turns that could not be understood."""
    screen, zone = call.screen, call.shown_zone()
    with call.user(writes=False) as memory:
        found = memory.upkeep.letters()
    if found:
        rows = [
            (one.source.session, one.source.turn, _state(call, one), tables.day(one.last_at, zone), one.reason)
            for one in found
        ]
        screen.show(
            tables.table(
                screen.words, ("session", "letter.turn", "letter.state", "letter.last", "reason"), rows, wide="reason"
            )
        )
    else:
        screen.say("none", style="dim")
    screen.document({"letters": [wire.jsonable(one) for one in found]})


def retry(call: Call, turn: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    """Put turns that could not be understood back into the queue."""
    with call.user() as memory:
        named = _named(memory.upkeep.letters(), turn, call.session)
        count = memory.upkeep.retry(named)
    call.screen.say("retried", style="green", count=count)
    call.screen.document({"retried": count})


COMMANDS = {
    "sweep": sweep,
    "consolidate": consolidate,
    "distill": distill,
    "digest": digest,
    "worker": worker,
    "reembed": reembed,
    "jobs": jobs,
    "letters": letters,
    "retry": retry,
}


def _rows(steps: list[Step]) -> Iterator[tuple[str, str, str, str]]:
    for step in steps:
        for change in step.changes:
            yield _row(change.memory, change.action.value, change.reason)
        for memory in step.purge:
            yield _row(memory, "purge", step.reason)


def _row(memory: Memory, action: str, reason: str) -> tuple[str, str, str, str]:
    return memory.id[: tables.ID_CHARACTERS], action, memory.text, reason


def _state(call: Call, letter: Letter) -> str:
    return call.screen.words.say("letter.dead" if letter.dead else "letter.tried", attempts=letter.attempts)


def _named(letters: list[Letter], turns: list[str] | None, session: str | None) -> list[Source] | None:
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


@contextmanager
def _bars(call: Call, memory: OpenMemory) -> Iterator[None]:
    """One bar for each job, on standard error, and what went wrong above them."""
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(sys.stderr),
        disable=call.screen.as_json or not sys.stderr.isatty(),
    )
    rows = {job: bars.add_task(call.screen.words.say(f"job.{job}"), total=0, visible=False) for job in map(str, Job)}

    def tell(event: Event) -> None:
        if (row := rows.get(event.job)) is None:
            return
        if event.job == Job.UNDERSTAND:
            bars.update(row, advance=event.done, total=bars.tasks[row].completed + event.done, visible=True)
        else:
            bars.update(row, completed=event.done, total=event.total, visible=True)

    handler = RichHandler(console=bars.console, show_path=False, markup=False)
    log = logging.getLogger("mnemic")
    log.addHandler(handler)
    enough = memory.watch(tell)
    try:
        with bars:
            yield
    finally:
        enough()
        log.removeHandler(handler)
