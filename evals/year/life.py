"""A written life: facts that are planted in a year of talk, habits, permanent memories, and what the rest is made of.

The files in `data` hold it, one JSON object a line. Days are numbered from 0, the first of January.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from evals.loaders import BadSet, Row

DATA = Path(__file__).parent / "data"
LANGUAGES = ("zh", "en", "mixed")
DAYS = 365


class What(StrEnum):
    """What a saying does to the fact it is about."""

    STATE = "state"  # from now on this is so
    AGAIN = "again"  # the same, in other words
    END = "end"  # it is no longer so, and nothing takes its place
    ONCE = "once"  # an exception, for once
    OTHER = "other"  # the same of somebody else


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """One saying about a planted fact."""

    day: int
    what: What
    text: str
    values: tuple[str, ...]  # any of these shows that a memory says so; of an end, that it is over
    until: int | None = None  # the day after which nobody asks for it any more, as for a plan that is past
    role: str = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One fact through the year: the question that asks for it, and everything said about it."""

    key: str
    ask: str
    told: tuple[Telling, ...]  # in order of days

    @property
    def states(self) -> tuple[Telling, ...]:
        """What is so, one after the other."""
        return tuple(one for one in self.told if one.what in (What.STATE, What.END))


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """Something done on one day of the week, told each time in words of its own."""

    key: str
    weekday: int  # 0: Monday
    first: int  # the day from which it is done
    skipped: float  # share of weeks in which it is not
    ask: str
    values: tuple[str, ...]  # how an answer names the day
    about: str  # a word of what is done
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """Something said against a permanent memory, which it must not change."""

    day: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting:
    """A permanent memory: proposed and confirmed on one day."""

    day: int
    key: str
    text: str
    rivals: tuple[Rival, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something people talk about: frames with {slots} for the user, the assistant and its tools."""

    name: str
    user: tuple[str, ...]
    assistant: tuple[str, ...]
    tool: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How somebody talks: what fills the slots, what may stand before, after and between sentences, and how the
    assistant takes what it is told."""

    slots: Mapping[str, tuple[str, ...]]
    before: tuple[str, ...]
    after: tuple[str, ...]
    noted: tuple[str, ...]
    joint: str  # between two sentences
    topics: tuple[Topic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """Everything a year is made of."""

    language: str
    threads: tuple[Thread, ...]
    habits: tuple[Habit, ...]
    lasting: tuple[Lasting, ...]
    manners: tuple[Manner, ...] = field(default=())  # one; of a mixed life, two


def life(language: str) -> Life:
    """The life of a language.

    Raises:
        BadSet: there is none, or a line of its files cannot be used.
    """
    if language == "mixed":
        return _mixed()
    return Life(
        language=language,
        threads=tuple(_thread(row) for row in _rows(language, "facts")),
        habits=tuple(_habit(row) for row in _rows(language, "habits")),
        lasting=tuple(_lasting(row) for row in _rows(language, "permanent")),
        manners=(_manner(language),),
    )


def _mixed() -> Life:
    """A life told in two languages: each matter in the language that the file names for it."""
    both = {name: life(name) for name in ("zh", "en")}
    chosen = {row["language"]: row for row in _rows("mixed", "life")}
    return Life(
        language="mixed",
        threads=tuple(one for name in both for one in both[name].threads if one.key in chosen[name]["threads"]),
        habits=tuple(one for name in both for one in both[name].habits if one.key in chosen[name]["habits"]),
        lasting=tuple(one for name in both for one in both[name].lasting if one.key in chosen[name]["permanent"]),
        manners=tuple(manner for one in both.values() for manner in one.manners),
    )


def _rows(language: str, what: str) -> Iterator[Row]:
    path = DATA / f"{language}_{what}.jsonl"
    if not path.exists():
        raise BadSet(f"There is no {path.name} among the data of the year. Languages are {', '.join(LANGUAGES)}.")
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _thread(row: Row) -> Thread:
    told = [
        Telling(
            day=one["day"],
            what=What(one["what"]),
            text=one["text"],
            values=tuple(one.get("values", ())),
            until=one.get("until"),
            role=one.get("role", "user"),
        )
        for one in row["told"]
    ]
    return Thread(key=row["key"], ask=row["ask"], told=_in_order(row["key"], told))


def _in_order(key: str, told: Sequence[Telling]) -> tuple[Telling, ...]:
    if not told or told[0].what is not What.STATE or any(not 0 <= one.day < DAYS for one in told):
        raise BadSet(f"The thread {key!r} must begin with a state, on a day of the year.")
    return tuple(sorted(told, key=lambda one: one.day))


def _habit(row: Row) -> Habit:
    return Habit(**(row | {"values": tuple(row["values"]), "told": tuple(row["told"])}))


def _lasting(row: Row) -> Lasting:
    rivals = tuple(Rival(**one) for one in row.get("rivals", ()))
    return Lasting(day=row["day"], key=row["key"], text=row["text"], rivals=rivals)


def _manner(language: str) -> Manner:
    words = {row["slot"]: tuple(row["words"]) for row in _rows(language, "words")}
    return Manner(
        slots=words,
        before=words["before"],
        after=words["after"],
        noted=words["noted"],
        joint=words["joint"][0],
        topics=tuple(
            Topic(
                name=row["topic"],
                user=tuple(row["user"]),
                assistant=tuple(row["assistant"]),
                tool=tuple(row.get("tool", ())),
            )
            for row in _rows(language, "talk")
        ),
    )
