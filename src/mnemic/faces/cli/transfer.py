"""Memory out of one place and into another: `mnemic export`, `import`, `backup`, `restore`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import mnemic
from mnemic.faces import wire
from mnemic.faces.cli import commands, tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.commands import DryRun, Yes
from mnemic.faces.cli.screen import console
from mnemic.faces.cli.transcript import STDIN
from mnemic.faces.words import Words

if TYPE_CHECKING:
    from mnemic.api.transfer import Transfer
    from mnemic.domain import upkeep
    from mnemic.domain.transfer import Imported, Losses, Survey

AUTO, PLAIN, OWN = "auto", "openai", "mnemic"
MB = 1_000_000

File = Annotated[str, typer.Argument()]
Overwrite = Annotated[bool, typer.Option("--overwrite")]


def export(
    call: Call, file: File, vectors: Annotated[bool, typer.Option("--vectors")] = False, overwrite: Overwrite = False
) -> None:
    """Write everything into a file."""
    user = call.place.user
    with call.opened(writes=False) as memory, bar(call, "export.progress") as told:
        room: Transfer = memory.transfer if user is None else memory.user(user).transfer
        report = room.export(file, vectors=vectors, overwrite=overwrite, progress=told)
    call.screen.say(
        "export.done",
        style="green",
        rows=f"{sum(report.rows.values()):,}",
        users=report.users,
        place=report.path,
        size=f"{report.bytes:,}",
        sha256=report.sha256,
    )
    call.screen.document({"export": wire.jsonable(report)})


def import_(
    call: Call,
    file: File,
    format: Annotated[str, typer.Option("--from", metavar="FORMAT")] = AUTO,
    keep_users: Annotated[bool, typer.Option("--keep-users")] = False,
    partial: Annotated[bool, typer.Option("--partial")] = False,
    wait: Annotated[bool, typer.Option("--wait/--no-wait")] = True,
    dry_run: DryRun = False,
    yes: Yes = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v")] = False,
) -> None:
    """Bring in what a file holds."""
    if format == AUTO and (file == STDIN or _plain(file)):
        commands.import_(call, file, dry_run=dry_run, verbose=verbose)
        return
    with call.opened(writes=not dry_run) as memory:
        with bar(call, "import.looking") as told:
            survey = memory.transfer.survey(file, format=format, progress=told)
        _announce(call, survey)
        if call.screen.terminal and not dry_run and not call.screen.as_json:
            call.consent(call.screen.words.say("import.ask"), yes=yes)
        with bar(call, "import.progress") as told:
            report = memory.transfer.import_(
                file,
                format=survey.format,
                user=_whose(call, survey, keep_users=keep_users),
                keep_users=keep_users,
                partial=partial,
                dry_run=dry_run,
                wait=wait,
                progress=told,
            )
    _report(call, report)
    call.screen.document({"survey": wire.jsonable(survey), "import": wire.jsonable(report)})


def backup(call: Call, file: File, overwrite: Overwrite = False) -> None:
    """Copy the memory file."""
    with call.opened(writes=False) as memory, bar(call, "backup.progress") as told:
        place = memory.transfer.backup(file, overwrite=overwrite, progress=told)
    size = place.stat().st_size
    call.screen.say("backup.done", style="green", place=place, size=f"{size:,}")
    call.screen.document({"backup": str(place), "bytes": size})


def restore(call: Call, file: File, overwrite: Overwrite = False) -> None:
    """Put a backup in the place of the memory file."""
    with bar(call, "backup.progress") as told:
        kept = mnemic.restore(file, call.target, overwrite=overwrite, progress=told)
    call.screen.say("restore.done", style="green", place=call.target, backup=file)
    if kept is not None:
        call.screen.say("restore.kept", place=kept)
    call.screen.document({"restored": call.target, "kept": None if kept is None else str(kept)})


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType(
    {"export": export, "import": import_, "backup": backup, "restore": restore}
)


def _plain(file: str) -> bool:
    """Whether a file holds chat messages and nothing else, or cannot be told: line by line is how these are read."""
    from mnemic.upkeep.transfer.importers import importer_of  # The library; help and completion must not wait for it.
    from mnemic.upkeep.transfer.lines import is_export

    path = Path(file)
    if not path.exists() or (path.is_file() and is_export(path)):
        return not path.exists()
    importer = importer_of(path)
    return importer is None or importer.NAME == PLAIN


def _whose(call: Call, survey: Survey, *, keep_users: bool) -> str | None:
    """Whose memory it becomes. An export of our own says so itself, unless a user is named beside the command."""
    if survey.format == OWN:
        return None if keep_users else call.place.user
    return call.named_user


def _announce(call: Call, survey: Survey) -> None:
    """Say how much it is and how long it takes, before anything is stored."""
    screen = call.screen
    time, size = _time(screen.words, survey.seconds), f"{max(survey.bytes / MB, 0.1):,.1f}"
    if survey.format == OWN:
        screen.say("import.survey_own", users=len(survey.users), rows=f"{survey.rows:,}", time=time, size=size)
        return
    screen.say(
        "import.survey",
        format=survey.format,
        turns=f"{survey.turns:,}",
        sessions=f"{survey.sessions:,}",
        statements=f"{survey.statements:,}",
        time=time,
        size=size,
    )
    if survey.users:
        screen.say("import.named", users=", ".join(survey.users[:10]))


def _time(words: Words, seconds: float) -> str:
    if seconds < 90:
        return words.say("time.seconds", count=max(round(seconds), 1))
    if seconds < 5_400:
        return words.say("time.minutes", count=round(seconds / 60))
    return words.say("time.hours", count=f"{seconds / 3_600:.1f}")


def _report(call: Call, report: Imported) -> None:
    """Counts, and what is lost."""
    screen = call.screen
    counts = {
        "import.new": report.turns,
        "import.there": report.turns_there,
        "import.understood": report.understood,
        "import.pending": report.pending,
        "import.statements": report.statements,
        "import.statements_there": report.statements_there,
        "import.quarantined": report.quarantined,
        "import.rows": sum(report.rows.values()),
    }
    rows = [(screen.words.say(name), f"{count:,}") for name, count in counts.items() if count]
    screen.show(tables.table(screen.words, ("outcome", "count"), rows, wide="outcome"))
    _losses(call, report.losses)
    if report.dry_run:
        screen.say("learned.dry", style="dim")


def _losses(call: Call, losses: Losses) -> None:
    screen = call.screen
    if not losses.groups:
        screen.say("import.nothing_lost", style="dim")
        return
    screen.say("import.lost", style="bold")
    rows = [
        (f"{group.count:,}", group.what, group.reason, group.examples[0] if group.examples else "")
        for group in losses.sorted
    ]
    columns = ("count", "import.what", "import.why", "import.examples")
    screen.show(tables.table(screen.words, columns, rows, wide="import.why"))


@contextmanager
def bar(call: Call, key: str) -> Iterator[Callable[[upkeep.Progress], None]]:
    """A bar that follows a job, where somebody sits there."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = call.screen.as_json or not sys.stderr.isatty()
    with Progress(*columns, console=console(sys.stderr), disable=quiet, transient=True) as progress:
        bar = progress.add_task(call.screen.words.say(key), total=None)

        def told(said: upkeep.Progress) -> None:
            progress.update(bar, completed=said.done, total=said.total)

        yield told
