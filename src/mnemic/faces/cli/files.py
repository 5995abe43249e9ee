"""Files of a user's memory as commands: `mnemic file add`, `list`, `get`, `show`, `read`, `forget`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from mnemic.domain.blob import NAME, SHOWN_CHARACTERS, FileInfo
from mnemic.errors import InvalidFile
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.commands import Moment, Task, Yes
from mnemic.faces.cli.screen import safe
from mnemic.faces.cli.transcript import STDIN

if TYPE_CHECKING:
    from mnemic.domain.changes import FileReport

Hash = Annotated[str, typer.Argument()]


def add(
    call: Call,
    path: Annotated[str, typer.Argument()],
    caption: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    media_type: Annotated[str | None, typer.Option("--type", metavar="TYPE")] = None,
    time: Moment = None,
    task: Task = None,
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
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.files.list()
    if found:
        zone = call.shown_zone()
        rows = [
            (
                info.hash[:SHOWN_CHARACTERS],
                info.media_type,
                f"{info.size:,}",
                tables.day(info.stored_at, zone),
                ", ".join(by for by in info.by if by != NAME),
                info.name,
            )
            for info in found
        ]
        screen.show(tables.table(screen.words, ("hash", "type", "bytes", "stored", "by", "name"), rows, wide="name"))
    else:
        screen.say("none", style="dim")
    screen.document({"files": [wire.jsonable(info) for info in found]})


def get(call: Call, hash: Hash, out: Annotated[str | None, typer.Option("--out", "-o", metavar="PATH")] = None) -> None:
    """Write the bytes of a file."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found, data = memory.files.get(hash), memory.files.data(hash)
    if out is None:
        if screen.as_json or sys.stdout.isatty():
            raise UsageError(screen.words.say("file.terminal"))
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise InvalidFile(f"{out} cannot be written: {error}.") from error
    screen.say("file.written", style="green", size=f"{len(data):,}", place=out)
    screen.document({"file": wire.jsonable(found), "out": out})


def show(call: Call, hash: Hash) -> None:
    """Show everything about a file."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.files.get(hash)
        named = set(found.turns)
        turns = [
            turn
            for session in dict.fromkeys(session for session, _ in found.turns)
            for turn in memory.turns(session)
            if (turn.session, turn.id) in named
        ]
    rows = [(name, str(value)) for name, value in wire.jsonable(found).items() if name != "turns"]
    screen.show(tables.table(screen.words, ("what", "text"), rows))
    screen.show(*(safe(f"[{turn.session}] {turn.role}: {turn.text}") for turn in turns))
    screen.document({"file": wire.jsonable(found), "turns": [wire.jsonable(turn) for turn in turns]})


def read(call: Call, hash: Hash) -> None:
    """Have a file read again."""
    with call.user() as memory:
        report = memory.files.read_again(hash)
    _reported(call, report)


def forget(call: Call, hash: Hash, yes: Yes = False) -> None:
    """Forget a file for good."""
    words = call.screen.words
    with call.user() as memory:
        found = memory.files.get(hash)
        call.consent(words.say("forget.ask", what=_called(found)), yes=yes)
        receipt = memory.files.forget(found.hash)
    call.screen.say("forgotten", memories=len(receipt.memories), turns=receipt.turns, history_rows=receipt.history_rows)
    call.screen.document(wire.jsonable(receipt))


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType(
    {"add": add, "list": list_, "get": get, "show": show, "read": read, "forget": forget}
)


def _called(info: FileInfo) -> str:
    return f"{info.name or info.media_type} {info.hash[:SHOWN_CHARACTERS]}"


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
    screen.show(*tables.outcomes(screen.words, report.write))
    for what in report.degraded:
        screen.note("file.degraded", what=what)
    screen.document(wire.jsonable(report))
