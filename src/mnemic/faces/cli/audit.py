"""`mnemic audit` (show, verify, head, export) and `mnemic access`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe

if TYPE_CHECKING:
    from mnemic.safety.audit.verification import AuditCheck

FOUND = 3
"""Exit code where the audit is not as it was written."""

Expect = Annotated[str | None, typer.Option("--expect", metavar="HEAD")]


def show(
    call: Call,
    since: Annotated[str | None, typer.Option("--since", metavar="TIME")] = None,
    actor: Annotated[str | None, typer.Option("--actor")] = None,
    action: Annotated[str | None, typer.Option("--action")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1)] = 50,
) -> None:
    """Show the audit."""
    screen, zone = call.screen, call.shown_zone()
    with call.opened(writes=False) as memory:
        lines = memory.audit.lines(user=call.place.user, since=since, actor=actor, action=action, limit=limit)
    rows = [
        (
            str(line.number),
            "?" if line.at is None else f"{line.at.astimezone(zone):%Y-%m-%d %H:%M:%S}",
            line.actor,
            line.action,
            line.user or "-",
            " ".join(part for part in (line.memory_id, line.detail) if part),
        )
        for line in lines
    ]
    if rows:
        columns = ("audit.number", "audit.at", "audit.actor", "audit.action", "audit.user", "audit.detail")
        screen.show(tables.table(screen.words, columns, rows, wide="audit.detail"))
    else:
        screen.say("none", style="dim")
    screen.document({"audit": [wire.jsonable(line) for line in lines]})


def verify(call: Call, file: Annotated[str | None, typer.Argument()] = None, expect: Expect = None) -> None:
    """Find whether the audit is as it was written."""
    from mnemic import settings  # The whole library; help and completion must not wait for it.
    from mnemic.api import audit
    from mnemic.safety.audit.verification import key_of

    if file is not None:
        check = audit.verify_file(file, expect=expect, key=key_of(settings.load()))
    else:
        with call.opened(writes=False) as memory:
            check = memory.audit.verify(expect)
    _tell(call, check)
    if not check.sound:
        raise typer.Exit(FOUND)


def head(call: Call) -> None:
    """Print the newest line as number and hash."""
    with call.opened(writes=False) as memory:
        newest = memory.audit.head()
    call.screen.show(safe(newest))
    call.screen.document({"head": newest})


def export(
    call: Call,
    file: Annotated[str, typer.Argument()],
    rows: Annotated[bool, typer.Option("--rows")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite")] = False,
) -> None:
    """Write the chain into a file."""
    with call.opened(writes=False) as memory:
        place = memory.audit.export(file, rows=rows, overwrite=overwrite)
    call.screen.say("audit.exported", style="green", place=place)
    call.screen.document({"audit": {"path": str(place)}})


def access(
    call: Call,
    actor: Annotated[str, typer.Argument()] = "agent",
    verbs: Annotated[bool, typer.Option("--verbs")] = False,
) -> None:
    """Show who may do what."""
    from mnemic import settings  # The whole library; help and completion must not wait for it.
    from mnemic.safety.access.policy import access_of
    from mnemic.safety.access.verbs import verbs_of

    granted = access_of(actor, call.place.agent, settings.load())
    words = call.screen.words
    rights = {tier.value: right.name.lower() for tier, right in granted.rights.items()}
    call.screen.say("access.releases" if granted.releases else "access.holds", style="dim")
    call.screen.show(tables.table(words, ("access.tier", "access.right"), rights.items(), wide="access.right"))
    allowed = verbs_of(granted)
    if verbs:
        rows = [(verb, "✓" if may else "-") for verb, may in allowed.items()]
        call.screen.show(tables.table(words, ("access.verb", "access.allowed"), rows, wide="access.allowed"))
    call.screen.document(
        {"access": {"actor": granted.name, "rights": rights, "releases": granted.releases, "verbs": allowed}}
    )


def _tell(call: Call, check: AuditCheck) -> None:
    screen, words = call.screen, call.screen.words
    if check.sound:
        screen.say("audit.sound", style="green", lines=check.lines, rows=check.rows, gone=check.gone, head=check.head)
    else:
        screen.say("audit.unsound", style="red", lines=check.lines, count=check.count)
        for one in check.found:
            screen.show(safe(f"{words.say(f'audit.fault.{one.fault.value}')}: {one}", "red"))
    screen.document({"audit": wire.jsonable(check) | {"head": str(check.head), "sound": check.sound}})


COMMANDS: Mapping[str, Callable[..., None]] = MappingProxyType({"access": access})
GROUP: Mapping[str, Callable[..., None]] = MappingProxyType(
    {"show": show, "verify": verify, "head": head, "export": export}
)
