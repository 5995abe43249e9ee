"""The tools over memories: remember, recall, look at, correct, forget, propose, confirm."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import BaseModel, ConfigDict, Field

from mnemic.api.user import UserMemory
from mnemic.domain.changes import WriteReport
from mnemic.domain.record import Kind, Memory
from mnemic.errors import MemoryNotFound
from mnemic.faces.mcp import lines, words
from mnemic.faces.mcp.answers import Tool, as_tool, told
from mnemic.faces.mcp.binding import calling
from mnemic.faces.mcp.shapes import (
    AddAnswer,
    ChangeItem,
    ContextAnswer,
    ForgetAnswer,
    HistoryAnswer,
    MemoriesAnswer,
    MemoryAnswer,
    MemoryItem,
    SearchAnswer,
    items,
)

PREFIX_CHARACTERS_MIN = 8  # of an id, as memory_context cites it
PAGE_MAX = 200  # memories of one page

Id = Annotated[str, Field(description="The memory's id, or its first 8 characters as memory_context cites it")]
Session = Annotated[str | None, Field(description="Id of the conversation; leave it out if you have none")]
TaskId = Annotated[str | None, Field(description="Id of the task it belongs to")]
Moment = Annotated[str | None, Field(description="ISO 8601 with zone, e.g. 2026-03-02T09:00:00+08:00")]


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


@as_tool
def memory_context(
    message: Annotated[str, Field(description="The user's message, word for word")],
    session: Session = None,
    task: TaskId = None,
    budget: Annotated[int, Field(ge=0, le=32_000, description="Most tokens of the text")] = 1500,
) -> Annotated[CallToolResult, ContextAnswer]:
    """Everything remembered that bears on the user's message: permanent memory, lasting wishes, the session so far,
    the task at hand, a fitting skill, related memories. Call it before you answer. Use memory_search instead to look
    for one particular thing."""
    found = calling().memory.context(message, session=session, task=task, budget=budget)
    answer = ContextAnswer(
        guidance=found.guidance,
        text=found.text,
        memory_ids=list(found.memory_ids),
        nothing=found.trace.nothing,
        degraded=list(found.trace.degraded),
        trace=found.trace.id,
    )
    text = "\n\n".join(filter(None, (found.guidance, found.text)))
    return told(answer, head=_degraded(text, found.trace.degraded))


@as_tool
def memory_search(
    query: Annotated[str, Field(description="What you want to know, in any language")],
    k: Annotated[int, Field(ge=1, le=PAGE_MAX, description="Most memories wanted")] = 8,
    kinds: Annotated[
        list[Kind] | None, Field(description="Only these kinds; 'episode' is what was said, word for word")
    ] = None,
    session: Session = None,
    task: TaskId = None,
    as_of: Annotated[Moment, Field(description="What was true at that moment (ISO 8601 with zone)")] = None,
    known_at: Annotated[Moment, Field(description="What was known at that moment (ISO 8601 with zone)")] = None,
) -> Annotated[CallToolResult, SearchAnswer]:
    """Memories that answer a question, best first, each with its id and score. Use it to look something up; use
    memory_context to prepare an answer to the user."""
    found = calling().memory.search(
        query, k=k, kinds=_kinds(kinds), session=session, task=task, as_of=as_of, known_at=known_at
    )
    head = words.say("unsure" if found.nothing else "found", calling().language)
    shown = [lines.line(hit.memory, score=hit.score) for hit in found]
    return told(SearchAnswer.of(found), shown, head=_degraded(head, found.degraded) if shown else "")


@as_tool
def memory_add(
    messages: Annotated[
        str | list[SaidMessage],
        Field(description="The user's own words, or messages with who said them. Verbatim, not your summary"),
    ],
    session: Session = None,
    task: TaskId = None,
    infer: Annotated[
        bool, Field(description="False keeps the text as given, for notes; true reads statements out of it")
    ] = True,
    dry_run: Annotated[bool, Field(description="True stores nothing and says what would happen")] = False,
) -> Annotated[CallToolResult, AddAnswer]:
    """Remember what was said. Call it when the user tells you something that will matter later: who they are, what
    they like, decide or plan, how you should work. The answer says what was remembered, changed, held for review or
    dropped, and why."""
    given: str | list[dict[str, Any]] = (
        messages if isinstance(messages, str) else [one.model_dump(exclude_none=True) for one in messages]
    )
    report = calling().memory.add(given, session=session, task=task, infer=infer, dry_run=dry_run)
    return _written(report)


@as_tool
def memory_list(
    kinds: Annotated[list[Kind] | None, Field(description="Only these kinds")] = None,
    status: Annotated[
        Literal["active", "dormant", "archived", "quarantined", "any"],
        Field(description="'quarantined' is what waits for the user's review"),
    ] = "active",
    session: Session = None,
    limit: Annotated[int, Field(ge=1, le=PAGE_MAX)] = 50,
    offset: Annotated[int, Field(ge=0)] = 0,
) -> Annotated[CallToolResult, MemoriesAnswer]:
    """Memories in the order they were stored, page by page. Use it to go through everything; to find something use
    memory_search."""
    found = calling().memory.list(kinds=_kinds(kinds), status=status, session=session, limit=limit + 1, offset=offset)
    answer = MemoriesAnswer(memories=items(found[:limit]), more=len(found) > limit)
    head = words.say("listed" if found else "none", calling().language)
    return told(answer, map(lines.line, found[:limit]), head=head)


@as_tool
def memory_get(
    id: Id, history: Annotated[bool, Field(description="Also every change of it")] = False
) -> Annotated[CallToolResult, HistoryAnswer]:
    """One memory by its id, with every change of it on request: what it said before, who changed it, and why."""
    memory = named(calling().memory, id)
    changes = []
    if history:
        changes = [ChangeItem.of(one) for one in calling().memory.history(memory.id)]
    heading = [words.say("history", calling().language)] if changes else []
    shown = [lines.line(memory), *heading, *map(lines.change, changes)]
    return told(HistoryAnswer(memory=MemoryItem.of(memory), history=changes), shown)


@as_tool
def memory_update(
    id: Id,
    text: Annotated[str, Field(description="What the memory shall say from now on")],
    confirmed: Annotated[
        bool, Field(description="True only where the user has just said so; needed for permanent memory")
    ] = False,
) -> Annotated[CallToolResult, MemoryAnswer]:
    """Correct what a memory says. The old text stays in its history. Where the user told you something new, rather
    use memory_add with the user's words: it finds what is outdated by itself."""
    memory = calling().memory
    changed = memory.update(named(memory, id).id, text, confirmed=confirmed)
    return _changed(changed, words.say("changed", calling().language))


