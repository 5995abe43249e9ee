"""The four questions of a portrait, answered by rules: each answer names the memories or turns it rests on (M7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from mnemic.domain.changes import Link, Relation
from mnemic.domain.profile import Doubt, Feeling, Occupation
from mnemic.domain.record import Kind, Memory, Origin, Source, Tier, Turn
from mnemic.domain.validity import is_current
from mnemic.language import when
from mnemic.language.segment import normal_form
from mnemic.ports import Judge
from mnemic.rooms.profile.mood import feelings_in
from mnemic.rooms.profile.slots import in_force, speaks_of_user, trait_name
from mnemic.rooms.task.record import is_in_work
from mnemic.safety.access.policy import is_own_word
from mnemic.safety.guard.screen import withheld_turns

# Days within which something counts as recent, and how much of it is shown. Set by us, by what a reader takes in.
PLAN_DAYS = 90  # a plan without a day is an aim for so long
DECISION_DAYS = 28
TOPIC_DAYS = 28
TOPIC_DAYS_MIN = 2  # different days on which a topic came up
TOPIC_MENTIONS_MIN = 3
SHIFT_DAYS = 365
SOON_DAYS = 7
UNUSED_DAYS = 180
MOOD_DAYS = 7
BUSY_MAX = {Occupation.TASK: 10, Occupation.PLAN: 10, Occupation.DECISION: 6, Occupation.TOPIC: 6}
SHIFTS_MAX = 20
STALE_MAX = 30
SIGNS_MAX = 8
TOPIC_EVIDENCE_MAX = 12
CHANGING = frozenset({"home", "work", "employer", "preferences", "habits", "situation", "diet", "constraints", "age"})
"""Slots that change in the course of a life, so that what was said once and long ago may be so no more."""

PLANS_MAX = 200  # newest plans whose days are read

Ends = Mapping[str, datetime | None]
"""When plans are over, by id."""

BusyItem = tuple[Occupation, str, tuple[str, ...]]
"""Why it counts, the name of a topic (empty for the rest), and ids of the memories it rests on."""


def busy_with(memories: Sequence[Memory], now: datetime, over: Ends) -> list[BusyItem]:
    """What the user is busy with and aims at: unfinished tasks, plans ahead, recent decisions, topics that recur."""
    tasks = [one for one in memories if is_in_work(one)]
    own = [memory for memory in memories if speaks_of_user(memory) and in_force(memory, now)]
    plans = [one for one in own if one.id in over and _ahead(one, now, over[one.id])]
    plans.sort(key=lambda one: (over[one.id] is None, over[one.id] or now, one.said_at))
    decisions = [one for one in own if one.kind is Kind.DECISION and _within(one.said_at, now, DECISION_DAYS)]
    found: list[BusyItem] = [(Occupation.TASK, "", (one.id,)) for one in _newest(tasks, BUSY_MAX[Occupation.TASK])]
    found += [(Occupation.PLAN, "", (one.id,)) for one in plans[: BUSY_MAX[Occupation.PLAN]]]
    found += [(Occupation.DECISION, "", (one.id,)) for one in _newest(decisions, BUSY_MAX[Occupation.DECISION])]
    return found + _topics(memories, now)


def plan_ends(memories: Iterable[Memory], zone: tzinfo) -> Ends:
    """When the time of the newest plans that stand is over: by their validity, else by the last day their words name.
    None: they name none."""
    plans = [one for one in memories if one.kind is Kind.PLAN and is_current(one) and speaks_of_user(one)]
    return {plan.id: _end(plan, zone) for plan in _newest(plans, PLANS_MAX)}


def _end(plan: Memory, zone: tzinfo) -> datetime | None:
    if plan.valid_to is not None:
        return plan.valid_to
    named = when.find_times(plan.text, plan.said_at, zone)
    days = [one.ends.astimezone(UTC) for one in named if not one.recurring and not one.duration]
    return max((day for day in days if day > plan.said_at), default=None)


def _ahead(plan: Memory, now: datetime, over: datetime | None) -> bool:
    return _within(plan.said_at, now, PLAN_DAYS) if over is None else over > now


def _topics(memories: Iterable[Memory], now: datetime) -> list[BusyItem]:
    """Names that the user's own words of the last weeks hold on several days, most often named first."""
    named: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.kind is not Kind.EPISODE or not speaks_of_user(memory) or memory.origin is not Origin.USER:
            continue
        if not is_current(memory) or not _within(memory.said_at, now, TOPIC_DAYS):
            continue
        for name in dict.fromkeys(memory.entities):
            if normal_form(name) != normal_form(memory.user):
                named.setdefault(name, []).append(memory)
    recurring = [
        (name, held)
        for name, held in named.items()
        if len(held) >= TOPIC_MENTIONS_MIN and len({one.said_at.date() for one in held}) >= TOPIC_DAYS_MIN
    ]
    recurring.sort(key=lambda one: (-len(one[1]), one[0]))
    return [
        (Occupation.TOPIC, name, tuple(one.id for one in held[-TOPIC_EVIDENCE_MAX:]))
        for name, held in recurring[: BUSY_MAX[Occupation.TOPIC]]
    ]


