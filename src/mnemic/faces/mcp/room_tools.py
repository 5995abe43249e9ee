"""The tools over the rooms: tasks, skills and the user's portrait."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import Field

from mnemic.domain.profile import Profile
from mnemic.domain.task import Task
from mnemic.errors import InvalidInput
from mnemic.faces.mcp import lines, words
from mnemic.faces.mcp.answers import (
    MatchesAnswer,
    MatchItem,
    ProfileAnswer,
    SkillAnswer,
    SkillItem,
    SkillsAnswer,
    TaskAnswer,
    TaskItem,
    TasksAnswer,
)
from mnemic.faces.mcp.callers import current_caller
from mnemic.faces.mcp.memory_tools import Session
from mnemic.faces.mcp.results import Tool, as_tool, inert, tool_result

TaskId = Annotated[str, Field(description="The task's id, as task_list gives it")]


@as_tool
def task_start(
    goal: Annotated[str, Field(description="What is to be done, in a sentence")],
    steps: Annotated[list[str], Field(description="Names of the steps, in order")] = [],  # noqa: B006 - never changed
    constraints: Annotated[list[str], Field(description="What must hold")] = [],  # noqa: B006
    values: Annotated[dict[str, Any], Field(description="What is known already, by name")] = {},  # noqa: B006
    session: Session = None,
) -> Annotated[CallToolResult, TaskAnswer]:
    """Begin a task that takes several messages, such as planning a trip. Finished tasks like it are named in the
    answer. Later talk in the session fills it in."""
    tasks = current_caller().memory.tasks
    return _task(tasks.start(goal, steps=steps, constraints=constraints, values=values, session=session))


@as_tool
def task_set(
    id: TaskId,
    values: Annotated[dict[str, Any], Field(description="What to fill in, by name; null empties it")],
) -> Annotated[CallToolResult, TaskAnswer]:
    """Fill in what a task needs to know, or change it: all of it, or nothing where one does not fit."""
    if "self" in values:  # the one name that a Python call cannot hand on
        raise InvalidInput("A slot cannot be named 'self': call it something else.")
    return _task(current_caller().memory.tasks.set(id, **values))


@as_tool
def task_step(
    id: TaskId,
    step: Annotated[str, Field(description="Name of the step")],
    state: Literal["pending", "current", "done", "skipped"] = "done",
    result: Annotated[str | None, Field(description="What came of it")] = None,
) -> Annotated[CallToolResult, TaskAnswer]:
    """Put a step of a task into another state; the next one that waits is in work then."""
    return _task(current_caller().memory.tasks.step(id, step, state, result=result))


@as_tool
def task_complete(
    id: TaskId, outcome: Annotated[str, Field(description="How it ended")]
) -> Annotated[CallToolResult, TaskAnswer]:
    """End a task: its outcome, decisions and values become one long-term memory."""
    return _task(current_caller().memory.tasks.complete(id, outcome))


@as_tool
def task_list(
    status: Literal["open", "paused", "completed", "abandoned", "any"] = "open",
) -> Annotated[CallToolResult, TasksAnswer]:
    """The user's tasks in the order they were started, with what each holds and misses."""
    found = current_caller().memory.tasks.list(status)
    answer = TasksAnswer(tasks=[TaskItem.of(one) for one in found])
    return tool_result(answer, lines.tasks(found), head=_head("tasks" if found else "none"))


@as_tool
def skill_match(
    request: Annotated[str, Field(description="The user's request, word for word")],
    k: Annotated[int, Field(ge=1, le=50)] = 3,
) -> Annotated[CallToolResult, MatchesAnswer]:
    """Skills the user has taught for a request like this one, with their steps filled in. Call it before you work out
    yourself how to do something."""
    found = [MatchItem.of(one) for one in current_caller().memory.skills.match(request, k=k)]
    shown = [line for one in found for line in lines.match(one)]
    return tool_result(MatchesAnswer(matches=found), shown, head=_head("matched" if found else "none"))


@as_tool
def skill_learn(
    name: Annotated[str, Field(description="What the skill is called")],
    steps: Annotated[list[str], Field(description="What to do, in order; {month} in a step is a parameter")] = [],  # noqa: B006
    session: Annotated[
        str | None, Field(description="Or the conversation whose tool calls show how it is done")
    ] = None,
    triggers: Annotated[list[str], Field(description="Requests it is for")] = [],  # noqa: B006
    description: str = "",
) -> Annotated[CallToolResult, SkillAnswer]:
    """Keep how something is done, so that it can be done so again: from steps the user has told you, or from the tool
    calls of a session that went well. Give either steps or session."""
    skills = current_caller().memory.skills
    if bool(steps) == (session is not None):
        raise InvalidInput("Give either the steps, or the session to learn them from.")
    if session is None:
        skill = skills.declare(name, steps=steps, triggers=triggers, description=description)
    else:
        skill = skills.learn(name, session=session, triggers=triggers, description=description)
    return tool_result(SkillAnswer(skill=SkillItem.of(skill)), lines.skill(skill), head=_head("skills"))


@as_tool
def skill_list() -> Annotated[CallToolResult, SkillsAnswer]:
    """Every skill the user has, in the order they were stored."""
    found = current_caller().memory.skills.list()
    shown = [line for one in found for line in lines.skill(one)]
    answer = SkillsAnswer(skills=[SkillItem.of(one) for one in found])
    return tool_result(answer, shown, head=_head("skills" if found else "none"))


@as_tool
def profile_get() -> Annotated[CallToolResult, ProfileAnswer]:
    """Who the user is in slots with evidence, what occupies the user, what changed, and what has probably gone stale.
    Call it for questions about the user as a whole."""
    portrait = current_caller().memory.profile.get()
    shown = list(lines.profile(portrait))
    return tool_result(_portrait(portrait), shown, head=_head("profile" if shown else "none"))


READS: tuple[Tool, ...] = (task_list, skill_match, skill_list, profile_get)
ADDS: tuple[Tool, ...] = (task_start, task_set, task_step, task_complete, skill_learn)


def _head(key: str) -> str:
    return words.say(key, current_caller().language)


def _task(task: Task) -> CallToolResult:
    return tool_result(TaskAnswer(task=TaskItem.of(task)), lines.task(task), head=_head("task"))


def _portrait(portrait: Profile) -> ProfileAnswer:
    return ProfileAnswer(
        made_at=portrait.made_at.isoformat(),
        traits={one.name: [inert(value.text) for value in one.values] for one in portrait.traits},
        busy=[inert(one.text) for one in portrait.busy],
        shifts=[inert(f"{one.name}: {one.before} → {one.after}") for one in portrait.shifts],
        stale=[inert(f"{one.text} ({one.doubt.value})") for one in portrait.stale],
        claims=[inert(one.text) for one in portrait.claims],
        evidence=list(portrait.evidence),
    )
