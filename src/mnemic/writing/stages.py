"""The stages of understanding: guard, filter, extract, weigh. Each is a function from draft to draft."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta, timezone

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.record import Kind, Origin, Tier, Turn
from mnemic.language import detect
from mnemic.language.patterns import en, zh
from mnemic.language.patterns.asked import with_request
from mnemic.language.statement import USER, Reading, Setting, Spoken, Statement
from mnemic.safety import guard
from mnemic.writing.draft import Draft

READERS: Mapping[str, Callable[[str, Setting], Reading]] = {"zh": zh.read, "en": en.read}

CONTROL_RELEVANCE: Mapping[Kind, float] = {
    Kind.RULE: 0.9,
    Kind.CONSTRAINT: 0.85,
    Kind.PREFERENCE: 0.75,
    Kind.DECISION: 0.75,
    Kind.PLAN: 0.75,
    Kind.SKILL: 0.75,
    Kind.RELATIONSHIP: 0.6,
    Kind.FACT: 0.6,
    Kind.NOTE: 0.6,
    Kind.EVENT: 0.5,
}
"""How much a later decision would change by a statement of this kind, 0-1. Our own order (SPEC, control relevance)."""

CORRECTION_BONUS = 0.1
VAGUE_BELOW = 0.4  # importance under which a statement counts as vague
VAGUE_COST = 0.3
SHOWN = 200  # characters of a dropped remainder that the report shows


def screen(draft: Draft) -> Draft:
    """Hold back turns that try to give orders to the memory or the agent (S2)."""
    verdicts = {turn.source: guard.judge(turn.text, turn.origin) for turn in draft.turns}
    held = {
        source: "; ".join(verdict.reasons)
        for source, verdict in verdicts.items()
        if verdict.decision is guard.Decision.QUARANTINE
    }
    return replace(draft, held=held)


def sieve(draft: Draft) -> Draft:
    """Keep the turns whose words may become statements: the user's own (W2, W5)."""
    readable, dropped = [], list(draft.dropped)
    for turn in draft.turns:
        if turn.source in draft.held or not turn.text:
            continue
        if turn.infer and turn.origin is not Origin.USER:
            reason = f"said by the {turn.role}: kept as an episode only"
            dropped.append(Dropped(text=turn.text, reason=reason, source=turn.source))
        else:
            readable.append(turn)
    return replace(draft, readable=tuple(readable), dropped=tuple(dropped))


def extract(draft: Draft) -> Draft:
    """Find the statements in the readable turns (W3, W4)."""
    candidates, dropped = list(draft.candidates), list(draft.dropped)
    said = [*draft.earlier, *draft.turns]
    for turn in draft.readable:
        if not turn.infer:
            candidates.append(_as_given(turn))
            continue
        reader = READERS.get(detect.language(turn.text))
        if reader is None:
            dropped.append(Dropped(text=turn.text, reason="no rules for its language", source=turn.source))
            continue
        setting = _setting(turn, said[: said.index(turn)], draft)
        text = turn.text[: draft.settings.read_characters_max]
        if rest := turn.text[len(text) :]:
            dropped.append(Dropped(text=rest[:SHOWN], reason="beyond read_characters_max", source=turn.source))
        reading = with_request(reader(text, setting), text, setting, detect.language(text))
        taken = reading.statements[: draft.settings.statements_max]
        statements = [in_the_name_of(turn, draft.user, statement) for statement in taken]
        candidates += [_candidate(statement, turn) for statement in statements]
        dropped += [Dropped(text=part.text, reason=part.reason, source=turn.source) for part in reading.passed]
        dropped += [
            Dropped(text=statement.text, reason="more than statements_max in one message", source=turn.source)
            for statement in reading.statements[len(taken) :]
        ]
    return replace(draft, candidates=tuple(candidates), dropped=tuple(dropped))


def weigh(draft: Draft) -> Draft:
    """Score control relevance, choose the tier, and drop what no later decision needs (W5, W6)."""
    kept, dropped = [], list(draft.dropped)
    for candidate in draft.candidates:
        score, reasons = relevance(candidate)
        if candidate.confidence < draft.settings.confidence_min:
            why = f"confidence {candidate.confidence:.2f} is below {draft.settings.confidence_min}"
        elif score < draft.settings.relevance_min:
            why = f"control relevance {score:.2f} is below {draft.settings.relevance_min}"
        else:
            tier = tier_of(candidate)
            kept.append(replace(candidate, control_relevance=score, relevance_reasons=reasons, tier=tier))
            continue
        dropped.append(Dropped(text=candidate.text, reason=why, source=candidate.sources[0]))
    return replace(draft, candidates=tuple(kept), dropped=tuple(dropped))


STAGES: tuple[Callable[[Draft], Draft], ...] = (screen, sieve, extract, weigh)


def relevance(candidate: Candidate) -> tuple[float, tuple[str, ...]]:
    """Control relevance, 0-1, with the reasons that make it."""
    score = CONTROL_RELEVANCE[candidate.kind]
    reasons = [f"{candidate.kind.value} {score:.2f}"]
    if candidate.correction:
        score += CORRECTION_BONUS
        reasons.append(f"correction +{CORRECTION_BONUS}")
    if candidate.importance < VAGUE_BELOW:
        score -= VAGUE_COST
        reasons.append(f"vague -{VAGUE_COST}")
    return min(max(score, 0.0), 1.0), tuple(reasons)


def tier_of(candidate: Candidate) -> Tier:
    """How far a statement reaches. Only the user's own word can be a proposal for permanent memory (S3)."""
    if candidate.once:
        return Tier.SESSION
    if candidate.tier is Tier.PROPOSED and candidate.origin is not Origin.USER:
        return Tier.LONG_TERM
    return candidate.tier or Tier.LONG_TERM


_THE_USER = re.compile(r"\b[Tt]he user\b|用户")


def in_the_name_of(turn: Turn, user: str, statement: Statement) -> Statement:
    """In a talk of several people, "I" is whoever speaks: a statement by a named speaker is about that speaker."""
    speaker = turn.speaker
    if speaker is None or speaker.casefold() in (user.casefold(), "user"):
        return statement
    slot = statement.slot
    if slot is not None and slot.subject == USER:
        slot = replace(slot, subject=speaker)
    return replace(statement, text=_THE_USER.sub(lambda _: speaker, statement.text), slot=slot)


def _setting(turn: Turn, before: list[Turn], draft: Draft) -> Setting:
    same = [earlier for earlier in before if earlier.session == turn.session and earlier.text]
    return Setting(
        said=turn.said_at,
        zone=timezone(timedelta(minutes=turn.offset_minutes)) if turn.offset_minutes else draft.zone,
        earlier=tuple(
            Spoken(role=earlier.role, text=earlier.text, speaker=earlier.speaker)
            for earlier in same[max(len(same) - draft.settings.context_turns, 0) :]
        ),
    )


def _as_given(turn: Turn) -> Candidate:
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


def _candidate(statement: Statement, turn: Turn) -> Candidate:
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
        sources=(turn.source,),
        quote=turn.text[statement.start : statement.end] or turn.text,
    )
