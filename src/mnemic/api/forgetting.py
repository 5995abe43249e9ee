"""Forgetting by the user's hand: one memory, one session, or everything: `UserMemory.forget`."""

from __future__ import annotations

from mnemic.api.owner import Owner
from mnemic.domain.receipt import Receipt
from mnemic.domain.scope import checked_name
from mnemic.errors import AccessDenied, InvalidInput, MemoryNotFound
from mnemic.safety.access.policy import Right
from mnemic.upkeep.forgetting.forget import ForgetOutcome, forget_everything, forget_memory, forget_session
from mnemic.upkeep.forgetting.receipts import forget_with_receipt
from mnemic.writing.explicit import check_permanent


def forget(
    owner: Owner, id: str | None, *, session: str | None, everything: bool, confirmed: bool, exports: bool
) -> Receipt:
    """Forget physically what was named, in one transaction, and clear what was derived of it."""
    if (id is not None) + (session is not None) + bool(everything) != 1:
        raise InvalidInput("Say what to forget: one of an id, session='...' or everything=True.")
    if exports and not owner.access.full:
        raise AccessDenied(f"{owner.actor} may not remove exports. Ask the user, or an administrator.")
    now = owner.now()
    if id is not None:
        named = owner.memory(id)
        owner.check("forget", Right.DELETE, named)
        check_permanent(named, confirmed=confirmed)
    owner.core.write_uses(owner.scope)
    actor = owner.actor
    with owner.guarded("forget", Right.DELETE) as writer:

        def act() -> ForgetOutcome:
            if everything:
                return forget_everything(writer, now=now, actor=actor)
            if session is not None:
                return forget_session(writer, checked_name(session, "The session"), now=now, actor=actor)
            if (memory := writer.memory(id or "")) is None:
                raise MemoryNotFound(f"{owner.scope.user!r} has no memory {id!r} any more.")
            return forget_memory(writer, memory, now=now, actor=actor)

        gone = forget_with_receipt(writer, act, actor=actor)
    return owner.core.finish_forgetting(owner.scope, gone, now=now, exports=exports)
