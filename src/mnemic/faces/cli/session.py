"""One conversation as a command: `mnemic session ID`, as a model would be given it, or what it comes to."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from mnemic.faces import wire
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe

Budget = Annotated[int, typer.Option(min=1, metavar="N")]


def session(
    call: Call,
    id: Annotated[str, typer.Argument()],
    budget: Budget = 8000,
    summary: Annotated[bool, typer.Option("--summary")] = False,
    operations: Annotated[bool, typer.Option("--operations/--no-operations")] = True,
) -> None:
    """Show a session as a model would be given it."""
    screen = call.screen
    with call.user(writes=False) as memory:
        conversation = memory.session(id)
        if summary:
            older = conversation.summary(budget, operations=operations)
            degraded, shape = older.degraded, wire.jsonable(older)
            shown = [older.text] if older.text else []
        else:
            messages = conversation.messages(budget, operations=operations)
            degraded, shape = messages.degraded, wire.jsonable(messages)
            shown = [_told(message) for message in messages]
    if shown:
        screen.show(*map(safe, shown))
    else:
        screen.say("none", style="dim")
    for reason in degraded:
        screen.note("degraded", what=reason)
    screen.document(shape)


def _told(message: dict[str, Any]) -> str:
    """A message on the screen: whose it is, what it says, what it calls."""
    called = [call.get("function", call) for call in message.get("tool_calls", ())]
    calls = [json.dumps(call, ensure_ascii=False, default=str) for call in called]
    whose = ": ".join(part for part in (message["role"], message.get("name", "")) if part)
    return f"{whose}: " + "\n".join(part for part in (message["content"], *calls) if part)
