"""The assistant's tools: flights and hotels from a small file, bookings that outlive the process, and failures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict, cast

from pydantic import ValidationError, validate_call

WORLD = Path(__file__).with_name("world.json")
SEATS = ("window", "aisle")  # the first is given where nobody asks


class ToolFailure(Exception):
    """A tool did not do what was asked; the message says why. `passing`: it may work when tried again."""

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


class Flight(TypedDict):
    """One flight as the file has it; it flies every day."""

    number: str
    airline: str
    origin: str
    destination: str
    departs: str
    arrives: str
    price: int  # yuan, for one traveller
    red_eye: bool


class Hotel(TypedDict):
    """One hotel as the file has it. The price is for a night, in yuan."""

    name: str
    name_zh: str
    city: str
    price: int
    quiet: bool
    rating: float
    area: str
    area_zh: str
    review: str  # written by anybody


def refused(error: ValidationError) -> str:
    """Which arguments a tool does not take, and why."""
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors(include_url=False))


@dataclass(slots=True)
class Agency:
    """The outside world. `failing` names the calls, by number from 1, that time out."""

    bookings_file: Path
    failing: Sequence[int] = ()
    calls: int = 0
    world: Mapping[str, Any] = field(default_factory=lambda: json.loads(WORLD.read_text(encoding="utf-8")))

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """Run a tool by name.

        Raises:
            ToolFailure: it is unknown, was called wrongly, timed out, or cannot do what was asked.
        """
        self.calls += 1
        if self.calls in self.failing:
            raise ToolFailure(f"{tool}: no answer within 10 s", passing=True)
        run = self.tools.get(tool)
        if run is None:
            raise ToolFailure(f"there is no tool {tool!r}; known are {', '.join(self.tools)}")
        try:
            return validate_call(run)(**arguments)
        except ValidationError as error:
            raise ToolFailure(f"{tool}: {refused(error)}") from error

    @property
    def tools(self) -> Mapping[str, Callable[..., Any]]:
        """The tools by name."""
        return {
            "search_flights": self.search_flights,
            "search_hotels": self.search_hotels,
            "book_flight": self.book_flight,
            "book_hotel": self.book_hotel,
            "cancel": self.cancel,
        }

    def search_flights(self, origin: str, destination: str, date: str) -> list[Flight]:
        """Flights of a day, cheapest first; places without an airport are served from the nearest one. Only booking
        shows whether seats are left."""
        here, there = (
            self.world["served_from"].get(self.city(name), self.city(name)) for name in (origin, destination)
        )
        found = [one for one in self.world["flights"] if (one["origin"], one["destination"]) == (here, there)]
        if not found:
            raise ToolFailure(f"no flight from {origin} to {destination} on {date}")
        shown = [{key: value for key, value in one.items() if key != "seats"} for one in found]
        return cast("list[Flight]", sorted(shown, key=lambda one: one["price"]))

    def search_hotels(self, city: str) -> list[Hotel]:
        """Hotels of a city, cheapest first."""
        found = [one for one in self.world["hotels"] if one["city"] == self.city(city)]
        if not found:
            raise ToolFailure(f"no hotel in {city}")
        return sorted(found, key=lambda one: one["price"])

    def book_flight(
        self, number: str, date: str, seat: str = SEATS[0], travellers: int = 1, note: str = ""
    ) -> dict[str, Any]:
        """Book seats on a flight. `note`: to the airline."""
        flight = next((one for one in self.world["flights"] if one["number"] == number), None)
        if flight is None:
            raise ToolFailure(f"there is no flight {number}")
        if seat not in SEATS:
            raise ToolFailure(f"there is no seat {seat!r}: window or aisle")
        if flight["seats"] < travellers:
            raise ToolFailure(f"{number} on {date} is sold out")
        return self._book(
            {
                "flight": number,
                "origin": flight["origin"],
                "destination": flight["destination"],
                "date": date,
                "departs": flight["departs"],
                "red_eye": flight["red_eye"],
                "seat": seat,
                "travellers": travellers,
                "total": flight["price"] * travellers,
                "note": note,
            }
        )

    def book_hotel(self, name: str, arrival: str, nights: int) -> dict[str, Any]:
        """Book a room."""
        hotel = next((one for one in self.world["hotels"] if name in (one["name"], one["name_zh"])), None)
        if hotel is None:
            raise ToolFailure(f"there is no hotel {name!r}")
        if nights < 1:
            raise ToolFailure(f"{nights} nights cannot be booked")
        return self._book(
            {
                "hotel": name,
                "city": hotel["city"],
                "arrival": arrival,
                "nights": nights,
                "quiet": hotel["quiet"],
                "total": hotel["price"] * nights,
            }
        )

    def cancel(self, code: str) -> dict[str, Any]:
        """Give a booking back. It stays on file, marked, so that its code is never given out again."""
        bookings = self.bookings()
        if code not in bookings:
            raise ToolFailure(f"there is no booking {code}")
        if bookings[code]["cancelled"]:
            raise ToolFailure(f"{code} was cancelled before")
        bookings[code] |= {"cancelled": True}
        self._write(bookings)
        return {"cancelled": code, "booking": bookings[code]}

    def city(self, name: str) -> str:
        """A city by either of its names.

        Raises:
            ToolFailure: it is not on the map.
        """
        for city, others in self.world["cities"].items():
            if name.strip().casefold() == city.casefold() or name.strip() in others:
                return str(city)
        raise ToolFailure(f"{name} is not on the map: {', '.join(self.world['cities'])}")

    def bookings(self) -> dict[str, dict[str, Any]]:
        """What was ever booked, by code; what was given back is marked `cancelled`."""
        if not self.bookings_file.exists():
            return {}
        held: dict[str, dict[str, Any]] = json.loads(self.bookings_file.read_text(encoding="utf-8"))
        return held

    def _book(self, booking: dict[str, Any]) -> dict[str, Any]:
        bookings = self.bookings()
        number = 1 + max((int(code[2:]) for code in bookings), default=400)
        code = f"TR{number}"
        self._write(bookings | {code: booking | {"cancelled": False}})
        return {"code": code} | booking

    def _write(self, bookings: Mapping[str, Any]) -> None:
        self.bookings_file.write_text(json.dumps(bookings, ensure_ascii=False, indent=1), encoding="utf-8")
