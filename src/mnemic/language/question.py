"""What a question says besides its meaning: the dates it names, and whose words it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import IntEnum

from mnemic.domain.cached import cached
from mnemic.domain.regex import Regex
from mnemic.domain.understanding import Window
from mnemic.language import phrases, when
from mnemic.language.detect import HAN

CHARACTERS_MAX = 1_000  # of a question, that are read for dates
DATES_MAX = 8
WINDOWS_MAX = 4
QUESTIONS_CACHED_MAX = 64  # questions read lately: one search asks the same of its question several times

_HAN = Regex(f"[{HAN}]")
_LATIN = Regex(r"[A-Za-z]+")
_SENTENCE = Regex(r"[^.!?。！？\n]+[.!?。！？]*")
_ASKS = Regex(r"[?？]\s*$")

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug"),
            *("september sept sep", "october oct", "november nov", "december dec"),
        ),
        1,
    )
    for name in names.split()
}
_M = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ZH_DATE = Regex(r"(?:(\d{4})年)?(1[0-2]|0?[1-9])月(?:(3[01]|[12]\d|0?[1-9])[日号])?")
_ISO_DATE = Regex(r"\b(\d{4})[-/](1[0-2]|0?[1-9])[-/](3[01]|[12]\d|0?[1-9])\b")
_DAY = r"(3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_MONTH_FIRST = Regex(rf"\b({_M})\b\.?\s+(?:the\s+)?{_DAY}\b(?:,?\s+(\d{{4}}))?", re.IGNORECASE)
_DAY_FIRST = Regex(rf"\b{_DAY}\s+(?:of\s+)?({_M})\b,?(?:\s+(\d{{4}}))?", re.IGNORECASE)
_MONTH_YEAR = Regex(rf"\b({_M})\b,?\s+(\d{{4}})\b", re.IGNORECASE)
_IN_MONTH = Regex(rf"\b(?:in|during|of|last|this)\s+({_M})\b", re.IGNORECASE)

_TELL_EN = (
    r"(?:recommend|suggest|advi[sc]|told|tell|teach|taught|gave|give|said|say|mention|introduc|propos|explain|offer"
    r"|provid|show|shar|help|promis|describ|list|come up|came up)"
)
_YOU_TOLD_EN = Regex(
    rf"\byou\b(?:['’]ve|\s+have|\s+had|\s+did|\s+once|\s+also|\s+previously|\s+earlier)*\s+(?:\w+ly\s+|ever\s+|once\s+)?"
    rf"{_TELL_EN}|\byour\s+(?:advice|suggestion|recommendation|answer|reply|opinion|idea|tip|explanation)s?\b",
    re.IGNORECASE,
)
_TELL_ZH = "(?:推荐|建议|告诉|说|教|介绍|提供|提到|分享|讲|解释|提出|给)"
_YOU_TOLD_ZH = Regex(rf"你[^，。？！,?我]{{0,8}}(?:给|向|跟|和|对|为|教|帮)?过?我?[^，。？！,?]{{0,6}}{_TELL_ZH}")
_I_TOLD_YOU_ZH = Regex(r"我[^，。？！,?]{0,8}(?:给|向|跟|和|对|告诉)过?你")
_YOU_REMEMBER_ZH = Regex(r"你(?:还|是否|能|可以)*(?:记得|知道|觉得|认为)")
_SELF = Regex(r"\b(?:i|my|me)\b|[我咱]", re.IGNORECASE)


class WhoseWords(IntEnum):
    """Whose words a question asks for."""

    USER = -1  # "what did I say"
    ANYBODY = 0
    ASSISTANT = 1  # "what did you recommend"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedDate:
    """A date named in a question; a part that was not said is None."""

    year: int | None
    month: int
    day: int | None


@cached(maxsize=QUESTIONS_CACHED_MAX)
def han_share(text: str) -> float:
    """Chinese characters against alphabetic words, 0-1, a word counting as two; 0.5 where there is neither."""
    han, words = len(_HAN.findall(text)), len(_LATIN.findall(text))
    return han / (han + 2 * words) if han + words else 0.5


def question_share(text: str) -> float:
    """Share of a text, by characters, that stands in sentences ending in a question mark, 0-1."""
    sentences = _SENTENCE.findall(text)
    total = sum(map(len, sentences))
    return sum(len(sentence) for sentence in sentences if _ASKS.search(sentence)) / total if total else 0.0


@cached(maxsize=QUESTIONS_CACHED_MAX)
def whose_words(question: str) -> WhoseWords:
    """Whether a question asks for what the assistant said, what the user said, or for neither in particular."""
    if _YOU_TOLD_EN.search(question):
        return WhoseWords.ASSISTANT
    chinese = _YOU_REMEMBER_ZH.sub("", question)
    if _YOU_TOLD_ZH.search(chinese) and not _I_TOLD_YOU_ZH.search(chinese):
        return WhoseWords.ASSISTANT
    return WhoseWords.USER if _SELF.search(question) else WhoseWords.ANYBODY


def question_dates(question: str, at: datetime, zone: tzinfo) -> tuple[AskedDate, ...]:
    """Dates a question names, the first DATES_MAX of them. Without a year said, any year may be meant; "yesterday" is
    relative to `at`."""
    question = question[:CHARACTERS_MAX]
    found = [
        *(_asked(m[1], m[2], m[3]) for m in _ZH_DATE.finditer(question)),
        *(_asked(m[1], m[2], m[3]) for m in _ISO_DATE.finditer(question)),
        *(_asked(m[3], _MONTHS[m[1].lower()], m[2]) for m in _MONTH_FIRST.finditer(question)),
        *(_asked(m[3], _MONTHS[m[2].lower()], m[1]) for m in _DAY_FIRST.finditer(question)),
        *(_asked(m[2], _MONTHS[m[1].lower()], None) for m in _MONTH_YEAR.finditer(question)),
    ]
    if not found:
        found = [_asked(None, _MONTHS[m[1].lower()], None) for m in _IN_MONTH.finditer(question)]
    if not found:
        found = [
            AskedDate(
                year=None if _any_year(mention) else mention.begins.year,
                month=mention.begins.month,
                day=mention.begins.day,
            )
            for mention in _times(question, at, zone)
            if mention.grain in _WITHIN_A_DAY and not mention.duration and mention.recurring is None
        ]
    return tuple(dict.fromkeys(found))[:DATES_MAX]


def _any_year(mention: when.TimeMention) -> bool:
    return mention.explicit and mention.grain is not when.Grain.YEAR and not _YEAR_SAID.search(mention.text)


_WITHIN_A_DAY = frozenset({when.Grain.MINUTE, when.Grain.HOUR, when.Grain.PART_OF_DAY, when.Grain.DAY})


def _asked(year: str | None, month: str | int, day: str | None) -> AskedDate:
    return AskedDate(year=int(year) if year else None, month=int(month), day=int(day) if day else None)


@cached(maxsize=QUESTIONS_CACHED_MAX)
def _times(question: str, at: datetime, zone: tzinfo) -> tuple[when.TimeMention, ...]:
    return when.find_times(question, at, zone)


_SINCE = Regex(r"(?:\bsince|\bfrom|自从?|从|打从?)\s*(?:the\s+)?$", re.IGNORECASE)
_SINCE_AFTER = Regex(r"^\s*(?:的时候)?(?:起|以来|开始|至今|到现在|onwards?\b|on\b)")
_UNTIL = Regex(r"\b(?:before|until|till|prior to|up to)\s*(?:the\s+)?$", re.IGNORECASE)
_UNTIL_AFTER = Regex(r"^\s*(?:之前|以前|前(?!后|天|年))")
_YEAR_BEFORE = Regex(r"((?:19|20)\d\d)年(?:之前|以前)")
_LATER = Regex(r"\bafter\s*(?:the\s+)?$", re.IGNORECASE)
_LATER_AFTER = Regex(r"^\s*(?:之后|以后|后(?!天|年|来))")
_ASKED = Regex(r"(?:\b(?:which|what|how many|a recent|some|any|each|per)\s+(?:\w+\s+)?|[哪几每])$", re.IGNORECASE)
_ELSEWHEN = Regex(r"^\s*(?:before|after|when|that|of the|we|i|you|he|she|they)\b", re.IGNORECASE)
_YEAR_SAID = Regex(r"(?:19|20)\d\d|[去今明前后]年|\b(?:last|this|next|ago|past)\b|[上这下]|前$", re.IGNORECASE)


def question_windows(question: str, at: datetime, zone: tzinfo) -> tuple[Window, ...]:
    """The times a question names, the first WINDOWS_MAX of them, seen from `at`: half-open, and open on one side for
    "since March" and 三月之前. What is asked for ("which weekend"), what recurs, mere lengths of time, and "the weekend
    before the wedding" name none."""
    question = question[:CHARACTERS_MAX]
    found = []
    for mention in _times(question, at, zone):
        before, after = question[: mention.start], question[mention.end :]
        relative = not mention.explicit and mention.text.casefold().startswith("the ")
        if mention.duration or mention.recurring or _ASKED.search(before) or (relative and _ELSEWHEN.search(after)):
            continue
        found.append(_window(mention, before, after))
    return tuple(found)[:WINDOWS_MAX]


