"""The tools: remember, recall, look at, correct, forget, propose, confirm; tasks, skills and the user's portrait.

A tool that is a verb has its arguments from the verb (`verb_tool`); what it does and when to call it is said here, to a
model.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import BaseModel, ConfigDict, Field

from mnemic.domain.changes import WriteReport
from mnemic.domain.profile import Profile
from mnemic.domain.query import Recall
from mnemic.domain.receipt import Receipt
from mnemic.domain.record import Kind, Memory
from mnemic.domain.skill import Skill, SkillMatch
from mnemic.domain.task import Task
from mnemic.errors import InvalidInput
from mnemic.faces.mcp import lines
from mnemic.faces.mcp.answers import (
    AddAnswer,
    ChangeItem,
    ContextAnswer,
    ForgetAnswer,
    HistoryAnswer,
    MatchesAnswer,
    MatchItem,
    MemoriesAnswer,
    MemoryAnswer,
    MemoryItem,
    ProfileAnswer,
    SearchAnswer,
    SkillAnswer,
    SkillItem,
    SkillsAnswer,
    TaskAnswer,
    TaskItem,
    TasksAnswer,
)
from mnemic.faces.mcp.callers import current_caller
from mnemic.faces.mcp.results import Tool, as_tool, memory_by_id, say, tool_result, verb_tool

PAGE_MAX = 200  # memories of one page

Id = Annotated[str, Field(description="The memory's id, or its first 8 characters as memory_context cites it")]
TaskId = Annotated[str, Field(description="The task's id, as task_list gives it")]
Session = Annotated[str | None, Field(description="Id of the conversation; leave it out if you have none")]
TaskOf = Annotated[str | None, Field(description="Id of the task it belongs to")]
AsOf = Annotated[str | None, Field(description="What was true at that moment (ISO 8601 with zone)")]
KnownAt = Annotated[str | None, Field(description="What was known at that moment (ISO 8601 with zone)")]
Kinds = Annotated[list[Kind] | None, Field(description="Only these kinds; 'episode' is what was said, word for word")]
NewText = Annotated[str, Field(description="What the memory shall say from now on")]
Lasting = Annotated[str, Field(description="One sentence that holds for good")]
Forgotten = Annotated[Id | None, Field(description="The memory; the messages it came from go with it")]
Status = Literal["active", "dormant", "archived", "quarantined", "any"]
StepState = Literal["pending", "current", "done", "skipped"]
Said = Annotated[bool, Field(description="True only where the user has just said so; needed for permanent memory")]


class SaidMessage(BaseModel):
    """A message of the conversation."""

    model_config = ConfigDict(extra="forbid")

    role: Literal["user", "assistant", "tool"] = Field(
        default="user",
        description="Who said it: the user, you, or a tool, page or document. Never give outside text as the user's",
    )
    content: str = Field(description="What was said, word for word")
    name: str | None = Field(default=None, description="Name of the speaker, where several people talk")
    time: str | None = Field(default=None, description="When it was said, ISO 8601 with zone; default now")
    id: str | None = Field(default=None, description="Your id of the message: adding it again is then harmless")


Messages = Annotated[
    str | list[SaidMessage],
    Field(description="The user's own words, or messages with who said them. Verbatim, not your summary"),
]


@as_tool
def memory_context(
    message: Annotated[str, Field(description="The user's message, word for word")],
    session: Session = None,
    task: TaskOf = None,
    budget: Annotated[int, Field(ge=0, le=32_000, description="Most tokens of the text")] = 1500,
) -> Annotated[CallToolResult, ContextAnswer]:
    """Everything remembered that bears on the user's message: permanent memory, lasting wishes, the session so far,
    the task at hand, a fitting skill, related memories. Call it before you answer. Use memory_search instead to look
    for one particular thing."""
    found = current_caller().memory.context(message, session=session, task=task, budget=budget)
    text = "\n\n".join(filter(None, (found.guidance, found.text)))
    return tool_result(ContextAnswer.of(found), head=_degraded(text, found.trace.degraded))


@verb_tool(
    "search",
    *("query", "k", "kinds", "session", "task", "as_of", "known_at"),
    kinds=Kinds,
    session=Session,
    task=TaskOf,
    as_of=AsOf,
    known_at=KnownAt,
)
def memory_search(found: Recall) -> Annotated[CallToolResult, SearchAnswer]:
    """Memories that answer a question, best first, each with its id and score. Use it to look something up; use
    memory_context to prepare an answer to the user."""
    shown = [lines.line(hit.memory, score=hit.score) for hit in found]
    head = say("unsure" if found.nothing else "found")
    return tool_result(SearchAnswer.of(found), shown, head=_degraded(head, found.degraded) if shown else "")


@verb_tool("add", "messages", "session", "task", "infer", "dry_run", messages=Messages, session=Session)
def memory_add(report: WriteReport) -> Annotated[CallToolResult, AddAnswer]:
    """Remember what was said. Call it when the user tells you something that will matter later: who they are, what
    they like, decide or plan, how you should work. The answer says what was remembered, changed, held for review or
    dropped, and why."""
    answer = AddAnswer.model_validate(report)
    shown = list(lines.written(answer))
    head = say("written" if shown else "unwritten")
    if answer.pending:
        head = say("pending", count=answer.pending)
    return tool_result(answer, shown, head=_degraded(head, report.degraded))


@as_tool
def memory_list(
    kinds: Kinds = None,
    status: Annotated[Status, Field(description="'quarantined' is what waits for the user's review")] = "active",
    session: Session = None,
    limit: Annotated[int, Field(ge=1, le=PAGE_MAX)] = 50,
    offset: Annotated[int, Field(ge=0)] = 0,
) -> Annotated[CallToolResult, MemoriesAnswer]:
    """Memories in the order they were stored, page by page. Use it to go through everything; to find something use
    memory_search."""
    memory = current_caller().memory
    found = memory.list(kinds=kinds, status=status, session=session, limit=limit + 1, offset=offset)
    page = found[:limit]
    answer = MemoriesAnswer(memories=[MemoryItem.of(one) for one in page], more=len(found) > limit)
    return tool_result(answer, map(lines.line, page), head=say("listed" if found else "none"))


@as_tool
def memory_get(
    id: Id, history: Annotated[bool, Field(description="Also every change of it")] = False
) -> Annotated[CallToolResult, HistoryAnswer]:
    """One memory by its id, with every change of it on request: what it said before, who changed it, and why."""
    memory = memory_by_id(current_caller().memory, id)
    rows = current_caller().memory.history(memory.id) if history else []
    changes = [ChangeItem.model_validate(one) for one in rows]
    shown = [lines.line(memory), *([say("history")] if changes else []), *map(lines.change, changes)]
    return tool_result(HistoryAnswer(memory=MemoryItem.of(memory), history=changes), shown)


@verb_tool("update", "id", "text", "confirmed", whole_id=True, id=Id, text=NewText, confirmed=Said)
def memory_update(memory: Memory) -> Annotated[CallToolResult, MemoryAnswer]:
    """Correct what a memory says. The old text stays in its history. Where the user told you something new, rather
    use memory_add with the user's words: it finds what is outdated by itself."""
    return _memory(memory, say("changed"))


