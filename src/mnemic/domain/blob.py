"""Files as sources of memory: what is kept of their bytes, what is known of their text, who names them (M9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime

FILES_KEY = "mnemic.files"
"""Under this key the metadata of a turn, and of the memories that come from it, names the files it came with."""

SHOWN_CHARACTERS = 8  # of a content hash, where people and models read it


@dataclass(frozen=True, slots=True, kw_only=True)
class BlobInfo:
    """The bytes of a file as one user keeps them: once, whatever they were called each time."""

    hash: str  # SHA-256 of the bytes, in hexadecimal
    media_type: str  # as the bytes say, such as image/png
    size: int  # bytes
    name: str = ""  # as it was called first; empty where it had no name
    stored_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """A file with its bytes."""

    info: BlobInfo
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    """What a file says in words, and who read it: `by` names the reader, as in ocr or vision:model."""

    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """How a turn or a memory names a file it came with."""

    hash: str
    media_type: str
    size: int  # bytes
    name: str = ""
    by: str = ""  # where the text beside it comes from: caption, name, text, or a reader such as ocr
    session: str  # with `turn`, the turn it was sent with: what was read of it belongs there
    turn: str

    def __str__(self) -> str:
        return f"{self.name or self.media_type} {self.hash[:SHOWN_CHARACTERS]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInfo:
    """A file of the user, and where it stands in the log."""

    hash: str
    media_type: str
    size: int  # bytes
    name: str
    stored_at: datetime
    turns: tuple[tuple[str, str], ...]  # session and id of every turn that names it, in order of the log
    by: tuple[str, ...]  # where the text about it comes from

    @property
    def has_text(self) -> bool:
        """Whether anything is known about it but its name and type."""
        return any(by != NAME for by in self.by)


CAPTION, NAME, TEXT = "caption", "name", "text"
"""Where the text beside a file comes from, where no reader was asked: the sender, its name, or its own bytes."""


def file_refs_in(metadata: Mapping[str, object]) -> tuple[FileRef, ...]:
    """The files that metadata names, in order."""
    named = metadata.get(FILES_KEY)
    return tuple(FileRef(**one) for one in named) if isinstance(named, list | tuple) else ()


def file_refs_json(refs: Iterable[FileRef]) -> list[dict[str, str | int]]:
    """Files as metadata names them."""
    return [asdict(ref) for ref in refs]
