"""How two meanings stand to each other: what both say, what only one says, and what keeps them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, pairwise

from mnemic.language.meaning.item import SIGNS_OF_ORDER, Item, Meaning, item_rarity, order_agreement, tells_order
from mnemic.language.meaning.modality import differ_by_particle, modalities_conflict, only_one_qualified
from mnemic.language.meaning.polarity_marks import Exchange, on_other_side, role_exchange
from mnemic.language.meaning.quantity import (
    Measure,
    on_different_sides,
    on_opposite_sides,
    only_one_bounds,
    pair_quantities,
)

PART = 0.6  # what a word counts that is only akin to the other's: 公寓 and 一居公寓, analysis and analyst
LOOSE = 0.4  # what a character counts that begins or ends the other's word: 票 and 门票, 租 and 租住
SLIGHT = 0.01  # weight that is taken for nothing
_MOBILE = frozenset({"yet", "alreadi", "still"})
_WORK = frozenset({"job", "工作", "上班"})  # of the user's, but nobody else
CONVERSE = frozenset({"older", "大"})  # concepts whose contrary says the same with the two people exchanged
PREFIX_MIN = 5  # letters two English words share from the first on to be akin
SUFFIX_MAX = 3  # letters each may have after that


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Two statements side by side."""

    share: float  # 0-1: of the content of both that the other has too; of the one that has less of it in common
    mean: float  # 0-1: the same, over both together
    shared: float  # weight of the content that both have; a word weighs 0-1 by its rarity
    lone: tuple[float, float]  # weight of the content of each that the other has not
    left: tuple[Item, ...]
    right: tuple[Item, ...]
    kept: float  # 0-1: of all words, in order; near 1 one statement is an edit of the other
    edits: int  # places where their words, in order, are not the same
    exact: bool  # no shared word is only akin
    alone: tuple[int, int]  # content words of each that the other has not
    literal: float  # 0-1: of their words that are the very same; near 1 one is an edit of the other
    quantities: int  # that both have
    bare: int  # of these, numbers without a unit
    quantities_alone: tuple[int, int]
    names: int
    names_alone: tuple[int, int]
    conflicting: bool  # they hold to another extent or with another force: always and rarely, must and may
    qualified: bool  # only one of them holds nearly, possibly or only
    redirected: bool  # they differ by a particle that turns the sense round
    denied: bool  # a word that both say is denied by one of them only
    swapped: bool  # what one prefers is what the other puts second
    loose: int  # shared words that are only akin by one sign: 票 and 门票
    contrary: bool  # a word of one is the contrary of a word of the other
    odd: bool  # one affirms what the other denies
    unclear: bool  # whether one holds a contrary word without counterpart, so that `odd` may err
    others: bool  # one is about somebody of the user's whom the other does not speak of
    exclusive: tuple[str, str] | None  # two words that exclude each other
    ended: bool  # one speaks of what no longer is, the other does not
    intended: bool  # one speaks of what shall be, the other does not
    bounds: bool  # one says at least, the other at most
    sided: bool  # one speaks of the time before or after a time, the other of that time
    until: bool  # one speaks of what leads up to an amount or a time, the other of that itself
    bounded: bool  # one gives a bound, the other does not
    turned: bool  # the same names in other roles
    misordered: bool  # what one puts first in time the other puts second
    reordered: bool  # the same content in another order
    permuted: bool  # the very same words in another order
    lengths: tuple[int, int]  # content words and quantities of each


