"""What is measured of a request: by which route it went, how it ended, and which verbs ran for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mnemic.api.verb_gate import verb_watch

UNKNOWN = "unknown"
"""The route of a request that led nowhere."""

NAMELESS = frozenset({"/healthz", "/readyz", "/metrics", "/mcp", "/docs", "/openapi.json"})
"""Paths that are their own template."""

STOPPED = 499
"""The status of a request whose client went away before it was answered, as web servers log it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRequest:
    """A request that is over. Nothing in it says whom it was about."""

    id: str
    method: str
    route: str  # its template
    status: int
    seconds: float
    bytes: int  # of the answer's body
    key: str  # id of the key; "": none was taken
    error: str  # name of the error it ended in; "": none


class Watcher(Protocol):
    """Whoever measures."""

    @contextmanager
    def request(self, scope: Scope) -> Iterator[Callable[[FinishedRequest], None]]:
        """Entered when a request begins; what it gives is told how it ended."""
        ...

    @contextmanager
    def verb(self, name: str) -> Iterator[Callable[[object], None]]:
        """Entered when a verb begins, maybe in another thread; what it gives is told the answer."""
        ...


class WatchMiddleware:
    """Every request, and every verb that runs for it, under the eyes of watchers."""

    def __init__(self, app: ASGIApp, watchers: Sequence[Watcher]) -> None:
        self._app = app
        self._watchers = tuple(watchers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and measure it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, sent = time.perf_counter(), STOPPED, 0

        async def counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            sent += len(message.get("body", b""))
            await send(message)

        with ExitStack() as stack:
            told = [stack.enter_context(watcher.request(scope)) for watcher in self._watchers]
            token = verb_watch.set(self._verb)
            try:
                await self._app(scope, receive, counted)
            finally:
                verb_watch.reset(token)
                done = _done(scope, status, time.perf_counter() - begun, sent)
                for tell in told:
                    tell(done)

    @contextmanager
    def _verb(self, name: str) -> Iterator[Callable[[object], None]]:
        with ExitStack() as stack:
            told = [stack.enter_context(watcher.verb(name)) for watcher in self._watchers]

            def tell(answer: object) -> None:
                for one in told:
                    one(answer)

            yield tell


def route_of(scope: Scope) -> str:
    """The template of the route a request went by, and never its path, which may name a user."""
    if scope["path"] in NAMELESS:
        return str(scope["path"])
    return str(scope.get("state", {}).get("route") or UNKNOWN)


def nothing_told(answer: object) -> None:
    """For a watcher that looks at no answer."""


def _done(scope: Scope, status: int, seconds: float, sent: int) -> FinishedRequest:
    state = scope.get("state", {})
    error, grant = state.get("error"), state.get("grant")
    key = getattr(grant, "key", None)
    return FinishedRequest(
        id=str(state.get("request_id", "")),
        method=scope["method"],
        route=route_of(scope),
        status=status,
        seconds=seconds,
        bytes=sent,
        key="" if key is None else key.id,
        error="" if error is None else error.__name__,
    )
