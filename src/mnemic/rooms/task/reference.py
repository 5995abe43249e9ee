"""Which of a user's tasks in work a text means: "the Kyoto trip", not "the Osaka trip"; 报告 where there is one report.

Told by what only one of the tasks is called by: the names and words of its goal, values and entities that no other task
in work shares, in both languages. Where the words name none, it is the task in hand in the session; where they fit
several, none.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from mnemic.domain.cached import cached
from mnemic.domain.record import Json
from mnemic.domain.regex import Regex
from mnemic.domain.task import Task, TaskStatus
from mnemic.language import entities, segment
from mnemic.language.detect import HAN
from mnemic.language.entities import identity, places
from mnemic.language.segment import fold
from mnemic.rooms.task.names import TASK_NOUNS_ZH, is_generic, kinds_by_noun

CHARACTERS_MAX = 1_000  # of a text that are read for a task
VALUE_CHARACTERS_MAX = 120  # of a value that may be a name
AT_HAND = 256  # texts whose words are at hand
FEW_WORDS = 2  # common words that a task shares with a text, from which it is meant without a name

_LATIN = Regex(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BEGINS = Regex(r"(?:^|[.!?。！？:：\n])\W*$")  # what stands before the first word of a sentence
_HAN_RUN = Regex(f"[{HAN}]+")
_NOT = Regex(
    r"(?:\bnot|\bexcept|\bother than|\brather than|\binstead of|不是|而非|并非|除了|不算)"
    r"\s*(?:for\s+|the\s+|that\s+|去)*$"
)
_BECOMES = Regex(r"(?:[改换变]成|改[为到去]|换[为到去]|\bchang\w+(?: [\w']+){0,3} to|\bswitch\w* to|\bmake it)\s*$")
_BETWEEN = Regex(r"(?:['’]s)?\s*|(?:的|之|那|这|个|次|趟|场|份)+")
_OF = Regex(r"\s+(?:to|in|for|of|about|at|with)\s+(?:the\s+)?")
_DETERMINED = Regex(
    r"(?:\b(?:the|that|this|my|our)\s+|[这那][个趟次份场项件篇]?|(?:我|我们|咱们?)的|关于|^|[，,。.；;！!？?]\s*(?:那|对了)?)$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingWord:
    """A word or name that may tell a task, by what it is in either language, with its place in the text."""

    key: str
    start: int
    end: int
    name: bool = False
    noun: bool = False  # calls a kind of task: a trip, a report


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskMatch:
    """The task a text means, or None, and those it could mean."""

    task: Task | None = None
    candidates: tuple[Task, ...] = ()
    by: str = ""  # "words" or "session"


def task_meant_by(text: str, tasks: Sequence[Task], session: str | None = None) -> TaskMatch:
    """Which of the tasks in work a text means.

    Args:
        text: what was said or asked.
        tasks: every task in work, open or paused.
        session: the conversation, whose task in hand is meant where the words name none.
    """
    if not tasks:
        return TaskMatch()
    said = telling_words(text[:CHARACTERS_MAX])
    called = [_called(task) for task in tasks]
    spread = Counter(key for keys in called for key in keys)
    refused = [_refused(text, said, keys) for keys in called]
    telling = [
        _telling(text, said, {key for key in keys if spread[key] == 1}) and not no
        for keys, no in zip(called, refused, strict=True)
    ]
    strong = [task for task, told in zip(tasks, telling, strict=True) if told]
    if len(strong) == 1:
        return TaskMatch(task=strong[0], candidates=(strong[0],), by="words")
    if strong:
        return TaskMatch(candidates=tuple(strong))
    allowed = [task for task, no in zip(tasks, refused, strict=True) if not no]
    here = task_in_hand(allowed, session)
    if here is not None:
        return TaskMatch(task=here, candidates=(here,), by="session")
    said_keys = {mark.key for mark in said}
    shared = [task for task, keys, no in zip(tasks, called, refused, strict=True) if not no and keys & said_keys]
    return TaskMatch(candidates=tuple(shared) if len(shared) > 1 else ())


def task_in_hand(tasks: Sequence[Task], session: str | None) -> Task | None:
    """The open task last taken up in a session."""
    ran = [
        (one.at, task.started_at, task.id, task)
        for task in tasks
        if task.status is TaskStatus.OPEN
        for one in task.ran
        if one.session == session
    ]
    return max(ran)[3] if ran else None


def telling_words(text: str) -> tuple[TellingWord, ...]:
    """The telling words and names of a text, in order."""
    return _marks(text)


@cached(maxsize=AT_HAND)
def _marks(text: str) -> tuple[TellingWord, ...]:
    found: list[TellingWord] = []
    named: set[int] = set()
    for mention in entities.find_mentions(text):
        key = identity.entity_key(mention.name)
        if mention.role == mention.name:
            continue
        if key == fold(mention.name) and _LATIN.match(mention.name):
            named |= set(
                range(mention.start, mention.end)
            )  # of several words, any may be said alone: "Lena" of "Lena Roth"
        else:
            found.append(TellingWord(key=key, start=mention.start, end=mention.end, name=True))
    taken = {place for one in found for place in range(one.start, one.end)}
    for one in (*_nouns(text), *_latin(text, named), *_han(text)):
        if not taken & set(range(one.start, one.end)):
            found.append(one)
            taken |= set(range(one.start, one.end))
    return tuple(sorted(found, key=lambda mark: mark.start))


def _nouns(text: str) -> Iterator[TellingWord]:
    for match in TASK_NOUNS_ZH.finditer(text):
        yield TellingWord(key=kinds_by_noun()[match.group()], start=match.start(), end=match.end(), noun=True)


def _latin(text: str, names: Collection[int]) -> Iterator[TellingWord]:
    """English words that tell something. `names`: places in the text that a name covers."""
    found = list(_LATIN.finditer(text))
    for first, second in itertools.pairwise(found):
        two = fold(f"{first.group()} {second.group()}")
        if two in places.ENGLISH_PLACES:
            yield TellingWord(key=places.ENGLISH_PLACES[two], start=first.start(), end=second.end(), name=True)
    for match in found:
        word = fold(match.group())
        if word in places.ENGLISH_PLACES:
            yield TellingWord(key=places.ENGLISH_PLACES[word], start=match.start(), end=match.end(), name=True)
            continue
        stems = list(segment.words(word))
        if word in segment.STOP_EN or not stems or is_generic(stems[0]):
            continue
        noun = kinds_by_noun().get(stems[0])
        begins = _BEGINS.search(text[: match.start()]) is not None
        named = noun is None and (match.start() in names or (match.group()[0].isupper() and not begins))
        yield TellingWord(key=noun or stems[0], start=match.start(), end=match.end(), name=named, noun=noun is not None)


def _han(text: str) -> Iterator[TellingWord]:
    for run in _HAN_RUN.finditer(text):
        for word in segment.words(run.group()):
            start = text.find(word, run.start(), run.end())
            if start < 0 or len(word) < 2 or is_generic(word):
                continue
            name = word in places.CHINESE_PLACES
            key = places.CHINESE_PLACES[word] if name else kinds_by_noun().get(word, word)
            yield TellingWord(key=key, start=start, end=start + len(word), name=name, noun=word in kinds_by_noun())


def _called(task: Task) -> frozenset[str]:
    keys = {mark.key for mark in _marks(task.goal[:CHARACTERS_MAX])}
    for value in task.values.values():
        for text in _texts(value.value):
            keys |= {mark.key for mark in _marks(text) if mark.name}
    return frozenset(keys | {identity.entity_key(one.name) for one in task.entities})


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str) and len(value) <= VALUE_CHARACTERS_MAX:
        yield value
    elif isinstance(value, list | dict):
        for part in value if isinstance(value, list) else value.values():
            yield from _texts(part)


def _telling(text: str, said: Sequence[TellingWord], own: Collection[str]) -> bool:
    """Whether what only this task is called by is said: a name, a task of its kind spoken of as one that is known, or
    several words. What something shall become is a new value of it, and names no task."""
    found = [mark for mark in said if mark.key in own and not _BECOMES.search(fold(text[: mark.start]))]
    if any(mark.name for mark in found):
        return True
    if any(mark.noun and _DETERMINED.search(fold(text[: mark.start])) for mark in found):
        return True
    return len({mark.key for mark in found}) >= FEW_WORDS


def _refused(text: str, said: Sequence[TellingWord], keys: Collection[str]) -> bool:
    """Whether a text speaks of another task of this kind, "the Osaka trip", or says that this one is not meant."""
    own = [mark for mark in said if mark.name and mark.key in keys]
    if own:
        return all(_NOT.search(fold(text[: mark.start])) for mark in own)
    return any(noun in keys and name not in keys for name, noun in _pairs(text, said))


def task_call_spans(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that call a task: "the Osaka trip", 大阪之行."""
    return [(one.start, other.end) for one, other in _named_nouns(text, telling_words(text[:CHARACTERS_MAX]))]


def _pairs(text: str, said: Sequence[TellingWord]) -> Iterator[tuple[str, str]]:
    """Names that tell a task of a kind, with the kind."""
    for one, other in _named_nouns(text, said):
        yield (one.key, other.key) if one.name else (other.key, one.key)


def _named_nouns(text: str, said: Sequence[TellingWord]) -> Iterator[tuple[TellingWord, TellingWord]]:
    """A name and a kind of task that belong together: "Osaka trip", "trip to Osaka", 大阪之行."""
    for one, other in itertools.pairwise(said):
        between = fold(text[one.end : other.start])
        before = one.name and other.noun and _BETWEEN.fullmatch(between)
        if before or (one.noun and other.name and _OF.fullmatch(between)):
            yield one, other
