"""The typed values of the tools' answers, read off the library's by their names. Remembered text in them is inert."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from mnemic.domain.changes import Entry
from mnemic.domain.profile import Profile
from mnemic.domain.query import Context, Recall
from mnemic.domain.record import Memory
from mnemic.domain.task import Task
from mnemic.faces import wire
from mnemic.faces.mcp.results import inert


def _word(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


def _iso(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _text(value: Any) -> Any:
    return getattr(value, "text", value)


def _texts(values: Any) -> Any:
    return [_text(one) for one in values]


def _names(values: Any) -> Any:
    return [getattr(one, "name", one) for one in values]


def _inert_values(value: Any) -> Any:
    """JSON with every text in it inert."""
    if isinstance(value, str):
        return inert(value)
    if isinstance(value, dict):
        return {inert(key): _inert_values(part) for key, part in value.items()}
    return [_inert_values(part) for part in value] if isinstance(value, list) else value


Inert = Annotated[str, AfterValidator(inert)]
Word = Annotated[str, BeforeValidator(_word)]
Moment = Annotated[str, BeforeValidator(_iso)]
Score = Annotated[float, AfterValidator(lambda value: round(value, 4))]
Texts = Annotated[list[Inert], BeforeValidator(_texts)]
Names = Annotated[list[str], BeforeValidator(_names)]
Values = Annotated[dict[str, Any], BeforeValidator(lambda value: _inert_values(wire.jsonable(value)))]


class Answer(BaseModel):
    """What is read off a value of the library."""

    model_config = ConfigDict(from_attributes=True)


class MemoryItem(Answer):
    """One memory."""

    id: str
    text: Inert
    kind: Word
    tier: Word
    status: Word
    origin: Word = Field(description="Who says so: user, assistant, tool, document, inferred, imported")
    said_at: Moment = Field(description="ISO 8601, UTC")
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    session: str | None = None
    turns: list[str] = Field(description="Ids of the messages it comes from")
    version: int

    @classmethod
    def of(cls, memory: Memory) -> MemoryItem:
        """A memory as tools give it."""
        session = memory.session or next((source.session for source in memory.sources), None)
        return cls.model_validate(memory).model_copy(update={"session": session})


class Hit(Answer):
    """One memory that was found."""

    score: Score = Field(description="0 to 1, higher is better")
    memory: MemoryItem


class SearchAnswer(Answer):
    """Memories that answer a question, best first."""

    hits: list[Hit]
    nothing: bool = Field(description="Probably nothing is remembered about this; the hits only come nearest")
    degraded: list[str] = Field(description="What could not be searched")
    trace: str

    @classmethod
    def of(cls, recall: Recall) -> SearchAnswer:
        """A search as tools give it."""
        hits = [Hit(score=hit.score, memory=MemoryItem.of(hit.memory)) for hit in recall]
        return cls(hits=hits, nothing=recall.nothing, degraded=list(recall.degraded), trace=recall.trace.id)


class ContextAnswer(Answer):
    """What is remembered for a message, ready to be read: fenced, within the budget."""

    guidance: str
    text: str
    memory_ids: list[str]
    nothing: bool
    degraded: list[str]
    trace: str

    @classmethod
    def of(cls, context: Context) -> ContextAnswer:
        """A context as tools give it."""
        return cls(
            guidance=context.guidance,
            text=context.text,
            memory_ids=list(context.memory_ids),
            nothing=context.trace.nothing,
            degraded=list(context.trace.degraded),
            trace=context.trace.id,
        )


class EntryItem(Answer):
    """One thing that became of a message."""

    id: str | None
    text: Inert
    reason: str


def _entries(entries: Any) -> Any:
    return [
        {"id": one.memory and one.memory.id, "text": (one.memory or one).text, "reason": one.reason}
        if isinstance(one, Entry)
        else one
        for one in entries
    ]


Entries = Annotated[list[EntryItem], BeforeValidator(_entries)]

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


class AddAnswer(Answer):
    """What became of messages, list by list."""

    session: str
    turns: list[str] = Field(description="Ids of the messages in the log")
    added: Entries
    reinforced: Entries
    revised: Entries
    superseded: Entries
    retracted: Entries
    archived: Entries
    restored: Entries
    tasks: Entries
    feedback: Entries
    quarantined: Entries = Field(description="Held for review: it acts only once the user confirms it")
    dropped: Entries
    redacted: Entries = Field(description="Messages in which secrets or personal data were masked")
    degraded: list[str]
    pending: int = Field(description="Messages stored but not yet understood")
    dry_run: bool


class MemoryAnswer(Answer):
    """One memory as it is now."""

    memory: MemoryItem


class MemoriesAnswer(Answer):
    """Memories in order."""

    memories: list[MemoryItem]
    more: bool = Field(description="Whether there are more: ask again with a higher offset")


class ChangeItem(Answer):
    """One change of a memory."""

    action: Word
    actor: str
    reason: str
    at: Moment
    before: Annotated[Inert | None, BeforeValidator(_text)]
    after: Annotated[Inert | None, BeforeValidator(_text)]


class HistoryAnswer(Answer):
    """One memory, with its past where it was asked for."""

    memory: MemoryItem
    history: list[ChangeItem]


class ForgetAnswer(Answer):
    """What is gone for good. It names ids and counts, never content."""

    memories: list[str]
    turns: int
    history_rows: int
    files: int
    at: Moment


class StepItem(Answer):
    """One step of a task."""

    name: Inert
    state: Word
    result: Inert | None


class TaskItem(Answer):
    """One task."""

    id: str
    goal: Inert
    status: Word
    values: Values = Field(description="What is filled in")
    missing: list[str] = Field(description="What is still to be asked for")
    steps: list[StepItem]
    next_step: Inert | None
    constraints: Texts
    decisions: Texts
    outcome: Inert
    similar: list[Inert] = Field(description="Goals of finished tasks like it, with how they ended")

    @classmethod
    def of(cls, task: Task) -> TaskItem:
        """A task as tools give it."""
        return cls(
            id=task.id,
            goal=task.goal,
            status=task.status,
            values=dict(task.data),
            missing=list(task.missing),
            steps=[StepItem.model_validate(step) for step in task.steps],
            next_step=task.next_step and task.next_step.name,
            constraints=[one.text for one in task.constraints],
            decisions=[one.text for one in task.decisions],
            outcome=task.outcome,
            similar=[f"{one.goal}: {one.outcome}" for one in task.similar],
        )


class TaskAnswer(Answer):
    """One task as it is now."""

    task: TaskItem


class TasksAnswer(Answer):
    """Tasks in the order they were started."""

    tasks: list[TaskItem]


class SkillItem(Answer):
    """One skill."""

    id: str
    name: Inert
    description: Inert
    triggers: list[Inert]
    steps: Texts
    parameters: Names
    preconditions: list[Inert]
    status: Word
    version: int
    success_rate: Score = Field(description="0 to 1, one half where it was never used")


class SkillAnswer(Answer):
    """One skill as it stands."""

    skill: SkillItem


class SkillsAnswer(Answer):
    """Skills in the order they were stored."""

    skills: list[SkillItem]


class MatchItem(Answer):
    """A skill offered for a request, with what is known filled in."""

    score: Score
    skill: SkillItem
    steps: Texts
    parameters: Values
    missing: list[str] = Field(description="Parameters the request says nothing of: ask for them")


class MatchesAnswer(Answer):
    """Skills for a request, best first."""

    matches: list[MatchItem]


class ProfileAnswer(Answer):
    """Who the user is: slots, what occupies the user, what changed, what has probably gone stale."""

    made_at: Moment
    traits: dict[str, Texts]
    busy: Texts
    shifts: list[Inert]
    stale: list[Inert]
    claims: Texts
    evidence: list[str] = Field(description="Ids of the memories it rests on")

    @classmethod
    def of(cls, portrait: Profile) -> ProfileAnswer:
        """A portrait as tools give it."""
        return cls(
            made_at=portrait.made_at.isoformat(),
            traits={one.name: [value.text for value in one.values] for one in portrait.traits},
            busy=[one.text for one in portrait.busy],
            shifts=[f"{one.name}: {one.before} → {one.after}" for one in portrait.shifts],
            stale=[f"{one.text} ({one.doubt.value})" for one in portrait.stale],
            claims=[one.text for one in portrait.claims],
            evidence=list(portrait.evidence),
        )
