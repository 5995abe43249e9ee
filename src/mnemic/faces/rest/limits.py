"""Limits of requests: how large, how long, and how many of one key."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mnemic.errors import LimitExceeded, RateLimited, ServerUnavailable
from mnemic.faces.grants import Grant
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.rest.responses import header, send_problem

BUCKETS_MAX = 50_000
MINUTE_S = 60.0


class _TooLarge(Exception):
    """More of the body came than may."""


class Bodies:
    """A body larger than its limit is refused, whether its length was said or it comes in pieces. Where a path ends as
    `counted` says the endpoint sees to that itself: files that are brought in never lie in memory."""

    def __init__(self, app: ASGIApp, bytes_max: int, *, counted: tuple[str, ...] = ()) -> None:
        self._app = app
        self._most = bytes_max
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or (self._counted and scope["path"].endswith(self._counted)):
            await self._app(scope, receive, send)
            return
        said = header(scope, b"content-length") or "0"
        if said.isdecimal() and int(said) > self._most:
            await self._refuse(scope, send)
            return
        seen, over, begun = 0, False, False

        async def counted() -> Message:
            nonlocal seen, over
            message = await receive()
            seen += len(message.get("body", b"")) if message["type"] == "http.request" else 0
            if seen > self._most:
                over = True
                raise _TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal begun
            if over and not begun:  # what the application makes of the broken body is not the answer
                return
            begun = True
            await send(message)

        try:
            await self._app(scope, counted, watched)
        except _TooLarge:
            if begun:
                raise
        if over and not begun:
            await self._refuse(scope, send)

    async def _refuse(self, scope: Scope, send: Send) -> None:
        said = f"The body is larger than {self._most} bytes (setting body_bytes_max). Send it in parts."
        refused = RefusedRequest(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, said, error=LimitExceeded, headers={"Connection": "close"}
        )
        await send_problem(refused, scope, send)


class Deadline:
    """A request whose answer has not begun in time is given up. What it asked for may be done all the same: a client
    that tries again sends the same Idempotency-Key."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds) as limit:

                async def begun(message: Message) -> None:
                    if message["type"] == "http.response.start":
                        limit.reschedule(None)
                    await send(message)

                await self._app(scope, receive, begun)
        except TimeoutError:
            if not limit.expired():
                raise
            said = f"There was no answer within {self._seconds:g} s (setting request_timeout_s). Try again."
            await send_problem(ServerUnavailable(said), scope, send)


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Where a key stands after a request."""

    limit: int  # requests a minute, in this process
    left: int
    wait_s: float  # until there is one again; 0: there is

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The headers that say so."""
        reset = math.ceil((self.limit - self.left) * MINUTE_S / self.limit)
        pairs = (("ratelimit-limit", self.limit), ("ratelimit-remaining", self.left), ("ratelimit-reset", reset))
        return [(name.encode(), str(value).encode()) for name, value in pairs]


class Rates:
    """A token bucket for each key: a minute's worth at once at most, and as many again in the minute after.

    Of several workers each has its share, so that all together keep the limit.
    """

    def __init__(self, *, per_minute: int, workers: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        self._default = per_minute
        self._workers = workers
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, grant: Grant) -> Rate:
        """Count a request of a key."""
        own = None if grant.key is None else grant.key.requests_per_minute
        limit = max((own or self._default) // self._workers, 1)
        now = self._clock()
        bucket = self._buckets.setdefault(grant.id, _Bucket(limit, now))
        self._buckets.move_to_end(grant.id)
        while len(self._buckets) > BUCKETS_MAX:
            self._buckets.popitem(last=False)
        bucket.tokens = min(limit, bucket.tokens + (now - bucket.at) * limit / MINUTE_S)
        bucket.at = now
        if bucket.tokens < 1:
            return Rate(limit=limit, left=0, wait_s=(1 - bucket.tokens) * MINUTE_S / limit)
        bucket.tokens -= 1
        return Rate(limit=limit, left=int(bucket.tokens), wait_s=0)

    def charge(self, grant: Grant, count: int) -> None:
        """Count more requests of a key that was let through: what one of them did as several. Where they are more than
        it has, it waits the longer for the next."""
        bucket = self._buckets.get(grant.id)
        if bucket is not None:
            bucket.tokens -= count


def too_many(rate: Rate) -> RefusedRequest:
    """The refusal of a key that asked too often."""
    said = f"This key has {rate.limit} requests a minute here. Wait as long as Retry-After says."
    return RefusedRequest(
        HTTPStatus.TOO_MANY_REQUESTS,
        said,
        error=RateLimited,
        headers={"Retry-After": str(max(math.ceil(rate.wait_s), 1))},
    )
