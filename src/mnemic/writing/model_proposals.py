"""Known memories that a candidate names by itself: which of them it may touch, now that they are looked up again."""

from __future__ import annotations

from dataclasses import dataclass

from mnemic.domain.changes import Action, Candidate, Change, Dropped
from mnemic.domain.record import Memory, Tier
from mnemic.domain.validity import as_retracted, is_current
from mnemic.writing.compare import Comparison, compare, numbers_of_text
from mnemic.writing.known_memories import KnownMemories, is_statement

Told = list[tuple[Memory, str]]
"""Memories, each with the reason in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateProposal:
    """What a candidate names, as far as it may: memories it says again, and memories it ends."""

    same: Told
    beaten: Told


def proposal_that_holds(candidate: Candidate, agent: str | None, known: KnownMemories) -> CandidateProposal:
    """What of a candidate's own proposals holds. What does not is left to the comparison, and reported."""
    same: Told = []
    for shown in candidate.same_as:
        there, why_not = _allowed(shown, candidate, agent, known)
        if there is None or (why_not := _says_otherwise(candidate, there)):
            _report(shown, why_not, candidate, known)
        else:
            same.append((there, "the model read it as the same"))
    beaten: Told = []
    for shown in candidate.replaces:
        there, why_not = _allowed(shown, candidate, agent, known)
        if there is not None and there.said_at > candidate.said_at:
            there, why_not = None, "it was said later"
        if there is None:
            _report(shown, why_not, candidate, known)
        else:
            beaten.append((there, "the model read it as replaced"))
    return CandidateProposal(same=same, beaten=beaten)


def retract_named(candidate: Candidate, agent: str | None, known: KnownMemories) -> None:
    """Take back the memories that a retraction names, with the turns that say nothing else; the request too, where it
    states nothing by itself."""
    for shown in candidate.replaces:
        there, why_not = _allowed(shown, candidate, agent, known)
        if there is None:
            _report(shown, why_not, candidate, known)
            continue
        doomed = {*there.sources, *candidate.sources}
        touched = [memory for memory in known.of_turns(doomed) if is_current(memory)]
        kept = {
            source for memory in touched if is_statement(memory) and memory.id != there.id for source in memory.sources
        }
        for old in touched if there in touched else [*touched, there]:
            if old.id == there.id or (not is_statement(old) and set(old.sources) & (doomed - kept)):
                gone = as_retracted(old, known.now)
                known.put(Change(action=Action.RETRACT, memory=gone, before=old, reason="the user took it back"))


def _allowed(shown: Memory, candidate: Candidate, agent: str | None, known: KnownMemories) -> tuple[Memory | None, str]:
    """A named memory as it stands now, or None and why it may not be touched."""
    there = known.find(shown.id)
    if there is None or not is_current(there) or there.text != shown.text:
        return None, "it was changed meanwhile"
    if there.tier is Tier.PERMANENT:
        return None, "permanent memory changes only by the user's own word"
    if there.agent != agent or not is_statement(there):
        return None, "it is no statement made to this agent"
    return there, ""


def _says_otherwise(candidate: Candidate, there: Memory) -> str:
    """Why a statement cannot be the same as a known one: taking it for the same would lose what it says."""
    verdict, why = compare(candidate, there)
    if verdict in (Comparison.NEWER, Comparison.CONTRARY):
        return why
    if fresh := numbers_of_text(candidate.text) - numbers_of_text(there.text):
        return f"it does not say {sorted(fresh)[0]}"
    return ""


def _report(shown: Memory, why_not: str, candidate: Candidate, known: KnownMemories) -> None:
    known.dropped.append(
        Dropped(
            text=candidate.text,
            reason=f"names the memory {shown.text!r}: {why_not}",
            source=candidate.sources[0],
        )
    )
