"""The PostgreSQL store: whose rows a query reaches, who waits for whom, and what is said when something is wrong."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from psycopg import errors as refused

import mnemic
from mnemic.domain.audit_log import FORGOTTEN
from mnemic.domain.record import Kind, Memory, Source, Turn
from mnemic.domain.scope import Scope
from mnemic.errors import (
    InvalidInput,
    InvalidSetting,
    NewerFile,
    NotAMemoryFile,
    StoreError,
    StoreUnavailable,
)
from mnemic.ports import Writer
from mnemic.stores.sql.moments import with_zeros, without_zeros
from mnemic.stores.sql.postgres import PostgresStore
from mnemic.stores.sql.tables import TENANT_TABLES, metadata
from mnemic.stores.sql.writer import SqlWriter
from tests.postgres_server import APPLICATION, PARTITIONS, server
from tests.tables import each_row

pytestmark = pytest.mark.slow

DAN, EVE, ZOE = Scope("default", "dan"), Scope("default", "eve"), Scope("acme", "dan")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
USERS_TABLES = [table for table in metadata.sorted_tables if table not in TENANT_TABLES]


@pytest.fixture
def url() -> Iterator[str]:
    """The address of a database with empty tables."""
    with server().database() as address:
        yield address


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    """A store over it."""
    with closing(PostgresStore.open(url, lock_wait_s=5)) as opened:
        yield opened


def keep(store: PostgresStore, scope: Scope, text: str) -> None:
    """A turn, a memory with its source, and an audit row."""
    with store.writing(scope) as writer:
        writer.append([Turn(id="t1", text=text, session="s1", role="user", said_at=NOON, recorded_at=NOON)])
        memory = Memory(
            id="m1",
            tenant=scope.tenant,
            user=scope.user,
            kind=Kind.FACT,
            text=text,
            said_at=NOON,
            recorded_at=NOON,
            updated_at=NOON,
            sources=(Source(session="s1", turn="t1"),),
        )
        writer.put(memory, None)
        writer.audit(at=NOON, actor="user", action="add", memory_id="m1", detail="")


def hand_written(url: str, statement: str, *, tenant: str = "", user: str = "", reach: str = "") -> list[Any]:
    """A query of somebody who has the application's role and its settings, in a transaction of its own."""
    with closing(psycopg.connect(url.replace("postgresql+psycopg", "postgresql"))) as connection:
        for name, value in (("tenant", tenant), ("user", user), ("reach", reach)):
            if value:
                connection.execute("SELECT set_config(%s, %s, true)", [f"mnemic.{name}", value])
        result = connection.execute(statement.encode())
        found = result.fetchall() if result.description else []
        connection.commit()
    return found


def statement(store: PostgresStore, writer: Writer, text: str) -> None:
    """A statement in a writer's transaction."""
    assert isinstance(writer, SqlWriter)
    store._run(writer._connection, text)


# Whose rows


def test_a_query_reaches_the_transactions_user_only(store: PostgresStore, url: str) -> None:
    """A query without any condition gives the rows of the tenant and user that are set, in every table that has any."""
    for scope in (DAN, EVE, ZOE):
        keep(store, scope, f"{scope.user} of {scope.tenant}")
    assert hand_written(url, "SELECT text FROM memories", tenant="default", user="dan") == [("dan of default",)]
    for table in ("users", "turns", "memories", "sources", "audit"):
        found = hand_written(url, f"SELECT tenant, user_id FROM {table}", tenant="acme", user="dan")
        assert set(found) == {("acme", "dan")}


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_without_settings_nothing_is_reached(store: PostgresStore, url: str, table: sa.Table) -> None:
    """Whoever forgot to say whose rows he wants gets none, from no table."""
    keep(store, DAN, "secret")
    assert hand_written(url, f"SELECT * FROM {table.name}") == []
    assert (
        hand_written(url, f"SELECT * FROM {table.name}", tenant="default" if table not in TENANT_TABLES else "x") == []
    )


@pytest.mark.parametrize("number", range(PARTITIONS))
@pytest.mark.parametrize("table", ["memories", "turns", "trail"])
def test_a_part_by_itself_gives_nothing(store: PostgresStore, url: str, table: str, number: int) -> None:
    """Going past a table to one of its parts is no way round."""
    keep(store, DAN, "secret")
    for reach in ("", "everybody"):
        assert hand_written(url, f"SELECT * FROM {table}_{number}", tenant="default", user="dan", reach=reach) == []


