"""A text as the detectors of personal data read it: narrow, with nothing invisible, and once more with numbers that are
spelled out ("幺三九…", "five five five") in digits. Every reading knows where its characters stand in the original.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mnemic.domain.regex import Regex

DIGITS_MIN = 6  # spelled out in a row; fewer are a year, a price or a count
DIGITS_MAX = 40

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63"
_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_ZEROS = (0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6)  # of decimal digits
_NARROW = (
    {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys(map(ord, _DASHES), "-")
    | dict.fromkeys(map(ord, _SPACES), " ")
    | {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)}
    | {0x02D9: ".", 0xFF61: "."}
)
_INVISIBLE = Regex(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufffc"
    r"\U000e0000-\U000e01ef]"
)

_ESCAPE = Regex(r'\\u[0-9a-fA-F]{4}|\\"')
_PIECE = Regex(r'\\(?:u[0-9a-fA-F]{4}|["\\/nrt])|.', re.DOTALL)

_HAN_DIGITS = {
    character: str(digit)
    for digit, characters in enumerate(
        ("零〇○洞⓪", "一壹幺么①", "二贰两弍②", "三叁参③", "四肆④", "五伍⑤", "六陆⑥", "七柒拐⑦", "八捌⑧", "九玖勾⑨")
    )
    for character in characters
}
_HAN = "".join(_HAN_DIGITS)
_HAN_RUN = Regex(
    rf"[{_HAN}0-9](?:[ \-.、，,。…·\n]{{0,2}}[{_HAN}0-9]){{{DIGITS_MIN - 1},{DIGITS_MAX - 1}}}(?![{_HAN}十百千万亿])"
)
_HAN_DIGIT = Regex(rf"[{_HAN}]")
_SOME_HAN = Regex(rf"[{_HAN}](?:[ \-.、，,。…·\n]{{0,2}}[{_HAN}0-9]){{2}}")

_WORDS = {
    word: str(digit)
    for digit, words in enumerate(
        ("zero oh nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    )
    for word in words.split()
}
_WORD = rf"(?:{'|'.join(_WORDS)})"
_SAID = rf"(?:(?:double|triple) {_WORD}|{_WORD}|\d)"
_WORD_RUN = Regex(rf"\b{_SAID}(?:[ ,\-–]{{1,3}}{_SAID}){{{DIGITS_MIN - 1},{DIGITS_MAX - 1}}}\b", re.IGNORECASE)
_ONE_SAID = Regex(rf"(?:(double|triple) )?({_WORD}|\d)", re.IGNORECASE)
_SOME_WORDS = Regex(rf"\b{_WORD}[ ,\-–]{{1,3}}{_SAID}[ ,\-–]{{1,3}}{_SAID}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrowText:
    """A reading of a text: `places[i]` is where its i-th character begins in the original and `ends[i]` where that
    ends; None where they are the same."""

    text: str
    places: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a span of this reading stands in the original."""
        if self.places is None:
            return start, end
        last = self.places[end - 1] + 1 if self.ends is None else self.ends[end - 1]
        return self.places[start], last


def narrow_text(text: str) -> NarrowText:
    """Full-width forms and digits of other scripts in ASCII, without invisible characters, and with the escapes of JSON
    read, as texts inside of texts have them."""
    escaped = "\\" in text and _ESCAPE.search(text) is not None
    if not escaped and text.isascii():
        return NarrowText(text=text)
    short = text if text.isascii() else text.translate(_NARROW)
    if not escaped and not _INVISIBLE.search(short):
        return NarrowText(text=short)
    pieces = [
        (_read(match.group()), match.start(), match.end())
        for match in _PIECE.finditer(short)
        if not _INVISIBLE.fullmatch(match.group())
    ]
    read = "".join(piece for piece, _, _ in pieces).translate(_NARROW)
    return NarrowText(text=read, places=[start for _, start, _ in pieces], ends=[end for _, _, end in pieces])


def _read(piece: str) -> str:
    """One character as it is meant."""
    if len(piece) == 1:
        return piece
    if piece[1] == "u":
        return chr(int(piece[2:], 16))
    return {"n": "\n", "r": "\n", "t": " "}.get(piece[1], piece[1])


def digits_spelled_out(text: str) -> NarrowText | None:
    """`text` with the numbers that are spelled out in it, in Chinese or English, as digits; None where none is."""
    runs = [*_han_runs(text), *_word_runs(text)]
    if not runs:
        return None
    parts: list[str] = []
    places: list[int] = []
    ends: list[int] = []
    position = 0

    def copy(until: int) -> None:
        parts.append(text[position:until])
        places.extend(range(position, until))
        ends.extend(range(position + 1, until + 1))

    for begin, stop, said in sorted(runs):
        if begin < position:
            continue
        copy(begin)
        for digit, start, end in said:
            parts.append(digit)
            places.append(start)
            ends.append(end)
        position = stop
    copy(len(text))
    return NarrowText(text="".join(parts), places=places, ends=ends)


_Run = tuple[int, int, list[tuple[str, int, int]]]


def _han_runs(text: str) -> list[_Run]:
    if text.isascii() or not _SOME_HAN.search(text):
        return []
    found: list[_Run] = []
    for run in _HAN_RUN.finditer(text):
        if len(_HAN_DIGIT.findall(run.group())) >= 3:
            said = [
                (_HAN_DIGITS.get(character, character if character.isdigit() else " "), index, index + 1)
                for index, character in enumerate(run.group(), run.start())
            ]
            found.append((run.start(), run.end(), said))
    return found


def _word_runs(text: str) -> list[_Run]:
    if not _SOME_WORDS.search(text):
        return []
    found: list[_Run] = []
    for run in _WORD_RUN.finditer(text):
        said: list[tuple[str, int, int]] = []
        for one in _ONE_SAID.finditer(text, run.start(), run.end()):
            digit = _WORDS.get(one.group(2).lower(), one.group(2))
            times = {"double": 2, "triple": 3}.get((one.group(1) or "").lower(), 1)
            said += [(digit, one.start(), one.end())] * times
        found.append((run.start(), run.end(), said))
    return found
