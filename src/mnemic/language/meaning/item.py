"""What a statement is made of once its words are read: items, quantities and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from mnemic.language.meaning.quantity import Quantity

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