def test_nothing_is_written_for_another(store: PostgresStore, url: str) -> None:
    """Neither a new row for somebody else, nor one's own row made somebody else's, nor somebody else's removed."""
    keep(store, DAN, "dan's")
    keep(store, EVE, "eve's")
    columns = "tenant, user_id, epoch, change, position, sequence"
    new = f"INSERT INTO users ({columns}) VALUES ('default', 'mallory', '', 0, 0, 0)"
    with pytest.raises(refused.InsufficientPrivilege):
        hand_written(url, new, tenant="default", user="dan")
    with pytest.raises(refused.InsufficientPrivilege):
        hand_written(url, "UPDATE turns SET user_id = 'eve'", tenant="default", user="dan")
    hand_written(url, "UPDATE memories SET text = 'changed'", tenant="default", user="dan")
    hand_written(url, "DELETE FROM turns", tenant="default", user="dan")
    with store.reading(EVE) as reader:
        assert [one.text for one in reader.memories()] == ["eve's"]
        assert len(reader.turns()) == 1


def test_whoever_goes_over_users_only_reads(store: PostgresStore, url: str) -> None:
    """The reach of the worker sees everybody and changes nobody."""
    for scope in (DAN, EVE, ZOE):
        keep(store, scope, scope.user)
    everybody = "SELECT tenant, user_id FROM users ORDER BY 1, 2"
    assert len(hand_written(url, everybody, reach="everybody")) == 3
    assert hand_written(url, everybody, reach="tenant", tenant="acme") == [("acme", "dan")]
    hand_written(url, "DELETE FROM turns", reach="everybody")
    hand_written(url, "UPDATE memories SET text = ''", reach="everybody")
    for scope in (DAN, EVE, ZOE):
        with store.reading(scope) as reader:
            assert [one.text for one in reader.turns()] == [one.text for one in reader.memories()] == [scope.user]


def test_the_trail_is_its_tenants(store: PostgresStore, url: str) -> None:
    """Lines of a tenant are seen within the tenant."""
    keep(store, DAN, "a")
    keep(store, ZOE, "b")
    assert hand_written(url, "SELECT DISTINCT tenant FROM trail", tenant="acme") == [("acme",)]
    with pytest.raises(refused.InsufficientPrivilege):
        hand_written(url, "INSERT INTO chains VALUES ('default2', 1, '')", tenant="acme")


def test_an_outbox_is_its_users(store: PostgresStore, url: str) -> None:
    """What waits for a vector engine is seen by its user, though it outlives him; not within the whole tenant."""
    with store.writing(DAN) as writer:
        writer.enqueue_in_outbox(["m1"])
    waiting = "SELECT memory_id FROM outbox"
    assert hand_written(url, waiting, tenant="default", user="dan") == [("m1",)]
    assert hand_written(url, waiting, tenant="default", user="eve") == []
    assert store.users_with_outbox(after=None, limit=9) == [DAN]


