"""Whether a memory file is sound as a file: its pages, its schema, its log, the disk it lies on. It only reads."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from mnemic.domain.diagnosis import Check, Diagnosis, Repair, Severity
from mnemic.stores.sql.tables import REVISION, TENANT_TABLES, metadata

APPLICATION_ID = 0x4D4E454D
"""The bytes "MNEM" at offset 68 of the file: SQLite's application_id, by which others tell whose file it is."""

LOG_BYTES_MAX = 500_000_000  # of the write-ahead log, beyond which somebody keeps it from being emptied
FREE_SHARE_MAX = 0.5  # of a file's pages that may be free
FREE_BYTES_MIN = 50_000_000  # below which free pages are not worth a word
COMPLAINTS_MAX = 20  # of SQLite's own check that are listed

_BACKUP = "restore the file from a backup; what can still be read of it: mnemic export"
_INDEX_WORDS = ("missing from index", "wrong # of entries in index", "non-unique entry in index")


def file_check(path: Path) -> list[Diagnosis]:
    """What is wrong with a file, worst things first. It raises nothing for what it finds."""
    if not path.is_file():
        return [_wrong(Check.FILE_READABLE, f"there is no file {path}", "name the file that is meant")]
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)) as connection:
            return list(_checked(connection, path))
    except sqlite3.Error as error:
        return [_wrong(Check.FILE_READABLE, f"{path} cannot be read: {error}", _way_out(error))]


def stray_users(connection: sa.Connection) -> list[Diagnosis]:
    """Everybody who has rows and is not among the users."""
    users = metadata.tables["users"]
    strays: dict[tuple[str, str], str] = {}
    for table in metadata.sorted_tables:
        if table is users or table in TENANT_TABLES:
            continue
        known = sa.exists().where(users.c.tenant == table.c.tenant, users.c.user_id == table.c.user_id)
        found = connection.execute(sa.select(table.c.tenant, table.c.user_id).where(~known).distinct())
        strays |= {(str(tenant), str(user)): table.name for tenant, user in found}
    return [
        Diagnosis(
            check=Check.USER_ROW,
            severity=Severity.BROKEN,
            reason=f"there are {table} of a user who is not among the users",
            tenant=tenant,
            user=user,
            repair=Repair.USER,
            way_out="the user's row is made anew, its numbers from the rows",
        )
        for (tenant, user), table in sorted(strays.items())
    ]


def unreadable_file(path: Path, error: Exception) -> Diagnosis:
    """The finding for a file of which something cannot be read."""
    return _wrong(Check.FILE_READABLE, f"{path}: {error}", _BACKUP)


def reindex_file(connection: sa.Connection) -> None:
    """Make indexes that are missing, and all others anew."""
    for table in metadata.sorted_tables:
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    connection.exec_driver_sql("REINDEX")


def _checked(connection: sqlite3.Connection, path: Path) -> Iterator[Diagnosis]:
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    named = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if owner != APPLICATION_ID:
        ours = {"users", "turns", "memories"} <= named
        way = "PRAGMA application_id=1296975181 sets it, if it is" if ours else "name the file that is meant"
        yield _wrong(Check.FILE_OWNER, f"the application id is {owner:#x}: it may be no memory file", way)
        if not ours:
            return
    yield from _pages(connection)
    yield from _schema(connection, named)
    yield from _disk(connection, path)


def _pages(connection: sqlite3.Connection) -> Iterator[Diagnosis]:
    complaints = [str(line) for (line,) in connection.execute(f"PRAGMA integrity_check({COMPLAINTS_MAX})")]
    if complaints == ["ok"]:
        return
    for complaint in complaints:
        if any(words in complaint for words in _INDEX_WORDS):
            way = "the database's indexes are made anew"
            yield _wrong(Check.FILE_PAGES, complaint, way, repair=Repair.REINDEX)
        else:
            yield _wrong(Check.FILE_PAGES, complaint, _BACKUP)


