"""Encryption as commands: `mnemic key` makes and changes keys, `encrypt` and `decrypt` work on users who are there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from mnemic.domain.encryption import EncryptionReport
from mnemic.faces import wire
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.options import Yes
from mnemic.wiring import opening

LOCKED_MAX = 20  # users whose key is not there, as far as they are named


def new(call: Call, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Write a new master key into a file."""
    key = opening.new_key(file)
    call.screen.say("key.new", style="green", file=str(file), name=key.name)
    call.screen.document({"file": str(file), "name": key.name})


def rotate(call: Call, *, master: Annotated[Path | None, typer.Option(metavar="FILE")] = None) -> None:
    """Give users new keys, or wrap their keys with another master key."""
    if master is None:
        with call.opened() as memory:
            _show(call, memory.encryption.rotate(_users(call)), "key.rotated")
        return
    if call.place.user:
        raise UsageError(call.words.say("key.master.user"))
    service = opening.master_key(master)
    with call.opened() as memory:
        count = memory.encryption.rewrap(service)
    call.screen.say("key.rewrapped", style="green", count=count, file=str(master))
    call.screen.document({"rewrapped": count, "name": service.name})


def status(call: Call) -> None:
    """Say how many users are encrypted."""
    with call.opened(writes=False) as memory:
        found = memory.encryption.status()
    call.screen.say(
        "key.status",
        sealed=found.sealed,
        plain=found.plain,
        master=found.master or call.words.say("key.none"),
        on=call.words.say("key.on" if found.on else "key.off"),
    )
    _locked(call, found.locked)
    call.screen.document(wire.jsonable(found))


def encrypt(call: Call) -> None:
    """Encrypt users who are plain."""
    with call.opened() as memory:
        _show(call, memory.encryption.encrypt(_users(call)), "key.encrypted")


def decrypt(call: Call, *, yes: Yes = False) -> None:
    """Write users in plain again."""
    call.consent(call.words.say("key.decrypt.sure"), yes=yes)
    with call.opened() as memory:
        _show(call, memory.encryption.decrypt(_users(call)), "key.decrypted")


def _users(call: Call) -> list[str] | None:
    """The user of --user alone; MNEMIC_USER does not count, since everybody is meant without it."""
    return [call.place.user] if call.place.user else None


def _show(call: Call, report: EncryptionReport, sentence: str) -> None:
    call.screen.say(sentence, style="green", count=len(report.changed), skipped=len(report.skipped))
    _locked(call, report.locked)
    call.screen.document(wire.jsonable(report))
    if report.locked:
        raise typer.Exit(1)


def _locked(call: Call, users: Sequence[str]) -> None:
    if users:
        call.screen.say("key.locked", style="red", count=len(users), users=", ".join(users[:LOCKED_MAX]))
