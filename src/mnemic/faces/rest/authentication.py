"""Who calls: every request needs a key, and is counted to it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mnemic.errors import MnemicError
from mnemic.faces.grants import EVERYTHING, Doorkeeper, Grant
from mnemic.faces.rest.limits import Rates, too_many
from mnemic.faces.rest.responses import header, send_problem

LOOPBACK = ("127.", "::1")


def token_of(scope: Scope) -> str | None:
    """The key a request bears: `Authorization: Bearer ...`, or `X-API-Key: ...`."""
    scheme, _, token = (header(scope, b"authorization") or "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return header(scope, b"x-api-key")


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def local(scope: Scope) -> bool:
    """Whether a request comes from this machine."""
    return address_of(scope).startswith(LOOPBACK)


def grant_of(scope: Scope) -> Grant:
    """What a request may do, which it was let in with."""
    found: Grant = scope["state"]["grant"]
    return found


def charge(scope: Scope, count: int) -> None:
    """Count a request as so many more of its key."""
    rates = scope["state"].get("rates")
    if isinstance(rates, Rates):
        rates.charge(grant_of(scope), count)


class Authentication:
    """No request comes further without a key that is taken; what may be done with it stands in `scope["state"]` as
    "grant". Without a doorkeeper everybody may do everything."""

    def __init__(
        self,
        app: ASGIApp,
        door: Doorkeeper | None,
        rates: Rates,
        *,
        without_key: Collection[str] = (),
        local_paths: Collection[str] = (),
    ) -> None:
        self._app = app
        self._door = door
        self._rates = rates
        self._without_key = frozenset(without_key)
        self._local_paths = frozenset(local_paths)  # that need none from this machine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or self._open(scope):
            await self._app(scope, receive, send)
            return
        if self._door is None:
            scope["state"]["grant"] = EVERYTHING
            await self._app(scope, receive, send)
            return
        try:
            grant = await self._admit(self._door, scope)
        except MnemicError as error:
            await send_problem(error, scope, send)
            return
        rate = self._rates.take(grant)
        scope["state"] |= {"grant": grant, "rates": self._rates}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = dict(message) | {"headers": [*message.get("headers", ()), *rate.headers()]}
            await send(message)

        if rate.wait_s:
            await send_problem(too_many(rate), scope, counted)
        else:
            await self._app(scope, receive, counted)

    def _open(self, scope: Scope) -> bool:
        path = scope["path"]
        return path in self._without_key or (path in self._local_paths and local(scope))

    async def _admit(self, door: Doorkeeper, scope: Scope) -> Grant:
        token = token_of(scope)
        if token is not None and (known := door.known(token)) is not None:
            return known
        return await asyncio.to_thread(door.admit, token, address=address_of(scope))
