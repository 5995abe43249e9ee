"""What goes to a server and what comes back, as values; and a flow, which asks for exchanges without making them.

A flow is a generator: it yields a `Request` to be sent or a `Pause` to be kept, is given what came of it, and returns
the value of the call. Retrying, reading pages and loading files are flows, so they are written once; the two transports
drive them, one blocking and one awaiting.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

Query = tuple[tuple[str, str], ...]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event: its name, and its data out of JSON."""

    name: str
    data: Any


@dataclass(slots=True, kw_only=True)
class EventParser:
    """Makes events of lines (HTML Living Standard, 9.2.6)."""

    _name: str = "message"
    _data: list[str] = field(default_factory=list)

    def line(self, line: str) -> Event | None:
        """Take a line in; the event it ends, if it ends one.

        Raises:
            ValueError: its data is no JSON.
        """
        if line:
            name, _, said = line.partition(":")
            said = said.removeprefix(" ")
            if name == "event":
                self._name = said
            elif name == "data":
                self._data.append(said)
            return None
        event = Event(name=self._name, data=json.loads("\n".join(self._data))) if self._data else None
        self._name, self._data = "message", []
        return event


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request, without address and key: those are the transport's."""

    method: str
    path: str  # from the root of the API, quoted: "/v1/users/alice/search"
    query: Query = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    file: Path | None = None  # sent as the body, piece by piece
    into: Path | None = None  # where the body of a good answer is written, piece by piece
    again: bool = True  # it may be sent again even where the server may have carried it out
    heard: Callable[[Event], None] | None = (
        None  # told of events, where the answer comes as such; the last is the answer
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server said. `headers` are by their names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def good(self) -> bool:
        """Whether the server did what was asked."""
        return 200 <= self.status < 300

    @property
    def problem(self) -> Mapping[str, Any] | None:
        """The problem document of a server of ours (RFC 9457), where there is one."""
        if self.good:
            return None
        try:
            said = json.loads(self.body)
        except ValueError:
            return None
        return said if isinstance(said, dict) and isinstance(said.get("error"), str) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer:
    """No answer came: the server could not be reached, broke off, or took too long."""

    why: str
    unsent: bool = False  # the server has certainly not heard of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Wait before the next exchange."""

    seconds: float


Came = Answer | NoAnswer | None
"""What came of a request; None after a pause."""

Flow = Generator[Request | Pause, Came, Value]
