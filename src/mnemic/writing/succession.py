"""What a new statement ends: a known statement, or a habit.

What the user says outright ends a habit that was only seen: "I gave up running", 我讨厌燕麦拿铁.

Does a new statement end a known one? For statements whose slots do not meet: "I play the cello in an orchestra",
"Sold the cello, no time for the orchestra any more".

A linear model over what the two have in common and how the new one is meant, fitted on pairs of messages written for
the project (`python -m training.succession`; figures in docs/decisions/0010-heads.md). A wrong end retires a true fact,
so only what speaks of a change can end anything, it ends what it says has changed (language/gives_way), and of several
statements only the surest ends.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np

from mnemic.domain.changes import Candidate
from mnemic.domain.judgement import Judgement, Mood, SentenceSubject
from mnemic.domain.record import Memory
from mnemic.domain.regex import Regex
from mnemic.language import segment
from mnemic.language.change_cues import speaks_of_change, states_change_outright
from mnemic.language.detect import HAN
from mnemic.ports import Signal, Vectors
from mnemic.rooms.habits.record import habit_of, is_habit
from mnemic.rooms.habits.talk import ActKind
from mnemic.rooms.habits.talk.act import SIDE_WORDS
from mnemic.rooms.habits.talk.habit_statement import covers_act
from mnemic.writing.compare import count_negations, numbers_of_text
from mnemic.writing.displaced import denied_values, displaced_words

_OVER = Regex(
    r"\b(?:no longer|not|n['’]t|never|no|stop(?:s|ped)?|quit|given? up|gave up|gives up|any ?more|used to|instead of"
    r"|switched from"
    r"|cancell?ed|over)\b|n['’]t\b|不再|不(?!错|同|止|但|仅)|没再|别|戒|放弃|停(?:了|止|掉)|改成|换成|退(?:了|掉)",
    re.IGNORECASE,
)
_AVERSE = Regex(r"\b(?:hates?|dislikes?|loathes?|detests?|avoids?|can't stand|sick of)\b|讨厌|反感|受不了|腻", re.I)


def habits_ended_by(candidate: Candidate, rivals: Iterable[Memory]) -> list[tuple[Memory, str]]:
    """The habits that a statement ends: it speaks of what they are about, and says that it is over or unwanted. To hate
    paperwork does not end doing it."""
    return [(rival, "the user says that it is over") for rival in rivals if is_habit(rival) and _ends(candidate, rival)]


def _ends(candidate: Candidate, memory: Memory) -> bool:
    habit = habit_of(memory)
    if candidate.said_at < memory.said_at or habit.act.core & SIDE_WORDS or not covers_act(candidate.text, habit.act):
        return False
    denied = candidate.slot is not None and candidate.slot.polarity < 0
    if _OVER.search(candidate.text):
        return True
    return habit.act.sort is ActKind.WISH and (denied or _AVERSE.search(candidate.text) is not None)


ENDS_MIN = 0.2  # probability from which a known statement ends
ENDS_SILENTLY_MIN = 0.8  # the same where no words say so, or both share none
ENDS_SURELY_MIN = 0.9  # from which several may end at once
CHANGE_MIN = 0.4  # probability of a change below which only outright words count
LOG_ODDS_MAX = 9.0


@cache
def idle_words() -> frozenset[str]:
    """Words that tell nothing of what a statement is about: that it is the user's, and when."""
    return frozenset(
        segment.words(
            "用户 user user's January February March April May June July August September October November December "
            "Monday Tuesday Wednesday Thursday Friday Saturday Sunday morning afternoon evening night today "
            "tomorrow yesterday "
            "周一 周二 周三 周四 周五 周六 周日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 "
            "上午 下午 晚上 早上"
        )
    )


SIGNALS = ("e5", "use")

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "first cosine": -0.642,
        "last cosine": 0.430,
        "change": 0.769,
        "keep": -0.042,
        "once": -0.152,
        "unsaid": -0.726,
        "of another": -0.788,
        "change word": -0.177,
        "denies": 1.533,
        "other numbers": 0.579,
        "other polarity": -0.197,
        "change x cosine": 3.434,
        "share of the older": 0.771,
        "share of the newer": -0.476,
        "any word": 0.745,
        "newer length": 0.918,
        "change x share": 2.707,
        "lead in first cosine": 0.029,
        "lead in last cosine": 0.617,
        "lead in share of the older": 1.613,
        "bias": 0.385,
    }
)
"""Printed by `python -m training.succession`. Cosines count in tenths, log-odds in thirds, lengths in tens of words."""

STRANGERS: Mapping[str, float] = MappingProxyType({"first cosine": 8.9, "last cosine": 3.2, "share of the older": 0.08})
"""What the nearest of 80 statements of another matter has, on average over the pairs; a memory of few statements would
else make whatever it holds look near."""

