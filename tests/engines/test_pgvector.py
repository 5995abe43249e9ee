"""pgvector beside the records: rows nobody else can read, and a graph for whoever is large."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import psycopg
import pytest

import mnemic
from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorEntry, VectorFilter, VectorSpace
from mnemic.errors import VectorEngineUnavailable
from mnemic.models.hashing import HashingEmbedder
from mnemic.stores.vectors.exact import ExactVectors
from mnemic.stores.vectors.naming import space_digest
from mnemic.stores.vectors.pgvector import PgVectors
from tests.postgres_server import server

SIZE, ROWS = 32, 1_500
SPACE = VectorSpace(fingerprint="laws-1", signal="words", size=SIZE)
PARTS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'embeddings'::regclass"
DROPPING = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DROP INDEX%' AND wait_event_type = 'Lock'"
ALICE, BOB = Scope("t", "alice"), Scope("t", "o'bob\\ %s 张三")


@pytest.fixture
def url() -> Iterator[str]:
    """A database with the tables of a memory."""
    with server().database() as address:
        yield address


def entries(count: int, seed: int) -> list[VectorEntry]:
    """Random vectors around few centres, as those of texts are."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((20, SIZE))
    made = centres[random.integers(0, 20, count)] + 0.7 * random.standard_normal((count, SIZE))
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return [VectorEntry(id=f"m{n}", vector=row.tolist(), kind="fact") for n, row in enumerate(made)]


def graphs(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT relname FROM pg_class WHERE relname LIKE 'embeddings_graph%'")
        return [name for (name,) in found]


def served_by(engine: PgVectors) -> int:
    with engine._of(ALICE, 20) as connection:
        return int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())


def plan(engine: PgVectors, scope: Scope) -> str:
    """How PostgreSQL goes about a search."""
    near = f"CAST(vector AS halfvec({SIZE})) <=> CAST(%(vector)s AS halfvec({SIZE}))"
    asked = {"tenant": scope.tenant, "user": scope.user, "space": space_digest(SPACE), "vector": str([1] * SIZE)}
    with engine._of(scope, 20) as connection:
        lines = connection.exec_driver_sql(
            "EXPLAIN SELECT memory_id FROM embeddings WHERE tenant = %(tenant)s AND user_id = %(user)s "
            f"AND space = %(space)s ORDER BY {near} LIMIT 100",
            asked,
        )
        return "\n".join(line for (line,) in lines)


def test_a_large_user_gets_a_graph_and_nearly_the_same_answers(url: str) -> None:
    """From so many vectors on a graph of one user alone is used, at 0.97 of the exact best or more, also narrowed; with
    the user it goes."""
    large, exact = PgVectors(url, timeout_s=20, rows_large=ROWS), ExactVectors()
    for scope, seed in ((ALICE, 1), (BOB, 2)):
        for engine in (large, exact):
            engine.put(scope, SPACE, entries(ROWS, seed))
    large.put(Scope("t", "carol"), SPACE, entries(20, 3))
    assert len(graphs(url)) == 2
    for scope, seed in ((ALICE, 5), (BOB, 6)):
        found = wanted = 0
        for question in entries(20, seed):
            vector = np.array(question.vector, dtype=np.float32)
            for where in (VectorFilter(), VectorFilter(kinds=frozenset({"fact"}))):
                best = {near.id for near in exact.search(scope, SPACE, vector, k=100, where=where)}
                named = {near.id for near in large.search(scope, SPACE, vector, k=100, where=where)}
                assert len(named) == 100
                found, wanted = found + len(best & named), wanted + len(best)
        assert found / wanted >= 0.97
    assert "embeddings_graph" in plan(large, BOB)
    assert "embeddings_graph" not in plan(large, Scope("t", "carol"))
    large.forget(BOB)
    assert len(graphs(url)) == 1
    assert large.ids(BOB, SPACE) == set()
    assert len(large.ids(ALICE, SPACE)) == ROWS
    large.close()


def test_a_graph_left_unfinished_is_made_anew() -> None:
    """What whoever made it was killed over is of no use to a search; the next who writes makes it whole."""
    name = server().blank()
    valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = %s::regclass"
    with closing(PgVectors(server().url(name), timeout_s=20, rows_large=50)) as engine:
        engine.put(ALICE, SPACE, entries(60, 1))
        (graph,) = graphs(server().url(name))
        administrator = server().administrator(name)
        administrator.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass", [graph])
        engine.put(ALICE, SPACE, entries(60, 2))
        assert administrator.execute(valid, [graph]).fetchone() == (True,)


