"""What the user's decisions taught the guard: look-alikes of a confirmed attack weigh more, those of what was released
less (S4; the lessons of A-MemGuard, arXiv 2510.02373, without a model).

A lesson holds no readable words: only marks of the words of a text's plain reading, hashed with the user's own salt.
Addresses and numbers count by their sort, so that the same attack with another link is still like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from mnemic.domain.regex import Regex
from mnemic.domain.register import Register, RegisterEntry
from mnemic.domain.stored_rows import epoch_salt
from mnemic.language.segment import STOP_EN
from mnemic.ports import Reader
from mnemic.safety.guard.disguise import plain_reading

MARKS_MAX = 400  # different words of a lesson that are kept, about the first two pages of a text
MARKS_MIN = 4  # fewer tell too little
TEXT_CHARACTERS_MAX = 20_000  # of a text that is compared; the rest is not
LESSONS_MAX = 500  # of a user; the newest count
STEM = 6  # letters of a Latin word that count: enough to tell words apart, and the same for most of their forms
WINDOW = 1.6  # length of the passage compared with a lesson, in lengths of the lesson
ALIKE_FROM = 0.45  # likeness from which a text is a look-alike

_SALT_BYTES_MAX = 64
_UNIT = Regex(
    r"(?P<sort>https?://\S+|[\w.+-]{1,60}@[\w.-]{2,60}|\b[\w-]{2,40}\.(?:com|net|org|io|cn|example|test|invalid)\b|"
    r"\+?\d[\d -]*)|(?P<word>[^\W\d_\u3400-\u9fff]{2,})|(?P<han>[\u3400-\u9fff]{2,})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardLesson:
    """One decision of the user's."""

    attack: bool  # confirmed as one; else it was released as harmless
    marks: frozenset[int]  # of the different words of the text


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardLessons:
    """A user's lessons, with the salt that their marks are made with."""

    salt: bytes = b""
    lessons: tuple[GuardLesson, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.lessons)


NO_LESSONS = GuardLessons()


def lesson_of(text: str, *, attack: bool, salt: str, id: str, at: datetime) -> RegisterEntry:
    """A decision as an entry of the register."""
    marks = sorted(dict.fromkeys(_marks(text, _key(salt))))[:MARKS_MAX]
    return RegisterEntry(
        register=Register.LESSONS, id=id, at=at, body={"verdict": "attack" if attack else "harmless", "marks": [*marks]}
    )


def lessons_of(entries: Iterable[RegisterEntry], salt: str) -> GuardLessons:
    """The lessons in a register's entries, the newest where there are too many."""
    read = [lesson for entry in entries if (lesson := _read(entry)) is not None]
    return GuardLessons(salt=_key(salt), lessons=tuple(read[-LESSONS_MAX:]))


def lessons_in(reader: Reader) -> GuardLessons:
    """What the user's decisions about held texts taught the guard so far."""
    entries = reader.register_entries(Register.LESSONS)
    return lessons_of(entries, lesson_salt_in(reader)) if entries else NO_LESSONS


def lesson_salt_in(reader: Reader) -> str:
    """The salt that a user's lessons are marked with: it goes when the user forgets everything."""
    return epoch_salt(reader.renewal(epoch="", change=0).epoch)


def attack_resemblance(text: str, lessons: GuardLessons) -> float:
    """How like a text, or a passage of it, is to the confirmed attack it is most like: 0-1, and 0 below `ALIKE_FROM`
    and where something harmless is at least as like."""
    attack, harmless = lesson_likeness(text, lessons)
    return attack if attack >= ALIKE_FROM and attack > harmless else 0.0


def lesson_likeness(text: str, lessons: GuardLessons) -> tuple[float, float]:
    """How like a text is to the nearest confirmed attack, and to the nearest harmless text that was held: each 0-1, the
    Dice coefficient of the words of the nearest passage and those of the lesson."""
    if not lessons:
        return 0.0, 0.0
    marks = _marks(text[:TEXT_CHARACTERS_MAX], lessons.salt)
    every = frozenset(marks)
    best = {True: 0.0, False: 0.0}
    for lesson in lessons.lessons:
        shared = len(every & lesson.marks)
        if 2 * shared < best[lesson.attack] * len(lesson.marks) or not shared:
            continue
        best[lesson.attack] = max(best[lesson.attack], _nearest(marks, every, lesson.marks))
    return best[True], best[False]


def _nearest(marks: Sequence[int], every: frozenset[int], lesson: frozenset[int]) -> float:
    """The likeness of the passage that is most like a lesson."""
    size = int(WINDOW * len(lesson)) + MARKS_MIN
    if len(marks) <= size:
        return _dice(every, lesson)
    step = max(1, size // 4)
    starts = range(0, len(marks) - size + step, step)
    return max(_dice(frozenset(marks[start : start + size]), lesson) for start in starts)


def _dice(one: frozenset[int], other: frozenset[int]) -> float:
    if one != other and min(len(one), len(other)) < MARKS_MIN:
        return 0.0
    return 2 * len(one & other) / (len(one) + len(other)) if one else 0.0


def _marks(text: str, key: bytes) -> list[int]:
    return [
        int.from_bytes(blake2b(unit.encode(), digest_size=4, key=key).digest(), "big")
        for unit in _units(plain_reading(text))
    ]


def _units(reading: str) -> Iterable[str]:
    """What a reading is compared by, in order: Latin words cut to their stems, pairs of Chinese characters, and the
    sort of addresses and numbers."""
    for found in _UNIT.finditer(reading):
        if found["word"] is not None:
            if found["word"] not in STOP_EN:
                yield found["word"][:STEM]
        elif found["han"] is not None:
            characters = found["han"]
            yield from (characters[place : place + 2] for place in range(len(characters) - 1))
        else:
            yield "<number>" if found["sort"][-1].isdigit() and "." not in found["sort"] else "<address>"


def _read(entry: RegisterEntry) -> GuardLesson | None:
    marks = entry.body.get("marks")
    if not isinstance(marks, list) or not marks:
        return None
    return GuardLesson(
        attack=entry.body.get("verdict") == "attack", marks=frozenset(mark for mark in marks if isinstance(mark, int))
    )


def _key(salt: str) -> bytes:
    return salt.encode()[:_SALT_BYTES_MAX]