@verb_tool("forget", "id", "session", "confirmed", whole_id=True, id=Forgotten, confirmed=Said)
def memory_forget(receipt: Receipt) -> Annotated[CallToolResult, ForgetAnswer]:
    """Forget one memory, or one session, for good: it is removed from every table and cannot be brought back. Call it
    when the user asks to forget something; to correct it, use memory_update."""
    return tool_result(ForgetAnswer.model_validate(receipt), head=receipt.text(current_caller().language.value))


@verb_tool("permanent.propose", "text", "key", "reason", text=Lasting)
def memory_propose(memory: Memory) -> Annotated[CallToolResult, MemoryAnswer]:
    """Propose a text for permanent memory, which is always loaded first: identity, accounts, limits, standing orders.
    It becomes permanent only when the user confirms it: tell the user what you have proposed, and ask."""
    return _memory(memory, say("proposed", id=memory.id))


@verb_tool("confirm", "id", whole_id=True, id=Id)
def memory_confirm(memory: Memory) -> Annotated[CallToolResult, MemoryAnswer]:
    """Say that a memory is right, after the user said so. Proposals and what is held for review only the user
    can confirm: you are told how."""
    return _memory(memory, say("changed"))


@verb_tool("tasks.start", "goal", "steps", "constraints", "values", "session", session=Session)
def task_start(task: Task) -> Annotated[CallToolResult, TaskAnswer]:
    """Begin a task that takes several messages, such as planning a trip. Finished tasks like it are named in the
    answer. Later talk in the session fills it in."""
    return _task(task)


