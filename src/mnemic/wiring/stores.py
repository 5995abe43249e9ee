"""Where memories are kept: a target and settings become a store, and who seals its users."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from mnemic.domain.diagnosis import Diagnosis
from mnemic.errors import InvalidInput, InvalidSetting, StoreUnavailable
from mnemic.ports import KeyService, Sealer, Store
from mnemic.settings import Settings

if TYPE_CHECKING:
    from mnemic.stores.keys.seals import Sealing

MEMORY_TARGET = ":memory:"
SQLITE_SCHEME = "sqlite:///"
POSTGRES_SCHEME = ("postgresql://", "postgres://")


def new_key(path: str | Path) -> KeyService:
    """Write a new master key into a file that only its owner may read, for the setting `encryption_key_file`.

    Raises:
        InvalidSetting: there is a file already, or it cannot be written.
    """
    from mnemic.stores.keys import master_key

    return master_key.new_file(Path(path))


def master_key(path: str | Path) -> KeyService:
    """The master key in a file.

    Raises:
        InvalidSetting: it cannot be read, is no key, or anybody on the machine may read or change it.
    """
    from mnemic.stores.keys import master_key

    return master_key.from_file(Path(path))


def caller_store(store: Store, settings: Settings) -> tuple[Store, None]:
    """A store of the caller's own, which encrypts by itself or does not."""
    if settings.encryption == "on":
        raise InvalidSetting(
            "Setting 'encryption' = 'on' is for memory files and databases: a store of your own keeps what it is given."
        )
    return store, None


def store_of(target: str | Path, settings: Settings, key_service: KeyService | None) -> tuple[Store, Sealer | None]:
    """The store a target names, and who seals its users.

    Raises:
        InvalidInput: no store is known for it.
        InvalidSetting: the master key or the key ring is missing, or more than one is given.
        StoreUnavailable: it cannot be reached, or the package for it is not installed.
    """
    if not isinstance(target, str | Path):
        raise InvalidInput(f"A memory is opened by a path or URL, not {target!r}.")
    place = str(target)
    if place == MEMORY_TARGET:
        from mnemic.stores.inmemory.store import InMemoryStore

        return InMemoryStore(), None
    if place.startswith(POSTGRES_SCHEME):
        return _postgres(place, settings, key_service)
    if "://" in place and not place.startswith(SQLITE_SCHEME):
        scheme = place.split("://", 1)[0]
        raise InvalidInput(
            f"No store is known for {scheme}://. Use a path, sqlite:///path, postgresql://... or :memory:."
        )
    from mnemic.stores.sql.encryption import SqlSealer
    from mnemic.stores.sql.sqlite import SqliteStore
    from mnemic.stores.sql.sqlite_place import absolute_place

    path = absolute_place(place.removeprefix(SQLITE_SCHEME))
    sealing = _sealing(path, settings, key_service)
    store = SqliteStore.open(path, lock_wait_s=settings.lock_wait_s, sealing=sealing)
    return store, SqlSealer(store, sealing)


def file_check(target: str | Path) -> list[Diagnosis]:
    """What is wrong with a memory as a file, before it is opened; nothing where there is no file to look at. It raises
    nothing for what it finds.
    """
    place = str(target)
    if place == MEMORY_TARGET or ("://" in place and not place.startswith(SQLITE_SCHEME)):
        return []
    from mnemic.stores.sql.sqlite_check import file_check as checked

    return checked(Path(os.path.realpath(place.removeprefix(SQLITE_SCHEME))))


def folder_of(target: str | Path) -> Path | None:
    """Where what is derived from a memory file lies: beside it."""
    place = str(target)
    if place == MEMORY_TARGET or place.startswith(POSTGRES_SCHEME):
        return None
    return Path(os.path.realpath(place.removeprefix(SQLITE_SCHEME)) + ".index")


def file_of(target: str | Path) -> Path:
    """The file a target names.

    Raises:
        InvalidInput: it names a database that is no file.
    """
    place = str(target)
    if place.startswith(POSTGRES_SCHEME):
        raise InvalidInput("A PostgreSQL database is restored by pg_restore, not from a memory file.")
    return Path(os.path.realpath(place.removeprefix(SQLITE_SCHEME)))


def _postgres(url: str, settings: Settings, key_service: KeyService | None) -> tuple[Store, Sealer]:
    """A PostgreSQL database."""
    try:
        from mnemic.stores.sql.postgres import PostgresStore
    except ImportError as error:
        raise StoreUnavailable("PostgreSQL needs its driver: pip install 'mnemic[postgres]'.") from error
    from mnemic.stores.sql.encryption import SqlSealer

    sealing = _sealing(None, settings, key_service)
    store = PostgresStore.open(
        url,
        lock_wait_s=settings.lock_wait_s,
        sealing=sealing,
        partitions=settings.postgres_partitions,
        pool=settings.postgres_pool,
        statement_s=settings.postgres_statement_s,
        trust_role=settings.postgres_trust_role,
    )
    return store, SqlSealer(store, sealing)


def _master(settings: Settings, given: KeyService | None) -> KeyService | None:
    """Who wraps users' keys; None where no master key is named."""
    ways = ("key_service", given), ("encryption_key", settings.encryption_key)
    named = [name for name, value in (*ways, ("encryption_key_file", settings.encryption_key_file)) if value]
    if len(named) > 1:
        raise InvalidSetting(f"Two master keys are given, {' and '.join(named)}: name one.")
    if settings.encryption_key is not None:
        from mnemic.stores.keys import master_key as keys

        return keys.from_text(settings.encryption_key.get_secret_value(), where="Setting 'encryption_key'")
    return master_key(settings.encryption_key_file) if settings.encryption_key_file else given


def _sealing(place: Path | None, settings: Settings, given: KeyService | None) -> Sealing:
    """Who seals the users of a memory; a file's key ring lies beside it, where none is named."""
    from mnemic.stores.keys.keyring import ENDING, Keyring
    from mnemic.stores.keys.seals import WAYS_TO_NAME_KEY, Sealing

    service = _master(settings, given)
    if service is None:
        if settings.encryption == "on":
            raise InvalidSetting(
                f"Setting 'encryption' = 'on' needs a master key: {WAYS_TO_NAME_KEY}. `mnemic key new FILE` makes one."
            )
        return Sealing()
    if settings.key_ring:
        ring = Path(settings.key_ring)
    elif place is not None:
        ring = place.with_name(place.name + ENDING)
    else:
        raise InvalidSetting("With PostgreSQL the key ring is a file of its own: name it by MNEMIC_KEY_RING.")
    keys = Keyring(ring, service, lock_wait_s=settings.lock_wait_s)
    keys.check()
    return Sealing(keys, on=settings.encryption == "on")
