"""What is written where: tables and sentences, or one JSON document; any encoding, any pipe."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from mnemic.faces.words import Words

CONTROLS = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}
PIPE_COLUMNS = 100  # width of a table where there is no terminal and COLUMNS is not set


def tolerate() -> None:
    """Let standard streams replace what their encoding lacks instead of failing; pipes are read as bytes, strictly."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def safe(text: str, style: str = "") -> Text:
    """A text that cannot steer the terminal: what is remembered may come from anywhere."""
    return Text(text.translate(CONTROLS), style=style)


class Screen:
    """Standard output and standard error of one command."""

    def __init__(self, words: Words, *, as_json: bool) -> None:
        self.words = words
        self.as_json = as_json
        self._output = console(sys.stdout)

    @property
    def terminal(self) -> bool:
        """Whether somebody sits there: both ends are a terminal."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def show(self, *parts: RenderableType) -> None:
        """Write to standard output; nothing where JSON was asked for."""
        if self.as_json:
            return
        with self._output.capture() as captured:
            for part in parts:
                self._output.print(part, soft_wrap=isinstance(part, Text))
        write(captured.get())

    def say(self, key: str, *, style: str = "", **values: object) -> None:
        """Write one sentence to standard output."""
        self.show(safe(self.words.say(key, **values), style))

    def lines(self, texts: Sequence[str]) -> None:
        """Write texts to standard output, or that there are none."""
        if texts:
            self.show(*map(safe, texts))
        else:
            self.say("none", style="dim")

    def degraded(self, reasons: Iterable[str]) -> None:
        """Write to standard error why an answer is not the whole one."""
        for reason in reasons:
            self.note("degraded", what=reason)

    def table(
        self, columns: Sequence[str], rows: Iterable[Sequence[str]], *, wide: str = "text", bare: bool = False
    ) -> None:
        """Write a table to standard output; one without rows says that there is nothing, or stands there `bare`.

        Args:
            wide: the column that takes the room the others leave.
        """
        rows = list(rows)
        if not rows and not bare:
            self.say("none", style="dim")
            return
        drawn = Table(show_edge=False, pad_edge=False, header_style="bold")
        for column in columns:
            if column == wide:
                drawn.add_column(Text(self.words.say(column)), ratio=1, overflow="fold")
            else:
                drawn.add_column(Text(self.words.say(column)), overflow="fold", min_width=4)
        for row in rows:
            drawn.add_row(*(safe(cell.strip()) for cell in row))
        self.show(drawn)

    def document(self, value: Any) -> None:
        """Write the one JSON document, where JSON was asked for."""
        if self.as_json:
            write(document(value, sys.stdout.encoding))

    def note(self, key: str, **values: object) -> None:
        """Write one sentence to standard error; nothing where JSON was asked for."""
        if not self.as_json:
            complain(safe(self.words.say(key, **values), "dim"))

    def fail(self, error: Exception, *, key: str = "error", text: str | None = None) -> None:
        """Write an error to standard error, in its frame or as JSON."""
        message = str(error) if text is None else text
        if self.as_json:
            shape = {"error": {"type": type(error).__name__, "message": message}}
            sys.stderr.write(document(shape, sys.stderr.encoding))
        else:
            complain(safe(self.words.say(key, text=message), "red"))


def console(stream: Any) -> Console:
    """A console that prints texts as they are: no markup, no emoji codes, no guessing of colours."""
    columns = None if stream.isatty() or os.environ.get("COLUMNS") else PIPE_COLUMNS
    return Console(file=stream, width=columns, markup=False, emoji=False, highlight=False)


def document(value: Any, encoding: str | None) -> str:
    """A JSON document that the encoding can carry without loss."""
    wide = (encoding or "").lower().replace("-", "").startswith("utf")
    text = json.dumps(value, ensure_ascii=not wide, indent=2)
    if wide and any("\ud800" <= character <= "\udfff" for character in text):
        text = json.dumps(value, indent=2)
    return text + "\n"


def write(text: str) -> None:
    """Write to standard output. A reader that has gone away ends the command quietly.

    Raises:
        typer.Exit: nobody reads any more.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError as error:
        leave(sys.stdout)
        raise typer.Exit(0) from error


def complain(text: RenderableType) -> None:
    """Write to standard error, whoever reads it."""
    errors = console(sys.stderr)
    with errors.capture() as captured:
        errors.print(text, soft_wrap=True)
    try:
        sys.stderr.write(captured.get())
        sys.stderr.flush()
    except BrokenPipeError:
        leave(sys.stderr)


def leave(stream: Any) -> None:
    """Point a stream whose reader has gone at nothing, so that the interpreter can end without a complaint."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
