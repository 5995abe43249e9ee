"""The audit of each tenant as a chain: whether it is as it was written."""

from __future__ import annotations

from collections.abc import Iterator

from mnemic.domain.diagnosis import Check, Diagnosis, Severity
from mnemic.domain.scope import Scope
from mnemic.ports import Store
from mnemic.safety.audit.verification import verify_audit_log
from mnemic.upkeep.doctor.case import FROM_BACKUP

FINDINGS_MAX = 20  # of one tenant that are listed; `mnemic audit verify` lists more


def check_audit_logs(store: Store, scope: Scope | None, *, key: bytes | None) -> Iterator[Diagnosis]:
    """What is wrong with the audit of every tenant, or of one user's. Nothing of it can be mended: that would hide
    what was done."""
    for tenant in store.tenants() if scope is None else [scope.tenant]:
        with store.reading_audit_log(tenant) as trail:
            check = verify_audit_log(trail, tenant, key=key)
        for one in check.found[:FINDINGS_MAX]:
            yield Diagnosis(
                check=Check.AUDIT_TRAIL,
                severity=Severity.BROKEN,
                reason=str(one) if check.count == 1 else f"{one} (of {check.count} findings)",
                tenant=tenant,
                way_out="somebody changed the audit, or the file was damaged: see docs/security/audit.md; "
                + FROM_BACKUP,
            )
