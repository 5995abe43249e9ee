"""A memory that was moved and moved back is the memory it was, whatever was done to it before."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemic.stores.sql.encryption import SqlSealer
from mnemic.stores.sql.move import StoreMove
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.sql.sqlite import SqliteStore
from mnemic.stores.sql.store import SqlStore
from mnemic.stores.sql.tables import metadata
from tests.conftest import Ticking, assembled, sealed_store, sealing, sqlite_store
from tests.effort import examples
from tests.postgres_server import server
from tests.properties.test_transfer import STEPS, step

Tables = dict[str, list[tuple[Any, ...]]]


def plain_store(path: Path) -> SqliteStore:
    return sqlite_store(path, lock_wait_s=20)


def tables(store: SqlStore) -> Tables:
    """Every row of every table as it lies there, in order."""
    found = Tables()
    with store._surveying() as connection:
        for table in metadata.sorted_tables:
            raw = sa.select(*(sa.type_coerce(column, sa.types.NullType()) for column in table.c))
            found[table.name] = sorted((tuple(row) for row in connection.execute(raw)), key=repr)
    return found


def moved(source: SqlStore, target: SqlStore) -> int:
    """Move everything. Returns how many users were written."""
    return StoreMove(source, target, names=("here", "there"), tell=lambda _: None).run().users


@settings(max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_moving_there_and_back_changes_no_row(steps: list[tuple[str, str, int]]) -> None:
    """From a plain file into one that encrypts, into a third and in plain again: every row of every table is what it
    was, the audit verifies, and moving once more writes nothing."""
    clock = Ticking()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with assembled(plain_store(folder / "a.db"), clock=clock, tenant="acme") as memory:
            for action, user, number in steps:
                step(memory, clock, action, user, number)
        with (
            closing(plain_store(folder / "a.db")) as first,
            closing(sealed_store(folder / "b.db")) as second,
            closing(sealed_store(folder / "c.db")) as third,
        ):
            users = first.users(after=None, limit=9)
            assert [moved(first, second), moved(second, third)] == [len(users)] * 2
            assert [moved(first, second), moved(second, third), moved(first, third)] == [0, 0, 0]
            assert all(key for store in (second, third) for _, key in store.seals(after=None, limit=9))
            for scope in users:
                SqlSealer(third, third._sealing).unseal(scope)
            assert tables(third) == tables(first)
        with assembled(plain_store(folder / "c.db"), clock=clock, tenant="acme") as memory:
            assert memory.audit.verify().sound


@settings(max_examples=examples(4), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS, sealed=st.booleans())
def test_moving_to_postgresql_and_back_changes_no_row(steps: list[tuple[str, str, int]], sealed: bool) -> None:
    """From a file into a database, plain or encrypted, and back: every row of every table is what it was."""
    clock = Ticking()
    with tempfile.TemporaryDirectory() as name, server().database() as url:
        folder = Path(name)
        with assembled(plain_store(folder / "a.db"), clock=clock, tenant="acme") as memory:
            for action, user, number in steps:
                step(memory, clock, action, user, number)
            memory.user("zero").add("A text with \x01 in it, 还有中文。", infer=False)
        opening = plain_store if not sealed else sealed_store
        with (
            closing(plain_store(folder / "a.db")) as first,
            closing(PostgresStore.open(url, lock_wait_s=20, sealing=sealing(folder / "ring", on=sealed))) as second,
            closing(opening(folder / "c.db")) as third,
        ):
            users = first.users(after=None, limit=9)
            assert [moved(first, second), moved(second, third)] == [len(users)] * 2
            assert [moved(first, second), moved(second, third), moved(first, third)] == [0, 0, 0]
            assert {bool(key) for _, key in second.seals(after=None, limit=9)} == {sealed}
            for scope in users:
                assert SqlSealer(third, third._sealing).unseal(scope) is sealed
            assert tables(third) == tables(first)
        with assembled(PostgresStore.open(url, lock_wait_s=20), clock=clock, tenant="acme") as memory:
            assert memory.audit.verify().sound
