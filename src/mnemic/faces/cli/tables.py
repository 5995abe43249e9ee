"""Values as tables and lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo

from rich.table import Table
from rich.text import Text

from mnemic.domain.changes import Conflict, Entry, History, WriteReport
from mnemic.domain.entity import Entity, Related
from mnemic.domain.query import Hit, SessionInfo, Stats
from mnemic.domain.record import Memory
from mnemic.domain.understanding import Understanding, Window
from mnemic.faces import wire
from mnemic.faces.cli.screen import safe
from mnemic.faces.words import Words

ID_CHARACTERS = 8  # of an id in a table; as many as a context cites
OUTCOMES = {
    "added": "green",
    "reinforced": "cyan",
    "revised": "cyan",
    "superseded": "yellow",
    "retracted": "yellow",
    "archived": "dim",
    "tasks": "green",
    "feedback": "cyan",
    "quarantined": "red",
    "dropped": "dim",
    "redacted": "magenta",
}
"""The lists of a write report, in the order they are shown, each with its colour."""


def table(words: Words, columns: Sequence[str], rows: Iterable[Sequence[str]], *, wide: str = "text") -> Table:
    """A table whose one wide column takes the room the others leave."""
    drawn = Table(show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        if column == wide:
            drawn.add_column(Text(words.say(column)), ratio=1, overflow="fold")
        else:
            drawn.add_column(Text(words.say(column)), overflow="fold", min_width=4)
    for row in rows:
        drawn.add_row(*(safe(cell.strip()) for cell in row))
    return drawn


def hits(words: Words, found: Sequence[Hit], zone: tzinfo, *, explain: bool) -> Table:
    """Hits with score, kind, date and text; with `explain` the terms below the text."""
    rows = [
        (
            hit.memory.id[:ID_CHARACTERS],
            f"{hit.score:.2f}",
            hit.memory.kind.value,
            day(hit.memory.said_at, zone),
            hit.memory.text + (f"\n{terms(hit.explain)}" if explain else ""),
        )
        for hit in found
    ]
    return table(words, ("id", "score", "kind", "said", "text"), rows)


def memories(words: Words, found: Sequence[Memory], zone: tzinfo) -> Table:
    """Memories with kind, status, date and text."""
    rows = [
        (memory.id[:ID_CHARACTERS], memory.kind.value, _standing(memory), day(memory.said_at, zone), memory.text)
        for memory in found
    ]
    return table(words, ("id", "kind", "status", "said", "text"), rows)


def one(words: Words, memory: Memory) -> Table:
    """Every field of a memory that says something."""
    shape = wire.jsonable(memory)
    rows = [(name, _cell(value)) for name, value in shape.items() if value not in (None, "", [], {})]
    return table(words, ("what", "text"), rows)


def changes(words: Words, rows: Sequence[History], zone: tzinfo) -> Table:
    """A memory's history: when, what, by whom, why, and the text after it."""
    cells = [
        (
            f"{row.at.astimezone(zone):%Y-%m-%d %H:%M}",
            row.action.value,
            row.actor,
            row.reason,
            (row.after or row.before).text if row.after or row.before else "",  # type: ignore[union-attr]
        )
        for row in rows
    ]
    return table(words, ("when", "action", "actor", "reason", "text"), cells)


def conflicts(words: Words, found: Sequence[Conflict]) -> Table:
    """Both sides of each conflict, the newer first, with the reason."""
    rows = [
        (
            words.say(side),
            memory.id[:ID_CHARACTERS],
            _standing(memory),
            memory.text,
            one.reason if side == "newer" else "",
        )
        for one in found
        for side, memory in (("newer", one.newer), ("older", one.older))
    ]
    return table(words, ("what", "id", "status", "text", "reason"), rows)


def entities(words: Words, found: Sequence[Entity], zone: tzinfo) -> Table:
    """Who and what the memories speak of, under all names."""
    rows = [
        (
            one.name,
            one.kind.value,
            str(one.count),
            day(one.first_said_at, zone),
            day(one.last_said_at, zone),
            ", ".join(one.aliases),
        )
        for one in found
    ]
    return table(words, ("name", "kind", "count", "first", "last", "aliases"), rows, wide="aliases")


