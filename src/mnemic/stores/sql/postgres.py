"""The memory in PostgreSQL: any number of processes and machines, and nobody reaches more than his own rows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from psycopg.pq import TransactionStatus
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from mnemic.domain.diagnosis import Diagnosis, Repair
from mnemic.domain.scope import Scope
from mnemic.errors import StoreClosed, StoreError, StoreUnavailable
from mnemic.stores.keys.seals import Sealing
from mnemic.stores.sql import fork_safety, postgres_check, postgres_schema
from mnemic.stores.sql.postgres_errors import driver_url, explained_postgres_error, place_in_words
from mnemic.stores.sql.postgres_vacuum import vacuum
from mnemic.stores.sql.store import SqlStore

PARTITIONS = 16
"""Parts of every table, by a hash of the tenant."""

POOL = 10
"""Connections a process keeps open; as many again where they are wanted."""

STATEMENT_S = 60.0
"""How long one statement for a user may take."""

AHEAD = 32
"""Users looked at beyond those asked for, so that some are found whom nobody is writing."""

_READS = (
    "SELECT set_config('mnemic.tenant', %(tenant)s, true), set_config('mnemic.user', %(user)s, true), "
    "set_config('mnemic.reach', %(reach)s, true), set_config('statement_timeout', %(statement_ms)s, true)"
)
_WRITES = f"{_READS}, set_config('lock_timeout', %(lock_ms)s, true)"
_ALONE = f"{_WRITES}, pg_advisory_xact_lock(%(lock)s)"
_FREE = (
    "SELECT number FROM unnest(%(locks)s::bigint[]) WITH ORDINALITY AS locks(lock, number) "
    "WHERE pg_try_advisory_xact_lock_shared(lock) ORDER BY number"
)


class PostgresStore(SqlStore):
    """Records in one PostgreSQL database. Make it with `PostgresStore.open`."""

    _SEALED = "SELECT sealed FROM users WHERE tenant = %s AND user_id = %s"

    def __init__(
        self,
        url: sa.URL,
        *,
        lock_wait_s: float,
        sealing: Sealing | None = None,
        pool: int = POOL,
        statement_s: float = STATEMENT_S,
    ) -> None:
        super().__init__(sealing)
        self.place = place_in_words(url)
        self._lock_wait_s = lock_wait_s
        self._closed = False
        self._mine = threading.local()  # whether this thread is writing, and has removed something
        self._touched = dict[str, None]()  # tenants of whom something was removed since the last purge
        self._engine = _engine(url, lock_wait_s, pool)
        sa.event.listen(self._engine, "checkin", self._given_back)
        self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._unlimited = {"lock_ms": str(max(int(lock_wait_s * 1000), 1)), "statement_ms": "0"}
        self._limited = self._unlimited | {"statement_ms": str(int(statement_s * 1000))}
        fork_safety.tell_in_children(self)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        lock_wait_s: float,
        sealing: Sealing | None = None,
        partitions: int = PARTITIONS,
        pool: int = POOL,
        statement_s: float = STATEMENT_S,
        trust_role: bool = False,
    ) -> PostgresStore:
        """Open a memory, or begin one in a database that has none; an older schema is brought up to date.

        Several processes may do so at the same moment. Nothing is ever deleted.

        Args:
            url: `postgresql://user:password@host/database`.
            lock_wait_s: how long to wait for others who write the same user, and for a connection.
            sealing: who has the keys of users that are encrypted; without it they cannot be read.
            partitions: parts of every table of a memory that is begun.
            pool: connections kept open; as many again are made where they are wanted.
            statement_s: how long one statement for a user may take; 0: as long as it takes.
            trust_role: also as a role that row-level security does not bind.

        Raises:
            NotAMemoryFile: the database has tables of somebody else's.
            NewerFile: written by a newer Mnemic.
            StoreUnavailable: it cannot be reached or logged in to, or cannot be written.
            StoreError: the role is a superuser or has BYPASSRLS, or may make no tables where there are none.
        """
        store = cls(driver_url(url), lock_wait_s=lock_wait_s, sealing=sealing, pool=pool, statement_s=statement_s)
        try:
            store._prepare(partitions, trust_role=trust_role)
            store._bind_keys()
        except BaseException:
            store.close()
            raise
        return store

    def backlog(self, limit: int, *, at: datetime | None = None) -> list[Scope]:
        """Users with turns not yet understood, longest waiting first; those whom somebody is writing at the moment
        come last. With `at`, without those that must wait then."""
        found = super().backlog(max(limit, 0) + AHEAD if limit > 0 else 0, at=at)
        if len(found) < 2:
            return found
        with self._surveying() as connection:
            locks = {"locks": [_lock_of(scope) for scope in found]}
            free = [found[number - 1] for (number,) in self._driven(connection, _FREE, locks)]
        return (free + [scope for scope in found if scope not in set(free)])[:limit]

    def check(self) -> list[Diagnosis]:
        """What is wrong with the database as a thing, and users whose row is gone."""
        return postgres_check.postgres_findings(self)

    def mend(self, found: Sequence[Diagnosis]) -> None:
        """Make the database's indexes anew, where `check` asked for it."""
        if any(one.repair is Repair.REINDEX for one in found):
            with self._alone(), self._outside() as connection:
                postgres_schema.reindex_database(connection, self._explain)

    def backup(self, path: Path, *, tell: Callable[[int, int], None]) -> None:
        """Not from here: PostgreSQL has tools of its own for it.

        Raises:
            StoreError: always; it names the tool.
        """
        raise StoreError(
            f"{self.place} is a PostgreSQL database: back it up with pg_dump --format=custom --file={path}, "
            "as a superuser or as a role with BYPASSRLS, since row-level security hides everybody's rows from others."
        )

    def purge(self) -> None:
        """Free the room of what was removed by this process, as an ordinary role can: it is written over with time.
        Keys that nothing rests on are destroyed.

        Raises:
            StoreUnavailable: the database cannot do it at the moment.
        """
        with self._alone():
            with self._surveying() as connection:
                gone, replaced = self._idle(connection)
            self._sealing.destroy([*gone, *replaced])
            for tenant in (touched := list(self._touched)):
                self._touched.pop(tenant, None)
            try:
                with self._outside() as connection:
                    vacuum(connection, touched, self._explain)
            except BaseException:
                self._touched.update(dict.fromkeys(touched))
                raise
        self._engine.clear_compiled_cache()  # a statement keeps the values it was first made with

    def close(self) -> None:
        """Let go of connections and keys. Closing twice is harmless."""
        self._closed = True
        self._engine.dispose()
        self._sealing.close()

    def _snapshot(self, scope: Scope) -> AbstractContextManager[sa.Connection]:
        return self._transaction(self._reads, _READS, self._limited | _of(scope.tenant, scope.user))

    @contextmanager
    def _changing(self, scope: Scope) -> Iterator[sa.Connection]:
        named = self._limited | _of(scope.tenant, scope.user) | {"lock": _lock_of(scope)}
        with self._alone(), self._transaction(self._engine, _ALONE, named) as connection:
            self._mine.removed = False
            yield connection
        if self._mine.removed:  # not before it is committed: a purge by another thread would pass over it
            self._touched[scope.tenant] = None

    def _surveying(self, tenant: str | None = None) -> AbstractContextManager[sa.Connection]:
        reach = _of(tenant or "", "", "everybody" if tenant is None else "tenant")
        return self._transaction(self._reads, _READS, self._unlimited | reach)

    @contextmanager
    def _entering(self, tenant: str) -> Iterator[sa.Connection]:
        with self._alone(), self._transaction(self._engine, _WRITES, self._limited | _of(tenant, "")) as connection:
            yield connection

    @contextmanager
    def _outside(self) -> Iterator[sa.Connection]:
        """A connection whose statements are transactions of their own, for what cannot be done inside one."""
        with self._connected(self._engine) as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The only time this thread writes."""
        if getattr(self._mine, "writing", False):
            raise StoreError(
                f"{self.place}: this thread is writing already; a second writing() or a purge() inside the first "
                "would wait for itself."
            )
        self._mine.writing = True
        try:
            yield
        finally:
            self._mine.writing = False

    @contextmanager
    def _transaction(self, engine: sa.Engine, begin: str, named: Mapping[str, Any]) -> Iterator[sa.Connection]:
        """A transaction whose first statement says whose it is. It commits on leaving, and undoes on leaving by an
        error."""
        with self._begun(engine, begin, named) as connection:
            try:
                yield connection
            except BaseException:
                with suppress(SQLAlchemyError):  # a server that is gone undoes it by itself
                    connection.rollback()
                raise
            self._commit(connection)

    def _begun(self, engine: sa.Engine, begin: str, named: Mapping[str, Any]) -> sa.Connection:
        """A connection with a transaction. One that was lost while nobody used it is replaced; with it go all others of
        the pool."""
        for more in (True, False):
            connection = self._connected(engine)
            try:
                connection.exec_driver_sql(begin, dict(named))
            except DBAPIError as error:
                connection.close()
                if not (more and error.connection_invalidated):
                    raise self._explain(error) from error
            except BaseException:
                connection.close()
                raise
            else:
                return connection
        raise AssertionError("unreachable")

    def _commit(self, connection: sa.Connection) -> None:
        driver = connection.connection.driver_connection
        if driver is not None and driver.info.transaction_status == TransactionStatus.INERROR:
            raise StoreError(f"{self.place}: a statement of this transaction failed before, so nothing of it was kept.")
        try:
            connection.commit()
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    def _connected(self, engine: sa.Engine) -> sa.Connection:
        if self._closed:
            raise StoreClosed()
        try:
            return engine.connect()
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    def _driven(self, connection: sa.Connection, statement: str, named: Mapping[str, Any]) -> Sequence[Any]:
        try:
            return connection.exec_driver_sql(statement, dict(named)).all()
        except SQLAlchemyError as error:
            raise self._explain(error) from error

    def _explain(self, error: SQLAlchemyError) -> StoreError:
        return explained_postgres_error(self.place, error)

    def _removed(self, scope: Scope) -> None:
        self._mine.removed = True

    def _prepare(self, partitions: int, *, trust_role: bool) -> None:
        """Check whose database it is and as whom it is opened, before anything is changed; then bring it up to date."""
        with self._surveying() as connection:
            postgres_schema.check_role(connection, self.place, self._explain, trusted=trust_role)
            if postgres_schema.is_schema_current(connection, self.place, self._explain):
                return
        named = self._unlimited | _of("", "") | {"lock": _lock("migrating")}
        with self._transaction(self._engine, _ALONE, named) as connection:
            if not postgres_schema.is_schema_current(
                connection, self.place, self._explain
            ):  # else another process was faster
                postgres_schema.bring_up_to_date(connection, partitions, self._explain)

    def _number(self) -> int:
        with self._surveying() as connection:
            return postgres_schema.database_number(connection, self._explain)

    def _numbered(self, number: int) -> int:
        named = self._unlimited | _of("", "") | {"lock": _lock("numbering")}
        try:
            with self._alone(), self._transaction(self._engine, _ALONE, named) as connection:
                known = postgres_schema.database_number(connection, self._explain)
                if not known:
                    postgres_schema.give_number(connection, number, self._explain)
        except StoreUnavailable as error:
            if postgres_schema.is_read_only(error):
                return 0
            raise
        return known or number

    def _given_back(self, connection: object, record: ConnectionPoolEntry) -> None:
        """A connection that was in use while the store was closed is closed when it comes back."""
        if self._closed:
            record.invalidate()

    def after_fork_in_child(self) -> None:
        """The parent's connections are the parent's: here they are forgotten, not closed."""
        self._engine.dispose(close=False)
        self._mine = threading.local()


def _engine(url: sa.URL, lock_wait_s: float, pool: int) -> sa.Engine:
    return sa.create_engine(
        url,
        poolclass=QueuePool,
        pool_size=pool,
        max_overflow=pool,
        pool_timeout=lock_wait_s,
        pool_use_lifo=True,
        isolation_level="READ COMMITTED",
        hide_parameters=True,  # what a memory says has no place in a traceback
        connect_args={"application_name": "mnemic", "connect_timeout": max(int(lock_wait_s), 2)},
    )


def _of(tenant: str, user: str, reach: str = "") -> dict[str, str]:
    return {"tenant": tenant, "user": user, "reach": reach}


def _lock_of(scope: Scope) -> int:
    """The number of the lock whoever writes a user holds."""
    return _lock("writing", scope.tenant, scope.user)


def _lock(*parts: str) -> int:
    """64 bits, the same for the same parts in every process."""
    coded = "\0".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(coded, digest_size=8).digest(), "big", signed=True)