@as_tool
def task_set(
    id: TaskId,
    values: Annotated[dict[str, Any], Field(description="What to fill in, by name; null empties it")],
) -> Annotated[CallToolResult, TaskAnswer]:
    """Fill in what a task needs to know, or change it: all of it, or nothing where one does not fit."""
    if "self" in values:  # the one name that a Python call cannot hand on
        raise InvalidInput("A slot cannot be named 'self': call it something else.")
    return _task(current_caller().memory.tasks.set(id, **values))


@verb_tool("tasks.step", "id", "step", "state", "result", id=TaskId, state=StepState)
def task_step(task: Task) -> Annotated[CallToolResult, TaskAnswer]:
    """Put a step of a task into another state; the next one that waits is in work then."""
    return _task(task)


@verb_tool("tasks.complete", "id", "outcome", id=TaskId, outcome=Annotated[str, Field(description="How it ended")])
def task_complete(task: Task) -> Annotated[CallToolResult, TaskAnswer]:
    """End a task: its outcome, decisions and values become one long-term memory."""
    return _task(task)


@verb_tool("tasks.list", "status", status=Literal["open", "paused", "completed", "abandoned", "any"])
def task_list(found: list[Task]) -> Annotated[CallToolResult, TasksAnswer]:
    """The user's tasks in the order they were started, with what each holds and misses."""
    answer = TasksAnswer(tasks=[TaskItem.of(one) for one in found])
    return tool_result(answer, lines.tasks(found), head=say("tasks" if found else "none"))


@verb_tool("skills.match", "request", "k")
def skill_match(found: list[SkillMatch]) -> Annotated[CallToolResult, MatchesAnswer]:
    """Skills the user has taught for a request like this one, with their steps filled in. Call it before you work out
    yourself how to do something."""
    matches = [MatchItem.model_validate(one) for one in found]
    shown = [line for one in matches for line in lines.match(one)]
    return tool_result(MatchesAnswer(matches=matches), shown, head=say("matched" if found else "none"))


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
    return tool_result(SkillAnswer(skill=SkillItem.model_validate(skill)), lines.skill(skill), head=say("skills"))


@verb_tool("skills.list")
def skill_list(found: list[Skill]) -> Annotated[CallToolResult, SkillsAnswer]:
    """Every skill the user has, in the order they were stored."""
    answer = SkillsAnswer(skills=[SkillItem.model_validate(one) for one in found])
    shown = [line for one in found for line in lines.skill(one)]
    return tool_result(answer, shown, head=say("skills" if found else "none"))


@verb_tool("profile.get")
def profile_get(portrait: Profile) -> Annotated[CallToolResult, ProfileAnswer]:
    """Who the user is in slots with evidence, what occupies the user, what changed, and what has probably gone stale.
    Call it for questions about the user as a whole."""
    shown = list(lines.profile(portrait))
    return tool_result(ProfileAnswer.of(portrait), shown, head=say("profile" if shown else "none"))


READS: tuple[Tool, ...] = (
    memory_context,
    memory_search,
    memory_list,
    memory_get,
    task_list,
    skill_match,
    skill_list,
    profile_get,
)
ADDS: tuple[Tool, ...] = (
    memory_add,
    memory_propose,
    memory_confirm,
    task_start,
    task_set,
    task_step,
    task_complete,
    skill_learn,
)
CHANGES: tuple[Tool, ...] = (memory_update, memory_forget)


def _degraded(head: str, degraded: Iterable[str]) -> str:
    what = "; ".join(degraded)
    return f"{head}\n{say('degraded', what=what)}".strip() if what else head


def _memory(memory: Memory, head: str) -> CallToolResult:
    return tool_result(MemoryAnswer(memory=MemoryItem.of(memory)), [lines.line(memory)], head=head)


def _task(task: Task) -> CallToolResult:
    return tool_result(TaskAnswer(task=TaskItem.of(task)), lines.task(task), head=say("task"))
