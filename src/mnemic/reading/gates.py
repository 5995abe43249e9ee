"""Which memories may answer, and what of an answer whoever asks may read.

Which memories may answer: the truth check against the records (R5), and what is another's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from mnemic.domain.consolidated import part_ids_of, statement_kinds_of
from mnemic.domain.labels import why_not_recalled
from mnemic.domain.query import Question, Recall
from mnemic.domain.record import Kind, Memory, Status, Tier, Turn
from mnemic.domain.understanding import Window
from mnemic.domain.validity import is_current, is_true_at
from mnemic.ports import Reader
from mnemic.safety.access.policy import Access, Right

_SESSION, _WORKING, _ACTIVE, _EPISODE = Tier.SESSION, Tier.WORKING, Status.ACTIVE, Kind.EPISODE


def gate_reason(memory: Memory, question: Question) -> str | None:
    """The gate that cuts a memory, in words, or None where it may answer."""
    if memory.kind is Kind.DIGEST:
        return _reach(memory, question) or _period(memory, question)
    plain = memory.valid_to is None and memory.superseded_at is None and memory.superseded_by is None
    if plain and memory.status is _ACTIVE and question.as_of is None:
        return _reach(memory, question)
    return _reach(memory, question) or _truth(memory, question)


def label_reason(held: Memory | Turn, question: Question) -> str | None:
    """How its label cuts a memory or a turn (S10), in words, or None where it may answer."""
    moment = question.at if question.now is None else max(question.at, question.now)
    return why_not_recalled(held, purpose=question.purpose, session=question.session, at=moment)


def with_current_labels(reader: Reader, past: Sequence[Memory]) -> list[Memory]:
    """Memories as they were known at a past moment, with the labels they bear by now."""
    there = {memory.id: memory for memory in reader.memories(ids=[memory.id for memory in past])} if past else {}
    return [
        replace(memory, purpose=now.purpose, retention=now.retention) if (now := there.get(memory.id)) else memory
        for memory in past
    ]


def _reach(memory: Memory, question: Question) -> str | None:
    if question.kinds is not None and not any(kind in question.kinds for kind in statement_kinds_of(memory)):
        return f"kind: it is a {memory.kind.value}"
    if question.agent is not None and memory.agent != question.agent:
        return f"agent: it belongs to {memory.agent or 'no agent'}"
    if (memory.purpose is not None or memory.retention is not None) and (cut := label_reason(memory, question)):
        return cut
    tier = memory.tier
    if tier is _SESSION and memory.session != question.session:
        return f"session: it holds for session {memory.session} only"
    if tier is _WORKING and memory.task != question.task:
        return f"task: it holds for task {memory.task} only"
    if question.apart and memory.task in question.apart and memory.kind is _EPISODE:
        return f"task: it was said for task {memory.task}, and the question is about {question.task}"
    return None


def _truth(memory: Memory, question: Question) -> str | None:
    if memory.status is Status.QUARANTINED:
        return "guard: it is quarantined until somebody reviews it"
    if question.as_of is not None:
        if part_ids_of(memory):
            return "truth: its parts answer for a moment"
        held = is_true_at(memory, question.as_of)
        return None if held else f"truth: it did not hold on {question.as_of.isoformat()}"
    if memory.superseded_by:
        return f"truth: superseded by {memory.superseded_by}"
    if not is_current(memory):
        return "truth: taken back" if memory.superseded_at else "truth: archived"
    if memory.valid_to is not None and memory.valid_to <= question.at:
        return f"truth: it ended on {memory.valid_to.isoformat()}"
    return None


def _period(memory: Memory, question: Question) -> str | None:
    """A digest tells what was, also of what is no longer so: it answers where a time of its period is asked about, or
    digests themselves, once the period is over."""
    if not is_current(memory) or memory.valid_from is None or memory.valid_to is None:
        return "truth: archived"
    if question.as_of is not None and memory.valid_to > question.as_of:
        return f"truth: its period was not over on {question.as_of.isoformat()}"
    if question.kinds is not None:
        return None
    windows = question.understanding.windows if question.understanding else ()
    if not windows:
        return "period: the question names no time"
    if any(_meets(window, memory.valid_from, memory.valid_to) for window in windows):
        return None
    return "period: the question is about another time"


def _meets(window: Window, begins: datetime, ends: datetime) -> bool:
    """Whether a window and a period overlap; where the window names no year, in some year."""
    if window.yearly and window.begins is not None:
        years = window.begins.year - begins.year
        begins, ends = (moment.replace(year=moment.year + years, day=min(moment.day, 28)) for moment in (begins, ends))
    return (window.ends is None or begins < window.ends) and (window.begins is None or window.begins < ends)


def readable_recall(recall: Recall, access: Access) -> Recall:
    """A recall without the tiers that whoever asks may not read. The trace says which memories that cut."""
    if all(access.allows(Right.READ, tier) for tier in Tier):
        return recall
    hits = [hit for hit in recall if access.reads(hit.memory)]
    hidden = {hit.memory.id for hit in recall if not access.reads(hit.memory)}
    trace = replace(
        recall.trace,
        returned=tuple(hit.memory.id for hit in hits),
        scores={hit.memory.id: hit.score for hit in hits},
        cut=dict(recall.trace.cut) | dict.fromkeys(hidden, f"access: {access.name} may not read it"),
    )
    return Recall(hits, trace, tuple(memory for memory in recall.permanent if access.reads(memory)))
