"""The stages of understanding: guard, filter, extract, teach, widen, weigh. Each is a function from draft to draft.

The first stage: what tries to give orders to the memory or the agent is held back (S2).

Turns are judged one by one, and then together with the last few of the same voice in their session: an order may come
in pieces that say little alone. The piece that completes it is held, and the reason names the others.

The wider pass (W11): what somebody says in several short messages in a row is read as one.

"New phone!" / "Pixel 9, the small one" / "old one's for mum": none of them says enough alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mnemic.domain.changes import Candidate, Dropped
from mnemic.domain.judgement import Mood
from mnemic.domain.record import Kind, Origin, Source, Tier, Turn
from mnemic.domain.regex import Regex
from mnemic.language import detect
from mnemic.language.quoted_text import own_words, pasted_spans
from mnemic.language.when.stated_end import stated_end
from mnemic.ports import Vectors
from mnemic.reader import en, zh
from mnemic.reader.offers import SOFT, reading_or_request
from mnemic.reader.statement import MessageSetting, RuleReading, Statement
from mnemic.safety.access.policy import TrustUse, is_own_word, may_be_proposed, may_become, speaks_as_another, trust_in
from mnemic.safety.guard import screen as guard
from mnemic.safety.guard.screen import HIDDEN, QUARANTINE_FROM, GuardDecision, GuardVerdict
from mnemic.safety.guard.vector_chance import is_undecided, verdict_by_vector
from mnemic.writing.candidates import Draft, candidate_of, note_candidate, setting_of_turn
from mnemic.writing.leftovers import KEEP_MIN, RUN_CHARACTERS_MAX, statement_of_leftover, with_leftovers
from mnemic.writing.skills import teach_skills

PIECES_MAX = 4  # turns of one voice that are read together
PIECE_CHARACTERS_MAX = 240  # a longer turn says enough to be judged alone
TOGETHER_FROM = 0.85  # score: several harmless turns put together are odd more easily than one
ALONE_BELOW = 0.35  # score of what is left without the last piece: the order must be made by the pieces together

_END = Regex(r"[\s.。…,，;；:：\-–—>→]+$")
_BEGIN = Regex(r"^[\s.。…,，;；:：\-–—>→]+")
_ENCODED = Regex(r"[A-Za-z0-9+/]{8,}={0,2}")


def screen(draft: Draft) -> Draft:
    """The draft with what is held back of it. What the user lets go is not judged again."""
    held: dict[Source, GuardVerdict] = {}
    said = [*draft.earlier, *draft.turns]
    for turn in draft.turns:
        if turn.source in draft.released or not turn.text:
            continue
        verdict = guard.judge_text(turn.text, turn.origin, draft.lessons)
        if verdict.decision is GuardDecision.PASS:
            before = [one for one in said[: said.index(turn)] if one.source not in held]
            verdict = verdict_with_earlier(turn, before) or verdict
        if verdict.decision is GuardDecision.QUARANTINE and not (
            draft.vectors_follow and is_undecided(verdict, turn.text)
        ):
            held[turn.source] = verdict
    return replace(draft, held=held)


def screen_by_vectors(draft: Draft, vectors: Mapping[str, Vectors]) -> Draft:
    """The draft with what is held back once the vectors of its turns are there, by text; whatever was made of those
    turns is let go of."""
    held = dict[Source, GuardVerdict]()
    for turn in draft.turns:
        if turn.text not in vectors or turn.source in draft.held.keys() | draft.released.keys() | draft.settled:
            continue
        by_words = guard.judge_text(turn.text, turn.origin, draft.lessons)
        own = turn.origin is Origin.USER and is_own_word(turn.speaker, draft.user)
        verdict = verdict_by_vector(by_words, turn.text, turn.origin, vectors[turn.text], own=own)
        if verdict.decision is GuardDecision.QUARANTINE:
            held[turn.source] = verdict
    if not held:
        return draft
    return replace(
        draft,
        held={**draft.held, **held},
        candidates=tuple(one for one in draft.candidates if held.keys().isdisjoint(one.sources)),
        dropped=tuple(one for one in draft.dropped if one.source not in held),
    )


def verdict_with_earlier(turn: Turn, before: Sequence[Turn]) -> GuardVerdict | None:
    """The judgement on a turn as the end of what its voice said just before, where that makes an order; else None."""
    pieces = _pieces(turn, before)
    if len(pieces) < 2:
        return None
    if guard.judge_text(_joined(pieces), turn.origin).score < TOGETHER_FROM / 2:
        return None
    for start in range(len(pieces) - 2, -1, -1):
        whole = guard.judge_text(_joined(pieces[start:]), turn.origin)
        if whole.score < (QUARANTINE_FROM if HIDDEN in whole.reasons else TOGETHER_FROM):
            continue
        if any(guard.judge_text(one.text, turn.origin).score >= ALONE_BELOW for one in pieces[start:]):
            continue
        named = ", ".join(piece.id for piece in pieces[start:-1])
        reasons = (f"completes what was begun in {named}", *whole.reasons)
        return GuardVerdict(decision=GuardDecision.QUARANTINE, score=whole.score, reasons=reasons)
    return None


def _pieces(turn: Turn, before: Sequence[Turn]) -> list[Turn]:
    """The turn after the short ones of the same voice in its session, oldest first."""
    voice = [
        one
        for one in before
        if (one.session, one.origin, one.speaker) == (turn.session, turn.origin, turn.speaker) and one.text
    ]
    short = [one for one in (*voice[-(PIECES_MAX - 1) :], turn) if len(one.text) <= PIECE_CHARACTERS_MAX]
    return short if short and short[-1] is turn else []


def _joined(pieces: Iterable[Turn]) -> str:
    """Turns read as one sentence; encoded pieces are put together without a gap."""
    texts = [_BEGIN.sub("", _END.sub("", piece.text)) for piece in pieces]
    encoded = [found for text in texts for found in _ENCODED.findall(text)]
    sentence = " ".join(texts)
    return f"{sentence}\n{''.join(encoded)}" if len(encoded) > 1 else sentence


CHARACTERS_MAX = 60  # of a message that may be one of several
APART_SECONDS_MAX = 600  # between two messages of one stretch

_UNSAID = (Mood.ASKED, Mood.REQUEST, Mood.QUOTED)
_BETWEEN = {"zh": "，", "en": ". "}


def read_stretches(draft: Draft) -> Draft:
    """Add what stretches of unread messages say together, at most `wide_pass_turns` of them."""
    if draft.judge is None or draft.settings.wide_pass_turns < 2:
        return draft
    found = list(draft.candidates)
    for stretch in _stretches(draft):
        language = detect.language(stretch[-1].text)
        texts = [turn.text.strip(" ，。！~,.!") for turn in stretch]
        joined = _BETWEEN.get(language, " ").join(texts)
        if language not in _BETWEEN or len(joined) > RUN_CHARACTERS_MAX:
            continue
        together, *alone = draft.judge.judge([joined, *texts])
        if together.keep < KEEP_MIN or any(one.keep >= KEEP_MIN or one.mood in _UNSAID for one in alone):
            continue
        statement = statement_of_leftover(joined, together, setting_of_turn(stretch[-1], (), draft), language)
        if statement is not None:
            sources = tuple(turn.source for turn in reversed(stretch))
            candidate = candidate_of(statement, stretch[-1], draft.user)
            found.append(replace(candidate, sources=sources, quote=joined))
    return replace(draft, candidates=tuple(found))


def _stretches(draft: Draft) -> Iterator[Sequence[Turn]]:
    """The last unread messages of each run of one speaker in a session, where there are two or more and the last is
    new."""
    stated_in = {candidate.sources[0] for candidate in draft.candidates}
    stated_in |= {part.source for part in draft.dropped if part.source and part.reason not in SOFT}
    new = {turn.source for turn in draft.readable if turn.infer}
    sessions: dict[str, list[Turn]] = {}
    for turn in (*draft.earlier, *draft.turns):
        sessions.setdefault(turn.session, []).append(turn)
    for turns in sessions.values():
        for run in _runs(turns):
            tail = run[-draft.settings.wide_pass_turns :]
            while tail and any(turn.source in stated_in for turn in tail):
                tail = tail[1:]
            if len(tail) > 1 and tail[-1].source in new:
                yield tail


def _runs(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    run: list[Turn] = []
    for turn in turns:
        if run and not _goes_on(run[-1], turn):
            yield run
            run = []
        if turn.origin is Origin.USER and 0 < len(turn.text) <= CHARACTERS_MAX:
            run.append(turn)
    if run:
        yield run


def _goes_on(before: Turn, turn: Turn) -> bool:
    apart = (turn.said_at - before.said_at).total_seconds()
    short = len(turn.text) <= CHARACTERS_MAX
    return short and turn.origin is Origin.USER and turn.speaker == before.speaker and 0 <= apart <= APART_SECONDS_MAX


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
