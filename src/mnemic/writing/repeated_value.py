"""What a message that calls an answer wrong says again, and memories of one kind with what was corrected.

What a message that calls an answer wrong says again, and what it contradicts: "I asked for a quiet hotel" is what
the memory of quiet hotels says, and tells against one of lively streets.

What is of one kind with a memory that the user corrected (W9).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.consolidated import consolidated_id_of
from mnemic.domain.record import Kind, Memory, Status, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.index.entry import slot_key
from mnemic.language import segment
from mnemic.language.meaning import closeness, have_common_content, judge_sameness, read_meaning
from mnemic.language.segment import normal_form
from mnemic.writing.compare import SURE_MIN, is_same_value
from mnemic.writing.episodes import as_succeeded, quiet_episodes
from mnemic.writing.known_memories import KnownMemories, is_statement
from mnemic.writing.shown_memories import concepts_of_text
from mnemic.writing.taking_apart import unfold_touched

AGAIN_MIN = (
    0.8  # share of a memory's value, or where it has none of all it tells, that a clause must hold to say it again
)

_CLAUSE = Regex(r"[^,.!?;:，。！？；：\n]+(?:[.:](?=\d)[^,.!?;:，。！？；：\n]+)*")
_AVERSE = Regex(
    r"\b(?:hates?|dislikes?|loathes?|detests?|avoids?|no|not|never|without|can't|cannot|\w+n't)\b|"
    r"讨厌|不|没|别|避开|反感|拒绝",
    re.IGNORECASE,
)


def says_value_again(said: str, memory: Memory) -> bool:
    """Whether what was said holds a memory's value, to the same side, and nowhere to the other."""
    sides = {side for clause in _clauses(said) if (side := _side(clause, memory)) is not None}
    return sides == {_averse(memory)}


def contradicts_memory(said: str, memory: Memory) -> bool:
    """Whether what was said cannot be so beside a memory: it has ended, its value is said to the other side, or a word
    excludes one of its words, as an aisle seat does a window seat."""
    return not is_current(memory) or any(
        _side(clause, memory) is (not _averse(memory)) or _exclude(clause, memory.text) for clause in _clauses(said)
    )


def _clauses(said: str) -> Iterator[str]:
    return (found.group().strip() for found in _CLAUSE.finditer(said) if found.group().strip())


def _side(clause: str, memory: Memory) -> bool | None:
    """Whether a clause speaks against a memory's value, or for it; None where it does not hold the value."""
    own = concepts_of_text(memory.slot.value if memory.slot is not None else memory.text).weights
    whole = sum(own.values())
    if not whole or concepts_of_text(clause).holds(own) < AGAIN_MIN * whole or _exclude(clause, memory.text):
        return None
    return _AVERSE.search(clause) is not None


def _averse(memory: Memory) -> bool:
    if memory.slot is not None and memory.slot.polarity < 0:
        return True
    return _AVERSE.search(memory.slot.value if memory.slot is not None else memory.text) is not None


def _exclude(one: str, other: str) -> bool:
    """Whether two texts hold words of one class at different places in it."""
    left, right = read_meaning(one), read_meaning(other)
    if left is None or right is None:
        return False
    places = [item.classes for item in right.items]
    return any(
        there.get(group, place) != place
        for item in left.items
        for group, place in item.classes.items()
        for there in places
    )


MATTER_MIN = 0.5  # share of what either of two memories of one kind tells, by weight, that the other holds as well
MANNERS = (Kind.PREFERENCE, Kind.FACT, Kind.RULE, Kind.CONSTRAINT)
"""Kinds that tell how the user has things: "I always take a window seat" and "I love window seats" are of one kind."""
BROAD = ("like", "state", "habit", "diet")
"""Attributes under which what a user likes, or is, stands side by side: two of them are kin only by their values."""


def statements_like(memory: Memory, known: KnownMemories) -> list[Memory]:
    """Standing statements of the same attribute, or of the same kind and about the same matter by their words; in order
    of saying. Permanent memory is nobody's kin: no remark changes it."""
    return [other for other in _near(memory, known) if _of_one_slot(memory, other) or _of_one_matter(memory, other)]


def same_in_other_words(old: Memory, known: KnownMemories) -> list[Memory]:
    """Standing statements that say what a memory says, in its words or in others. A dense memory that holds one is
    taken apart."""
    ids = known.user_index.alike(segment.terms(old.text), known.vector_of(old), most=known.neighbours_max)
    holders = {
        holder for id in sorted(ids) if (one := known.find(id)) and (holder := consolidated_id_of(one)) is not None
    }
    unfold_touched(sorted(holders), known, lambda part: _same_slot_value(old, part) or _says_the_same(old, part, known))
    return [other for other in _near(old, known) if _same_slot_value(old, other) or _says_the_same(old, other, known)]


