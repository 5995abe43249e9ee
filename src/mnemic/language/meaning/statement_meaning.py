"""A statement in either language as its meaning."""

from __future__ import annotations

from mnemic.domain.cached import cached
from mnemic.language import detect
from mnemic.language.meaning import chinese, english
from mnemic.language.meaning.item import Meaning

CHARACTERS_MAX = 400  # of a statement whose meaning is read; longer ones are compared by their words only


@cached(maxsize=4_096)
def read_meaning(text: str) -> Meaning | None:
    """What a statement says, or None where it is too long or in neither language."""
    if len(text) > CHARACTERS_MAX:
        return None
    language = detect.language(text)
    if language == "zh":
        return chinese.chinese_meaning(text)
    return english.english_meaning(text) if language == "en" else None