def test_what_is_removed_during_a_purge_is_left_for_the_next(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A purge by another thread before the removal is committed cannot free its room, and does not count for it."""
    keep(store, DAN, "a")
    committing, own = store._commit, threading.current_thread()

    def purged_first(connection: sa.Connection) -> None:
        if threading.current_thread() is own:
            purging = threading.Thread(target=store.purge)
            purging.start()
            purging.join()
        committing(connection)

    monkeypatch.setattr(store, "_commit", purged_first)
    with store.writing(DAN) as writer:
        writer.forget_memories(["m1"])
    assert list(store._touched) == ["default"]
    monkeypatch.undo()
    store.purge()
    assert not store._touched


def test_every_table_and_part_is_bound(store: PostgresStore, url: str) -> None:
    """Row-level security is forced on all of them, the owner included, and the store's own check looks at that."""
    bound = "SELECT relname, relrowsecurity AND relforcerowsecurity FROM pg_class WHERE relkind IN ('r', 'p') AND "
    found = dict(hand_written(url, f"{bound} relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'"))
    assert all(found.values())
    assert len(found) == len(metadata.tables) * (1 + PARTITIONS)
    assert not [one for one in store.check() if one.severity != "note"]
    hand_written(url, "ALTER TABLE turns NO FORCE ROW LEVEL SECURITY")
    try:
        assert "turns" in " ".join(one.reason for one in store.check())
    finally:
        hand_written(url, "ALTER TABLE turns FORCE ROW LEVEL SECURITY")


def test_settings_end_with_the_transaction(store: PostgresStore) -> None:
    """A connection that is used again remembers nobody."""
    keep(store, DAN, "a")
    with store.reading(DAN) as reader:
        assert len(reader.turns()) == 1
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM turns").scalar() == 0


def test_a_role_that_is_not_bound_is_refused(url: str) -> None:
    """A superuser is told how to make a role, and comes in only where the operator says so."""
    everything = url.replace(APPLICATION, "postgres")
    with pytest.raises(StoreError, match="CREATE ROLE"):
        PostgresStore.open(everything, lock_wait_s=5)
    with pytest.raises(StoreError, match="superuser"):
        mnemic.open(everything, embedder="hashing", background=False)
    PostgresStore.open(everything, lock_wait_s=5, trust_role=True).close()


# The tables


def test_migrations_lead_to_the_tables() -> None:
    """The migrations, run from nothing, make exactly the tables of `tables.py`: columns, collations, keys, indexes."""

    def shape(name: str) -> dict[str, list[Any]]:
        administrator = server().administrator(name)
        ours = "relnamespace = 'public'::regnamespace AND NOT relispartition AND relname <> 'alembic_version'"
        columns = (
            "SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, collname, "
            "pg_get_expr(adbin, adrelid) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid "
            "LEFT JOIN pg_collation ON pg_collation.oid = attcollation "
            f"LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE {ours} AND attnum > 0 "
            "AND relkind = 'p' ORDER BY 1, 2"
        )
        constraints = (
            "SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint JOIN pg_class "
            f"ON pg_class.oid = conrelid WHERE {ours} AND conparentid = 0 AND contype <> 'n' ORDER BY 1, 2"
        )
        indexes = f"SELECT pg_get_indexdef(oid) FROM pg_class WHERE {ours} AND relkind = 'I' ORDER BY relname"
        parts = f"SELECT relname, pg_get_partkeydef(oid) FROM pg_class WHERE {ours} AND relkind = 'p' ORDER BY 1"
        found = {"columns": columns, "constraints": constraints, "indexes": indexes, "parts": parts}
        return {what: administrator.execute(statement).fetchall() for what, statement in found.items()}

    name = server().blank()
    engine = sa.create_engine(server().url(name).replace("postgresql:", "postgresql+psycopg:"))
    metadata.create_all(engine)
    engine.dispose()
    migrated = server().take()
    try:
        assert shape(migrated) == shape(name)
        assert len(shape(name)["parts"]) == len(metadata.tables)
    finally:
        server().put_back(migrated)


def test_processes_may_begin_a_memory_at_once() -> None:
    """Several that open an empty database at the same moment make one set of tables."""
    url, failed = server().url(server().blank()), []

    def begin() -> None:
        try:
            PostgresStore.open(url, lock_wait_s=30, partitions=1).close()
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_another_applications_database_is_left_alone() -> None:
    """Tables that are named like ours and are not end the opening, before anything is changed."""
    url = server().url(server().blank())
    hand_written(url, "CREATE TABLE users (name text)")
    with pytest.raises(NotAMemoryFile, match="another application"):
        PostgresStore.open(url, lock_wait_s=5)
    assert hand_written(url, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == [("users",)]


def test_a_newer_schema_is_not_touched(url: str) -> None:
    """A database that a later version has changed names the way out."""
    hand_written(url, "UPDATE alembic_version SET version_num = '9999'")
    try:
        with pytest.raises(NewerFile, match="9999"):
            PostgresStore.open(url, lock_wait_s=5)
    finally:
        hand_written(url, "UPDATE alembic_version SET version_num = '0007'")


def test_texts_keep_their_order() -> None:
    """What PostgreSQL cannot keep is written otherwise, and read back; no two texts become one, and order stays."""
    signs = ["", "\x00", "\x01", "\x02", "a", "\x00\x01", "\x01\x00", "\x01\x01", "\x01\x02", "a\x00", "中\x01\x00\x02"]
    texts = sorted({first + second for first in signs for second in signs})
    assert [with_zeros(without_zeros(text)) for text in texts] == texts
    kept = [without_zeros(text) for text in texts]
    assert kept == sorted(kept)
    assert not any("\x00" in text for text in kept)


# Who waits for whom


def test_writers_of_one_user_queue_and_of_two_do_not(store: PostgresStore, url: str) -> None:
    """Another process that writes the same user is waited for, and one that writes another is not."""
    with closing(PostgresStore.open(url, lock_wait_s=0.1)) as other:
        with store.writing(DAN) as writer:
            writer.begin("")
            with other.writing(EVE) as free:
                free.begin("")
            with pytest.raises(StoreUnavailable, match="lock_wait_s"), other.writing(DAN):
                pass
        with other.writing(DAN) as writer:
            assert writer.counts()["turns"] == 0


def test_writers_of_a_tenant_meet_at_its_trail_only_at_their_end(store: PostgresStore, url: str) -> None:
    """Who has audited and read since keeps nobody else of the tenant from being audited."""
    with closing(PostgresStore.open(url, lock_wait_s=0.2)) as other:
        with store.writing(DAN) as writer:
            writer.audit(at=NOON, actor="user", action="add", memory_id=None, detail="")
            assert writer.memories() == []
            keep(other, EVE, "in between")
        with store.reading_audit_log("default") as trail:
            assert [line.number for line in trail.lines()] == [1, 2]
            assert len(list(trail.rows())) == 2


def test_whoever_forgets_a_user_keeps_nobody_else_of_the_tenant_waiting(store: PostgresStore, url: str) -> None:
    """That a user goes is entered in the trail when the rows are gone, which takes as long as there are rows."""
    keep(store, DAN, "a")
    with closing(PostgresStore.open(url, lock_wait_s=0.2)) as other:
        with store.writing(DAN) as writer:
            writer.note_departure(at=NOON, actor="user")
            writer.forget_user()
            keep(other, EVE, "in between")
        with store.reading_audit_log("default") as trail:
            assert [line.action for line in trail.lines()] == ["add", "add", FORGOTTEN]


def test_a_trail_that_others_hold_for_too_long_is_said(url: str) -> None:
    """Whoever waits in vain for the end of the tenant's trail is told what to do, as whoever waits for a user."""
    with closing(PostgresStore.open(url, lock_wait_s=0.2)) as store, closing(psycopg.connect(url)) as other:
        keep(store, DAN, "a")
        other.execute("SELECT set_config('mnemic.tenant', 'default', true)")
        assert other.execute("SELECT tenant FROM chains FOR UPDATE").fetchall() == [("default",)]
        with pytest.raises(StoreUnavailable, match="lock_wait_s"):
            keep(store, EVE, "b")
        with pytest.raises(StoreUnavailable, match="lock_wait_s"):
            store.note("default", at=NOON, actor="admin", action="doctor")
        other.rollback()
        keep(store, EVE, "b")


def test_a_writer_sees_its_own_audit(store: PostgresStore) -> None:
    """Rows of the audit that are not handed over yet count, and are exported."""
    with store.writing(DAN) as writer:
        writer.audit(at=NOON, actor="user", action="add", memory_id=None, detail="")
        assert writer.counts()["audit"] == 1
        writer.audit(at=NOON, actor="user", action="add", memory_id=None, detail="")
        assert len(list(writer.held())) == 2


def test_whom_somebody_writes_comes_last(store: PostgresStore, url: str) -> None:
    """Workers do not pick the user another is writing while there are others; alone in the queue he is not passed
    over."""
    for scope in (DAN, EVE):
        keep(store, scope, "waits")
    assert store.backlog(1) == [DAN]
    with closing(PostgresStore.open(url, lock_wait_s=5)) as other, other.writing(DAN):
        assert store.backlog(1) == [EVE]
        assert store.backlog(9) == [EVE, DAN]
    assert store.backlog(9) == [DAN, EVE]


def test_a_failed_statement_undoes_the_whole(store: PostgresStore) -> None:
    """A caller who goes on after an error of the database is told that nothing was kept."""

    def going_on() -> None:
        with store.writing(DAN) as writer:
            writer.begin("")
            with pytest.raises(StoreError, match="22012"):
                statement(store, writer, "SELECT 1 / 0")

    with pytest.raises(StoreError, match="nothing of it was kept"):
        going_on()
    with store.reading(DAN) as reader:
        assert reader.counts()["turns"] == 0
        assert store.users(after=None, limit=9) == []


# What is said


def test_a_lost_connection_is_replaced(store: PostgresStore, url: str) -> None:
    """Connections that were cut while nobody used them are made anew, unseen; one that is cut in use says so."""
    keep(store, DAN, "a")
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND application_name = 'mnemic'"
    administrator, name = server().administrator(), str(sa.make_url(url).database)
    administrator.execute(cut, [name])
    keep(store, EVE, "b")

    def cut_off() -> None:
        with store.writing(DAN) as writer:
            administrator.execute(cut, [name])
            writer.turns()

    with pytest.raises(StoreUnavailable, match=name):
        cut_off()
    with store.reading(DAN) as reader:
        assert len(reader.turns()) == 1


@each_row(
    ("address", "says"),
    [
        ("postgresql://dan:hunter2@127.0.0.1:1/memory", "127.0.0.1:1/memory"),
        ("postgresql://dan:hunter2@127.0.0.1:1/", "names no database"),
        ("postgresql://dan:hunter2@host:port/memory", "no address"),
    ],
)
def test_what_cannot_be_reached_is_named_without_its_password(address: str, says: str) -> None:
    """Host and database stand in the message, the password nowhere."""
    with pytest.raises((StoreUnavailable, InvalidSetting)) as caught:
        PostgresStore.open(address, lock_wait_s=1)
    assert says in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_no_such_database(url: str) -> None:
    """The way out is named."""
    with pytest.raises(StoreUnavailable, match="does not exist"):
        PostgresStore.open(url.replace("test", "nosuchtest"), lock_wait_s=1)


def test_a_slow_statement_is_ended(url: str) -> None:
    """What takes longer than the setting is ended, and says by which setting."""
    with (
        closing(PostgresStore.open(url, lock_wait_s=5, statement_s=0.05)) as store,
        pytest.raises(StoreUnavailable, match="postgres_statement_s"),
        store.writing(DAN) as writer,
    ):
        statement(store, writer, "SELECT pg_sleep(20)")


def test_forgetting_a_user_takes_as_long_as_it_takes() -> None:
    """Somebody of whom very much is held can be forgotten too, though one statement removes all of it."""
    name = server().blank()
    with closing(
        PostgresStore.open(server().url(name), lock_wait_s=5, partitions=PARTITIONS, statement_s=0.3)
    ) as store:
        keep(store, DAN, "a")
        server().administrator(name).execute(
            "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS "
            "'BEGIN PERFORM pg_sleep(0.6); RETURN OLD; END'; "
            "CREATE TRIGGER slowly BEFORE DELETE ON turns FOR EACH ROW EXECUTE FUNCTION slowly()"
        )
        with pytest.raises(StoreUnavailable, match="postgres_statement_s"), store.writing(DAN) as writer:
            writer.forget_turns([Source(session="s1", turn="t1")])
        with store.writing(DAN) as writer:
            writer.forget_user()
        assert store.users(after=None, limit=9) == []


def test_a_pool_that_is_used_up_says_so(url: str) -> None:
    """Who gets no connection in time is told which setting to raise."""
    with closing(PostgresStore.open(url, lock_wait_s=0.3, pool=1)) as store:
        with store.reading(DAN), store.reading(DAN), pytest.raises(StoreUnavailable, match="postgres_pool"):
            store.backlog(1)
        assert store.backlog(1) == []


def test_backup_names_the_tool(store: PostgresStore, tmp_path: Path) -> None:
    """There is no file to copy; what does it is named."""
    with pytest.raises(StoreError, match="pg_dump"):
        store.backup(tmp_path / "copy", tell=lambda done, total: None)
    with pytest.raises(InvalidInput, match="pg_restore"):
        mnemic.restore(tmp_path / "copy", "postgresql://host/memory")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform does not fork")
def test_a_child_has_connections_of_its_own(store: PostgresStore) -> None:
    """A process that is forked off writes, and leaves the parent's connections alone."""
    keep(store, DAN, "parent")
    child = os.fork()
    if child == 0:
        try:
            keep(store, EVE, "child")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    with store.reading(EVE) as reader:
        assert [one.text for one in reader.turns()] == ["child"]
    with store.reading(DAN) as reader:
        assert [one.text for one in reader.turns()] == ["parent"]


def test_a_memory_is_opened_by_its_address(url: str) -> None:
    """`mnemic.open("postgresql://...")` is a memory like any other."""
    with mnemic.open(url, embedder="hashing", background=False) as memory:
        memory.user("dan").add("I live in 上海.")
        assert memory.user("dan").search("Where do I live?")
    with mnemic.open(url, embedder="hashing", background=False) as memory:
        assert memory.user("dan").search("Where do I live?")
        assert not memory.user("eve").search("Where do I live?")
