"""Consolidation (U2): fragments on one subject become one dense memory, which holds every word of each.

Its parts are archived and stay linked, so that the past is answered by them and `undo` brings them back. What is said
later on the matter of one of them takes the dense memory apart first (writing/unfold).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mnemic.domain.changes import Action, Change, Link, Relation
from mnemic.domain.consolidated import KINDS, PARTS, as_archived_part
from mnemic.domain.labels import Label, label_of
from mnemic.domain.record import Json, Kind, Memory, Sensitivity, Slot, Source
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, Plan, PlanStep, UpkeepFinding
from mnemic.errors import ModelError, ModelUnavailable
from mnemic.index.user_index import UserIndex
from mnemic.language.meaning import Closeness, closeness
from mnemic.ports import Reader
from mnemic.reader.statement import USER
from mnemic.safety.access.policy import taint_of
from mnemic.upkeep.consolidation.by_model import clauses_by_model
from mnemic.upkeep.consolidation.fusion import (
    StatementParts,
    assemble_sentence,
    fuse_clauses,
    sentence_mismatch,
    split_statement,
)
from mnemic.upkeep.consolidation.groups import FragmentGroup, fragments, groups_by_subject, untouched_since
from mnemic.upkeep.consolidation.same import groups_of_repeats
from mnemic.upkeep.jobs.execution import UpkeepContext
from mnemic.writing.known_memories import is_statement
from mnemic.writing.review import conflicts_in

SEVERAL = "several"
"""The attribute of a dense memory, up to the colon: it is about its subject, and has no value of its own."""

KIND_ORDER = (
    Kind.CONSTRAINT,
    Kind.RULE,
    Kind.DECISION,
    Kind.PREFERENCE,
    Kind.RELATIONSHIP,
    Kind.PLAN,
    Kind.FACT,
    Kind.NOTE,
)
"""Of several kinds the one a dense memory is of: what a later decision needs most."""


@dataclass(slots=True)
class _Wording:
    """Who words the dense memories of one plan."""

    tending: UpkeepContext
    silent: bool = False  # the model cannot be reached: it is not asked again
    degraded: list[str] | None = None

    def text(self, group: FragmentGroup, parts: Sequence[StatementParts]) -> str:
        """A group's sentence: the model's where one is set and its answer holds, else the rules'."""
        model = self.tending.model
        if model is not None and not self.silent:
            try:
                return assemble_sentence(clauses_by_model(model, parts), parts[0].language)
            except ModelError as error:
                self.silent = isinstance(error, ModelUnavailable)
                self._note(f"{error} The rules merged instead.")
        return assemble_sentence(fuse_clauses(parts), parts[0].language)

    def _note(self, note: str) -> None:
        self.degraded = [*(self.degraded or []), note] if note not in (self.degraded or []) else self.degraded


def plan_consolidation(tending: UpkeepContext, scope: Scope, now: datetime) -> Plan:
    """What would become dense memories, and what was refused. A model is asked once for each group, while no snapshot
    is open; where it fails the rules merge, and `degraded` says so."""
    with tending.store.reading(scope) as reader:
        found = _groups(tending, reader, now)
    steps: list[PlanStep] = []
    findings: list[UpkeepFinding] = []
    wording = _Wording(tending)
    for group in found:
        told = _told(group)
        text = group.telling.text if group.telling is not None else wording.text(group, told)
        wrong = sentence_mismatch(text, told)
        if wrong:
            findings.append(UpkeepFinding(reason=f"not merged: {wrong}", memories=group.parts))
        else:
            steps.append(consolidation_step(group, text, tending.new_id(), now))
    return Plan(
        job=Job.CONSOLIDATE,
        steps=tuple(steps),
        findings=tuple(findings),
        degraded=tuple(wording.degraded or ()),
    )


def _groups(tending: UpkeepContext, reader: Reader, now: datetime) -> list[FragmentGroup]:
    """The groups of fragments, from one snapshot."""
    before = untouched_since(now, tending.settings.consolidate_after_days)
    statements = [memory for memory in reader.memories() if is_statement(memory)]
    free = fragments(statements, disputed=_disputed(reader), before=before)
    alike: dict[Label, list[Memory]] = {}
    for memory in free:
        alike.setdefault(label_of(memory), []).append(memory)
    return [group for some in alike.values() for group in _groups_of(some, statements, tending, reader)]


def _groups_of(
    free: list[Memory], statements: list[Memory], tending: UpkeepContext, reader: Reader
) -> list[FragmentGroup]:
    """Those among fragments of one label: what is for different purposes stays apart."""
    if len(free) < 2:
        return []
    with tending.user_indexes.use(reader) as user_index:
        again = groups_of_repeats(free, lambda one, other: _closeness(user_index, one, other), tending.zone)
    taken = {part.id for group in again for part in group.parts}
    left = [memory for memory in free if memory.id not in taken]
    return again + groups_by_subject(statements, left, tending.zone)


