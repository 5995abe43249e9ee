"""A whole memory out of one SQL store into another: every user in a transaction of his own, then what is the tenants'.

It may be killed at any moment and done again: who is there already, row for row the same, is passed over; whoever an
unfinished move left behind in an older state is written again. Nobody of whom the target has another memory is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from mnemic.domain.migration import MigrationReport, RowsDigest
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Progress
from mnemic.errors import KeyMissing, StoreError
from mnemic.stores.keys.seals import WAYS_TO_NAME_KEY, Seal
from mnemic.stores.sql.moving_tenants import check_audit_log, is_keyed, move_audit_log, move_keys, tenants_of
from mnemic.stores.sql.moving_users import rows_as_stored, with_digest, write_user_rows
from mnemic.stores.sql.sqlite_check import stray_users
from mnemic.stores.sql.store import SqlStore
from mnemic.stores.sql.tables import users
from mnemic.stores.sql.writer import SqlWriter

SHOWN_MAX = 5  # users named in an error

Tell = Callable[[Progress], None]

_USERS = sa.select(users.c.tenant, users.c.user_id, users.c.epoch).order_by(users.c.tenant, users.c.user_id)
_EPOCH = sa.select(users.c.epoch).where(
    users.c.tenant == sa.bindparam("tenant"), users.c.user_id == sa.bindparam("user_id")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _User:
    """A user to be moved."""

    scope: Scope
    epoch: str
    seal: Seal | None


class StoreMove:
    """One move. `target` None: a dry run into a store that is not there yet."""

    def __init__(self, source: SqlStore, target: SqlStore | None, *, names: tuple[str, str], tell: Tell) -> None:
        self._source, self._target = source, target
        self._names = names
        self._tell = tell
        self._rows = RowsDigest()  # of everybody
        self._sealed = 0

    def run(self, *, dry_run: bool = False) -> MigrationReport:
        """Move everything that is not there yet, and make sure that it reads there as it does here.

        Raises:
            StoreError: the target has another memory of a user or a tenant, the source has rows that belong to nobody,
                or what was written does not read as it did.
            KeyMissing: a user is encrypted, and a key is not there on one side.
        """
        begun = perf_counter()
        with self._source._surveying() as source:
            try:
                return self._run(source, begun, dry_run=dry_run)
            except SQLAlchemyError as error:
                raise self._source._explain(error) from error

    def _run(self, source: sa.Connection, begun: float, *, dry_run: bool) -> MigrationReport:
        everybody, tenants = self._users(source), tenants_of(source)
        there = {tenant: self._checked(source, tenant) for tenant in tenants}
        new = 0
        for number, user in enumerate(everybody, 1):
            new += self._user(source, user, begun_trail=bool(there.get(user.scope.tenant)), dry_run=dry_run)
            self._tell(Progress(job="migrate", user=user.scope.user, done=number, total=len(everybody)))
        lines = keys = 0
        if not dry_run:
            for tenant in tenants:
                moved = self._tenant(source, tenant, there[tenant])
                lines, keys = lines + moved[0], keys + moved[1]
        return MigrationReport(
            source=self._names[0],
            target=self._names[1],
            dry_run=dry_run,
            users=new,
            users_there=len(everybody) - new,
            sealed=self._sealed,
            rows=dict(self._rows.rows),
            tenants=len(tenants),
            lines=lines,
            api_keys=keys,
            seconds=perf_counter() - begun,
        )

    def _users(self, source: sa.Connection) -> list[_User]:
        """Everybody, after a look at whether they can be moved at all."""
        if strays := stray_users(source):
            raise StoreError(
                f"{self._names[0]} has rows of {len(strays)} users who are not among the users: run mnemic doctor "
                "--repair there first, or they would be lost."
            )
        found = [
            _User(scope=Scope(tenant, user), epoch=epoch, seal=self._source._seal(source, Scope(tenant, user)))
            for tenant, user, epoch in source.execute(_USERS).all()
        ]
        locked = [user for user in found if user.seal is not None and user.seal.lock is not None]
        if locked:
            named = ", ".join(repr(user.scope.user) for user in locked[:SHOWN_MAX])
            reason = next(user.seal.lock.reason for user in locked if user.seal and user.seal.lock)
            raise KeyMissing(f"{len(locked)} users cannot be read ({named}): {reason}")
        if self._target is not None and self._target._sealing.keys is None and any(user.seal for user in found):
            raise KeyMissing(f"Users are encrypted, and {self._names[1]} has no master key: {WAYS_TO_NAME_KEY}.")
        return found

    def _checked(self, source: sa.Connection, tenant: str) -> int:
        """How many lines of a tenant's trail the target has."""
        if self._target is None:
            return 0
        if self._target.audit_key is None and is_keyed(source, tenant):
            raise StoreError(
                f"The audit of tenant {tenant!r} is keyed: set MNEMIC_AUDIT_KEY to the key it was begun with, or the "
                f"move could not be entered in it at {self._names[1]}."
            )
        with self._target._surveying() as target:
            return check_audit_log(source, target, tenant, self._names[1])

    def _user(self, source: sa.Connection, user: _User, *, begun_trail: bool, dry_run: bool) -> bool:
        """Move one user. Returns whether anything had to be written."""
        ours = RowsDigest()
        if self._target is None or (theirs := self._found(user)) is None:
            if dry_run:
                self._count(source, user, ours)
            else:
                self._write(source, user, ours)
            self._add(ours)
            return True
        self._count(source, user, ours)
        self._add(ours)
        if theirs == ours:
            self._sealed += self._is_sealed(user)
            return False
        if begun_trail:
            raise StoreError(
                f"{self._names[1]} has {user.scope.user!r} (tenant {user.scope.tenant!r}) already, and one of the two "
                "was changed since. Move into an empty store, or forget that user there first."
            )
        if not dry_run:
            self._write(source, user, RowsDigest())
        return True

    def _found(self, user: _User) -> RowsDigest | None:
        """What the target has of a user; None where it has nothing.

        Raises:
            StoreError: it is somebody else of the same name.
        """
        assert self._target is not None
        digest = RowsDigest()
        with self._target._surveying() as target:
            named = {"tenant": user.scope.tenant, "user_id": user.scope.user}
            epoch = target.execute(_EPOCH, named).scalar()
            if epoch is None:
                return None
            if epoch != user.epoch:
                raise StoreError(
                    f"{self._names[1]} has a memory of another {user.scope.user!r} (tenant {user.scope.tenant!r}): it "
                    "is never written over. Move into an empty store, or forget that user there first."
                )
            self._read(target, user.scope, digest)
        return digest

    def _count(self, source: sa.Connection, user: _User, digest: RowsDigest) -> None:
        for _ in with_digest(rows_as_stored(source, user.scope, user.seal, self._source._explain), digest):
            continue

    def _read(self, target: sa.Connection, scope: Scope, digest: RowsDigest) -> None:
        assert self._target is not None
        seal = self._target._seal(target, scope)
        for _ in with_digest(rows_as_stored(target, scope, seal, self._target._explain), digest):
            continue

    def _write(self, source: sa.Connection, user: _User, digest: RowsDigest) -> None:
        """Write one user, and read back what was committed."""
        assert self._target is not None
        seal = self._new_seal(user)
        read = with_digest(rows_as_stored(source, user.scope, user.seal, self._source._explain), digest)
        with closing(read) as rows, self._target.writing(user.scope) as writer:
            assert isinstance(writer, SqlWriter)
            write_user_rows(writer._connection, user.scope, rows, seal, self._target._explain)
        written = self._found(user)
        if written != digest:
            raise StoreError(
                f"{user.scope.user!r} does not read in {self._names[1]} as in {self._names[0]}: nothing was removed "
                "there. Please report this with the versions of both databases."
            )
        self._sealed += seal is not None

    def _new_seal(self, user: _User) -> Seal | None:
        """What a user is sealed with in the target: whoever is encrypted here is so there."""
        assert self._target is not None
        if user.seal is None and not self._target._sealing.on:
            return None
        return self._target._sealing.first(user.scope)

    def _is_sealed(self, user: _User) -> bool:
        assert self._target is not None
        with self._target._surveying() as target:
            return self._target._seal(target, user.scope) is not None

    def _tenant(self, source: sa.Connection, tenant: str, there: int) -> Sequence[int]:
        """Move what is a tenant's. Returns the lines of the trail, and how many keys were written."""
        assert self._target is not None
        with self._target._entering(tenant) as target:
            try:
                return move_audit_log(source, target, tenant, there), move_keys(source, target, tenant)
            except SQLAlchemyError as error:
                raise self._target._explain(error) from error

    def _add(self, digest: RowsDigest) -> None:
        for table, count in digest.rows.items():
            self._rows.rows[table] = self._rows.rows.get(table, 0) + count