def replace_blamed(turn: Turn, blamed: Sequence[str], known: KnownMemories) -> None:
    """Let what a turn states take the place of the blamed memories it gives another value for, and of every standing
    statement that says the same as what it replaces, in other words."""
    stated = [
        change
        for change in known.changes
        if change.action in (Action.ADD, Action.SUPERSEDE)
        and is_statement(change.memory)
        and change.memory.sources[:1] == (turn.source,)
        and change.memory.tier in (Tier.LONG_TERM, Tier.PROPOSED)
        and is_current(change.memory)
    ]
    for change in stated:
        blamed = unfold_touched(blamed, known, partial(_gives_way, new=change.memory))
        olds = [known.get(id) for id in blamed if _gives_way(known.get(id), change.memory)]
        if len(olds) > 1:
            olds = [old for old in olds if _of_one_thing(old, change.memory)]
        beaten = {old.id: old for old in olds}
        for old in (*change.replaces, *olds):
            beaten |= {other.id: other for other in same_in_other_words(old, known) if turn.source not in other.sources}
        if beaten:
            _supersede(change, list(beaten.values()), known)


def _gives_way(old: Memory, new: Memory) -> bool:
    """Whether a memory that was called wrong cannot hold beside what is said instead: another value of the same slot,
    or a word that excludes one of the other's, as window seats do aisle seats."""
    if old.slot is None or new.slot is None or old.agent != new.agent:
        return False
    if (
        not is_current(old)
        or old.tier is Tier.PERMANENT
        or normal_form(old.slot.subject) != normal_form(new.slot.subject)
    ):
        return False
    if old.slot.polarity < 0 or new.slot.polarity < 0:
        return False
    if old.kind is not new.kind or is_same_value(old.slot.value, new.slot.value):
        return False
    return slot_key(old.slot) == slot_key(new.slot) or _same_kind_exclude(old.text, new.text)


def _same_kind_exclude(one: str, other: str) -> bool:
    """Whether two statements hold words of one class at different places in it."""
    left, right = read_meaning(one), read_meaning(other)
    if left is None or right is None:
        return False
    places = [item.classes for item in right.items]
    return any(
        other.get(group, place) != place
        for item in left.items
        for group, place in item.classes.items()
        for other in places
    )


def _of_one_thing(old: Memory, new: Memory) -> bool:
    """Whether two values are of one thing, by a word they share or by words that exclude each other."""
    if old.slot is None or new.slot is None:
        return False
    shared = set(segment.words(old.slot.value)) & set(segment.words(new.slot.value))
    return bool(shared) or _same_kind_exclude(old.text, new.text)


def _supersede(change: Change, olds: Sequence[Memory], known: KnownMemories) -> None:
    new, reason = change.memory, change.reason if change.action is Action.SUPERSEDE else "the user corrected it"
    replaced = (*change.replaces, *(as_succeeded(old, new, known.now) for old in olds))
    known.widen(change, replace(change, action=Action.SUPERSEDE, replaces=replaced, reason=reason))
    known.links += [
        Link(source=new.id, target=old.id, relation=Relation.SUPERSEDES, reason="the user corrected it", at=known.now)
        for old in olds
    ]
    quiet_episodes(known)


def _near(memory: Memory, known: KnownMemories) -> list[Memory]:
    ids = set(known.user_index.alike(segment.terms(memory.text), known.vector_of(memory), most=known.neighbours_max))
    if memory.slot is not None:
        ids |= known.user_index.ids_under(slot_key(memory.slot))
    found = [other for id in ids - {memory.id} if (other := known.find(id)) is not None]
    return sorted(
        (
            other
            for other in found
            if is_statement(other)
            and is_current(other)
            and other.status is not Status.QUARANTINED
            and other.tier is not Tier.PERMANENT
            and other.kind is not Kind.NOTE
            and other.agent == memory.agent
        ),
        key=lambda other: (other.said_at, other.id),
    )


def _of_one_slot(one: Memory, other: Memory) -> bool:
    if one.slot is None or other.slot is None or slot_key(one.slot) != slot_key(other.slot):
        return False
    broad = one.slot.attribute in BROAD or not one.slot.single
    return not broad or have_common_content(one.slot.value, other.slot.value)


def _of_one_matter(one: Memory, other: Memory) -> bool:
    """Whether two memories of one kind speak of the same: each holds half of what the other tells."""
    if one.kind is not other.kind and not (one.kind in MANNERS and other.kind in MANNERS):
        return False
    if (
        one.slot is not None
        and other.slot is not None
        and normal_form(one.slot.subject) != normal_form(other.slot.subject)
    ):
        return False
    left, right = concepts_of_text(one.text), concepts_of_text(other.text)
    wholes = sum(left.weights.values()), sum(right.weights.values())
    if not all(wholes):
        return False
    return min(right.holds(left.weights) / wholes[0], left.holds(right.weights) / wholes[1]) >= MATTER_MIN


def _same_slot_value(one: Memory, other: Memory) -> bool:
    if one.slot is None or other.slot is None or slot_key(one.slot) != slot_key(other.slot):
        return False
    return one.slot.polarity == other.slot.polarity and is_same_value(one.slot.value, other.slot.value)


def _says_the_same(one: Memory, other: Memory, known: KnownMemories) -> bool:
    left, right = known.vector_of(one), known.vector_of(other)
    close = None
    if left is not None and right is not None:
        close = closeness(one.text, other.text, (left, right), known.user_index.fingerprint)
    judged = judge_sameness(one.text, other.text, close)
    return judged is not None and judged.same and judged.probability >= SURE_MIN
