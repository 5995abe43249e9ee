"""The script of a year: every turn with its moment, from a life and a seed.

Planted sayings, habits and what is said against permanent memory stand where the life has them; between them people
talk about this and that until the year has as many turns as it should.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from evals.year.life import DAYS, Habit, Life, Manner, Telling, Thread, Topic

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
HOURS = ((7, 9), (12, 13), (16, 18), (20, 22))  # when people talk to an assistant
SESSIONS_MAX = len(HOURS)
BEFORE_SHARE, AFTER_SHARE, TWO_SHARE, TOOL_SHARE = 0.3, 0.25, 0.15, 0.3
REPLY_SHARE = 0.97  # of what the user says, answered
ENDS = ("?", "？", "!", "！")

_DATE = re.compile(r"\{d:(\d+)\}")
_SLOT = re.compile(r"\{([a-z]+)(\d?)\}")
_MONTHS = "January February March April May June July August September October November December".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn of the year."""

    id: str
    session: str
    at: datetime
    role: str
    text: str
    about: str = ""  # key of the thread or habit it belongs to; nothing: it is talk


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day's turns, in order."""

    number: int
    said: tuple[Said, ...]

    @property
    def date(self) -> datetime:
        """Its midnight."""
        return midnight(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Exchange:
    """Turns that follow each other: role and text."""

    turns: tuple[tuple[str, str], ...]
    about: str = ""


def midnight(day: int) -> datetime:
    """When a day of the year begins."""
    return FIRST + timedelta(days=day)


def month_ends(months: int = 12) -> list[int]:
    """The last day of each of the first months."""
    dates = [(day, midnight(day)) for day in range(DAYS)]
    return [day for day, date in dates if (date + timedelta(days=1)).month != date.month][:months]


def dated(text: str, language: str) -> str:
    """A text with its days as dates."""
    return _DATE.sub(lambda match: dates(int(match[1]), language)[0], text)


def dates(day: int, language: str) -> tuple[str, ...]:
    """A day in the ways people write it, the first as the script does."""
    date = midnight(day)
    month = _MONTHS[date.month - 1]
    english = (f"{month} {date.day}", f"{date.day} {month}", f"{month[:3]} {date.day}", f"{date.day} {month[:3]}")
    chinese = (f"{date.month}月{date.day}日", f"{date.month}月{date.day}号", f"{date.month} 月 {date.day} ")
    spelled = (*chinese, *english) if language == "zh" else (*english, *chinese)
    return (*spelled, f"{date:%m-%d}")


def values(telling: Telling) -> tuple[str, ...]:
    """The values of a saying, with its days in every way of writing them."""
    spelled: list[str] = []
    for value in telling.values:
        match = _DATE.fullmatch(value)
        spelled += dates(int(match[1]), "zh") if match else [value]
    return tuple(spelled)


def language_of(text: str) -> str:
    """zh where a text has Chinese in it, else en."""
    return "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in text) else "en"


def year(lived: Life, *, turns: int, seed: int) -> Iterator[Day]:
    """Every day of the year, with about `turns` turns in all; more where what is planted alone takes more."""
    chance = Random(f"{seed} {lived.language}")
    talkers = [_Talker(manner, chance) for manner in lived.manners]
    by_day = _planted(lived, talkers, chance)
    made = 0
    for number in range(DAYS):
        wanted = turns * (number + 1) // DAYS - made
        exchanges = by_day[number]
        count = sum(len(one.turns) for one in exchanges)
        while count < wanted:
            talk = chance.choice(talkers).exchange()
            exchanges.insert(chance.randint(0, len(exchanges)), talk)
            count += len(talk.turns)
        made += count
        yield _day(number, exchanges, chance)


def events(habit: Habit, chance: Random) -> list[int]:
    """The days on which a habit is kept."""
    due = [day for day in range(habit.first, DAYS) if midnight(day).weekday() == habit.weekday]
    return [day for day in due if chance.random() >= habit.skipped]


def _planted(lived: Life, talkers: Sequence[_Talker], chance: Random) -> list[list[_Exchange]]:
    by_day: list[list[_Exchange]] = [[] for _ in range(DAYS)]
    for thread in lived.threads:
        for telling in thread.told:
            by_day[telling.day].append(_told(thread, telling, _speaking(talkers, telling.text), chance))
    for habit in lived.habits:
        # Whole rounds through the wordings, each in an order of its own, so that none comes twice in a row.
        wordings: list[str] = []
        for day in events(habit, chance):
            wordings = wordings or chance.sample(habit.told, len(habit.told))
            text = wordings.pop()
            by_day[day].append(_answered(text, _speaking(talkers, text), chance, about=habit.key))
    for lasting in lived.lasting:
        for rival in lasting.rivals:
            talker = _speaking(talkers, rival.text)
            by_day[rival.day].append(_answered(rival.text, talker, chance, about=f"permanent {lasting.key}"))
    for exchanges in by_day:
        chance.shuffle(exchanges)
    return by_day


def _told(thread: Thread, telling: Telling, talker: _Talker, chance: Random) -> _Exchange:
    text = dated(telling.text, language_of(telling.text))
    if telling.role != "user":
        return _Exchange(turns=((telling.role, text),), about=thread.key)
    return _answered(text, talker, chance, about=thread.key)


def _answered(text: str, talker: _Talker, chance: Random, *, about: str) -> _Exchange:
    return _Exchange(turns=(("user", text), ("assistant", chance.choice(talker.manner.noted))), about=about)


def _speaking(talkers: Sequence[_Talker], text: str) -> _Talker:
    """Who of two manners has the language of a text; the Chinese one stands first."""
    return talkers[0] if language_of(text) == "zh" else talkers[-1]


def _day(number: int, exchanges: Sequence[_Exchange], chance: Random) -> Day:
    sessions = min(SESSIONS_MAX, max(1, len(exchanges) // 3))
    hours = sorted(chance.sample(range(len(HOURS)), sessions))
    said: list[Said] = []
    for place, part in enumerate(hours):
        first, last = len(exchanges) * place // sessions, len(exchanges) * (place + 1) // sessions
        begin, end = HOURS[part]
        at = midnight(number) + timedelta(minutes=chance.randint(begin * 60, end * 60))
        for exchange in exchanges[first:last]:
            for role, text in exchange.turns:
                at += timedelta(seconds=chance.randint(8, 70))
                id = f"t{number:03d}-{len(said):03d}"
                session = f"d{number:03d}-{place}"
                said.append(Said(id=id, session=session, at=at, role=role, text=text, about=exchange.about))
    return Day(number=number, said=tuple(said))


class _Talker:
    """Makes talk that is about nothing in particular."""

    def __init__(self, manner: Manner, chance: Random) -> None:
        self.manner = manner
        self._chance = chance

    def exchange(self) -> _Exchange:
        """The user says something, and mostly there is an answer; sometimes a tool says something in between."""
        topic, filled = self._chance.choice(self.manner.topics), dict[str, str]()
        turns = [("user", self._user(topic, filled))]
        if topic.tool and self._chance.random() < TOOL_SHARE:
            turns.append(("tool", self._filled(self._chance.choice(topic.tool), filled)))
        if self._chance.random() < REPLY_SHARE:
            turns.append(("assistant", self._filled(self._chance.choice(topic.assistant), filled)))
        return _Exchange(turns=tuple(turns))

    def _user(self, topic: Topic, filled: dict[str, str]) -> str:
        frames = self._chance.sample(topic.user, 2 if self._chance.random() < TWO_SHARE else 1)
        text = ""
        for frame in frames:
            joint = self.manner.joint if text else ""
            text += joint.lstrip(".。") if text.endswith(ENDS) else joint
            text += self._filled(frame, filled)
        if self._chance.random() < BEFORE_SHARE:
            text = self._chance.choice(self.manner.before) + _continued(text, frames[0])
        if self._chance.random() < AFTER_SHARE and not text.endswith(ENDS):
            text += self._chance.choice(self.manner.after)
        return text

    def _filled(self, frame: str, filled: dict[str, str]) -> str:
        """A frame with its slots filled; a slot keeps its word through an exchange, {slot2} has another one."""

        def word(match: re.Match[str]) -> str:
            if match[0] not in filled:
                words = [one for one in self.manner.slots[match[1]] if one not in filled.values()]
                filled[match[0]] = self._chance.choice(words)
            return filled[match[0]]

        return _SLOT.sub(word, frame)


def _continued(text: str, frame: str) -> str:
    """An English sentence after an opening: with a small letter, where it began with a large one for being first."""
    starts = frame[0].isupper() and not re.match(r"I\b", frame)
    return text[0].lower() + text[1:] if starts else text
