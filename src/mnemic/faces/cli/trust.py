"""Where the memory comes from as commands: `mnemic sources`, `mnemic rollback`, `mnemic check-action`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from mnemic.errors import InvalidInput
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.options import Id, Moment, Name, Texts
from mnemic.faces.cli.screen import safe

REFUSED = 3
"""Exit code where an action is not allowed without asking."""

SHOWN_CHARACTERS = 100  # of a memory in a line


def sources(call: Call, *, by: Annotated[str | None, typer.Option(metavar="WHAT")] = None) -> None:
    """List what the memory rests on."""
    screen = call.screen
    with call.user(writes=False) as memory:
        found = memory.trust.sources(by)
    rows = [
        (
            call.words.say(f"source.by.{one.by.value}"),
            one.value,
            str(one.memories),
            str(one.quarantined),
            str(one.turns),
            tables.minute(one.last_at, call.zone),
        )
        for one in found
    ]
    columns = ("source.by", "source.value", "source.memories", "source.held", "source.turns", "source.last")
    screen.table(columns, rows, wide="source.value")
    screen.document({"sources": [wire.jsonable(one) for one in found]})


def rollback(
    call: Call,
    *,
    origin: Annotated[str | None, typer.Option(metavar="ORIGIN")] = None,
    of_session: Id = None,
    speaker: Name = None,
    tool: Name = None,
    of_agent: Name = None,
    turn: Id = None,
    file: Annotated[str | None, typer.Option(metavar="HASH")] = None,
    batch: Moment = None,
    since: Moment = None,
    dry_run: bool = False,
    forget: bool = False,
    undo: Id = None,
) -> None:
    """Take back everything that rests on one source, or take that back."""
    screen = call.screen
    with call.user() as memory:
        if undo is not None:
            done = memory.trust.undo(undo)
        else:
            done = memory.trust.rollback(
                origin=origin,
                session=of_session,
                speaker=speaker,
                tool=tool,
                agent=of_agent,
                turn=turn,
                file=file,
                batch=batch,
                since=since,
                dry_run=dry_run,
                forget=forget,
            )
    for name, found in (("retracted", done.retracted), ("revised", done.revised), ("reopened", done.reopened)):
        what = call.words.say(f"rollback.{name}")
        screen.show(*(safe(f"{what} {tables.short(one.id)} {one.text[:SHOWN_CHARACTERS]}") for one in found))
    if undo is not None:
        screen.say("rollback.undone", count=len(done.reopened), skipped=len(done.skipped))
    elif dry_run:
        screen.say("rollback.would", count=len(done.memory_ids), turns=done.turns)
    elif forget:
        screen.say("rollback.forgotten", count=len(done.memory_ids), turns=done.turns)
    else:
        screen.say("rollback.done", count=len(done.memory_ids), turns=done.turns, id=done.id)
    screen.document({"rollback": _plain(done)})


def check_action(call: Call, action: list[str], *, said: Texts = None) -> None:
    """Say whether an action rests on the user's word."""
    screen, text = call.screen, " ".join(action)
    with call.user(writes=False) as memory:
        found = memory.check_action(_parsed(text), session=call.session, said=said or ())
    style = {"allow": "green", "ask": "yellow", "refuse": "red"}[found.permission.value]
    screen.say(f"action.{found.permission.value}", style=style)
    for reason in found.reasons:
        screen.show(safe(f"- {reason}"))
    screen.document({"action": wire.jsonable(found)})
    if not found.allowed:
        raise typer.Exit(REFUSED)


def _parsed(text: str) -> str | Mapping[str, Any]:
    """A tool call where it is one, else the words."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        call = json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"The action begins like a tool call and is not JSON: {error}.") from error
    return call if isinstance(call, dict) else text


def _plain(done: Any) -> dict[str, Any]:
    return {
        "id": done.id,
        "at": done.at.isoformat(),
        "source": done.source,
        "dry_run": done.dry_run,
        "retracted": [memory.id for memory in done.retracted],
        "revised": [memory.id for memory in done.revised],
        "reopened": [memory.id for memory in done.reopened],
        "removed": [memory.id for memory in done.removed],
        "skipped": list(done.skipped),
        "turns": done.turns,
        "forgotten": done.receipt is not None,
    }
