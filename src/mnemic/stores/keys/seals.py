"""Sealing of private values: AES-256-GCM with the user's own key, bound to user, table and column.

A sealed value is MAGIC, the key's id (8 bytes), a random nonce (12 bytes), the ciphertext, and the tag (16 bytes); in a
column of text it stands as base64. Empty text and NULL stay what they are. A random nonce of 96 bits is good for 2^32
values of one key (NIST SP 800-38D, 8.3); a rotation begins anew.
"""

from __future__ import annotations

import os
from binascii import a2b_base64, b2a_base64
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mnemic.domain.blob import FILES_KEY
from mnemic.domain.encryption import LockReason, UserKey
from mnemic.domain.scope import Scope
from mnemic.errors import KeyMissing, SealBroken
from mnemic.ports import Keys
from mnemic.stores.sql.private_columns import PrivatePlaces, private_columns, private_places
from mnemic.stores.sql.tables import turns

MAGIC = a2b_base64("MNS1")
"""The first three bytes: every sealed text begins with MNS1, whose last character is the version of the format."""

USERS_MAX = 1_000
"""Users whose keys are held unwrapped in a process; least recently used go."""

WAYS_TO_NAME_KEY = "set MNEMIC_ENCRYPTION_KEY_FILE or MNEMIC_ENCRYPTION_KEY, or hand key_service= to mnemic.open(...)"
"""How a master key is given."""

_MARKS: Mapping[sa.Column[Any], str] = {turns.c.metadata: f'"{FILES_KEY}"'}
"""What stands in plain before a sealed text that holds it, since an index goes by it: that files came with a turn."""

_KEY_ID = slice(len(MAGIC), len(MAGIC) + 8)
_NONCE = slice(_KEY_ID.stop, _KEY_ID.stop + 12)
_SEALED = slice(_NONCE.stop, None)


