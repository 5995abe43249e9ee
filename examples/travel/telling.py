"""What the rule decider knows of the moment, and how it puts results into words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from examples.travel import words as w
from examples.travel.decision import Call, Decision, Say
from examples.travel.prompt import Done, Prompt, Trip
from examples.travel.wishes import Wishes, wishes

OFFERED_MAX = 3  # flights or hotels in one answer
QUESTIONS: Mapping[str, w.Phrase] = {
    "destination": w.ASK_CITY,
    "departure_date": w.ASK_DAYS,
    "return_date": w.ASK_DAYS,
    "travellers": w.ASK_PEOPLE,
    "budget": w.ASK_BUDGET,
}


class Telling:
    """One prompt, with the wishes in it, and sentences made from them."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.trip = prompt.trip
        self.language = prompt.language

    @cached_property
    def wishes(self) -> Wishes:
        """What the user wants, by the notes."""
        return wishes(self.prompt)

    @property
    def last(self) -> Done:
        """The call that was just made."""
        return self.prompt.done[-1]

    def say(self, phrase: w.Phrase, *, used: Sequence[str] = (), **values: object) -> Say:
        """A sentence as an answer. `used`: the wishes it rests on."""
        return Say(text=phrase.say(self.language, **values), used=self.wishes.ids(*used))

    def price(self, yuan: float) -> str:
        """A price as the user wants to see it; dollars where nothing is known."""
        return f"¥{yuan:,.0f}" if self.wishes.yuan else f"${yuan / self.prompt.rate:,.0f}"

    def named(self, city: str) -> str:
        """A city in the user's language."""
        names = self.prompt.cities.get(city, (city,))
        return names[-1] if self.language == "zh" else names[0]

    def city(self, trip: Trip) -> str:
        """Where a trip goes, by the city's English name."""
        said = trip.slots.get("destination", "")
        return self.prompt.city(said) or said

    def question(self, missing: Sequence[str]) -> w.Phrase:
        """The question for the first slot that is missing."""
        return next(QUESTIONS[slot] for slot in QUESTIONS if slot in missing)

    def facts(self) -> str:
        """What is known of the trip at hand."""
        if self.trip is None:
            return ""
        slots, told = self.trip.slots, []
        for slot, phrase in w.SLOTS.items():
            if slot in slots:
                value = self.price(float(slots[slot])) if slot == "budget" else slots[slot]
                told.append(phrase.say(self.language, value=value))
        booked = [f"{one['flight']} ({one['code']})" for one in self.trip.bookings("flights")]
        booked += [f"{one['hotel']} ({one['code']})" for one in self.trip.bookings("stays")]
        return w.AND[self.language].join(told + booked)

    def total(self) -> str:
        """What everything booked for the trip costs."""
        booked = [*self.trip.bookings("flights"), *self.trip.bookings("stays")] if self.trip else []
        return self.price(sum(one["total"] for one in booked))

    def part(self, step: str) -> str:
        """One step of a brief in words; empty where the step is none of a brief's."""
        flights, stays = (self.trip.bookings(slot) if self.trip else [] for slot in ("flights", "stays"))
        folded, and_ = step.casefold(), w.AND[self.language]
        if "total" in folded or "总" in step:
            return w.BRIEF_TOTAL.say(self.language, price=self.total())
        if "flight" in folded or "航班" in step:
            items = and_.join(f"{one['flight']} {one['date']} {one['departs']} ({one['code']})" for one in flights)
            return w.BRIEF_FLIGHTS.say(self.language, items=items)
        if "hotel" in folded or "酒店" in step:
            items = and_.join(f"{one['hotel']} {one['arrival']} × {one['nights']} ({one['code']})" for one in stays)
            return w.BRIEF_HOTEL.say(self.language, items=items)
        return ""

    def old_bookings(self) -> list[dict[str, Any]]:
        """Bookings of the trip at hand that are for other days than the trip's."""
        if self.trip is None or self._days is None:
            return []
        booked = [*self.trip.bookings("flights"), *self.trip.bookings("stays")]
        return [one for one in booked if self._fits(one) is False]

    def day_of(self, number: str) -> str:
        """The day a flight is wanted for: that of the search that found it, else the day of departure."""
        found = self.prompt.found("search_flights")
        if found is not None and any(one["number"] == number for one in found.result):
            return str(found.arguments["date"])
        return self.trip.slots.get("departure_date", "") if self.trip else ""

    def book_flight(self, number: str, day: str) -> Call:
        """A flight for all travellers, as the user likes to sit."""
        arguments: dict[str, Any] = {"number": number, "date": day}
        if self.wishes.seat:
            arguments["seat"] = self.wishes.seat
        arguments["travellers"] = int(self.trip.slots.get("travellers", 1)) if self.trip else 1
        if self.wishes.note:
            arguments["note"] = self.wishes.note
        return Call(tool="book_flight", arguments=arguments, used=self.wishes.ids("seat", "note"))

    def book_hotel(self, hotel: Mapping[str, Any]) -> Decision:
        """A room for the nights of the trip."""
        if self.trip is None or self._days is None:
            return self.say(w.ASK_DAYS)
        leave, back = self._days
        arguments = {"name": self._name(hotel), "arrival": leave.isoformat(), "nights": (back - leave).days}
        return Call(tool="book_hotel", arguments=arguments, used=self.wishes.ids("quiet") if hotel["quiet"] else ())

    def book_again(self, booking: Mapping[str, Any]) -> Decision:
        """What was booked, for the days of the trip as they are now."""
        if "hotel" in booking:
            return self.book_hotel({"name": booking["hotel"], "name_zh": booking["hotel"], "quiet": booking["quiet"]})
        slots = self.trip.slots if self.trip else {}
        slot = "departure_date" if self._is_out(booking) else "return_date"
        return self.book_flight(booking["flight"], slots.get(slot, ""))

    def other_flight(self, number: str) -> Mapping[str, Any] | None:
        """The cheapest flight of the last search besides one, as the user likes to fly."""
        found = self.prompt.found("search_flights")
        listed = self._wanted(found.result) if found is not None else []
        return next((one for one in listed if one["number"] != number), None)

    def hotels(self, found: Sequence[Mapping[str, Any]]) -> Decision:
        """Hotels to choose from, quiet ones where the user likes it quiet."""
        listed = [one for one in found if one["quiet"]] if self.wishes.quiet else []
        listed = (listed or list(found))[:OFFERED_MAX]
        area = "area_zh" if self.language == "zh" else "area"
        lines = [
            w.HOTEL.say(
                self.language,
                name=self._name(one),
                area=one[area],
                price=self.price(one["price"]),
                quiet=w.QUIET.say(self.language) if one["quiet"] else "",
            )
            for one in listed
        ]
        opening = w.HOTELS.say(self.language, city=self.named(listed[0]["city"]))
        asks = w.BOOK_HOTEL.say(self.language, name=self._name(listed[0]))
        return Say(text="\n".join([opening, *lines, asks]), used=self.wishes.ids("quiet", "yuan"))

    def result(self, done: Done) -> Decision | None:
        """What a call gave, in words."""
        telling = {
            "search_flights": self._flights,
            "book_flight": self._booked_flight,
            "book_hotel": self._booked_hotel,
            "start_trip": self._started,
            "take_up_trip": self._taken_up,
            "set_aside_trip": lambda done: self.say(w.ASIDE, city=self._there(done)),
            "finish_trip": lambda done: self.say(w.FINISHED, city=self._there(done), outcome=done.arguments["outcome"]),
            "keep_order": lambda done: self.say(w.KEPT, text=done.result["kept"]),
            "portrait": self._portrait,
        }.get(done.tool)
        return telling(done) if telling else None

    def _flights(self, done: Done) -> Decision:
        listed = self._wanted(done.result)[:OFFERED_MAX]
        if not listed:
            return self.say(w.NOT_DONE, reason=w.LEFT_OUT.say(self.language))
        lines = [
            w.FLIGHT.say(
                self.language,
                number=one["number"],
                departs=one["departs"],
                arrives=one["arrives"],
                price=self.price(one["price"]),
            )
            for one in listed
        ]
        origin, city = (self.named(done.arguments[end]) for end in ("origin", "destination"))
        opening = w.FLIGHTS.say(self.language, origin=origin, city=city, date=done.arguments["date"])
        left_out = [w.LEFT_OUT.say(self.language)] if len(self._wanted(done.result)) < len(done.result) else []
        asks = w.BOOK_FLIGHT.say(self.language, number=listed[0]["number"])
        text = "\n".join([opening, *lines, *left_out, asks])
        return Say(text=text, used=self.wishes.ids("red_eyes", "yuan", "home"))

    def _booked_flight(self, done: Done) -> Decision:
        booked = done.result
        text = w.BOOKED_FLIGHT.say(
            self.language,
            code=booked["code"],
            number=booked["flight"],
            date=booked["date"],
            departs=booked["departs"],
            seat=w.SEATS[booked["seat"]].say(self.language),
            price=self.price(booked["total"]),
        )
        told = w.TOLD_AIRLINE.say(self.language, note=booked["note"]) if booked["note"] else ""
        joined = ("" if self.language == "zh" else " ").join(filter(None, [text, told]))
        return Say(text=joined, used=self.wishes.ids("seat", "note", "yuan"))

    def _booked_hotel(self, done: Done) -> Decision:
        booked, name = done.result, done.arguments["name"]
        price, nights = self.price(booked["total"]), booked["nights"]
        return self.say(
            w.BOOKED_HOTEL,
            code=booked["code"],
            name=name,
            nights=nights,
            arrival=booked["arrival"],
            price=price,
            used=("yuan",),
        )

    def _started(self, done: Done) -> Decision:
        parts = [w.STARTED.say(self.language, city=done.arguments["destination"])]
        past = done.result["similar"][:1]
        parts += [w.ALIKE.say(self.language, goal=one["goal"], outcome=one["outcome"]) for one in past]
        parts.append(self.question(done.result["missing"]).say(self.language))
        return Say(text=("" if self.language == "zh" else " ").join(parts))

    def _taken_up(self, done: Done) -> Decision:
        told = w.RECAP.say(self.language, city=self._there(done), facts=self.facts())
        missing = done.result["missing"]
        asked = self.question(missing).say(self.language) if missing else ""
        return Say(text=" ".join(filter(None, [told, asked])))

    def _portrait(self, done: Done) -> Decision:
        known = done.result["known"]
        if not known:
            return self.say(w.NOTHING_KNOWN)
        named = w.TRAITS if self.language == "zh" else {}
        lines = [
            w.PORTRAIT_LINE.say(self.language, **one | {"name": named.get(one["name"], one["name"])}) for one in known
        ]
        return Say(text="\n".join([w.PORTRAIT.say(self.language), *lines]))

    def _wanted(self, flights: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [one for one in flights if self.wishes.red_eyes or not one["red_eye"]]

    def _there(self, done: Done) -> str:
        """Where the trip of a call goes, which is at hand no more."""
        return self.named(self.prompt.city(done.result["destination"]) or done.result["destination"])

    def _name(self, hotel: Mapping[str, Any]) -> str:
        return str(hotel["name_zh" if self.language == "zh" else "name"])

    @property
    def _days(self) -> tuple[date, date] | None:
        slots = self.trip.slots if self.trip else {}
        if "departure_date" not in slots or "return_date" not in slots:
            return None
        return date.fromisoformat(slots["departure_date"]), date.fromisoformat(slots["return_date"])

    def _is_out(self, booking: Mapping[str, Any]) -> bool:
        origin = self.trip.slots.get("origin", "") if self.trip else ""
        return bool((self.prompt.city(origin) or self.wishes.home) == booking["origin"])

    def _fits(self, booking: Mapping[str, Any]) -> bool:
        if self._days is None:
            return True
        leave, back = (day.isoformat() for day in self._days)
        if "hotel" in booking:
            nights = (self._days[1] - self._days[0]).days
            return (booking["arrival"], booking["nights"]) == (leave, nights)
        return bool(booking["date"] == (leave if self._is_out(booking) else back))
