"""How large the store has become, and how much of it says the same twice."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evals.year.checks import says
from evals.year.life import Life, Telling, Thread, What
from evals.year.script import Said, dated, language_of, values
from mnemic.domain.record import ROOM_KINDS, Kind, Memory, Status, Tier
from mnemic.domain.validity import is_current

HAPPENINGS = frozenset({Kind.EVENT, Kind.PLAN})  # may be said in the same words of another day without being the same
OF_ROOMS = ROOM_KINDS | {Kind.EPISODE}

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """What is stored at one moment."""

    by_status: Mapping[str, int]  # of statements
    episodes: Mapping[str, int]  # by status
    rooms: Mapping[str, int]  # what rooms keep, by kind
    standing: int  # statements that stand
    duplicates: tuple[tuple[str, str], ...]  # texts of pairs that say the same
    repeated_facts: int  # planted facts of which more than one statement stands
    held_facts: int  # planted facts of which one stands
    repeated_happenings: int  # events and plans beyond the first with the same words


def store(memories: Sequence[Memory], lived: Life, said: Iterable[Said], day: int) -> Store:
    """Counts over all memories of a user, of every kind and status."""
    statements = [one for one in memories if one.kind not in OF_ROOMS]
    standing = [one for one in statements if is_current(one)]
    ours = [one for one in standing if one.tier is not Tier.PERMANENT]  # may say again what nobody may touch
    facts = _by_fact(lived, said, day, ours)
    lasting = [one for one in ours if one.kind not in HAPPENINGS]
    passing = [one for one in ours if one.kind in HAPPENINGS]
    words = _alike((_SIGNS.sub("", one.text).casefold(), one) for one in lasting)
    slots = _alike((_slot(one), one) for one in lasting if one.slot is not None)
    groups = [*facts, *words, *slots]
    extra = {other.id: (group[0].text, other.text) for group in groups for other in group[1:]}
    return Store(
        by_status=_counted(str(one.status) for one in statements),
        episodes=_counted(str(one.status) for one in memories if one.kind is Kind.EPISODE),
        rooms=_counted(str(one.kind) for one in memories if one.kind in ROOM_KINDS),
        standing=len(standing),
        duplicates=tuple(extra.values()),
        repeated_facts=sum(len(group) > 1 for group in facts),
        held_facts=sum(len(group) > 0 for group in facts),
        repeated_happenings=sum(
            len(group) - 1 for group in _alike((_SIGNS.sub("", one.text).casefold(), one) for one in passing)
        ),
    )


def active(found: Store) -> int:
    """Every record that takes part in recall."""
    return sum(counted.get(Status.ACTIVE, 0) for counted in (found.by_status, found.episodes)) + sum(
        found.rooms.values()
    )


def _by_fact(lived: Life, said: Iterable[Said], day: int, standing: Sequence[Memory]) -> list[list[Memory]]:
    """The standing statements of every planted fact: with its value, out of the turns that told it while it was so, and
    at most one of each turn."""
    turns: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in said:
        turns[one.about, one.text].add(one.id)
    groups = []
    for thread in lived.threads:
        for state, tellings in _told(thread, day):
            texts = [dated(one.text, language_of(one.text)) for one in tellings]
            own = frozenset[str]().union(*(turns[thread.key, text] for text in texts))
            groups.append(_one_a_turn(standing, own, values(state)))
    return groups


def _one_a_turn(standing: Sequence[Memory], own: frozenset[str], right: Sequence[str]) -> list[Memory]:
    group: list[Memory] = []
    seen: set[str] = set()
    for one in standing:
        turns = own.intersection(one.turns)
        if turns and not turns & seen and says(one.text, right):
            group.append(one)
            seen |= turns
    return group


def _told(thread: Thread, day: int) -> Iterator[tuple[Telling, list[Telling]]]:
    """Each state of a thread that was told, with every saying of it."""
    states = [one for one in thread.states if one.day <= day]
    ends = [*(one.day for one in states[1:]), day + 1]
    for state, until in zip(states, ends, strict=False):
        same = [one for one in thread.told if one.what in (What.STATE, What.AGAIN) and state.day <= one.day < until]
        if state.what is What.STATE:
            yield state, same


def _slot(memory: Memory) -> Hashable:
    """What a statement says by its slot; of different days it says different things."""
    slot = memory.slot
    return slot and (slot.subject, slot.attribute, slot.value.casefold(), slot.polarity, *_DAY.findall(memory.text))


def _alike(keyed: Iterable[tuple[Hashable, Memory]]) -> list[list[Memory]]:
    groups: dict[Hashable, list[Memory]] = defaultdict(list)
    for key, memory in keyed:
        groups[key].append(memory)
    return [group for group in groups.values() if len(group) > 1]


def _counted(words: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for word in words:
        counts[word] += 1
    return dict(sorted(counts.items()))
