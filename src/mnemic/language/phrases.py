"""Words that somebody said, found in a text again.

They never become patterns: `re` keeps what it has compiled for the whole process, and these words may be forgotten
(S9). What must stand around them is told by patterns of our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mnemic.domain.regex import Regex

WORD_EDGE = Regex(r"\b")
NO_WORD_BEFORE = Regex(r"(?<!\w)")
NO_WORD_AFTER = Regex(r"(?!\w)")


class Span(NamedTuple):
    """Where words stand in a text."""

    start: int
    end: int


def spans(
    words: str, text: str, *, begins: Regex[str] | None = None, ends: Regex[str] | None = None, caseless: bool = True
) -> Iterator[Span]:
    """Where words stand in a text, from left to right, none over another.

    Args:
        words: at least one character.
        begins: matches the empty string wherever they may begin.
        ends: matches the empty string wherever they may end.
        caseless: whether `Tom` is found for `tom`.
    """
    wanted, within = (_lower(words), _lower(text)) if caseless else (words, text)
    start = within.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        found = (begins is None or begins.match(text, start)) and (ends is None or ends.match(text, end))
        if found:
            yield Span(start, end)
        start = within.find(wanted, end if found else start + 1)


def first(
    words: str, text: str, *, begins: Regex[str] | None = None, ends: Regex[str] | None = None, caseless: bool = True
) -> Span | None:
    """The first place where words stand in a text; the arguments are those of `spans`."""
    return next(spans(words, text, begins=begins, ends=ends, caseless=caseless), None)


def _lower(text: str) -> str:
    """A text in lower case, each character where it was."""
    lower = text.lower()
    return (
        lower if len(lower) == len(text) else "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)
    )
