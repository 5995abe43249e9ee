"""What of a message the rules left unread: clauses whose content is in none of the statements found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.reader.en.clauses import message_sentences as en_sentences
from mnemic.reader.en.foreign_text import mask_foreign_text
from mnemic.reader.en.foreign_text import plain_punctuation as en_plain
from mnemic.reader.statement import RuleReading
from mnemic.reader.zh.clauses import mask_foreign_words
from mnemic.reader.zh.clauses import message_sentences as zh_sentences

COVERED_SHARE_MIN = 0.5  # share of a clause's content words that statements must hold for it to count as read
SOFT = frozenset(
    {
        "nothing specific",
        "nothing to remember",
        "undecided",
        "small talk",
        "exaggeration",
        "talk of others",
        "no construction",
    }
)
"""Reasons that say only that no rule made anything of a part; any other reason says what the part is."""

_CLAUSE = Regex(r"[,，、;；:：()（）]+\s*|\s+[-–—]+\s+|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadStretch:
    """A stretch of one sentence that no statement holds, with its span in the message."""

    text: str
    start: int
    end: int
    whole: bool  # it is the whole sentence
    follows: bool  # it comes right after the stretch before it, with nothing read between


def _english(message: str) -> list[Span]:
    return [
        (sentence.start, sentence.end)
        for sentence in en_sentences(mask_foreign_text(en_plain(message)))
        if not sentence.asked
    ]


def _chinese(message: str) -> list[Span]:
    own = mask_foreign_words(message)
    return [(s.start, s.end) for s in zh_sentences(own) if not re.match(r"[?？]", s.mark)]


SENTENCES: Mapping[str, Callable[[str], list[Span]]] = {"en": _english, "zh": _chinese}


def unread_stretches(message: str, reading: RuleReading, language: str) -> list[UnreadStretch]:
    """The stretches of a message that a language's rules made nothing of. Where a rule says what a sentence is (a
    question, a request, a joke), the rule is believed."""
    said = [set(segment.words(statement.text)) for statement in reading.statements]
    read = set().union(*said)
    refused = [passed.text.strip() for passed in reading.passed if passed.reason not in SOFT]
    found: list[UnreadStretch] = []
    follows = False
    for begin, end in SENTENCES[language](message):
        sentence = message[begin:end]
        if any(part and (part in sentence or sentence in part) for part in refused):
            follows = False
            continue
        for run_begin, run_end in _runs(sentence, read):
            whole = run_end - run_begin >= len(sentence.rstrip())
            text = sentence[run_begin:run_end].strip()
            found.append(
                UnreadStretch(
                    text=text, start=begin + run_begin, end=begin + run_end, whole=whole, follows=follows and whole
                )
            )
            follows = whole
        if not found or found[-1].end < begin:
            follows = False
    return found


def _runs(sentence: str, read: set[str]) -> Iterator[Span]:
    """Spans of neighbouring clauses whose content words are mostly not in `read`."""
    begin: int | None = None
    last = 0
    for start, end in _clauses(sentence):
        words = set(segment.words(sentence[start:end]))
        covered = bool(words) and len(words & read) >= COVERED_SHARE_MIN * len(words)
        if covered:
            if begin is not None:
                yield begin, last
            begin = None
        elif words:
            begin = start if begin is None else begin
            last = end
    if begin is not None:
        yield begin, last


def _clauses(sentence: str) -> Iterator[Span]:
    start = 0
    for cut in _CLAUSE.finditer(sentence):
        if cut.start() > start:
            yield start, cut.start()
        start = cut.end()
    if start < len(sentence):
        yield start, len(sentence)
