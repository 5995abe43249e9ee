"""Permanent memory as commands: `mnemic permanent list`, `propose`, `confirm`, `reject`, `read`."""

from __future__ import annotations

from typing import Annotated

import typer

from mnemic.domain.record import Status
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe


def list_(call: Call) -> None:
    """List permanent memory."""
    screen = call.screen
    with call.user(writes=False) as memory:
        held, proposals = memory.permanent.list(), memory.permanent.proposals()
        keys = {one.id: key for key, one in memory.permanent.keys().items()}
        questions = memory.permanent.conflicts()
    if held or not proposals:
        rows = [(tables.short(one.id), keys.get(one.id, ""), one.text) for one in held]
        screen.table(("id", "key", "text"), rows)
    if proposals:
        screen.say("proposals", style="bold")
        tables.memories(call, proposals)
    screen.show(*(safe(question.text, "yellow") for question in questions))
    screen.document(
        {
            "permanent": [{"key": keys.get(one.id), **wire.jsonable(one)} for one in held],
            "proposals": [wire.jsonable(one) for one in proposals],
            "questions": wire.jsonable(questions),
        }
    )


def propose(
    call: Call,
    text: list[str],
    *,
    key: Annotated[str | None, typer.Option(metavar="KEY")] = None,
    reason: str | None = None,
) -> None:
    """Propose a text."""
    with call.user() as memory:
        made = memory.permanent.propose(" ".join(text), key=key, reason=reason)
    tables.changed(call, made, "proposed.held" if made.status is Status.QUARANTINED else "proposed")


def confirm(call: Call, id: str) -> None:
    """Confirm a proposal."""
    with call.user() as memory:
        made = memory.permanent.confirm(call.whole_id(memory, id))
    tables.changed(call, made, "confirmed")


def reject(call: Call, id: str) -> None:
    """Reject a proposal or permanent memory."""
    with call.user() as memory:
        made = memory.permanent.reject(call.whole_id(memory, id))
    tables.changed(call, made, "rejected")


def read(call: Call, key: str) -> None:
    """Show what stands under a key."""
    with call.user(writes=False) as memory:
        found = memory.permanent.read(key)
    call.screen.show(safe(found.text))
    call.screen.document(wire.jsonable(found))
