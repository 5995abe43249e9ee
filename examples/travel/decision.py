"""What a decider is asked, and what it may answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

ChatMessage = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """The answer to the user. `used`: beginnings of the ids of memories it rests on; `skill`: its name, if followed."""

    text: str
    used: tuple[str, ...] = ()
    skill: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool to be called. `used`: beginnings of the ids of memories its arguments rest on."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    used: tuple[str, ...] = ()


Decision = Say | Call


class Decider(Protocol):
    """Decides the next step from the prompt, and from nothing else."""

    @property
    def name(self) -> str:
        """What it is called on screen."""
        ...

    def decide(self, messages: Sequence[ChatMessage]) -> Decision:
        """The next step for a conversation in the OpenAI chat format, whose system message holds the memory."""
        ...


TOOLS: Mapping[str, str] = {
    "search_flights": "origin, destination, date (YYYY-MM-DD): flights of that day, cheapest first",
    "search_hotels": "city: hotels, cheapest first",
    "book_flight": "number, date, seat (window or aisle), travellers, note (to the airline)",
    "book_hotel": "name, arrival (YYYY-MM-DD), nights",
    "cancel": "code: gives a booking back",
    "start_trip": "goal (a sentence), destination, origin: opens a trip; similar past trips come back",
    "take_up_trip": "nothing: the trip at hand, set aside before, goes on",
    "set_aside_trip": "nothing: the trip at hand is left for another day",
    "set_trip": "slots of the trip at hand, such as origin",
    "finish_trip": "outcome (a sentence): the trip at hand is over and archived",
    "keep_order": "text: the user has said yes to keeping for good what waits for that, word for word",
    "portrait": "nothing: what is known about the user, with sources",
}
"""Every tool with its arguments, as a model is told."""
