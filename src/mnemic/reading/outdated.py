"""Of two candidates about one matter the later said ranks first, where a question asks for what is so now (R5).

What a statement replaces is cut by the gates. This stage sees to what reconciling could not catch: a second wording of
an old value, a turn of the log that was never understood, two values in slots that do not meet. Nothing is cut by it;
the older one stands below the newer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mnemic.domain.query import Question
from mnemic.domain.record import Kind, Memory
from mnemic.domain.regex import Regex
from mnemic.language import change_cues, segment
from mnemic.language.change_cues import states_change_outright
from mnemic.language.meaning import SOMEBODY_ELSE, closeness, judge_sameness, names_subject
from mnemic.language.segment import normal_form
from mnemic.reader.statement import USER
from mnemic.reading.ranking import LIFT, WIDTH, with_extra_term
from mnemic.reading.state import ReadState
from mnemic.safety.access.policy import is_from_outside

LOOKED_AT = 10  # best candidates that are compared
GONE_MAX = 6  # statements no longer so that a turn may repeat
WINDOW = 5.0  # log-odds by which the newer may score less and still be of the matter that is asked about
# Mean of both cosines. Pairs of one matter and another value from a simulated year: half above 0.54, nine of ten above
# 0.36; of two matters that answer to one question, one in ten above 0.4. The less the newer has of an answer, the
# nearer it must be.
NEAR_MIN, NEARER_PER_LOG_ODDS = 0.34, 0.035
OVER_NEAR_MIN = 0.3  # where the newer says that the value of the older is over
REPEATS_NEAR_MIN = 0.4  # of a turn with the statement whose value it holds
COST = 1.0  # log-odds a turn with a value that is no longer so loses where nothing newer is among the candidates
CHARACTERS_MAX = 160  # of a text that states one thing

_PAST = Regex(
    r"之前|以前|原来|原先|曾|当时|那时|那会儿|上次|去年|前年|昨|前天|上(?:个?月|周|星期|回)|第一|最早|最初|哪[天年]|哪个月|几号"
    r"|多久|多长时间|历史|换过|什么时候|何时|[^不没]过(?:吗|没|什么|哪|几)"
    r"|\b(?:did|was|were|had|before|previous\w*|former\w*|earlier|ago|last|yesterday|first|original\w*"
    r"|when(?! (?:do|does)\b)|ever|history|used to|how long|how often|how many times)\b",
    re.IGNORECASE,
)
_NOW = Regex(
    r"现在|如今|目前|正在|在追|不再|不用|又报|改[^进善造良]|换|搬|[涨降升调]到"
    r"|(?<![\u4e00-\u9fff])新(?=[\u4e00-\u9fff])|(?:用户|我)(?:的|在|们)?新(?=[\u4e00-\u9fff])"
    r"|\b(?:now|these days|no longer|any ?more|instead|switch\w*|moved|chang\w+|new|started|stopped|gave up|took up"
    r"|at the moment|currently|nowadays|at present|in the middle of)\b",
    re.IGNORECASE,
)
"""Says that something is so now, or since a change; what tells of one among many tells of no change."""
SCOPED = "value:"  # attributes that name what they hold for


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A candidate as it is compared."""

    row: int
    memory: Memory
    score: float
    place: int  # among the candidates

    def below(self, score: float) -> float:
        """Its score, where it has to stand below another; what stood in order before does so there too."""
        return min(self.score, score - LIFT * (1 + self.place / LOOKED_AT))


def asks_about_now(question: Question) -> bool:
    """Whether a question asks for what is so, and for no other time than the moment it is asked about."""
    windows = question.understanding.windows if question.understanding is not None else ()
    return not windows and _PAST.search(question.text) is None


def demote_outdated(asking: ReadState) -> ReadState:
    """Put what is no longer so below what took its place."""
    if len(asking.rows) < 2 or not asks_about_now(asking.question):
        return asking
    best = asking.rows[:LOOKED_AT]
    told = [
        _Told(row=row, memory=memory, score=asking.scores[row], place=place)
        for place, row in enumerate(best)
        if (memory := asking.user_index.memories[row]) is not None and _states(memory)
    ]
    scores = {one.row: one.score for one in told}
    taken: list[tuple[_Told, _Told]] = []
    for older in sorted(told, key=lambda one: one.memory.said_at, reverse=True):
        newer = max(_newer(asking, older, told), key=lambda one: scores[one.row], default=None)
        if newer is not None:
            taken.append((older, newer))
            scores[older.row] = older.below(scores[newer.row])
    for turn in told:
        if turn.memory.kind is Kind.EPISODE and scores[turn.row] == turn.score:
            scores[turn.row] = _with_its_value(asking, turn, told, taken, scores)
    terms = {one.row: (scores[one.row] - one.score) * WIDTH for one in told if scores[one.row] < one.score}
    return with_extra_term(asking, "outdated", terms) if terms else asking


def _with_its_value(
    asking: ReadState,
    turn: _Told,
    told: Sequence[_Told],
    taken: Sequence[tuple[_Told, _Told]],
    scores: Mapping[int, float],
) -> float:
    """The score of a turn, below what took the place of the value it holds."""
    above = [
        scores[newer.row]
        for older, newer in taken
        if turn.memory.said_at < newer.memory.said_at and _repeats(asking, turn, older.memory, older.row)
    ]
    by = _replaced_by(asking, turn)
    above += [scores[one.row] for one in told if one.memory.id in by]
    if above:
        return turn.below(max(above))
    return turn.score - COST if by else turn.score


