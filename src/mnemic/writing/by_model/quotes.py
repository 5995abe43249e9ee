"""Where in the turns a quote stands."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from mnemic.domain.record import Origin, Turn
from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.language.quoted_text import mostly_within, own_words, pasted_spans
from mnemic.writing.by_model.answer import AnswerItem
from mnemic.writing.by_model.prompt import Sheet

PASTED = "it was pasted into the message: it is not the user's own word"

_WRAPPING = " \t\r\n\u3000\"'“”‘’「」『』.…。"
_SENTENCE = Regex(r"[^.!?。！？；;\n]+(?:[.](?=\w)[^.!?。！？；;\n]*)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotePlace:
    """A stretch of a turn; all of it, and not `exact`, where the turn does not hold the words of the quote."""

    turn: Turn
    start: int
    end: int
    exact: bool

    @property
    def quote(self) -> str:
        """The words of the turn."""
        return self.turn.text[self.start : self.end]

    def sentence(self, statement: str) -> str:
        """The sentences around the quote; without an exact one, the sentence most like the statement."""
        sentences = list(_SENTENCE.finditer(self.turn.text))
        if self.exact:
            around = [s.group() for s in sentences if s.start() < self.end and s.end() > self.start]
            return " ".join(around) or self.quote
        return max((s.group() for s in sentences), key=lambda text: _shared(text, statement), default=self.quote)


def quote_place(item: AnswerItem, sheet: Sheet) -> QuotePlace | str:
    """Where the user said what an item states, or why it cannot be the user's statement.

    The quote counts first, in the turn that was named or else in any other; without one, the named turn; without
    either, the user's turn that shares most words with the statement.
    """
    named = sheet.turns[item.turn - 1] if isinstance(item.turn, int) and 1 <= item.turn <= len(sheet.turns) else None
    in_order = sorted(sheet.turns, key=lambda turn: (turn is not named, turn.origin is not Origin.USER))
    for turn in in_order:
        if span := span_of_quote(item.quote, sheet.text(turn)):
            if turn.origin is not Origin.USER:
                return f"its quote was said by the {turn.role}, not by the user"
            if mostly_within(pasted_spans(turn.text), *span):
                return PASTED
            return QuotePlace(turn=turn, start=span[0], end=span[1], exact=True)
    if named is not None and named.origin is not Origin.USER:
        return f"it rests on what the {named.role} said, not the user"
    users = [turn for turn in sheet.turns if turn.origin is Origin.USER]
    nearest = max(users, key=lambda turn: _shared(turn.text, f"{item.text} {item.quote}"))
    if not _shared(nearest.text, item.text) and named is None:
        return "nothing of it was said"
    turn = named or nearest
    if pasted_spans(turn.text) and not _shared(own_words(turn.text), item.text):
        return PASTED
    return QuotePlace(turn=turn, start=0, end=len(sheet.text(turn)), exact=False)


def span_of_quote(quote: str, text: str) -> tuple[int, int] | None:
    """The span of a text that a quote repeats, but for case, width and spacing."""
    sought, _ = _squeezed(quote.strip(_WRAPPING))
    held, places = _squeezed(text)
    at = held.find(sought) if sought else -1
    return (places[at], places[at + len(sought) - 1] + 1) if at >= 0 else None


def _squeezed(text: str) -> tuple[str, list[int]]:
    """A text folded and without spaces, and where each of its characters came from."""
    kept: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for folded in unicodedata.normalize("NFKC", sign).casefold():
            if not folded.isspace():
                kept.append({"’": "'", "‘": "'", "“": '"', "”": '"'}.get(folded, folded))
                places.append(place)
    return "".join(kept), places


def _shared(text: str, statement: str) -> int:
    """Words and single Chinese characters in common."""
    return len(set(segment.terms(text)) & set(segment.terms(statement)))
