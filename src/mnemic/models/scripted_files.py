"""A reader of files that says what it was told to: the shipped twin of the real ones, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from mnemic.domain.blob import BlobInfo, FileText
from mnemic.errors import MnemicError, ModelError

ANY = ""
"""The media type under which a script says what it says of every file."""


@dataclass(slots=True)
class ScriptedReader:
    """Says of a file what its script says under its name or else its media type; an error there is raised. Keeps what
    it was asked in `calls`."""

    script: Mapping[str, str | MnemicError]
    by: str = "scripted"
    calls: list[BlobInfo] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def reads(self, media_type: str) -> bool:
        """Whether anything may be said of the type: every one."""
        return True

    def read(self, data: bytes, info: BlobInfo) -> FileText:
        """What the script says of it.

        Raises:
            ModelError: nothing; or whatever error the script holds.
        """
        with self._lock:
            self.calls.append(info)
        for key in (info.name, info.media_type, ANY):
            if key in self.script:
                said = self.script[key]
                if isinstance(said, MnemicError):
                    raise said
                return FileText(text=said, by=self.by)
        raise ModelError(f"The script says nothing of {info.name or info.media_type!r}.")
