"""What is asked at the end of a month, and whether it is answered right.

A question is right when one of the first `TOP` hits says what was so at the moment asked about, and no hit above it
says, out of what was told about the same matter, what was not so then: an older or a newer value, an exception for
once, somebody else's. Of what is over, a hit that says it is over must stand first; to find nothing of it is right too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise

from evals.year.life import Life, Telling, Thread, What
from evals.year.script import midnight, values
from mnemic.domain.query import Hit
from mnemic.domain.record import Memory

TOP = 5
HELD_DAYS_MIN = 14  # a state that held for less is not asked about afterwards

_LATIN = re.compile(r"[A-Za-z0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question of a month's end."""

    sort: str  # "now", "then" (as of an earlier day), "over", "habit"
    key: str
    text: str
    right: tuple[str, ...]
    wrong: Mapping[str, tuple[str, ...]]  # why a value is wrong, to such values
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one question. `reason` is empty where it was answered right."""

    asked: Asked
    reason: str
    hits: tuple[str, ...]
    fate: tuple[str, ...] = ()  # of the statements that say what was right, where none of them was found


def questions(lived: Life, day: int) -> Iterator[Asked]:
    """Everything asked at the end of a day."""
    for thread in lived.threads:
        yield from _of_thread(thread, day)
    for habit in lived.habits:
        if habit.first + 27 < day:
            yield Asked(sort="habit", key=habit.key, text=habit.ask, right=habit.values, wrong={})


def _of_thread(thread: Thread, day: int) -> Iterator[Asked]:
    states = [one for one in thread.states if one.day <= day]
    if not states:
        return
    now, told = states[-1], [one for one in thread.told if one.day <= day]
    if now.until is None or day < now.until:
        sort = "over" if now.what is What.END else "now"
        yield Asked(sort=sort, key=thread.key, text=thread.ask, right=values(now), wrong=_wrong(told, now))
    for state, following in pairwise(states):
        if state.what is What.STATE and following.day - state.day >= HELD_DAYS_MIN:
            yield Asked(
                sort="then",
                key=thread.key,
                text=thread.ask,
                right=values(state),
                wrong=_wrong(told, state),
                as_of=midnight((state.day + following.day) // 2) + timedelta(hours=12),
            )


def _wrong(told: Iterable[Telling], right: Telling) -> dict[str, tuple[str, ...]]:
    wrong: dict[str, tuple[str, ...]] = {}
    for one in told:
        reason = "not then" if one.what in (What.STATE, What.END) else str(one.what)
        if one is not right and one.values:
            wrong[reason] = (*wrong.get(reason, ()), *(v for v in values(one) if v not in values(right)))
    return wrong


def judged(asked: Asked, hits: Sequence[Hit], own: frozenset[str]) -> Answer:
    """One answer.

    Args:
        own: ids of the turns in which the matter was spoken of; a hit that comes from none of them says nothing of it,
            whatever words it holds.
    """
    texts, reason = tuple(shown(hit) for hit in hits), ""
    for hit in hits[:TOP]:
        if not _speaks_of(hit, own):
            continue
        if says(hit.memory.text, asked.right):
            return Answer(asked=asked, reason=reason, hits=texts)
        for why, wrong in asked.wrong.items():
            if not reason and says(hit.memory.text, wrong):
                reason = f"{why}: above"
    if asked.sort == "over":
        return Answer(asked=asked, reason="came back" if reason else "", hits=texts)
    return Answer(asked=asked, reason=f"{reason.split(':')[0]}: instead" if reason else "not found", hits=texts)


def fate(answer: Answer, memories: Sequence[Memory], own: frozenset[str]) -> Answer:
    """An answer that was not right, with what became of the statements that would have been."""
    texts = {one.id: one.text for one in memories}
    told = [one for one in memories if not own.isdisjoint(one.turns) and says(one.text, answer.asked.right)]
    return replace(answer, fate=tuple(_became(one, texts) for one in told)) if answer.reason else answer


def _became(memory: Memory, texts: Mapping[str, str]) -> str:
    over = texts.get(memory.superseded_by or "", "")
    span = f"{memory.valid_from or memory.said_at:%m-%d}" + (f" to {memory.valid_to:%m-%d}" if memory.valid_to else "")
    return f"{memory.kind} {memory.status} {span} {memory.text[:90]}" + (f" <- {over[:90]}" if over else "")


def says(text: str, words: Iterable[str]) -> bool:
    """Whether a text holds any of the words."""
    return any(_pattern(word).search(text) for word in words)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """A word as it stands for itself: "bus" is not in "business", and may be several; Chinese has no such ends."""
    begin, end = (
        (r"(?<![A-Za-z0-9])" if _LATIN.match(word) else ""),
        (r"s?(?![A-Za-z0-9])" if _LATIN.match(word[-1]) else ""),
    )
    return re.compile(begin + re.escape(word) + end, re.IGNORECASE)


def shown(hit: Hit) -> str:
    """A hit in one line."""
    memory = hit.memory
    return f"{hit.score:.2f} {memory.kind} {memory.status} {memory.said_at:%m-%d} {memory.text[:90]}"


def _speaks_of(hit: Hit, own: frozenset[str]) -> bool:
    return not hit.turns or not own.isdisjoint(hit.turns)
