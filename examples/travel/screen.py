"""The transcript on screen."""

from __future__ import annotations

import json
from datetime import datetime

from rich.console import Console
from rich.markup import escape

from examples.travel.decision import Call
from mnemic.domain.changes import WriteReport
from mnemic.domain.record import Kind

SHOWN = ("added", "reinforced", "revised", "superseded", "retracted", "quarantined", "redacted")
WIDE = 150  # characters of a dim line


class Screen:
    """Prints what happens; with `quiet` nothing of the conversation."""

    def __init__(self, console: Console, *, quiet: bool = False) -> None:
        self._console = console
        self._quiet = quiet

    def session(self, name: str, at: datetime, *, process: int) -> None:
        """A session begins."""
        if not self._quiet:
            self._console.print()
            self._console.print(f"[bold]── {at:%a %d %b %Y} · session {name} · process {process}[/bold]")

    def heard(self, text: str) -> None:
        """What the user says."""
        self._line("cyan", "user     ", text)

    def said(self, text: str) -> None:
        """What the assistant says."""
        self._line("green", "assistant", text)

    def remembered(self, report: WriteReport) -> None:
        """What became of a message in memory: its statements, its verdict, and the tasks it went on with."""
        for outcome in SHOWN:
            for entry in getattr(report, outcome):
                if entry.memory is not None and entry.memory.kind is not Kind.TASK:
                    held = f"{entry.memory.kind.value}, {entry.memory.tier.value}"
                    self.noted(f"{outcome} ({held}): {entry.memory.text}")
        for entry in report.tasks:
            self.noted(f"{entry.memory.id if entry.memory else 'task'}: {entry.reason}")
        for entry in report.feedback:
            self.noted(f"{entry.reason} · {entry.memory.text if entry.memory else ''}")

    def called(self, call: Call, result: str) -> None:
        """A call and what it gave."""
        arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
        self.noted(f"{call.tool} {arguments} → {result}", sign="⚙")

    def noted(self, text: str, sign: str = "·") -> None:
        """A short dim line."""
        if not self._quiet:
            short = text if len(text) <= WIDE else text[: WIDE - 1] + "…"
            self._console.print(f"[dim]            {sign} {escape(short)}[/dim]")

    def checked(self, name: str, fine: bool, seen: str) -> None:
        """One line of the checklist."""
        mark = "[green]✓[/green]" if fine else "[red]✗[/red]"
        self._console.print(f"{mark} {escape(name)}: [dim]{escape(seen)}[/dim]")

    def _line(self, colour: str, who: str, text: str) -> None:
        if self._quiet:
            return
        first, *rest = text.splitlines()
        self._console.print(f"[{colour}]{who}[/{colour}] {escape(first)}")
        for line in rest:
            self._console.print(f"          {escape(line)}")
