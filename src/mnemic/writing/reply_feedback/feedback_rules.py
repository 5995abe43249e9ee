"""What a verdict is, and how a message is cut for the rules that find one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from mnemic.domain.regex import Regex
from mnemic.writing.reply_feedback.leading_words import LEADING_WORDS

CHARACTERS_MAX = 600  # of a message, that are read: who judges an answer is brief
SENTENCES_MAX = 6
CONFIDENCE_MIN = 0.6  # below which no verdict is given


class FeedbackPolarity(StrEnum):
    """Which way a verdict leans."""

    HELPED = "helped"
    WRONG = "wrong"


class AnswerEnding(StrEnum):
    """What an answer leaves the user to say."""

    STATEMENT = "statement"
    QUESTION = "question"  # a bare yes or no answers it
    CHECK = "check"  # "..., right?": a bare yes or no judges what it takes to be so
    OFFER = "offer"  # "shall I book it?"


ANY_ENDING = frozenset(AnswerEnding)
TOLD_ENDINGS = frozenset({AnswerEnding.STATEMENT, AnswerEnding.CHECK})
"""After which a bare word of assent or dissent is meant for the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyFeedback:
    """What a message says of the answer it follows. Places are in code points of the message."""

    leaning: FeedbackPolarity
    quote: str
    start: int
    end: int
    about: str  # "answer", the last answer as a whole, or the words it names: "not the window seat"
    lasting: bool  # it holds for the whole kind, not for this answer only: "以后别这样了", "you remembered it wrong"
    confidence: float  # 0-1


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackRule:
    """Words that give a verdict where a clause begins with them."""

    pattern: Regex[str]
    leaning: FeedbackPolarity
    confidence: float  # 0-1, by judgement: how often such words are meant for the answer
    lasting: bool = False
    plain: bool = False  # it names the answer or who gave it, and so counts in later clauses and sentences too
    after: frozenset[AnswerEnding] = ANY_ENDING

    def match(self, sentence: str, start: int) -> re.Match[str] | None:
        """Where a sentence gives this verdict at a place."""
        return self.pattern.match(sentence, start)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySentence:
    """A sentence of a message."""

    text: str  # folded, and what it quotes blanked out
    start: int  # its place in the message
    heads: tuple[int, ...]  # where its first clause begins, with and without words of courtesy in front of it
    later: tuple[int, ...]  # where its other clauses do
    asks: bool


_SIGNS = {ord(full): half for full, half in zip("，。！？；：、（）’‘～", ",.!?;:,()''~", strict=True)}
_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_FOLDED = _WIDTH | _SIGNS
_QUOTED = Regex(r"“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|`[^`]*`")
_SENTENCE = Regex(r"(?:[^.!?;~\n]|[.](?=\d))+[.!?;~\n]*|[?!]+")
_CLAUSE = Regex(r",\s*|\s+[-–—]+\s*|[—–]+\s*|:\s*")


def feedback_rule(
    leaning: FeedbackPolarity,
    confidence: float,
    pattern: str,
    *,
    plain: bool = False,
    lasting: bool = False,
    after: frozenset[AnswerEnding] = ANY_ENDING,
) -> FeedbackRule:
    """A rule of a language, by its pattern."""
    compiled = Regex(pattern, re.IGNORECASE)
    return FeedbackRule(
        pattern=compiled, leaning=leaning, confidence=confidence, plain=plain, lasting=lasting, after=after
    )


def fold_width(text: str) -> str:
    """A text of the same length with full-width letters and signs as their twins."""
    return text.translate(_FOLDED)


def reply_sentences(text: str) -> Iterator[ReplySentence]:
    """The first sentences of a folded text."""
    blanked = _QUOTED.sub(lambda found: "\0" * len(found.group()), text) if _QUOTED.fullmatch(text) is None else text
    for place, found in enumerate(_SENTENCE.finditer(blanked)):
        if place == SENTENCES_MAX:
            return
        said = found.group()
        asks = "?" in said[len(said.rstrip("?!.~; \n")) :]
        first = len(said) - len(said.lstrip())
        ends = [clause.end() for clause in _CLAUSE.finditer(said, first)]
        yield ReplySentence(
            text=said,
            start=found.start(),
            heads=tuple(dict.fromkeys((skip_courtesy(said, first), first))),
            later=tuple(
                dict.fromkeys(place for end in ends for place in (skip_courtesy(said, end), end) if place < len(said))
            ),
            asks=asks,
        )


def skip_courtesy(sentence: str, start: int) -> int:
    """The place behind words of courtesy that begin at a place."""
    found = LEADING_WORDS.match(sentence, start)
    return found.end() if found else start
