"""Reading the JSON of other systems, of any size and in any state: line by line, or member by member.

What a file is made of comes as `Found` values, in its order, one at a time; a part that cannot be read comes as a
`Lost` with its place, and the rest goes on where the format allows. Of a file of which nothing can be read, and of one
that cannot be opened, an `InvalidFile` is raised. SQLite files are read in `tables`, single values in `values`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any

from mnemic.domain.transfer import LostPart
from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.values import EXAMPLE_CHARACTERS, shortened_example

LINE_BYTES_MAX = 16_000_000
"""Longest line of a JSON lines file."""
MEMBER_CHARACTERS_MAX = 64_000_000
"""Longest member of a JSON document: a year of talk in one conversation, with all that tools printed, is shorter."""
CHUNK_BYTES = 65_536
SNIFFED_BYTES = 1_000_000
SNIFFED_MAX = 20
"""What of a file tells its format: so many members or lines, and none more after so many bytes."""

Opened = Path | IO[bytes]
"""A file by its path, or one already open for reading bytes (a member of a zip, say)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundValue:
    """One value of a file: a line, a member of a list, or a row."""

    number: int  # line, or running number over all members of the file, from 1
    value: Any  # plain JSON; of a row, a dict of its columns
    key: str = ""  # of a JSON object: the key the value, or the list it is in, stands under; of a row: the table


def json_lines(source: Opened) -> Iterator[FoundValue | LostPart]:
    """The values of a JSON lines file, one a line; blank lines are passed over.

    A line that is no JSON, not UTF-8, or over 16 MB is a `Lost` of its line number, and the next line goes on.

    Raises:
        InvalidFile: the file cannot be opened.
    """
    with _open(source) as file:
        number = 0
        while line := file.readline(LINE_BYTES_MAX):
            number += 1
            if len(line) == LINE_BYTES_MAX and not line.endswith(b"\n"):
                yield _lost(number, f"the line is over {LINE_BYTES_MAX:,} bytes", line)
                _skip_line(file)
            elif line.strip(b" \t\r\n\xef\xbb\xbf\x00"):
                yield _line(number, line)


def json_members(source: Opened) -> Iterator[FoundValue | LostPart]:
    """The members of a JSON document, as they are read: no more of the file is in memory than one member.

    Of a list: each member, with key "". Of an object: each member of every list that stands in it, and every other
    value as one, each with its key. Where the text breaks off or is no JSON, the last that comes is a `Lost`.

    Raises:
        InvalidFile: the file cannot be opened, or is no JSON list or object from its first character on.
    """
    with _open(source) as file:
        number = 0
        try:
            for key, value in _document(_Text(file)):
                number += 1
                yield FoundValue(number=number, key=key, value=value)
        except (ValueError, RecursionError) as error:
            if not number:
                raise InvalidFile(f"{_name(source)} cannot be read as JSON: {shortened_example(str(error))}") from error
            yield _lost(number + 1, f"the file cannot be read from here on: {shortened_example(str(error))}")


def sniffed_values(path: Path) -> list[FoundValue]:
    """The first values of a file of JSON lines, and of a JSON document, at most twenty each; never raises.

    A JSON document on one line is both: it comes as one value with key "", then as its members.
    """
    return [*_first_lines(path), *_first(path, json_members)]


def lines_or_members(path: Path, fitting: Callable[[Any], bool]) -> Iterator[FoundValue | LostPart]:
    """The values of a file that may be JSON lines or a JSON document: lines where one of the first fits by itself.

    Raises:
        InvalidFile: the file cannot be opened, or is neither.
    """
    return json_lines(path) if any(fitting(each.value) for each in _first_lines(path)) else json_members(path)


def _first_lines(path: Path) -> list[FoundValue]:
    """None where the first line is so long that it must be a document."""
    begun = first_bytes(path, SNIFFED_BYTES)
    return _first(path, json_lines) if b"\n" in begun or len(begun) < SNIFFED_BYTES else []


def _first(path: Path, read: Callable[[Opened], Iterator[FoundValue | LostPart]]) -> list[FoundValue]:
    found: list[FoundValue] = []
    if not path.is_file():
        return found
    try:
        with path.open("rb") as file:
            for each in islice(read(file), SNIFFED_MAX):
                found += [each] if isinstance(each, FoundValue) else []
                if file.tell() > SNIFFED_BYTES:
                    break
    except (OSError, InvalidFile):
        return found
    return found


