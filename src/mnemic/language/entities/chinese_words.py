"""A Chinese text cut into dictionary words, for finding the names in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mnemic.domain.entity import EntityKind, Mention
from mnemic.language import dictionary
from mnemic.language.detect import HAN

HAN_CHARACTER = f"[{HAN}]"
LATIN_NAME = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"


@dataclass(frozen=True)
class SegmentedText:
    """A text with its dictionary words; a word that is in no dictionary falls apart into its characters."""

    text: str

    @cached_property
    def tokens(self) -> list[tuple[int, str, str]]:
        """Start, word and part of speech of every word."""
        found, at = [], 0
        for word, tag in dictionary.tagged(self.text, guess=False):
            at = self.text.index(word, at)
            found.append((at, word, tag))
            at += len(word)
        return found

    @cached_property
    def starts(self) -> dict[int, int]:
        """Where each word begins, to its number."""
        return {start: number for number, (start, _, _) in enumerate(self.tokens)}

    @cached_property
    def ends(self) -> set[int]:
        """Where words end."""
        return {start + len(word) for start, word, _ in self.tokens}

    def whole(self, start: int, end: int) -> bool:
        """Whether a stretch is made of whole words."""
        return start in self.starts and end in self.ends


def mention_of(kind: EntityKind, name: str, start: int) -> Mention:
    """The mention of a name that stands in a text as it is."""
    return Mention(name=name, kind=kind, start=start, end=start + len(name))
