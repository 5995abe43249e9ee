"""Many processes and threads at one memory: nothing is lost, nobody fails, and no reader sees half a write.

This file is also the program that writes and reads: it forks off a process that has everything imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Kind, TurnState
from tests.effort import examples
from tests.health import assert_healthy

ROOT = Path(__file__).parents[2]
PROCESSES = 8
ADDS = examples(12)
READERS = 2
ADDS_EACH = examples(5, least=2)
READS = examples(40)
PAIR = "I prefer aisle seats.", "我住在青岛。"  # said in one breath: seen both or not at all
EVERY_KIND = [kind.value for kind in Kind]


def fill(memory: OpenMemory, writer: int, adds: int) -> None:
    """Add pairs of messages, for a user everybody writes for and for one of our own."""
    for number in range(adds):
        for user in ("shared", f"own{writer}"):
            id = f"w{writer}-{number}"
            pair = [{"content": text, "id": f"{id}-{part}"} for part, text in enumerate(PAIR)]
            memory.user(user).add(
                [*pair, {"content": f"What was {id} again?", "id": f"{id}-2"}], session=f"s{number % 3}"
            )


def watch(memory: OpenMemory, reads: int) -> None:
    """Look again and again; each look must find whole writes only."""
    user = memory.user("shared")
    for _ in range(reads):
        whole(user)
        hits = user.search("Which seat?", k=50)
        assert hits.degraded == (), hits.degraded
        user.context("我住在哪里？")


def whole(user: UserMemory) -> None:
    """In one look at the episodes, the three turns of a write are all there or all not."""
    episodes = user.list(kinds=[Kind.EPISODE], status="any")
    parts = Counter(turn.rpartition("-")[0] for memory in episodes for turn in memory.turns)
    assert set(parts.values()) <= {3}, parts


def agreed(user: UserMemory, writers: int, adds: int) -> None:
    """Every turn is there once, understood, with its episode; records, history and index agree."""
    turns = [turn for session in user.sessions() for turn in user.turns(session.id)]
    assert len(turns) == len({turn.id for turn in turns}) == writers * adds * 3
    assert {turn.state for turn in turns} == {TurnState.UNDERSTOOD}
    assert sorted(turn.position for turn in turns) == list(range(1, len(turns) + 1))
    episodes = user.list(kinds=[Kind.EPISODE], status="any")
    assert Counter(memory.turns for memory in episodes) == Counter((turn.id,) for turn in turns)
    statements = user.list(status="any")
    assert sorted(memory.text for memory in statements) == ["The user prefers aisle seats.", "用户住在青岛"]
    assert {memory.mention_count for memory in statements} == {writers * adds}
    for memory in statements:
        lines = user.history(memory.id)
        assert [line.after and line.after.version for line in lines] == list(range(1, writers * adds + 1))
    assert user.stats().vectors == len(user.list(kinds=EVERY_KIND, status="any"))
    assert user.search("Which seat?")[0].memory.text == "The user prefers aisle seats."


def forked(work: Callable[[], None]) -> int:
    """A child process at work; gives its id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


def crowd(path: str) -> int:
    """Writers and readers at once, each with the file opened for itself. Gives how many of them failed."""

    def opened(work: Callable[[OpenMemory], None]) -> Callable[[], None]:
        def run() -> None:
            with mnemic.open(path, embedder="hashing", background=False) as memory:
                work(memory)

        return run

    with mnemic.open(":memory:", embedder="hashing") as warm:
        fill(warm, 0, 1)
    children = [forked(opened(lambda memory, n=n: fill(memory, n, ADDS))) for n in range(PROCESSES)]  # type: ignore[misc]
    children += [forked(opened(lambda memory: watch(memory, READS))) for _ in range(READERS)]
    return sum(os.waitpid(child, 0)[1] != 0 for child in children)