def _schema(connection: sqlite3.Connection, named: set[str]) -> Iterator[Diagnosis]:
    if "alembic_version" not in named:
        yield _wrong(Check.FILE_SCHEMA, "the table that names the schema is gone", _BACKUP)
        return
    revision = str(connection.execute("SELECT max(version_num) FROM alembic_version").fetchone()[0])
    if revision > REVISION:
        way = "pip install --upgrade mnemic"
        yield _wrong(Check.FILE_SCHEMA, f"its schema {revision} is newer than {REVISION}", way)
        return
    if revision < REVISION:
        way = "opening the memory brings it up to date"
        yield _wrong(Check.FILE_SCHEMA, f"its schema is {revision}, not {REVISION}", way, severity=Severity.NOTE)
        return
    for name, table in metadata.tables.items():
        if name not in named:
            yield _wrong(Check.FILE_TABLES, f"the table {name} is gone", _BACKUP)
            continue
        there = {row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')}
        if missing := sorted({column.name for column in table.c} - there):
            yield _wrong(Check.FILE_TABLES, f"{name} lacks {', '.join(missing)}", _BACKUP)
        yield from _indexes(connection, table)
    if strange := sorted(named - metadata.tables.keys() - {"alembic_version"} - _own(named)):
        way = "nothing of ours reads it"
        yield _wrong(
            Check.FILE_TABLES, f"a table of somebody else's: {', '.join(strange)}", way, severity=Severity.NOTE
        )


def _own(named: set[str]) -> set[str]:
    """Tables that SQLite keeps for itself."""
    return {name for name in named if name.startswith("sqlite_")}


def _indexes(connection: sqlite3.Connection, table: sa.Table) -> Iterator[Diagnosis]:
    there = {row[1] for row in connection.execute(f'PRAGMA index_list("{table.name}")')}
    for missing in sorted({str(index.name) for index in table.indexes} - there):
        reason = f"the index {missing} is gone, so that searching takes long"
        yield _wrong(
            Check.FILE_INDEXES, reason, "it is made anew", severity=Severity.DEGRADED, repair=Repair.REINDEX, id=missing
        )


def _disk(connection: sqlite3.Connection, path: Path) -> Iterator[Diagnosis]:
    def asked(name: str) -> Any:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]

    if (mode := asked("journal_mode")) != "wal":
        reason = f"the journal mode is {mode}, not wal: readers and writers wait for each other"
        yield _wrong(Check.FILE_LOG, reason, "opening the memory sets it", severity=Severity.NOTE)
    log = _size(path.with_name(path.name + "-wal"))
    if log > LOG_BYTES_MAX:
        reason = f"its log has {log:,} bytes: some process holds on to an old snapshot"
        yield _wrong(Check.FILE_LOG, reason, f"end that process: fuser -v {path.name}", severity=Severity.NOTE)
    size, free = _size(path), shutil.disk_usage(path.parent).free
    if free < size + log:
        reason = f"{free:,} bytes are free on the disk, fewer than the file has: forgetting cannot rewrite it"
        yield _wrong(Check.FILE_SPACE, reason, "free some space", severity=Severity.NOTE)
    empty = asked("freelist_count") * asked("page_size")
    if empty > FREE_BYTES_MIN and empty > FREE_SHARE_MAX * size:
        reason = f"{empty:,} bytes of the file are free pages"
        yield _wrong(Check.FILE_SPACE, reason, "the next forgetting gives them back", severity=Severity.NOTE)


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0  # a log that its last user has just removed


def _way_out(error: sqlite3.Error) -> str:
    code = int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return "it is no SQLite file, or its first page is damaged: name another, or restore it from a backup"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "it is locked: try again when the other process has finished"
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return "give this account access to the file and its folder"
    return _BACKUP


def _wrong(
    check: Check,
    reason: str,
    way_out: str,
    *,
    severity: Severity = Severity.BROKEN,
    repair: Repair | None = None,
    id: str | None = None,
) -> Diagnosis:
    return Diagnosis(check=check, severity=severity, reason=reason, way_out=way_out, repair=repair, id=id)
