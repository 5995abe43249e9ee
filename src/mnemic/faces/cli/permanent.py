"""Permanent memory as commands: `mnemic permanent list`, `propose`, `confirm`, `reject`, `read`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated

import typer

from mnemic.domain.record import Memory, Status
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.commands import Id
from mnemic.faces.cli.screen import safe

Key = Annotated[str | None, typer.Option(metavar="KEY")]


def list_(call: Call) -> None:
    """List permanent memory."""
    screen, words = call.screen, call.screen.words
    with call.user(writes=False) as memory:
        held, proposals = memory.permanent.list(), memory.permanent.proposals()
        keys = {one.id: key for key, one in memory.permanent.keys().items()}
        questions = memory.permanent.conflicts()
    if held:
        rows = [(one.id[: tables.ID_CHARACTERS], keys.get(one.id, ""), one.text) for one in held]
        screen.show(tables.table(words, ("id", "key", "text"), rows))
    if proposals:
        screen.say("proposals", style="bold")
        screen.show(tables.memories(words, proposals, call.shown_zone()))
    if not held and not proposals:
        screen.say("none", style="dim")
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
    text: Annotated[list[str], typer.Argument()],
    key: Key = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
) -> None:
    """Propose a text."""
    with call.user() as memory:
        made = memory.permanent.propose(" ".join(text), key=key, reason=reason)
    _shown(call, made, "proposed.held" if made.status is Status.QUARANTINED else "proposed")


def confirm(call: Call, id: Id) -> None:
    """Confirm a proposal."""
    with call.user() as memory:
        made = memory.permanent.confirm(call.whole_id(memory, id))
    _shown(call, made, "confirmed")


def reject(call: Call, id: Id) -> None:
    """Reject a proposal or permanent memory."""
    with call.user() as memory:
        made = memory.permanent.reject(call.whole_id(memory, id))
    _shown(call, made, "rejected")


def read(call: Call, key: Annotated[str, typer.Argument()]) -> None:
    """Show what stands under a key."""
    with call.user(writes=False) as memory:
        found = memory.permanent.read(key)
    call.screen.show(safe(found.text))
    call.screen.document(wire.jsonable(found))


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType(
    {"list": list_, "propose": propose, "confirm": confirm, "reject": reject, "read": read}
)


def _shown(call: Call, memory: Memory, sentence: str) -> None:
    call.screen.say(sentence, style="green")
    call.screen.show(tables.memories(call.screen.words, [memory], call.shown_zone()))
    call.screen.document(wire.jsonable(memory))
