"""What a statement may rest on: the numbers, names and dates that were said or shown. Nothing else is let in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from fractions import Fraction

from mnemic.domain.record import Turn
from mnemic.domain.regex import Regex
from mnemic.language import segment, when
from mnemic.language.detect import HAN
from mnemic.language.when.mention import TimeMention
from mnemic.language.when.numerals import EN_WORDS, chinese_number

_FIGURES = Regex(r"[0-9]+(?:\.[0-9]+)?")
_THOUSANDS = Regex(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_SCALED = Regex(r"([0-9]+(?:\.[0-9]+)?)\s*(k\b|thousand\b|m\b|million\b|w\b|万|千|百|亿)")
_SCALES = {"k": 1_000, "thousand": 1_000, "m": 10**6, "million": 10**6, "w": 10**4, "百": 100, "千": 1_000}
_SCALES |= {"万": 10**4, "亿": 10**8}
_HAN_NUMBER = Regex(r"[零〇一二两三四五六七八九十百千万亿]+")
_EN_NUMBER = Regex(r"\b(?:" + "|".join(sorted(EN_WORDS, key=len, reverse=True)) + r"|seventy|eighty)\b")
_EN_TENS = Regex(r"\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](\w+)\b")
_EN_VALUES = EN_WORDS | {"seventy": 70, "eighty": 80}
_COUNTED = Regex(r"([零〇一二两三四五六七八九十百千万亿]+)(?=[个只条岁年月天号点块元次位名口斤公小周])")
_NAME = Regex(r"[^\W\d_" + HAN + r"][\w&.'’-]*[^\W_]|[^\W\d_" + HAN + "]")
_CALLED = Regex(rf"(?:叫做|叫作|名为|(?<!喊)叫|名字[是叫])(?:自己|用户|[我他她它其])?(?P<name>[{HAN}]{{2}})")
_SENTENCE_END = Regex(r"(?:^|[.!?:;。！？：；\n(（\"“])\s*$")
_CALENDAR = frozenset(
    (
        "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march"
        " april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov"
        " dec am pm utc the user i a an"
    ).split()
)
NAMES_IN_HAN_MIN = 2  # letters of a Latin word in a Chinese sentence that counts as a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Everything that was said or shown, laid out for looking up."""

    text: str  # folded, without spaces
    terms: frozenset[str]
    numbers: frozenset[Fraction]
    mentions: tuple[TimeMention, ...]
    days: frozenset[date]  # on which something was said

    def unsaid(self, statement: str, said: datetime, zone: tzinfo) -> str | None:
        """The first number or name of a statement that nobody said, or None."""
        rest = self._without_dates(statement, said, zone)
        for number in asserted_numbers(rest):
            if number.value not in self.numbers:
                return number.text
        return next((name for name in names_of_statement(rest) if not self.has(name)), None)

    def has(self, words: str) -> bool:
        """Whether a name or phrase was said, but for case, width, spacing and inflection."""
        terms = set(segment.words(words))
        return _squeezed(words) in self.text or (bool(terms) and terms <= self.terms)

    def mostly(self, words: str) -> bool:
        """Whether at least half of the words of a phrase were said."""
        terms = [*segment.words(words)]
        said = sum(term in self.terms or term in self.text for term in terms)
        return self.has(words) or (bool(terms) and 2 * said >= len(terms))

    def shares(self, words: str) -> bool:
        """Whether any word of a phrase, or pair of its Chinese characters, was said."""
        return any(term in self.terms for term in segment.terms(words) if not term.startswith("="))

    def day(self, day: date) -> bool:
        """Whether a day was named, lies in a span that was named, or is one on which something was said."""
        if day in self.days:
            return True
        if any(mention.begins.date() <= day <= _last_day(mention) for mention in self.mentions):
            return True
        return {Fraction(day.year), Fraction(day.month), Fraction(day.day)} <= self.numbers

    def _without_dates(self, statement: str, said: datetime, zone: tzinfo) -> str:
        """A statement without the dates and times in it that were said, however they are written."""
        kept = list(statement)
        for mention in when.find_times(statement, said, zone):
            if _squeezed(mention.text) in self.text or self._named(mention):
                kept[mention.start : mention.end] = " " * (mention.end - mention.start)
        return "".join(kept)

    def _named(self, mention: TimeMention) -> bool:
        if mention.recurring or mention.duration:
            return False
        within = any(named.begins <= mention.begins and mention.ends <= named.ends for named in self.mentions)
        around = any(mention.begins <= named.begins < mention.ends for named in self.mentions)
        return within or around or mention.begins.date() in self.days


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidNumber:
    """A number in a text, as written and as a value."""

    text: str
    value: Fraction


