"""Memory out of one place and into another: exports, imports, backups, another store, and a report to read."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import mnemic
from mnemic.domain.transfer import FileSurvey, ImportReport, LossReport
from mnemic.faces import wire
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.imports import Import
from mnemic.faces.cli.options import Switch, Yes
from mnemic.faces.cli.progress import bar
from mnemic.faces.cli.transcript import STDIN, read
from mnemic.faces.words import Words
from mnemic.upkeep.transfer.importers import importer_of
from mnemic.upkeep.transfer.lines import is_export

if TYPE_CHECKING:
    from mnemic.api.transfer import Transfer

AUTO, PLAIN, OWN = "auto", "openai", "mnemic"
MB = 1_000_000


class ReportFormat(StrEnum):
    """How a report is written."""

    HTML = "html"
    JSON = "json"
    MD = "md"


def export(call: Call, file: str, *, vectors: bool = False, overwrite: bool = False) -> None:
    """Write everything into a file."""
    user = call.place.user
    with call.opened(writes=False) as memory, bar(call, "export.progress") as follow:
        room: Transfer = memory.transfer if user is None else memory.user(user).transfer
        report = room.export(file, vectors=vectors, overwrite=overwrite, progress=follow)
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
    file: str,
    *,
    format: Annotated[str, typer.Option("--from", metavar="FORMAT")] = AUTO,
    keep_users: bool = False,
    partial: bool = False,
    wait: Switch = True,
    dry_run: bool = False,
    yes: Yes = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v")] = False,
) -> None:
    """Bring in what a file holds."""
    if format == AUTO and (file == STDIN or _plain(file)):
        _import_chat(call, file, dry_run=dry_run, verbose=verbose)
        return
    with call.opened(writes=not dry_run) as memory:
        with bar(call, "import.looking") as follow:
            survey = memory.transfer.survey(file, format=format, progress=follow)
        _announce(call, survey)
        if call.screen.terminal and not dry_run and not call.screen.as_json:
            call.consent(call.words.say("import.ask"), yes=yes)
        with bar(call, "import.progress") as follow:
            report = memory.transfer.import_(
                file,
                format=survey.format,
                user=_whose(call, survey, keep_users=keep_users),
                keep_users=keep_users,
                partial=partial,
                dry_run=dry_run,
                wait=wait,
                progress=follow,
            )
    _report(call, report)
    call.screen.document({"survey": wire.jsonable(survey), "import": wire.jsonable(report)})


def backup(call: Call, file: str, *, overwrite: bool = False) -> None:
    """Copy the memory file."""
    with call.opened(writes=False) as memory, bar(call, "backup.progress") as follow:
        place = memory.transfer.backup(file, overwrite=overwrite, progress=follow)
    size = place.stat().st_size
    call.screen.say("backup.done", style="green", place=place, size=f"{size:,}")
    call.screen.document({"backup": str(place), "bytes": size})


def restore(call: Call, file: str, *, overwrite: bool = False) -> None:
    """Put a backup in the place of the memory file."""
    with bar(call, "backup.progress") as follow:
        kept = mnemic.restore(file, call.target, overwrite=overwrite, progress=follow)
    call.screen.say("restore.done", style="green", place=call.target, backup=file)
    if kept is not None:
        call.screen.say("restore.kept", place=kept)
    call.screen.document({"restored": call.target, "kept": None if kept is None else str(kept)})


def migrate(
    call: Call,
    source: Annotated[str, typer.Argument(metavar="SOURCE")],
    target: Annotated[str, typer.Argument(metavar="TARGET")],
    *,
    dry_run: bool = False,
) -> None:
    """Copy everything of every user from one store into another."""
    with bar(call, "migrate.progress") as follow:
        moved = mnemic.migrate(source, target, dry_run=dry_run, progress=follow)
    call.screen.say(
        "migrate.dry" if dry_run else "migrate.done",
        style="green",
        users=moved.users + moved.users_there,
        new=moved.users,
        there=moved.users_there,
        place=moved.target,
        rows=f"{sum(moved.rows.values()):,}",
        tenants=moved.tenants,
        lines=f"{moved.lines:,}",
    )
    if moved.sealed:
        call.screen.say("migrate.sealed", count=moved.sealed)
    call.screen.document({"migrate": wire.jsonable(moved)})


def report(
    call: Call,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE")],
    format: ReportFormat | None = None,
    overwrite: bool = False,
) -> None:
    """Write everything that is held about the user into one file."""
    ending = out.suffix.removeprefix(".").lower()
    chosen = format or (ReportFormat(ending) if ending in list(ReportFormat) else ReportFormat.HTML)
    with call.user() as memory:
        made = memory.report(out, format=chosen.value, language=call.words.language.value, overwrite=overwrite)
    call.screen.say("report.written", style="green", place=made.path, bytes=made.bytes)
    shape = wire.jsonable(made)
    del shape["text"]  # it stands in the file
    call.screen.document(shape)


def _import_chat(call: Call, file: str, *, dry_run: bool, verbose: bool) -> None:
    """Bring in chat messages, each line by itself."""
    transcript = read(file, call.words, session=call.session)
    with call.opened(writes=not dry_run) as memory:
        run = Import(call, memory, dry_run=dry_run, verbose=verbose)
        run.run(transcript)
    run.report()
    if run.bad:
        raise typer.Exit(1)


def _plain(file: str) -> bool:
    """Whether a file holds chat messages and nothing else, or cannot be told: line by line is how these are read."""
    path = Path(file)
    if not path.exists() or (path.is_file() and is_export(path)):
        return not path.exists()
    importer = importer_of(path)
    return importer is None or importer.NAME == PLAIN


def _whose(call: Call, survey: FileSurvey, *, keep_users: bool) -> str | None:
    """Whose memory it becomes. An export of our own says so itself, unless a user is named beside the command."""
    if survey.format == OWN:
        return None if keep_users else call.place.user
    return call.named_user


def _announce(call: Call, survey: FileSurvey) -> None:
    """Say how much it is and how long it takes, before anything is stored."""
    screen = call.screen
    time, size = _time(call.words, survey.seconds), f"{max(survey.bytes / MB, 0.1):,.1f}"
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
    return words.say("time.hours", hours=f"{seconds / 3_600:.1f}")


def _report(call: Call, report: ImportReport) -> None:
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
    rows = [(call.words.say(name), f"{count:,}") for name, count in counts.items() if count]
    screen.table(("outcome", "count"), rows, wide="outcome", bare=True)
    _losses(call, report.losses)
    if report.dry_run:
        screen.say("learned.dry", style="dim")


def _losses(call: Call, losses: LossReport) -> None:
    screen = call.screen
    if not losses.groups:
        screen.say("import.nothing_lost", style="dim")
        return
    screen.say("import.lost", style="bold")
    rows = [
        (f"{group.count:,}", group.what, group.reason, group.examples[0] if group.examples else "")
        for group in losses.sorted
    ]
    screen.table(("count", "import.what", "import.why", "import.examples"), rows, wide="import.why")
