"""Slips of the keyboard in the words the rules hang on: "alergic", "vegitarian", "tommorow"."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_WATCHED = (
    "allergic allergy vegetarian pescatarian daughter husband girlfriend boyfriend favourite favorite prefer prefers "
    "tomorrow yesterday wednesday saturday february appointment birthday definitely because always "
    "penicillin intolerant "
    "diabetic medication engineer restaurant dentist doctor address sister brother sandwich coffee breakfast usually "
    "moved living lives allergies reminder remember remind please instead anymore weekend meeting moving currently "
    "really actually switched changed cancelled chocolate vegan gluten lactose asthma apartment"
).split()
_COMMON = {
    "vegitarian": "vegetarian",
    "vegeterian": "vegetarian",
    "tommorow": "tomorrow",
    "tommorrow": "tomorrow",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "definately": "definitely",
    "definatly": "definitely",
    "wensday": "wednesday",
    "febuary": "february",
    "resturant": "restaurant",
    "medecine": "medicine",
    "neice": "niece",
    "freind": "friend",
    "teh": "the",
    "liek": "like",
    "realy": "really",
    "alot": "a lot",
    "aswell": "as well",
    "cos": "because",
    "coz": "because",
    "cuz": "because",
    "becuase": "because",
    "bcos": "because",
    "tho": "though",
    "luv": "love",
    "fav": "favourite",
    "fave": "favourite",
    "bday": "birthday",
    "appt": "appointment",
    "perfer": "prefer",
    "evry": "every",
    "lil": "little",
    "rly": "really",
    "ur": "your",
    "u": "you",
    "nvm": "never mind",
    "thru": "through",
    "hav": "have",
    "havin": "having",
    "goin": "going",
    "livin": "living",
    "workin": "working",
    "movin": "moving",
}
_REAL = frozenset(
    (
        "bother brothers refer prefers preferred favorites favourites doctors dentists moves moved mved "
        "lives live liver "
        "vegans reminders remembers sisters meetings chocolates weekends addresses ally alleges removed really moving "
        "changes change charged chanced switches living loving lining livings dived changed moed loved "
        "mover actual prefer"
    ).split()
)
"""Words that a slip could make and that mean themselves."""
_LETTERS_MIN = 6


def _slips(word: str) -> set[str]:
    """The word with a letter left out, two letters swapped, or a letter doubled; its first letter stays."""
    places = range(1, len(word))
    out = {word[:i] + word[i + 1 :] for i in places}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1)}
    doubled = {word[: i + 1] + word[i:] for i in places}
    return (out | swapped | doubled) - {word}


_MEANT = {
    **{
        slip: word
        for word in _WATCHED
        if len(word) >= _LETTERS_MIN
        for slip in _slips(word)
        if slip not in _REAL and slip not in _WATCHED
    },
    **_COMMON,
}
_TRAILING_THO = Regex(r"\btho(?= (?:she|he|they|it|we|i)(?:s|'s|re|m)?\b)", re.IGNORECASE)
_WORD = Regex(r"(?<![\w'’@/.-])[a-zA-Z]+(?![\w'’@/-])")


def fix_misspellings(text: str) -> str:
    """The text with such slips put right; every other word as it is."""

    def right(found: re.Match[str]) -> str:
        word = found.group()
        meant = _MEANT.get(word.lower())
        if meant is None or (word.isupper() and len(word) > 1) or (word[0].isupper() and found.start() > 0):
            return word
        return meant.capitalize() if word[0].isupper() else meant

    if _MEANT.keys().isdisjoint(_WORD.findall(text.lower())):
        return text
    return _WORD.sub(right, _TRAILING_THO.sub("though,", text))
