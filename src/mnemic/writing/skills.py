"""What the user teaches in talk becomes a skill, and what amends a known skill finds it (M6).

Only turns that may state something at all come here: the user's own words that the guard let pass (S2, S3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from mnemic.domain.changes import Action, Candidate, Change, Dropped
from mnemic.domain.record import Kind, Memory, Slot, Source, Tier, Turn
from mnemic.domain.skill import Skill, name_key
from mnemic.errors import StoreUnavailable
from mnemic.language import detect
from mnemic.language.quoted_text import own_words
from mnemic.ports import Reader
from mnemic.reader.en import person
from mnemic.reader.statement import USER, Statement
from mnemic.reader.zh.person import third_person
from mnemic.rooms.skill import procedure
from mnemic.rooms.skill.procedure import Amendment, TaughtProcedure
from mnemic.rooms.skill.record import (
    KEY,
    amended_skill,
    can_be_offered,
    named_skill,
    skill_body_of,
    skill_in,
    skill_of,
    skill_text_of,
)
from mnemic.safety.access.policy import ORDER_TRUST_MIN
from mnemic.writing.candidates import Draft, candidate_of
from mnemic.writing.explicit import metadata_unconfirmed
from mnemic.writing.known_memories import KnownMemories

PERMANENT = "the skill is permanent memory, which talk does not change: update() it, confirmed by the user"
CONFIDENCE, IMPORTANCE = 0.9, 0.8  # of what is taught in so many words


def may_change_skill(turns: Iterable[Turn]) -> bool:
    """Whether what some turns say may change a known skill, which must then be read."""
    said = [own_words(turn.text) for turn in turns]
    return any(procedure.find_amendment(words) is not None or procedure.only_gives_name(words) for words in said)


def known_skills(reader: Reader, turns: Sequence[Turn]) -> tuple[Memory, ...]:
    """The skills that some turns may change, oldest first."""
    if not may_change_skill(turn for turn in turns if turn.infer):
        return ()
    agents = {turn.agent for turn in turns}
    return tuple(m for m in reader.rooms({Kind.SKILL}) if can_be_offered(m) and m.agent in agents)


def teach_skills(draft: Draft) -> Draft:
    """Add the skills that turns teach, name or amend, and give every skill its body."""
    for turn in draft.readable:
        if turn.infer:
            draft = _amending(draft, turn) or _teaching(draft, turn) or draft
    return replace(draft, candidates=tuple(map(_with_body, draft.candidates)))


def amend_known_skill(candidate: Candidate, known: KnownMemories) -> None:
    """Write an amendment of a skill into `known`.

    Raises:
        StoreUnavailable: somebody else changed the skill meanwhile; the message stays in the queue and is read again.
    """
    meant = candidate.amends
    assert meant is not None
    there = known.find(meant.id)
    if there is None or not can_be_offered(there) or there.text != meant.text:
        raise StoreUnavailable(f"The skill {meant.id} was changed by somebody else just now: run_due() tries again.")
    if there.tier is Tier.PERMANENT:
        known.dropped.append(Dropped(text=candidate.quote, reason=PERMANENT, source=candidate.sources[0]))
        return
    now = skill_of(there)
    skill = replace(_of(candidate), version=now.version + 1, successes=now.successes, failures=now.failures)
    sources = tuple(dict.fromkeys((*there.sources, *candidate.sources))) if there.sources else ()
    turns = () if sources else (*now.sources, *candidate.sources)
    kept = there.metadata if candidate.trust >= ORDER_TRUST_MIN else metadata_unconfirmed(there.metadata)
    new = replace(
        there,
        text=candidate.text,
        slot=candidate.slot,
        sources=sources,
        trust=min(there.trust, candidate.trust),
        mention_count=there.mention_count + 1,
        metadata={**kept, KEY: skill_body_of(skill, candidate.text, turns)},
        updated_at=known.now,
        version=there.version + 1,
    )
    known.put(Change(action=Action.REVISE, memory=new, before=there, reason="the user amended it"))


def _amending(draft: Draft, turn: Turn) -> Draft | None:
    """The draft with a known skill amended, or None where the turn amends none."""
    asked = procedure.find_amendment(own_words(turn.text))
    if asked is None:
        return None
    mine = [c for c in draft.candidates if c.kind is Kind.SKILL and c.sources[0] != turn.source]
    for candidate in reversed(mine):
        skill = _of(candidate)
        if not asked.name or name_key(asked.name) == name_key(skill.name):
            new = amended_skill(skill, _third(asked))
            return None if new is None else _reworded(draft, candidate, new, turn)
    meant = _meant(asked, draft, turn)
    new = amended_skill(skill_of(meant), _third(asked)) if meant is not None else None
    return None if meant is None or new is None else _revising(draft, meant, new, turn)


def _meant(asked: Amendment, draft: Draft, turn: Turn) -> Memory | None:
    """The known skill an amendment means: by name, else the one this session spoke of last."""
    held = [memory for memory in draft.skills if memory.agent == turn.agent]
    if asked.name:
        return named_skill(asked.name, held)
    here = [memory for memory in held if any(source.session == turn.session for source in skill_of(memory).sources)]
    return max(here, key=lambda memory: memory.updated_at, default=None)


def _teaching(draft: Draft, turn: Turn) -> Draft | None:
    """The draft with what the turn teaches, or None where it teaches nothing that was not found already."""
    before = _said_before(draft, turn)
    found = procedure.find_taught_procedure(own_words(turn.text), [own_words(earlier.text) for earlier in before])
    if found is None:
        return None
    rests = [before[place] for place in found.back]
    earlier = {one.source for one in rests}
    if (candidate := _candidate_of(draft, earlier)) is not None:
        return _reworded(draft, candidate, _renamed(_of(candidate), found), turn)
    meant = next((m for m in reversed(draft.skills) if earlier & set(m.sources)), None)
    if meant is not None:
        return _revising(draft, meant, _renamed(skill_of(meant), found), turn)
    text = _written(found, turn)
    new = _candidate(text, turn, [turn, *rests], draft.user)
    return replace(draft, candidates=(*_others(draft, turn), new), dropped=_unsaid(draft, {turn.source, *earlier}))


def _said_before(draft: Draft, turn: Turn) -> list[Turn]:
    """The user's earlier messages of the session, newest first."""
    said = [*draft.earlier, *draft.turns]
    own = said[: said.index(turn)] if turn in said else said
    same = [one for one in own if one.session == turn.session and one.role == turn.role and one.speaker == turn.speaker]
    return [one for one in reversed(same) if one.text and one.source not in draft.held]