def first_bytes(path: Path, size_bytes: int = 4_096) -> bytes:
    """The first bytes of a file; none where it cannot be read."""
    if not path.is_file():
        return b""
    try:
        with path.open("rb") as file:
            return file.read(size_bytes)
    except OSError:
        return b""


class _Text:
    """The characters of a JSON document, read on as they are needed."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._cut = b""  # the bytes of a character of which the rest is not read yet
        self._text = ""
        self._at = 0
        self._begun = False

    def next(self) -> str:
        """The next character that is no white space, without taking it; "" at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n":
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def take(self, expected: str) -> str:
        """Take the next character, which must be one of those expected."""
        character = self.next()
        if not character:
            raise ValueError("it ends in the middle")
        if character not in expected:
            raise ValueError(f"expected one of {expected!r}, found {character!r}")
        self._at += 1
        return character

    def value(self) -> Any:
        """Take the next value."""
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._wrong(error) or not self._more():
                    raise
                continue
            if end + len("e+") >= len(self._text) and self._more():
                continue  # a number may go on: 1e+16 begins with 1
            self._at = end
            return value

    def _wrong(self, error: json.JSONDecodeError) -> bool:
        """Whether the text is wrong where it is known, rather than not read to its end."""
        return error.pos < len(self._text) - 64 and not error.msg.startswith("Unterminated string")

    def _more(self) -> bool:
        """Read on, as much again as is held, so that a long value is tried but a few times."""
        held = len(self._text) - self._at
        if held > MEMBER_CHARACTERS_MAX:
            raise ValueError(f"one value is over {MEMBER_CHARACTERS_MAX:,} characters")
        read = self._file.read(max(CHUNK_BYTES, held))
        text = self._decoded(read)
        if read:
            self._text, self._at = self._text[self._at :] + text, 0
        return bool(read)

    def _decoded(self, read: bytes) -> str:
        data = self._cut + read
        if not self._begun:
            self._begun, data = True, data.removeprefix(b"\xef\xbb\xbf")
        whole = _whole(data) if read else len(data)
        self._cut = data[whole:]
        return data[:whole].decode()


def _whole(data: bytes) -> int:
    """How many bytes of a text in UTF-8 are whole characters: all, but for up to three at the end."""
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte & 0xC0 != 0x80:
            length = 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return len(data) - back if length > back else len(data)
    return len(data)


def _document(text: _Text) -> Iterator[tuple[str, Any]]:
    yield from _list(text) if text.next() == "[" else _object(text)
    if text.next():
        raise ValueError("there is more after the end of the document")


def _list(text: _Text, key: str = "") -> Iterator[tuple[str, Any]]:
    text.take("[")
    if text.next() == "]":
        text.take("]")
        return
    while True:
        yield key, text.value()
        if text.take(",]") == "]":
            return


def _object(text: _Text) -> Iterator[tuple[str, Any]]:
    text.take("{")
    if text.next() == "}":
        text.take("}")
        return
    while True:
        if text.next() != '"':
            raise ValueError("a key must be a string")
        key = text.value()
        text.take(":")
        if text.next() == "[":
            yield from _list(text, key)
        else:
            yield key, text.value()
        if text.take(",}") == "}":
            return


def _line(number: int, line: bytes) -> FoundValue | LostPart:
    try:
        return FoundValue(number=number, value=_DECODER.decode(line.decode("utf-8-sig").strip("\x00 \t\r\n")))
    except UnicodeDecodeError:
        return _lost(number, "the line is not UTF-8", line)
    except (ValueError, RecursionError) as error:
        return _lost(number, shortened_example(str(error)), line)


def _skip_line(file: IO[bytes]) -> None:
    while rest := file.readline(LINE_BYTES_MAX):
        if rest.endswith(b"\n"):
            return


def _lost(number: int, reason: str, example: bytes = b"") -> LostPart:
    begun = example[: 4 * EXAMPLE_CHARACTERS].decode(errors="replace")
    return LostPart(number=number, what="not JSON", reason=reason, example=shortened_example(begun.strip()))


_DECODER = json.JSONDecoder(parse_constant=lambda name: None)  # NaN and Infinity, which Python writes, are no JSON


@contextmanager
def _open(source: Opened) -> Iterator[IO[bytes]]:
    if not isinstance(source, Path):
        yield source
        return
    try:
        file = source.open("rb")
    except (OSError, ValueError) as error:
        raise InvalidFile(f"{source} cannot be read: {error}") from error
    with file:
        if file.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise InvalidFile(f"{source} is UTF-16: save it as UTF-8.")
        yield file


def _name(source: Opened) -> str:
    return str(source) if isinstance(source, Path) else "The file"
