"""The server is killed, connections are lost, writers die: what was acknowledged stays, and nothing is half-done."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.scope import Scope
from mnemic.errors import StoreUnavailable
from mnemic.stores.sql.postgres import PostgresStore
from tests.health import assert_healthy
from tests.postgres_own import OwnServer, own_server

KILLS = 2
SAID = "I own {} bicycles."
ALICE = Scope("default", "alice")


@pytest.fixture(scope="module")
def own() -> Iterator[OwnServer]:
    """A server that may be killed."""
    with own_server() as server:
        yield server


def opened(server: OwnServer, **settings: Any) -> OpenMemory:
    given: dict[str, Any] = {"embedder": "hashing", "background": False, "judge": "none", "postgres_partitions": 2}
    return mnemic.open(server.url(), **(given | settings))


def writing_until_it_fails(memory: OpenMemory, acknowledged: list[str], prefix: str) -> None:
    """Say one thing after the other, and note what was taken."""
    for number in range(10_000):
        try:
            memory.user("alice").add({"content": SAID.format(number), "id": f"{prefix}-{number}"}, session="s")
        except StoreUnavailable:
            return
        acknowledged.append(f"{prefix}-{number}")


def test_a_killed_server_loses_nothing_acknowledged(own: OwnServer) -> None:
    """Killed in the middle of writes again and again: every turn that was acknowledged is there once and understood,
    nothing is half-done, and the same open memory goes on by itself."""
    chance, acknowledged = random.Random(3), list[str]()
    with opened(own) as memory:
        for kill in range(KILLS):
            writer = threading.Thread(target=writing_until_it_fails, args=(memory, acknowledged, f"k{kill}"))
            writer.start()
            while not any(id.startswith(f"k{kill}-") for id in acknowledged):
                time.sleep(0.01)
            time.sleep(chance.uniform(0.05, 0.3))
            own.kill()
            writer.join()
            with pytest.raises(StoreUnavailable, match="check that PostgreSQL runs there"):
                memory.user("alice").list()
            own.start()
        memory.run_due()
        ids = [turn.id for turn in memory.user("alice").turns("s")]
        assert len(ids) == len(set(ids))
        assert set(acknowledged) <= set(ids)
        assert len(ids) <= len(acknowledged) + KILLS  # what was committed and could not be acknowledged
        assert_healthy(memory)
        assert memory.audit.verify().sound


def test_a_server_that_is_down_is_said_so(own: OwnServer) -> None:
    """Opening names the place and the way out, without the password."""
    with opened(own):
        own.kill()
    try:
        with pytest.raises(StoreUnavailable, match="check that PostgreSQL runs there") as caught:
            mnemic.open(own.url(role="mnemic_own:secret"), embedder="hashing", background=False, lock_wait_s=1)
        assert "secret" not in str(caught.value)
    finally:
        own.start()


def test_lost_connections_are_replaced(own: OwnServer) -> None:
    """Every connection of the pool is cut while nobody uses it: the next calls do not notice."""
    with opened(own) as memory:
        bob = memory.user("bob")
        bob.add("I live in Oslo.")
        for call in (lambda: bob.add("I prefer aisle seats."), lambda: bob.search("Which seat?"), bob.list):
            own.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mnemic'")
            assert call()


def test_a_connection_lost_in_a_write_is_an_error_and_nothing_is_kept(own: OwnServer) -> None:
    """Cut in the middle of a transaction: the caller is told, and none of it is there."""
    with opened(own) as memory:
        store = memory._core.parts.store
        carol = Scope("default", "carol")
        with pytest.raises(StoreUnavailable), store.writing(carol) as writer:  # noqa: PT012 - the loss is in the middle
            writer.begin("")
            own.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mnemic'")
            writer.ids()
        assert carol not in store.users(after=None, limit=100)


def test_a_killed_writer_leaves_nothing_locked(own: OwnServer) -> None:
    """A process is killed inside its transaction: what it wrote is gone, and the next writer does not wait for it."""
    with opened(own) as memory:
        memory.user("alice").add("I live in Oslo.")
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            store = PostgresStore.open(own.url(), lock_wait_s=20)
            with store.writing(ALICE) as writer:
                writer.audit(at=memory._core.parts.clock.now(), actor="user", action="x", memory_id=None, detail="")
                writer.ids()
                os.write(write, b"!")
                time.sleep(60)
            os._exit(1)
        assert os.read(read, 1) == b"!"
        with pytest.raises(StoreUnavailable, match="raise lock_wait_s"), opened(own, lock_wait_s=0.2) as other:
            other.user("alice").add("I live in Bergen.")
        with opened(own, lock_wait_s=0.2) as other:
            other.user("dora").add("Nobody waits for another user.")
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        memory.user("alice").add("I live in Bergen.")
        assert "x" not in {row.action for row in memory.audit.lines()}
        assert_healthy(memory)
