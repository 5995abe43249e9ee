"""What a user asked for or did, as one message tells it, and when two of them are the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SIDE_WORDS = frozenset({"no", "less", "more", "without"})
"""Words of a core that say to which side it is meant; they never make up a core of their own."""


ACQUIRING_VERBS = frozenset("buy sell order borrow lose return 买 卖 订 借 修 找 换 丢".split())
"""Verbs whose object is a thing, whatever is done with it: who bought a piano has not played it."""


class ActKind(StrEnum):
    """What a message tells of: a wish, or something that was done."""

    WISH = "wish"  # asked for, or chosen
    DEED = "deed"  # done


class ActForm(StrEnum):
    """How the words of an act stand in a sentence."""

    NOUN = "noun"  # "a window seat"
    ORDER = "order"  # "make it vegetarian"
    PAST = "past"  # "sorted the invoices"
    DOING = "doing"  # "doing paperwork"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One wish or deed of a message.

    `core` holds the stems of its content words, synonyms as one; `head` is the one that the others qualify, "" where it
    has none ("make it vegetarian"). `verb` is the stem of what was done, "" where it says little ("did", 弄).
    """

    sort: ActKind
    form: ActForm
    said: str  # in the message's own words, without courtesies and times
    core: frozenset[str]
    head: str = ""
    verb: str = ""
    beside: frozenset[str] = frozenset()  # content of what is not of the core: to Berlin, with Leo
    exact: bool = False  # every word of the core counts: "the meeting at nine" is not "the meeting at ten"


def is_same_act(one: Act, other: Act) -> bool:
    """Whether two acts of one language are the same thing again."""
    if one.sort is not other.sort or (one.core & SIDE_WORDS) != (other.core & SIDE_WORDS):
        return False
    return _same_deed(one, other) if one.sort is ActKind.DEED else _same_wish(one, other)


def _same_wish(one: Act, other: Act) -> bool:
    if one.exact or other.exact:
        return one.core == other.core
    fewer, more = sorted((one, other), key=lambda act: len(act.core))
    if fewer.core == more.core:
        return True
    telling = fewer.core - {more.head} - SIDE_WORDS
    return bool(telling) and fewer.core < more.core


def _same_deed(one: Act, other: Act) -> bool:
    if one.verb and other.verb and one.verb != other.verb:
        return False
    if one.verb != other.verb and not ACQUIRING_VERBS.isdisjoint((one.verb, other.verb)):
        return False
    if not one.core or not other.core:
        return bool(one.verb) and one.core == other.core
    if one.core == other.core:
        return True
    fewer, more = sorted((one, other), key=lambda act: len(act.core))
    return fewer.core < more.core and more.head in fewer.core