@as_tool
def memory_forget(
    id: Annotated[Id | None, Field(description="The memory; the messages it came from go with it")] = None,
    session: Annotated[str | None, Field(description="Or everything said in this conversation")] = None,
    confirmed: Annotated[
        bool, Field(description="True only where the user has just said so; needed for permanent memory")
    ] = False,
) -> Annotated[CallToolResult, ForgetAnswer]:
    """Forget one memory, or one session, for good: it is removed from every table and cannot be brought back. Call it
    when the user asks to forget something; to correct it, use memory_update."""
    memory = calling().memory
    whole = None if id is None else named(memory, id).id
    receipt = memory.forget(whole, session=session, confirmed=confirmed)
    answer = ForgetAnswer(
        memories=list(receipt.memories),
        turns=receipt.turns,
        history_rows=receipt.history_rows,
        files=receipt.files,
        at=receipt.at.isoformat(),
    )
    return told(answer, head=receipt.text(calling().language.value))


@as_tool
def memory_propose(
    text: Annotated[str, Field(description="One sentence that holds for good")],
    key: Annotated[
        str | None, Field(description="Its name, such as 'language', 'email.tone' or 'account.github'")
    ] = None,
    reason: Annotated[str | None, Field(description="Why, for the user who decides")] = None,
) -> Annotated[CallToolResult, MemoryAnswer]:
    """Propose a text for permanent memory, which is always loaded first: identity, accounts, limits, standing orders.
    It becomes permanent only when the user confirms it: tell the user what you have proposed, and ask."""
    made = calling().memory.permanent.propose(text, key=key, reason=reason)
    return _changed(made, words.say("proposed", calling().language, id=made.id))


@as_tool
def memory_confirm(id: Id) -> Annotated[CallToolResult, MemoryAnswer]:
    """Say that a memory is right, after the user said so. Proposals and what is held for review only the user
    can confirm: you are told how."""
    memory = calling().memory
    return _changed(memory.confirm(named(memory, id).id), words.say("changed", calling().language))


READS: tuple[Tool, ...] = (memory_context, memory_search, memory_list, memory_get)
ADDS: tuple[Tool, ...] = (memory_add, memory_propose, memory_confirm)
CHANGES: tuple[Tool, ...] = (memory_update, memory_forget)


def named(memory: UserMemory, id: str) -> Memory:
    """The memory of an id, or of the beginning of one that begins no other.

    Raises:
        MemoryNotFound: this user has none, or several begin so.
    """
    try:
        return memory.get(id)
    except MemoryNotFound:
        if len(id) < PREFIX_CHARACTERS_MIN:
            raise
        kinds = [kind.value for kind in Kind]
        found = [one for one in memory.list(kinds=kinds, status="any") if one.id.startswith(id)]
        if len(found) > 1:
            raise MemoryNotFound(f"{len(found)} memories begin with {id!r}: give more of the id.") from None
        if not found:
            raise
        return found[0]


def _kinds(kinds: list[Kind] | None) -> list[str] | None:
    return None if kinds is None else [kind.value for kind in kinds]


def _degraded(head: str, degraded: tuple[str, ...]) -> str:
    if not degraded:
        return head
    return f"{head}\n{words.say('degraded', calling().language, what='; '.join(degraded))}".strip()


def _written(report: WriteReport) -> CallToolResult:
    answer, language = AddAnswer.of(report), calling().language
    shown = list(lines.written(answer))
    head = words.say("written" if shown else "unwritten", language)
    if answer.pending:
        head = words.say("pending", language, count=answer.pending)
    return told(answer, shown, head=_degraded(head, tuple(report.degraded)))


def _changed(memory: Memory, head: str) -> CallToolResult:
    return told(MemoryAnswer(memory=MemoryItem.of(memory)), [lines.line(memory)], head=head)