_CHINESE = Regex(f"[{HAN}]")
_UNSAID = (Mood.SUPPOSED, Mood.ASKED, Mood.JOKED, Mood.QUOTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedStatement:
    """A statement as it is compared: its words and its vector."""

    text: str
    vector: Vectors
    names: frozenset[str] = frozenset()  # words that say nothing of the matter: who speaks


def fitted_for(signals: Sequence[Signal]) -> bool:
    """Whether the weights mean anything for vectors of these signals: they were fitted on the bundled embedder's."""
    return tuple(signal.name for signal in signals) == SIGNALS


def least_probability(newer: ComparedStatement, older: ComparedStatement) -> float:
    """The probability from which a known statement ends: higher where no words say so, or none are shared."""
    shared = _words(newer) & _words(older)
    return ENDS_MIN if shared and states_change_outright(newer.text) else ENDS_SILENTLY_MIN


def end_probabilities(
    newer: ComparedStatement, judgement: Judgement, olders: Sequence[ComparedStatement], signals: Sequence[Signal]
) -> list[float]:
    """For each of some known statements the probability, 0-1, that the newer one makes it no longer true. What speaks
    of no change, as far as words and judge can tell, ends nothing: two trips to two towns stand side by side."""
    if judgement.change < CHANGE_MIN and not states_change_outright(newer.text):
        return [0.0] * len(olders)
    rows = succession_features(newer, judgement, olders, signals)
    scores = [sum(WEIGHTS[name] * value for name, value in row.items()) + WEIGHTS["bias"] for row in rows]
    going = displaced_words(newer.text)
    return [
        0.0 if going is not None and _beside(going, newer, older) else 1 / (1 + math.exp(-score))
        for older, score in zip(olders, scores, strict=True)
    ]


def _beside(going: frozenset[str], newer: ComparedStatement, older: ComparedStatement) -> bool:
    """Whether what two statements share is nothing of what the newer says has changed: a chopping board that was moved
    to the window says nothing of window seats."""
    held = _words(older)
    if not _words(newer) & held:
        return False
    text = segment.fold(older.text)
    telling = going - newer.names - idle_words()
    return not any(word in held or (_CHINESE.search(word) and (word in text or word[-1] in text)) for word in telling)


def succession_features(
    newer: ComparedStatement, judgement: Judgement, olders: Sequence[ComparedStatement], signals: Sequence[Signal]
) -> list[dict[str, float]]:
    """What the model sees of each known statement, by name. A word counts the less the more of them hold it, and how
    much nearer a statement is than any other counts, too."""
    new = _words(newer)
    held = [_words(older) for older in olders]
    spread = Counter(word for words in held for word in words)
    rows = [_pair(newer, judgement, older, signals) for older in olders]
    for row, words in zip(rows, held, strict=True):
        row |= _shared(new, words, spread) | {"change x share": 0.0}
        row["change x share"] = row["change"] * row["share of the older"]
    for name, usual in STRANGERS.items():
        values = [row[name] for row in rows]
        for place, row in enumerate(rows):
            row[f"lead in {name}"] = row[name] - max([usual, *values[:place], *values[place + 1 :]])
    return rows


def _words(told: ComparedStatement) -> frozenset[str]:
    return frozenset(word for word in segment.words(told.text) if not word[0].isdigit()) - told.names - idle_words()


def _shared(new: frozenset[str], old: frozenset[str], spread: Mapping[str, int]) -> dict[str, float]:
    weight = {word: 1 / max(spread[word], 1) for word in new | old}
    both = sum(weight[word] for word in new & old)
    return {
        "share of the older": both / max(sum(weight[word] for word in old), 1.0),
        "share of the newer": both / max(sum(weight[word] for word in new), 1.0),
        "any word": min(both, 2.0),
        "newer length": len(new) / 10,
    }


def _pair(
    newer: ComparedStatement, judgement: Judgement, older: ComparedStatement, signals: Sequence[Signal]
) -> dict[str, float]:
    cosines = [
        float(np.dot(newer.vector[signal.start : signal.stop], older.vector[signal.start : signal.stop]))
        for signal in signals
    ]
    old = _words(older)
    change = _log_odds(judgement.change)
    fresh, known = numbers_of_text(newer.text), numbers_of_text(older.text)
    gone = [set(segment.words(value)) for value in denied_values(newer.text)]
    return {
        "first cosine": 10 * cosines[0],
        "last cosine": 10 * cosines[-1],
        "change": change,
        "keep": _log_odds(judgement.keep),
        "once": _log_odds(judgement.once),
        "unsaid": sum(judgement.moods[mood] for mood in _UNSAID),
        "of another": judgement.about[SentenceSubject.OTHER],
        "change word": float(speaks_of_change(newer.text)),
        "denies": max((len(words & old) / max(len(words), 1) for words in gone), default=0.0),
        "other numbers": float(bool(fresh and known and not fresh & known)),
        "other polarity": float(count_negations(newer.text) % 2 != count_negations(older.text) % 2),
        "change x cosine": change * cosines[-1],
    }


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1 - 1e-4)
    return min(max(math.log(bounded / (1 - bounded)), -LOG_ODDS_MAX), LOG_ODDS_MAX) / 3
