"""What a user asked for and did, turn by turn, and which of it is the same again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo

from mnemic.domain.record import Kind, Memory, Origin, Source, Status, Tier
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.language import when
from mnemic.language.meaning import read_meaning
from mnemic.rooms.habits.record import EvidencePiece, Habit, habit_of, is_habit
from mnemic.rooms.habits.rhythm import DayPart
from mnemic.rooms.habits.talk import Act, ActForm, ActKind, find_acts, is_same_act
from mnemic.rooms.habits.talk.act import SIDE_WORDS
from mnemic.safety.access.policy import is_own_word

PLACES_MAX = {1: 1, 2: 2}  # distinct places or ends by which a wish of so many words may vary and still be one wish
SHARED_SHARE = 0.7  # of turns that two groups of deeds have in common, to be one habit
DOMINANT_SHARE = 0.7  # of a choice among things that exclude each other, to be the user's choice

DAYS_A_WEEK = 7

_PARTS = (
    (DayPart.MORNING, Regex(r"\b(?:morning|breakfast|dawn)\b|早上|早晨|清晨|上午|今早|早餐|早饭", re.I)),
    (DayPart.AFTERNOON, Regex(r"\b(?:afternoon|lunchtime)\b|下午|午后", re.I)),
    (
        DayPart.EVENING,
        Regex(
            r"\b(?:evening|tonight|last night|dinner|before bed|after work)\b|晚上|今晚|昨晚|傍晚|下班后|睡前|夜", re.I
        ),
    ),
)
_HOURS = ((DayPart.MORNING, range(5, 12)), (DayPart.AFTERNOON, range(12, 18)), (DayPart.EVENING, range(18, 24)))
_DAYS = (when.Grain.DAY, when.Grain.PART_OF_DAY, when.Grain.HOUR, when.Grain.MINUTE, when.Grain.WEEKEND)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenAct:
    """One act with the turn that tells of it."""

    act: Act
    language: str
    agent: str | None
    piece: EvidencePiece
    said_at: datetime


def acts_seen(memories: Sequence[Memory], zone: tzinfo) -> Iterator[SeenAct]:
    """The acts that the user's own turns tell of, in order of saying. Turns the guard holds, turns that were taken
    back, and what was said for one time tell of none; neither does a wish whose statement has been replaced."""
    once = {source for memory in memories if memory.tier is Tier.SESSION for source in memory.sources}
    turns = [memory for memory in memories if _usable(memory) and once.isdisjoint(memory.sources)]
    for memory in sorted(turns, key=lambda one: (one.said_at, one.position, one.id)):
        for act in find_acts(memory.text):
            if act.sort is ActKind.WISH and memory.superseded_at is not None:
                continue
            yield SeenAct(
                act=act,
                language=memory.language,
                agent=memory.agent,
                piece=_piece(memory, act, zone),
                said_at=memory.said_at,
            )


def _usable(memory: Memory) -> bool:
    if memory.kind is not Kind.EPISODE or memory.origin is not Origin.USER or not memory.sources:
        return False
    if memory.status is Status.QUARANTINED or (memory.superseded_at is not None and memory.superseded_by is None):
        return False
    return is_own_word(memory.speaker, memory.user)


def _piece(memory: Memory, act: Act, zone: tzinfo) -> EvidencePiece:
    local = memory.said_at.astimezone(zone)
    day, part = local.date(), ""
    if act.sort is ActKind.DEED:
        day = _day_named(memory.text, local, zone) or day
        part = next((one for one, words in _PARTS if words.search(memory.text)), "")
    else:
        part = next((one for one, hours in _HOURS if local.hour in hours), "")
    return EvidencePiece(
        source=memory.sources[0], memory=memory.id, day=day, part=part, act=replace(act, beside=frozenset())
    )


def _day_named(text: str, local: datetime, zone: tzinfo) -> date | None:
    """The past day on which a message says that something was done."""
    for mention in when.find_times(text, local, zone):
        if mention.grain in _DAYS and not mention.recurring and not mention.duration and mention.begins <= local:
            named = mention.begins.date()
            return local.date() if (local.date() - named).days == DAYS_A_WEEK else named  # "Saturday", said on one
    return None


ActGroup = Sequence[SeenAct]
"""Acts that are the same, the one in the middle first."""


def groups_of_acts(found: Sequence[SeenAct]) -> list[ActGroup]:
    """Acts of one language that are the same, the largest group first. In the middle of each stands the act that most
    others are the same as; it comes first."""
    by_kind: dict[Act, list[SeenAct]] = {}
    for one in found:
        by_kind.setdefault(_kind(one.act), []).append(one)
    alike = _alike(list(by_kind))
    groups: list[ActGroup] = []
    while by_kind:
        sizes = {kind: sum(len(by_kind[other]) for other in alike[kind] if other in by_kind) for kind in by_kind}
        best = max(by_kind, key=lambda kind: (sizes[kind], -len(kind.core)))
        members = [*by_kind[best], *(one for kind in alike[best] if kind != best for one in by_kind.get(kind, ()))]
        groups.append(members)
        by_kind = {kind: held for kind, held in by_kind.items() if kind not in alike[best]}
    return groups


def group_sources(group: ActGroup) -> frozenset[Source]:
    """The turns that tell of a group's acts."""
    return frozenset(one.piece.source for one in group)