def _window(mention: when.TimeMention, before: str, after: str) -> Window:
    begins: datetime | None = mention.begins
    ends: datetime | None = mention.ends
    if year := _YEAR_BEFORE.match(mention.text):  # before 2024, not 2024 years ago
        begins, ends = None, mention.begins.replace(year=int(year[1]), month=1, day=1)
    elif _SINCE.search(before) or _SINCE_AFTER.search(after):
        ends = None
    elif _UNTIL.search(before) or _UNTIL_AFTER.search(after):
        begins, ends = None, mention.begins
    elif _LATER.search(before) or _LATER_AFTER.search(after):
        begins, ends = mention.ends, None
    return Window(
        words=mention.text,
        begins=None if begins is None else begins.astimezone(UTC),
        ends=None if ends is None else ends.astimezone(UTC),
        yearly=_any_year(mention),
    )


@cached(maxsize=QUESTIONS_CACHED_MAX)
def speakers_named(question: str, names: tuple[str, ...]) -> tuple[bool, ...]:
    """Which of some speakers' names occur in a question, whole or by their first word, case-folded."""
    folded = question.casefold()
    return tuple(any(_occurs(part, folded) for part in _forms(name)) for name in names)


def _forms(name: str) -> frozenset[str]:
    whole = name.casefold().strip()
    return frozenset({whole, whole.split()[0]}) if whole not in ("", "user", "assistant") else frozenset()


_NO_LETTER_BEFORE = Regex(r"(?<![a-z])")
_NO_LETTER_AFTER = Regex(r"(?![a-z])")


def _occurs(name: str, question: str) -> bool:
    return phrases.first(name, question, begins=_NO_LETTER_BEFORE, ends=_NO_LETTER_AFTER, caseless=False) is not None
