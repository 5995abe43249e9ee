"""What flows through the stages of a write: a draft, the candidates that statements become, and the labels they bear.

Statements of a turn become candidates, in the name of whoever said it.

What is made of labelled turns bears their labels (S10).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta, timezone, tzinfo
from functools import reduce
from typing import TypeVar

from mnemic.domain.changes import Candidate, Change, Dropped
from mnemic.domain.entity import Mention
from mnemic.domain.labels import NO_LABEL, PURPOSE, RETENTION, Label, has_label, label_of
from mnemic.domain.record import Kind, Memory, Source, Turn
from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.language.segment import normal_form
from mnemic.ports import Judge, Reader
from mnemic.reader.statement import USER, EarlierMessage, MessageSetting, Statement
from mnemic.rooms.skill.record import skill_of
from mnemic.rooms.task.record import task_of
from mnemic.safety.access.policy import is_own_word
from mnemic.safety.guard.lessons import NO_LESSONS, GuardLessons
from mnemic.safety.guard.screen import GuardVerdict
from mnemic.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Turns on their way to becoming memories. Each stage takes a draft and gives the next one."""

    user: str  # the user's id
    turns: tuple[Turn, ...]  # to be understood, in order
    earlier: tuple[Turn, ...]  # what was said before them in their session
    zone: tzinfo
    settings: Settings
    judge: Judge | None = None  # of what the rules leave; None leaves it
    lessons: GuardLessons = NO_LESSONS  # what the user has said of what the guard held before
    vectors_follow: bool = False  # the guard will see each turn's vector, and may leave open what it is unsure of
    settled: frozenset[Source] = frozenset()  # turns a model has judged
    held: Mapping[Source, GuardVerdict] = field(default_factory=dict)  # turns the guard quarantines, with its judgement
    released: Mapping[Source, Change] = field(default_factory=dict)  # turns the user lets go, with what becomes of each
    readable: tuple[Turn, ...] = ()  # turns whose words may become statements
    candidates: tuple[Candidate, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    mentions: Mapping[str, tuple[Mention, ...]] = field(default_factory=dict)  # what each text to be stored names
    skills: tuple[Memory, ...] = ()  # known skills that the turns may amend, oldest first
    neighbours: tuple[Memory, ...] = ()  # known memories that a language model is shown beside the turns
    degraded: tuple[str, ...] = ()  # what could not do its part, and what did it instead


_THE_USER = Regex(r"\b[Tt]he user\b|用户")


def statement_of_speaker(turn: Turn, user: str, statement: Statement) -> Statement:
    """In a talk of several people, "I" is whoever speaks: a statement by a named speaker is about that speaker."""
    speaker = turn.speaker
    if speaker is None or is_own_word(speaker, user):
        return statement
    if normal_form(speaker) == USER:
        speaker = f"{speaker} (a speaker)"  # somebody else who is called so, and must not be taken for the user
    slot = statement.slot
    if slot is not None and slot.subject == USER:
        slot = replace(slot, subject=speaker)
    return replace(statement, text=_THE_USER.sub(lambda _: speaker, statement.text), slot=slot)


def setting_of_turn(turn: Turn, before: Sequence[Turn], draft: Draft) -> MessageSetting:
    """What the rules may know besides a message: when and where it was said, and after what."""
    same = [earlier for earlier in before if earlier.session == turn.session and earlier.text]
    return MessageSetting(
        said=turn.said_at,
        zone=timezone(timedelta(minutes=turn.offset_minutes)) if turn.offset_minutes else draft.zone,
        earlier=tuple(
            EarlierMessage(role=earlier.role, text=earlier.text, speaker=earlier.speaker)
            for earlier in same[max(len(same) - draft.settings.context_turns, 0) :]
        ),
    )


def note_candidate(turn: Turn) -> Candidate:
    """A turn that is kept as it is."""
    return Candidate(
        text=turn.text,
        kind=Kind.NOTE,
        language=detect.language(turn.text),
        confidence=1.0,
        origin=turn.origin,
        said_at=turn.said_at,
        sources=(turn.source,),
        quote=turn.text,
    )


def candidate_of(found: Statement, turn: Turn, user: str) -> Candidate:
    """A statement of a turn, on its way to becoming a memory of the user with this id."""
    statement = statement_of_speaker(turn, user, found)
    return Candidate(
        text=statement.text,
        kind=statement.kind,
        slot=statement.slot,
        entities=statement.entities,
        language=detect.language(statement.text),
        confidence=statement.confidence,
        importance=statement.importance,
        tier=statement.tier,
        once=statement.once,
        correction=statement.correction,
        retracts=statement.retracts,
        origin=turn.origin,
        said_at=turn.said_at,
        valid_from=statement.valid_from,
        valid_to=statement.valid_to,
        judgement=statement.judgement,
        sources=(turn.source,),
        quote=turn.text[statement.start : statement.end] or turn.text,
    )


Held = TypeVar("Held", Memory, Turn)


def with_labels(changes: Sequence[Change], reader: Reader, turns: Mapping[Source, Turn]) -> list[Change]:
    """Changes with each memory labelled by the turns it comes from: what is new, or in new words, by all of them
    together; what is said again by either."""
    return [replace(change, memory=_labelled(change, reader, turns)) for change in changes]


def with_turn_labels(memory: Memory, turns: Iterable[Turn]) -> Memory:
    """A memory made of turns, with what all their labels allow."""
    return _bearing(memory, _strictest(map(label_of, turns)))


def readable_beside(turn: Turn, known: Iterable[Held]) -> list[Held]:
    """What of other turns and memories a turn may be read in the light of: what bears no label, or the same."""
    own = label_of(turn)
    return [one for one in known if not has_label(one) or label_of(one) == own]


def _labelled(change: Change, reader: Reader, turns: Mapping[Source, Turn]) -> Memory:
    memory, before = change.memory, change.before
    new = _rests_on(memory) - (frozenset() if before is None else _rests_on(before))
    labels = [label_of(turn) for turn in _turns(new, reader, turns)]
    if not labels or (all(one.blank for one in labels) and (before is None or not has_label(before))):
        return memory
    if before is None:
        return _bearing(memory, _strictest(labels))
    held = label_of(before)
    if before.text == memory.text and memory.kind not in (Kind.TASK, Kind.SKILL):
        return _bearing(memory, reduce(Label.either, labels, held))
    return _bearing(memory, reduce(Label.both, labels, held))


def _strictest(labels: Iterable[Label]) -> Label:
    return reduce(Label.both, labels, NO_LABEL)


def _bearing(memory: Memory, label: Label) -> Memory:
    kept = {key: value for key, value in memory.metadata.items() if key not in (PURPOSE, RETENTION)}
    same = len(kept) == len(memory.metadata)
    metadata = memory.metadata if same else kept
    return replace(memory, purpose=label.purpose, retention=label.retention, metadata=metadata)


def _rests_on(memory: Memory) -> frozenset[Source]:
    if memory.kind is Kind.TASK:
        return task_of(memory).rested | frozenset(memory.sources)
    if memory.kind is Kind.SKILL:
        return frozenset((*memory.sources, *skill_of(memory).sources))
    return frozenset(memory.sources)


def _turns(sources: Collection[Source], reader: Reader, turns: Mapping[Source, Turn]) -> list[Turn]:
    found = (turns.get(source) or reader.turn(source) for source in sorted(sources))
    return [turn for turn in found if turn is not None]
