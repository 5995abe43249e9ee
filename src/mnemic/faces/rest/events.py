"""Answers that come as they come about: server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from mnemic.api.user import UserMemory
from mnemic.domain.query import Context
from mnemic.domain.upkeep import JobState, Progress
from mnemic.errors import MnemicError
from mnemic.faces.http.errors import problem
from mnemic.faces.http.route import EVENTS
from mnemic.faces.http.shapes import shaped
from mnemic.faces.rest.expecting import owner_of
from mnemic.faces.rest.refusing import request_id
from mnemic.faces.rest.threads import begun, in_thread

HEARTBEAT_S = 15.0
"""After so long without an event a comment says that the connection is alive."""

LOOK_S = 1.0
"""How often where the jobs stand is looked at; other processes work on them too, so nobody tells."""

Work = Callable[[Callable[[Progress], None]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event."""

    name: str
    data: Any
    id: str = ""

    def __str__(self) -> str:
        head = f"id: {self.id}\n" if self.id else ""
        return f"{head}event: {self.name}\ndata: {json.dumps(self.data, ensure_ascii=False)}\n\n"


def wants_events(request: Request) -> bool:
    """Whether the caller asks for events."""
    accepted = request.headers.get("accept", "")
    return any(part.partition(";")[0].strip().lower() == EVENTS for part in accepted.split(","))


def streamed(events: AsyncIterator[Event]) -> StreamingResponse:
    """Events as a response, with heartbeats; it ends when they do, or when the caller goes."""
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingResponse(_beating(events), headers=headers, media_type=EVENTS)


async def placed(context: Callable[[], Context]) -> AsyncIterator[Event]:
    """A context block by block, then the whole without its blocks."""
    made = await in_thread(context)
    for number, block in enumerate(made.blocks):
        yield Event(name="block", data=shaped(block), id=str(number))
    rest = {name: part for name, part in shaped(made).items() if name != "blocks"}
    yield Event(name="done", data=rest, id=str(len(made.blocks)))


async def progressing(work: Work) -> AsyncIterator[Event]:
    """How far something long has come, then what came of it. It has begun when this returns, and goes on where the
    caller goes away."""
    loop, told = asyncio.get_running_loop(), asyncio.Queue[Progress]()

    def tell(said: Progress) -> None:
        loop.call_soon_threadsafe(told.put_nowait, said)

    return _told(await begun(work, tell), told)


async def _told(running: asyncio.Future[Any], told: asyncio.Queue[Progress]) -> AsyncIterator[Event]:
    number = 0
    while not running.done() or not told.empty():
        waiting = asyncio.ensure_future(told.get())
        try:
            await asyncio.wait({waiting, running}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not (came := waiting.done()):
                waiting.cancel()
        if not came:
            continue
        yield Event(name="progress", data=shaped(waiting.result()), id=str(number))
        number += 1
    yield Event(name="done", data=shaped(running.result()), id=str(number))


async def job_states(user: UserMemory, over: Callable[[], Awaitable[bool]]) -> AsyncIterator[Event]:
    """Where the user's jobs stand: all of them at first, then each that has moved on, until it is over. That the caller
    may read it was looked at before."""
    seen: dict[str, JobState] = {}
    number = 0
    while not await over():
        for state in await in_thread(_standing, user):
            if seen.get(state.job.value) != state:
                seen[state.job.value] = state
                yield Event(name="job", data=shaped(state), id=str(number))
                number += 1
        await asyncio.sleep(LOOK_S)


def _standing(user: UserMemory) -> list[JobState]:
    """Not by the verb, which whoever listens has called once: each look would be a line in the audit of reading."""
    with owner_of(user).reading() as reader:
        return reader.jobs()


async def ending_in_problems(events: AsyncIterator[Event], request: Request) -> AsyncIterator[Event]:
    """The same events; an error becomes the last of them, since the status was sent long ago."""
    try:
        async for event in events:
            yield event
    except MnemicError as error:
        yield Event(name="problem", data=problem(error, instance=request_id(request.scope)))


async def _beating(events: AsyncIterator[Event]) -> AsyncIterator[str]:
    """Events in words, with a comment where none comes for long."""
    iterator = events.__aiter__()
    waiting = asyncio.ensure_future(_next(iterator))
    try:
        while True:
            done, _ = await asyncio.wait({waiting}, timeout=HEARTBEAT_S)
            if not done:
                yield ": alive\n\n"
                continue
            event = waiting.result()
            if event is None:
                return
            yield str(event)
            waiting = asyncio.ensure_future(_next(iterator))
    finally:
        waiting.cancel()


async def _next(events: AsyncIterator[Event]) -> Event | None:
    return await anext(events, None)
