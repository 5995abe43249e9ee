"""What a remote object holds on to: the server, how it is asked, and whose memory it is about."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol
from urllib.parse import quote

from mnemic.faces.client.exchange import Flow, Request
from mnemic.faces.client.retries import Retrying
from mnemic.faces.client.server import Server

AGENT = "Mnemic-Agent"
PURPOSE = "Mnemic-Purpose"
ACTOR = "Mnemic-Actor"
KEY_BYTES = 16  # of an idempotency key: nobody draws the same twice

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Transport(Protocol):
    """Drives flows, blocking or awaited: what is awaited gives coroutines."""

    def run(self, flow: Flow[Any]) -> Any:
        """Carry a flow through."""
        ...

    def events(self, request: Request) -> Any:
        """The events of an answer, as they come."""
        ...

    def close(self) -> Any:
        """Let go of the connections."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One way to a server. `place` fills the braces of every path ("user", "session"); `headers` go with every
    request."""

    server: Server
    transport: Transport
    retrying: Retrying
    place: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    headers: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    key: Callable[[], str] = lambda: secrets.token_urlsafe(KEY_BYTES)

    def run(self, flow: Flow[Any]) -> Any:
        """Carry a call through; where it is awaited, a coroutine that does."""
        return self.transport.run(flow)

    def of(self, **place: str) -> Link:
        """The same, about one user or session."""
        return replace(self, place={**self.place, **place})

    def acting(self, *, agent: str | None, purpose: str | None, actor: str | None) -> Link:
        """The same, through an agent, for a purpose, as an actor below the key's."""
        named = {AGENT: agent, PURPOSE: purpose, ACTOR: actor}
        said = {name: quote(value, safe="") for name, value in named.items() if value is not None}
        return replace(self, headers={**self.headers, **said})
