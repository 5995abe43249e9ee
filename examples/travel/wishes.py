"""What the notes in a prompt say the user wants, as a rule can read it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from examples.travel.prompt import Note, Prompt
from examples.travel.words import ALLERGY

_AISLE = re.compile(r"\baisle\b|过道|走道", re.IGNORECASE)
_WINDOW = re.compile(r"\bwindow\b|靠窗", re.IGNORECASE)
_RED_EYE = re.compile(r"\bred-?\s?eyes?\b|红眼", re.IGNORECASE)
QUIET = re.compile(r"\bquiet\b|安静", re.IGNORECASE)
_YUAN = re.compile(r"\byuan\b|\bCNY\b|人民币", re.IGNORECASE)
_PRICES = re.compile(r"\bprices?\b|价格|报价|价钱", re.IGNORECASE)
_PEANUT = re.compile(r"\bpeanuts?\b|花生", re.IGNORECASE)
_HOME = re.compile(r"\blives? in\b|\bhome\b|家在|住在|住地", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What holds for the trip at hand, and the ids of the notes that say so."""

    seat: str | None
    red_eyes: bool  # whether red-eyes are welcome
    quiet: bool
    yuan: bool
    note: str  # to the airline
    home: str | None  # a city by its English name
    used: dict[str, str]  # by wish, the beginning of the note's id

    def ids(self, *wishes: str) -> tuple[str, ...]:
        """The notes behind some of the wishes."""
        return tuple(dict.fromkeys(self.used[wish] for wish in wishes if wish in self.used))


def wishes(prompt: Prompt) -> Wishes:
    """The wishes in the notes. A seat said for the trip at hand holds before the lasting one."""
    aisle, window = _first(prompt, _AISLE), _first(prompt, _WINDOW)
    lasting = "aisle" if aisle else "window" if window else None
    of_trip = prompt.trip.slots.get("seat") if prompt.trip else None
    home = next((one for one in prompt.notes if _HOME.search(one.text) and prompt.city(one.text)), None)
    found = {
        "seat": None if of_trip else aisle or window,
        "red_eyes": _first(prompt, _RED_EYE),
        "quiet": _first(prompt, QUIET),
        "yuan": next((one for one in prompt.notes if _YUAN.search(one.text) and _PRICES.search(one.text)), None),
        "note": _first(prompt, _PEANUT),
        "home": home,
    }
    return Wishes(
        seat=of_trip or lasting,
        red_eyes=found["red_eyes"] is None,
        quiet=found["quiet"] is not None,
        yuan=found["yuan"] is not None,
        note=ALLERGY.say(prompt.language) if found["note"] else "",
        home=prompt.city(home.text) if home else None,
        used={wish: note.id for wish, note in found.items() if note is not None},
    )


def _first(prompt: Prompt, sign: re.Pattern[str]) -> Note | None:
    return next((one for one in prompt.notes if sign.search(one.text)), None)
