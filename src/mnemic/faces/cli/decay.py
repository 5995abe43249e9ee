"""Decay as commands: `mnemic decay` shows what would go and why, then lets it go; `pin` and `unpin` say what stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated

import typer

from mnemic.domain.record import Memory
from mnemic.faces import wire
from mnemic.faces.cli import tables, upkeep
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.commands import Id
from mnemic.faces.cli.upkeep import DryRun


def decay(call: Call, dry_run: DryRun = False, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Let go of what is not used. Before anything is removed for good the user is asked."""
    with call.user(writes=not dry_run) as memory:
        report = memory.upkeep.decay(dry_run=True)
        if not dry_run:
            if report.purged:
                call.consent(call.screen.words.say("decay.sure", count=len(report.purged)), yes=yes)
            report = memory.upkeep.apply(report)
    upkeep.show(call, report)


def pin(call: Call, id: Id) -> None:
    """Keep a memory from all upkeep."""
    with call.user() as memory:
        kept = memory.upkeep.pin(call.whole_id(memory, id))
    _shown(call, kept, "pinned")


def unpin(call: Call, id: Id) -> None:
    """Let upkeep treat a memory like any other again."""
    with call.user() as memory:
        let_go = memory.upkeep.unpin(call.whole_id(memory, id))
    _shown(call, let_go, "unpinned")


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"decay": decay, "pin": pin, "unpin": unpin})


def _shown(call: Call, memory: Memory, sentence: str) -> None:
    call.screen.say(sentence, style="green")
    call.screen.show(tables.memories(call.screen.words, [memory], call.shown_zone()))
    call.screen.document(wire.jsonable(memory))