def preference_shifts(memories: Sequence[Memory], now: datetime) -> list[tuple[str, str]]:
    """Preferences, habits and facts that changed: ids of the older and the newer memory, the newest change first."""
    by_id = {memory.id: memory for memory in memories}
    found = []
    for old in memories:
        new = by_id.get(old.superseded_by or "")
        if new is None or not speaks_of_user(old) or not speaks_of_user(new) or new.kind is Kind.EPISODE:
            continue
        if trait_name(old) is None or trait_name(new) is None or normal_form(old.text) == normal_form(new.text):
            continue
        if _within(new.said_at, now, SHIFT_DAYS):
            found.append((new.said_at, old.id, new.id))
    return [(old, new) for _, old, new in sorted(found, reverse=True)[:SHIFTS_MAX]]


def stale_memories(
    memories: Sequence[Memory], links: Iterable[Link], now: datetime, over: Ends
) -> list[tuple[Doubt, tuple[str, ...]]]:
    """Memories that have probably gone stale, the surest doubts first. Permanent memory is only ever contradicted."""
    by_id = {memory.id: memory for memory in memories}
    found: dict[str, tuple[Doubt, tuple[str, ...]]] = {}
    for link in links:
        old, new = by_id.get(link.target), by_id.get(link.source)
        if link.relation is Relation.CONTRADICTS and old and new and is_current(old) and is_current(new):
            found.setdefault(old.id, (Doubt.CONTRADICTED, (old.id, new.id)))
    for memory in memories:
        doubt = _doubt(memory, now, over)
        if doubt is not None:
            found.setdefault(memory.id, (doubt, (memory.id,)))
    order = list(Doubt)
    ranked = sorted(found.items(), key=lambda one: (order.index(one[1][0]), by_id[one[0]].said_at, one[0]))
    return [one for _, one in ranked[:STALE_MAX]]


def _doubt(memory: Memory, now: datetime, over: Ends) -> Doubt | None:
    if not speaks_of_user(memory) or not is_current(memory) or memory.tier is Tier.PERMANENT:
        return None
    if memory.kind is Kind.PLAN:
        end = over.get(memory.id)
        return Doubt.OVER if end is not None and end <= now else None
    if memory.kind in (Kind.EPISODE, Kind.EVENT, Kind.TASK, Kind.NOTE):
        return None
    if memory.valid_to is not None:
        return Doubt.ENDS_SOON if now < memory.valid_to <= now + timedelta(days=SOON_DAYS) else None
    never_used = memory.mention_count <= 1 and not memory.access_count and not memory.useful
    old = memory.said_at <= now - timedelta(days=UNUSED_DAYS)
    return Doubt.UNUSED if old and never_used and trait_name(memory) in CHANGING else None


def mood_signs(
    turns: Iterable[Turn], held_back: frozenset[Source], user: str, now: datetime, judge: Judge | None
) -> list[tuple[Source, Feeling]]:
    """What the user's turns of the last days sound like, the newest first.

    Args:
        held_back: turns that the guard holds; they say nothing.
    """
    found: list[tuple[Source, Feeling]] = []
    for turn in sorted(turns, key=lambda turn: (turn.said_at, turn.position), reverse=True):
        if not _within(turn.said_at, now, MOOD_DAYS) or turn.source in held_back:
            continue
        if turn.origin is not Origin.USER or not is_own_word(turn.speaker, user):
            continue
        found += [(turn.source, feeling) for feeling, _ in list(feelings_in(turn.text, judge))[:1]]
        if len(found) >= SIGNS_MAX:
            break
    return found


def turns_held_back(memories: Iterable[Memory]) -> frozenset[Source]:
    """Turns that the guard holds for review, or held until the user rejected them."""
    return withheld_turns(memory for memory in memories if memory.kind is Kind.EPISODE)


def _within(moment: datetime, now: datetime, days: int) -> bool:
    return now - timedelta(days=days) <= moment <= now


def _newest(memories: list[Memory], most: int) -> list[Memory]:
    return sorted(memories, key=lambda one: (one.said_at, one.id), reverse=True)[:most]
