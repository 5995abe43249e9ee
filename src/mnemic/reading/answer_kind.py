"""The kind of answer a question asks for, in Chinese, English and both at once.

A frame of courtesy ("do you remember when", 你还记得…吗) is no question of its own, and "when" or "where" that opens a
subordinate clause ("when I was in Lyon, what did I eat") asks for nothing.
"""

from __future__ import annotations

import unicodedata

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.domain.understanding import AnswerKind
from mnemic.language.detect import HAN
from mnemic.reading import answer_kind_en, answer_kind_zh

__all__ = ["AnswerKind", "answer_kinds"]

CHARACTERS_MAX = 1_000  # of a question, that are read

_SENTENCE = Regex(r"[^.!?。！;；\n]+(?:[.](?=\d)[^.!?。！;；\n]+)*[.!?。！;；]*")
_BORDER = Regex(f"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}])")
_HAN = Regex(f"[{HAN}]")


@cached(maxsize=4_096)
def answer_kinds(question: str) -> tuple[AnswerKind, ...]:
    """The kinds of answer a question asks for, in the order of `AnswerKind`; none where nothing is asked."""
    folded = unicodedata.normalize("NFKC", question[:CHARACTERS_MAX]).replace("\u2019", "'").casefold()
    found: set[AnswerKind] = set()
    for sentence in _SENTENCE.findall(folded):
        found |= _of_sentence(_BORDER.sub(" ", sentence).strip())
    return tuple(kind for kind in AnswerKind if kind in found)


def _of_sentence(sentence: str) -> set[AnswerKind]:
    found = answer_kind_en.english_answer_kinds(sentence)
    if _HAN.search(sentence):
        found |= answer_kind_zh.chinese_answer_kinds(sentence)
    if not found and sentence.endswith("?"):
        # A statement said as a question wants a yes or no; a bare noun ("the other hotel?") wants what there is of it.
        told = answer_kind_zh.has_verb(sentence) if _HAN.search(sentence) else answer_kind_en.has_verb(sentence)
        found = {AnswerKind.YES_NO if told else AnswerKind.THING}
    if found:
        found |= (
            {AnswerKind.PREFERENCE}
            if answer_kind_en.mentions_liking(sentence) or answer_kind_zh.mentions_liking(sentence)
            else set()
        )
    return found
