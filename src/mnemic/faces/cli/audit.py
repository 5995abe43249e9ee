"""`mnemic audit` (show, verify, head, export) and `mnemic access`."""

from __future__ import annotations

from typing import Annotated

import typer

from mnemic import settings
from mnemic.api.audit import verify_file
from mnemic.faces import wire
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.options import Moment
from mnemic.faces.cli.screen import safe
from mnemic.safety.access.policy import access_of
from mnemic.safety.access.verbs import verbs_of
from mnemic.safety.audit.verification import AuditCheck, audit_key_of

FOUND = 3
"""Exit code where the audit is not as it was written."""


def show(
    call: Call,
    *,
    since: Moment = None,
    actor: str | None = None,
    action: str | None = None,
    limit: Annotated[int, typer.Option(min=1)] = 50,
) -> None:
    """Show the audit."""
    screen = call.screen
    with call.opened(writes=False) as memory:
        lines = memory.audit.lines(user=call.place.user, since=since, actor=actor, action=action, limit=limit)
    rows = [
        (
            str(line.number),
            "?" if line.at is None else f"{line.at.astimezone(call.zone):%Y-%m-%d %H:%M:%S}",
            line.actor,
            line.action,
            line.user or "-",
            " ".join(part for part in (line.memory_id, line.detail) if part),
        )
        for line in lines
    ]
    columns = ("audit.number", "audit.at", "audit.actor", "audit.action", "audit.user", "audit.detail")
    screen.table(columns, rows, wide="audit.detail")
    screen.document({"audit": [wire.jsonable(line) for line in lines]})


def verify(
    call: Call, file: str | None = None, *, expect: Annotated[str | None, typer.Option(metavar="HEAD")] = None
) -> None:
    """Find whether the audit is as it was written."""
    if file is not None:
        check = verify_file(file, expect=expect, key=audit_key_of(settings.load()))
    else:
        with call.opened(writes=False) as memory:
            check = memory.audit.verify(expect)
    _report(call, check)
    if not check.sound:
        raise typer.Exit(FOUND)


def head(call: Call) -> None:
    """Print the newest line as number and hash."""
    with call.opened(writes=False) as memory:
        newest = memory.audit.head()
    call.screen.show(safe(newest))
    call.screen.document({"head": newest})


def export(call: Call, file: str, *, rows: bool = False, overwrite: bool = False) -> None:
    """Write the chain into a file."""
    with call.opened(writes=False) as memory:
        place = memory.audit.export(file, rows=rows, overwrite=overwrite)
    call.screen.say("audit.exported", style="green", place=place)
    call.screen.document({"audit": {"path": str(place)}})


def access(call: Call, actor: str = "agent", *, verbs: bool = False) -> None:
    """Show who may do what."""
    granted = access_of(actor, call.place.agent, settings.load())
    rights = {tier.value: right.name.lower() for tier, right in granted.rights.items()}
    call.screen.say("access.releases" if granted.releases else "access.holds", style="dim")
    call.screen.table(("access.tier", "access.right"), rights.items(), wide="access.right", bare=True)
    allowed = verbs_of(granted)
    if verbs:
        rows = [(verb, "✓" if may else "-") for verb, may in allowed.items()]
        call.screen.table(("access.verb", "access.allowed"), rows, wide="access.allowed")
    call.screen.document(
        {"access": {"actor": granted.name, "rights": rights, "releases": granted.releases, "verbs": allowed}}
    )


def _report(call: Call, check: AuditCheck) -> None:
    screen = call.screen
    if check.sound:
        screen.say("audit.sound", style="green", lines=check.lines, rows=check.rows, gone=check.gone, head=check.head)
    else:
        screen.say("audit.unsound", style="red", lines=check.lines, count=check.count)
        for one in check.found:
            screen.show(safe(f"{call.words.say(f'audit.fault.{one.fault.value}')}: {one}", "red"))
    screen.document({"audit": wire.jsonable(check) | {"head": str(check.head), "sound": check.sound}})
