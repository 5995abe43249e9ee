"""What a correction says is not so: "七个人，不是八个", "Tuesday, not Thursday"."""

from __future__ import annotations

import re

_DENIED = re.compile(
    r"(?:不是|而不是|并非|不再是|别写成|别叫)\s*([^，。；、,;!！?？\s]{1,16})"
    r"|\b(?:not|isn['’]t|wasn['’]t|instead of|rather than|no longer)\s+(?:the\s+|an?\s+|in\s+|on\s+|at\s+)?"
    r"([^,.;!?—]{1,40})",
    re.IGNORECASE,
)


def denied(text: str) -> tuple[str, ...]:
    """The values a text denies, as said."""
    return tuple((chinese or english).strip() for chinese, english in _DENIED.findall(text))