def compare_meanings(one: Meaning, other: Meaning) -> Likeness:
    """Compare two statements of one language."""
    pairs, left, right = _aligned(one.items, other.items)
    exclusive = _exclusive(_first(left), _first(right))
    inside = sum(item.denials for item in (*left, *right))
    parted, left, right = _aligned(_apart(left), _apart(right))
    pairs += parted
    left, right = [item for item in left if _counts(item)], [item for item in right if _counts(item)]
    lone_left, lone_right, both = pair_quantities(one.quantities, other.quantities)
    ordered = order_agreement(one.order, other.order, pairs)
    if ordered:
        pairs = [pair for pair in pairs if not (tells_order(pair[0]) and tells_order(pair[1]))]
        left, right = ([item for item in side if not tells_order(item)] for side in (left, right))
        exclusive = exclusive if exclusive and not set(exclusive) & SIGNS_OF_ORDER else None
    exchanged = role_exchange(pairs, one, other)
    crossed = sum(on_other_side(a, b) for a, b, _ in pairs) % 2
    flips = (crossed + (exchanged is Exchange.CONVERSE)) % 2
    pairs = [pair for pair in pairs if not (pair[0].light and pair[1].light)]
    named = _named_first(one, other)
    pairs = [pair for pair in pairs if not named or pair[0].start or pair[1].start]
    names = [(a, b) for a, b, _ in pairs if (a.name and b.name) or (a.form == b.form and (a.name or b.name))]
    roles = len(names) - _joined(names, one.text) > 1
    if flips and len(names) == 1 and _beside_user(names[0][0], one) != _beside_user(names[0][1], other):
        flips = 0  # "Tom is older than the user" and "the user is younger than Tom"
    denials = (one.negations + other.negations + inside + (0 if roles else flips)) % 2
    weight = sum(w * min(item_rarity(a, one.language), item_rarity(b, one.language)) for a, b, w in pairs)
    held = sum(min(item_rarity(a, one.language), item_rarity(b, one.language)) for a, b, _ in pairs)
    lone = [sum(item_rarity(item, one.language) for item in side) for side in (left, right)]
    totals = (len(pairs) + len(left), len(pairs) + len(right))
    matcher = SequenceMatcher(None, one.tokens, other.tokens, autojunk=False)
    counted = [sum(q.measure is Measure.COUNT and not q.lone for q in m.quantities) for m in (one, other)]
    return Likeness(
        share=weight / max(held + max(lone), SLIGHT),
        mean=2 * weight / max(2 * held + sum(lone), SLIGHT),
        shared=weight,
        lone=(lone[0], lone[1]),
        left=tuple(left),
        right=tuple(right),
        kept=matcher.ratio(),
        edits=sum(tag != "equal" for tag, *_ in matcher.get_opcodes()),
        exact=all(w == 1.0 for _, _, w in pairs),
        alone=(len(left), len(right)),
        literal=_literal(one, other),
        quantities=both,
        bare=min(both, *counted),
        quantities_alone=(len(lone_left), len(lone_right)),
        names=len(names),
        names_alone=(sum(i.name for i in left), sum(i.name for i in right)),
        odd=bool(denials),
        conflicting=modalities_conflict(one.text, other.text, one.language, converse=exchanged is Exchange.CONVERSE),
        qualified=only_one_qualified(one.text, other.text, one.language),
        redirected=differ_by_particle(one.tokens, other.tokens),
        denied=any(w == 1.0 and a.denied != b.denied and not on_other_side(a, b) for a, b, w in pairs),
        swapped=any(a.lesser != b.lesser for a, b, _ in pairs)
        and any(i.lesser for i in one.items)
        and any(i.lesser for i in other.items),
        loose=sum(w < PART for _, _, w in pairs),
        contrary=bool(flips)
        and not roles
        and not any(on_other_side(a, b) and a.concepts.keys() & CONVERSE for a, b, _ in pairs),
        unclear=any(-1 in i.concepts.values() for i in (*left, *right)),
        others=_others(left, one, other) or _others(right, other, one),
        exclusive=exclusive or _exclusive(_first(left), _first(right)),
        ended="ended" in one.times ^ other.times,
        intended="intended" in one.times ^ other.times,
        bounds=bool(one.bound and other.bound and one.bound != other.bound) or _marks_differ(one, other),
        sided=on_different_sides(one.quantities, other.quantities),
        until=only_one_bounds(one.quantities, other.quantities),
        bounded=bool(one.bound) != bool(other.bound),
        turned=(roles and ordered <= 0 and _turned(names, bool((one.passive != other.passive) + crossed & 1)))
        or exchanged is Exchange.TURNED
        or any({a.mark, b.mark} == {"from", "to"} for a, b, _ in pairs),
        misordered=ordered < 0,
        reordered=not ordered and _reordered(pairs),
        permuted=ordered <= 0 and _permuted(one.tokens, other.tokens),
        lengths=(totals[0], totals[1]),
    )


def _first(items: Sequence[Item]) -> list[Item]:
    """Items without what something else is preferred to."""
    return [item for item in items if not item.lesser]


def _counts(item: Item) -> bool:
    """Whether something is missing where the other statement lacks the item."""
    return not item.light and not item.lesser


def _named_first(one: Meaning, other: Meaning) -> bool:
    """Whether both statements begin with one word that no thesaurus knows: the name of whom they are about, which says
    as little as "the user" would."""
    if not one.items or not other.items:
        return False
    first, second = one.items[0], other.items[0]
    same = first.form == second.form and first.owner == second.owner
    return same and first.start == second.start == 0 and not first.concepts


def _beside_user(name: Item, said: Meaning) -> int:
    """Whether a name stands before the user (-1), after (1), or alone (0)."""
    return 0 if said.user < 0 else -1 if name.start < said.user else 1


