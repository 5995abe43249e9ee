"""Tasks of a user's working memory as commands: `mnemic task start`, `list`, `show`, `set`, `step`, `complete`, ..."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from mnemic.domain.task import StepState, Task, TaskStatus
from mnemic.errors import InvalidInput
from mnemic.faces import wire
from mnemic.faces.cli import tables
from mnemic.faces.cli.call import Call, UsageError
from mnemic.faces.cli.options import Id, StatusName, Texts
from mnemic.faces.cli.screen import safe
from mnemic.faces.words import Words

if TYPE_CHECKING:
    from mnemic.api.memory import UserMemory

ANY = "any"  # in place of a status


def start(
    call: Call,
    goal: list[str],
    *,
    schema: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    id: Id = None,
    step: Texts = None,
    constraint: Texts = None,
    value: Annotated[list[str] | None, typer.Option("--set", metavar="SLOT=VALUE")] = None,
) -> None:
    """Begin a task."""
    shape = None if schema is None else _schema(schema)
    given = _values(call.words, value or [])
    with call.user() as memory:
        task = memory.tasks.start(
            " ".join(goal),
            schema=shape,
            id=id,
            session=call.session,
            steps=step or (),
            constraints=constraint or (),
            values=given,
        )
    _shown(call, task)


def list_(call: Call, *, status: StatusName = TaskStatus.OPEN.value) -> None:
    """List tasks."""
    with call.user(writes=False) as memory:
        found = memory.tasks.list(status)
    rows = [
        (tables.short(task.id), task.status.value, tables.day(task.started_at, call.zone), task.goal) for task in found
    ]
    call.screen.table(("id", "status", "said", "text"), rows)
    call.screen.document([wire.jsonable(task) for task in found])


def show(call: Call, id: str) -> None:
    """Show everything about a task."""
    with call.user(writes=False) as memory:
        task = memory.tasks.get(_id(call, memory, id))
    _shown(call, task)


def set_(call: Call, id: str, values: Annotated[list[str], typer.Argument(metavar="SLOT=VALUE...")]) -> None:
    """Fill slots."""
    given = _values(call.words, values)
    with call.user() as memory:
        task = memory.tasks.set(_id(call, memory, id), **given)
    _shown(call, task)


def step(
    call: Call,
    id: str,
    name: str,
    *,
    state: Annotated[str, typer.Option(metavar="STATE")] = StepState.DONE.value,
    result: str | None = None,
) -> None:
    """Put a step into another state."""
    with call.user() as memory:
        task = memory.tasks.step(_id(call, memory, id), name, state, result=result)
    _shown(call, task)


def pause(call: Call, id: str) -> None:
    """Set a task aside."""
    with call.user() as memory:
        task = memory.tasks.pause(_id(call, memory, id))
    _shown(call, task)


def resume(call: Call, id: str) -> None:
    """Take a task up again."""
    with call.user() as memory:
        task = memory.tasks.resume(_id(call, memory, id), call.session)
    _shown(call, task)


def complete(call: Call, id: str, outcome: list[str]) -> None:
    """End a task."""
    with call.user() as memory:
        task = memory.tasks.complete(_id(call, memory, id), " ".join(outcome))
    _shown(call, task)


def abandon(call: Call, id: str, reason: list[str]) -> None:
    """Give a task up."""
    with call.user() as memory:
        task = memory.tasks.abandon(_id(call, memory, id), " ".join(reason))
    _shown(call, task)


def _id(call: Call, memory: UserMemory, id: str) -> str:
    """The id of the task that begins so."""
    known = [task.id for task in memory.tasks.list(ANY)]
    return id if id in known else call.whole_id(memory, id)


def _schema(path: str) -> Mapping[str, Any]:
    try:
        shape = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The schema {path!r} cannot be read: {error}.") from error
    if not isinstance(shape, dict):
        raise InvalidInput(f"The schema {path!r} is no JSON object.")
    return shape


def _values(words: Words, given: Sequence[str]) -> dict[str, Any]:
    """`slot=value` pairs; a value that is JSON is taken as that, anything else as text."""
    values: dict[str, Any] = {}
    for pair in given:
        slot, equals, value = pair.partition("=")
        if not equals or not slot:
            raise UsageError(words.say("task.pair", pair=pair))
        try:
            values[slot] = json.loads(value)
        except ValueError:
            values[slot] = value
    return values


def _shown(call: Call, task: Task) -> None:
    call.screen.show(*_lines(call.words, task))
    call.screen.document(wire.jsonable(task))


def _lines(words: Words, task: Task) -> Iterable[Text]:
    """A task, a line for each thing it holds."""
    yield safe(words.say("task.head", id=task.id, status=task.status.value, goal=task.goal), "bold")
    for slot, held in task.values.items():
        shown = held.value if isinstance(held.value, str) else json.dumps(held.value, ensure_ascii=False)
        yield safe(words.say("task.value", slot=slot, value=shown, by=held.by.value))
    if task.missing:
        yield safe(words.say("task.missing", slots=", ".join(task.missing)), "yellow")
    for step in task.steps:
        yield safe(words.say("task.step", name=step.name, state=step.state.value, result=step.result).rstrip(" :："))
    for key, lines in (("task.constraint", task.constraints), ("task.decision", task.decisions)):
        for line in lines:
            yield safe(words.say(key, text=line.text))
    if task.entities:
        yield safe(words.say("task.entities", names=", ".join(one.name for one in task.entities)))
    for answer in task.resolved:
        yield safe(words.say("task.resolved", question=answer.question, answer=answer.answer))
    if task.outcome:
        yield safe(words.say("task.outcome", text=task.outcome))
    for past in task.similar:
        yield safe(words.say("task.similar", id=tables.short(past.id), goal=past.goal), "dim")