def is_told_by(group: ActGroup, habit: Collection[Source]) -> bool:
    """Whether the turns that show deeds are those of a habit that is found already: who swims at the pool has one
    habit, not two."""
    sources = group_sources(group)
    return group[0].act.sort is ActKind.DEED and len(sources & frozenset(habit)) >= SHARED_SHARE * len(sources)


def _kind(act: Act) -> Act:
    """An act without what tells no two of them apart."""
    return replace(act, said="", form=ActForm.NOUN, beside=frozenset())


def _alike(kinds: Sequence[Act]) -> dict[Act, list[Act]]:
    """Of each kind those that are the same, itself among them. Only kinds that share a word can be."""
    holders: dict[str, list[Act]] = {}
    for kind in kinds:
        for word in kind.core or (kind.verb,):
            holders.setdefault(word, []).append(kind)
    return {
        kind: [
            other
            for other in dict.fromkeys(other for word in kind.core or (kind.verb,) for other in holders[word])
            if is_same_act(kind, other)
        ]
        for kind in kinds
    }


def is_varying_wish(group: ActGroup) -> bool:
    """Whether a wish was another each time: a ticket to three places."""
    places = {one.act.beside for one in group if one.act.beside}
    return group[0].act.sort is ActKind.WISH and len(places) > PLACES_MAX[min(len(group[0].act.core), 2)]


def are_rival_wishes(one: Act, other: Act) -> bool:
    """Whether two wishes are values of one choice: a window seat or one on the aisle, the meeting at nine or at ten."""
    if one.sort is not ActKind.WISH or other.sort is not ActKind.WISH or one.core == other.core:
        return False
    if one.core - SIDE_WORDS == other.core - SIDE_WORDS:
        return True
    if one.head and one.head == other.head:
        return not (one.core <= other.core or other.core <= one.core)
    left, right = read_meaning(one.said), read_meaning(other.said)
    if left is None or right is None:
        return False
    places = [item.classes for item in right.items]
    return any(
        there.get(group, place) != place
        for item in left.items
        for group, place in item.classes.items()
        for there in places
    )


def is_usual_choice(group: ActGroup, others: Iterable[ActGroup]) -> bool:
    """Whether a choice is the user's in most cases. What was chosen only before it was first made is over."""
    since = min(one.piece.day for one in group)
    against = 0
    for other in others:
        if are_rival_wishes(group[0].act, other[0].act) and max(one.piece.day for one in other) >= since:
            against += len(other)
    return len(group) >= DOMINANT_SHARE * (len(group) + against)


def habits_replaced_by(habit: Habit, memory: Memory, memories: Iterable[Memory]) -> list[Memory]:
    """Habits that stand, exclude a new one, and were last seen before it began."""
    return [
        other
        for other in memories
        if is_habit(other)
        and is_current(other)
        and (other.agent, other.language) == (memory.agent, memory.language)
        and are_rival_wishes(habit_of(other).act, habit.act)
        and habit_of(other).last < habit.first
    ]