def _closeness(user_index: UserIndex, one: Memory, other: Memory) -> Closeness | None:
    left, right = user_index.vector_of(one), user_index.vector_of(other)
    if left is None or right is None:
        return None
    return closeness(one.text, other.text, (left, right), user_index.fingerprint)


def _disputed(reader: Reader) -> set[str]:
    """What takes part in an open conflict, and habits, whose evidence is counted anew."""
    ids = {memory.id for one in conflicts_in(reader) if one.open for memory in (one.newer, one.older)}
    return ids | {link.source for link in reader.links() if link.relation is Relation.RESTS_ON}


def _told(group: FragmentGroup) -> list[StatementParts]:
    """What the words of a group must say: of statements that say the same, one of them."""
    parts = group.parts if group.telling is None else (group.telling,)
    return [split_statement(part.id, part.text, part.language, group.names) for part in parts]


def consolidation_step(group: FragmentGroup, text: str, id: str, now: datetime) -> PlanStep:
    """The step by which the parts of a group become one dense memory that says `text`."""
    dense = _dense(group, text, id, now)
    merged = Change(action=Action.MERGE, memory=dense, reason=f"{len(group.parts)} statements became one")
    parts = tuple(
        Change(
            action=Action.ARCHIVE, memory=as_archived_part(part, id, now), before=part, reason=f"it is part of {id} now"
        )
        for part in group.parts
    )
    links = tuple(
        Link(source=id, target=part.id, relation=Relation.CONSOLIDATES, reason="it was made of this", at=now)
        for part in group.parts
    )
    return PlanStep(reason=_why(group), changes=(merged, *parts), links=links)


def _why(group: FragmentGroup) -> str:
    many = f"{len(group.parts)} statements"
    if group.telling is not None:
        return f"{many} say the same"
    return f"{many} about {'the user' if group.subject == USER else group.subject}, untouched for some days"


def _dense(group: FragmentGroup, text: str, id: str, now: datetime) -> Memory:
    """The memory that stands for its parts: as sure and weighty as the weightiest of them, and true since all are."""
    parts = group.parts
    newest = parts[-1]
    uses = [part.last_accessed_at for part in parts if part.last_accessed_at is not None]
    tainted = taint_of(parts)
    return replace(
        group.telling or newest,
        id=id,
        task=None,
        session=newest.session if len({part.session for part in parts}) == 1 else None,
        kind=next(kind for kind in KIND_ORDER if any(part.kind is kind for part in parts)),
        text=text,
        summary="",
        slot=group.telling.slot if group.telling is not None else _slot(group, id),
        entities=tuple(dict.fromkeys(name for part in parts for name in part.entities)),
        confidence=max(part.confidence for part in parts),
        importance=max(part.importance for part in parts),
        control_relevance=max(part.control_relevance for part in parts),
        relevance_reasons=("the most of its parts",),
        sensitivity=_sensitivity(parts),
        origin=tainted.origin,
        trust=tainted.trust,
        said_at=newest.said_at,
        valid_from=max(part.valid_from or part.said_at for part in parts),
        valid_to=None,
        recorded_at=now,
        updated_at=now,
        last_accessed_at=max(uses, default=None),
        access_count=max(part.access_count for part in parts),
        mention_count=sum(part.mention_count for part in parts),
        useful=sum(part.useful for part in parts),
        useless=sum(part.useless for part in parts),
        sources=_sources(parts),
        position=min(part.position for part in parts),
        quote=text,
        metadata=_metadata(parts),
        version=1,
    )


def _slot(group: FragmentGroup, id: str) -> Slot | None:
    """Whom a dense memory is about. It has a value that stands alone where one of its parts has."""
    single = any(part.slot is not None and part.slot.single and part.kind is not Kind.PLAN for part in group.parts)
    if group.subject == USER and not single:
        return None
    return Slot(subject=group.subject, attribute=f"{SEVERAL}:{id}", value=group.subject, single=single)


def _sensitivity(parts: Sequence[Memory]) -> Sensitivity:
    personal = any(part.sensitivity is Sensitivity.PERSONAL for part in parts)
    return Sensitivity.PERSONAL if personal else Sensitivity.NORMAL


def _sources(parts: Sequence[Memory]) -> tuple[Source, ...]:
    by_position = sorted(parts, key=lambda part: (part.position, part.said_at, part.id))
    return tuple(dict.fromkeys(source for part in by_position for source in part.sources))


def _metadata(parts: Sequence[Memory]) -> Mapping[str, Json]:
    """What a caller noted with every part, and the marks of the merge."""
    common = {
        key: value
        for key, value in parts[0].metadata.items()
        if all(key in part.metadata and part.metadata[key] == value for part in parts)
    }
    kinds = list(dict.fromkeys(part.kind.value for part in parts))
    marks: dict[str, Json] = {PARTS: [part.id for part in parts]}
    if len(kinds) > 1:
        marks[KINDS] = list(kinds)
    return {**common, **marks}
