"""Threads of verbs: whoever gives up has no more of them than whoever waits, and nothing is half done."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable

import pytest

from mnemic.errors import InvalidInput
from mnemic.faces.rest import events
from mnemic.faces.rest.threads import in_thread, threads_of_loop

SECRET = "xyzzyplugh"
WAIT_S_MAX = 30.0


async def given_up(work: Callable[[], object], *, begun: threading.Event | None = None) -> None:
    """Have something done in a thread, and give it up: once it has begun or, without that, while it waits."""
    asked = asyncio.ensure_future(in_thread(work))
    if begun is not None:
        assert await asyncio.to_thread(begun.wait, WAIT_S_MAX)
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait((asked,))


def test_a_thread_is_taken_until_its_work_ends() -> None:
    """What was given up while it ran counts until it ends; what was given up before it began is never begun."""
    done: list[str] = []
    running, release = threading.Event(), threading.Event()

    def long() -> None:
        running.set()
        release.wait(WAIT_S_MAX)
        done.append("long")

    async def run() -> None:
        threads = threads_of_loop()
        threads.total_tokens = 1
        await given_up(long, begun=running)
        assert threads.borrowed_tokens == 1
        await given_up(lambda: done.append("never"))
        release.set()
        await in_thread(done.append, "last")
        assert threads.borrowed_tokens == 0

    asyncio.run(run())
    assert done == ["long", "last"]


def test_what_nobody_waits_for_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """An import that fails after its caller went away leaves none of its words in the log."""
    release = threading.Event()

    def failing(_: object) -> None:
        release.wait(WAIT_S_MAX)
        raise InvalidInput(SECRET)

    async def run() -> None:
        said = await events.progress_events(failing)
        waiting = asyncio.ensure_future(anext(said))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait((waiting,))
        release.set()
        await in_thread(release.wait)
        await asyncio.sleep(0.05)
        del said, waiting
        gc.collect()

    asyncio.run(run())
    gc.collect()
    assert SECRET not in caplog.text
    assert "never retrieved" not in caplog.text
    assert "destroyed" not in caplog.text
