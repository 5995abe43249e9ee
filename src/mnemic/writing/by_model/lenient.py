"""JSON as language models write it: fenced, commented on, with commas too many, or cut off in the middle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mnemic.domain.record import Json
from mnemic.domain.regex import Regex

DEPTH_MAX = 32  # of nesting; an answer has four levels
VALUES_MAX = 64  # values looked for in one text

_SPACE = Regex(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_NUMBER = Regex(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:[eE][+-]?[0-9]{1,3})?")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_WORD = Regex("|".join(_WORDS))
_QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "「": "」", "＂": "＂"}
_COLONS = ":：="
_COMMAS = ",，、"
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class _NotJson(Exception):
    """The text is no JSON from here on."""


class _CutOff(Exception):
    """The text ends before the value does. Carries what was complete of it."""

    def __init__(self, value: Json = None) -> None:
        super().__init__()
        self.value = value


@dataclass(frozen=True, slots=True, kw_only=True)
class LenientValue:
    """A value in a text. `complete` is False where the text ended first: then it holds the complete parts only."""

    value: Json
    complete: bool = True


def lenient_values(text: str) -> Iterator[LenientValue]:
    """The objects and lists of a text, outermost ones, in order."""
    position = 0
    for _ in range(VALUES_MAX):
        begins = [at for at in (text.find("{", position), text.find("[", position)) if at >= 0]
        if not begins:
            return
        parser = _Parser(text, min(begins))
        try:
            value = parser.value(0)
        except _NotJson:
            position = min(begins) + 1
            continue
        except _CutOff as cut:
            if parser.begun:
                yield LenientValue(value=cut.value, complete=False)
                return
            position = min(begins) + 1
            continue
        yield LenientValue(value=value)
        position = parser.at


class _Parser:
    """Reads one value from a place in a text."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self.at = at
        self.begun = False  # whether a first member has been read, so that this is JSON and no sign in a sentence

    def value(self, depth: int) -> Json:
        sign = self._peek()
        if depth > DEPTH_MAX:
            raise _NotJson
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._list(depth)
        if sign in _QUOTES:
            return self._string()
        return self._plain()

    def _peek(self) -> str:
        """The next sign behind space and comments."""
        found = _SPACE.match(self._text, self.at)
        self.at = found.end() if found else self.at
        if self.at >= len(self._text):
            raise _CutOff
        return self._text[self.at]

    def _list(self, depth: int) -> Json:
        items: list[Json] = []

        def member() -> None:
            try:
                items.append(self.value(depth + 1))
                self.begun = True
            except _CutOff as cut:
                if isinstance(cut.value, list) and cut.value:
                    items.append(cut.value)
                raise

        self._members("]", member, items)
        return items

    def _object(self, depth: int) -> Json:
        fields: dict[str, Json] = {}

        def member() -> None:
            if self._peek() not in _QUOTES:
                raise _NotJson
            name = self._string()
            if self._peek() not in _COLONS:
                raise _NotJson
            self.at += 1
            self.begun = True
            try:
                fields[name] = self.value(depth + 1)
            except _CutOff as cut:
                if isinstance(cut.value, list) and cut.value:
                    fields[name] = cut.value
                raise

        self._members("}", member, fields)
        return fields

    def _members(self, end: str, member: Callable[[], None], held: Json) -> None:
        """Members up to the end sign. Where the text ends first, those that were complete are handed on."""
        self.at += 1
        try:
            while (sign := self._peek()) != end:
                if sign in _COMMAS:
                    self.at += 1
                    continue
                member()
                if (sign := self._peek()) not in _COMMAS and sign != end:
                    raise _NotJson
        except _CutOff:
            raise _CutOff(held) from None
        self.at += 1

    def _string(self) -> str:
        opening = self._text[self.at]
        closing = _QUOTES[opening]
        parts: list[str] = []
        at = self.at + 1
        while at < len(self._text):
            sign = self._text[at]
            if sign == closing:
                self.at = at + 1
                return _without_halves("".join(parts))
            if sign == "\\" and at + 1 < len(self._text):
                taken, at = self._escape(at + 1)
                parts.append(taken)
                continue
            parts.append(sign)
            at += 1
        raise _CutOff

    def _escape(self, at: int) -> tuple[str, int]:
        sign = self._text[at]
        if sign == "u":
            digits = self._text[at + 1 : at + 5]
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                return chr(int(digits, 16)), at + 5
        return _ESCAPED.get(sign, sign), at + 1

    def _plain(self) -> Json:
        if found := _WORD.match(self._text, self.at):
            self.at = found.end()
            return _WORDS[found.group()]
        if found := _NUMBER.match(self._text, self.at):
            self.at = found.end()
            said = found.group()
            return int(said) if said.lstrip("-").isdigit() else float(said)
        raise _NotJson


def _without_halves(text: str) -> str:
    """Pairs of surrogates joined to the character they spell; lone ones are no characters and go."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
