"""A decider by rules: no model, both languages, and nothing to go by but the prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from examples.travel import words as w
from examples.travel.decision import Call, ChatMessage, Decision, Say
from examples.travel.prompt import read
from examples.travel.telling import Telling
from examples.travel.wishes import QUIET

Rule = Callable[["Telling"], Decision | None]

_YES = re.compile(
    r"^\W*(?:yes|yeah|ok|okay|sure|please do|go ahead|do that|好|可以|行|对|订吧|要|是的|嗯)", re.IGNORECASE
)
_LEAVE = re.compile(
    r"\benough for now\b|\bleave it (?:there|for today)\b|\banother day\b|先到这|先放|改天", re.IGNORECASE
)
_NEW = re.compile(
    r"\b(?:plan|arrange|need|have|want|like|organi[sz]e)\b.*\b(?:trip|travel|go|fly)\b|安排|规划|计划|打算|要去|想去|出差",
    re.IGNORECASE,
)
_WORK = re.compile(r"\bfor work\b|\bbusiness\b|出差", re.IGNORECASE)
_OVER = re.compile(r"\bback from\b|\btrip is (?:over|done)\b|\bwas lovely\b|回来了|结束了", re.IGNORECASE)
_BLAME = re.compile(r"\bnot what i meant\b|\bwrong\b|\bnot like that\b|记错|不是这个意思|不对|搞错", re.IGNORECASE)
_ME = re.compile(r"\bknow about me\b|\bremember about me\b|知道我|了解我|记得我", re.IGNORECASE)
_FLIGHT = re.compile(r"\bflights?\b|\bfly\b|\btry again\b|航班|机票|再试", re.IGNORECASE)
_HOME = re.compile(r"\bhome\b|\bback\b|\breturn\b|回程|返程|回来|回上海", re.IGNORECASE)
_HOTEL = re.compile(r"\bhotels?\b|酒店|旅馆|住哪|住处", re.IGNORECASE)
_BOOK = re.compile(r"^\W*(?:please )?book\b|订", re.IGNORECASE)
_STATION = re.compile(r"\bstation\b|车站", re.IGNORECASE)
_NUMBER = re.compile(r"\b[A-Z]{2}\d{3}\b|(?<![A-Z])[A-Z]{2}\d{3}(?!\d)")
_ASKS = re.compile(r"[?？]|\bwhere were we\b|\bremind me\b|到哪|怎么样|多少|吗", re.IGNORECASE)
_THANKS = re.compile(r"\bthank|\bthanks\b|\bexactly\b|\bperfect\b|\bgreat\b|谢|就是这样|太好", re.IGNORECASE)


class RuleDecider:
    """Decides by fixed rules, the first that applies."""

    name = "rules"

    def decide(self, messages: Sequence[ChatMessage]) -> Decision:
        """The next step."""
        prompt = read(messages)
        telling = Telling(prompt)
        rules = AFTER if prompt.done else BEFORE
        made = (rule(telling) for rule in rules)
        return next((one for one in made if one is not None), telling.say(w.NOTED))


def _keep(t: Telling) -> Decision | None:
    asked = w.KEEP_ORDER.read(t.prompt.before)
    return Call(tool="keep_order", arguments={"text": asked["text"]}) if asked and _YES.search(t.prompt.said) else None


def _about_me(t: Telling) -> Decision | None:
    return Call(tool="portrait") if _ME.search(t.prompt.said) else None


def _aside(t: Telling) -> Decision | None:
    return Call(tool="set_aside_trip") if t.trip and _LEAVE.search(t.prompt.said) else None


def _blamed(t: Telling) -> Decision | None:
    if not _BLAME.search(t.prompt.said):
        return None
    loud = _loud(t)
    return Call(tool="cancel", arguments={"code": loud["code"]}) if loud else t.say(w.SORRY_ONLY)


def _loud(t: Telling) -> dict[str, Any] | None:
    """The booked room that is not quiet although that is what the user asks for."""
    if t.trip is None or not (QUIET.search(t.prompt.said) or t.wishes.quiet):
        return None
    return next((one for one in t.trip.bookings("stays") if not one["quiet"]), None)


def _over(t: Telling) -> Decision | None:
    if t.trip is None or not _OVER.search(t.prompt.said):
        return None
    outcome = w.OUTCOME.say(
        t.language, leave=t.trip.slots.get("departure_date"), back=t.trip.slots.get("return_date"), price=t.total()
    )
    return Call(tool="finish_trip", arguments={"outcome": outcome}, used=t.wishes.ids("yuan"))


def _new(t: Telling) -> Decision | None:
    city = t.prompt.city(t.prompt.said)
    if city is None or not _NEW.search(t.prompt.said) or (t.trip and t.city(t.trip) == city):
        return None
    work = bool(_WORK.search(t.prompt.said))
    goals = {"en": ("Plan the {} trip", "Plan the {} work trip"), "zh": ("规划{}之行", "规划{}出差")}
    there = t.named(city)
    arguments = {"goal": goals[t.language][work].format(there), "destination": there}
    if t.wishes.home:
        arguments["origin"] = t.named(t.wishes.home)
    return Call(tool="start_trip", arguments=arguments, used=t.wishes.ids("home"))


def _take_up(t: Telling) -> Decision | None:
    return Call(tool="take_up_trip") if t.trip and t.trip.paused else None


def _brief(t: Telling) -> Decision | None:
    """The trip told in the order of the steps the user taught."""
    if t.prompt.skill is None or t.trip is None:
        return None
    parts = [t.part(step) for step in t.prompt.skill.steps]
    opening = w.BRIEF.say(t.language, name=t.prompt.skill.name, city=t.named(t.city(t.trip)))
    text = "\n".join([opening, *filter(None, parts)])
    return Say(text=text, used=t.wishes.ids("yuan"), skill=t.prompt.skill.name)


def _move(t: Telling) -> Decision | None:
    """Bookings for days that are no longer the trip's."""
    if t.trip is None or not (old := t.old_bookings()):
        return None
    if w.OLD_DAYS.read(t.prompt.before) and _YES.search(t.prompt.said):
        return Call(tool="cancel", arguments={"code": old[0]["code"]})
    return t.say(
        w.OLD_DAYS,
        leave=t.trip.slots["departure_date"],
        back=t.trip.slots["return_date"],
        codes=w.AND[t.language].join(one["code"] for one in old),
    )


