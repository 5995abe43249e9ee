"""Skill files on disk: found without leaving the folder that was named, read within limits, written whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mnemic.errors import InvalidInput
from mnemic.rooms.skill.file import SKILL_FILE

FILE_BYTES_MAX = 256_000
FILES_MAX = 1_000  # of one import


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSkillFile:
    """A skill file with its text, or why it has none."""

    path: Path
    text: str | None = None
    trouble: str = ""


def skill_files_in(path: Path) -> list[FoundSkillFile]:
    """The skill files of a path: itself, the one in it, or those one folder below, in order of their names. Links that
    lead out of the folder are not followed.

    Raises:
        InvalidInput: there is no such path, or no skill file in it.
    """
    if not path.exists():
        raise InvalidInput(f"There is no file or folder {str(path)!r} to import skills from.")
    if path.is_file():
        return [_read(path, path.parent)]
    places = list(_places(path))
    if not places:
        raise InvalidInput(f"There is no {SKILL_FILE} in {str(path)!r}, nor one folder below it.")
    found = [_read(place, path) for place in places[:FILES_MAX]]
    more = [
        FoundSkillFile(path=place, trouble=f"more than {FILES_MAX} files in one import") for place in places[FILES_MAX:]
    ]
    return found + more


def write_skill_file(path: Path, text: str) -> Path:
    """Write a skill file in one step, so that nobody reads half of it; its folder is made.

    Raises:
        InvalidInput: it cannot be written there, or a link stands in its way.
    """
    if path.is_symlink() or path.parent.is_symlink():
        raise InvalidInput(f"{str(path)!r} is a link: export to another folder.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, half = tempfile.mkstemp(dir=path.parent, prefix=".skill-")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(half, 0o644)
        os.replace(half, path)
    except OSError as error:
        raise InvalidInput(f"{str(path)!r} cannot be written: {error.strerror}.") from error
    return path


def _places(folder: Path) -> Iterator[Path]:
    if (folder / SKILL_FILE).is_file():
        yield folder / SKILL_FILE
    for below in sorted(folder.iterdir()):
        if below.is_dir() and (below / SKILL_FILE).is_file():
            yield below / SKILL_FILE


def _read(path: Path, within: Path) -> FoundSkillFile:
    if not path.resolve().is_relative_to(within.resolve()):
        return FoundSkillFile(path=path, trouble="it leads out of the folder that was named")
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        return FoundSkillFile(path=path, trouble=f"it cannot be read: {error.strerror}")
    if len(data) > FILE_BYTES_MAX:
        return FoundSkillFile(path=path, trouble=f"it has over {FILE_BYTES_MAX:,} bytes")
    try:
        return FoundSkillFile(path=path, text=data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return FoundSkillFile(
            path=path, trouble=f"it is not UTF-8: byte {data[error.start]:#04x} at offset {error.start}"
        )
