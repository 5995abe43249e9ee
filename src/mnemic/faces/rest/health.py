"""Whether the server lives, and whether it can work: asked without a key, answered without a word about anybody."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from mnemic.api.memory import OpenMemory
from mnemic.errors import MnemicError
from mnemic.faces.rest.responses import send_answer

ALIVE = "/healthz"
READY = "/readyz"
LOOKED_S = 1.0  # how long one look at the store answers whoever asks


@dataclass(slots=True)
class ProcessState:
    """Whether the process is about to end."""

    ending: bool = False


def ending(scope: Scope) -> bool:
    """Whether the process that a request came to is about to end: what never ends by itself ends then."""
    life = scope.get("state", {}).get("life")
    return isinstance(life, ProcessState) and life.ending


class HealthRoutes:
    """`/healthz`: the process answers. `/readyz`: the store answers too, its tables are up to date (else it could not
    have been opened), and the server is not about to end."""

    def __init__(
        self, app: ASGIApp, memory: OpenMemory, life: ProcessState, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._memory = memory
        self._life = life
        self._clock = clock
        self._looked_at: float | None = None
        self._reachable = False
        self._looking: asyncio.Future[bool] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass a request on."""
        if scope["type"] == "http":
            scope.setdefault("state", {})["life"] = self._life
        if scope["type"] != "http" or scope["path"] not in (ALIVE, READY) or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        if scope["path"] == ALIVE:
            await self._answer(scope, send, True, "alive")
            return
        if self._life.ending:
            await self._answer(scope, send, False, "ending")
            return
        looking = self._looking
        if looking is None or looking.done():  # one for whoever asks meanwhile: a store that hangs takes one thread
            looking = self._looking = asyncio.ensure_future(asyncio.to_thread(self._look))
        await asyncio.wait((looking,))
        reachable = looking.result()
        await self._answer(scope, send, reachable, "ready" if reachable else "the store does not answer")

    def _look(self) -> bool:
        now = self._clock()
        if self._looked_at is None or now - self._looked_at >= LOOKED_S:
            try:
                self._memory.waiting(1)
                self._reachable = True
            except MnemicError:
                self._reachable = False
            self._looked_at = now
        return self._reachable

    async def _answer(self, scope: Scope, send: Send, good: bool, status: str) -> None:
        await send_answer(scope, send, 200 if good else 503, json.dumps({"status": status}).encode())