class Seal:
    """One user's private values with one key; without the key every use of it says why it is not there."""

    def __init__(self, scope: Scope, key: UserKey | None, *, id: str, lock: LockReason | None) -> None:
        self.id = id
        self.lock = lock
        self._user = scope.user
        self._whose = _joined(scope.tenant, scope.user)
        self._cipher = None if key is None else AESGCM(key.secret)
        self._head = b"" if key is None else MAGIC + bytes.fromhex(key.id)
        self._bound: dict[sa.Column[Any], bytes] = {}

    def opened(self, statement: sa.Select[Any], rows: Sequence[Any]) -> Sequence[Any]:
        """The rows of a statement with their private values opened.

        Raises:
            KeyMissing: the user's key is not there.
            SealBroken: a value was changed, or belongs elsewhere.
        """
        private = private_places(tuple(statement.inner_columns))
        return self._opened(private, rows) if private and rows else rows

    def opened_row(self, table: sa.Table, row: Mapping[str, Any]) -> dict[str, Any]:
        """Those values of a row that are private, opened.

        Raises:
            KeyMissing, SealBroken: as above.
        """
        columns = private_columns(table)
        return {column.name: self.open(column, [row[column.name]])[0] for column in columns}

    def sealed(self, table: sa.Table, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Rows of a table with their private values sealed.

        Raises:
            KeyMissing: the user's key is not there.
            UnicodeEncodeError: a text holds half of a surrogate pair.
        """
        columns = [(column.name, self._closing(column)) for column in private_columns(table)]
        return [{**row, **{name: close(row[name]) for name, close in columns if row.get(name)}} for row in rows]

    def open(self, column: sa.Column[Any], values: Iterable[Any]) -> list[Any]:
        """Values of one column.

        Raises:
            KeyMissing, SealBroken: as above.
        """
        bound, head, decrypt = self._bound_to(column), self._head, self._keyed().decrypt
        text, mark = isinstance(column.type, sa.Text), _MARKS.get(column, "")
        opened: list[Any] = []
        try:
            for value in values:
                if not value:
                    opened.append(value)
                    continue
                sealed = a2b_base64(value.removeprefix(mark), strict_mode=True) if text else value
                if not sealed.startswith(head):
                    raise SealBroken(f"{self._what(column)} is not sealed with the user's key. {SealBroken.__doc__}")
                plain = decrypt(sealed[_NONCE], sealed[_SEALED], bound)
                opened.append(plain.decode() if text else plain)
        except (InvalidTag, ValueError, TypeError, AttributeError) as error:
            raise SealBroken(f"{self._what(column)} cannot be opened. {SealBroken.__doc__}") from error
        return opened

    def _opened(self, private: PrivatePlaces, rows: Sequence[Any]) -> Sequence[Any]:
        columns: list[Sequence[Any]] = list(zip(*rows, strict=True))
        for number, column in private:
            columns[number] = self.open(column, columns[number])
        return list(zip(*columns, strict=True))

    def _closing(self, column: sa.Column[Any]) -> Callable[[Any], Any]:
        """What seals a value of a column."""
        bound, head, encrypt = self._bound_to(column), self._head, self._keyed().encrypt
        mark = _MARKS.get(column)

        def data(value: bytes) -> bytes:
            nonce = os.urandom(12)
            return head + nonce + encrypt(nonce, bytes(value), bound)

        def text(value: str) -> str:
            sealed = b2a_base64(data(value.encode()), newline=False).decode("ascii")
            return mark + sealed if mark and mark in value else sealed

        return text if isinstance(column.type, sa.Text) else data

    def _bound_to(self, column: sa.Column[Any]) -> bytes:
        """What a value is authenticated with: whose it is, and where it stands."""
        if (bound := self._bound.get(column)) is None:
            bound = self._bound[column] = self._whose + _joined(column.table.name, column.name)
        return bound

    def _keyed(self) -> AESGCM:
        if self._cipher is None:
            raise KeyMissing(self.lock.reason if self.lock else None)
        return self._cipher

    def _what(self, column: sa.Column[Any]) -> str:
        return f"A value of {column.table.name}.{column.name} of {self._user!r}"


class Sealing:
    """Who seals users: which of them have keys, and who gets one. Without `keys` nobody does."""

    def __init__(self, keys: Keys | None = None, *, on: bool = False) -> None:
        self.keys = keys
        self.on = on and keys is not None
        self._lock = Lock()
        self._seals: OrderedDict[tuple[Scope, str], Seal] = OrderedDict()

    def seal(self, scope: Scope, id: str) -> Seal:
        """The seal of a user whose values are sealed with this key. It never raises: the seal does, when it is used."""
        with self._lock:
            if (known := self._seals.get((scope, id))) is not None:
                self._seals.move_to_end((scope, id))
                return known
        try:
            key = None if self.keys is None else self.keys.key(scope, id)
        except (KeyMissing, SealBroken) as error:
            return Seal(scope, None, id=id, lock=LockReason(reason=str(error)))
        if key is None:
            return Seal(scope, None, id=id, lock=self._why(scope, id))
        return self._kept(scope, key)

    def begun(self, scope: Scope) -> Seal | None:
        """The seal a user begins with; None where users begin plain."""
        if not self.on or self.keys is None:
            return None
        return self._kept(scope, self.keys.current(scope))

    def first(self, scope: Scope) -> Seal:
        """The seal for a user who was plain.

        Raises:
            KeyMissing: there is no master key.
        """
        return self._kept(scope, self.needed().current(scope))

    def next(self, scope: Scope) -> Seal:
        """A seal with a new key.

        Raises:
            KeyMissing: there is no master key.
        """
        return self._kept(scope, self.needed().rotate(scope))

    def withdraw(self, scope: Scope) -> int:
        """A user's keys are not to be used any more, and destroyed when nothing rests on them. Returns how many."""
        return 0 if self.keys is None else self.keys.withdraw(scope)

    def destroy(self, keys: Sequence[tuple[Scope, str]]) -> int:
        """Make keys unreadable for good, here and in the key ring."""
        with self._lock:
            for key in keys:
                self._seals.pop(key, None)
        return self.keys.destroy(keys) if self.keys is not None and keys else 0

    def close(self) -> None:
        """Drop what is held unwrapped."""
        with self._lock:
            self._seals.clear()

    def needed(self) -> Keys:
        """The keys.

        Raises:
            KeyMissing: there is no master key.
        """
        if self.keys is None:
            raise KeyMissing(f"There is no master key: {WAYS_TO_NAME_KEY}.")
        return self.keys

    def _kept(self, scope: Scope, key: UserKey) -> Seal:
        seal = Seal(scope, key, id=key.id, lock=None)
        with self._lock:
            self._seals[scope, key.id] = seal
            while len(self._seals) > USERS_MAX:
                self._seals.popitem(last=False)
        return seal

    def _why(self, scope: Scope, id: str) -> LockReason:
        if self.keys is None:
            return LockReason(reason=f"{scope.user!r} is encrypted, and there is no master key: {WAYS_TO_NAME_KEY}.")
        if self.keys.destroyed(id):
            reason = f"The key {id} of {scope.user!r} was destroyed: nobody can read what was sealed with it. "
            return LockReason(reason=reason + "mnemic doctor --repair removes it.", destroyed=True)
        return LockReason(
            reason=f"The key {id} of {scope.user!r} was destroyed or is missing: it is not in {self.keys.name}. "
            "Name the key ring of this memory by MNEMIC_KEY_RING, or bring it back from its backup."
        )


def sealing_key_id(value: object) -> str | None:
    """The id of the key a text in a table is sealed with; None where it is not sealed."""
    if not isinstance(value, str) or not value.startswith("MNS1"):
        return None
    try:
        sealed = a2b_base64(value, strict_mode=True)
    except ValueError:
        return None
    return sealed[_KEY_ID].hex() if len(sealed) >= _SEALED.start + 16 else None


def _joined(*parts: str) -> bytes:
    """Texts one after the other, each with its length before it: no two lists of texts are the same."""
    coded = [part.encode("utf-8", "surrogatepass") for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in coded)
