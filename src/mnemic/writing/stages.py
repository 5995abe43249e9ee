"""The stages of understanding: guard, filter, extract, teach, widen, weigh. Each is a function from draft to draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.record import Kind, Source, Tier, Turn
from mnemic.language import detect
from mnemic.language.quoted_text import own_words, pasted_spans
from mnemic.language.when.stated_end import stated_end
from mnemic.reader import en, zh
from mnemic.reader.remember_requests import reading_or_request
from mnemic.reader.statement import MessageSetting, RuleReading, Statement
from mnemic.safety.access.trust import TrustUse, is_own_word, may_be_proposed, may_become, speaks_as_another, trust_in
from mnemic.safety.guard import screen as guard
from mnemic.writing.candidates import candidate_of, note_candidate, setting_of_turn
from mnemic.writing.draft import Draft
from mnemic.writing.leftovers import with_leftovers
from mnemic.writing.screening import screen
from mnemic.writing.skills import teach_skills
from mnemic.writing.wider_pass import read_stretches

READERS: Mapping[str, Callable[[str, MessageSetting], RuleReading]] = {"zh": zh.read_chinese, "en": en.read_english}

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
"""How much a later decision would change by a statement of this kind, 0-1. Our own order (W6)."""

CORRECTION_BONUS = 0.1
VAGUE_BELOW = 0.4  # importance under which a statement counts as vague
VAGUE_COST = 0.3
PASSING = (Kind.EVENT, Kind.PLAN)  # kinds that are over when their day is
SHOWN = 200  # characters of a dropped remainder that the report shows
PASTED = "pasted into the message: kept as an episode only"


def keep_readable_turns(draft: Draft) -> Draft:
    """Keep the turns whose words may become statements: the user's own (W2, W5)."""
    readable, dropped = [], list(draft.dropped)
    for turn in draft.turns:
        if turn.source in draft.held or not turn.text:
            continue
        if turn.infer and not may_become(turn.origin, TrustUse.STATEMENT):
            reason = f"said by the {turn.role}: kept as an episode only"
            dropped.append(Dropped(text=turn.text, reason=reason, source=turn.source))
        else:
            readable.append(turn)
    return replace(draft, readable=tuple(readable), dropped=tuple(dropped))


def extract_statements(draft: Draft) -> Draft:
    """Find the statements in the readable turns (W3, W4)."""
    candidates, dropped = list(draft.candidates), list(draft.dropped)
    said = [*draft.earlier, *draft.turns]
    for turn in draft.readable:
        if not turn.infer:
            candidates.append(note_candidate(turn))
            continue
        words = own_words(turn.text)
        reader = READERS.get(detect.language(words))
        if reader is None:
            dropped.append(Dropped(text=turn.text, reason="no rules for its language", source=turn.source))
            continue
        setting = setting_of_turn(turn, said[: said.index(turn)], draft)
        dropped += [
            Dropped(text=turn.text[start:end][:SHOWN], reason=PASTED, source=turn.source)
            for start, end in pasted_spans(turn.text)
        ]
        text = words[: draft.settings.read_characters_max]
        if rest := turn.text[len(text) :]:
            dropped.append(Dropped(text=rest[:SHOWN], reason="beyond read_characters_max", source=turn.source))
        language = detect.language(text)
        reading = reading_or_request(reader(text, setting), text, setting, language)
        if draft.judge is not None:
            reading = with_leftovers(reading, text, setting, language, draft.judge)
        taken = [_lasting(one, text, setting) for one in reading.statements[: draft.settings.statements_max]]
        candidates += [candidate_of(statement, turn, draft.user) for statement in taken]
        dropped += [Dropped(text=part.text, reason=part.reason, source=turn.source) for part in reading.passed]
        dropped += [
            Dropped(text=statement.text, reason="more than statements_max in one message", source=turn.source)
            for statement in reading.statements[len(taken) :]
        ]
    return replace(draft, candidates=tuple(candidates), dropped=tuple(dropped))


def _lasting(statement: Statement, message: str, setting: MessageSetting) -> Statement:
    """The statement with the end its own words set: "I can't drive until 20 March". A state that began last week goes
    on: it does not end with last week."""
    ends = stated_end(message[statement.start : statement.end], setting.said, setting.zone)
    if ends is not None:
        return replace(statement, valid_from=None, valid_to=ends)
    began = statement.valid_to is not None and statement.valid_to <= setting.said
    if began and statement.kind not in PASSING and statement.slot is not None and statement.slot.single:
        return replace(statement, valid_to=None)
    return statement


def weigh_candidates(draft: Draft) -> Draft:
    """Score control relevance, choose the tier, and drop what no later decision needs (W5, W6)."""
    kept, dropped = [], list(draft.dropped)
    turns = {turn.source: turn for turn in draft.turns}
    for candidate in draft.candidates:
        candidate = _trusted(candidate, turns, draft)
        score, reasons = control_relevance_of(candidate)
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


Stage = Callable[[Draft], Draft]

STAGES: tuple[Stage, ...] = (
    screen,
    keep_readable_turns,
    extract_statements,
    teach_skills,
    read_stretches,
    weigh_candidates,
)


def control_relevance_of(candidate: Candidate) -> tuple[float, tuple[str, ...]]:
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
    """How far a statement reaches."""
    if candidate.once:
        return Tier.SESSION
    return candidate.tier or Tier.LONG_TERM


def _trusted(candidate: Candidate, turns: Mapping[Source, Turn], draft: Draft) -> Candidate:
    """A statement with the trust its turns deserve: less where the guard found something odd in one, though not enough
    to hold it, unless the user has let it go; and less where another than the user spoke. What may not be proposed for
    permanent memory lasts without being proposed (S3)."""
    trust = candidate.trust
    for turn in (turns[source] for source in candidate.sources if source in turns):
        suspicion = 0.0 if turn.source in draft.released else guard.judge_text(turn.text, turn.origin).score
        own = is_own_word(turn.speaker, draft.user) and not speaks_as_another(candidate.quote)
        trust = min(trust, trust_in(turn.origin, suspicion, own=own))
    lowered = candidate.tier is Tier.PROPOSED and not may_be_proposed(candidate.origin, trust)
    return replace(candidate, trust=trust, tier=Tier.LONG_TERM if lowered else candidate.tier)
