"""Telling a vector engine, cut off at every point: in the end it agrees with the records, and meanwhile nothing is
missing.

This file is also the program that is killed between a commit and what the engine is told of it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Event

import pytest

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.domain.receipt import CopyState
from mnemic.domain.scope import Scope
from mnemic.domain.vector_entry import VectorEntry, VectorSpace
from mnemic.errors import StoreClosed, VectorEngineUnavailable
from mnemic.models.hashing import HashingEmbedder
from mnemic.stores.faulty import FaultyStore
from mnemic.stores.inmemory.store import InMemoryStore
from mnemic.upkeep.jobs.attempts import result_or_error
from mnemic.upkeep.vectors.feed import EngineFeed
from tests.conftest import assembled
from tests.health import assert_healthy
from tests.wavering import Wavering, known, recorded, waiting

ROOT = Path(__file__).parents[2]
ALICE = Scope("default", "alice")
EMBEDDER = HashingEmbedder()
SAID = ["I drink oolong tea.", "我住在青岛。", "The dentist is on Hill Street."]


class Fatal(Wavering):
    """An engine whose client takes its process down."""

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Interrupted(Wavering):
    """An engine in which something else happens in the middle of the next write."""

    meanwhile: Callable[[], object] | None = None

    def put(self, scope: Scope, space: VectorSpace, entries: Sequence[VectorEntry]) -> None:
        self._first()
        super().put(scope, space, entries)

    def forget(self, scope: Scope) -> None:
        self._first()
        super().forget(scope)

    def _first(self) -> None:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()


class Stuck(Wavering):
    """An engine that cannot be closed."""

    def close(self) -> None:
        raise VectorEngineUnavailable("exact cannot be closed on purpose.")


def agrees(memory: OpenMemory, index: Wavering) -> bool:
    """Whether the engine knows what is stored and nothing else, and nothing waits."""
    return known(index, EMBEDDER, ALICE) == recorded(memory, EMBEDDER, ALICE) and not waiting(memory, ALICE)


def feeding(memory: OpenMemory, index: Wavering) -> EngineFeed:
    """Another process that tells the same engine."""
    own = memory._core.vectors
    assert own is not None
    return EngineFeed(
        index=index,
        store=own.feeding.store,
        embedder=EMBEDDER,
        clock=own.feeding.clock,
        mark=own.feeding.mark,
        stopping=Event(),
        tell=lambda progress: None,
    )


def test_whoever_is_killed_before_the_engine_was_told_loses_nothing(tmp_path: Path) -> None:
    """What was committed is found at once by whoever opens the memory next, and the engine is told then."""
    file = tmp_path / "memory.db"
    killed = subprocess.run([sys.executable, "-m", __name__, str(file)], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    index = Wavering()
    with mnemic.open(file, embedder=EMBEDDER, background=False, vector_index=index) as memory:
        assert waiting(memory, ALICE)
        found = memory.user("alice").search("What do I drink?")
        assert "oolong" in found[0].memory.text
        assert found.trace.degraded == ()
        memory.run_due()
        assert agrees(memory, index)
        assert known(index, EMBEDDER, ALICE)["words"]
        assert_healthy(memory)


def test_whatever_call_of_the_store_fails_the_engine_agrees_in_the_end() -> None:
    """A store that fails at any point of a telling, also between telling and settling, costs work and nothing else."""
    calls = 1
    for fail_at in range(40):
        store, index = InMemoryStore(), Wavering()
        faulty = FaultyStore(store)
        memory = assembled(faulty, index=index, embedder=EMBEDDER)
        index.down = True
        memory.user("alice").add(SAID)
        index.down = False
        faulty.calls.clear()
        faulty.fail_at = fail_at
        result_or_error(partial(feeding(memory, index).run, eager=True))
        calls = max(calls, len(faulty.calls))
        faulty.fail_at = 0
        memory.run_due()
        assert agrees(memory, index), f"after call {fail_at} failed"
    assert 5 < calls < 40


def test_while_the_engine_is_down_nothing_is_missing_and_nobody_waits_for_it() -> None:
    """Writes, changes and forgettings go on; every answer is whole; afterwards one round tells everything."""
    store, index = InMemoryStore(), Wavering()
    memory = assembled(store, index=index, embedder=EMBEDDER)
    alice = memory.user("alice")
    alice.add(SAID)
    index.down = True
    for number in range(12):
        alice.add(f"The code of door {number} is {number * 111}.")
        found = alice.search(f"What is the code of door {number}?", recipe="semantic")
        assert f"door {number}" in found[0].memory.text
    gone = alice.search("What is the code of door 3?")[0].memory
    alice.forget(gone.id)
    assert all(hit.memory.id != gone.id for hit in alice.search("What is the code of door 3?"))
    assert index.calls["put"] < 5, "it is left alone, longer each time"
    index.down = False
    memory.run_due()
    assert agrees(memory, index)
    assert gone.id not in known(index, EMBEDDER, ALICE)["words"]


def test_an_older_state_that_comes_late_is_overtaken() -> None:
    """Two tell at once: what one of them had read before a memory was forgotten does not bring it back for good."""
    store, index = InMemoryStore(), Interrupted()
    memory = assembled(store, index=index, embedder=EMBEDDER)
    alice, other = memory.user("alice"), feeding(memory, index)
    alice.add(SAID)
    victim = alice.search("What do I drink?")[0].memory

    def forgotten() -> None:
        with store.writing(ALICE) as writer:
            writer.forget_memories([victim.id])
        other.feed(ALICE)
        assert victim.id not in known(index, EMBEDDER, ALICE)["words"]

    with store.writing(ALICE) as writer:
        store.feeding = None  # nobody in this process tells at once
        writer.enqueue_in_outbox([victim.id])
    index.meanwhile = forgotten
    own = feeding(memory, index)
    store.feeding = lambda scope: None
    own.feed(ALICE)
    assert agrees(memory, index)
    assert victim.id not in known(index, EMBEDDER, ALICE)["words"]


def test_that_everything_goes_takes_nothing_away_that_others_have_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hand over one user at once: whoever begins anew when the other has told more than his first batch, tells all
    of it again."""
    monkeypatch.setattr("mnemic.upkeep.vectors.feed.BATCH", 2)
    store, index = InMemoryStore(), Interrupted()
    memory = assembled(store, index=index, embedder=EMBEDDER)
    memory.user("alice").add(SAID)
    with store.writing(ALICE) as writer:
        store.feeding = None  # nobody in this process tells at once
        writer.enqueue_in_outbox(["", *writer.ids()])
    store.feeding = lambda scope: None
    index.meanwhile = partial(feeding(memory, index).feed, ALICE)
    feeding(memory, index).feed(ALICE)
    assert agrees(memory, index)
    assert len(known(index, EMBEDDER, ALICE)["words"]) > 2