def related(words: Words, found: Sequence[Related]) -> Table:
    """What hangs together with an entity, and by which path."""
    rows = [(f"{one.strength:.2f}", " – ".join(one.path)) for one in found]
    return table(words, ("score", "what"), rows, wide="what")


def sessions(words: Words, found: Sequence[SessionInfo], zone: tzinfo) -> Table:
    """Sessions in numbers."""
    rows = [(info.id, str(info.turns), day(info.first_said_at, zone), day(info.last_said_at, zone)) for info in found]
    return table(words, ("session", "turns", "first", "last"), rows, wide="session")


def counts(words: Words, found: Stats) -> Table:
    """What is held, one number a line."""
    rows: list[tuple[str, str]] = []
    for name, value in wire.jsonable(found).items():
        parts: Mapping[str, int] = value if isinstance(value, Mapping) else {"": value}
        rows += [(f"{name} {part}".strip(), str(count)) for part, count in parts.items()]
    return table(words, ("what", "count"), rows, wide="what")


def outcomes(words: Words, report: WriteReport) -> list[Text]:
    """A write report, a line for each entry with its reason."""
    lines = [line(words, name, entry, style) for name, style in OUTCOMES.items() for entry in getattr(report, name)]
    if not lines and not report.pending:
        lines = [Text(words.say("learned.none"), style="dim")]
    if report.pending:
        lines.append(Text(words.say("learned.pending", count=report.pending), style="dim"))
    if report.dry_run:
        lines.append(Text(words.say("learned.dry"), style="dim"))
    lines += [safe(what, "yellow") for what in report.degraded]
    return lines


def line(words: Words, outcome: str, entry: Entry, style: str) -> Text:
    """One entry of a write report."""
    said = Text(f"{words.say(outcome)}: ", style=style)
    if entry.memory is not None:
        said.append(f"[{entry.memory.id[:ID_CHARACTERS]}] ", style="dim")
    said.append(safe(entry.memory.text if entry.memory else entry.text, "default"))
    said.append(safe(f" ({entry.reason})", "dim"))
    return said


def terms(explain: Mapping[str, float]) -> str:
    """The terms of a score, largest effect first."""
    ordered = sorted(explain.items(), key=lambda term: -abs(term[1]))
    return "  ".join(f"{name} {value:+.2f}" for name, value in ordered)


def understood(words: Words, found: Understanding, zone: tzinfo) -> list[Text]:
    """What a question was understood to mean, a line for each thing found."""
    lines = [
        words.say("understood.completed", whence=one.whence.value, what=one.text.replace("\n", " "))
        for one in found.completed
    ]
    whose = "" if found.whose == "anybody" else found.whose
    for name, what in (
        ("windows", ", ".join(_window(window, zone) for window in found.windows)),
        ("entities", ", ".join(found.entities)),
        ("asked_for", ", ".join(found.asked_for)),
        ("scenes", ", ".join(found.scenes)),
        ("whose", whose),
        ("task", found.task or ""),
    ):
        if what:
            lines.append(words.say(f"understood.{name}", what=what))
    return [safe(line, "dim") for line in lines]


def _window(window: Window, zone: tzinfo) -> str:
    """A window by its words and its first and last day."""
    begins = day(window.begins, zone) if window.begins else ""
    ends = day(window.ends - timedelta(microseconds=1), zone) if window.ends else ""
    return f"{window.words} ({begins} – {ends})"


def day(moment: datetime, zone: tzinfo) -> str:
    """The calendar day of a moment in a zone."""
    return moment.astimezone(zone).date().isoformat()


def _standing(memory: Memory) -> str:
    superseded = memory.superseded_at is not None and memory.status.value == "active"
    return "superseded" if superseded else memory.status.value


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_cell(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(part)}" for name, part in value.items() if part is not None)
    return str(value)
