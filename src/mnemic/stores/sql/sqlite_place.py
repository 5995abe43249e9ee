"""Where a memory file lies, and who may read it from its first byte on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mnemic.errors import NotAMemoryFile, StoreUnavailable

OWNER_ONLY = 0o600  # read and written by the account that made it; SQLite gives its logs the mode of the file


def absolute_place(path: str | Path) -> Path:
    """The absolute path, so that a later change of folder does not matter.

    Raises:
        NotAMemoryFile: a folder, or no path at all.
        StoreUnavailable: the folder it should be in does not exist.
    """
    text = str(path)
    if not text.strip() or "\0" in text:
        raise NotAMemoryFile(f"{text!r} is no path: name a file such as memory.db.")
    place = Path(os.path.realpath(text))
    if place.is_dir():
        raise NotAMemoryFile(f"{place} is a folder: name a file in it, such as {place / 'memory.db'}.")
    if not place.parent.is_dir():
        raise StoreUnavailable(f"{place}: the folder {place.parent} does not exist: make it first.")
    return place


def make_private_file(place: Path) -> None:
    """Make a file that is not there yet, for its account alone. One that is there keeps its mode: whoever shares it
    between accounts has said so. What cannot be made is left to SQLite, which says why."""
    with suppress(OSError):
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
