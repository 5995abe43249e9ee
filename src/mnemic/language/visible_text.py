"""Whether a text holds anything to see."""

from __future__ import annotations

INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


def has_visible_text(text: str) -> bool:
    """Whether a text holds anything to see. Ideographic and zero-width spaces count as blank."""
    return bool(text.translate(INVISIBLE).strip())
