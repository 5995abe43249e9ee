"""Which hits bear on what is asked or wanted, and so are worth their tokens in a prompt (R6, W6).

A request is not answered by memory, it is carried out with it: "book me a flight" needs the seat the user likes. So
what is far below the best hit is left out, and with a request also another person's taste, unless the request names
that person. What was said for the task at hand needs no evidence of its own.
"""

from __future__ import annotations

import math

from mnemic.domain.query import Hit, Question, Recall
from mnemic.domain.record import Kind, Memory, Origin, Tier
from mnemic.domain.regex import Regex
from mnemic.language.detect import HAN
from mnemic.language.question import question_share
from mnemic.language.segment import normal_form
from mnemic.reader.statement import USER
from mnemic.rooms.session.start import is_own_wish
from mnemic.safety.access.policy import stands_as_order
from mnemic.settings import Settings

# The best of n unrelated memories stands about sqrt(2 ln n) standard deviations out by chance alone (extreme values of
# a normal distribution). So many units of log-odds for each is what a memory must show; a turn of which no statement
# was made more, since most turns change no decision. The numbers here were chosen on evals/data/decisions_tune.jsonl.
EVIDENCE_PER_DEVIATION = 0.2
EVIDENCE_OF_A_TURN = 0.3
SCORE_OF_A_TURN = 0.3  # at least; of another's than the user's LOW_VALUE_BELOW
SPREAD = 3.0  # log-odds that a hit may stand below the best one
OF_TASK_MAX = 3  # of the user's own words for the task at hand that need no evidence
LOW_VALUE_BELOW = 0.5  # score under which a hit counts as of low value

_HAN_WORD = Regex(f"[{HAN}]")
_LATIN_WORD = Regex(r"[^\W\d_]{3,}")
_COMMON_HAN = frozenset("的人小老大家")  # of a name or relation, which tell nobody apart


def hits_worth_placing(recall: Recall, settings: Settings) -> list[Hit]:
    """The hits worth their tokens, best first: above the floors, and few of low value; none where a question is asked
    and nothing is remembered about it. The user's lasting wishes need less evidence: they may matter to an answer
    without a word in common with the question, and claim to answer nothing."""
    return [hit for hit, why in hits_with_reasons(recall, settings) if not why]


def hits_with_reasons(recall: Recall, settings: Settings) -> list[tuple[Hit, str]]:
    """Every hit, best first, with why it is not worth its tokens; "" where it is."""
    question = recall.trace.question
    asked = is_question(question)
    out = {hit.memory.id: why for hit in recall if (why := _beside_the_point(hit.memory, question, asked))}
    chance = math.sqrt(2 * math.log(max(recall.trace.looked_at, 1)))
    hits = [hit for hit in recall if hit.memory.id not in out]
    said = [hit.score for hit in hits if hit.memory.kind is not Kind.TASK]  # a task is near to whatever it is about
    nearest = _log_odds(max(said, default=0.0)) - SPREAD
    low = of_task = 0
    for hit in hits:
        if of_task < OF_TASK_MAX and _for_the_task(hit.memory, question):
            of_task += 1
            continue
        wish = hit.score >= LOW_VALUE_BELOW and belongs_in_head(hit.memory)
        score, evidence = _floors(hit.memory, settings)
        if recall.nothing and asked and not wish:
            out[hit.memory.id] = "nothing is remembered about what is asked (answer_min)"
        elif hit.score < score:
            of = "context_score_min" if score == settings.context_score_min else "the least of a turn"
            out[hit.memory.id] = f"its score is below {score:.2f} ({of})"
        elif _log_odds(hit.score) < nearest:
            out[hit.memory.id] = "it is far below the best hit"
        elif hit.evidence < evidence * chance and not wish:
            out[hit.memory.id] = "its words and vectors hardly speak for it"
        elif hit.score < LOW_VALUE_BELOW:
            low += 1
            if low > settings.context_low_value_max:
                out[hit.memory.id] = f"{low - 1} of low value are there already (context_low_value_max)"
    return [(hit, out.get(hit.memory.id, "")) for hit in recall]


def _beside_the_point(memory: Memory, question: Question, asked: bool) -> str:
    """Why a memory tells a model nothing, whatever its score; "" where it may."""
    if is_only_questions(memory):
        return "it only asks"
    if _is_the_message(memory, question):
        return "it is the message itself"
    if not asked and _of_another(memory, question.text) and memory.slot is not None:
        return f"it is about {memory.slot.subject}, and the request does not name them"
    return ""


def _floors(memory: Memory, settings: Settings) -> tuple[float, float]:
    """The score and the evidence per deviation a memory must have."""
    least = settings.context_score_min
    if memory.kind is not Kind.EPISODE:
        return least, EVIDENCE_PER_DEVIATION
    of_turns = SCORE_OF_A_TURN if memory.origin is Origin.USER else LOW_VALUE_BELOW
    return max(least, of_turns), EVIDENCE_OF_A_TURN


def is_question(question: Question) -> bool:
    """Whether something is asked of the memory, rather than wanted done."""
    return bool(question.understanding and question.understanding.asked_for) or question_share(question.text) > 0


def is_only_questions(memory: Memory) -> bool:
    """Whether a turn is nothing but questions: it can be found, but it tells a model nothing."""
    return memory.kind is Kind.EPISODE and question_share(memory.text) == 1


def belongs_in_head(memory: Memory) -> bool:
    """Head of the prompt: permanent memory, and the user's own lasting wishes. Outside text never stands there (S3)."""
    return is_own_wish(memory) or (memory.tier is Tier.PERMANENT and stands_as_order(memory))


def _is_the_message(memory: Memory, question: Question) -> bool:
    """Whether a turn is the message itself, added before it was asked: the prompt has it already, and beside it
    nothing else would seem near."""
    return memory.kind is Kind.EPISODE and normal_form(memory.text) == normal_form(question.text)


def _for_the_task(memory: Memory, question: Question) -> bool:
    at_hand = question.task is not None and memory.task == question.task
    return at_hand and memory.origin is Origin.USER and memory.kind is not Kind.TASK


def _of_another(memory: Memory, request: str) -> bool:
    """Whether a statement is about somebody other than the user whom the request does not name."""
    if memory.slot is None or memory.slot.subject == USER:
        return False
    subject = memory.slot.subject
    if _HAN_WORD.search(subject):
        return not set(request) & (set(_HAN_WORD.findall(subject)) - _COMMON_HAN)
    lowered = request.casefold()
    return not any(word in lowered for word in _LATIN_WORD.findall(subject.casefold()))


def _log_odds(score: float) -> float:
    sure = min(max(score, 1e-6), 1 - 1e-6)
    return math.log(sure / (1 - sure))
