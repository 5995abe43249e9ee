"""What the guard holds, as commands: `mnemic quarantine list`, `show`, `release`, `reject`, `scan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mnemic.domain.quarantine import QuarantinedMemory
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call
from mnemic.faces.cli.screen import safe


def list_(call: Call) -> None:
    """List what is held."""
    with call.user(writes=False) as memory:
        found = memory.quarantine.list()
    _table(call, found)
    call.screen.document({"held": [_shape(one) for one in found]})


def show(call: Call, id: str) -> None:
    """Show one memory that is held."""
    with call.user(writes=False) as memory:
        found = memory.quarantine.get(call.whole_id(memory, id))
    call.screen.show(safe(f"{found.memory.id}  {found.score:.2f}  {found.memory.origin}"))
    call.screen.show(safe(found.memory.text))
    call.screen.show(*(safe(f"- {reason}", "dim") for reason in found.reasons))
    if found.turn is not None:
        at = found.turn.said_at.isoformat(timespec="minutes")
        call.screen.say("quarantine.said", session=found.turn.session, turn=found.turn.id, at=at)
    call.screen.document(_shape(found))


def release(call: Call, id: str, *, why: str = "") -> None:
    """Let a memory go."""
    with call.user() as memory:
        changed = memory.quarantine.release(call.whole_id(memory, id), why)
    call.screen.say("quarantine.released")
    call.screen.document(wire.jsonable(changed))


def reject(call: Call, id: str, *, why: str = "") -> None:
    """Confirm an attack."""
    with call.user() as memory:
        changed = memory.quarantine.reject(call.whole_id(memory, id), why)
    call.screen.say("quarantine.rejected")
    call.screen.document(wire.jsonable(changed))


def scan(call: Call, *, hold: bool = False) -> None:
    """Look over what is stored."""
    with call.user(writes=hold) as memory:
        found = memory.quarantine.scan()
        if hold:
            memory.quarantine.hold(one.memory.id for one in found)
    _table(call, found)
    if hold and found:
        call.screen.say("quarantine.holds", count=len(found))
    call.screen.document({"found": [_shape(one) for one in found], "held": hold})


def _table(call: Call, found: Sequence[QuarantinedMemory]) -> None:
    rows = [(tables.short(one.memory.id), f"{one.score:.2f}", "; ".join(one.reasons), one.memory.text) for one in found]
    call.screen.table(("id", "score", "reason", "text"), rows)


def _shape(one: QuarantinedMemory) -> dict[str, Any]:
    turn = None if one.turn is None else {"session": one.turn.session, "id": one.turn.id, "role": one.turn.role}
    return {"memory": wire.jsonable(one.memory), "score": one.score, "reasons": [*one.reasons], "turn": turn}
