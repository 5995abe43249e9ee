"""The turns of a session as lines a summary may be made of: each says by itself who said what, or what was done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from mnemic.domain.cached import cached
from mnemic.domain.record import Json, Kind, Memory, Origin, Turn
from mnemic.domain.regex import Regex
from mnemic.domain.validity import is_current
from mnemic.language import detect
from mnemic.language.boundaries import clip_end, sentences
from mnemic.language.quoted_text import own_words, pasted_spans
from mnemic.rooms.session.message_pieces import arguments_text
from mnemic.rooms.session.rounds import (
    ASSISTANT,
    RESULTS,
    SYSTEM,
    USER,
    MessageUnit,
    call_arguments,
    call_name,
    message_units_of,
)
from mnemic.rooms.session.salience import OPERATION, SummaryLine, is_correction, sentence_weight
from mnemic.rooms.session.salience_words import ASKS, RELATIVE_DAY
from mnemic.safety.access.policy import ORDER_TRUST_MIN, is_own_word, trust_in
from mnemic.safety.guard import screen
from mnemic.safety.guard.screen import is_withheld

Count = Callable[[str], int]

LINE_TOKENS_MAX = 60  # a line is a sentence; of a longer one the beginning stands for it
ARGUMENTS_TOKENS_MAX = 24  # of what a tool was given
RESULT_TOKENS_MAX = 48  # of what it gave back
ANSWER_TOKENS_MAX = 14  # an answer so short is read with the question it answers
SENTENCES_MAX = 60  # of one message that are looked at
READ_CHARACTERS_MAX = 12_000  # of one message
KEPT = 0.5  # what a memory made of a sentence, of full control relevance, adds to its weight
OUTDATED = 0.15  # factor for a sentence all of whose memories hold no more

WORDS = {
    "en": {"user": "user", "assistant": "assistant", "tool": "tool", "said": "said {day}"},
    "zh": {"user": "用户", "assistant": "助手", "tool": "工具", "said": "{day} 说"},
}

_CODE = Regex(r"```.*?(?:```|\Z)", re.S)
_SPACE = Regex(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineStyle:
    """How lines are made: in which language they name roles, in which zone days are, who counts tokens, and what the
    memory has made of each turn, by turn id."""

    language: str
    zone: tzinfo
    count: Count
    user: str = ""  # the user's id, as a speaker may be named
    kept: Mapping[str, Sequence[Memory]] = field(default_factory=dict)

    def label(self, turn: Turn) -> str:
        """Whose word it is, as a line names it."""
        words = WORDS["zh" if self.language == "zh" else "en"]
        role = "tool" if turn.role in RESULTS else turn.role
        return _SPACE.sub(" ", turn.speaker) if turn.speaker else words.get(role, role)


def summary_lines_of(turns: Sequence[Turn], telling: LineStyle) -> list[SummaryLine]:
    """Every line the turns could give, in order. Turns the guard holds for review give none."""
    held = [turn for turn in turns if turn.role not in SYSTEM and not _held(telling.kept.get(turn.id, ()))]
    units = {unit.turn.id: unit for unit in message_units_of(held)}
    answered = {result.id for unit in units.values() for result in unit.results}
    lines: list[SummaryLine] = []
    question: str | None = None
    for turn in held:
        unit = units.get(turn.id)
        if turn.role in RESULTS:
            if turn.id not in answered:
                lines += _orphan(turn, telling)
            continue
        lines += _said(turn, question, telling)
        if unit is not None and unit.results:
            lines += _done(unit, telling)
        question = _asked(turn.text) if turn.role == ASSISTANT else None
    return lines


def _held(memories: Sequence[Memory]) -> bool:
    return any(memory.kind is Kind.EPISODE and is_withheld(memory) for memory in memories)


@cached(maxsize=20_000)
def _spoken(text: str) -> tuple[str, ...]:
    """The sentences of a message, each on one line; code is left out."""
    bare = _CODE.sub("\n", text[:READ_CHARACTERS_MAX])
    found = (_SPACE.sub(" ", piece).strip() for piece in sentences(bare)[:SENTENCES_MAX])
    return tuple(piece for piece in found if any(character.isalnum() for character in piece))


def _said(turn: Turn, question: str | None, telling: LineStyle) -> Iterator[SummaryLine]:
    spoken = _spoken(turn.text)
    if question and turn.role == USER and len(spoken) == 1 and telling.count(spoken[0]) <= ANSWER_TOKENS_MAX:
        answer = spoken[0]
        if not ASKS.search(answer) and sentence_weight(answer, USER) > 0:
            heavy = max(
                sentence_weight(answer, USER),
                sentence_weight(question.rstrip("?？ "), USER) if len(answer) > 1 else 0.0,
            )
            yield _line(turn, f"{question} {answer}", heavy, answer, telling)
            return
    for sentence in spoken:
        yield _line(turn, sentence, sentence_weight(sentence, turn.role), sentence, telling)


def _line(turn: Turn, text: str, heavy: float, own: str, telling: LineStyle) -> SummaryLine:
    """A line of a turn, with the day it was said where it names one from there."""
    alone = text == own
    if RELATIVE_DAY.search(own):
        words = WORDS["zh" if telling.language == "zh" else "en"]
        day = turn.said_at.astimezone(telling.zone).date().isoformat()
        said = words["said"].format(day=day)
        text = f"{clip_end(text, LINE_TOKENS_MAX, telling.count)} ({said})"
    else:
        text = clip_end(text, LINE_TOKENS_MAX, telling.count)
    return SummaryLine(
        position=turn.position,
        label=telling.label(turn),
        text=text,
        weight=_with_memories(heavy, own, telling.kept.get(turn.id, ())),
        corrects=turn.role == USER and is_correction(own),
        own=alone and _own(turn, own, telling.user),
    )


def _own(turn: Turn, sentence: str, user: str) -> bool:
    """Whether a sentence is the user's own word, neither pasted nor odd: it may stand where a model reads orders."""
    if turn.origin is not Origin.USER or not is_own_word(turn.speaker, user):
        return False
    if trust_in(turn.origin, _suspicion(turn.text)) < ORDER_TRUST_MIN:
        return False
    return not pasted_spans(turn.text) or sentence in _SPACE.sub(" ", own_words(turn.text))