def _states(memory: Memory) -> bool:
    """Whether a memory may state what is so: it is short, somebody's word, and tells of no event."""
    return (
        not is_from_outside(memory.origin)
        and memory.kind not in (Kind.EVENT, Kind.SKILL, Kind.NOTE)
        and len(memory.text) <= CHARACTERS_MAX
    )


def _newer(asking: ReadState, older: _Told, told: Sequence[_Told]) -> Iterator[_Told]:
    """Candidates that say later how the same matter stands."""
    for one in told:
        later = one.memory.said_at > older.memory.said_at
        if later and not set(one.memory.sources) & set(older.memory.sources) and _takes_over(asking, older, one):
            yield one


def _takes_over(asking: ReadState, older: _Told, newer: _Told) -> bool:
    old, new = older.memory, newer.memory
    if old.speaker != new.speaker or old.agent != new.agent or _said_since(old, new):
        return False
    if old.slot is not None and new.slot is not None and old.slot.key == new.slot.key:
        single = old.slot.single and new.slot.single and old.slot.polarity == new.slot.polarity == 1
        return single and normal_form(old.slot.value) != normal_form(new.slot.value)
    if not _tells_of_now(new.text):
        return False
    near = _near(asking, old, new, older.row, newer.row)
    if near < OVER_NEAR_MIN or _of_others(old, new) or not _of_one_scope(old, new):
        return False
    behind = max(older.score - newer.score, 0.0)
    single = all(slot is None or slot.single for slot in (old.slot, new.slot))  # one of many takes no other's place
    if single and behind <= WINDOW and near >= NEAR_MIN + NEARER_PER_LOG_ODDS * behind:
        asked = set(segment.words(asking.question.text))
        answers = not asked & set(segment.words(old.text)) or bool(asked & set(segment.words(new.text)))
        if answers and not _holds(new.text, old):
            return True
    return _says_over(old, new)


def _tells_of_now(text: str) -> bool:
    return states_change_outright(text) or _NOW.search(text) is not None


def _of_one_scope(old: Memory, new: Memory) -> bool:
    """Whether both may be of one thing: not of two events that each have a size, nor of two people."""
    if old.slot is not None and new.slot is not None:
        if old.slot.attribute.startswith(SCOPED) and new.slot.attribute.startswith(SCOPED):
            one, other = (set(segment.words(slot.attribute.removeprefix(SCOPED))) for slot in (old.slot, new.slot))
            return one <= other or other <= one
        return True
    judged = judge_sameness(old.text, new.text)
    return judged is None or judged.why != SOMEBODY_ELSE


def _said_since(old: Memory, new: Memory) -> bool:
    """Whether the older has been said again since."""
    return old.mention_count > 1 and old.updated_at > new.recorded_at


def _of_others(old: Memory, new: Memory) -> bool:
    """Whether the newer speaks of somebody or something that the older does not speak of."""
    subject = new.slot.subject if new.slot is not None else USER
    return (
        subject != USER and (old.slot is None or old.slot.subject != subject) and not names_subject(old.text, subject)
    )


def _holds(text: str, old: Memory) -> bool:
    """Whether a text still has the whole value of a statement."""
    return old.slot is not None and set(segment.words(old.slot.value)) <= set(segment.words(text))


def _says_over(old: Memory, new: Memory) -> bool:
    return old.slot is not None and change_cues.says_value_ended(new.text, old.slot.value, old.text)


def _near(asking: ReadState, old: Memory, new: Memory, one: int, other: int) -> float:
    matrix = asking.user_index.freeze().matrix
    vectors = matrix.some([one, other])
    close = closeness(old.text, new.text, (vectors[0], vectors[1]), asking.user_index.fingerprint)
    return (close.e5 + close.use) / 2 if close is not None else 0.0


def _replaced_by(asking: ReadState, turn: _Told) -> set[str]:
    """Ids of what replaced the statements that were so when a turn was said, and whose values it holds."""
    moment = asking.question.as_of or asking.question.at
    gone = [(asking.user_index.memories[row], row) for row in _gone(asking)]
    return {
        old.superseded_by
        for old, row in gone
        if old.superseded_by is not None
        and old.valid_to is not None
        and turn.memory.said_at < old.valid_to <= moment
        and _repeats(asking, turn, old, row)
    }


def _gone(asking: ReadState) -> list[int]:
    """Statements no longer so that are nearest to the question."""
    column = asking.user_index.column
    rows = np.flatnonzero(column("alive") & ~column("episode") & ~column("stands"))
    best: list[int] = rows[np.argsort(-asking.total[rows], kind="stable")][:GONE_MAX].tolist()
    asking.user_index.expect(best)
    return best


def _repeats(asking: ReadState, turn: _Told, old: Memory, row: int) -> bool:
    """Whether a turn says again what a statement says, with its value."""
    value = old.slot.value if old.slot is not None else change_cues.stated_value(old.text)
    if old.kind is Kind.EPISODE or value is None or not change_cues.names_value(turn.memory.text, value):
        return False
    return _near(asking, old, turn.memory, row, turn.row) >= REPEATS_NEAR_MIN
