"""The sweep (U6): duplicates, conflicts and vague statements among what stands.

Reconciling does the same when a statement comes in; the sweep finds what it could not see: statements that were
imported, updated by hand, or far apart then. The same rules decide, by meaning and never by likeness alone. A scheduled
sweep looks at what changed since the last one, a sweep by hand at everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from mnemic.domain.changes import Action, Candidate, Change, Link, Relation
from mnemic.domain.consolidated import KINDS, PARTS, keeps_parts_archived, part_ids_of
from mnemic.domain.labels import without_labels
from mnemic.domain.record import OWN_KEY, Kind, Memory, Origin, Status, Tier
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, JobState, Plan, PlanStep, UpkeepFinding
from mnemic.domain.validity import is_current, is_true_at
from mnemic.index.entry import slot_key
from mnemic.language import segment
from mnemic.ports import Reader
from mnemic.reader.statement import USER
from mnemic.upkeep.consolidation.consolidate import consolidation_step
from mnemic.upkeep.consolidation.groups import FragmentGroup
from mnemic.upkeep.jobs.execution import UpkeepContext
from mnemic.upkeep.pins import is_protected
from mnemic.upkeep.sweep.vagueness import vague_steps
from mnemic.writing.compare import Comparison, compare
from mnemic.writing.episodes import as_succeeded
from mnemic.writing.known_memories import KnownMemories, is_statement
from mnemic.writing.review import conflicts_in
from mnemic.writing.taking_apart import take_apart

SURE = (Origin.USER, Origin.IMPORTED)
"""Whose later word settles a conflict by itself; anything else is proposed."""

OVERLAP = timedelta(days=1)
"""From before the last sweep that is looked at again: a write bears the moment it began, and two machines' clocks
differ."""


def plan_sweep(tending: UpkeepContext, scope: Scope, now: datetime) -> Plan:
    """Duplicates become one, conflicts of one slot are settled by the later word, and statements that do not say what
    they mean are lowered. What is not sure is proposed."""
    with tending.store.reading(scope) as reader:
        state = reader.job(Job.SWEEP)
        since = _since(state, now)
        standing = _standing(reader, now)
        fresh = [memory for memory in standing if since is None or memory.updated_at >= since]
        findings = _unsettled(reader) if fresh else []
        with tending.user_indexes.use(reader) as user_index:
            known = KnownMemories(
                user_index=user_index,
                turns={},
                now=now,
                new_id=tending.new_id,
                tenant=scope.tenant,
                user=scope.user,
                neighbours_max=tending.settings.neighbours_max,
                signals=tending.embedder.signals,
                judge=tending.judge,
            )
            parts = {one.id: one for one in reader.memories(ids=[id for one in standing for id in part_ids_of(one)])}
            steps, touched = _pairs(fresh, {memory.id: memory for memory in standing}, parts, known)
        rest = [memory for memory in fresh if memory.id not in touched]
        steps += vague_steps(reader, rest, now)
    return Plan(job=Job.SWEEP, steps=tuple(steps), findings=tuple(findings))


def _since(state: JobState, now: datetime) -> datetime | None:
    """From when on a sweep looks at what changed; None: at everything, when it is done by hand or the clock has gone
    back since the last one."""
    by_schedule = state.owner is not None
    return state.ran_at - OVERLAP if by_schedule and state.ran_at is not None and state.ran_at <= now else None


def _standing(reader: Reader, now: datetime) -> list[Memory]:
    """Statements that stand, in order of saying."""
    found = without_labels(reader.memories(statuses=[Status.ACTIVE, Status.DORMANT]))
    return sorted(
        (
            memory
            for memory in found
            if is_statement(memory)
            and is_current(memory)
            and memory.tier is Tier.LONG_TERM
            and memory.kind not in (Kind.SKILL, Kind.EVENT)
            and is_true_at(memory, max(now, memory.valid_from or now))
        ),
        key=_said,
    )


def _said(memory: Memory) -> tuple[datetime, int, str]:
    return memory.said_at, memory.position, memory.id


def _unsettled(reader: Reader) -> list[UpkeepFinding]:
    """Conflicts that only the user can decide."""
    return [
        UpkeepFinding(reason=f"contradicts permanent memory: {one.reason}", memories=(one.newer, one.older))
        for one in conflicts_in(reader)
        if one.open and one.relation is Relation.CONTRADICTS
    ]


def _pairs(
    fresh: Sequence[Memory], standing: Mapping[str, Memory], parts: Mapping[str, Memory], known: KnownMemories
) -> tuple[list[PlanStep], set[str]]:
    """What statements come to that repeat or replace one another, each step after those before it. What is proposed
    meets no other in this run."""
    steps: list[PlanStep] = []
    touched: set[str] = set()
    left = dict(standing)
    for memory in fresh:
        again: list[Memory] = []
        for older, newer in _met(memory, left, known):
            candidate = _as_candidate(newer)
            verdict, why = compare(candidate, older, known.closeness(candidate, older))
            if verdict is Comparison.SAME and _mergeable(older, newer):
                again += [older, newer]
            elif verdict not in (Comparison.SAME, Comparison.DIFFERENT) and not is_protected(older):
                step = _superseded(older, newer, why, known.now)
                steps.append(step)
                touched |= {older.id, newer.id}
                for gone in (older, newer) if step.proposed else (older,):
                    del left[gone.id]
        same = {one.id: one for one in again if one.id in left}
        if memory.id in same and len(same) > 1:
            touched |= same.keys()
            steps += _one(list(same.values()), parts, known)
            for id in same:
                del left[id]
    return steps, touched


def _met(memory: Memory, left: Mapping[str, Memory], known: KnownMemories) -> Iterator[tuple[Memory, Memory]]:
    """A statement with each that it could repeat or replace and that is still left, the one said earlier first."""
    for rival in sorted(known.rivals(_as_candidate(memory), memory.agent), key=_said):
        one, other = left.get(memory.id), left.get(rival.id)
        if one is not None and other is not None and one.id != other.id:
            older, newer = sorted((one, other), key=_said)
            yield older, newer


def _mergeable(one: Memory, other: Memory) -> bool:
    if is_protected(one) or is_protected(other) or _marked(one) or _marked(other):
        return False
    return one.kind is other.kind or Kind.NOTE not in (one.kind, other.kind)


def _one(same: Sequence[Memory], parts: Mapping[str, Memory], known: KnownMemories) -> list[PlanStep]:
    """Statements that say the same become one, in the fullest wording, as in consolidation: it counts all, `undo`
    brings all back, and forgetting it forgets all. One that has been made like that before takes in the others."""
    steps: list[PlanStep] = []
    whole = next((memory for memory in same if keeps_parts_archived(memory)), None)
    single: list[Memory] = []
    for memory in same:
        if memory is whole:
            continue
        if not keeps_parts_archived(memory):
            single.append(memory)
            continue
        apart = take_apart(memory, [parts[id] for id in part_ids_of(memory) if id in parts], known.now, "said again")
        steps.append(PlanStep(reason="said again: it is merged with another", changes=apart.changes))
        single += [change.memory for change in apart.parts]
    told = sorted(single, key=_said)
    return [*steps, _made(told, known) if whole is None else _taken_in(whole, told, known)]


def _made(told: Sequence[Memory], known: KnownMemories) -> PlanStep:
    fullest = told[0]
    for memory in told[1:]:
        if set(segment.terms(fullest.text)) < set(segment.terms(memory.text)):
            fullest = memory
    step = consolidation_step(_group(told, fullest), fullest.text, known.new_id(), known.now)
    return replace(step, reason=f"duplicates: {len(told)} statements say the same")


def _taken_in(whole: Memory, told: Sequence[Memory], known: KnownMemories) -> PlanStep:
    """Statements become parts of a dense memory that says the same already."""
    step = consolidation_step(_group((whole, *told), whole), whole.text, whole.id, known.now)
    merged, _, *archived = step.changes
    grown = replace(
        merged.memory,
        recorded_at=whole.recorded_at,
        metadata={**whole.metadata, PARTS: [*part_ids_of(whole), *(memory.id for memory in told)]},
        version=whole.version + 1,
    )
    reason = f"duplicates: {len(told)} more that say the same"
    return PlanStep(
        reason=reason,
        changes=(Change(action=Action.MERGE, memory=grown, before=whole, reason=reason), *archived),
        links=step.links[1:],
    )


def _group(told: Sequence[Memory], telling: Memory) -> FragmentGroup:
    subject = telling.slot.subject if telling.slot is not None else USER
    return FragmentGroup(subject=subject, names=(), parts=tuple(told), telling=telling)


def _marked(memory: Memory) -> bool:
    """Whether the memory itself keeps something in it, but for the parts it was made of."""
    return any(key.startswith(OWN_KEY) and key not in (PARTS, KINDS) for key in memory.metadata)


def _superseded(older: Memory, newer: Memory, why: str, now: datetime) -> PlanStep:
    """The statement said later stands; proposed where it is a guess of ours or the two have no slot in common."""
    sure = newer.origin in SURE and older.slot is not None and newer.slot is not None
    sure = sure and slot_key(older.slot) == slot_key(newer.slot)  # type: ignore[arg-type]
    reason = f"conflict: {why}"
    return PlanStep(
        reason=reason,
        changes=(Change(action=Action.ARCHIVE, memory=as_succeeded(older, newer, now), before=older, reason=reason),),
        links=(Link(source=newer.id, target=older.id, relation=Relation.SUPERSEDES, reason=reason, at=now),),
        proposed=not sure,
    )


def _as_candidate(memory: Memory) -> Candidate:
    """A statement as if it came in now."""
    return Candidate(
        text=memory.text,
        kind=memory.kind,
        slot=memory.slot,
        entities=memory.entities,
        language=memory.language,
        confidence=memory.confidence,
        importance=memory.importance,
        tier=memory.tier,
        task=memory.task,
        origin=memory.origin,
        said_at=memory.said_at,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        sources=memory.sources,
        quote=memory.quote,
    )
