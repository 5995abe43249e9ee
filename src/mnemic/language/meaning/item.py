"""What a statement means, as an item that can be compared.

How much it says that two statements share a word: kin, homes and wishes are in many, a nut allergy in few.

What a statement is made of once its words are read: items, quantities and marks.

Which of two things a statement puts first in time: "A before B", "B after A" and 先A再B say the same, "B before A"
does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from mnemic.domain.regex import Regex
from mnemic.language.meaning.quantity import Quantity

COMMON_MIN = 4  # statements of the corpus that hold a word, from which it is listed


def item_rarity(item: Item, language: str) -> float:
    """What an item weighs, 0-1: the logarithm of how few statements hold it, over that of all."""
    return _table(language).get(item.name_of_concept, 1.0)


@cache
def _table(language: str) -> Mapping[str, float]:
    stored = json.loads((files("mnemic.language.meaning") / "rarity.json").read_text(encoding="utf-8"))
    table: Mapping[str, float] = stored[language]
    return table


Span = tuple[int, int]  # places in a statement, in code points
NONE: Mapping[int, int] = MappingProxyType({})
MEANS_NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One content word or phrase: a concept of the thesaurus, a name, or a word that stands for itself."""

    form: str  # its words, stemmed
    start: int  # place in the statement, in code points
    said: str  # as it was said
    concepts: Mapping[str, int] = field(default_factory=lambda: MEANS_NOTHING)  # group to side
    classes: Mapping[int, int] = field(
        default_factory=lambda: NONE
    )  # class of words that exclude each other, to place in it
    name: bool = False
    owner: bool = False  # a name with 's or 的
    belongs: bool = False  # it follows "the user's" or 用户的
    denials: int = 0  # negations inside a phrase
    light: bool = False  # a word that says little: where the other statement lacks it, nothing is missing
    parts: tuple[Item, ...] = ()  # of a phrase: its words, for statements that say it another way
    mark: str = ""  # "from" or "to" right before it
    denied: bool = False  # a negation stands right before it
    lesser: bool = False  # something else is preferred to it

    @property
    def name_of_concept(self) -> str:
        """The concept it stands for; a word of no group stands for itself."""
        return next(iter(self.concepts), self.form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a statement puts first in time, and what after it."""

    earlier: Span
    later: Span

    def side(self, item: Item) -> int:
        """-1 for what comes first, 1 for what comes later, 0 for neither."""
        if self.earlier[0] <= item.start < self.earlier[1]:
            return -1
        return 1 if self.later[0] <= item.start < self.later[1] else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """A statement as a bag of what it says, in order of saying."""

    language: str
    text: str  # with its short negations written out
    items: tuple[Item, ...]
    quantities: tuple[Quantity, ...]
    negations: int  # outside phrases
    times: frozenset[str]  # "ended", "intended": whether it speaks of what was, or of what shall be
    bound: str  # "min", "max" or "": whether its quantity is a bound
    passive: bool
    suffered: int  # where the verb stands whose object the user or the first word is ("was hired by"), or -1
    order: Order | None  # what it puts first in time
    user: int  # where it names the user, or -1
    literal: tuple[str, ...]  # its content words as they are, for how much was reworded
    tokens: tuple[str, ...]  # all its words, for how much of its build was kept


_PLAIN_EN = r"(?<!look )(?<!looks )(?<!looking )(?<!looked )(?<!named )(?<!called )(?<!takes )(?<!day )(?<!soon )"
_BEFORE_EN = r"\b(?:before|prior to|ahead of|precedes?|preceded)\b"
_AFTER_EN = rf"{_PLAIN_EN}\b(?:after|following|follows|once|as soon as)\b(?!\s(?:all|noon|an?\b|per\b|each\b|every\b))"
_ENGLISH = (
    # (rule, whether what it names first comes first)
    (Regex(r"^\W*before\s(?P<later>[^,]+?)(?:,|\s(?=(?:he|she|they|the user|it)\b))(?P<earlier>.+)", re.I)),
    (Regex(rf"^\W*(?:{_AFTER_EN})\s(?P<earlier>[^,]+?)(?:,|\s(?=(?:he|she|they|the user|it)\b))(?P<later>.+)", re.I)),
    (Regex(rf"^(?P<earlier>.+?){_BEFORE_EN}(?P<later>.+)", re.I)),
    (Regex(rf"^(?P<later>.+?)(?:{_AFTER_EN})(?P<earlier>.+)", re.I)),
    (Regex(r"^(?P<earlier>.+?)\b(?:then|afterwards|followed by|and (?:later|after that))\b(?P<later>.+)", re.I)),
)
_NOT_FRONT = r"(?<![目此从空当提眼跟生之以午])"
_CHINESE = (
    Regex(r"先(?P<earlier>[^，,。；]+?)[，,]?(?:然后|之后|以后|后来|随后|接着|再|才|后)(?!台|端|悔|果)(?P<later>.+)"),
    Regex(rf"^(?P<later>.+?)(?:之前|以前|{_NOT_FRONT}前(?![台端任妻夫面者提往途进天年后锋沿程男女]))(?P<earlier>.+)"),
    Regex(
        r"^(?P<earlier>.+?)(?:完[了成]?)?(?:之后|以后|(?<![最今售落背幕午先前])后(?![台端面悔天果年来续勤]))"
        r"(?P<later>.+)"
    ),
    Regex(r"^(?P<earlier>.+?)[，,]?(?:然后|随后|接着|(?<!不)再(?![也次三])|(?<!刚)才(?![能会华艺]))(?P<later>.+)"),
)
_WORDS_OF_ORDER = frozenset({"before", "前", "先", "以后", "以前", "earlier"})
SIGNS_OF_ORDER = frozenset("先 再 才 后 前 完 之后 之前 以后 以前 后来 然后 onc then afterward".split())
_DENIED = Regex(r"\b(?:not|never|no)\b|[不没未别](?!同)", re.I)


def read_order(language: str, text: str) -> Order | None:
    """The order that a statement tells, or None: it tells none, or denies one ("not before")."""
    for rule in _CHINESE if language == "zh" else _ENGLISH:
        if match := rule.search(text):
            if _DENIED.search(match.group()):
                return None
            return Order(earlier=match.span("earlier"), later=match.span("later"))
    return None


def order_agreement(one: Order | None, other: Order | None, pairs: Sequence[tuple[Item, Item, float]]) -> int:
    """1 where two statements tell one order of what both name, -1 where they tell the other, 0 where that is open.

    Args:
        pairs: items that say the same, with how surely.
    """
    if one is None or other is None:
        return 0
    sides = [one.side(a) * other.side(b) for a, b, _ in pairs]
    agreeing, opposing = sides.count(1), sides.count(-1)
    return (agreeing > opposing) - (agreeing < opposing)


def tells_order(item: Item) -> bool:
    """Whether an item only says what comes first."""
    return bool(item.concepts.keys() & _WORDS_OF_ORDER) or item.form in SIGNS_OF_ORDER