@cached(maxsize=4096)
def _suspicion(text: str) -> float:
    return screen.judge_text(text, Origin.USER).score


def _with_memories(heavy: float, sentence: str, memories: Sequence[Memory]) -> float:
    """The weight of a sentence in the light of what the memory has made of it."""
    made = [memory for memory in memories if memory.kind is not Kind.EPISODE and _rests_on(memory, sentence)]
    standing = [memory for memory in made if is_current(memory)]
    if standing:
        relevance = max(memory.control_relevance for memory in standing)
        return 1 - (1 - heavy) * (1 - KEPT * relevance)
    return heavy * OUTDATED if made else heavy


def _rests_on(memory: Memory, sentence: str) -> bool:
    quote = _SPACE.sub(" ", memory.quote).strip()
    return bool(quote) and (quote in sentence or sentence in quote)


def _asked(text: str) -> str | None:
    """The question a message ends with."""
    spoken = _spoken(text)
    return spoken[-1] if spoken and ASKS.search(spoken[-1]) else None


def _done(unit: MessageUnit, telling: LineStyle) -> Iterator[SummaryLine]:
    """What an agent did, and what came of it."""
    for call, result in zip(unit.turn.tool_calls, unit.results, strict=True):
        arguments = clip_end(_flat(arguments_text(call_arguments(call))), ARGUMENTS_TOKENS_MAX, telling.count)
        came = clip_end(_flat(result.text), RESULT_TOKENS_MAX, telling.count)
        if _held(telling.kept.get(result.id, ())):
            continue
        yield SummaryLine(
            position=unit.turn.position,
            label=telling.label(unit.turn),
            text=f"{_SPACE.sub(' ', call_name(call))}({arguments}) → {came}",
            weight=1 - (1 - OPERATION) * (1 - sentence_weight(came, "tool")),
            operation=True,
        )


def _orphan(turn: Turn, telling: LineStyle) -> Iterator[SummaryLine]:
    """A result whose call is not among the turns."""
    came = clip_end(_flat(turn.text), RESULT_TOKENS_MAX, telling.count)
    yield SummaryLine(
        position=turn.position,
        label=telling.label(turn),
        text=came,
        weight=sentence_weight(came, "tool"),
        operation=True,
    )


def _flat(text: str) -> str:
    """A tool's JSON as `key=value` pairs on one line; other text on one line."""
    bare = text.strip()
    if bare[:1] in "{[":
        try:
            return ", ".join(_pairs(json.loads(bare), ""))
        except (ValueError, RecursionError):
            return _SPACE.sub(" ", bare)
    return _SPACE.sub(" ", bare)


def _pairs(value: Json, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _pairs(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _pairs(part, path)
    elif value is not None and value != "":
        said = _SPACE.sub(" ", value if isinstance(value, str) else json.dumps(value))
        yield f"{path}={said}" if path else said


def talk_language(turns: Sequence[Turn]) -> str:
    """The language a talk is in: that of most of what was said last."""
    said = [turn.text for turn in turns if turn.text and turn.role not in RESULTS | SYSTEM][-12:]
    users = [turn.text for turn in turns if turn.role == USER][-12:]
    return detect.language("\n".join(users or said))