def _flight_chosen(t: Telling) -> Decision | None:
    named = _NUMBER.search(t.prompt.said)
    offered = w.BOOK_FLIGHT.read(t.prompt.before) or w.SOLD_OUT.read(t.prompt.before)
    if named is None and not (offered and _YES.search(t.prompt.said)):
        return None
    number = named.group() if named else (offered or {}).get("other") or (offered or {})["number"]
    return t.book_flight(number, t.day_of(number)) if t.trip else None


def _hotel_chosen(t: Telling) -> Decision | None:
    found = t.prompt.found("search_hotels")
    if found is None or t.trip is None:
        return None
    named = next((one for one in found.result if one["name"] in t.prompt.said or one["name_zh"] in t.prompt.said), None)
    offered = w.BOOK_HOTEL.read(t.prompt.before)
    if named is None and offered and _YES.search(t.prompt.said):
        named = next((one for one in found.result if offered["name"] in (one["name"], one["name_zh"])), None)
    return t.book_hotel(named) if named else None


def _flights(t: Telling) -> Decision | None:
    agreed = w.COMPLETE.read(t.prompt.before) and _YES.search(t.prompt.said)
    if t.trip is None or not (_FLIGHT.search(t.prompt.said) or agreed):
        return None
    if (asked := _missing(t)) is not None:
        return asked
    there, here = t.city(t.trip), t.prompt.city(t.trip.slots.get("origin", "")) or t.wishes.home
    if here is None:
        return t.say(w.ASK_HOME)
    back = bool(_HOME.search(t.prompt.said))
    arguments = {
        "origin": there if back else here,
        "destination": here if back else there,
        "date": t.trip.slots["return_date" if back else "departure_date"],
    }
    return Call(tool="search_flights", arguments=arguments)


def _hotels(t: Telling) -> Decision | None:
    if t.trip is None or not _HOTEL.search(t.prompt.said):
        return None
    return Call(tool="search_hotels", arguments={"city": t.city(t.trip)})


def _recap(t: Telling) -> Decision | None:
    if not _ASKS.search(t.prompt.said):
        return None
    if t.trip is None:
        return t.say(w.NO_TRIP) if t.prompt.city(t.prompt.said) else None
    return t.say(w.RECAP, city=t.named(t.city(t.trip)), facts=t.facts())


