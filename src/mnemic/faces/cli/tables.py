"""Values of the library on the screen, as tables and lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo

from rich.text import Text

from mnemic.domain.changes import Conflict, Entry, History, WriteReport
from mnemic.domain.entity import Entity, RelatedEntity
from mnemic.domain.query import Hit, SessionInfo, Stats
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Memory
from mnemic.domain.understanding import Understanding, Window
from mnemic.faces import wire
from mnemic.faces.cli.call import Call
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


def hits(call: Call, found: Sequence[Hit], *, explain: bool) -> None:
    """Hits with score, kind, date and text; with `explain` the terms below the text."""
    rows = [
        (
            short(hit.memory.id),
            f"{hit.score:.2f}",
            hit.memory.kind.value,
            day(hit.memory.said_at, call.zone),
            hit.memory.text + (f"\n{terms(hit.explain)}" if explain else ""),
        )
        for hit in found
    ]
    call.screen.table(("id", "score", "kind", "said", "text"), rows)


def memories(call: Call, found: Sequence[Memory], *, bare: bool = False) -> None:
    """Memories with kind, status, date and text."""
    rows = [(short(one.id), one.kind.value, _standing(one), day(one.said_at, call.zone), one.text) for one in found]
    call.screen.table(("id", "kind", "status", "said", "text"), rows, bare=bare)


def changed(call: Call, memory: Memory, sentence: str) -> None:
    """What became of a memory by the user's word, and the memory as it is now."""
    call.screen.say(sentence, style="green")
    memories(call, [memory])
    call.screen.document(wire.jsonable(memory))


def forgotten(call: Call, receipt: Receipt) -> None:
    """How much was forgotten."""
    call.screen.say("forgotten", memories=len(receipt.memories), turns=receipt.turns, history_rows=receipt.history_rows)


def fields(call: Call, memory: Memory) -> None:
    """Every field of a memory that says something."""
    shape = wire.jsonable(memory)
    rows = [(name, _cell(value)) for name, value in shape.items() if value not in (None, "", [], {})]
    call.screen.table(("what", "text"), rows)


def changes(call: Call, found: Sequence[History]) -> None:
    """A memory's history: when, what, by whom, why, and the text after it."""
    rows = [
        (
            minute(one.at, call.zone),
            one.action.value,
            one.actor,
            one.reason,
            (one.after or one.before).text if one.after or one.before else "",  # type: ignore[union-attr]
        )
        for one in found
    ]
    call.screen.table(("when", "action", "actor", "reason", "text"), rows, bare=True)


def conflicts(call: Call, found: Sequence[Conflict]) -> None:
    """Both sides of each conflict, the newer first, with the reason."""
    rows = [
        (
            call.words.say(side),
            short(memory.id),
            _standing(memory),
            memory.text,
            one.reason if side == "newer" else "",
        )
        for one in found
        for side, memory in (("newer", one.newer), ("older", one.older))
    ]
    call.screen.table(("what", "id", "status", "text", "reason"), rows)


def entities(call: Call, found: Sequence[Entity]) -> None:
    """Who and what the memories speak of, under all names."""
    rows = [
        (
            one.name,
            one.kind.value,
            str(one.count),
            day(one.first_said_at, call.zone),
            day(one.last_said_at, call.zone),
            ", ".join(one.aliases),
        )
        for one in found
    ]
    call.screen.table(("name", "kind", "count", "first", "last", "aliases"), rows, wide="aliases")


def related(call: Call, found: Sequence[RelatedEntity]) -> None:
    """What hangs together with an entity, and by which path."""
    call.screen.table(("score", "what"), [(f"{one.strength:.2f}", " – ".join(one.path)) for one in found], wide="what")


def sessions(call: Call, found: Sequence[SessionInfo]) -> None:
    """Sessions in numbers."""
    rows = [
        (one.id, str(one.turns), day(one.first_said_at, call.zone), day(one.last_said_at, call.zone)) for one in found
    ]
    call.screen.table(("session", "turns", "first", "last"), rows, wide="session")


def counts(call: Call, found: Stats) -> None:
    """What is held, one number a line."""
    rows: list[tuple[str, str]] = []
    for name, value in wire.jsonable(found).items():
        parts: Mapping[str, int] = value if isinstance(value, Mapping) else {"": value}
        rows += [(f"{name} {part}".strip(), str(count)) for part, count in parts.items()]
    call.screen.table(("what", "count"), rows, wide="what")


def outcomes(call: Call, report: WriteReport) -> None:
    """A write report, a line for each entry with its reason."""
    screen = call.screen
    lines = [entry_line(call.words, name, entry) for name in OUTCOMES for entry in getattr(report, name)]
    screen.show(*lines)
    if not lines and not report.pending:
        screen.say("learned.none", style="dim")
    if report.pending:
        screen.say("learned.pending", style="dim", count=report.pending)
    if report.dry_run:
        screen.say("learned.dry", style="dim")
    screen.show(*(safe(reason, "yellow") for reason in report.degraded))


def entry_line(words: Words, outcome: str, entry: Entry) -> Text:
    """One entry of a write report."""
    line = Text(f"{words.say(outcome)}: ", style=OUTCOMES[outcome])
    if entry.memory is not None:
        line.append(f"[{short(entry.memory.id)}] ", style="dim")
    line.append(safe(entry.memory.text if entry.memory else entry.text, "default"))
    line.append(safe(f" ({entry.reason})", "dim"))
    return line


def terms(explain: Mapping[str, float]) -> str:
    """The terms of a score, largest effect first."""
    ordered = sorted(explain.items(), key=lambda term: -abs(term[1]))
    return "  ".join(f"{name} {value:+.2f}" for name, value in ordered)


def understood(call: Call, found: Understanding) -> None:
    """What a question was understood to mean, a line for each thing found."""
    for one in found.completed:
        what = one.text.replace("\n", " ")
        call.screen.say("understood.completed", style="dim", whence=one.whence.value, what=what)
    whose = "" if found.whose == "anybody" else found.whose
    for name, what in (
        ("windows", ", ".join(_window(window, call.zone) for window in found.windows)),
        ("entities", ", ".join(found.entities)),
        ("asked_for", ", ".join(found.asked_for)),
        ("scenes", ", ".join(found.scenes)),
        ("whose", whose),
        ("task", found.task or ""),
    ):
        if what:
            call.screen.say(f"understood.{name}", style="dim", what=what)


def chat(call: Call, messages: Iterable[Mapping[str, str]]) -> None:
    """Chat messages, each with its role before it."""
    call.screen.show(*(safe(f"{message['role']}: {message['content']}") for message in messages))


def short(id: str) -> str:
    """An id as tables show it."""
    return id[:ID_CHARACTERS]


def day(moment: datetime, zone: tzinfo) -> str:
    """The calendar day of a moment in a zone."""
    return moment.astimezone(zone).date().isoformat()


def minute(moment: datetime, zone: tzinfo) -> str:
    """Day, hour and minute of a moment in a zone."""
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def _window(window: Window, zone: tzinfo) -> str:
    """A window by its words and its first and last day."""
    begins = day(window.begins, zone) if window.begins else ""
    ends = day(window.ends - timedelta(microseconds=1), zone) if window.ends else ""
    return f"{window.words} ({begins} – {ends})"


def _standing(memory: Memory) -> str:
    superseded = memory.superseded_at is not None and memory.status.value == "active"
    return "superseded" if superseded else memory.status.value


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_cell(part) for part in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_cell(part)}" for name, part in value.items() if part is not None)
    return str(value)
