"""Where a text may be cut: between sentences and lines, else between words, never within a character as it is seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from mnemic.domain.regex import Regex
from mnemic.language.detect import ELLIPSIS

TokenCounter = Callable[[str], int]

BEGINNING = 0.6  # share of a shortened text that is its beginning: openings say what it is about

CHARACTERS_PER_TOKEN_MAX = 20  # more of a text than that is not looked at for its beginning

_END = Regex(rf"(?:(?:[。！？!?]|{ELLIPSIS})+|(?<!\b[A-Z])\.+(?=[\s\"'”’)\]]|$))[\"'”’」』）)\]]*[ \t]*|\n+")
_ZWJ = "\u200d"


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text; joined they are the text. `3.5` and `a.b` stay whole."""
    ends = [found.end() for found in _END.finditer(text)]
    starts = [0, *ends]
    return [piece for start, end in zip(starts, [*ends, len(text)], strict=True) if (piece := text[start:end])]


def whole_characters(text: str) -> Iterator[str]:
    """The characters of a text as they are seen: a letter with its marks, an emoji with its parts, a flag, a syllable
    of conjoining Hangul. (The rules of Unicode's UAX #29 that matter for what people write.)"""
    start = 0
    for place in range(1, len(text)):
        if not _joined(text, start, place):
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


def _joined(text: str, start: int, place: int) -> bool:
    """Whether no cut may fall before `place`; the character it would end begins at `start`."""
    before, after = text[place - 1], text[place]
    if before == "\r" and after == "\n":
        return True
    if after == _ZWJ or before == _ZWJ or unicodedata.category(after) in ("Mn", "Mc", "Me"):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":  # skin tones, flags of regions
        return True
    if _flag(before) and _flag(after):
        return (place - start) % 2 == 1
    if "\u1160" <= after <= "\u11ff":  # vowels and finals of conjoining Hangul
        return "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3"
    return False


def _flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def shorten_middle(text: str, most: int, count: TokenCounter, marker: Callable[[int], str]) -> str:
    """`text` within `most` tokens: its beginning and its end at the boundaries of sentences, and between them a marker
    that says how many tokens were left out. The text itself where it fits; only the marker, or nothing, where there is
    no room for more.
    """
    total = count(text)
    if total <= most:
        return text
    room = most - count(marker(total)) - 2  # for the lines the marker stands between
    while room >= 0:
        cut = _cut(text, room, count, marker)
        over = count(cut) - most
        if over <= 0:
            return cut
        room -= over
    return ""


def _cut(text: str, room: int, count: TokenCounter, marker: Callable[[int], str]) -> str:
    pieces = sentences(text)
    head = _taken(pieces, round(room * BEGINNING), count)
    tail = _taken(pieces[::-1], room - count(head), count, backwards=True)[-(len(text) - len(head)) :]
    between = marker(count(text[len(head) : len(text) - len(tail)]))
    return "\n".join(part for part in (head.rstrip(), between, tail.lstrip()) if part)


def clip_end(text: str, most: int, count: TokenCounter) -> str:
    """`text` within about `most` tokens: its beginning, and `…` for the rest."""
    if count(text) <= most:
        return text
    return _part(text[: most * CHARACTERS_PER_TOKEN_MAX], most - 1, count, backwards=False).rstrip() + "…"


def _taken(pieces: Sequence[str], most: int, count: TokenCounter, *, backwards: bool = False) -> str:
    """As many whole sentences as fit; of one that alone is too long, words, and of a word characters."""
    kept: list[str] = []
    spent = 0
    for piece in pieces:
        cost = count(piece)
        if spent + cost > most:
            if not kept:
                kept = [_part(piece, most, count, backwards=backwards)]
            break
        kept.append(piece)
        spent += cost
    return "".join(reversed(kept) if backwards else kept)


def _part(sentence: str, most: int, count: TokenCounter, *, backwards: bool) -> str:
    """The beginning, or the end, of a sentence, at most so many tokens long."""
    characters = list(whole_characters(sentence))
    if backwards:
        characters.reverse()
    low, high = 0, len(characters)
    while low < high:
        middle = (low + high + 1) // 2
        if count(_joined_up(characters[:middle], backwards=backwards)) <= most:
            low = middle
        else:
            high = middle - 1
    fits = characters[:low]
    if low < len(characters) and characters[low].isalnum() and characters[low].isascii():
        blank = next((place for place in range(low - 1, low // 2, -1) if characters[place].isspace()), None)
        fits = characters[:blank] if blank else fits
    return _joined_up(fits, backwards=backwards)


def _joined_up(characters: Sequence[str], *, backwards: bool) -> str:
    return "".join(reversed(characters) if backwards else characters)
