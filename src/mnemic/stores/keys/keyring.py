"""The key ring: a small file beside the memory file, or elsewhere, with users' keys wrapped by the master key.

It is no part of a backup of the memory: destroying a key in it makes every copy of what was sealed unreadable.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from mnemic.domain.encryption import UserKey
from mnemic.domain.scope import Scope
from mnemic.errors import InvalidSetting, KeyMissing, SealBroken, StoreUnavailable
from mnemic.ports import KeyService

APPLICATION_ID = 0x4D4E4B52
"""The bytes "MNKR"."""

ENDING = ".keys"
"""What is put after the name of a memory file where no setting names the key ring."""

SECRET_BYTES = 32
ID_BYTES = 8
_PROOF_BYTES = 16  # wrapped with a key, so that it opens as its owner's only

_SETUP = (
    "PRAGMA journal_mode=DELETE",  # one file, with nothing beside it
    "PRAGMA synchronous=EXTRA",  # a key is on the disk before anything is sealed with it
    "PRAGMA secure_delete=ON",
    "PRAGMA temp_store=MEMORY",
)
_TABLES = (
    "CREATE TABLE keys (number INTEGER PRIMARY KEY, memory INTEGER NOT NULL, tenant TEXT NOT NULL, "
    "user_id TEXT NOT NULL, id TEXT NOT NULL UNIQUE, wrapped BLOB NOT NULL, master TEXT NOT NULL, "
    "withdrawn INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX ix_keys_user ON keys (memory, tenant, user_id)",
    "CREATE TABLE destroyed (id TEXT PRIMARY KEY) WITHOUT ROWID",
    f"PRAGMA application_id={APPLICATION_ID}",
)
_OF_USER = "memory = ? AND tenant = ? AND user_id = ?"


class Keyring:
    """Users' keys in a file that is made with the first key. Any number of processes and memories may use it."""

    def __init__(self, path: Path, service: KeyService, *, lock_wait_s: float) -> None:
        self._path = path
        self._service = service
        self._lock_wait_s = lock_wait_s
        self._memory = 0

    def bind(self, memory: int) -> None:
        """Be the keys of one memory, by its number: users of the same name in another have keys of their own."""
        self._memory = memory

    @property
    def name(self) -> str:
        """Where it is."""
        return f"the key ring {self._path}"

    @property
    def master(self) -> str:
        """Name of the master key."""
        return self._service.name

    def check(self) -> None:
        """Look whether this is a key ring, and the master key is the one that wrapped its keys.

        Raises:
            InvalidSetting: it is something else.
            KeyMissing: another master key wrapped them.
        """
        for (master,) in self._read("SELECT DISTINCT master FROM keys"):
            self._check_master(master)

    def current(self, scope: Scope) -> UserKey:
        """The newest key of a user that was not withdrawn, made if there is none."""
        wanted = f"SELECT id, wrapped, master FROM keys WHERE {_OF_USER} AND NOT withdrawn ORDER BY number DESC LIMIT 1"
        with self._writing() as ring:
            found = ring.execute(wanted, self._of(scope)).fetchone()
            return self._unwrapped(scope, *found) if found else self._new(ring, scope)

    def key(self, scope: Scope, id: str) -> UserKey | None:
        """One key of a user.

        Raises:
            KeyMissing: another master key wrapped it.
            SealBroken: it is another user's.
        """
        found = self._read(f"SELECT wrapped, master FROM keys WHERE {_OF_USER} AND id = ?", *self._of(scope), id)
        return self._unwrapped(scope, id, *found[0]) if found else None

    def rotate(self, scope: Scope) -> UserKey:
        """A new key; the others are withdrawn."""
        with self._writing() as ring:
            self._withdraw(ring, scope)
            return self._new(ring, scope)

    def withdraw(self, scope: Scope) -> int:
        """Withdraw every key of a user. Returns how many the user has."""
        if not self._path.exists():
            return 0
        with self._writing() as ring:
            return self._withdraw(ring, scope)

    def withdrawn(self) -> list[tuple[Scope, str]]:
        """Every key that was withdrawn and is still there."""
        wanted = "SELECT tenant, user_id, id FROM keys WHERE memory = ? AND withdrawn ORDER BY number"
        found = self._read(wanted, self._memory)
        return [(Scope(tenant, user), id) for tenant, user, id in found]

    def destroy(self, keys: Sequence[tuple[Scope, str]]) -> int:
        """Remove keys, and rewrite the file from what is left. Returns how many there were."""
        gone = 0
        with self._writing() as ring:
            for scope, id in keys:
                named = (*self._of(scope), id)
                if ring.execute(f"DELETE FROM keys WHERE {_OF_USER} AND id = ?", named).rowcount:
                    ring.execute("INSERT OR IGNORE INTO destroyed VALUES (?)", (id,))
                    gone += 1
        if gone:
            with self._opened() as ring:
                ring.execute("VACUUM")
        return gone

    def destroyed(self, id: str) -> bool:
        """Whether a key was destroyed on purpose."""
        return bool(self._read("SELECT 1 FROM destroyed WHERE id = ?", id))

    def rewrap(self, service: KeyService) -> int:
        """Wrap every key with another master key, in one transaction, and go on with that one. Returns how many."""
        if not self._path.exists():
            self._service = service
            return 0
        with self._writing() as ring:
            held = ring.execute("SELECT tenant, user_id, id, wrapped, master FROM keys").fetchall()
            for tenant, user, id, wrapped, master in held:
                scope = Scope(tenant, user)
                payload = _payload(scope, self._unwrapped(scope, id, wrapped, master))
                ring.execute(
                    "UPDATE keys SET wrapped = ?, master = ? WHERE id = ?", (service.wrap(payload), service.name, id)
                )
        with self._opened() as ring:
            ring.execute("VACUUM")
        self._service = service
        return len(held)

    def _new(self, ring: sqlite3.Connection, scope: Scope) -> UserKey:
        key = UserKey(id=os.urandom(ID_BYTES).hex(), secret=os.urandom(SECRET_BYTES))
        row = (*self._of(scope), key.id, self._service.wrap(_payload(scope, key)), self._service.name)
        for (master,) in ring.execute("SELECT DISTINCT master FROM keys").fetchall():
            self._check_master(master)  # else the ring would hold keys of two master keys
        ring.execute("INSERT INTO keys (memory, tenant, user_id, id, wrapped, master) VALUES (?, ?, ?, ?, ?, ?)", row)
        return key

    def _withdraw(self, ring: sqlite3.Connection, scope: Scope) -> int:
        return ring.execute(f"UPDATE keys SET withdrawn = 1 WHERE {_OF_USER}", self._of(scope)).rowcount

    def _of(self, scope: Scope) -> tuple[int, str, str]:
        return self._memory, scope.tenant, scope.user

    def _unwrapped(self, scope: Scope, id: str, wrapped: bytes, master: str) -> UserKey:
        self._check_master(master)
        payload = self._service.unwrap(wrapped)
        key = UserKey(id=id, secret=payload[:SECRET_BYTES])
        if payload != _payload(scope, key):
            raise SealBroken(f"The key {id} of {scope.user!r} in {self._path} is another's: restore the key ring.")
        return key

    def _check_master(self, master: str) -> None:
        if master != self._service.name:
            raise KeyMissing(
                f"The keys in {self._path} were wrapped by another master key ({master}) than the one at hand "
                f"({self._service.name}): name that one."
            )

    def _read(self, statement: str, *named: str | int) -> list[tuple[Any, ...]]:
        if not self._path.exists():
            return []
        with self._opened() as ring:
            return ring.execute(statement, named).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; the file is made where there is none."""
        if not self._path.exists():
            self._make()
        with self._opened() as ring:
            ring.execute("BEGIN IMMEDIATE")
            try:
                yield ring
            except BaseException:
                ring.execute("ROLLBACK")
                raise
            ring.execute("COMMIT")

    def _make(self) -> None:
        """Make the file under another name first: whoever opens it meets a whole one."""
        part = self._path.with_name(f"{self._path.name}.{os.urandom(4).hex()}.part")
        try:
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(part, isolation_level=None)) as ring:
                for statement in (*_SETUP, *_TABLES):
                    ring.execute(statement)
            try:
                os.link(part, self._path)
            except FileExistsError:
                return  # another process was faster
            except OSError:  # a file system without links
                os.replace(part, self._path)
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"The key ring {self._path} cannot be written: {error}.") from error
        finally:
            part.unlink(missing_ok=True)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        address = f"{self._path.absolute().as_uri()}?mode=rw"
        try:
            with closing(sqlite3.connect(address, uri=True, timeout=self._lock_wait_s, isolation_level=None)) as ring:
                if ring.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                    raise self._not_ours()
                for pragma in _SETUP[1:]:
                    ring.execute(pragma)
                yield ring
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
                raise self._not_ours() from error
            raise StoreUnavailable(f"The key ring {self._path} cannot be used: {error}.") from error

    def _not_ours(self) -> InvalidSetting:
        return InvalidSetting(f"{self._path} is no key ring: name another by MNEMIC_KEY_RING.")


def _payload(scope: Scope, key: UserKey) -> bytes:
    """What is wrapped: the key, and a proof of whose it is, so that rows of the ring cannot be exchanged."""
    whose = "\0".join((scope.tenant, scope.user, key.id))  # no id holds a control character
    return key.secret + sha256(whose.encode("utf-8")).digest()[:_PROOF_BYTES]
