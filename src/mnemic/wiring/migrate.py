"""A whole memory from one store into another, `mnemic.migrate`: a part of wiring, since it names both."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mnemic.domain.migration import MigrationReport
from mnemic.domain.upkeep import Progress
from mnemic.errors import InvalidInput
from mnemic.ports import KeyService
from mnemic.safety.access.policy import Actor
from mnemic.safety.audit.verification import audit_key_of
from mnemic.settings import Settings, load
from mnemic.wiring import opening, stores

if TYPE_CHECKING:
    from mnemic.stores.sql.store import SqlStore


def migrate(
    source: str | Path,
    target: str | Path,
    *,
    dry_run: bool = False,
    key_service: KeyService | None = None,
    progress: Callable[[Progress], None] | None = None,
    **settings: Any,
) -> MigrationReport:
    """Copy everything of every user of every tenant from one store into another, and make sure that it reads there as
    it does here. The source stays as it is; stop what writes to it, or what is written meanwhile stays behind.

    It may be stopped at any moment and done again: who is there already is compared and passed over. What is copied is
    what lies in the tables: turns, memories with their vectors, history, audit and its trail, questions, feedback,
    files, upkeep, registers, keys of the API. Users who are encrypted are opened with the source's key ring, and sealed
    with keys of their own in the target's. What a vector engine is still to be told is not copied.

    Args:
        source: path or URL, as for `mnemic.open`.
        target: the same; it is made where there is none.
        dry_run: count, and look whether it could be done, without writing.
        key_service: who holds the master key, as for `mnemic.open`; of both stores.
        progress: told after each user.
        settings: any setting by name, for both stores; but a memory file that has its key ring beside it goes by that
            one, whatever `key_ring` names.

    Raises:
        InvalidInput: there is no memory at the source, or one place is named twice, or none that lasts.
        StoreError: the target has another memory of a user or a tenant; of them nothing was changed.
        KeyMissing: a user is encrypted, and a key is not there on one side.
        StoreUnavailable: a store cannot be reached or written; the same call goes on from there.
    """
    chosen, begins = load(**settings), not _there(target)
    if not _there(source):
        raise InvalidInput(f"{source}: there is no memory. Name the one that is to be moved.")
    if _name(source) == _name(target):
        raise InvalidInput(f"{_name(source)} cannot be moved into itself: name two places.")
    names, tell = (_name(source), _name(target)), progress or _nobody
    from mnemic.stores.sql.move import StoreMove

    with closing(_opened(source, chosen, key_service)) as one:
        if dry_run and begins:
            return StoreMove(one, None, names=names, tell=tell).run(dry_run=True)
        with closing(_opened(target, chosen, key_service)) as other:
            moved = StoreMove(one, other, names=names, tell=tell).run(dry_run=dry_run)
            if not dry_run:
                _note(one, other)
    return moved


def _note(source: SqlStore, target: SqlStore) -> None:
    """Enter in the trail of every tenant that the memory goes on in the target, where that does not stand there yet."""
    for tenant in target.tenants():
        with source.reading_audit_log(tenant) as before, target.reading_audit_log(tenant) as after:
            ended = before.head() == after.head()
        if ended:
            target.note(tenant, at=opening.SystemClock().now(), actor=Actor.ADMINISTRATOR.value, action="migrate")


def _opened(target: str | Path, settings: Settings, key_service: KeyService | None) -> SqlStore:
    from mnemic.stores.sql.store import SqlStore

    store, _ = stores.store_of(target, _with_ring(target, settings), key_service)
    if not isinstance(store, SqlStore):
        raise InvalidInput(f"{target} lives as long as its process: name a file or a database.")
    store.audit_key = audit_key_of(settings)
    return store


def _with_ring(target: str | Path, settings: Settings) -> Settings:
    """The settings for one of the two: a memory file that has its key ring beside it goes by that one."""
    from mnemic.stores.keys.keyring import ENDING

    text = str(target).removeprefix(stores.SQLITE_SCHEME)
    beside = "://" not in text and Path(text + ENDING).exists()
    return settings.model_copy(update={"key_ring": None}) if beside else settings


def _there(place: str | Path) -> bool:
    """Whether something is there that could be opened; of a database it turns out when it is."""
    text = str(place).removeprefix(stores.SQLITE_SCHEME)
    return "://" in text or text == stores.MEMORY_TARGET or Path(text).exists()


def _name(place: str | Path) -> str:
    """A place as it is shown: without a password."""
    text = str(place).removeprefix(stores.SQLITE_SCHEME)
    if "://" not in text:
        return text if text == stores.MEMORY_TARGET else str(Path(text).resolve())
    secret = urlsplit(text).password
    shown = text if secret is None else text.replace(f":{secret}@", ":***@", 1)
    return re.sub(r"(?<=[?&]password=)[^&]*", "***", shown)


def _nobody(progress: Progress) -> None:
    """Nobody asked how far it has come."""
