"""What ranks an answer beside its words: the slots and the kind of answer asked for, and the time it speaks of.

Which slot a question asks for: "Where do I live?" wants `home`, whatever words the answer was said in.

Two terms of the candidates only: whether a memory holds the kind of answer asked for, and whether the time it speaks
of is the time asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta, tzinfo

from mnemic.domain.cached import cached
from mnemic.domain.record import Kind, Memory
from mnemic.domain.regex import Regex
from mnemic.domain.understanding import AnswerKind, Window
from mnemic.errors import InvalidTime
from mnemic.language import when
from mnemic.language.answer_content import AnswerContent, find_answer_content
from mnemic.reading.ranking import with_extra_term
from mnemic.reading.state import ReadState

_WANTED: tuple[tuple[str, Regex[str]], ...] = tuple(
    (attribute, Regex(pattern, re.IGNORECASE))
    for attribute, pattern in (
        (
            "home",
            r"\bwhere\b.*\b(?:live|lives|living|based|home|reside)\b|\bhome address\b"
            r"|\bwhich (?:city|town|country)\b.*\b(?:live|home|based)"
            r"|住(?:在|哪)|住.{0,4}(?:哪|什么地方)|家(?:在|住).{0,2}哪|搬(?:到|去).{0,2}哪"
            r"|(?:哪个|什么)城市",
        ),
        ("hometown", r"\bwhere\b.*\b(?:from|born|grow|grew)\b|\bhometown\b|老家|哪里人|哪儿人|籍贯"),
        ("name", r"\bname\b|叫什么|名字|姓名"),
        ("called", r"\b(?:call|address) (?:me|him|her|them|the user)\b|称呼|怎么叫"),
        ("job", r"\b(?:job|occupation|profession|for a living|role)\b|什么工作|职业|做什么的|岗位|职位"),
        (
            "employer",
            r"\bemployer\b|\b(?:which|what) company\b|\bwhere\b.*\bwork|\bwork(?:s|ing)? (?:for|at)\b"
            r"|(?:哪家|什么)公司|在哪.{0,4}(?:上班|工作)|单位",
        ),
        ("age", r"\bhow old\b|\bage\b|几岁|多大|年龄"),
        ("birthday", r"\bbirthday\b|\bborn\b|生日|出生"),
        ("allergy", r"\ballerg|过敏"),
        ("diet", r"\b(?:diet|vegetarian|vegan|halal|kosher|eat)\b|忌口|吃素|饮食|能吃|不吃|不能吃"),
        ("takes", r"\b(?:medication|medicine|drugs?|pills?|prescri)|什么药|用药|吃药|服药"),
        ("speaks", r"\b(?:speak|languages?)\b|会说|什么语言|哪些语言|哪种语言"),
        ("pet", r"\b(?:pets?|dogs?|cats?)\b|宠物|养了?(?:什么|几)|[猫狗]"),
        ("family", r"\b(?:family|children|kids|son|daughter|siblings?|brother|sister)\b|家人|孩子|儿子|女儿|兄弟|姐妹"),
        ("device", r"\b(?:phone|laptop|computer|tablet|camera|device)\b|手机|电脑|笔记本|平板|相机|设备"),
        ("like", r"\b(?:likes?|loves?|enjoys?|hobb|interests?|dislikes?|hates?)\b|喜欢|爱好|兴趣|讨厌|口味"),
        ("favourite", r"\bfavou?rites?\b|最喜欢|最爱"),
    )
)
_SELF = Regex(r"\b(?:i|my|me|mine|we|our|us|the user(?:'s)?)\b|我|咱|用户", re.IGNORECASE)


def asked_attributes(question: str) -> tuple[str, ...]:
    """Slot attributes, or the part of them before the colon, that a question may ask for."""
    return tuple(attribute for attribute, pattern in _WANTED if pattern.search(question))


def asks_about_self(question: str) -> bool:
    """Whether a question speaks of the one who asks, or of the user by that word."""
    return _SELF.search(question) is not None


# Measured over 1,475 questions of our own talks, 786 of LoCoMo and 214 of MemoryBank: with both terms recall@5 rose
# from 65.4 to 67.7, from 70.8 to 71.9 and from 97.2 to 97.4, recall@1 from 33.2 to 35.5, from 41.1 to 43.2 and from
# 73.5 to 74.5. Weights of the answer from 1.0 to 1.5 are flat. A term for sharing the question's scene gained nowhere.
ANSWER = 0.4
EVENT = 1.5
# Measured over the 226 questions of those sets that name a time: recall@5 rose from 62.6 to 65.1, from 80.6 to 81.4 and
# from 94.6 to 95.7; 1-3 is flat.
# Days of a window, and what telling of a time in it is worth: nearly all that was said in a year tells of that year.
EVENT_FITS = ((7, 1.0), (31, 0.5), (100, 0.3))
TEXT_CHARACTERS_MAX = 500  # of a memory, that are read for the times it speaks of

_HELD: Mapping[AnswerKind, Callable[[AnswerContent], bool]] = {
    AnswerKind.TIME: lambda holding: holding.time,
    AnswerKind.DURATION: lambda holding: holding.time,
    AnswerKind.NUMBER: lambda holding: holding.number,
    AnswerKind.PERSON: lambda holding: holding.name,
    AnswerKind.PLACE: lambda holding: holding.place,
    AnswerKind.REASON: lambda holding: holding.reason,
    AnswerKind.PREFERENCE: lambda holding: holding.preference,
}


def share_of_kinds(asked_for: tuple[AnswerKind, ...], text: str) -> float:
    """Share of the kinds asked for that a text holds, 0-1; 0 where no kind is asked for that can be seen in a text."""
    seen = [_HELD[kind] for kind in asked_for if kind in _HELD]
    holding = find_answer_content(text) if seen else None
    return sum(has(holding) for has in seen) / len(seen) if holding is not None else 0.0


def score_answer_kind(asking: ReadState) -> ReadState:
    """Candidates that hold what is asked for: a time for "when", a number for "how many"."""
    seen = [_HELD[kind] for kind in asking.understanding.asked_for if kind in _HELD]
    if not seen:
        return asking
    memories, worth = asking.user_index.memories, ANSWER / len(seen)
    holding = {row: find_answer_content(memories[row].text) for row in asking.rows}
    return _with(asking, "answer", {row: worth * sum(has(one) for has in seen) for row, one in holding.items()})


def score_event_time(asking: ReadState) -> ReadState:
    """Candidates that speak of the time asked about, whenever they were said: "we moved in two years ago"."""
    windows = [(window, worth) for window in asking.understanding.windows if (worth := _worth(window))]
    if not windows:
        return asking
    memories = asking.user_index.memories
    fits = {
        row: max(worth * _fit(window, memories[row], asking.zone) for window, worth in windows) for row in asking.rows
    }
    return _with(asking, "event", {row: EVENT * fit for row, fit in fits.items()})


def _worth(window: Window) -> float:
    if window.begins is None or window.ends is None:
        return 0.0
    days = (window.ends - window.begins).days
    return next((worth for longest, worth in EVENT_FITS if days <= longest), 0.0)


def _fit(window: Window, memory: Memory, zone: tzinfo) -> float:
    """1 where a time the memory speaks of lies in the window, or a statement began to be true in it."""
    spans = _times(memory.text[:TEXT_CHARACTERS_MAX], memory.said_at, zone)
    if memory.kind is not Kind.EPISODE and memory.valid_from not in (None, memory.said_at):
        assert memory.valid_from is not None
        spans = (*spans, (memory.valid_from, memory.valid_from))
    return float(any(_within(window, begins, ends) for begins, ends in spans))


def _within(window: Window, begins: datetime, ends: datetime) -> bool:
    assert window.begins is not None
    assert window.ends is not None
    moved = timedelta()
    if window.yearly:
        moved = date(begins.year, window.begins.month, 1) - date(window.begins.year, window.begins.month, 1)
    return window.begins + moved <= begins < window.ends + moved and ends <= window.ends + moved


@cached(maxsize=20_000)
def _times(text: str, said: datetime, zone: tzinfo) -> tuple[tuple[datetime, datetime], ...]:
    try:
        found = when.find_times(text, said, zone)
    except InvalidTime:
        return ()
    return tuple((one.begins, one.ends) for one in found if not one.duration and one.recurring is None)


def _with(asking: ReadState, name: str, terms: Mapping[int, float]) -> ReadState:
    return with_extra_term(asking, name, terms) if any(terms.values()) else asking
