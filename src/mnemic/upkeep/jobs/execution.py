"""How upkeep is carried out: a job plans from what is stored, and each step of its plan is one transaction.

A plan changes nothing, so it can be looked at beforehand; a step that meets a memory somebody changed meanwhile is
skipped, and the next run plans anew. A process that dies between two steps leaves a store in which the steps done are
whole and the others are not begun: planning again finds only what is left. So a job is done exactly once in effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from mnemic.domain.changes import Action
from mnemic.domain.index_entry import IndexEntry
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope
from mnemic.domain.upkeep import Plan, PlanStep, UpkeepReport
from mnemic.index.user_indexes import UserIndexes
from mnemic.ports import Embedder, Judge, LanguageModel, Reader, Store, Writer
from mnemic.settings import Settings
from mnemic.upkeep.forgetting.beside import drop_beside
from mnemic.upkeep.forgetting.retention import forget_expired
from mnemic.writing.commit import commit, needs_entry
from mnemic.writing.pipeline import WritePipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepContext:
    """Everything upkeep needs from outside."""

    writing: WritePipeline  # embeds and commits, as for any other write
    count: Callable[[str], int]  # tokens of a text

    @property
    def store(self) -> Store:
        """Where records live."""
        return self.writing.store

    @property
    def user_indexes(self) -> UserIndexes:
        """Users' search indexes."""
        return self.writing.user_indexes

    @property
    def embedder(self) -> Embedder:
        """Who makes vectors."""
        return self.writing.embedder

    @property
    def settings(self) -> Settings:
        """The settings of the opened memory."""
        return self.writing.settings

    @property
    def zone(self) -> tzinfo:
        """The user's time zone."""
        return self.writing.zone

    @property
    def new_id(self) -> Callable[[], str]:
        """Where ids come from."""
        return self.writing.new_id

    @property
    def judge(self) -> Judge | None:
        """Who judges sentences, if anybody does."""
        return self.writing.judge

    @property
    def model(self) -> LanguageModel | None:
        """The language model, where one is set."""
        return self.writing.model


Planner = Callable[[UpkeepContext, Scope, datetime], Plan]
"""Reads what it needs in a snapshot of its own, and closes it before a model is asked. The same store gives the same
plan, but for new ids."""


def carry_out(
    tending: UpkeepContext, scope: Scope, plan: Plan, *, now: datetime, actor: str, proposed: bool = False
) -> UpkeepReport:
    """Commit the steps of a plan, one transaction each.

    Args:
        proposed: also those left to the user.

    Raises:
        StoreUnavailable: it could not be written; the steps before stand.
        ModelError, EmbedderUnavailable: new words could not be embedded; the steps before stand.
    """
    report = dry_run_report(plan, now, dry_run=False)
    wanted = [step for step in plan.steps if proposed or not step.proposed]
    report.steps, report.proposed = [], [step for step in plan.steps if step not in wanted]
    for step in wanted:
        done = _commit(tending, scope, step, now, actor)
        (report.steps if done else report.skipped).append(step)
    return report


def dry_run_report(plan: Plan, now: datetime, *, dry_run: bool) -> UpkeepReport:
    """A plan as a report of what would be done."""
    return UpkeepReport(
        job=plan.job,
        at=now,
        dry_run=dry_run,
        steps=[step for step in plan.steps if not step.proposed],
        proposed=[step for step in plan.steps if step.proposed],
        findings=list(plan.findings),
        degraded=list(plan.degraded),
    )


def _commit(tending: UpkeepContext, scope: Scope, step: PlanStep, now: datetime, actor: str) -> bool:
    texts = [change.memory.text for change in step.changes if needs_entry(change)]
    entries: Mapping[str, IndexEntry] = tending.writing.embedded(texts)
    with tending.store.writing(scope) as writer:
        if not all(_as_planned(writer, memory) for memory in _before(step)):
            return False
        if any(change.before is None and writer.memory(change.memory.id) is not None for change in step.changes):
            return False  # an id may follow from what it is of, and somebody else has made it meanwhile
        commit(writer, step.changes, step.links, now=now, actor=actor, entries=entries)
        _purge(writer, step, now, actor)
    return True


def _before(step: PlanStep) -> list[Memory]:
    """The memories a step rests on, as they were when it was planned."""
    changed = [change.before for change in step.changes if change.before is not None]
    return changed if step.forgets else [*changed, *step.purge]


def _as_planned(reader: Reader, memory: Memory) -> bool:
    there = reader.memory(memory.id)
    if there is None:
        return False
    return (there.version, there.last_accessed_at) == (memory.version, memory.last_accessed_at)


def _purge(writer: Writer, step: PlanStep, now: datetime, actor: str) -> None:
    if not step.purge and not step.turns:
        return
    if step.forgets:
        forget_expired(writer, step, now=now, actor=actor)
        return
    writer.forget_memories([memory.id for memory in step.purge])
    writer.forget_turns(step.turns)
    drop_beside(writer, step.purge)
    for memory in step.purge:
        writer.audit(at=now, actor=actor, action=Action.PURGE.value, memory_id=memory.id, detail=step.reason)
