"""The doctor finds what is wrong with a PostgreSQL database as a thing, and says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from mnemic.api.memory import OpenMemory
from mnemic.domain.diagnosis import Check, Severity
from mnemic.domain.scope import Scope
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.vectors.pgvector import PgVectors
from tests.conftest import assembled
from tests.postgres_server import PARTITIONS, PostgresServer, server


@pytest.fixture
def broken() -> Iterator[tuple[OpenMemory, PostgresServer, str]]:
    """A memory in a database that nobody uses again."""
    name = server().blank()
    store = PostgresStore.open(server().url(name), lock_wait_s=20, partitions=PARTITIONS)
    with assembled(store) as memory:
        memory.user("alice").add("I live in Oslo.")
        yield memory, server(), name


Broken = tuple[OpenMemory, PostgresServer, str]


def test_a_sound_database_has_nothing_wrong(broken: Broken) -> None:
    """As it is made, nothing is found."""
    assert list(broken[0].doctor().found) == []


@pytest.mark.parametrize(
    ("damage", "check", "said"),
    [
        ("ALTER TABLE turns NO FORCE ROW LEVEL SECURITY", Check.FILE_OWNER, "not forced on turns"),
        ("ALTER TABLE turns_0 DISABLE ROW LEVEL SECURITY", Check.FILE_OWNER, "not forced on turns_0"),
        ("DROP POLICY own ON memories", Check.FILE_OWNER, "policy own of memories is gone"),
        ("CREATE POLICY all_of_it ON turns USING (true)", Check.FILE_OWNER, "all_of_it of turns is not ours"),
        ("CREATE POLICY all_of_it ON turns_1 USING (true)", Check.FILE_OWNER, "all_of_it of turns_1 is not ours"),
        ("ALTER POLICY own ON turns USING (true)", Check.FILE_OWNER, "does not bind its rows"),
        ("ALTER POLICY reached ON turns USING (true)", Check.FILE_OWNER, "gives more than reading"),
        ("ALTER TABLE memories DROP COLUMN quote", Check.FILE_TABLES, "memories lacks quote"),
        ("DROP TABLE letters", Check.FILE_TABLES, "the table letters is gone"),
        ("UPDATE alembic_version SET version_num = '0006'", Check.FILE_SCHEMA, "its schema is 0006"),
    ],
)
def test_what_was_changed_is_found(broken: Broken, damage: str, check: Check, said: str) -> None:
    """Whatever an administrator may have done to the tables that keeps users apart no more, or loses something."""
    memory, where, name = broken
    where.administrator(name).execute(damage)
    found = [one for one in memory._core.parts.store.check() if one.severity is Severity.BROKEN]
    assert [(one.check, said in one.reason) for one in found] == [(check, True)]
    assert found[0].way_out


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("ALTER TABLE embeddings NO FORCE ROW LEVEL SECURITY", "not forced on embeddings"),
        ("ALTER TABLE embeddings_0 DISABLE ROW LEVEL SECURITY", "not forced on embeddings_0"),
        ("DROP POLICY own ON embeddings", "policy own of embeddings is gone"),
        ("CREATE POLICY all_of_it ON embeddings USING (true)", "all_of_it of embeddings is not ours"),
        ("ALTER POLICY own ON embeddings USING (true)", "does not bind its rows"),
    ],
)
def test_vectors_beside_the_records_are_looked_at_too(broken: Broken, damage: str, said: str) -> None:
    """What keeps users apart in the table of pgvector is found broken like that of the others."""
    memory, where, name = broken
    with closing(PgVectors(where.url(name), timeout_s=20)) as vectors:
        vectors.forget(Scope("default", "alice"))  # the table is made at the first use
    assert memory._core.parts.store.check() == []
    where.administrator(name).execute(damage)
    (found,) = memory._core.parts.store.check()
    assert (found.check, found.severity) == (Check.FILE_OWNER, Severity.BROKEN)
    assert said in found.reason


def test_a_missing_index_is_made_anew(broken: Broken) -> None:
    """It costs time only, and the doctor mends it."""
    memory, where, name = broken
    where.administrator(name).execute("DROP INDEX ix_turns_pending")
    (found,) = memory._core.parts.store.check()
    assert (found.check, found.severity) == (Check.FILE_INDEXES, Severity.DEGRADED)
    memory.doctor(repair=True)
    assert memory._core.parts.store.check() == []


def test_users_whose_row_is_gone_are_found(broken: Broken) -> None:
    """Rows of somebody who is not among the users are named, and the doctor makes the row anew."""
    memory, where, name = broken
    with psycopg.connect(where.url(name, role="postgres")) as raw:
        raw.execute("SET session_replication_role = replica")  # nothing cascades
        raw.execute("DELETE FROM users")
    assert Check.USER_ROW in {one.check for one in memory._core.parts.store.check()}
    memory.doctor(repair=True)
    assert memory._core.parts.store.check() == []
    assert memory.user("alice").search("Where do I live?")


def test_a_server_that_is_gone_is_a_finding(broken: Broken) -> None:
    """The doctor raises nothing where the database cannot be reached."""
    memory, where, name = broken
    where.administrator().execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    where.administrators.pop(name, None)
    where.administrator().execute(cut)
    (found,) = memory._core.parts.store.check()
    assert (found.check, found.severity) == (Check.FILE_READABLE, Severity.BROKEN)
