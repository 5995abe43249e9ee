"""What SQLite's errors mean for the person in front of the file, and the way out of each."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from mnemic.errors import NotAMemoryFile, StoreError, StoreUnavailable

_LOCKED = "it stayed locked by another process: try again, or raise lock_wait_s"
_WAYS_OUT = {
    sqlite3.SQLITE_READONLY: "it cannot be written: give this account write access to the file and its folder",
    sqlite3.SQLITE_FULL: "the disk is full: free some space and try again",
    sqlite3.SQLITE_IOERR: "reading or writing failed: check the disk and its free space",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: check that its folder exists and that this account may write there",
    sqlite3.SQLITE_PERM: "it cannot be opened: give this account access to the file",
    sqlite3.SQLITE_AUTH: "access was denied: give this account access to the file",
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_PROTOCOL: "its lock could not be had: try again; network drives cannot hold a memory file",
}


def primary_code(error: SQLAlchemyError) -> int:
    """SQLite's primary result code; SQLITE_ERROR where SQLite was not asked."""
    orig = error.orig if isinstance(error, DBAPIError) else None
    return int(getattr(orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def is_file_read_only(error: StoreError) -> bool:
    """Whether one of our errors says that the file is read-only for this account."""
    return isinstance(error.__cause__, SQLAlchemyError) and primary_code(error.__cause__) == sqlite3.SQLITE_READONLY


def explained_sqlite_error(path: Path, error: SQLAlchemyError) -> StoreError:
    """Our error for one of the driver's."""
    if not isinstance(error, DBAPIError):
        return StoreError(f"{path}: the transaction has ended; its reader or writer cannot be used any more ({error}).")
    code = primary_code(error)
    if code == sqlite3.SQLITE_NOTADB:
        return not_our_file(path, "it is no SQLite database")
    if code == sqlite3.SQLITE_CORRUPT:
        return StoreError(f"{path}: the file is damaged ({error.orig}): restore it from a backup.")
    if way_out := _WAYS_OUT.get(code):
        return StoreUnavailable(f"{path}: {way_out} ({error.orig}).")
    return StoreError(f"{path}: {error.orig}. Nothing of it was kept.")


def not_our_file(path: Path, why: str) -> NotAMemoryFile:
    """The error for a file that belongs to somebody else."""
    return NotAMemoryFile(f"{path} is not a Mnemic memory: {why}. Name another path; nothing in it was changed.")