def grounds_of(turns: Sequence[tuple[Turn, tzinfo]], shown: Iterable[str]) -> Grounds:
    """What turns (each with its speaker's zone) and other texts shown allow a statement to say."""
    texts = [turn.text for turn, _ in turns] + [turn.speaker for turn, _ in turns if turn.speaker] + list(shown)
    mentions = [mention for turn, zone in turns for mention in when.find_times(turn.text, turn.said_at, zone)]
    numbers = {number for text in texts for number in _numbers_said(text)}
    numbers |= {number for mention in mentions for number in _parts_of(mention)}
    return Grounds(
        text="\n".join(_squeezed(text) for text in texts),
        terms=frozenset(term for text in texts for term in segment.terms(text)),
        numbers=frozenset(numbers),
        mentions=tuple(mention for mention in mentions if not mention.duration),
        days=frozenset(turn.said_at.astimezone(zone).date() for turn, zone in turns),
    )


def asserted_numbers(statement: str) -> list[SaidNumber]:
    """The numbers that a statement asserts: figures, English number words from two up, Chinese ones that count."""
    folded = _THOUSANDS.sub("", segment.fold(statement))
    found = []
    scaled = {match.start(): match for match in _SCALED.finditer(folded)}
    for match in _FIGURES.finditer(folded):
        scale = scaled.get(match.start())
        factor = _SCALES[scale[2]] if scale else 1
        found.append(
            SaidNumber(text=match.group() if scale is None else scale.group(), value=factor * Fraction(match[0]))
        )
    found += [number for number in _english(folded) if number.value >= 2]
    for match in _COUNTED.finditer(folded):
        found += [SaidNumber(text=match[1], value=value) for value in _chinese(match[1])[:1] if value >= 2]
    return found


def names_of_statement(statement: str) -> list[str]:
    """The names of a statement: capitalised words inside an English sentence, Latin words in a Chinese one, and what
    somebody is said to be called."""
    found = [match["name"] for match in _CALLED.finditer(statement)]
    chinese_text = bool(re.search(f"[{HAN}]", statement))
    for match in _NAME.finditer(statement):
        word = re.sub(r"['’]s$", "", match.group())
        if word.casefold() in _CALENDAR:
            continue
        if chinese_text:
            if len(word) >= NAMES_IN_HAN_MIN:
                found.append(word)
        elif word[0].isupper() and not _SENTENCE_END.search(statement, 0, match.start()):
            found.append(word)
    return found


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", segment.fold(text))


def _numbers_said(text: str) -> set[Fraction]:
    folded = _THOUSANDS.sub("", segment.fold(text))
    said = {Fraction(match[0]) for match in _FIGURES.finditer(folded)}
    said |= {Fraction(match[1]) * _SCALES[match[2]] for match in _SCALED.finditer(folded)}
    said |= {number.value for number in _english(folded)}
    for match in _HAN_NUMBER.finditer(folded):
        said |= set(_chinese(match.group()))
        said |= {value for sign in match.group() for value in _chinese(sign)}
    if re.search(r"半|\bhalf\b", folded):
        said |= {Fraction(1, 2), Fraction(30)} | {number + Fraction(1, 2) for number in said}
    return said


def _english(folded: str) -> list[SaidNumber]:
    found = []
    for match in _EN_TENS.finditer(folded):
        if (ones := _EN_VALUES.get(match[2], 0)) in range(1, 10):
            found.append(SaidNumber(text=match.group(), value=Fraction(_EN_VALUES[match[1]] + ones)))
    tens = [match.span() for match in _EN_TENS.finditer(folded) if _EN_VALUES.get(match[2], 0) in range(1, 10)]
    for match in _EN_NUMBER.finditer(folded):
        if not any(start <= match.start() < end for start, end in tens):
            found.append(SaidNumber(text=match.group(), value=Fraction(_EN_VALUES[match.group()])))
    return found


def _chinese(run: str) -> list[Fraction]:
    """The values of a run of Chinese figures, most likely first; a vague one (三四) has none."""
    total, held = Fraction(0), run
    for sign, scale in (("亿", 10**8), ("万", 10**4), ("千", 10**3)):
        if sign in held:
            head, held = held.split(sign, 1)
            part = _chinese(head)[:1] if head else [Fraction(1)]
            if not part:
                return []
            total += part[0] * scale
            if len(held) == 1 and held != sign and scale > 10:  # 两千五 is 2,500
                tail = _chinese(held)
                return [total + tail[0] * scale / 10, total + tail[0]] if tail else [total]
    if not held:
        return [total]
    try:
        return [total + chinese_number(held.lstrip("零〇") or held)]
    except ValueError:
        return []


def _last_day(mention: TimeMention) -> date:
    return max(mention.begins, mention.ends - timedelta(minutes=1)).date()


def _parts_of(mention: TimeMention) -> set[Fraction]:
    """The figures by which a time may be written: of its beginning and its end."""
    last = max(mention.begins, mention.ends - timedelta(minutes=1))
    parts: set[Fraction] = set()
    for moment in (mention.begins, last):
        parts |= {Fraction(number) for number in (moment.year, moment.month, moment.day)}
    for moment in (mention.begins, last, mention.ends):
        parts |= {Fraction(number) for number in (moment.hour, moment.hour % 12 or 12, moment.minute)}
    return parts