def _candidate_of(draft: Draft, earlier: Collection[Source]) -> Candidate | None:
    return next((c for c in draft.candidates if c.kind is Kind.SKILL and c.sources[0] in earlier), None)


def _written(found: TaughtProcedure, turn: Turn) -> str:
    language = "zh" if detect.language(f"{found.name}{''.join(found.steps)}") == "zh" else "en"
    said = [_third_person(step) for step in found.steps]
    speaks = [trigger for trigger in found.triggers if name_key(trigger) != name_key(found.name)]
    return procedure.format_procedure(
        _third_person(found.name), said, [found.name, *speaks] if speaks else (), language=language
    )


def _third_person(text: str) -> str:
    return third_person(text) if detect.language(text) == "zh" else person.third_person_order(text)


def _third(asked: Amendment) -> Amendment:
    return replace(asked, step=_third_person(asked.step))


def _candidate(text: str, turn: Turn, said_in: Sequence[Turn], user: str) -> Candidate:
    said = Statement(
        text=text,
        kind=Kind.SKILL,
        slot=_slot(text),
        end=len(turn.text),
        confidence=CONFIDENCE,
        importance=IMPORTANCE,
    )
    sources = tuple(dict.fromkeys(one.source for one in said_in))
    return replace(candidate_of(said, turn, user), sources=sources)


def _slot(text: str) -> Slot:
    skill = skill_in(text)
    value = "; ".join(step.text for step in skill.steps)
    return Slot(subject=USER, attribute=f"skill:{skill.name.casefold()}", value=value.casefold(), single=True)


def _renamed(skill: Skill, found: TaughtProcedure) -> Skill:
    triggers = tuple(dict.fromkeys((found.name, *skill.triggers)))
    return replace(skill, name=found.name, triggers=triggers, version=skill.version + 1)


def _reworded(draft: Draft, old: Candidate, skill: Skill, turn: Turn) -> Draft:
    """The draft with a skill taught in it changed before it was stored: it is one version, resting on both turns."""
    skill = replace(skill, version=1)
    text = skill_text_of(skill)
    sources = tuple(dict.fromkeys((*old.sources, turn.source)))
    new = replace(old, text=text, slot=_slot(text), sources=sources, metadata={KEY: skill_body_of(skill, text)})
    others = [candidate for candidate in _others(draft, turn) if candidate is not old]
    return replace(draft, candidates=(*others, new), dropped=_unsaid(draft, {turn.source}))


def _revising(draft: Draft, old: Memory, skill: Skill, turn: Turn) -> Draft:
    text = skill_text_of(skill)
    new = replace(_candidate(text, turn, [turn], draft.user), amends=old, metadata={KEY: skill_body_of(skill, text)})
    return replace(draft, candidates=(*_others(draft, turn), new), dropped=_unsaid(draft, {turn.source}))


def _others(draft: Draft, turn: Turn) -> list[Candidate]:
    """Candidates of other turns: what a turn teaches or amends is all it says."""
    return [candidate for candidate in draft.candidates if candidate.sources[0] != turn.source]


def _unsaid(draft: Draft, turns: Collection[Source]) -> tuple[Dropped, ...]:
    return tuple(one for one in draft.dropped if one.source not in turns)


def _of(candidate: Candidate) -> Skill:
    return skill_in(candidate.text, candidate.metadata)


def _with_body(candidate: Candidate) -> Candidate:
    if candidate.kind is not Kind.SKILL or candidate.retracts or KEY in candidate.metadata:
        return candidate
    body = skill_body_of(skill_in(candidate.text), candidate.text)
    return replace(candidate, metadata={**candidate.metadata, KEY: body})
