"""What tools answer with: typed values for programs, and the same as fenced text for a model."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import ParamSpec

from mcp import MCPError
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent
from pydantic import BaseModel

from mnemic.errors import AccessDenied, ConfirmationRequired, MemoryNotFound, MnemicError
from mnemic.faces.mcp import words
from mnemic.faces.mcp.binding import calling
from mnemic.safety.guard.fence import boundary, fence, neutralise

P = ParamSpec("P")

Tool = Callable[..., CallToolResult]
"""What answers a call of a tool."""


def told(value: BaseModel, lines: Iterable[str] = (), *, head: str = "") -> CallToolResult:
    """A typed answer, and as text its heading with the lines fenced."""
    return CallToolResult(
        content=[TextContent(type="text", text=fenced(list(lines), head=head))],
        structured_content=value.model_dump(mode="json"),
    )


def fenced(lines: Sequence[str], *, head: str = "") -> str:
    """Lines of remembered text between markers nobody can have foreseen, after what they are."""
    if not lines:
        return head or words.say("nothing", calling().language)
    guard = fence([neutralise(line) for line in lines], boundary(secrets.token_bytes))
    return "\n".join(filter(None, (words.say("data", calling().language), head, guard)))


def inert(text: str) -> str:
    """Remembered text as it may stand in a value that a model reads."""
    return neutralise(text)


def as_tool(tool: Callable[P, CallToolResult]) -> Callable[P, CallToolResult]:
    """A tool whose errors of ours are told to the model."""

    @wraps(tool)
    def called(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            return tool(*args, **kwargs)
        except MnemicError as error:
            raise ToolError(said(error)) from error

    return called


def as_resource(resource: Callable[P, str]) -> Callable[P, str]:
    """A resource whose errors of ours are told to the client."""

    @wraps(resource)
    def read(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return resource(*args, **kwargs)
        except MemoryNotFound as error:
            raise ResourceNotFoundError(said(error)) from error
        except MnemicError as error:
            raise ResourceError(said(error)) from error

    return read


def as_prompt(prompt: Callable[P, str]) -> Callable[P, str]:
    """A prompt whose errors of ours are told to the client."""

    @wraps(prompt)
    def given(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return prompt(*args, **kwargs)
        except MnemicError as error:
            raise MCPError(code=INVALID_PARAMS, message=said(error)) from error

    return given


def said(error: MnemicError) -> str:
    """An error as a model reads it: its class, what is wrong, and for what only the user may do, the way out."""
    way_out = ""
    if isinstance(error, AccessDenied | ConfirmationRequired):
        way_out = " " + words.say("way_out", calling().language)
    return f"{type(error).__name__}: {error}{way_out}"
