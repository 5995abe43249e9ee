"""The audit of each tenant as a chain: whether it is as it was written."""

from __future__ import annotations

from collections.abc import Iterator

from mnemic.domain.diagnosis import Check, Diagnosis, Severity
from mnemic.domain.scope import Scope
from mnemic.ports import Store
from mnemic.safety.audit.verification import verified
from mnemic.upkeep.doctor.case import BACKUP

FINDINGS_MAX = 20  # of one tenant that are listed; `mnemic audit verify` lists more


def trails(store: Store, scope: Scope | None, *, key: bytes | None) -> Iterator[Diagnosis]:
    """What is wrong with the audit of every tenant, or of one user's. Nothing of it can be mended: that would hide
    what was done."""
    for tenant in store.tenants() if scope is None else [scope.tenant]:
        with store.trailing(tenant) as trail:
            check = verified(trail, tenant, key=key)
        for one in check.found[:FINDINGS_MAX]:
            yield Diagnosis(
                check=Check.AUDIT_TRAIL,
                severity=Severity.BROKEN,
                reason=str(one) if check.count == 1 else f"{one} (of {check.count} findings)",
                tenant=tenant,
                way_out=f"somebody changed the audit, or the file was damaged: see docs/security/audit.md; {BACKUP}",
            )
