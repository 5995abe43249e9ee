"""Which of two things a statement puts first in time: "A before B", "B after A" and 先A再B say the same, "B before A"
does not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemic.domain.regex import Regex
from mnemic.language.meaning.item import Item, Order

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
