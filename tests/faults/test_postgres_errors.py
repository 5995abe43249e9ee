"""What a PostgreSQL server refuses becomes an error of ours with a way out, and nothing of the call is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.record import Kind
from mnemic.errors import MnemicError, StoreError, StoreUnavailable
from mnemic.stores.sql.postgres import PostgresStore
from tests.conftest import assembled
from tests.health import assert_healthy
from tests.postgres_server import APPLICATION, server

SECRET = "My dentist is Dr. Quelzapheta."


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with server().database() as url:
        yield url


@pytest.fixture
def memory(url: str) -> Iterator[OpenMemory]:
    """A memory in it."""
    with assembled(PostgresStore.open(url, lock_wait_s=2)) as memory:
        yield memory


def database_of(url: str) -> str:
    return url.partition("/")[2].rpartition("/")[2].partition("?")[0]


@pytest.mark.parametrize(
    ("state", "way_out"),
    [
        ("53100", "its disk is full"),
        ("53200", "out of memory"),
        ("25006", "connect to the primary"),
        ("40001", "try again"),
        ("57014", "postgres_statement_s"),
    ],
)
def test_what_the_server_lacks_is_said(memory: OpenMemory, url: str, state: str, way_out: str) -> None:
    """A disk that is full in the middle of a write, and the like: the error names the way out and nothing private, and
    when it is over what was said is understood, once."""
    alice, administrator = memory.user("alice"), server().administrator(database_of(url))
    alice.add("I live in Oslo.")
    administrator.execute(
        "CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION 'could not write %', NEW.memory_id USING ERRCODE = '{state}'; END $$"
    )
    administrator.execute("CREATE TRIGGER refusing BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION refused()")
    try:
        with pytest.raises(StoreUnavailable, match=way_out) as caught:
            alice.add(SECRET, wait=True)
        assert "Quelzapheta" not in str(caught.value)
    finally:
        administrator.execute("DROP TRIGGER refusing ON history")
        administrator.execute("DROP FUNCTION refused()")
    memory.run_due()
    assert sum("Quelzapheta" in one.text for one in alice.list(kinds=[Kind.EPISODE])) == 1
    assert any("Quelzapheta" in hit.memory.text for hit in alice.search("dentist"))
    assert_healthy(memory)


def test_no_connection_left_is_said_so(url: str) -> None:
    """The role has used up its connections: opening says so."""
    administrator = server().administrator()
    administrator.execute(f"ALTER ROLE {APPLICATION} CONNECTION LIMIT 1")
    try:
        with assembled(PostgresStore.open(url, lock_wait_s=2)) as memory:
            memory.user("alice").add("I live in Oslo.")
            with pytest.raises(StoreUnavailable, match="too many connections"):
                PostgresStore.open(url, lock_wait_s=2)
    finally:
        administrator.execute(f"ALTER ROLE {APPLICATION} CONNECTION LIMIT -1")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("/test", "/nosuchdatabase"), "does not exist"),
        ((f"{APPLICATION}@", "nobody@"), '"nobody" does not exist'),
        ((f"{APPLICATION}@", "postgres@"), "superuser"),
    ],
)
def test_a_wrong_address_is_said(url: str, change: tuple[str, str], said: str) -> None:
    """A database that is not there, a role that is not, a role that may too much."""
    old, new = change
    place = url.replace(f"/{database_of(url)}?", f"{new}?") if old == "/test" else url.replace(old, new)
    with pytest.raises(StoreError, match=said):
        mnemic.open(place, embedder="hashing", background=False, lock_wait_s=2)


def test_a_backup_names_the_tool(memory: OpenMemory, tmp_path: object) -> None:
    """The library does not copy a server's files: it says what does."""
    with pytest.raises(MnemicError, match="pg_dump"):
        memory.transfer.backup(f"{tmp_path}/copy.db")