@pytest.mark.slow
def test_processes_share_one_file(file: Path) -> None:
    """Eight processes write, two read, also the making of the file is a race: all is there in the end."""
    done = subprocess.run(
        [sys.executable, "-m", __name__, str(file)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        agreed(memory.user("shared"), PROCESSES, ADDS)
        for writer in range(PROCESSES):
            agreed(memory.user(f"own{writer}"), 1, ADDS)
        assert memory.run_due() == 0
        assert_healthy(memory)


@pytest.mark.slow
@pytest.mark.every_store
def test_threads_share_one_opened_memory(opened: OpenMemory) -> None:
    """Eight threads write through one object while two read: all is there in the end."""
    with ThreadPoolExecutor(PROCESSES + READERS) as pool:
        running = [pool.submit(fill, opened, writer, ADDS_EACH) for writer in range(PROCESSES)]
        running += [pool.submit(watch, opened, 10) for _ in range(READERS)]
        for future in running:
            future.result()
    agreed(opened.user("shared"), PROCESSES, ADDS_EACH)
    for writer in range(PROCESSES):
        agreed(opened.user(f"own{writer}"), 1, ADDS_EACH)
    assert_healthy(opened)


@pytest.mark.every_store
def test_turns_are_understood_once_whoever_comes_first(opened: OpenMemory) -> None:
    """Four threads that take up the same waiting turns at once make of them what one would have made."""
    fill_later(opened)
    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(opened.run_due) for _ in range(4)]:
            future.result()
    assert opened.run_due() == 0
    agreed(opened.user("shared"), 1, ADDS)
    agreed(opened.user("own0"), 1, ADDS)
    assert_healthy(opened)


def fill_later(memory: OpenMemory) -> None:
    """The same as `fill`, left to be understood later."""
    for number in range(ADDS):
        for user in ("shared", "own0"):
            texts = [*PAIR, f"What was w0-{number}."]
            messages = [{"content": text, "id": f"w0-{number}-{part}"} for part, text in enumerate(texts)]
            memory.user(user).add(messages, session=f"s{number % 3}", wait=False)


@pytest.mark.slow
def test_closing_in_the_middle_of_work_loses_nothing(file: Path) -> None:
    """A memory closed while its thread is at work is taken up by the next one where it was left."""
    with mnemic.open(file, embedder="hashing") as memory:
        fill_later(memory)
    with mnemic.open(file, embedder="hashing", background=False) as memory:
        memory.run_due()
        agreed(memory.user("shared"), 1, ADDS)
        agreed(memory.user("own0"), 1, ADDS)


@pytest.mark.slow
@pytest.mark.every_store
def test_forgetting_beside_writing(opened: OpenMemory) -> None:
    """While one user is forgotten again and again, others write and read undisturbed, and nothing comes back."""

    def forgetful(session: str) -> None:
        user = opened.user("forgetful")
        for _ in range(4):
            user.add(list(PAIR), session=session)
            user.search("Which seat?")
            user.forget(session=session)
            assert user.turns(session) == []

    with ThreadPoolExecutor(5) as pool:
        running = [pool.submit(fill, opened, writer, 4) for writer in range(2)]
        running += [pool.submit(forgetful, f"s{n}") for n in range(2)]
        running += [pool.submit(watch, opened, 10)]
        for future in running:
            future.result()
    agreed(opened.user("shared"), 2, 4)
    assert opened.user("forgetful").list(kinds=EVERY_KIND, status="any") == []
    assert_healthy(opened)


def test_two_memories_over_one_file_see_each_others_writes(file: Path) -> None:
    """What one has written, forgotten or changed is at once what the other finds, whatever it has cached."""
    with (
        mnemic.open(file, embedder="hashing", background=False) as left,
        mnemic.open(file, embedder="hashing", background=False) as right,
    ):
        one, other = left.user("alice"), right.user("alice")
        one.add("I prefer aisle seats.")
        assert [hit.memory.text for hit in other.search("seats", recipe="lexical")] == ["The user prefers aisle seats."]
        other.add("I prefer window seats.")
        assert [hit.memory.text for hit in one.search("seats", recipe="lexical")] == ["The user prefers window seats."]
        other.update(other.list()[0].id, "The user prefers the back row.")
        assert one.search("back row")[0].memory.text == "The user prefers the back row."
        one.forget(everything=True)
        assert other.search("seats") == []
        other.add("I live in Leeds.")
        assert [hit.memory.text for hit in one.search("Leeds")] == ["The user lives in Leeds."]


if __name__ == "__main__":
    sys.exit(crowd(sys.argv[1]))
