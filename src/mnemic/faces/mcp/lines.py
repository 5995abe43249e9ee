"""Remembered things as lines of text for a model, each with its id. Whoever shows them puts a fence round them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mnemic.domain.profile import Profile
from mnemic.domain.record import Memory, Status, Turn
from mnemic.domain.skill import Skill
from mnemic.domain.task import Task
from mnemic.faces.mcp.answers import OUTCOMES, AddAnswer, ChangeItem, MatchItem
from mnemic.faces.mcp.callers import current_caller


def line(memory: Memory, *, score: float | None = None) -> str:
    """A memory: when it was said, its id, what it is, and what it says."""
    said = memory.said_at.astimezone(current_caller().zone).date().isoformat()
    held = "" if memory.status is Status.ACTIVE else f" · {memory.status.value}"
    likely = "" if score is None else f" · {score:.2f}"
    return f"- [{said} · {memory.id} · {memory.kind.value}{held}{likely}] {memory.text}"


def written(answer: AddAnswer) -> Iterator[str]:
    """What became of messages: each outcome with the memory, if any, and why."""
    for outcome in OUTCOMES:
        for entry in getattr(answer, outcome):
            id = f" {entry.id}" if entry.id else ""
            yield f"- {outcome}{id}: {entry.text} ({entry.reason})"


def change(item: ChangeItem) -> str:
    """One change of a memory."""
    return f"- {item.at} {item.action} ({item.actor}; {item.reason}): {item.before or '-'} → {item.after or '-'}"


def task(task: Task) -> Iterator[str]:
    """A task with what it holds and misses."""
    yield f"- [{task.id} · {task.status.value}] {task.goal}"
    yield from (f"  {slot} = {value}" for slot, value in task.data.items())
    if task.missing:
        yield f"  ? {', '.join(task.missing)}"
    for step in task.steps:
        yield f"  {step.state.value}: {step.name}" + (f" ({step.result})" if step.result else "")
    yield from (f"  ! {one.text}" for one in (*task.constraints, *task.decisions))
    if task.outcome:
        yield f"  = {task.outcome}"
    yield from (f"  ~ {one.goal}: {one.outcome}" for one in task.similar)


def tasks(found: Iterable[Task]) -> Iterator[str]:
    """Tasks one after the other."""
    for one in found:
        yield from task(one)


def skill(skill: Skill) -> Iterator[str]:
    """A skill with its steps."""
    yield f"- [{skill.id} · {skill.status.value}] {skill.name}" + (
        f": {skill.description}" if skill.description else ""
    )
    yield from (f"  {number}. {step.text}" for number, step in enumerate(skill.steps, 1))


def match(item: MatchItem) -> Iterator[str]:
    """A skill for a request, its steps filled in, and what is to be asked for."""
    yield f"- [{item.skill.id} · {item.score:.2f}] {item.skill.name}"
    yield from (f"  {number}. {step}" for number, step in enumerate(item.steps, 1))
    if item.missing:
        yield f"  ? {', '.join(item.missing)}"


def profile(portrait: Profile) -> Iterator[str]:
    """A portrait, each line with the ids it rests on."""
    for trait in portrait.traits:
        for value in trait.values:
            yield f"- {trait.name}: {value.text} [{', '.join(value.evidence)}]"
    for pursuit in portrait.busy:
        yield f"- {pursuit.kind.value}: {pursuit.text} [{', '.join(pursuit.evidence)}]"
    for shift in portrait.shifts:
        yield f"- {shift.name}: {shift.before} → {shift.after} [{', '.join(shift.evidence)}]"
    for stale in portrait.stale:
        yield f"- ({stale.doubt.value}) {stale.text} [{', '.join(stale.evidence)}]"
    for claim in portrait.claims:
        yield f"- {claim.text} [{', '.join(claim.evidence)}]"


def turn(turn: Turn) -> str:
    """A message as it was said."""
    said = turn.said_at.astimezone(current_caller().zone).isoformat(timespec="minutes")
    return f"- [{said} · {turn.id}] {turn.speaker or turn.role}: {turn.text}"
