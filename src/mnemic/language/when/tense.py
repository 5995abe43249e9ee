"""A cheap cue for whether a sentence speaks of what was or of what will be."""

from __future__ import annotations

import re
from enum import Enum

from mnemic.domain.regex import Regex


class Tense(Enum):
    """The direction a sentence points in."""

    PAST = -1
    UNKNOWN = 0
    FUTURE = 1


_ENGLISH = Regex(
    r"\b(?:"
    r"(?P<open>(?:am|is|are|be) (?:now |already |not |\w+ly )?[a-z]{2,}ed(?<!booked)(?<!scheduled)"
    r"|planned|arranged|reserved|supposed|invited|moved (?:to|from)"
    r"|postponed|pushed|delayed"
    r"|confirmed|signed up|registered|promised|decided)"
    r"|(?P<neutral>hundred|speed|indeed|feed|seed|tired|excited|married|interested|worried"
    r"|related|named|called|agreed|red|bed)"
    r"|(?P<future>will|won't|going to|gonna|shall|plan|plans|planning|want|wants|need|needs|have to|has to|must|should"
    r"|let's|lets|remind|due|expires?|expiring|renews|starts|begins|ends|takes place"
    r"|(?:am|is|are|be|been|have|has|['’](?:s|re|ve)) (?:now |all |already )?(?:booked|(?:re)?scheduled)"
    r"|(?:booked|(?:re)?scheduled)(?=(?: [^.]*?\bfor(?: the)?)?\s*$)"
    r"|deadline|by|until|upcoming|please|don't forget|(?:am|is|are|i'm"
    r"|we're|he's|she's|they're) \w+ing"
    r"|\w+'ll)"
    r"|(?P<past>was|were|did|didn't|had|been|went|saw|met|got|ate|took|came|gave|made|bought|told|said|left|flew|drove"
    r"|began|ran|wrote|spoke|thought|found|lost|won|sold|sent|spent|kept|felt|heard|held|paid"
    r"|became|broke|caught|drank"
    r"|fell|forgot|knew|led|rode|sang|slept|swam|threw|woke|wore|taught|stood|built|brought|chose|grew|hurt|quit"
    r"|ago|[a-z]{2,}ed)"
    r")\b",
    re.IGNORECASE | re.ASCII,
)
_CHINESE = Regex(
    r"(?P<future>[订约定报](?:好|上)?了|买了(?=.{0,8}票)|举[行办](?![了过完])|(?<![重主])要(?!求|是|点)|将(?!军)|打算|准备|计划|记得|别忘|提醒|即将"
    r"|(?<![开机社约聚学体宴晚年例班工协委音])会(?![议员计所场面谈诊])|得(?=[去交做把赶])|想(?=[去吃看买约请])|预约|安排|截止|到期|帮我)"
    r"|(?P<past>(?<![为除])了(?![解不])|(?<![不通超经难度])过(?![年节期敏来去分程几一两后生])|已经|曾|刚|当时)"
)
_SINCE = Regex(r"\bsince(?: (?:the|early|late|about|around|at|on))*\s*$", re.IGNORECASE | re.ASCII)
_SENTENCE_END = Regex(r"[。!?;\n]|\.(?=\s+[A-Z])")
_COMMA = Regex(r"[,、]")
_HABIT = Regex(
    r"\b(?:usually|always|often|normally|generally|typically|never|prefers?|likes?|tend|habit)\b"
    r"|一般|通常|习惯|总是|经常|平时|喜欢|从不|往往",
    re.IGNORECASE | re.ASCII,
)
_EARLY = Regex(
    r"\b(?:breakfast|wak(?:e|ing)|woke|g[eo]t(?:ting)? up|alarm|jog|sunrise)\b|起床|早饭|早餐|晨跑|闹钟|日出",
    re.I | re.A,
)
_LATE = Regex(r"\b(?:dinner|supper)\b|晚饭|晚餐|晚宴|夜宵", re.I | re.A)
_ROUTINE = Regex(
    r"\b(?:works?|working|open|opens|opening|office|business|school|hours|shifts?)\b|上班|上学|上课|营业|开门|开放|坐班|值班|工作时间",
    re.IGNORECASE | re.ASCII,
)
_PENDING = Regex(
    r"(?:(?<!\btoday )\b(?:is|are)|\w['’](?:s|re))(?: (?:on|in|at|for|the|set|all|now|only))*\s*$"
    r"|(?:定[在于]|(?:挪|改|推迟|延期|延|提前|调)[到至])了?\s*$",
    re.IGNORECASE | re.ASCII,
)
REACH_CHARACTERS_MAX = 400  # how far on either side of a time a sentence without an end is looked at
PENDING_CHARACTERS_MAX = 24  # how far before a date "is on the" reaches back
COMPANY_CHARACTERS_MAX = 4  # "on", "in", "从": a clause with no more than this beside the time leans on its neighbours


