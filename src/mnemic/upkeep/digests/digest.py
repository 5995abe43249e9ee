"""Digests: what every finished week and month held, made once and kept (U3).

Only periods without a digest are looked at, and those into which a turn came late: an import of old talk, say. A period
of which turns still wait to be understood is left for the next run. What of a digest rests on turns that were purged
for being old stays as it is; what rests on something the user took back is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from mnemic.domain.changes import Action, Change
from mnemic.domain.labels import has_label, without_labels
from mnemic.domain.record import Kind, Memory, Origin, Source, Turn, TurnState
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Job, Plan, PlanStep
from mnemic.domain.validity import is_current
from mnemic.errors import ModelError, ModelUnavailable
from mnemic.ports import LanguageModel, Reader
from mnemic.rooms.digest.lines import DigestMaterial, digest_lines_of, is_told_in_digest, may_be_told
from mnemic.rooms.digest.period import DigestPeriod, finished_periods
from mnemic.rooms.digest.record import (
    MODEL,
    RULES,
    Digest,
    DigestLine,
    digest_id,
    digest_of,
    digest_record_of,
    is_digest,
    revised_digest_record,
    without_digest,
)
from mnemic.rooms.habits.record import is_habit
from mnemic.rooms.session.rounds import USER
from mnemic.safety.access.policy import taint_of
from mnemic.upkeep.digests.by_model import digest_lines_by_model
from mnemic.upkeep.jobs.execution import UpkeepContext

DIGESTS_MAX = 1_000  # of one run: fifteen years of weeks and months; the rest is left for the next


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    """A period that needs a digest, or another than it has."""

    period: DigestPeriod
    agent: str | None
    seen: datetime  # when the newest of its turns was recorded
    logged: int  # its turns in the log
    before: Memory | None


def plan_digests(tending: UpkeepContext, scope: Scope, now: datetime) -> Plan:
    """The digests that are missing, and those that say too little or too much by now."""
    with tending.store.reading(scope) as reader:
        kept = {record.id: record for record in reader.rooms([Kind.DIGEST]) if is_digest(record)}
        turns = [turn for turn in reader.turns() if turn.infer and turn.text and not has_label(turn)]
        due = _due(turns, kept, tending, scope, now)[:DIGESTS_MAX]
        gone = _taken_back(reader, kept.values())
        memories = without_labels(reader.memories()) if due else []
    look = _Look(
        tending=tending,
        scope=scope,
        now=now,
        by_id={memory.id: memory for memory in memories},
        logged=frozenset(turn.source for turn in turns),
    )
    steps: list[PlanStep] = []
    degraded: list[str] = []
    model = tending.model
    for one in due:
        digest, error = look.digest(one, model)
        if error is not None:
            degraded.append(f"{error} The digest of {one.period.name} was written by rules.")
        if isinstance(error, ModelUnavailable):
            model = None  # it is not waited for again
        if step := look.step(digest, one.before):
            steps.append(step)
    planned = {one.before.id for one in due if one.before is not None}
    steps += [_without(kept[id], ids, now) for id, ids in gone.items() if id not in planned]
    return Plan(job=Job.DIGEST, steps=tuple(steps), degraded=tuple(dict.fromkeys(degraded)))


def _due(
    turns: Sequence[Turn], kept: Mapping[str, Memory], tending: UpkeepContext, scope: Scope, now: datetime
) -> list[_Due]:
    """The finished periods with turns enough, none of them waiting, of which no digest tells all."""
    days: dict[str | None, dict[date, list[Turn]]] = {}
    for turn in turns:
        day = turn.said_at.astimezone(tending.zone).date()
        days.setdefault(turn.agent, {}).setdefault(day, []).append(turn)
    found = []
    for agent, by_day in days.items():
        for period in finished_periods(by_day, now.astimezone(tending.zone).date()):
            inside = [turn for day in period.days() for turn in by_day.get(day, ())]
            if any(turn.state is TurnState.PENDING for turn in inside):
                continue
            if sum(turn.role == USER for turn in inside) < tending.settings.digest_turns_min:
                continue
            one = _Due(
                period=period,
                agent=agent,
                seen=max(turn.recorded_at for turn in inside),
                logged=len(inside),
                before=kept.get(digest_id(scope, agent, period)),
            )
            if one.before is None or _grew(one, digest_of(one.before)):
                found.append(one)
    return sorted(found, key=lambda one: (one.period.after, one.period.monthly, one.agent or ""))


def _grew(one: _Due, digest: Digest) -> bool:
    """Whether a turn came into the period after its digest was made."""
    return one.seen > digest.seen or one.logged > digest.logged


def _taken_back(reader: Reader, records: Iterable[Memory]) -> dict[str, set[str]]:
    """By digest, the memories its lines rest on that may be told no more."""
    rested = {record.id: {id for line in digest_of(record).lines for id in line.memories} for record in records}
    every = sorted(set().union(*rested.values())) if rested else []
    hushed = {memory.id for memory in (reader.memories(ids=every) if every else []) if not may_be_told(memory)}
    return {id: held & hushed for id, held in rested.items() if held & hushed}


def _without(record: Memory, gone: Collection[str], now: datetime) -> PlanStep:
    reason = "the user took back what it tells"
    left = without_digest(record, (), gone, now)
    if left is None:
        return PlanStep(reason=reason, purge=(record,))
    return PlanStep(reason=reason, changes=(Change(action=Action.REVISE, memory=left, before=record, reason=reason),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """What one run has read."""

    tending: UpkeepContext
    scope: Scope
    now: datetime
    by_id: Mapping[str, Memory]
    logged: frozenset[Source]

    def digest(self, one: _Due, model: LanguageModel | None) -> tuple[Digest, ModelError | None]:
        """What a period comes to now, and what could not do its part."""
        material = self._material(one)
        lines, by, failed = digest_lines_of(material), RULES, None
        if model is not None and lines:
            try:
                lines, by = digest_lines_by_model(material, lines, model), MODEL
            except ModelError as error:
                failed = error
        if one.before is not None:
            lines = [*self._outlived(digest_of(one.before).lines, lines), *lines]
        digest = Digest(
            period=one.period,
            agent=one.agent,
            language=material.language,
            lines=tuple(lines),
            counts=material.counts,
            seen=one.seen,
            logged=one.logged,
            by=by,
            sensitivity=material.sensitivity,
        )
        return digest, failed

    def _material(self, one: _Due) -> DigestMaterial:
        begins, ends = one.period.begins(self.tending.zone), one.period.ends(self.tending.zone)
        ours = [memory for memory in self.by_id.values() if memory.agent == one.agent]
        inside = sorted(
            (memory for memory in ours if begins <= memory.said_at < ends),
            key=lambda memory: (memory.said_at, memory.position, memory.id),
        )
        return DigestMaterial(
            period=one.period,
            agent=one.agent,
            zone=self.tending.zone,
            turns=tuple(memory for memory in inside if memory.kind is Kind.EPISODE and may_be_told(memory)),
            statements=tuple(memory for memory in inside if is_told_in_digest(memory)),
            habits=tuple(memory for memory in ours if is_habit(memory) and is_current(memory)),
            by_id=self.by_id,
        )

    def _outlived(self, old: Sequence[DigestLine], new: Sequence[DigestLine]) -> list[DigestLine]:
        """The lines of an earlier digest that nothing but the digest tells any more."""
        texts = {line.text for line in new}
        return [
            line
            for line in old
            if line.text not in texts
            and (not set(line.memories) <= self.by_id.keys() or not self.logged.issuperset(line.turns))
        ]

    def step(self, digest: Digest, before: Memory | None) -> PlanStep | None:
        """The step that keeps a digest; None where a period held nothing worth a line."""
        name = digest.period.name
        told = {id for line in digest.lines for id in line.memories}
        tainted = taint_of((self.by_id[id] for id in told if id in self.by_id), by=Origin.INFERRED)
        if before is not None:
            made, reason = revised_digest_record(before, digest, tainted, self.now), f"more of {name} came in"
            change = Change(action=Action.REVISE, memory=made, before=before, reason=reason)
        elif digest.lines:
            reason = f"{name} is over: {len(digest.lines)} lines by {digest.by}"
            made = digest_record_of(digest, self.scope, self.tending.zone, tainted, now=self.now)
            change = Change(action=Action.ADD, memory=made, reason=reason)
        else:
            return None
        return PlanStep(reason=reason, changes=(change,))