def _missing(t: Telling) -> Decision | None:
    if t.trip is None or not t.trip.missing:
        return None
    return t.say(t.question(t.trip.missing))


def _complete(t: Telling) -> Decision | None:
    asked = any(one.read(t.prompt.before) is not None for one in (w.ASK_BUDGET, w.ASK_PEOPLE, w.ASK_DAYS))
    if t.trip is None or not asked:
        return None
    return t.say(w.COMPLETE, city=t.named(t.city(t.trip)), facts=t.facts())


def _waiting(t: Telling) -> Decision | None:
    return t.say(w.KEEP_ORDER, text=t.prompt.waiting) if t.prompt.waiting else None


def _learned(t: Telling) -> Decision | None:
    return t.say(w.LEARNED, name=t.prompt.learned) if t.prompt.learned else None


def _thanked(t: Telling) -> Decision | None:
    return t.say(w.WELCOME) if _THANKS.search(t.prompt.said) else None


def _moving(t: Telling) -> Decision | None:
    """Go on with what the user agreed to: every old booking cancelled, then each booked for the new day."""
    if t.trip is None or not w.OLD_DAYS.read(t.prompt.before):
        return None
    if t.last.failed:
        return t.say(w.NOT_DONE, reason=t.last.failed)
    if old := t.old_bookings():
        return Call(tool="cancel", arguments={"code": old[0]["code"]})
    given_back = [one.result["booking"] for one in t.prompt.done if one.tool == "cancel"]
    again = [one for one in t.prompt.done if one.tool in ("book_flight", "book_hotel")]
    if len(again) < len(given_back):
        return t.book_again(given_back[len(again)])
    return t.say(w.MOVED, codes=w.AND[t.language].join(one.result["code"] for one in again))


def _putting_right(t: Telling) -> Decision | None:
    """Go on after a complaint about a loud room: look for a quiet one, book it, say sorry."""
    if not _BLAME.search(t.prompt.said) or t.trip is None or t.last.failed:
        return None
    if t.last.tool == "cancel":
        return Call(tool="search_hotels", arguments={"city": t.city(t.trip)})
    if t.last.tool == "search_hotels":
        quiet = [one for one in t.last.result if one["quiet"]]
        return t.book_hotel(quiet[0]) if quiet else t.say(w.SORRY_ONLY)
    if t.last.tool != "book_hotel":
        return None
    old = next(one.arguments["code"] for one in t.prompt.done if one.tool == "cancel")
    booked, name = t.last.result, t.last.arguments["name"]
    return t.say(w.SORRY, old=old, name=name, code=booked["code"], price=t.price(booked["total"]), used=("quiet",))


def _failed(t: Telling) -> Decision | None:
    if not t.last.failed:
        return None
    if t.last.tool == "book_flight" and (other := t.other_flight(t.last.arguments["number"])):
        price, departs = t.price(other["price"]), other["departs"]
        gone, free = t.last.arguments["number"], other["number"]
        return t.say(w.SOLD_OUT, number=gone, other=free, departs=departs, price=price, used=("red_eyes", "yuan"))
    if (instead := w.OTHER.get(t.last.tool)) is not None:
        return t.say(w.TRY_LATER, reason=t.last.failed, other=instead.say(t.language))
    return t.say(w.NOT_DONE, reason=t.last.failed)


def _found_hotels(t: Telling) -> Decision | None:
    if t.last.tool != "search_hotels":
        return None
    near = [one for one in t.last.result if _STATION.search(t.prompt.said) and _STATION.search(one["area"])]
    if near and _BOOK.search(t.prompt.said):
        return t.book_hotel(near[0])
    return t.hotels(near or t.last.result)


def _told(t: Telling) -> Decision | None:
    """What a call gave, in words."""
    return t.result(t.last)


BEFORE: Sequence[Rule] = (
    *(_keep, _about_me, _learned, _aside, _blamed, _over, _new, _take_up, _brief, _move),
    *(_flight_chosen, _hotel_chosen, _flights, _hotels, _recap, _waiting, _missing, _complete, _thanked),
)
AFTER: Sequence[Rule] = (_moving, _putting_right, _failed, _found_hotels, _told)
