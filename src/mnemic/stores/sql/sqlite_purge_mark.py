"""A mark beside a memory file from which something was removed and that has not been rewritten since.

Removed rows are overwritten where they lie, but copies that moved between pages stay until the file is rewritten. A
process that is killed in between leaves the mark, and whoever opens the file next rewrites it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from mnemic.errors import StoreUnavailable

ENDING = "-unpurged"

log = logging.getLogger("mnemic")


class UnpurgedMark:
    """The mark of one file."""

    def __init__(self, path: Path) -> None:
        self._mark = path.with_name(path.name + ENDING)

    def set(self) -> None:
        """Before what is removed is committed; anew each time, so that the mark is younger than any rewriting."""
        self._mark.unlink(missing_ok=True)
        self._mark.touch()

    def finish(self, purge: Callable[[], None]) -> None:
        """Rewrite the file where somebody was killed before he could."""
        if self.seen() is not None:
            try:
                purge()
            except StoreUnavailable as error:
                log.warning("What was removed earlier is not yet unreadable in the file: %s", error)

    def seen(self) -> int | None:
        """When it was set, in the clock of the file system; None where it is not."""
        try:
            return self._mark.stat().st_mtime_ns
        except FileNotFoundError:
            return None

    def clear(self, seen: int | None) -> None:
        """After a rewriting that began when the mark was as seen; one that was set meanwhile stays."""
        if seen is not None and self.seen() == seen:
            self._mark.unlink(missing_ok=True)
