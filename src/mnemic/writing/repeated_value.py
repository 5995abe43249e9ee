"""What a message that calls an answer wrong says again, and what it contradicts: "I asked for a quiet hotel" is what
the memory of quiet hotels says, and tells against one of lively streets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemic.domain.record import Memory
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.language.meaning import read_meaning
from mnemic.writing.shown_memories import concepts_of_text

AGAIN_MIN = (
    0.8  # share of a memory's value, or where it has none of all it tells, that a clause must hold to say it again
)

_CLAUSE = Regex(r"[^,.!?;:，。！？；：\n]+(?:[.:](?=\d)[^,.!?;:，。！？；：\n]+)*")
_AVERSE = Regex(
    r"\b(?:hates?|dislikes?|loathes?|detests?|avoids?|no|not|never|without|can't|cannot|\w+n't)\b|"
    r"讨厌|不|没|别|避开|反感|拒绝",
    re.IGNORECASE,
)


def says_value_again(said: str, memory: Memory) -> bool:
    """Whether what was said holds a memory's value, to the same side, and nowhere to the other."""
    sides = {side for clause in _clauses(said) if (side := _side(clause, memory)) is not None}
    return sides == {_averse(memory)}


def contradicts_memory(said: str, memory: Memory) -> bool:
    """Whether what was said cannot be so beside a memory: it has ended, its value is said to the other side, or a word
    excludes one of its words, as an aisle seat does a window seat."""
    return not is_current(memory) or any(
        _side(clause, memory) is (not _averse(memory)) or _exclude(clause, memory.text) for clause in _clauses(said)
    )


def _clauses(said: str) -> Iterator[str]:
    return (found.group().strip() for found in _CLAUSE.finditer(said) if found.group().strip())


def _side(clause: str, memory: Memory) -> bool | None:
    """Whether a clause speaks against a memory's value, or for it; None where it does not hold the value."""
    own = concepts_of_text(memory.slot.value if memory.slot is not None else memory.text).weights
    whole = sum(own.values())
    if not whole or concepts_of_text(clause).holds(own) < AGAIN_MIN * whole or _exclude(clause, memory.text):
        return None
    return _AVERSE.search(clause) is not None


def _averse(memory: Memory) -> bool:
    if memory.slot is not None and memory.slot.polarity < 0:
        return True
    return _AVERSE.search(memory.slot.value if memory.slot is not None else memory.text) is not None


def _exclude(one: str, other: str) -> bool:
    """Whether two texts hold words of one class at different places in it."""
    left, right = read_meaning(one), read_meaning(other)
    if left is None or right is None:
        return False
    places = [item.classes for item in right.items]
    return any(
        there.get(group, place) != place
        for item in left.items
        for group, place in item.classes.items()
        for there in places
    )
