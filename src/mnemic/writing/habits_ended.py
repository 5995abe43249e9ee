"""What the user says outright ends a habit that was only seen: "I gave up running", 我讨厌燕麦拿铁."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Memory
from mnemic.domain.regex import Regex
from mnemic.rooms.habits.record import habit_of, is_habit
from mnemic.rooms.habits.talk import ActKind
from mnemic.rooms.habits.talk.act import SIDE_WORDS
from mnemic.rooms.habits.talk.habit_statement import covers_act

_OVER = Regex(
    r"\b(?:no longer|not|n['’]t|never|no|stop(?:s|ped)?|quit|given? up|gave up|gives up|any ?more|used to|instead of"
    r"|switched from"
    r"|cancell?ed|over)\b|n['’]t\b|不再|不(?!错|同|止|但|仅)|没再|别|戒|放弃|停(?:了|止|掉)|改成|换成|退(?:了|掉)",
    re.IGNORECASE,
)
_AVERSE = Regex(r"\b(?:hates?|dislikes?|loathes?|detests?|avoids?|can't stand|sick of)\b|讨厌|反感|受不了|腻", re.I)


def habits_ended_by(candidate: Candidate, rivals: Iterable[Memory]) -> list[tuple[Memory, str]]:
    """The habits that a statement ends: it speaks of what they are about, and says that it is over or unwanted. To hate
    paperwork does not end doing it."""
    return [(rival, "the user says that it is over") for rival in rivals if is_habit(rival) and _ends(candidate, rival)]


def _ends(candidate: Candidate, memory: Memory) -> bool:
    habit = habit_of(memory)
    if candidate.said_at < memory.said_at or habit.act.core & SIDE_WORDS or not covers_act(candidate.text, habit.act):
        return False
    denied = candidate.slot is not None and candidate.slot.polarity < 0
    if _OVER.search(candidate.text):
        return True
    return habit.act.sort is ActKind.WISH and (denied or _AVERSE.search(candidate.text) is not None)
