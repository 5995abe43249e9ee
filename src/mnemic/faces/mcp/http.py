"""The server over streamable HTTP: behind the same keys, limits and names as everything else the server answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from mnemic.api.memory import OpenMemory
from mnemic.domain.route import AGENT, PURPOSE
from mnemic.errors import AccessDenied, InvalidScope, Unauthenticated
from mnemic.faces.grants import Grant
from mnemic.faces.mcp.callers import Caller
from mnemic.faces.mcp.server import mcp_server
from mnemic.faces.rest.arguments import header_value
from mnemic.faces.rest.headers import own_names
from mnemic.faces.rest.health import ProcessState
from mnemic.faces.rest.responses import note_route
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.faces.words import Language
from mnemic.safety.access.policy import Actor
from mnemic.settings import Settings

PATH = "/mcp"

USER = "Mnemic-User"
"""The header that names the user, as `AGENT` and `PURPOSE` do theirs: percent-encoded, within what the request's key
reaches, and set by whoever configures the client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyBinding:
    """The user a key is for. One that is for several takes the header `Mnemic-User`; nothing else names a user."""

    memory: OpenMemory
    user: str | None = None  # the only user this server is for
    agent: str | None = None  # the only agent
    purpose: str | None = None  # the only purpose
    actor: str = Actor.AGENT  # what programs act as at most
    language: Language = Language.ENGLISH
    zone: tzinfo = UTC

    def caller(self, request: Any) -> Caller:
        """Who calls, by the key the request was let in with.

        Raises:
            Unauthenticated: it was let in without anybody looking at its key.
            InvalidScope: its key is for several users, and it names none.
            AccessDenied: it is for somebody else, or this server is for another user, agent or purpose.
        """
        grant = _grant(request)
        memory = grant.user(
            self.memory,
            self._user(request, grant),
            agent=_within(request, AGENT, self.agent),
            purpose=_within(request, PURPOSE, self.purpose),
            actor=Actor.AGENT if self.actor == Actor.AGENT else None,
        )
        actor = Actor.AGENT if self.actor == Actor.AGENT or _of_agent(grant) else Actor.USER
        return Caller(memory=memory, actor=actor, language=self.language, zone=self.zone)

    def _user(self, request: Request, grant: Grant) -> str:
        user = _within(request, USER, self.user) or grant.only_user
        if user is None:
            raise InvalidScope(
                "The key is for several users: have the client send the header Mnemic-User, or take a key that is for "
                "one user (`mnemic api-key create --user ID`)."
            )
        return user


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerApplication:
    """The server as an application, with what runs while it is open."""

    server: MCPServer
    app: Starlette

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this is entered, requests are answered."""
        async with self.server.session_manager.run():
            yield


def mcp_app(
    binding: KeyBinding, settings: Settings, *, path: str = PATH, reference: bool = False, read_only: bool = False
) -> ServerApplication:
    """Our server over HTTP at one path. It looks at no key by itself: it stands behind `rest.stack.guarded`, or behind
    what does the same."""
    server = mcp_server(binding, language=binding.language, reference=reference, read_only=read_only)
    return over_http(server, settings, path=path)


def over_http(server: MCPServer, settings: Settings, *, path: str = PATH) -> ServerApplication:
    """A server over HTTP at one path. No state is kept between requests, so any of several workers may answer."""
    app = server.streamable_http_app(
        streamable_http_path=path,
        stateless_http=True,
        json_response=True,
        max_request_body_size=settings.body_bytes_max,
        transport_security=security(settings),
    )
    for route in app.routes:
        if isinstance(route, Route):
            route.methods = {"POST"}  # without state there is no stream to listen to, and no session to end
            route.app = _Noted(route.app, path)
    return ServerApplication(server=server, app=app)


def mount(app: Starlette, memory: OpenMemory, settings: Settings) -> None:
    """Answer MCP at `/mcp` of an application that stands behind `rest.stack.guarded`."""
    served = mcp_app(KeyBinding(memory=memory, zone=ZoneInfo(settings.zone)), settings)
    app.router.routes += served.app.router.routes
    before = app.router.lifespan_context

    @asynccontextmanager
    async def both(whole: Any) -> AsyncIterator[Any]:
        async with before(whole) as state, served.running():
            yield state

    app.router.lifespan_context = both


def alone(
    served: ServerApplication,
    memory: OpenMemory,
    settings: Settings,
    *,
    auth: bool = True,
    life: ProcessState | None = None,
) -> ASGIApp:
    """The server with nothing beside it, behind keys, limits and names.

    Raises:
        InvalidSetting: telemetry is on, and OpenTelemetry is not installed.
    """
    guards = Guards(auth=auth, hosts=own_names(settings), life=life or ProcessState())
    return guarded(served.app, memory, settings, guards)


def security(settings: Settings) -> TransportSecuritySettings:
    """Protection from web pages: only by its own names is the server called, and by pages that settings allow."""
    called = own_names(settings)
    hosts = [form for name in called for form in (name, f"{name}:*")]
    own = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=bool(called),
        allowed_hosts=hosts,
        allowed_origins=[*own, *settings.cors_origins],
    )


class _Noted:
    """An application whose requests are counted under one route."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        note_route(scope, self._path)
        await self._app(scope, receive, send)


def _grant(request: Any) -> Grant:
    scope = request.scope if isinstance(request, Request) else {}
    grant = scope.get("state", {}).get("grant")
    if not isinstance(grant, Grant):
        raise Unauthenticated
    return grant


def _within(request: Request, header: str, bound: str | None) -> str | None:
    """What a header names, where the operator has bound nothing else."""
    named = header_value(request, header) or None
    if bound is not None and named not in (None, bound):
        what = header.rpartition("-")[2].lower()
        raise AccessDenied(f"This server is for one other {what}: leave the header {header} out.")
    return bound or named


def _of_agent(grant: Grant) -> bool:
    return grant.key is not None and grant.key.actor == Actor.AGENT
