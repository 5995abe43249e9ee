"""The words of a file that is written in words: decoded, without markup, in pieces."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from mnemic.domain.regex import Regex

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_ENCODINGS = ("utf-8", "gb18030")  # the second holds GBK and GB 2312, in which Chinese texts still come
_CONTROLS = Regex(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffe\uffff]")
_UNASSIGNED = Regex(r"[\ue000-\uf8ff]")  # what gb18030 makes of bytes that are no text

_SILENT = frozenset({"script", "style", "template", "noscript", "iframe", "object", "metadata"})
_BLOCKS = frozenset(
    "address article aside blockquote br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p "
    "pre section table td text th title tr tspan ul".split()
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_HIDING = Regex(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

_ENDS = (
    Regex(r"\n\s*\n"),
    Regex(r"\n"),
    Regex(r"[。！？!?；;]+[”’」』\"')]*|\.(?=\s)"),
    Regex(r"\s"),
)
"""Where a text may be cut, best first: paragraphs, lines, sentences, words."""

FULL_MIN = 0.5  # share of a piece that must be filled before a better place for the cut


def decoded_text(data: bytes) -> str | None:
    """The text of bytes in UTF-8, UTF-16 with its mark, or GB 18030; None where they are no text."""
    marked = [encoding for mark, encoding in _MARKS if data.startswith(mark)]
    for encoding in marked or _ENCODINGS:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROLS.search(text) and (encoding != "gb18030" or not _UNASSIGNED.search(text)):
            return text.replace("\r\n", "\n").replace("\r", "\n")
    return None


def text_without_markup(text: str, media_type: str) -> str:
    """A text without its markup: of HTML and SVG what a reader sees, of all else everything."""
    if media_type not in ("text/html", "image/svg+xml", "application/xhtml+xml"):
        return text.strip()
    seen = _Seen()
    seen.feed(text)
    seen.close()
    lines = (" ".join(line.split()) for line in "".join(seen.parts).splitlines())
    return "\n".join(line for line in lines if line)


def text_pieces_of(text: str, *, characters_max: int) -> Iterator[str]:
    """A text cut where it may be cut, each piece as long as the limit lets it be."""
    rest = text.strip()
    while len(rest) > characters_max:
        cut = _cut(rest[:characters_max])
        yield rest[:cut].strip()
        rest = rest[cut:].strip()
    if rest:
        yield rest


def _cut(window: str) -> int:
    """Where a piece that is full ends."""
    for end in _ENDS:
        places = [found.end() for found in end.finditer(window)]
        if places and places[-1] >= FULL_MIN * len(window):
            return places[-1]
    return len(window)


class _Seen(HTMLParser):
    """Gathers what a reader of a page sees: no scripts, no comments, nothing hidden."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden: list[str] = []  # open elements, from the outermost hidden one

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        if tag in _VOID:
            self.parts.append("\n" if tag in _BLOCKS else "")
        elif self._hidden or tag in _SILENT or _hides(attrs):
            self._hidden.append(tag)
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""
        self.parts.append("\n" if tag in _BLOCKS and not self._hidden else "")

    def handle_endtag(self, tag: str) -> None:
        """An element ends; what it left open inside ends with it."""
        if tag in self._hidden:
            while self._hidden.pop() != tag:
                continue
        elif tag in _BLOCKS and not self._hidden:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Words."""
        if not self._hidden:
            self.parts.append(data)


def _hides(attrs: list[tuple[str, str | None]]) -> bool:
    given = dict(attrs)
    return "hidden" in given or given.get("aria-hidden") == "true" or bool(_HIDING.search(given.get("style") or ""))
