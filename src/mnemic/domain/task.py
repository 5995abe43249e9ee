"""What a task is: a goal, typed slots, steps and constraints, and what was decided on the way (M3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType

from mnemic.domain.record import NOTHING, Json, Source


class TaskStatus(StrEnum):
    """Where a task stands. Completed and abandoned are ends: a task that is over is not changed any more."""

    OPEN = "open"
    PAUSED = "paused"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


UNFINISHED = frozenset({TaskStatus.OPEN, TaskStatus.PAUSED})


class TaskActor(StrEnum):
    """Whose word something in a task is."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    CODE = "code"  # the program that calls the library


class StepState(StrEnum):
    """Where a step stands."""

    PENDING = "pending"
    CURRENT = "current"
    DONE = "done"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotValue:
    """What a slot holds, as JSON, and where it comes from."""

    value: Json
    said_at: datetime
    session: str | None = None
    turn: str | None = None
    by: TaskActor
    quote: str = ""  # the words it was read from
    earlier: tuple[Source, ...] = ()  # turns that parts of a list came from before

    @property
    def sources(self) -> tuple[Source, ...]:
        """The turns it rests on; none where code set it."""
        last = () if self.session is None or self.turn is None else (Source(session=self.session, turn=self.turn),)
        return tuple(dict.fromkeys((*self.earlier, *last)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskStep:
    """One step of a task."""

    name: str
    state: StepState = StepState.PENDING
    result: str = ""
    source: Source | None = None  # the turn its state or result was said in


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLine:
    """A line a task keeps: a constraint, or a decision. `automatic`: the task wrote it down by itself, of a value that
    changed or a step that went on."""

    text: str
    at: datetime
    by: TaskActor = TaskActor.CODE
    source: Source | None = None
    automatic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEntity:
    """Somebody or something a task is about, with the kind of entity it is."""

    name: str
    kind: str
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedQuestion:
    """A question on the way that has its answer."""

    question: str
    answer: str
    at: datetime
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSession:
    """A session a task was worked on in, and when it was last taken up there."""

    session: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarTask:
    """A task of the past that was like a new one, with what might serve again."""

    id: str
    goal: str
    likeness: float  # 0-1
    outcome: str
    constraints: tuple[str, ...]
    values: Mapping[str, Json]
    decisions: tuple[str, ...]
    completed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task of a user, in work or over."""

    id: str
    goal: str
    status: TaskStatus = TaskStatus.OPEN
    agent: str | None = None
    schema_name: str | None = None
    schema: Mapping[str, Json] = field(default_factory=lambda: NOTHING)  # JSON schema of the slots; empty: any slot
    values: Mapping[str, SlotValue] = field(default_factory=lambda: MappingProxyType({}))
    personal: tuple[str, ...] = ()  # kinds of personal data it needs, where only those are kept (S5)
    not_asked: tuple[str, ...] = ()  # slots for personal data it does not need: nobody is asked for them
    steps: tuple[TaskStep, ...] = ()
    constraints: tuple[TaskLine, ...] = ()
    entities: tuple[TaskEntity, ...] = ()
    resolved: tuple[ResolvedQuestion, ...] = ()
    decisions: tuple[TaskLine, ...] = ()
    outcome: str = ""  # how it ended, or why it was abandoned
    source: Source | None = None  # the turn its goal was said in, where it comes from the talk
    ran: tuple[TaskSession, ...] = ()
    rested: frozenset[Source] = frozenset()  # every turn anything in it has ever come from
    started_at: datetime
    updated_at: datetime
    completed_at: datetime | None = None  # when it was completed or abandoned
    ended_on: date | None = None  # that day by the user's calendar
    version: int = 1
    similar: tuple[SimilarTask, ...] = ()  # found when it was started; not kept

    @property
    def data(self) -> dict[str, Json]:
        """The values of the slots that are filled."""
        return {slot: held.value for slot, held in self.values.items()}

    @property
    def required(self) -> tuple[str, ...]:
        """Slots the schema asks for."""
        asked = self.schema.get("required")
        return tuple(str(slot) for slot in asked) if isinstance(asked, list) else ()

    @property
    def missing(self) -> tuple[str, ...]:
        """Slots the schema asks for that are not filled, without those that are not to be asked for."""
        return tuple(slot for slot in self.required if slot not in self.values and slot not in self.not_asked)

    @property
    def current_step(self) -> TaskStep | None:
        """The step in work, or None."""
        return next((step for step in self.steps if step.state is StepState.CURRENT), None)

    @property
    def next_step(self) -> TaskStep | None:
        """The step to do now: the one in work, else the first that waits; None where all are done or skipped."""
        waiting = (step for step in self.steps if step.state is StepState.PENDING)
        return self.current_step or next(waiting, None)

    @property
    def sessions(self) -> tuple[str, ...]:
        """Sessions it ran in, first ones first."""
        return tuple(ran.session for ran in self.ran)

    @property
    def unfinished(self) -> bool:
        """Whether it is open or paused."""
        return self.status in UNFINISHED
