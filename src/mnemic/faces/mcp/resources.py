"""What a client can read without calling a tool, and the prompts a user can pick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from mnemic.faces.mcp import lines, words
from mnemic.faces.mcp.callers import current_caller
from mnemic.faces.mcp.results import as_prompt, as_resource, fenced_text, memory_by_id, say
from mnemic.faces.words import Language

TURNS_MAX = 200  # messages of a session that are shown, the newest

DEFAULT_SESSION = "main"


@as_resource
def profile() -> str:
    """Who the user is, in slots with the ids of the memories they rest on."""
    return _shown("profile", list(lines.profile(current_caller().memory.profile.get())))


@as_resource
def permanent() -> str:
    """Identity, accounts, limits and standing orders: what is always true."""
    return _shown("permanent", [lines.line(memory) for memory in current_caller().memory.permanent.list()])


@as_resource
def tasks() -> str:
    """Tasks in work, with what each holds and misses."""
    return _shown("tasks", list(lines.tasks(current_caller().memory.tasks.list())))


@as_resource
def session(id: str) -> str:
    """What was said in one conversation, after masking."""
    said = current_caller().memory.turns(id)
    left = len(said) - TURNS_MAX
    cut = [say("left_out", count=left)] if left > 0 else []
    return _shown("session", [*cut, *map(lines.turn, said[-TURNS_MAX:])])


@as_resource
def memory(id: str) -> str:
    """One memory by its id."""
    return fenced_text([lines.line(memory_by_id(current_caller().memory, id))])


@as_prompt
def start_session(
    session: Annotated[str, Field(description="Id of the session that begins; default main")] = DEFAULT_SESSION,
) -> str:
    """What to know when a session begins: permanent memory, open questions and tasks, lasting wishes, who the user is,
    and what changed since last time."""
    start = current_caller().memory.start(session=session)
    if not start.blocks:
        return say("none")
    return f"{start.guidance}\n\n{start.text}"


@as_prompt
def recall(about: Annotated[str, Field(description="What you want to talk about")]) -> str:
    """What is remembered about a subject, to talk about it."""
    found = current_caller().memory.context(about)
    asked = say("asked", text=about)
    return "\n\n".join(filter(None, (found.guidance, found.text, asked)))


@as_prompt
def remember_this_conversation() -> str:
    """Ask the model to remember what you said in this conversation."""
    return say("remember")


RESOURCES: dict[str, Callable[..., str]] = {
    "memory://profile": profile,
    "memory://permanent": permanent,
    "memory://tasks": tasks,
    "memory://session/{id}": session,
    "memory://memory/{id}": memory,
}
PROMPTS: tuple[Callable[..., str], ...] = (start_session, recall)
WRITING_PROMPTS: tuple[Callable[..., str], ...] = (remember_this_conversation,)


def register(server: MCPServer, language: Language, *, read_only: bool) -> None:
    """Offer the resources and prompts."""
    for uri, resource in RESOURCES.items():
        name = resource.__name__
        server.resource(
            uri,
            name=name,
            title=words.title(name, language),
            description=resource.__doc__,
            mime_type="text/plain",
        )(resource)
    for prompt in PROMPTS if read_only else (*PROMPTS, *WRITING_PROMPTS):
        name = prompt.__name__
        server.prompt(name=name, title=words.title(name, language), description=prompt.__doc__)(prompt)


def _shown(key: str, shown: list[str]) -> str:
    return fenced_text(shown, head=say(key if shown else "none"))
