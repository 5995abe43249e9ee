"""The typed values of the tools' answers, made of the library's. Remembered text in them is inert."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, Field

from mnemic.domain.changes import Entry, History, WriteReport
from mnemic.domain.query import Recall
from mnemic.domain.record import Memory
from mnemic.domain.skill import Skill, SkillMatch
from mnemic.domain.task import Task
from mnemic.faces import wire
from mnemic.faces.mcp.results import inert


class MemoryItem(BaseModel):
    """One memory."""

    id: str
    text: str
    kind: str
    tier: str
    status: str
    origin: str = Field(description="Who says so: user, assistant, tool, document, inferred, imported")
    said_at: str = Field(description="ISO 8601, UTC")
    valid_from: str | None = None
    valid_to: str | None = None
    session: str | None = None
    turns: list[str] = Field(description="Ids of the messages it comes from")
    version: int

    @classmethod
    def of(cls, memory: Memory) -> MemoryItem:
        """A memory as tools give it."""
        return cls(
            id=memory.id,
            text=inert(memory.text),
            kind=memory.kind.value,
            tier=memory.tier.value,
            status=memory.status.value,
            origin=memory.origin.value,
            said_at=memory.said_at.isoformat(),
            valid_from=wire.jsonable(memory.valid_from),
            valid_to=wire.jsonable(memory.valid_to),
            session=memory.session or next((source.session for source in memory.sources), None),
            turns=list(memory.turns),
            version=memory.version,
        )


class Hit(BaseModel):
    """One memory that was found."""

    score: float = Field(description="0 to 1, higher is better")
    memory: MemoryItem


class SearchAnswer(BaseModel):
    """Memories that answer a question, best first."""

    hits: list[Hit]
    nothing: bool = Field(description="Probably nothing is remembered about this; the hits only come nearest")
    degraded: list[str] = Field(description="What could not be searched")
    trace: str

    @classmethod
    def of(cls, recall: Recall) -> SearchAnswer:
        """A search as tools give it."""
        return cls(
            hits=[Hit(score=round(hit.score, 4), memory=MemoryItem.of(hit.memory)) for hit in recall],
            nothing=recall.nothing,
            degraded=list(recall.degraded),
            trace=recall.trace.id,
        )


class ContextAnswer(BaseModel):
    """What is remembered for a message, ready to be read: fenced, within the budget."""

    guidance: str
    text: str
    memory_ids: list[str]
    nothing: bool
    degraded: list[str]
    trace: str


class EntryItem(BaseModel):
    """One thing that became of a message."""

    id: str | None
    text: str
    reason: str

    @classmethod
    def of(cls, entry: Entry) -> EntryItem:
        """An entry of a report as tools give it."""
        text = entry.memory.text if entry.memory else entry.text
        return cls(id=entry.memory.id if entry.memory else None, text=inert(text), reason=entry.reason)


OUTCOMES = (
    "added",
    "reinforced",
    "revised",
    "superseded",
    "retracted",
    "archived",
    "restored",
    "tasks",
    "feedback",
    "quarantined",
    "dropped",
    "redacted",
)
"""The lists of a report, in the order they are told."""


class AddAnswer(BaseModel):
    """What became of messages, list by list."""

    session: str
    turns: list[str] = Field(description="Ids of the messages in the log")
    added: list[EntryItem]
    reinforced: list[EntryItem]
    revised: list[EntryItem]
    superseded: list[EntryItem]
    retracted: list[EntryItem]
    archived: list[EntryItem]
    restored: list[EntryItem]
    tasks: list[EntryItem]
    feedback: list[EntryItem]
    quarantined: list[EntryItem] = Field(description="Held for review: it acts only once the user confirms it")
    dropped: list[EntryItem]
    redacted: list[EntryItem] = Field(description="Messages in which secrets or personal data were masked")
    degraded: list[str]
    pending: int = Field(description="Messages stored but not yet understood")
    dry_run: bool

    @classmethod
    def of(cls, report: WriteReport) -> AddAnswer:
        """A report as tools give it."""
        lists: dict[str, Any] = {name: [EntryItem.of(one) for one in getattr(report, name)] for name in OUTCOMES}
        return cls(
            session=report.session,
            turns=list(report.turns),
            degraded=list(report.degraded),
            pending=report.pending,
            dry_run=report.dry_run,
            **lists,
        )


class MemoryAnswer(BaseModel):
    """One memory as it is now."""

    memory: MemoryItem


class MemoriesAnswer(BaseModel):
    """Memories in order."""

    memories: list[MemoryItem]
    more: bool = Field(description="Whether there are more: ask again with a higher offset")


class ChangeItem(BaseModel):
    """One change of a memory."""

    action: str
    actor: str
    reason: str
    at: str
    before: str | None
    after: str | None

    @classmethod
    def of(cls, change: History) -> ChangeItem:
        """A row of history as tools give it."""
        return cls(
            action=change.action.value,
            actor=change.actor,
            reason=change.reason,
            at=change.at.isoformat(),
            before=None if change.before is None else inert(change.before.text),
            after=None if change.after is None else inert(change.after.text),
        )


class HistoryAnswer(BaseModel):
    """One memory, with its past where it was asked for."""

    memory: MemoryItem
    history: list[ChangeItem]


class ForgetAnswer(BaseModel):
    """What is gone for good. It names ids and counts, never content."""

    memories: list[str]
    turns: int
    history_rows: int
    files: int
    at: str


class StepItem(BaseModel):
    """One step of a task."""

    name: str
    state: str
    result: str | None


class TaskItem(BaseModel):
    """One task."""

    id: str
    goal: str
    status: str
    values: dict[str, Any] = Field(description="What is filled in")
    missing: list[str] = Field(description="What is still to be asked for")
    steps: list[StepItem]
    next_step: str | None
    constraints: list[str]
    decisions: list[str]
    outcome: str
    similar: list[str] = Field(description="Goals of finished tasks like it, with how they ended")

    @classmethod
    def of(cls, task: Task) -> TaskItem:
        """A task as tools give it."""
        return cls(
            id=task.id,
            goal=inert(task.goal),
            status=task.status.value,
            values=_inert_values(wire.jsonable(task.data)),
            missing=list(task.missing),
            steps=[
                StepItem(name=inert(step.name), state=step.state.value, result=_inert_text(step.result))
                for step in task.steps
            ],
            next_step=_inert_text(task.next_step.name if task.next_step else None),
            constraints=[inert(one.text) for one in task.constraints],
            decisions=[inert(one.text) for one in task.decisions],
            outcome=inert(task.outcome),
            similar=[inert(f"{one.goal}: {one.outcome}") for one in task.similar],
        )


class TaskAnswer(BaseModel):
    """One task as it is now."""

    task: TaskItem


class TasksAnswer(BaseModel):
    """Tasks in the order they were started."""

    tasks: list[TaskItem]


class SkillItem(BaseModel):
    """One skill."""

    id: str
    name: str
    description: str
    triggers: list[str]
    steps: list[str]
    parameters: list[str]
    preconditions: list[str]
    status: str
    version: int
    success_rate: float = Field(description="0 to 1, one half where it was never used")

    @classmethod
    def of(cls, skill: Skill) -> SkillItem:
        """A skill as tools give it."""
        return cls(
            id=skill.id,
            name=inert(skill.name),
            description=inert(skill.description),
            triggers=[inert(one) for one in skill.triggers],
            steps=[inert(step.text) for step in skill.steps],
            parameters=[one.name for one in skill.parameters],
            preconditions=[inert(one) for one in skill.preconditions],
            status=skill.status.value,
            version=skill.version,
            success_rate=round(skill.success_rate, 4),
        )


class SkillAnswer(BaseModel):
    """One skill as it stands."""

    skill: SkillItem


class SkillsAnswer(BaseModel):
    """Skills in the order they were stored."""

    skills: list[SkillItem]


class MatchItem(BaseModel):
    """A skill offered for a request, with what is known filled in."""

    score: float
    skill: SkillItem
    steps: list[str]
    parameters: dict[str, Any]
    missing: list[str] = Field(description="Parameters the request says nothing of: ask for them")

    @classmethod
    def of(cls, match: SkillMatch) -> MatchItem:
        """A match as tools give it."""
        return cls(
            score=round(match.score, 4),
            skill=SkillItem.of(match.skill),
            steps=[inert(step.text) for step in match.steps],
            parameters=_inert_values(wire.jsonable(match.parameters)),
            missing=list(match.missing),
        )


class MatchesAnswer(BaseModel):
    """Skills for a request, best first."""

    matches: list[MatchItem]


class ProfileAnswer(BaseModel):
    """Who the user is: slots, what occupies the user, what changed, what has probably gone stale."""

    made_at: str
    traits: dict[str, list[str]]
    busy: list[str]
    shifts: list[str]
    stale: list[str]
    claims: list[str]
    evidence: list[str] = Field(description="Ids of the memories it rests on")


def items(memories: Iterable[Memory]) -> list[MemoryItem]:
    """Memories as tools give them."""
    return [MemoryItem.of(memory) for memory in memories]


def _inert_text(text: str | None) -> str | None:
    return None if text is None else inert(text)


def _inert_values(value: Any) -> Any:
    """JSON with every text in it inert."""
    if isinstance(value, str):
        return inert(value)
    if isinstance(value, dict):
        return {inert(key): _inert_values(part) for key, part in value.items()}
    return [_inert_values(part) for part in value] if isinstance(value, list) else value
