"""Live a year: feed the days, let the nights run, and look at the end of each month."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import mnemic
from evals.run import Clock
from evals.year import size
from evals.year.checks import TOP, Answer, fate, judged, questions
from evals.year.life import Life
from evals.year.script import FIRST, Day, Said, midnight, month_ends, year
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.domain.record import Kind, Memory, Tier
from mnemic.domain.validity import is_current
from mnemic.ports import Embedder
from mnemic.rooms.habits.record import habit_of, is_habit

USER = "u1"
NIGHT = timedelta(days=1, hours=3, minutes=30)  # after a day's midnight: every nightly schedule is due
ASKED_A_DAY = 2  # questions the user has on an ordinary day, which count as use of what they find


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """What was found at the end of a month."""

    number: int
    turns: int  # so far
    lived: int  # turns of this month
    said: int  # turns of the user so far
    raw_bytes: int  # of the text of all turns so far
    file_bytes: int
    answers: tuple[Answer, ...]
    store: size.Store
    permanent: int
    permanent_lost: tuple[str, ...]  # texts of those that are not as they were confirmed
    habits: Mapping[str, tuple[int, int]]  # key to times told, and times counted by what was distilled
    digests: int
    problems: tuple[str, ...]  # what the doctor found wrong
    spent_s: float  # of adding and nights, this month

    def right(self, *sorts: str) -> tuple[int, int]:
        """Questions answered right, and asked; of the sorts, or of all but habits."""
        asked = [one for one in self.answers if (one.asked.sort in sorts if sorts else one.asked.sort != "habit")]
        return sum(not one.reason for one in asked), len(asked)

    def share(self, *sorts: str) -> float | None:
        """Questions answered right, 0-1; None where none was asked."""
        part, whole = self.right(*sorts)
        return part / whole if whole else None


@dataclass(slots=True, kw_only=True)
class _Living:
    """A year under way."""

    lived: Life
    opened: OpenMemory
    clock: Clock
    chance: Random
    said: list[Said] = field(default_factory=list)
    confirmed: dict[str, str] = field(default_factory=dict)  # id of a permanent memory to its text
    spent_s: float = 0.0
    before: int = 0  # turns of earlier months
    before_s: float = 0.0  # spent on them

    @property
    def user(self) -> UserMemory:
        return self.opened.user(USER)


def months(
    lived: Life,
    *,
    embedder: Embedder,
    turns: int,
    seed: int,
    count: int = 12,
    told: Callable[[int], object] = lambda _: None,
) -> Iterator[Month]:
    """Live the first months of a year in a file of its own.

    Args:
        turns: of a whole year.
        told: is told of every day that has passed.
    """
    ends = month_ends(count)
    with TemporaryDirectory() as folder:
        place, clock = Path(folder) / "year.db", Clock(FIRST)
        with mnemic.open(place, embedder=embedder, clock=clock, background=False) as opened:
            living = _Living(lived=lived, opened=opened, clock=clock, chance=Random(seed))
            for day in year(lived, turns=turns, seed=seed):
                _live(living, day)
                told(day.number)
                if day.number in ends:
                    with _copied(place, embedder, clock) as (copy, bytes_now):
                        yield _looked(living, copy, bytes_now, day.number)
                    living.before, living.before_s = len(living.said), living.spent_s
                if day.number == ends[-1]:
                    return


def _live(living: _Living, day: Day) -> None:
    begun = perf_counter()
    for session in dict.fromkeys(one.session for one in day.said):
        part = [one for one in day.said if one.session == session]
        living.clock.moment = part[-1].at
        living.user.add([_message(one) for one in part], session=session, wait=False)
    living.said += day.said
    living.clock.moment = day.date + timedelta(hours=22, minutes=30)
    for lasting in living.lived.lasting:
        if lasting.day == day.number:
            made = living.user.permanent.propose(lasting.text, key=lasting.key)
            living.confirmed[living.user.permanent.confirm(made.id).id] = lasting.text
    _ask_a_little(living, day.number)
    living.clock.moment = day.date + NIGHT
    living.opened.run_due()
    living.spent_s += perf_counter() - begun


def _message(said: Said) -> dict[str, object]:
    return {"role": said.role, "content": said.text, "time": said.at, "id": said.id}


def _ask_a_little(living: _Living, day: int) -> None:
    known = [thread for thread in living.lived.threads if thread.told[0].day < day]
    for thread in living.chance.sample(known, min(ASKED_A_DAY, len(known))):
        living.user.search(thread.ask, k=TOP)


@contextmanager
def _copied(place: Path, embedder: Embedder, clock: Clock) -> Iterator[tuple[OpenMemory, int]]:
    """The memory as a copy, so that what is asked of it leaves no trace of use in the one that lives on."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        bytes_now = copy.stat().st_size
        with mnemic.open(copy, embedder=embedder, clock=clock, background=False) as opened:
            yield opened, bytes_now


def _looked(living: _Living, copy: OpenMemory, bytes_now: int, day: int) -> Month:
    user = copy.user(USER)
    every = user.list(kinds=list(Kind), status="any")
    return Month(
        number=midnight(day).month,
        turns=len(living.said),
        lived=len(living.said) - living.before,
        said=sum(one.role == "user" for one in living.said),
        raw_bytes=sum(len(one.text.encode()) for one in living.said),
        file_bytes=bytes_now,
        answers=tuple(_answers(living, user, every, day)),
        store=size.store(every, living.lived, living.said, day),
        permanent=len(living.confirmed),
        permanent_lost=tuple(_lost(living, user)),
        habits={habit.key: (_told(living, habit.key), _counted(every, habit.about)) for habit in living.lived.habits},
        digests=sum(one.kind is Kind.DIGEST for one in every),
        problems=tuple(str(one) for one in copy.doctor(user=USER).wrong),
        spent_s=living.spent_s - living.before_s,
    )


def _answers(living: _Living, user: UserMemory, every: Sequence[Memory], day: int) -> Iterator[Answer]:
    turns: dict[str, set[str]] = {}
    for one in living.said:
        turns.setdefault(one.about, set()).add(one.id)
    for asked in questions(living.lived, day):
        hits = user.search(asked.text, k=TOP, as_of=asked.as_of)
        own = frozenset(turns.get(asked.key, ()))
        yield fate(judged(asked, hits, own), every, own)


def _lost(living: _Living, user: UserMemory) -> Iterator[str]:
    held = {one.id: one for one in user.permanent.list()}
    for id, text in living.confirmed.items():
        if id not in held or held[id].text.encode() != text.encode() or held[id].tier is not Tier.PERMANENT:
            yield text


def _told(living: _Living, key: str) -> int:
    return sum(one.about == key and one.role == "user" for one in living.said)


def _counted(memories: Sequence[Memory], about: str) -> int:
    """How many times the habit that was distilled about something says it was seen; 0 where there is none."""
    habits = [one for one in memories if is_habit(one) and is_current(one) and re.search(about, one.text)]
    return max((habit_of(one).count for one in habits), default=0)
