"""What may be kept, as commands: `mnemic label` says what for and how long, `mnemic report` writes down all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.commands import Id, Purposes, Retention


class ReportFormat(StrEnum):
    """How a report is written."""

    HTML = "html"
    JSON = "json"
    MD = "md"


def label(call: Call, id: Id, serves: Purposes = None, kept: Retention = None) -> None:
    """Say what a memory may be used for, and until when."""
    with call.user() as memory:
        labelled = memory.label(call.whole_id(memory, id), purpose=serves or None, retention=kept)
    call.screen.say("labelled", style="green")
    call.screen.show(tables.memories(call.screen.words, [labelled], call.shown_zone()))
    call.screen.document(wire.jsonable(labelled))


def report(
    call: Call,
    out: Annotated[Path, typer.Option("--out", metavar="FILE")],
    format: Annotated[ReportFormat | None, typer.Option("--format")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite")] = False,
) -> None:
    """Write everything that is held about the user into one file."""
    named = out.suffix.removeprefix(".").lower()
    chosen = format or (ReportFormat(named) if named in list(ReportFormat) else ReportFormat.HTML)
    language = call.screen.words.language.value
    with call.user() as memory:
        made = memory.report(out, format=chosen.value, language=language, overwrite=overwrite)
    call.screen.say("report.written", style="green", place=made.path, bytes=made.bytes)
    shape = wire.jsonable(made)
    del shape["text"]  # it stands in the file
    call.screen.document(shape)


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"label": label, "report": report})
