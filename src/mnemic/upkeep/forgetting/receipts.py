"""What a forgetting did, counted around it, and its digest in the audit (S9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from mnemic.domain.audit_log import user_mark
from mnemic.domain.changes import Action
from mnemic.domain.receipt import Copy, Receipt, receipt_digest
from mnemic.domain.record import Kind
from mnemic.errors import KeyMissing, SealBroken
from mnemic.ports import Writer
from mnemic.upkeep.forgetting.exported_copies import copies_on_record
from mnemic.upkeep.forgetting.forget import ForgetOutcome

AT_LEAST = frozenset({"audit"})
"""Tables that grow meanwhile: their counts say nothing about what went."""


def forget_with_receipt(writer: Writer, act: Callable[[], ForgetOutcome], *, actor: str) -> ForgetOutcome:
    """Forget, and write down what that did. The digest of the receipt goes into the audit; where everything goes, the
    receipt bears the mark by which the tenant's trail knows the user it speaks of."""
    copies, before = _copies(writer), writer.counts()
    held = _versions(writer)
    epoch = _epoch(writer)
    gone = act()
    receipt = replace(gone.receipt, actor=actor, exports=copies)
    if receipt.everything:
        mark = user_mark(writer.scope.tenant, writer.scope.user, epoch) if epoch else ""
        receipt = replace(receipt, mark=mark, tables=_fewer(before, {}))
        return replace(gone, receipt=replace(receipt, digest=receipt_digest(receipt)))
    receipt = _counted(writer, receipt, before, held, again=len(gone.again))
    receipt = replace(receipt, digest=receipt_digest(receipt))
    writer.audit(
        at=receipt.at,
        actor=actor,
        action=Action.FORGET.value,
        memory_id=None,
        detail=f"receipt {receipt.digest}",
    )
    return replace(gone, receipt=receipt)


def _counted(
    writer: Writer, receipt: Receipt, before: Mapping[str, int], held: Mapping[str, tuple[int, Kind]], *, again: int
) -> Receipt:
    now = _versions(writer)
    gone = [id for id in held if id not in now]
    return replace(
        receipt,
        memories=tuple(sorted({*receipt.memories, *gone})),
        tables=_fewer(before, writer.counts()),
        derived=tuple(sorted(id for id in gone if held[id][1] is not Kind.EPISODE)),
        revised=tuple(sorted(id for id, (version, _) in now.items() if id in held and held[id][0] != version)),
        again=again,
    )


def _fewer(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    fewer = {table: count - after.get(table, 0) for table, count in before.items()}
    return {table: count for table, count in fewer.items() if count > 0 and (not after or table not in AT_LEAST)}


def _versions(writer: Writer) -> dict[str, tuple[int, Kind]]:
    try:
        return {memory.id: (memory.version, memory.kind) for memory in writer.memories()}
    except (KeyMissing, SealBroken):
        return {}


def _copies(writer: Writer) -> tuple[Copy, ...]:
    """The exports on record; a user whose key is lost can be forgotten all the same."""
    try:
        return copies_on_record(writer)
    except (KeyMissing, SealBroken):
        return ()


def _epoch(writer: Writer) -> str:
    try:
        return writer.renewal(epoch="", change=0).epoch
    except (KeyMissing, SealBroken):
        return ""
