"""Files of a user's memory as commands: `mnemic file add`, `list`, `get`, `show`, `read`, `forget`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemic.domain.blob import NAME, SHOWN_CHARACTERS
from mnemic.errors import InvalidFile
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.options import Id, Moment, Name, Yes
from mnemic.faces.cli.screen import safe
from mnemic.faces.cli.transcript import STDIN

if TYPE_CHECKING:
    from mnemic.domain.changes import FileReport


def add(
    call: Call,
    path: str,
    *,
    caption: str | None = None,
    name: Name = None,
    media_type: Annotated[str | None, typer.Option("--type", metavar="TYPE")] = None,
    time: Moment = None,
    task: Id = None,
    origin: Annotated[str, typer.Option(metavar="ORIGIN")] = "user",
) -> None:
    """Remember a file."""
    data = sys.stdin.buffer.read() if path == STDIN else Path(path)
    with call.user() as memory:
        report = memory.files.add(
            data,
            caption=caption,
            name=name,
            media_type=media_type,
            session=call.session,
            time=time,
            task=task,
            origin=origin,
        )
    _reported(call, report)


def list_(call: Call) -> None:
    """List the files."""
    with call.user(writes=False) as memory:
        found = memory.files.list()
    rows = [
        (
            info.hash[:SHOWN_CHARACTERS],
            info.media_type,
            f"{info.size:,}",
            tables.day(info.stored_at, call.zone),
            ", ".join(by for by in info.by if by != NAME),
            info.name,
        )
        for info in found
    ]
    call.screen.table(("hash", "type", "bytes", "stored", "by", "name"), rows, wide="name")
    call.screen.document({"files": [wire.jsonable(info) for info in found]})


def get(
    call: Call, hash: str, *, out: Annotated[str | None, typer.Option("--out", "-o", metavar="PATH")] = None
) -> None:
    """Write the bytes of a file."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found, data = memory.files.get(hash), memory.files.data(hash)
    if out is None:
        if screen.as_json or sys.stdout.isatty():
            raise UsageError(call.words.say("file.terminal"))
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise InvalidFile(f"{out} cannot be written: {error}.") from error
    screen.say("file.written", style="green", size=f"{len(data):,}", place=out)
    screen.document({"file": wire.jsonable(found), "out": out})


def show(call: Call, hash: str) -> None:
    """Show everything about a file."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.files.get(hash)
        ids = set(found.turns)
        turns = [
            turn
            for session in dict.fromkeys(session for session, _ in found.turns)
            for turn in memory.turns(session)
            if (turn.session, turn.id) in ids
        ]
    rows = [(name, str(value)) for name, value in wire.jsonable(found).items() if name != "turns"]
    screen.table(("what", "text"), rows)
    screen.show(*(safe(f"[{turn.session}] {turn.role}: {turn.text}") for turn in turns))
    screen.document({"file": wire.jsonable(found), "turns": [wire.jsonable(turn) for turn in turns]})


def read(call: Call, hash: str) -> None:
    """Have a file read again."""
    with call.user() as memory:
        report = memory.files.read_again(hash)
    _reported(call, report)


def forget(call: Call, hash: str, *, yes: Yes = False) -> None:
    """Forget a file for good."""
    with call.user() as memory:
        found = memory.files.get(hash)
        what = f"{found.name or found.media_type} {found.hash[:SHOWN_CHARACTERS]}"
        call.consent(call.words.say("forget.ask", what=what), yes=yes)
        receipt = memory.files.forget(found.hash)
    tables.forgotten(call, receipt)
    call.screen.document(wire.jsonable(receipt))


def _reported(call: Call, report: FileReport) -> None:
    screen, info = call.screen, report.file
    screen.say(
        "file.kept",
        style="green",
        hash=info.hash[:SHOWN_CHARACTERS],
        name=info.name or "-",
        type=info.media_type,
        size=f"{info.size:,}",
    )
    tables.outcomes(call, report.write)
    for what in report.degraded:
        screen.note("file.degraded", what=what)
    screen.document(wire.jsonable(report))
