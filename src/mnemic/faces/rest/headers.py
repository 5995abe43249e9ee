"""What holds for every request before anybody asks what it wants: its id, by what name the server is called, and the
headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import uuid
from collections.abc import Collection
from http import HTTPStatus

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mnemic import __version__
from mnemic.domain.regex import Regex
from mnemic.errors import AccessDenied, InvalidInput
from mnemic.faces.http.errors import RefusedRequest
from mnemic.faces.rest.responses import close_websocket, header, send_problem
from mnemic.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""Names of the machine itself."""

SECURITY = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""On every answer: nothing is guessed, framed, or handed on."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
ASKING = (
    "Authorization",
    "Content-Type",
    "If-Match",
    "If-None-Match",
    "Idempotency-Key",
    "Last-Event-ID",
    "Mcp-Protocol-Version",
    "Mcp-Session-Id",
    "Mnemic-Actor",
    "Mnemic-Agent",
    "Mnemic-Purpose",
    "Mnemic-User",
    "X-API-Key",
    "X-Request-Id",
)
SHOWN = (
    "ETag",
    "Idempotency-Replayed",
    "Mnemic-Report",
    "Mnemic-Version",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "X-Request-Id",
)

_VERSION = (b"mnemic-version", __version__.encode("ascii"))
_ID = Regex(r"[A-Za-z0-9._:-]{1,128}", re.ASCII)
_HOST = Regex(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^:\s]*)(?::\d+)?")


class Requests:
    """Every request gets an id, its own where it brings a sane one; every answer bears it, and what browsers are to
    leave alone. Answers are kept by nobody, unless one says otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "websocket":
            await close_websocket(receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        brought = header(scope, b"x-request-id") or ""
        id = brought if _ID.fullmatch(brought) else uuid.uuid4().hex
        scope["state"] = dict(scope.get("state", {})) | {"request_id": id}

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                named = {name.lower() for name, _ in headers}
                own = (*SECURITY, _VERSION, (b"cache-control", b"no-store"))
                headers += [(name, value) for name, value in own if name not in named]
                headers = [(name, value) for name, value in headers if name.lower() != b"x-request-id"]
                message = dict(message) | {"headers": [*headers, (b"x-request-id", id.encode("ascii"))]}
            await send(message)

        await self._app(scope, receive, marked)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_names(settings: Settings) -> tuple[str, ...]:
    """The names by which the server may be called; empty: any, since it listens to other machines and none are set."""
    if settings.serve_hosts:
        return settings.serve_hosts
    host = settings.serve_host
    named = (*LOOPBACK, f"[{host}]" if ":" in host else host)
    return tuple(dict.fromkeys(named)) if is_loopback(host) else ()


class Hosts:
    """Only who calls the server by its own name gets in: a web page whose name was pointed at this machine meanwhile
    (DNS rebinding) bears its own."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http" and self._names:
            found = _HOST.fullmatch(header(scope, b"host") or "")
            if found is None or found["name"].lower() not in self._names:
                said = "The server is not called by that name. An administrator adds it to the setting serve_hosts."
                refused = RefusedRequest(HTTPStatus.MISDIRECTED_REQUEST, said, error=InvalidInput)
                await send_problem(refused, scope, send)
                return
        await self._app(scope, receive, send)


class Origins:
    """No web page of elsewhere gets in. Browsers say where a request comes from, and send simple ones without asking:
    where no key is needed nothing else tells a page that was opened by chance from a program."""

    def __init__(self, app: ASGIApp, allowed: Collection[str]) -> None:
        self._app = app
        self._allowed = frozenset(allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        origin = header(scope, b"origin") if scope["type"] == "http" else None
        if origin is None or self._allowed & {origin, "*"} or _own(origin, scope):
            await self._app(scope, receive, send)
            return
        said = "Web pages of other origins may not call the server. The setting cors_origins names those that may."
        await send_problem(AccessDenied(said), scope, send)


def _own(origin: str, scope: Scope) -> bool:
    """Whether a page is one of the server's own."""
    return origin.partition("://")[2].lower() == (header(scope, b"host") or "").lower()


def with_cors(app: ASGIApp, origins: Collection[str]) -> ASGIApp:
    """Let web pages of these origins call from a browser; none where there are none."""
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=list(origins),
        allow_methods=METHODS,
        allow_headers=ASKING,
        expose_headers=SHOWN,
        max_age=600,
    )
