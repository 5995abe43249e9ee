"""Copies of a memory file: made while others write, checked before they count, and brought back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from mnemic.errors import InvalidInput, NewerFile, NotAMemoryFile, StoreError, StoreUnavailable
from mnemic.stores.migrations import known_revisions
from mnemic.stores.sql.sqlite_check import APPLICATION_ID
from mnemic.stores.sql.sqlite_errors import not_our_file
from mnemic.stores.sql.tables import REVISION

PAGES_AT_ONCE = 256
"""Pages copied in one step, 1 MB; the progress is told between two steps."""

LOCK_WAIT_S = 2.0
"""How long a restore waits for those who have the old file open."""

BEFORE_RESTORE = ".before-restore"
INDEX = ".index"  # the folder beside a memory file for what is derived from it
_BESIDE = ("", "-wal", "-shm")  # what SQLite keeps of one database

Tell = Callable[[int, int], None]
"""Told how many pages are copied, and how many there are."""


def copy_live(source: sqlite3.Connection, target: Path, tell: Tell) -> None:
    """Copy a database as of now into a file, and check the copy. The source may be written meanwhile: an open read
    transaction holds the moment, so that nothing is begun anew.

    Raises:
        StoreError: the copy is not sound.
        StoreUnavailable: it cannot be written.
    """
    try:
        source.execute("BEGIN")
        try:
            source.execute("SELECT count(*) FROM sqlite_master").fetchall()  # the moment is that of the first read
            _copy(source, target, tell)
        finally:
            source.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        raise StoreUnavailable(f"The copy cannot be made: {error}.") from error
    check_copy(target)


def _copy(source: sqlite3.Connection, target: Path, tell: Tell) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        source.backup(copy, pages=PAGES_AT_ONCE, progress=lambda _, left, total: tell(total - left, total))
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def check_copy(path: Path) -> None:
    """Make sure that a file is a sound memory of ours.

    Raises:
        NotAMemoryFile: there is none, or it is something else.
        NewerFile: written by a newer Mnemic.
        StoreError: it is damaged.
    """
    if not path.is_file():
        raise NotAMemoryFile(f"{path}: there is no such file.")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as opened:
            revision = _revision(opened, path)
            if revision != REVISION and revision not in known_revisions():
                raise NewerFile(
                    f"{path} has schema {revision}, this Mnemic knows schemas up to {REVISION}: upgrade with pip "
                    "install --upgrade mnemic."
                )
            wrong = [line for (line,) in opened.execute("PRAGMA integrity_check(3)") if line != "ok"]
            wrong += [f"a row of {row[0]} refers to nothing" for row in opened.execute("PRAGMA foreign_key_check")][:3]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_NOTADB:
            raise not_our_file(path, "it is no SQLite database") from error
        raise StoreError(f"{path}: the file is damaged or cannot be read ({error}).") from error
    if wrong:
        raise StoreError(f"{path}: the file is damaged ({'; '.join(wrong)}).")


def _revision(opened: sqlite3.Connection, path: Path) -> str:
    owner = opened.execute("PRAGMA application_id").fetchone()[0]
    tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if owner != APPLICATION_ID or not {"alembic_version", "users"} <= tables:
        raise not_our_file(path, "it is another application's database, or an empty file")
    return str(opened.execute("SELECT max(version_num) FROM alembic_version").fetchone()[0])


def restore_backup(backup: Path, target: Path, *, overwrite: bool, tell: Tell) -> Path | None:
    """Put a copy of a backup in the place of a memory file. Returns where the file is kept that was there before.

    Args:
        overwrite: also where there is a memory; its file gets the ending .before-restore.

    Raises:
        NotAMemoryFile, NewerFile, StoreError: the backup is not sound; nothing was changed.
        InvalidInput: there is a memory, and it may not be replaced.
        StoreUnavailable: somebody has it open, or the folder cannot be written.
    """
    check_copy(backup)
    if target.exists() and (target.is_dir() or os.path.samefile(backup, target)):
        raise InvalidInput(f"{target} cannot be restored from {backup}: name two files.")
    if target.exists() and not overwrite:
        raise InvalidInput(
            f"{target} is a memory already: say that it may be replaced (overwrite=True, --overwrite); it is then kept "
            f"as {target.name}{BEFORE_RESTORE}."
        )
    with _beside(target) as copy:
        with closing(sqlite3.connect(f"file:{quote(str(backup))}?mode=ro", uri=True, isolation_level=None)) as source:
            copy_live(source, copy, tell)
        if target.exists():
            _let_go(target)
        kept = _set_aside(target)
        os.replace(copy, target)
    shutil.rmtree(target.with_name(target.name + INDEX), ignore_errors=True)
    return kept


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new file beside another, gone after an error."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as error:
        raise StoreUnavailable(f"{target.parent} cannot be written: {error.strerror or error}.") from error
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for ending in _BESIDE:
            with suppress(FileNotFoundError):
                os.unlink(name + ending)


def _let_go(target: Path) -> None:
    """Make sure that nobody has a memory file open, as far as SQLite can tell: only who is alone may end its log.

    Raises:
        StoreUnavailable: somebody has.
        NotAMemoryFile: it is another application's.
    """
    try:
        with closing(sqlite3.connect(target, timeout=LOCK_WAIT_S, isolation_level=None)) as opened:
            owner = opened.execute("PRAGMA application_id").fetchone()[0]
            if owner not in (0, APPLICATION_ID):
                raise not_our_file(target, "it is another application's database")
            opened.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreUnavailable(f"{target} is open in another process: stop it, then restore.") from error
        raise StoreUnavailable(f"{target} cannot be replaced: {error}.") from error
    except sqlite3.DatabaseError:
        return  # damaged: that is what a backup is for


def _set_aside(target: Path) -> Path | None:
    """Keep the file that is there, and what SQLite has beside it, under another name. The file itself keeps its own
    name too until another takes it, so that at no moment there is none."""
    if not any(target.with_name(target.name + ending).exists() for ending in _BESIDE):
        return None
    kept = _unused(target)
    for ending in _BESIDE[1:]:
        with suppress(FileNotFoundError):
            os.replace(target.with_name(target.name + ending), kept.with_name(kept.name + ending))
    with suppress(FileNotFoundError):
        _link(target, kept)
    return kept


def _link(target: Path, kept: Path) -> None:
    try:
        os.link(target, kept)
    except FileNotFoundError:
        raise
    except OSError:  # a file system without links
        os.replace(target, kept)


def _unused(target: Path) -> Path:
    name, number = target.name + BEFORE_RESTORE, 1
    while any(target.with_name(name + ending).exists() for ending in _BESIDE):
        number += 1
        name = f"{target.name}{BEFORE_RESTORE}-{number}"
    return target.with_name(name)
