"""Exports that come as a .zip, as the folder it was unpacked to, or as one of its files alone: the same to a reader.

Nothing is ever unpacked to disk. An archive that names files outside of itself, or that would grow out of all
proportion when it is read, is refused as a whole.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from mnemic.errors import InvalidFile
from mnemic.upkeep.transfer.importers.json_values import LINE_BYTES_MAX, SNIFFED_BYTES

FILES_MAX = 100_000
"""Most files of an export that are looked at."""
GROWTH_MAX = 200
GROWTH_BYTES = 10_000_000
"""A file of an archive that is over so many bytes may be so many times as large as it is when compressed. JSON of chats
comes to about ten; a zip bomb to a thousand."""
ZIP_BYTES_MAX = 64_000_000_000
"""All files of an archive together, unpacked."""
FOLDER_DEPTH = 3
UNREAD = ("__MACOSX",)  # what systems put beside the files of an archive

_BROKEN = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFiles:
    """The files of an export by their names, in order; a name has "/" between its parts, whatever the system."""

    names: tuple[str, ...]
    root: Path
    archive: ZipFile | None = None

    @contextmanager
    def file(self, name: str) -> Iterator[IO[bytes]]:
        """One of the files, open for reading.

        Raises:
            InvalidFile: it is damaged, encrypted or cannot be opened; also while it is read.
        """
        with ExitStack() as opened:
            try:
                if self.archive is not None:
                    source: IO[bytes] = self.archive.open(name)
                else:
                    source = (self.root / name if name != self.root.name or self.root.is_dir() else self.root).open(
                        "rb"
                    )
            except _BROKEN as error:
                raise InvalidFile(f"{name} of {self.root.name} cannot be read: {error}") from error
            opened.enter_context(source)
            yield BufferedReader(_Guarded(source, name))

    def text(self, name: str) -> str:
        """The whole of one of the files, which must be a text; what in it is not UTF-8 is replaced.

        Raises:
            InvalidFile: it cannot be read, or is over 16 MB.
        """
        with self.file(name) as file:
            data = file.read(LINE_BYTES_MAX + 1)
        if len(data) > LINE_BYTES_MAX:
            raise InvalidFile(f"{name} is over {LINE_BYTES_MAX:,} bytes.")
        return data.decode("utf-8-sig", errors="replace")

    def head(self, name: str, size_bytes: int) -> bytes:
        """The first bytes of one of the files; none where it cannot be read."""
        try:
            with self.file(name) as file:
                return file.read(size_bytes)
        except InvalidFile:
            return b""

    def names_keys(self, name: str, *sets: frozenset[str]) -> bool:
        """Whether one of the files begins as a JSON document does and, in its first two megabytes, names all keys of
        one of these sets. Within a JSON string quotes are escaped, so that nothing said can look like a key."""
        begun = self.head(name, SNIFFED_BYTES)
        if begun[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"[", b"{"):
            return False
        return any(all(f'"{key}"'.encode() in begun for key in keys) for keys in sets)


class _Guarded(RawIOBase):
    """A file whose damage shows as an error of ours, wherever in it the reader is."""

    def __init__(self, source: IO[bytes], name: str) -> None:
        self._source = source
        self._name = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        try:
            data = self._source.read(len(buffer))
        except _BROKEN as error:
            raise InvalidFile(f"{self._name} is damaged: {error}") from error
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def open_archive(path: Path) -> Iterator[ArchiveFiles]:
    """An export by its path: a .zip, a folder, or a file.

    Raises:
        InvalidFile: there is none, it cannot be read, or it is an archive that may not be read.
    """
    if path.is_dir():
        yield ArchiveFiles(names=tuple(sorted(islice(_within(path), FILES_MAX))), root=path)
        return
    if not path.is_file():
        raise InvalidFile(f"{path} is no file and no folder.")
    if not is_zip(path):
        yield ArchiveFiles(names=(path.name,), root=path)
        return
    with ExitStack() as opened:
        try:
            archive = opened.enter_context(ZipFile(path))
        except (*_BROKEN, ValueError) as error:
            raise InvalidFile(f"{path} is a damaged .zip: {error}") from error
        yield ArchiveFiles(names=tuple(sorted(_checked(path, archive))), root=path, archive=archive)


def is_zip(path: Path) -> bool:
    """Whether a file begins as a .zip does. Never raises."""
    try:
        with path.open("rb") as file:
            return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
    except (OSError, ValueError):
        return False


@contextmanager
def open_for_sniffing(path: Path) -> Iterator[ArchiveFiles]:
    """An export to tell its format by: one without files where there is none that can be read. Never raises."""
    with ExitStack() as opened:
        try:
            found = opened.enter_context(open_archive(path))
        except (InvalidFile, OSError, ValueError):
            found = ArchiveFiles(names=(), root=path)
        yield found


def _checked(path: Path, archive: ZipFile) -> Iterator[str]:
    entries = archive.infolist()
    if len(entries) > FILES_MAX:
        raise InvalidFile(f"{path} has {len(entries):,} files, the limit is {FILES_MAX:,}.")
    if sum(entry.file_size for entry in entries) > ZIP_BYTES_MAX:
        raise InvalidFile(f"{path} would unpack to over {ZIP_BYTES_MAX:,} bytes: it is not read.")
    for entry in entries:
        _check(path, entry)
        if not entry.is_dir() and not _hidden(entry.filename):
            yield entry.filename


def _check(path: Path, entry: ZipInfo) -> None:
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or parts[0].endswith(":"):
        raise InvalidFile(f"{path} names a file outside of itself, {entry.filename[:80]!r}: it is not read.")
    if entry.flag_bits & 1:
        raise InvalidFile(f"{path} is encrypted: unpack it first.")
    if entry.file_size > max(GROWTH_BYTES, entry.compress_size * GROWTH_MAX):
        raise InvalidFile(
            f"{path} holds {entry.filename[:80]!r}, which would grow from {entry.compress_size:,} to "
            f"{entry.file_size:,} bytes: it is not read."
        )


def _within(folder: Path, depth: int = FOLDER_DEPTH) -> Iterator[str]:
    """Names of the files in a folder and the folders in it; links and hidden ones are passed over."""
    try:
        entries = sorted(islice(folder.iterdir(), FILES_MAX))
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink() or _hidden(entry.name):
            continue
        if entry.is_file():
            yield entry.name
        elif entry.is_dir() and depth > 1:
            yield from (f"{entry.name}/{name}" for name in _within(entry, depth - 1))


def _hidden(name: str) -> bool:
    return any(part.startswith(".") or part in UNREAD for part in PurePosixPath(name).parts)
