"""The kind of answer a question asks for, in Chinese, English and both at once.

A frame of courtesy ("do you remember when", 你还记得…吗) is no question of its own, and "when" or "where" that opens a
subordinate clause ("when I was in Lyon, what did I eat") asks for nothing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from mnemic.domain.understanding import AnswerKind
from mnemic.language.detect import HAN
from mnemic.reading import answer_kind_en, answer_kind_zh

__all__ = ["AnswerKind", "asked_for"]

CHARACTERS_MAX = 1_000  # of a question, that are read

_SENTENCE = re.compile(r"[^.!?。！;；\n]+(?:[.](?=\d)[^.!?。！;；\n]+)*[.!?。！;；]*")
_BORDER = re.compile(f"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}])")
_HAN = re.compile(f"[{HAN}]")


@lru_cache(maxsize=4_096)
def asked_for(question: str) -> tuple[AnswerKind, ...]:
    """The kinds of answer a question asks for, in the order of `AnswerKind`; none where nothing is asked."""
    folded = unicodedata.normalize("NFKC", question[:CHARACTERS_MAX]).replace("\u2019", "'").casefold()
    found: set[AnswerKind] = set()
    for sentence in _SENTENCE.findall(folded):
        found |= _of_sentence(_BORDER.sub(" ", sentence).strip())
    return tuple(kind for kind in AnswerKind if kind in found)


def _of_sentence(sentence: str) -> set[AnswerKind]:
    found = answer_kind_en.kinds(sentence)
    if _HAN.search(sentence):
        found |= answer_kind_zh.kinds(sentence)
    if not found and sentence.endswith("?"):
        # A statement said as a question wants a yes or no; a bare noun ("the other hotel?") wants what there is of it.
        told = answer_kind_zh.states(sentence) if _HAN.search(sentence) else answer_kind_en.states(sentence)
        found = {AnswerKind.YES_NO if told else AnswerKind.THING}
    if found:
        found |= (
            {AnswerKind.PREFERENCE} if answer_kind_en.tastes(sentence) or answer_kind_zh.tastes(sentence) else set()
        )
    return found
