"""An export as a file: a header, a line for each row, and an end with counts and the SHA-256 of all lines before it.

The file has its name only when it is whole: it is written beside it and renamed. A name ending in .gz is compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from mnemic.errors import InvalidFile, InvalidInput, StoreUnavailable
from mnemic.upkeep.transfer.format import END, HEADER

GZIP_ENDING = ".gz"
GZ_MARK = b"\x1f\x8b"
LINE_BYTES_MAX = 256_000_000
"""Longest line that is read: a file of nearly 200 MB."""


class LineWriter:
    """Writes lines, and counts and hashes them meanwhile."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.rows: Counter[str] = Counter()

    def write(self, sort: str, fields: Mapping[str, Any]) -> None:
        """One line."""
        text = json.dumps({"row": sort, **fields}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        line = text.encode() + b"\n"
        self._file.write(line)
        self._hash.update(line)
        self.rows[sort] += 1

    def end(self, *, users: int) -> str:
        """The last line. Returns the checksum."""
        rows = {sort: count for sort, count in self.rows.items() if sort not in (HEADER, "user")}
        digest = self._hash.hexdigest()
        self.write(END, {"users": users, "rows": rows, "sha256": digest})
        return digest


@contextmanager
def writing_export(path: Path, *, overwrite: bool) -> Iterator[LineWriter]:
    """A file that gets its name when it is whole; left by an error, there is none.

    Raises:
        InvalidInput: there is a file of that name, and it may not be overwritten; or there is no such folder.
        StoreUnavailable: it cannot be written.
    """
    with whole_file(path, overwrite=overwrite) as beside:
        try:
            with beside.open("wb") as raw:
                packed = (
                    cast(IO[bytes], gzip.GzipFile("", "wb", 6, raw, mtime=0)) if path.suffix == GZIP_ENDING else raw
                )
                yield LineWriter(packed)
                if packed is not raw:
                    packed.close()
                raw.flush()
                os.fsync(raw.fileno())
        except OSError as error:
            raise StoreUnavailable(f"{path} cannot be written: {error.strerror or error}.") from error


@contextmanager
def whole_file(path: Path, *, overwrite: bool) -> Iterator[Path]:
    """A path beside a file for making it whole; it takes its name at the end, and is gone after an error. Nobody else
    may read it.

    Raises:
        InvalidInput: there is a file of that name, and it may not be overwritten; or there is no such folder.
        StoreUnavailable: the folder cannot be written.
    """
    if path.is_dir() or not path.parent.is_dir():
        raise InvalidInput(f"{path}: name a file in a folder that is there.")
    if path.exists() and not overwrite:
        raise InvalidInput(f"{path} is there already: name another file, or say that it may be overwritten.")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise StoreUnavailable(f"{path.parent} cannot be written: {error.strerror or error}.") from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        os.replace(beside, path)
        _settle(path.parent)
    except BaseException:
        with suppress(FileNotFoundError):
            beside.unlink()
        raise


def _settle(folder: Path) -> None:
    """Have a renaming outlive a power cut, where folders can be opened for it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_export(path: Path) -> bool:
    """Whether a file begins as an export does; never raises."""
    try:
        with _opened(path) as file:
            line = file.readline(4_096)
        first = json.loads(line)
    except (OSError, EOFError, zlib.error, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("row") == HEADER


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of an export with their numbers, from 1, unpacked where they are packed.

    Raises:
        InvalidFile: it cannot be read, or is cut off where it was packed, naming the line.
    """
    number = 0
    try:
        with _opened(path) as file:
            while line := file.readline(LINE_BYTES_MAX):
                number += 1
                if len(line) == LINE_BYTES_MAX and not line.endswith(b"\n"):
                    raise InvalidFile(f"{path}, line {number}: it is longer than {LINE_BYTES_MAX:,} bytes.")
                yield number, line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidFile(f"{path} is cut off or damaged after line {number}: {error}.") from error
    except OSError as error:
        raise InvalidFile(f"{path} cannot be read: {error.strerror or error}.") from error


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with path.open("rb") as raw:
        begun = raw.read(2)
        raw.seek(0)
        if begun == GZ_MARK:
            with gzip.open(raw) as file:
                yield cast(IO[bytes], file)
        else:
            yield raw