def test_a_statement_by_hand_reaches_nobodys_vectors(url: str) -> None:
    """Row-level security is forced on the table and on each of its parts: without a tenant and user there is nothing,
    with one's own only one's own."""
    engine = PgVectors(url, timeout_s=20)
    for scope in (ALICE, BOB):
        engine.put(scope, SPACE, entries(3, 1))
    engine.close()
    with psycopg.connect(url) as connection:
        parts = connection.execute(
            "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'embeddings'::regclass"
        )
        for table in ["embeddings", *(part for (part,) in parts.fetchall())]:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        connection.execute("SELECT set_config('mnemic.tenant', 't', true), set_config('mnemic.user', 'alice', true)")
        assert connection.execute("SELECT DISTINCT user_id FROM embeddings").fetchall() == [("alice",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("INSERT INTO embeddings VALUES ('t', 'bob', 's', 'm', 'fact', '', '[1]'::halfvec)")


def test_a_role_that_may_make_no_tables_uses_the_one_that_is_there() -> None:
    """Whoever was granted the table needs no right to make one."""
    name = server().blank()
    guest, administrator = f"guest_{name}", server().administrator(name)
    with closing(PgVectors(server().url(name), timeout_s=20)) as owner:
        owner.put(ALICE, SPACE, entries(3, 1))
    administrator.execute(f'CREATE ROLE "{guest}" LOGIN')
    administrator.execute(f'GRANT SELECT, INSERT, UPDATE, DELETE ON embeddings TO "{guest}"')
    with closing(PgVectors(server().url(name, role=guest), timeout_s=20)) as engine:
        assert engine.ids(ALICE, SPACE) == {"m0", "m1", "m2"}
        engine.put(BOB, SPACE, entries(1, 2))
        assert engine.ids(BOB, SPACE) == {"m0"}
    administrator.execute(f'DROP OWNED BY "{guest}"; DROP ROLE "{guest}"')


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform does not fork")
def test_a_child_has_connections_of_its_own(url: str) -> None:
    """A process that is forked off uses none of its parent's: two on one would read each other's answers."""
    with closing(PgVectors(url, timeout_s=20)) as engine:
        own, (reads, writes) = served_by(engine), os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writes, str(served_by(engine)).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.close(writes)
        with os.fdopen(reads) as told:
            assert int(told.read()) != own
        assert served_by(engine) == own


def test_forgetting_a_large_user_keeps_nobody_waiting(url: str) -> None:
    """While the graph of one user waits to be dropped, others in the same part of the table are found."""
    carol, question = Scope("t", "carol"), np.ones(SIZE, dtype=np.float32)
    with closing(PgVectors(url, timeout_s=5, rows_large=ROWS)) as engine:
        engine.put(ALICE, SPACE, entries(ROWS, 1))
        engine.put(carol, SPACE, entries(20, 3))
        with psycopg.connect(url) as reader, psycopg.connect(url, autocommit=True) as watching:
            reader.execute("SELECT count(*) FROM embeddings")
            forgetting = threading.Thread(target=engine.forget, args=(ALICE,))
            forgetting.start()
            while not watching.execute(DROPPING).fetchall():
                assert forgetting.is_alive()
                time.sleep(0.02)
            try:
                assert len(engine.search(carol, SPACE, question, k=100)) == 20
            finally:
                reader.commit()
                forgetting.join()
    assert graphs(url) == []


def test_a_memory_in_postgresql_uses_its_own_database(url: str) -> None:
    """Opened with `vector_index="pgvector"` a memory tells and asks pgvector where its records are; forgetting and the
    doctor reach it."""
    with mnemic.open(url, embedder="hashing", background=False, vector_index="pgvector") as memory:
        alice = memory.user("alice")
        alice.add(["I drink oolong tea.", "我住在青岛。"])
        index = memory._core.parts.index
        assert isinstance(index, PgVectors)
        embedder = HashingEmbedder()
        space = VectorSpace(fingerprint=embedder.fingerprint, signal="words", size=embedder.size)
        scope = Scope("default", "alice")
        assert index.ids(scope, space)
        found = alice.search("What do I drink?")
        assert "oolong" in found[0].memory.text
        assert found.trace.degraded == ()
        assert memory.doctor(user="alice").healthy
        receipt = alice.forget(everything=True, confirmed=True)
        assert receipt.index is not None
        assert receipt.index.state.value == "removed"
        assert index.ids(scope, space) == set()


def test_without_the_extension_the_way_out_is_named() -> None:
    """A database whose role may not make the extension says what an administrator has to run."""
    made = server()
    name = f"plain{next(made.numbers)}"
    made.administrator().execute(f'CREATE DATABASE "{name}" OWNER mnemic_app')
    engine = PgVectors(made.url(name), timeout_s=20)
    with pytest.raises(VectorEngineUnavailable, match="CREATE EXTENSION vector"):
        engine.put(ALICE, SPACE, entries(1, 1))
    engine.close()


def test_a_server_that_is_not_there_is_said() -> None:
    """Nothing is reached at opening; the first use says so, without a password."""
    engine = PgVectors("postgresql://somebody:secret@127.0.0.1:1/memory", timeout_s=2)
    with pytest.raises(VectorEngineUnavailable, match="cannot be reached") as raised:
        engine.ids(ALICE, SPACE)
    assert "secret" not in str(raised.value)
    engine.close()
