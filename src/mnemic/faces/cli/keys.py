"""Encryption as commands: `mnemic key` makes and changes keys, `encrypt` and `decrypt` work on users who are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from mnemic.faces import wire
from mnemic.faces.cli.call import Call, UsageError

if TYPE_CHECKING:
    from mnemic.domain.encryption import EncryptionReport

Yes = Annotated[bool, typer.Option("--yes", "-y")]


def new(call: Call, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Write a new master key into a file."""
    from mnemic.wiring import opening  # The whole library; help and completion must not wait for it.

    key = opening.new_key(file)
    call.screen.say("key.new", style="green", file=str(file), name=key.name)
    call.screen.document({"file": str(file), "name": key.name})


def rotate(call: Call, master: Annotated[Path | None, typer.Option("--master", metavar="FILE")] = None) -> None:
    """Give users new keys, or wrap their keys with another master key."""
    from mnemic.wiring import opening as wiring  # The whole library; help and completion must not wait for it.

    if master is None:
        with call.opened() as memory:
            _show(call, memory.encryption.rotate(_named(call)), "key.rotated")
        return
    if call.place.user:
        raise UsageError(call.screen.words.say("key.master.user"))
    service = wiring.master_key(master)
    with call.opened() as memory:
        count = memory.encryption.rewrap(service)
    call.screen.say("key.rewrapped", style="green", count=count, file=str(master))
    call.screen.document({"rewrapped": count, "name": service.name})


def status(call: Call) -> None:
    """Say how many users are encrypted."""
    with call.opened(writes=False) as memory:
        found = memory.encryption.status()
    words = call.screen.words
    call.screen.say(
        "key.status",
        sealed=found.sealed,
        plain=found.plain,
        master=found.master or words.say("key.none"),
        on=words.say("key.on" if found.on else "key.off"),
    )
    if found.locked:
        call.screen.say("key.locked", style="red", count=len(found.locked), users=", ".join(found.locked[:20]))
    call.screen.document(wire.jsonable(found))


def encrypt(call: Call) -> None:
    """Encrypt users who are plain."""
    with call.opened() as memory:
        _show(call, memory.encryption.encrypt(_named(call)), "key.encrypted")


def decrypt(call: Call, yes: Yes = False) -> None:
    """Write users in plain again."""
    call.consent(call.screen.words.say("key.decrypt.sure"), yes=yes)
    with call.opened() as memory:
        _show(call, memory.encryption.decrypt(_named(call)), "key.decrypted")


def _named(call: Call) -> list[str] | None:
    """The user of --user alone; MNEMIC_USER does not count, since everybody is meant without it."""
    return [call.place.user] if call.place.user else None


def _show(call: Call, report: EncryptionReport, sentence: str) -> None:
    call.screen.say(sentence, style="green", count=len(report.changed), skipped=len(report.skipped))
    if report.locked:
        call.screen.say("key.locked", style="red", count=len(report.locked), users=", ".join(report.locked[:20]))
    call.screen.document(wire.jsonable(report))
    if report.locked:
        raise typer.Exit(1)


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"encrypt": encrypt, "decrypt": decrypt})
GROUP: Mapping[str, Callable[..., None]] = MappingProxyType({"new": new, "rotate": rotate, "status": status})
