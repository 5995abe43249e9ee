"""Server-sent events, as lines come (HTML Living Standard, 9.2.6)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event: its name, and its data out of JSON."""

    name: str
    data: Any


@dataclass(slots=True, kw_only=True)
class Hearing:
    """Makes events of lines."""

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
