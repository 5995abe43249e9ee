"""A whole memory from one store into another: `mnemic migrate`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated

import typer

import mnemic
from mnemic.faces import wire
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.commands import DryRun
from mnemic.faces.cli.transfer import bar


def migrate(
    call: Call,
    source: Annotated[str, typer.Argument(metavar="SOURCE")],
    target: Annotated[str, typer.Argument(metavar="TARGET")],
    dry_run: DryRun = False,
) -> None:
    """Copy everything of every user from one store into another."""
    with bar(call, "migrate.progress") as told:
        moved = mnemic.migrate(source, target, dry_run=dry_run, progress=told)
    call.screen.say(
        "migrate.dry" if dry_run else "migrate.done",
        style="green",
        users=moved.users + moved.users_there,
        new=moved.users,
        there=moved.users_there,
        place=moved.target,
        rows=f"{sum(moved.rows.values()):,}",
        tenants=moved.tenants,
        lines=f"{moved.lines:,}",
    )
    if moved.sealed:
        call.screen.say("migrate.sealed", count=moved.sealed)
    call.screen.document({"migrate": wire.jsonable(moved)})


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"migrate": migrate})
