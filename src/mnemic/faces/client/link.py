"""What a remote object holds on to: the server, how it is asked, and whose memory it is about."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Protocol
from urllib.parse import quote, urlsplit

import mnemic
from mnemic.domain.route import ACTOR, AGENT, PURPOSE
from mnemic.errors import InvalidSetting, MnemicError, RateLimited, ServerUnavailable, Unauthenticated
from mnemic.faces.client.exchange import Answer, Flow, NoAnswer, Request
from mnemic.faces.client.retries import RetryPolicy
from mnemic.faces.http.errors import error_of

VERSION_HEADER = "mnemic-version"
SHOWN_CHARACTERS = 200  # of what was said by something that is no Mnemic server
BY_STATUS: Mapping[int, type[MnemicError]] = {401: Unauthenticated, 429: RateLimited}
"""What an answer means that does not say it in our words."""

KEY_BYTES = 16  # of an idempotency key: nobody draws the same twice

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server's address, with the key for it, which is shown nowhere."""

    address: str  # without a slash at the end: "https://memory.example.org"
    key: str | None = field(default=None, repr=False)

    @classmethod
    def at(cls, address: str, key: str | None) -> Server:
        """The server at an address.

        Raises:
            InvalidSetting: it is no address of a server, or the key cannot be one.
        """
        try:
            parts = urlsplit(address)
            _ = parts.port
        except (ValueError, AttributeError, TypeError) as error:
            raise InvalidSetting(f"{address!r} is no address: {error}.") from error
        if parts.username is not None or parts.password is not None:
            raise InvalidSetting("Leave the name and the password out of the address, and hand in the key as key=.")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidSetting(f"{address!r} is no address of a server: it looks like http://127.0.0.1:8377.")
        if parts.query or parts.fragment:
            raise InvalidSetting(
                f"{address!r} holds more than the address of a server: leave out what follows ? and #."
            )
        if key is not None and (not isinstance(key, str) or not key.isascii() or not key.isprintable() or " " in key):
            raise InvalidSetting("The key holds characters that no key has: copy it whole, and nothing else.")
        return cls(address=address.rstrip("/"), key=key or None)

    @property
    def headers(self) -> dict[str, str]:
        """What every request says."""
        agent = f"mnemic/{mnemic.__version__} python/{platform.python_version()}"
        said = {"User-Agent": agent, "Accept": "application/json"}
        return said if self.key is None else {**said, "Authorization": f"Bearer {self.key}"}

    def error_of(self, came: Answer | NoAnswer) -> MnemicError:
        """What silence, or an answer that is not good, means: the error the library would have raised."""
        if isinstance(came, NoAnswer):
            return ServerUnavailable(f"{self.address} gives no answer: {came.why}. Is `mnemic serve` running there?")
        problem = came.problem
        if problem is None:
            said = came.body.decode("utf-8", "replace").strip()[:SHOWN_CHARACTERS]
            kind = BY_STATUS.get(came.status, ServerUnavailable)
            return kind(f"{self.address} answers {came.status}, and not as Mnemic does: {said!r}.{self.other(came)}")
        error = error_of(problem)
        if type(error).__name__ == problem["error"]:
            return error
        return MnemicError(f"{error} ({problem['error']}){self.other(came)}")

    def unreadable(self, answer: Answer, why: object) -> MnemicError:
        """A good answer that this client cannot read."""
        return ServerUnavailable(f"{self.address} gives an answer that cannot be read: {why}.{self.other(answer)}")

    def other(self, answer: Answer) -> str:
        """That the server is of another version, where it says so."""
        version = answer.headers.get(VERSION_HEADER)
        if version in (None, mnemic.__version__):
            return ""
        return f" The server is mnemic {version}, and this is {mnemic.__version__}: bring both to one version."


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
    retrying: RetryPolicy
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
