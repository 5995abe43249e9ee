"""Several readers of files as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mnemic.domain.blob import BlobInfo, FileText
from mnemic.errors import ModelError
from mnemic.ports import FileReader


@dataclass(frozen=True, slots=True)
class ReadersByType:
    """Asks the first of its readers that reads a type; where that one fails, the next."""

    readers: Sequence[FileReader]

    def reads(self, media_type: str) -> bool:
        """Whether any of them reads it."""
        return any(reader.reads(media_type) for reader in self.readers)

    def read(self, data: bytes, info: BlobInfo) -> FileText:
        """What the first that can read it says.

        Raises:
            ModelError: all that could have read it failed; the first one's failure.
        """
        failed: ModelError | None = None
        for reader in self.readers:
            if not reader.reads(info.media_type):
                continue
            try:
                return reader.read(data, info)
            except ModelError as error:
                failed = failed or error
        raise failed or ModelError(f"Nobody reads files of type {info.media_type}.")
