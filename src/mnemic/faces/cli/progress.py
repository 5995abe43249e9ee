"""Bars that follow a job, on standard error, where somebody sits there."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.logging import RichHandler
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from mnemic.domain import upkeep
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import console

if TYPE_CHECKING:
    from mnemic.api.memory import OpenMemory


@contextmanager
def bar(call: Call, key: str, *, total: int | None = None) -> Iterator[Callable[[upkeep.Progress], None]]:
    """One bar, gone when the job is done; what is given follows the job's events."""
    with _drawn(call, TimeRemainingColumn(), transient=True) as drawn:
        row = drawn.add_task(call.words.say(key), total=total)

        def follow(event: upkeep.Progress) -> None:
            drawn.update(row, completed=event.done, total=event.total)

        yield follow


@contextmanager
def bars(call: Call, memory: OpenMemory) -> Iterator[None]:
    """One bar for each job of upkeep, and what went wrong above them."""
    drawn = _drawn(call, TimeElapsedColumn())
    rows = {job: drawn.add_task(call.words.say(f"job.{job}"), total=0, visible=False) for job in map(str, upkeep.Job)}

    def follow(event: upkeep.Progress) -> None:
        if (row := rows.get(event.job)) is None:
            return
        if event.job == upkeep.Job.UNDERSTAND:
            drawn.update(row, advance=event.done, total=drawn.tasks[row].completed + event.done, visible=True)
        else:
            drawn.update(row, completed=event.done, total=event.total, visible=True)

    handler = RichHandler(console=drawn.console, show_path=False, markup=False)
    log = logging.getLogger("mnemic")
    log.addHandler(handler)
    enough = memory.watch(follow)
    try:
        with drawn:
            yield
    finally:
        enough()
        log.removeHandler(handler)


def _drawn(call: Call, time: ProgressColumn, *, transient: bool = False) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), time)
    quiet = call.screen.as_json or not sys.stderr.isatty()
    return Progress(*columns, console=console(sys.stderr), disable=quiet, transient=transient)
