"""Who does it and to whom: "Anton lent him a drill" and "borrowed a drill from Anton" say the same, "lent Anton a
drill" does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from mnemic.domain.regex import Regex
from mnemic.language.meaning.item import Item, Meaning

Pairs = Sequence[tuple[Item, Item, float]]

CONVERSES = frozenset(
    "lend give get teach buy hire employ owe tenant landlord report to receive learn send sell"
    " 借给 教 买 借 学 房东 租客 房客 上级 嫁 娶 卖 寄 给 收到 汇报给".split()
)
"""Concepts whose two sides are one matter seen from its two people."""
_FIRST_MAX = 4  # code points before the first word: "The "
_HIM = Regex(r"\s*(?:him|her|them|the user|me)\b|[了过着]?(?:他|她|用户|我)(?!们?的)", re.IGNORECASE)
_BY = Regex(r"(?:\bby\s(?:the\s)?|[被由])$", re.IGNORECASE)
_WITH = Regex(
    r"(?:\b(?:from|to|with|for|by)\s(?:(?:the|a|an|his|her|their)\s)?|[向跟和与从把对替为给])$", re.IGNORECASE
)


class Exchange(StrEnum):
    """How the roles of two statements stand to each other."""

    KEPT = "kept"
    CONVERSE = "converse"  # exchanged, with a word that turns them back
    TURNED = "turned"


def on_other_side(one: Item, other: Item) -> bool:
    """Whether two items of one concept stand on its two sides."""
    shared = one.concepts.keys() & other.concepts.keys()
    return bool(shared) and all(one.concepts[group] != other.concepts[group] for group in shared)


def role_exchange(pairs: Pairs, one: Meaning, other: Meaning) -> Exchange:
    """How the roles of what both statements name stand to each other."""
    verbs = [(a, b) for a, b, _ in pairs if on_other_side(a, b) and a.concepts.keys() & b.concepts.keys() & CONVERSES]
    moved = [(a, b) for a, b, _ in pairs if not a.light and not on_other_side(a, b)]
    passive = (one.suffered >= 0) != (other.suffered >= 0)
    parties = [(a, b) for a, b in moved if _party(a, one, b, other)]
    if any((_led(a, verb, one) != _led(b, back, other)) != passive for verb, back in verbs for a, b in parties):
        return Exchange.CONVERSE
    names = [(a, b) for a, b, _ in pairs if (a.name or b.name) and a.form == b.form]
    if verbs or len(names) > 1:
        return Exchange.KEPT
    done = [(a, b) for a, b, _ in pairs if not a.name and not b.name and not on_other_side(a, b)]
    if (one.suffered >= 0) != (other.suffered >= 0):
        return _voiced(names, done, one, other)
    if names and any(_answers(names[0], verb, one, other) for verb in done):
        return Exchange.TURNED
    return Exchange.KEPT


def _led(item: Item, verb: Item, said: Meaning) -> bool:
    """Whether somebody stands before a word as the one who does it."""
    return item.start < verb.start and not item.owner and not _WITH.search(said.text[: item.start])


def _party(a: Item, one: Meaning, b: Item, other: Meaning) -> bool:
    """Whether a word that both statements hold is somebody who takes part: first in one, and named or with "from" or
    "to" in the other."""
    return any(
        (first.start <= _FIRST_MAX or first.name)
        and (second.name or bool(second.mark) or bool(_WITH.search(said.text[: second.start])))
        for first, second, said in ((a, b, other), (b, a, one))
    )


def _voiced(
    names: Sequence[tuple[Item, Item]], done: Sequence[tuple[Item, Item]], one: Meaning, other: Meaning
) -> Exchange:
    """Of an active and a passive statement, whether the passive makes up for the exchange of roles."""
    back = one.suffered < 0
    passive = other if back else one
    for a, b in done:
        verb, plain = (b, a) if back else (a, b)
        if not verb.start <= passive.suffered < verb.start + len(verb.said):
            continue
        if names:
            name, again = (names[0][1], names[0][0]) if back else names[0]
            does = bool(_BY.search(passive.text[: name.start]))
            return Exchange.TURNED if does and not _led(again, plain, one if back else other) else Exchange.KEPT
        active = one if back else other
        return Exchange.TURNED if not _before(active, plain) else Exchange.KEPT
    if names and passive.language == "zh":
        name, again = (names[0][1], names[0][0]) if back else names[0]
        verbs = [(b, a) if back else (a, b) for a, b in done]
        does = bool(_BY.search(passive.text[: name.start]))
        return (
            Exchange.TURNED
            if does and any(not _led(again, plain, one if back else other) for _, plain in verbs)
            else Exchange.KEPT
        )
    return Exchange.KEPT


def _before(said: Meaning, verb: Item) -> bool:
    """Whether somebody or something stands before a verb, which then does it."""
    return any(item.start < verb.start and not item.light for item in said.items)


def _answers(name: tuple[Item, Item], verb: tuple[Item, Item], one: Meaning, other: Meaning) -> bool:
    """Whether one statement says that somebody does it to the user, and the other that the user does it to them."""
    for n, v, said, n2, v2, back in (
        (name[0], verb[0], one, name[1], verb[1], other),
        (name[1], verb[1], other, name[0], verb[0], one),
    ):
        if n.start == 0 and n.start < v.start and _HIM.match(said.text, v.start + len(v.said)):
            between = back.text[v2.start + len(v2.said) : n2.start]
            return v2.start < n2.start and not between.strip(" 了过着") and not _before(back, v2)
    return False
