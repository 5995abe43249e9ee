"""What PostgreSQL's errors mean for the person who runs the database, and the way out of each."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from mnemic.domain.regex import Regex
from mnemic.errors import InvalidSetting, NotAMemoryFile, StoreError, StoreUnavailable

DRIVER_NAME = "postgresql+psycopg"

_AGAIN = "try again"
_UNAVAILABLE = {
    "25006": "it can only be read: connect to the primary, not to a replica",
    "28000": "the role may not log in: check user, password and pg_hba.conf",
    "28P01": "the password is not right",
    "3D000": "there is no such database: make it with createdb",
    "40001": f"another transaction was faster: {_AGAIN}",
    "40P01": f"two transactions waited for each other: {_AGAIN}",
    "53100": "its disk is full: free some space and try again",
    "53200": "it is out of memory: try again, with fewer connections",
    "53300": "it has no connection left: lower the setting postgres_pool, or raise max_connections",
    "55P03": "others kept writing for longer than lock_wait_s: try again, or raise lock_wait_s",
    "57014": "a statement took longer than the setting postgres_statement_s: try again, or raise it",
    "57P01": f"it is being shut down: {_AGAIN}",
    "57P02": f"it has crashed: {_AGAIN}",
    "57P03": f"it is starting: {_AGAIN}",
}
_REFUSED = {
    "25P02": "an earlier statement of this transaction failed, so nothing of it can be kept",
    "42501": "the role may not do that: give it the tables, or open the memory once as their owner",
    "42P01": "a table is missing: restore the database from a backup",
}
_REFUSAL = Regex(r"FATAL: +(.+)")  # names role and database, never a password
_WITH_VALUES = ("22", "23")  # classes whose messages may quote what was to be stored


def driver_url(url: str) -> sa.URL:
    """The address in the form the driver takes.

    Raises:
        InvalidSetting: it is no address of a database.
    """
    try:
        parsed = sa.make_url(url).set(drivername=DRIVER_NAME)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise InvalidSetting("It is no address of a database: use postgresql://user:password@host/database.") from error
    if not parsed.database:
        raise InvalidSetting(
            f"{place_in_words(parsed)} names no database: use postgresql://user:password@host/database."
        )
    return parsed


def place_in_words(url: sa.URL) -> str:
    """Host and database, for messages; never the password."""
    host = url.host or url.query.get("host") or "localhost"
    return f"{host if isinstance(host, str) else ','.join(host)}{f':{url.port}' if url.port else ''}/{url.database}"


def sqlstate_of(error: SQLAlchemyError) -> str:
    """The SQLSTATE; "" where the server did not answer."""
    return str(getattr(error.orig, "sqlstate", None) or "") if isinstance(error, DBAPIError) else ""


def explained_postgres_error(where: str, error: SQLAlchemyError) -> StoreError:
    """Our error for one of the driver's."""
    if isinstance(error, NoConnection):
        return StoreUnavailable(f"{where}: every connection is in use: try again, or raise the setting postgres_pool.")
    if not isinstance(error, DBAPIError):
        return StoreError(
            f"{where}: the transaction has ended; its reader or writer cannot be used any more ({error})."
        )
    state = sqlstate_of(error)
    if way_out := _UNAVAILABLE.get(state):
        return StoreUnavailable(f"{where}: {way_out}.")
    if error.connection_invalidated or not state or state.startswith("08"):
        refused = _REFUSAL.search(str(error.orig))  # a server that refuses a session gives no SQLSTATE to the driver
        why = f" ({refused[1]})" if refused else ""
        return StoreUnavailable(f"{where}: it cannot be reached{why}: check that PostgreSQL runs there, and try again.")
    if way_out := _REFUSED.get(state):
        return StoreError(f"{where}: {way_out}.")
    diagnosed = getattr(error.orig, "diag", None)
    said = getattr(diagnosed, "constraint_name", None) if state.startswith(_WITH_VALUES) else None
    said = said or (None if state.startswith(_WITH_VALUES) else getattr(diagnosed, "message_primary", None))
    return StoreError(f"{where}: {type(error.orig).__name__} {state}{f' ({said})' if said else ''}. Nothing was kept.")


def not_our_database(where: str, why: str) -> NotAMemoryFile:
    """The error for a database that belongs to somebody else."""
    return NotAMemoryFile(f"{where} is not a Mnemic memory: {why}. Name another database; nothing in it was changed.")