def test_a_receipt_that_comes_late_takes_nothing_from_who_has_begun_again() -> None:
    """Between a user's going and the receipt for it another of the same id may begin, and the engine be told of him."""
    store, index = InMemoryStore(), Wavering()
    memory = assembled(store, index=index, embedder=EMBEDDER)
    alice, own = memory.user("alice"), feeding(memory, index)
    alice.add(SAID)
    with store.writing(ALICE) as writer:
        writer.forget_user()
    alice.add("I live in Oslo.")
    assert own.removed(ALICE, None).state is CopyState.REMOVED
    assert known(index, EMBEDDER, ALICE)["words"]
    assert agrees(memory, index)


def test_an_engine_that_cannot_be_closed_keeps_no_memory_open(caplog: pytest.LogCaptureFixture) -> None:
    """What is counted is written, the store is closed, and the log says what happened."""
    store = InMemoryStore()
    memory = assembled(store, index=Stuck(), embedder=EMBEDDER)
    memory.user("alice").add(SAID)
    vectors = memory._core.vectors
    assert vectors is not None
    vectors._ours = True
    memory.close()
    assert "was not closed" in caplog.text
    with pytest.raises(StoreClosed):
        store.backlog(1)


def test_a_change_while_the_engine_is_told_is_told_too() -> None:
    """What is written between reading the outbox and settling it waits for the next round, which comes at once."""
    store, index = InMemoryStore(), Interrupted()
    memory = assembled(store, index=index, embedder=EMBEDDER)
    alice = memory.user("alice")
    alice.add(SAID[0])

    def changed() -> None:
        alice.add(SAID[1:])

    index.meanwhile = changed
    with store.writing(ALICE) as writer:
        writer.enqueue_in_outbox(writer.ids())
    assert agrees(memory, index)
    assert len(recorded(memory, EMBEDDER, ALICE)["words"]) > 2


def test_in_the_background_the_engine_is_told_by_a_thread_of_its_own(tmp_path: Path) -> None:
    """Closing tells what is left to tell, so that a short-lived process leaves nothing behind."""
    index = Wavering()
    file = tmp_path / "memory.db"
    with mnemic.open(file, embedder=EMBEDDER, vector_index=index) as memory:
        memory.user("alice").add(SAID)
        expected = recorded(memory, EMBEDDER, ALICE)
    assert known(index, EMBEDDER, ALICE) == expected
    assert expected["words"]


if __name__ == "__main__":
    with mnemic.open(sys.argv[1], embedder=EMBEDDER, background=False, vector_index=Fatal()) as dying:
        dying.user("alice").add(SAID)
