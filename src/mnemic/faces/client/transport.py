"""Two ways to drive a flow: blocking and awaited. All that differs between them is here."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import httpx2

from mnemic.domain.route import EVENTS
from mnemic.errors import StoreClosed
from mnemic.faces.client.exchange import Answer, Came, Event, EventParser, Flow, NoAnswer, Pause, Request, Value
from mnemic.faces.client.link import Server

PIECE_BYTES = 256 * 1024  # of a file on its way
CONNECT_S_MAX = 10.0
POOL = httpx2.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=30.0)
UNSENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
DONE, PROBLEM = "done", "problem"
"""Names of the last event: the answer, or why there is none."""

CLOSED = "This connection has been closed. Connect again with mnemic.connect(...)."


class BlockingTransport:
    """Sends requests and waits for the answers. May be shared between threads."""

    def __init__(self, server: Server, *, timeout_s: float) -> None:
        self._client = httpx2.Client(**_options(server, timeout_s))

    def run(self, flow: Flow[Value]) -> Value:
        """Carry a flow through, and return its value."""
        came: Came = None
        try:
            while True:
                wanted = flow.send(came)
                came = self._pause(wanted.seconds) if isinstance(wanted, Pause) else self._sent(wanted)
        except StopIteration as done:
            value: Value = done.value
            return value
        finally:
            flow.close()

    def events(self, request: Request) -> Iterator[Event | Answer | NoAnswer]:
        """The events of an answer as they come. Where there is no good answer, that, or that there is none."""
        try:
            with self._opened().stream(**_arguments(request), content=request.body) as response:
                if not response.is_success:
                    yield _answer(response, response.read())
                    return
                hearing = EventParser()
                for line in response.iter_lines():
                    if (event := hearing.line(line)) is not None:
                        yield event
        except (httpx2.HTTPError, ValueError) as error:
            yield _silence(error)

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    @staticmethod
    def _pause(seconds: float) -> None:
        time.sleep(seconds)

    def _opened(self) -> httpx2.Client:
        return _closed() if self._client.is_closed else self._client

    def _sent(self, request: Request) -> Came:
        body = request.body if request.file is None else _pieces(request.file)
        try:
            with self._opened().stream(**_arguments(request), content=body) as response:
                if _as_events(request, response):
                    hearing = _Ending(request)
                    for line in response.iter_lines():
                        hearing.take(line)
                    return hearing.answer(response)
                if request.into is None or not response.is_success:
                    return _answer(response, response.read())
                with request.into.open("wb") as into:
                    for piece in response.iter_bytes():
                        into.write(piece)
                return _answer(response, b"")
        except (httpx2.HTTPError, ValueError) as error:
            return _silence(error)


class AsyncTransport:
    """Sends requests and awaits the answers. For one event loop."""

    def __init__(self, server: Server, *, timeout_s: float) -> None:
        self._client = httpx2.AsyncClient(**_options(server, timeout_s))

    async def run(self, flow: Flow[Value]) -> Value:
        """Carry a flow through, and return its value."""
        came: Came = None
        try:
            while True:
                wanted = flow.send(came)
                came = await (self._pause(wanted.seconds) if isinstance(wanted, Pause) else self._sent(wanted))
        except StopIteration as done:
            value: Value = done.value
            return value
        finally:
            flow.close()

    async def events(self, request: Request) -> AsyncIterator[Event | Answer | NoAnswer]:
        """The events of an answer as they come. Where there is no good answer, that, or that there is none."""
        try:
            async with self._opened().stream(**_arguments(request), content=request.body) as response:
                if not response.is_success:
                    yield _answer(response, await response.aread())
                    return
                hearing = EventParser()
                async for line in response.aiter_lines():
                    if (event := hearing.line(line)) is not None:
                        yield event
        except (httpx2.HTTPError, ValueError) as error:
            yield _silence(error)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    @staticmethod
    async def _pause(seconds: float) -> None:
        await asyncio.sleep(seconds)

    def _opened(self) -> httpx2.AsyncClient:
        return _closed() if self._client.is_closed else self._client

    async def _sent(self, request: Request) -> Came:
        body = request.body if request.file is None else _pieces_awaited(request.file)
        try:
            async with self._opened().stream(**_arguments(request), content=body) as response:
                if _as_events(request, response):
                    hearing = _Ending(request)
                    async for line in response.aiter_lines():
                        hearing.take(line)
                    return hearing.answer(response)
                if request.into is None or not response.is_success:
                    return _answer(response, await response.aread())
                with await asyncio.to_thread(request.into.open, "wb") as into:
                    async for piece in response.aiter_bytes():
                        await asyncio.to_thread(into.write, piece)
                return _answer(response, b"")
        except (httpx2.HTTPError, ValueError) as error:
            return _silence(error)


class _Ending:
    """Hears events until the one that is the answer."""

    def __init__(self, request: Request) -> None:
        self._tell = request.heard
        self._hearing = EventParser()
        self._last: Event | None = None

    def take(self, line: str) -> None:
        event = self._hearing.line(line)
        if event is not None and event.name in (DONE, PROBLEM):
            self._last = event
        elif event is not None and self._tell is not None:
            self._tell(event)

    def answer(self, response: httpx2.Response) -> Came:
        if self._last is None:
            return NoAnswer(why="the answer broke off")
        body = json.dumps(self._last.data).encode()
        if self._last.name == DONE:
            return _answer(response, body)
        return replace(_answer(response, body), status=int(self._last.data["status"]))


def _as_events(request: Request, response: httpx2.Response) -> bool:
    told = response.headers.get("content-type", "").startswith(EVENTS)
    return request.heard is not None and response.is_success and told


def _options(server: Server, timeout_s: float) -> dict[str, Any]:
    timeout = httpx2.Timeout(timeout_s, connect=min(timeout_s, CONNECT_S_MAX))
    # A redirection could lead the key somewhere else: none is followed.
    return {
        "base_url": server.address,
        "headers": server.headers,
        "timeout": timeout,
        "limits": POOL,
        "follow_redirects": False,
    }


def _arguments(request: Request) -> dict[str, Any]:
    return {
        "method": request.method,
        "url": request.path,
        "params": list(request.query),
        "headers": dict(request.headers),
    }


def _answer(response: httpx2.Response, body: bytes) -> Answer:
    headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.items()}
    return Answer(status=response.status_code, headers=headers, body=body)


def _silence(error: Exception) -> NoAnswer:
    return NoAnswer(why=f"{type(error).__name__}{': ' if str(error) else ''}{error}", unsent=isinstance(error, UNSENT))


def _closed() -> NoReturn:
    raise StoreClosed(CLOSED)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece


async def _pieces_awaited(path: Path) -> AsyncIterator[bytes]:
    with await asyncio.to_thread(path.open, "rb") as file:
        while piece := await asyncio.to_thread(file.read, PIECE_BYTES):
            yield piece
