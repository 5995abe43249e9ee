"""The mark by which a report is known again: whose it is, where any format can carry it."""

from __future__ import annotations

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

from mnemic.domain.regex import Regex
from mnemic.domain.scope import Scope

MARK_NAME = "mnemic-report"
HEAD_BYTES = 4_096  # of a file, in which the mark stands

_MARK = Regex(rb"mnemic-report[\": ]+([A-Za-z0-9_=-]+)")


def report_mark(scope: Scope) -> str:
    """The user and the tenant in letters that stand in any format as they are."""
    return urlsafe_b64encode(json.dumps([scope.tenant, scope.user]).encode()).decode("ascii")


def report_owner(path: Path) -> tuple[str, str] | None:
    """Tenant and user of a report; None of any other file. It raises nothing for what it finds."""
    try:
        with path.open("rb") as file:
            found = _MARK.search(file.read(HEAD_BYTES))
        tenant, user = json.loads(urlsafe_b64decode(found[1])) if found else (None, None)
    except (OSError, ValueError, TypeError, binascii.Error):
        return None
    return (tenant, user) if isinstance(tenant, str) and isinstance(user, str) else None