def _others(lone: Sequence[Item], said: Meaning, other: Meaning) -> bool:
    """Whether one statement is about somebody of the user's, and the other about the user."""
    somebody = (item for item in lone if item.belongs and item.classes and not item.concepts.keys() & _WORK)
    theirs = said.user >= 0 and next(somebody, None) is not None
    return theirs and other.user >= 0 and not any(item.belongs for item in other.items)


def _apart(items: Sequence[Item]) -> list[Item]:
    """Phrases without counterpart as their words."""
    return [part for item in items for part in (item.parts or (item,))]


def _joined(names: Sequence[tuple[Item, Item]], text: str) -> int:
    """How many names only go on another: Lund, after Mr."""
    spans = sorted((a.start, a.start + len(a.said)) for a, _ in names)
    return sum(text[end:start] in ("", " ", ". ") for (_, end), (start, _) in pairwise(spans))


def _turned(names: Sequence[tuple[Item, Item]], inverted: bool) -> bool:
    """Whether two names have changed roles: another is the owner, or the order is another without a passive or a
    converse word to make up for it."""
    owners = [(a.owner, b.owner) for a, b in names]
    if sum(a for a, _ in owners) == 1 == sum(b for _, b in owners):
        return any(a != b for a, b in owners)
    names = [(a, b) for a, b in names if not (a.mark and a.mark == b.mark)]  # "to York from Leeds"
    order = [b.start for _, b in sorted(names, key=lambda pair: pair[0].start)]
    crossed = sum(x > y for x, y in combinations(order, 2)) % 2 == 1
    return crossed != inverted


def _aligned(
    one: Sequence[Item], other: Sequence[Item]
) -> tuple[list[tuple[Item, Item, float]], list[Item], list[Item]]:
    """Items that say the same, with how surely, and what is left of each."""
    scored = sorted(
        ((weight, -i, -j) for i, a in enumerate(one) for j, b in enumerate(other) if (weight := _akin(a, b))),
        reverse=True,
    )
    used_left: set[int] = set()
    used_right: set[int] = set()
    pairs: list[tuple[Item, Item, float]] = []
    for weight, i, j in scored:
        if -i not in used_left and -j not in used_right:
            used_left.add(-i)
            used_right.add(-j)
            pairs.append((one[-i], other[-j], weight))
    left = [item for i, item in enumerate(one) if i not in used_left]
    right = [item for j, item in enumerate(other) if j not in used_right]
    return pairs, left, right


def _akin(one: Item, other: Item) -> float:
    if one.form == other.form or (one.concepts and not one.concepts.keys().isdisjoint(other.concepts)):
        return 1.0
    a, b = one.form, other.form
    if one.name and other.name:
        return 1.0 if min(len(a), len(b)) > 1 and not a.isascii() and (a.startswith(b) or b.startswith(a)) else 0.0
    if _differ(one, other):
        return 0.0
    if not a.isascii() or not b.isascii():
        short, long = sorted((a, b), key=len)
        if len(short) > 1 and short in long:
            return PART
        if len(short) == 1 and len(long) in (2, 3) and short in (long[0], long[-1]):
            return LOOSE
        return PART if len(set(a) & set(b)) * 2 > max(len(a), len(b)) > 1 else 0.0
    common = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return PART if common >= PREFIX_MIN and max(len(a), len(b)) - common <= SUFFIX_MAX else 0.0


def _differ(one: Item, other: Item) -> bool:
    return bool(one.classes and other.classes) and any(
        other.classes.get(group, place) != place for group, place in one.classes.items()
    )


def _exclusive(left: Sequence[Item], right: Sequence[Item]) -> tuple[str, str] | None:
    return next(((a.form, b.form) for a in left for b in right if _differ(a, b)), None)


def _marks_differ(one: Meaning, other: Meaning) -> bool:
    return any(on_opposite_sides(a, b) for a in one.quantities for b in other.quantities)


def _literal(one: Meaning, other: Meaning) -> float:
    left, right = Counter(one.literal), Counter(other.literal)
    return (left & right).total() / max(left.total(), right.total(), 1)


def _permuted(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two rows of words are the very same words in another order. "Yet" may stand anywhere."""
    left, right = ([word for word in row if word not in _MOBILE] for row in (one, other))
    return left != right and Counter(left) == Counter(right)


def _reordered(pairs: Sequence[tuple[Item, Item, float]]) -> bool:
    places = [b.start for a, b, _ in sorted(pairs, key=lambda pair: pair[0].start)]
    return places != sorted(places)
