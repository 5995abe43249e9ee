"""Where verbs run: they wait for the store and for models, so never on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import anyio.to_thread
from anyio.lowlevel import RunVar

Result = TypeVar("Result")

THREADS = 12
"""Verbs at work at once in one process. The interpreter runs one thread at a time: more only take each other's turn."""

_threads: RunVar[anyio.CapacityLimiter] = RunVar("mnemic_threads")


def threads_of_loop() -> anyio.CapacityLimiter:
    """What verbs take their threads from, on this event loop."""
    try:
        return _threads.get()
    except LookupError:
        threads = anyio.CapacityLimiter(THREADS)
        _threads.set(threads)
        return threads


async def in_thread(work: Callable[..., Result], *args: Any) -> Result:
    """Run something in a thread, and wait for it as `outcome` does."""
    return await outcome(await begun(work, *args))


async def begun(work: Callable[..., Result], *args: Any) -> asyncio.Future[Result]:
    """Begin something in a thread, once one is free; where the request is given up before, it is never begun. It goes
    on to its end, so that nothing is half done, and its thread is taken for as long: whoever gives requests up has no
    more threads than whoever waits."""
    threads, holder = threads_of_loop(), object()
    await threads.acquire_on_behalf_of(holder)
    thread = anyio.to_thread.run_sync(partial(work, *args), limiter=anyio.CapacityLimiter(1))
    running = asyncio.ensure_future(thread)

    def ended(done: asyncio.Future[Result]) -> None:
        threads.release_on_behalf_of(holder)
        if not done.cancelled():
            done.exception()  # else the log would have its words, which may be a user's, where nobody waits any more

    running.add_done_callback(ended)
    return running


async def outcome(running: asyncio.Future[Result]) -> Result:
    """What something that has begun comes to. Where the request is given up meanwhile it goes on, and nobody waits for
    it."""
    await asyncio.wait((running,))
    return running.result()
