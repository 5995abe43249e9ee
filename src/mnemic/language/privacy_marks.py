"""Marks in the place of personal data, as a reader of prose must see them: `[CN_MOBILE …5678]` is one word."""

from __future__ import annotations

ELLIPSIS = r"…+(?![^\[\]\s]{0,4}\])"
"""A pattern for an ellipsis of the speaker's, not that of a mark, which up to four kept characters and `]` follow."""
