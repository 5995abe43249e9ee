"""What a short question leaves out, taken from its session (R1, first version)."""

from __future__ import annotations

import re

from mnemic.domain.record import Turn
from mnemic.language import segment

WORDS_MAX = 12  # content terms up to which a question may be leaning on what was said before it
TURNS = 2  # user turns it may lean on
_POINTS = re.compile(
    r"\b(?:that|this|those|these|it|its|he|him|his|she|her|they|them|their|there|then|one|ones)\b"
    r"|[那这][个些位次家样事件天里儿边种款]|[它他她]们?|那边|那里|上次|刚才|刚刚",
    re.IGNORECASE,
)


def complete(question: str, said: list[Turn]) -> str:
    """The words a question leans on: the last user turns of its session where it points at something, else nothing.

    Args:
        question: as it was asked.
        said: turns of its session, oldest first.
    """
    if not _POINTS.search(question) or len(segment.question_terms(question)) > WORDS_MAX:
        return ""
    own = [turn.text for turn in said if turn.role == "user" and turn.text and turn.text != question]
    return "\n".join(own[-TURNS:])
