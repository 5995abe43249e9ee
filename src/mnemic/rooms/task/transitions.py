"""What may happen to a task: each verb takes a task and gives the next one, or says why it cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from types import MappingProxyType

from mnemic.domain.record import Source
from mnemic.domain.task import (
    ResolvedQuestion,
    SlotValue,
    StepState,
    Task,
    TaskActor,
    TaskEntity,
    TaskLine,
    TaskStatus,
    TaskStep,
)
from mnemic.errors import InvalidInput, InvalidValue, LimitExceeded, TaskClosed
from mnemic.language.segment import fold, normal_form
from mnemic.rooms.task.archive import slot_title, value_in_words
from mnemic.rooms.task.record import with_session, with_sources

STEPS_MAX = 100  # of one task
CONSTRAINTS_MAX = 50
ENTITIES_MAX = 200
RESOLVED_MAX = 200
DECISIONS_MAX = 200
VALUE_SHOWN_MAX = 80  # characters of a value that a decision line repeats


def with_value(task: Task, slot: str, held: SlotValue) -> Task:
    """The slot filled. What the user changes his mind about, and what a tool confirms, is a decision (W7)."""
    before = task.values.get(slot)
    if before is not None and before.value == held.value and before.by is held.by:
        return task
    values = MappingProxyType({**task.values, slot: held})
    task = with_sources(replace(task, values=values), held.sources)
    changed = before is not None and before.value != held.value
    if not changed and held.by is not TaskActor.TOOL:
        return task
    said = value_in_words(held.value)
    said = said if len(said) <= VALUE_SHOWN_MAX else said[: VALUE_SHOWN_MAX - 1] + "…"
    word = "confirmed" if held.by is TaskActor.TOOL else "changed to"
    source = held.sources[-1] if held.sources else None
    line = TaskLine(
        text=f"{slot_title(task.schema, slot)} {word} {said}",
        at=held.said_at,
        by=held.by,
        source=source,
        automatic=True,
    )
    return with_decision(task, line)


def without_value(task: Task, slot: str, at: datetime) -> Task:
    """The slot emptied.

    Raises:
        InvalidValue: it holds nothing.
    """
    if slot not in task.values:
        filled = ", ".join(task.values) or "none"
        raise InvalidValue(f"Task {task.id!r} has nothing in slot {slot!r}. Filled are: {filled}.")
    values = {name: held for name, held in task.values.items() if name != slot}
    return replace(task, values=MappingProxyType(values), updated_at=at)


def with_decision(task: Task, line: TaskLine) -> Task:
    """A key decision noted; the same one as last is no new one. Where there are as many as a task keeps, the oldest it
    wrote down by itself gives way: history has it.

    Raises:
        LimitExceeded: none of them gives way.
    """
    if task.decisions and task.decisions[-1].text == line.text:
        return task
    if len(task.decisions) >= DECISIONS_MAX:
        oldest = next((known for known in task.decisions if known.automatic), None)
        task = replace(task, decisions=tuple(known for known in task.decisions if known is not oldest))
    _room(task, len(task.decisions), DECISIONS_MAX, "decisions")
    return with_sources(replace(task, decisions=(*task.decisions, line)), [line.source])


def with_constraint(task: Task, line: TaskLine, replaces: TaskLine | None = None) -> Task:
    """A constraint added, in place of the one it changes; one that is there already is left.

    Raises:
        LimitExceeded: there are as many as a task keeps.
    """
    if any(normal_form(line.text) == normal_form(known.text) for known in task.constraints):
        return task
    kept = tuple(known for known in task.constraints if known is not replaces)
    _room(task, len(kept), CONSTRAINTS_MAX, "constraints")
    return with_sources(replace(task, constraints=(*kept, line)), [line.source])


def with_entities(task: Task, named: Iterable[TaskEntity]) -> Task:
    """Names the task is about, each once; what is over the limit is left out."""
    known = {fold(one.name) for one in task.entities}
    for one in named:
        if fold(one.name) not in known and len(task.entities) < ENTITIES_MAX:
            known.add(fold(one.name))
            task = with_sources(replace(task, entities=(*task.entities, one)), [one.source])
    return task


def with_answer(task: Task, one: ResolvedQuestion) -> Task:
    """A question on the way answered; a new answer to the same question takes the place of the old one.

    Raises:
        LimitExceeded: there are as many as a task keeps.
    """
    others = tuple(known for known in task.resolved if normal_form(known.question) != normal_form(one.question))
    _room(task, len(others), RESOLVED_MAX, "resolved subtasks")
    return with_sources(replace(task, resolved=(*others, one)), [one.source])


def with_step_state(
    task: Task,
    name: str,
    state: StepState,
    *,
    at: datetime,
    by: TaskActor,
    result: str | None = None,
    source: Source | None = None,
) -> Task:
    """A step in another state; one that is not there yet is added. When a step is done or skipped, the next that waits
    is in work; there is one in work at a time. It is a decision line (W7).

    Raises:
        LimitExceeded: there are as many steps as a task keeps.
    """
    steps = list(task.steps)
    place = next((n for n, step in enumerate(steps) if normal_form(step.name) == normal_form(name)), None)
    if place is None:
        _room(task, len(steps), STEPS_MAX, "steps")
        steps.append(TaskStep(name=name))
        place = len(steps) - 1
    before = steps[place]
    told = before.result if result is None else result
    if before.state is state and told == before.result and before in task.steps:
        return task
    steps[place] = replace(before, state=state, result=told, source=source)
    if state is StepState.CURRENT:
        steps = [_waiting(step) if n != place else step for n, step in enumerate(steps)]
    task = with_sources(replace(task, steps=with_current(steps)), [source])
    if before.state is state:
        return task
    line = TaskLine(text=f"{before.name}: {state.value}", at=at, by=by, source=source, automatic=True)
    return with_decision(task, line)


def with_current(steps: Iterable[TaskStep]) -> tuple[TaskStep, ...]:
    """Steps of which one is in work: the first that waits, where none is."""
    listed = list(steps)
    if any(step.state is StepState.CURRENT for step in listed):
        return tuple(listed)
    for number, step in enumerate(listed):
        if step.state is StepState.PENDING:
            listed[number] = replace(step, state=StepState.CURRENT)
            break
    return tuple(listed)


def _waiting(step: TaskStep) -> TaskStep:
    return replace(step, state=StepState.PENDING) if step.state is StepState.CURRENT else step


def as_paused(task: Task) -> Task:
    """The task set aside. It keeps everything, and talk does not fill it."""
    return replace(check_unfinished(task), status=TaskStatus.PAUSED)


def as_resumed(task: Task, session: str | None, at: datetime) -> Task:
    """The task taken up again, in a session where one is named."""
    return with_session(replace(check_unfinished(task), status=TaskStatus.OPEN), session, at)


def as_ended(task: Task, status: TaskStatus, outcome: str, at: datetime, on: date) -> Task:
    """The task over: its goal, values, constraints and decisions stay, the state of the work goes. `on` is the day by
    the user's calendar."""
    return replace(
        check_unfinished(task),
        status=status,
        outcome=outcome,
        steps=(),
        resolved=(),
        entities=(),
        completed_at=at,
        ended_on=on,
    )


def check_unfinished(task: Task) -> Task:
    """The task, if it is not over.

    Raises:
        TaskClosed: it is completed or abandoned.
    """
    if not task.unfinished:
        raise TaskClosed(
            f"Task {task.id!r} ({shorten(task.goal)!r}) is {task.status.value}: it changes no more. "
            "undo(id) takes its end back; tasks.start(...) begins a new one."
        )
    return task


def step_of(task: Task, name: str) -> TaskStep:
    """A step by its name.

    Raises:
        InvalidInput: there is none.
    """
    found = next((step for step in task.steps if normal_form(step.name) == normal_form(name)), None)
    if found is None:
        listed = ", ".join(repr(step.name) for step in task.steps) or "none"
        raise InvalidInput(f"Task {task.id!r} has no step {name!r}. Its steps are: {listed}.")
    return found


def shorten(text: str, most: int = 60) -> str:
    """The beginning of a text, for messages."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _room(task: Task, there: int, most: int, what: str) -> None:
    if there >= most:
        raise LimitExceeded(f"Task {task.id!r} has {there} {what}, which is the limit: begin a task of its own.")