def tense(text: str, start: int, end: int) -> Tense:
    """The tense at the time expression `text[start:end]`.

    Chinese marks follow the time they belong to (周五去了), English verbs stand before it (went on Friday); the
    nearest on the usual side decides, then the other side.
    """
    left, right = _around(_SENTENCE_END, text, start, end)
    low, high = _around(_COMMA, text[left:right], start - left, end - left)
    if len((text[left + low : start] + text[end : left + high]).strip(" ,")) > COMPANY_CHARACTERS_MAX:
        left, right = left + low, left + high
    before, after = text[left:start], text[end:right]
    if _SINCE.search(before):
        return Tense.PAST
    return (
        _first(_CHINESE, after)
        or _last(_ENGLISH, before)
        or _last(_CHINESE, before)
        or _first(_ENGLISH, after)
        or Tense.UNKNOWN
    )


def points_ahead(text: str, start: int) -> bool:
    """Whether a verb leads right to the date that begins at `start`, as to one ahead: is on 3 May, 定在三号."""
    return _PENDING.search(text, max(0, start - PENDING_CHARACTERS_MAX), start) is not None


def tells_opening_hours(text: str, start: int, end: int) -> bool:
    """Whether the sentence round `text[start:end]` tells of working or opening hours."""
    left, right = _around(_SENTENCE_END, text, start, end)
    return _ROUTINE.search(text, left, right) is not None


def speaks_of_evening(text: str, start: int, end: int) -> bool:
    """Whether the sentence speaks of what belongs to the evening, so that "seven" is not the morning."""
    left, right = _around(_SENTENCE_END, text, start, end)
    return _LATE.search(text, left, right) is not None


def tells_of_habit(text: str, start: int, end: int) -> bool:
    """Whether the sentence round `text[start:end]` tells of a habit, so that a bare clock time names no day."""
    left, right = _around(_SENTENCE_END, text, start, end)
    return _HABIT.search(text, left, right) is not None


def speaks_of_morning(text: str, start: int, end: int) -> bool:
    """Whether the sentence speaks of what belongs to the morning, so that "six" is not the evening."""
    left, right = _around(_SENTENCE_END, text, start, end)
    return _EARLY.search(text, left, right) is not None


def _around(border: Regex[str], text: str, start: int, end: int) -> tuple[int, int]:
    low, high = max(0, start - REACH_CHARACTERS_MAX), min(len(text), end + REACH_CHARACTERS_MAX)
    left = max((mark.end() for mark in border.finditer(text, low, start)), default=low)
    found = border.search(text, end, high)
    return left, found.start() if found else high


def _cues(pattern: Regex[str], text: str) -> list[Tense]:
    kinds = {"past": Tense.PAST, "future": Tense.FUTURE, "open": Tense.UNKNOWN}
    return [kinds[cue.lastgroup] for cue in pattern.finditer(text) if cue.lastgroup in kinds]


def _first(pattern: Regex[str], text: str) -> Tense | None:
    return next(iter(_cues(pattern, text)), None)


def _last(pattern: Regex[str], text: str) -> Tense | None:
    return next(iter(reversed(_cues(pattern, text))), None)
