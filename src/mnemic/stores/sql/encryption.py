"""Encryption in SQL: who is sealed, keys that nothing rests on, and sealing what is there already."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.diagnosis import Check, Diagnosis, Severity
from mnemic.domain.encryption import SealedUser
from mnemic.domain.scope import Scope
from mnemic.errors import StoreError
from mnemic.ports import KeyService, Writer
from mnemic.stores.keys.seals import Seal, Sealing
from mnemic.stores.sql.resealing import sealing_key_seen
from mnemic.stores.sql.tables import users
from mnemic.stores.sql.writer import SqlWriter

_USER = sa.tuple_(users.c.tenant, users.c.user_id)
_SEALS = sa.select(users.c.tenant, users.c.user_id, users.c.sealed).order_by(users.c.tenant, users.c.user_id)
_PLAIN = "SELECT count(*), count(*) - count(nullif(sealed, '')) FROM users"

NUMBERS = 2**31 - 1
"""How many numbers there are by which a key ring knows a database."""


class SqlSeals:
    """The part of a store that is about encryption."""

    _sealing: Sealing
    _SEALED: ClassVar[str]  # selects the id of a user's key by tenant and user, in the driver's own form

    def seals(self, *, after: Scope | None, limit: int) -> list[tuple[Scope, str]]:
        """Users with the ids of their keys, in order of tenant and id, from the one after."""
        last = ("", "") if after is None else (after.tenant, after.user)
        with self._surveying() as connection:
            found = self._run(connection, _SEALS.where(sa.tuple_(*last) < _USER).limit(max(limit, 0)))
        return [(Scope(tenant, user), key) for tenant, user, key in found]

    def _bind_keys(self) -> None:
        """Give the database a number, drawn at random and kept in it, by which the key ring knows it. Copies and
        backups bear the same."""
        keys = self._sealing.keys
        if keys is None:
            return
        number = self._number() or self._numbered(1 + secrets.randbelow(NUMBERS))
        if not number:
            return  # nobody is sealed in a database without a number, and nobody can be from here
        keys.bind(number)
        with self._surveying() as connection:
            self._sealing.destroy(self._idle(connection)[0])  # of users forgotten by a process that was killed then

    def _seal(self, connection: sa.Connection, scope: Scope) -> Seal | None:
        """What a user's private values are sealed with; None where they are plain."""
        key = self._key_of(connection, scope)
        if key is None:
            try:
                key = sealing_key_seen(connection, scope)
            except SQLAlchemyError as error:
                raise self._explain(error) from error
        return self._sealing.seal(scope, key) if key else None

    def _key_of(self, connection: sa.Connection, scope: Scope) -> str | None:
        """The key a user's row names; "": none. None where there is no such row."""
        try:
            found = connection.exec_driver_sql(self._SEALED, (scope.tenant, scope.user)).first()
        except SQLAlchemyError as error:
            raise self._explain(error) from error
        return None if found is None else found[0] or ""

    def _idle(self, connection: sa.Connection) -> tuple[list[tuple[Scope, str]], list[tuple[Scope, str]]]:
        """Keys that were withdrawn and are to be destroyed: of users who are gone, at once; of others, when no reader
        holds on to values they are for."""
        gone, replaced = [], []
        for scope, id in [] if self._sealing.keys is None else self._sealing.keys.withdrawn():
            key = self._key_of(connection, scope)
            if key is None:
                gone.append((scope, id))
            elif key != id:
                replaced.append((scope, id))
        return gone, replaced

    def _plain(self, connection: sa.Connection) -> list[Diagnosis]:
        """That some are not encrypted, where everybody is to be."""
        count, plain = self._run(connection, _PLAIN)[0]
        if not self._sealing.on or not plain:
            return []
        return [
            Diagnosis(
                check=Check.USER_KEY,
                severity=Severity.NOTE,
                reason=f"{plain} of {count} users are not encrypted",
                way_out="mnemic encrypt",
            )
        ]

    @abstractmethod
    def _number(self) -> int:
        """The database's number; 0 where it has none yet."""

    @abstractmethod
    def _numbered(self, number: int) -> int:
        """Give the database this number, if it has none yet. Returns the one it has; 0 where it cannot be written."""

    @abstractmethod
    def _surveying(self, tenant: str | None = None) -> AbstractContextManager[sa.Connection]: ...

    @abstractmethod
    def _run(self, connection: sa.Connection, statement: str | sa.sql.Executable) -> Sequence[Any]: ...

    @abstractmethod
    def _explain(self, error: SQLAlchemyError) -> StoreError: ...


class Sealed(Protocol):
    """What a sealer asks of a store."""

    def seals(self, *, after: Scope | None, limit: int) -> list[tuple[Scope, str]]:
        """Users with the ids of their keys, in order of tenant and id, from the one after."""
        ...

    def writing(self, scope: Scope) -> AbstractContextManager[Writer]:
        """A transaction on one user's memory."""
        ...


class SqlSealer:
    """Seals, unseals and reseals users of a SQL store, each in one transaction."""

    def __init__(self, store: Sealed, sealing: Sealing) -> None:
        self._store = store
        self._sealing = sealing

    @property
    def on(self) -> bool:
        """Whether users who begin now are sealed."""
        return self._sealing.on

    @property
    def master(self) -> str | None:
        """Name of the master key."""
        return None if self._sealing.keys is None else self._sealing.keys.master

    def users(self, *, after: Scope | None, limit: int) -> list[SealedUser]:
        """Everybody, from the one after."""
        return [
            SealedUser(scope=scope, key=key, locked=self._sealing.seal(scope, key).lock if key else None)
            for scope, key in self._store.seals(after=after, limit=limit)
        ]

    def seal(self, scope: Scope) -> bool:
        """Seal a user who is plain.

        Raises:
            KeyMissing: there is no master key.
        """
        self._sealing.needed()
        with self._writing(scope) as writer:
            return not writer.sealed() and writer.reseal(lambda: self._sealing.first(scope))

    def unseal(self, scope: Scope) -> bool:
        """Write a sealed user in plain; the key is destroyed with the next purge.

        Raises:
            KeyMissing: it is not there.
        """
        with self._writing(scope) as writer:
            done = writer.sealed() and writer.reseal(lambda: None)
            if done:
                self._sealing.withdraw(scope)
        return done

    def rotate(self, scope: Scope) -> bool:
        """Seal a user with a new key; the old one is destroyed with the next purge.

        Raises:
            KeyMissing: it is not there.
        """
        self._sealing.needed()
        with self._writing(scope) as writer:
            return writer.sealed() and writer.reseal(lambda: self._sealing.next(scope))

    def rewrap(self, service: KeyService) -> int:
        """Wrap every user's key with another master key.

        Raises:
            KeyMissing: there is no master key.
        """
        return self._sealing.needed().rewrap(service)

    @contextmanager
    def _writing(self, scope: Scope) -> Iterator[SqlWriter]:
        with self._store.writing(scope) as writer:
            assert isinstance(writer, SqlWriter)
            yield writer
