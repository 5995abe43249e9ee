"""What a message asks for and what it tells of having been done: of these, what comes again and again is a habit.

Precision comes first: a wish or deed that is missed delays a habit, one that is read into a message makes a false one.
"""

from __future__ import annotations

from mnemic.domain.cached import cached
from mnemic.language import detect
from mnemic.rooms.habits.talk.act import Act, ActForm, ActKind, is_same_act
from mnemic.rooms.habits.talk.readers import reader_of

__all__ = ["Act", "ActForm", "ActKind", "find_acts", "is_same_act"]

CHARACTERS_MAX = 600  # of a message; a longer one is a text, not a wish


@cached(maxsize=50_000)
def find_acts(text: str) -> tuple[Act, ...]:
    """The wishes and deeds of a message, in order, each once."""
    reader = reader_of(detect.language(text))
    if reader is None or len(text) > CHARACTERS_MAX:
        return ()
    return tuple(dict.fromkeys(reader.find_acts(text)))
