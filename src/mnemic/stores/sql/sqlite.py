"""The memory file: SQLite in WAL mode, shared by any number of threads and processes."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from weakref import WeakSet, WeakValueDictionary

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from mnemic.domain.diagnosis import Check, Diagnosis, Repair
from mnemic.domain.scope import Scope
from mnemic.errors import NewerFile, StoreClosed, StoreError, StoreUnavailable
from mnemic.stores.keys.seals import Sealing
from mnemic.stores.migrations import known_revisions, upgrade
from mnemic.stores.sql.fifo_lock import Turnstile
from mnemic.stores.sql.sqlite_backup import copy_live
from mnemic.stores.sql.sqlite_check import APPLICATION_ID, file_check, reindex_file, stray_users, unreadable_file
from mnemic.stores.sql.sqlite_errors import explained_sqlite_error, is_file_read_only, not_our_file, primary_code
from mnemic.stores.sql.sqlite_place import absolute_place, make_private_file
from mnemic.stores.sql.sqlite_purge_mark import UnpurgedMark
from mnemic.stores.sql.store import SqlStore
from mnemic.stores.sql.tables import REVISION

_PAUSE_S = 0.01
_LOOKS_S = 0.0005, 0.002  # between two looks whether a lock is free
_NUMBER = "PRAGMA user_version"  # 32 bits of the header that are the application's to use
_SETUP = (
    "PRAGMA foreign_keys=ON",
    "PRAGMA synchronous=FULL",  # in WAL mode only FULL keeps an acknowledged commit through a power cut
    "PRAGMA secure_delete=ON",
    "PRAGMA temp_store=MEMORY",  # no text in temporary files
)


class SqliteStore(SqlStore):
    """Records in one SQLite file. Make it with `SqliteStore.open`."""

    _SEALED = "SELECT sealed FROM users WHERE tenant = ? AND user_id = ?"

    def __init__(self, path: Path, lock_wait_s: float, sealing: Sealing | None = None) -> None:
        super().__init__(sealing)
        self._path = path
        self._lock_wait_s = lock_wait_s
        self._unpurged = UnpurgedMark(path)
        self._closed = False
        self._gate = threading.Lock()  # nobody begins while the process forks
        self._active = 0  # connections in use
        self._torn = False  # this process was forked off while one was in use
        self._engine = self._new_engine()
        self._turnstile = _admit(self)

    @classmethod
    def open(cls, path: str | Path, *, lock_wait_s: float, sealing: Sealing | None = None) -> SqliteStore:
        """Open a memory file, or begin one where there is none; an older schema is brought up to date.

        Several processes may do so at the same moment. Nothing is ever deleted. `sealing`: who has the keys of users
        that are encrypted; without it they cannot be read.

        Raises:
            NotAMemoryFile: something else is at that path.
            NewerFile: written by a newer Mnemic.
            StoreUnavailable: the folder is missing, the file cannot be written, or stayed locked for `lock_wait_s`.
        """
        store = cls(absolute_place(path), lock_wait_s, sealing)
        make_private_file(store._path)
        try:
            store._prepare()
            store._bind_keys()
            store._unpurged.finish(store.purge)
        except BaseException:
            store.close()
            raise
        return store

    def check(self) -> list[Diagnosis]:
        """What is wrong with the file as a file, and users whose row is gone."""
        found = file_check(self._path)
        if any(one.check in (Check.FILE_READABLE, Check.FILE_OWNER, Check.FILE_TABLES) for one in found):
            return found
        try:
            with self._transaction("BEGIN") as connection:
                return [*found, *stray_users(connection), *self._plain(connection)]
        except (StoreError, SQLAlchemyError) as error:
            return [*found, unreadable_file(self._path, error)]

    def mend(self, found: Sequence[Diagnosis]) -> None:
        """Make the database's indexes anew, where `check` asked for it."""
        if any(one.repair is Repair.REINDEX for one in found):
            with self._changing(None) as connection:
                try:
                    reindex_file(connection)
                except SQLAlchemyError as error:
                    raise self._explain(error) from error

    def backup(self, path: Path, *, tell: Callable[[int, int], None]) -> None:
        """Write a copy of the file as of now, and check it. Others may write meanwhile.

        Raises:
            StoreError: the copy is not sound.
            StoreUnavailable: it cannot be written.
        """
        with self._connection("") as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            copy_live(driver, path, tell)

    def purge(self) -> None:
        """Rewrite the file from what is still there, and empty its log. Keys that nothing rests on are destroyed.

        `secure_delete` overwrites a removed row where it lies, but not the copies SQLite leaves behind when it moves
        rows between pages; only a rewritten file is free of those. Measured: 0.13 s for a file of 38 MB.

        Raises:
            StoreUnavailable: the disk has no room for a second copy, or a reader held on to an old snapshot for longer
                than `lock_wait_s`.
        """
        with self._alone() as deadline, self._connection("") as connection:
            self._wait_until(connection, deadline)
            seen = self._unpurged.seen()
            gone, replaced = self._idle(connection)
            self._sealing.destroy(gone)
            self._run(connection, "VACUUM")
            self._engine.clear_compiled_cache()  # a statement keeps the values it was first made with
            while self._run(connection, "PRAGMA wal_checkpoint(TRUNCATE)")[0][0]:
                if time.monotonic() >= deadline:
                    raise StoreUnavailable(
                        f"{self._path}: what was removed is still in the log, because a reader or another process held "
                        f"on to it for {self._lock_wait_s:g} s. Purge again when it has finished."
                    )
                time.sleep(_PAUSE_S)
            self._sealing.destroy(replaced)
        self._unpurged.clear(seen)

    def close(self) -> None:
        """Let go of files, connections and keys. Closing twice is harmless."""
        self._closed = True
        self._engine.dispose()
        self._sealing.close()

    def _new_engine(self) -> sa.Engine:
        engine = sa.create_engine(
            "sqlite://",
            creator=self._connect,
            poolclass=QueuePool,
            max_overflow=-1,
            hide_parameters=True,  # what a memory says has no place in a traceback
        )
        sa.event.listen(engine, "begin", _emit_begin)
        return engine

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=self._lock_wait_s, isolation_level=None, check_same_thread=False
        )
        for pragma in _SETUP:
            connection.execute(pragma)
        return connection

    @contextmanager
    def _connection(self, begin: str) -> Iterator[sa.Connection]:
        """A connection whose transaction starts with the statement `begin`; "" for none."""
        with self._gate:
            if self._closed:
                raise StoreClosed()
            if self._torn:
                raise StoreError(
                    f"{self._path}: this process was forked off in the middle of a transaction: SQLite is of no "
                    'use here. Fork at a quiet moment, or start processes by "spawn".'
                )
            self._active += 1
        try:
            with self._connected() as connection:
                yield connection.execution_options(begin=begin)
        finally:
            with self._gate:
                self._active -= 1

    def _connected(self) -> sa.Connection:
        try:
            return self._engine.connect()
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    @contextmanager
    def _transaction(self, begin: str, deadline: float | None = None) -> Iterator[sa.Connection]:
        """Commit on leaving, undo on leaving by an error."""
        with self._connection(begin) as connection:
            transaction = self._begun(connection, deadline or time.monotonic() + self._lock_wait_s)
            try:
                yield connection
            except BaseException:
                transaction.rollback()
                raise
            try:
                transaction.commit()
            except SQLAlchemyError as error:
                raise self._explain(error) from error

    def _begun(self, connection: sa.Connection, deadline: float) -> sa.RootTransaction:
        """Ask for the lock every millisecond or two. SQLite's own wait sleeps up to a tenth of a second between two
        looks, in which a process that writes one transaction after the other has let go and begun again many times."""
        self._wait_until(connection, 0.0)
        while True:
            try:
                begun = connection.begin()
            except DBAPIError as error:
                if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                    raise self._explain(error) from error
                time.sleep(random.uniform(*_LOOKS_S))
            else:
                self._wait_until(connection, deadline)
                return begun

    def _wait_until(self, connection: sa.Connection, deadline: float) -> None:
        """Have SQLite wait for locks until then, a moment (monotonic)."""
        left_ms = max(int((deadline - time.monotonic()) * 1000), 0)
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute(f"PRAGMA busy_timeout={left_ms}")

    @contextmanager
    def _alone(self) -> Iterator[float]:
        """The only writer of this process; gives the moment (monotonic) by which to be done waiting."""
        if self._turnstile.mine:
            raise StoreError(
                f"{self._path}: this thread is writing already; a second writing() or a purge() inside the first "
                "would wait for itself."
            )
        deadline = time.monotonic() + self._lock_wait_s
        if not self._turnstile.enter(self._lock_wait_s):
            raise StoreUnavailable(
                f"{self._path}: other threads kept writing for {self._lock_wait_s:g} s: try again, "
                "or raise lock_wait_s."
            )
        try:
            yield deadline
        finally:
            self._turnstile.leave()

    def _explain(self, error: SQLAlchemyError) -> StoreError:
        return explained_sqlite_error(self._path, error)

    def _snapshot(self, scope: Scope) -> AbstractContextManager[sa.Connection]:
        return self._transaction("BEGIN")

    @contextmanager
    def _changing(self, scope: Scope | None) -> Iterator[sa.Connection]:
        with self._alone() as deadline, self._transaction("BEGIN IMMEDIATE", deadline) as connection:
            yield connection

    def _surveying(self, tenant: str | None = None) -> AbstractContextManager[sa.Connection]:
        return self._transaction("BEGIN")

    def _entering(self, tenant: str) -> AbstractContextManager[sa.Connection]:
        return self._changing(None)

    def _removed(self, scope: Scope) -> None:
        self._unpurged.set()

    def _number(self) -> int:
        with self._transaction("BEGIN") as connection:
            return int(self._run(connection, _NUMBER)[0][0])

    def _numbered(self, number: int) -> int:
        try:
            with self._changing(None) as connection:
                number = int(self._run(connection, _NUMBER)[0][0]) or number
                self._run(connection, f"{_NUMBER}={number}")
        except StoreUnavailable as error:
            if is_file_read_only(error):
                return 0
            raise
        return number

    def _prepare(self) -> None:
        """Check whose file it is, before anything in it is changed; then bring it up to date."""
        with self._transaction("BEGIN") as connection:
            revision = self._revision(connection)
        with self._connection("") as connection:
            self._write_ahead(connection)
        if revision == REVISION:
            return
        with self._changing(None) as connection:
            if self._revision(connection) != REVISION:  # else another process was faster
                self._upgrade(connection)

    def _revision(self, connection: sa.Connection) -> str | None:
        """The schema's revision; None for an empty file.

        Raises:
            NotAMemoryFile: another application's database.
            NewerFile: a revision that this version does not know.
        """
        owner = self._run(connection, "PRAGMA application_id")[0][0]
        tables = {name for (name,) in self._run(connection, "SELECT name FROM sqlite_master WHERE type = 'table'")}
        if owner == 0 and not tables:
            return None
        if owner != APPLICATION_ID or not {"alembic_version", "users"} <= tables:
            raise not_our_file(self._path, "it is another application's database")
        revision = str(self._run(connection, "SELECT max(version_num) FROM alembic_version")[0][0])
        if revision != REVISION and revision not in known_revisions():
            raise NewerFile(
                f"{self._path} has schema {revision}, this Mnemic knows schemas up to {REVISION}: "
                "upgrade with pip install --upgrade mnemic."
            )
        return revision

    def _write_ahead(self, connection: sa.Connection) -> None:
        """Switch a new file to WAL mode, which lasts. SQLite does not wait for others here, so we do."""
        deadline = time.monotonic() + self._lock_wait_s
        while self._run(connection, "PRAGMA journal_mode")[0][0] != "wal":
            try:
                if connection.exec_driver_sql("PRAGMA journal_mode=WAL").scalar() != "wal":
                    raise StoreUnavailable(
                        f"{self._path}: this file system allows no write-ahead log: use a local disk."
                    )
            except DBAPIError as error:
                if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                    raise self._explain(error) from error
                time.sleep(_PAUSE_S)

    def _upgrade(self, connection: sa.Connection) -> None:
        try:
            upgrade(connection)
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    def _before_fork(self) -> None:
        """SQLite's connections must not be taken into a child: those that are idle are closed."""
        self._gate.acquire()
        self._engine.dispose()

    def _after_fork_in_child(self) -> None:
        self._turnstile = _turnstiles.setdefault(self._path, Turnstile())
        if self._active:
            self._torn = True
            _inherited.append(self._engine)  # never to be closed here: that could let go of the parent's locks
        self._engine = self._new_engine()
        self._active = 0
        self._gate.release()


def _emit_begin(connection: sa.Connection) -> None:
    """Python's driver begins late and never IMMEDIATE, so we begin ourselves, as SQLAlchemy's manual advises."""
    if begin := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(begin)


_registry = threading.Lock()
_stores: WeakSet[SqliteStore] = WeakSet()
_turnstiles: WeakValueDictionary[Path, Turnstile] = WeakValueDictionary()
_inherited: list[sa.Engine] = []
_forking: list[SqliteStore] = []


def _admit(store: SqliteStore) -> Turnstile:
    """Register a store; gives the queue of its file, one per process, so that threads wait in order."""
    with _registry:
        _stores.add(store)
        return _turnstiles.setdefault(store._path, Turnstile())


def _before_fork() -> None:
    _registry.acquire()
    _forking.extend(_stores)
    for store in _forking:
        store._before_fork()


def _after_fork_in_parent() -> None:
    for store in _forking:
        store._gate.release()
    _forking.clear()
    _registry.release()


def _after_fork_in_child() -> None:
    _turnstiles.clear()  # threads of the parent may have been in the queues
    for store in _forking:
        store._after_fork_in_child()
    _forking.clear()
    _registry.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
