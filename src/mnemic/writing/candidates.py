"""Statements of a turn become candidates, in the name of whoever said it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta, timezone

from mnemic.domain.changes import Candidate
from mnemic.domain.record import Kind, Turn
from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.language.segment import normal_form
from mnemic.reader.statement import USER, EarlierMessage, MessageSetting, Statement
from mnemic.safety.access.trust import is_own_word
from mnemic.writing.draft import Draft

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
