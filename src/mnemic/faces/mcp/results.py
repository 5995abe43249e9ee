"""What tools answer with: typed values for programs, and the same as fenced text for a model."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Annotated, Any, ParamSpec

from mcp import MCPError
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from mnemic.api.user import UserMemory
from mnemic.domain.record import Kind, Memory
from mnemic.errors import AccessDenied, ConfirmationRequired, MemoryNotFound, MnemicError
from mnemic.faces.http.signatures import Argument, call_verb, signature_of
from mnemic.faces.mcp import words
from mnemic.faces.mcp.callers import current_caller
from mnemic.safety.guard.fence import boundary, fence, neutralise

P = ParamSpec("P")

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
"""Of a tool that changes nothing a user would notice."""

ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
"""Of a tool that adds, or changes what can be undone."""

CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
"""Of a tool that replaces what is there, or removes it for good."""

PREFIX_CHARACTERS_MIN = 8  # of an id, as memory_context cites it

Tool = Callable[..., CallToolResult]
"""What answers a call of a tool."""


def tool_result(value: BaseModel, lines: Iterable[str] = (), *, head: str = "") -> CallToolResult:
    """A typed answer, and as text its heading with the lines fenced."""
    return CallToolResult(
        content=[TextContent(type="text", text=fenced_text(list(lines), head=head))],
        structured_content=value.model_dump(mode="json"),
    )


def fenced_text(lines: Sequence[str], *, head: str = "") -> str:
    """Lines of remembered text between markers nobody can have foreseen, after what they are."""
    if not lines:
        return head or say("nothing")
    guard = fence([neutralise(line) for line in lines], boundary(secrets.token_bytes))
    return "\n".join(filter(None, (say("data"), head, guard)))


def inert(text: str) -> str:
    """Remembered text as it may stand in a value that a model reads."""
    return neutralise(text)


def say(key: str, **values: object) -> str:
    """A sentence of the server in the language of whoever calls."""
    return words.say(key, current_caller().language, **values)


def as_tool(tool: Callable[P, CallToolResult]) -> Callable[P, CallToolResult]:
    """A tool whose errors of ours are told to the model."""

    @wraps(tool)
    def called(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            return tool(*args, **kwargs)
        except MnemicError as error:
            raise ToolError(error_text(error)) from error

    return called


def verb_tool(
    verb: str, *names: str, whole_id: bool = False, **told: Any
) -> Callable[[Callable[[Any], CallToolResult]], Tool]:
    """A tool that is a verb of the table. What is decorated makes the result of the verb's answer.

    Args:
        verb: its name, as "tasks.step".
        names: the arguments that a model may give, in order: with their types, their defaults and what the docstring
            of the verb says of them.
        whole_id: `id` names a memory, and may be the beginning of its id.
        told: types of arguments, annotated, where a model is to be told otherwise.
    """
    arguments = {one.name: one for one in signature_of(verb)[0]}
    parameters = [_parameter(arguments[name], told.get(name)) for name in names]

    def make(result: Callable[[Any], CallToolResult]) -> Tool:
        @as_tool
        def called(**given: Any) -> CallToolResult:
            memory = current_caller().memory
            plain = {name: _without_models(value) for name, value in given.items()}
            if whole_id and plain.get("id") is not None:
                plain["id"] = memory_by_id(memory, plain["id"]).id
            return result(call_verb(memory, verb, plain))

        answer = inspect.signature(result, eval_str=True).return_annotation
        called.__name__, called.__doc__ = result.__name__, result.__doc__
        called.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": answer}
        called.__dict__["__signature__"] = inspect.Signature(parameters, return_annotation=answer)
        return called

    return make


def _parameter(argument: Argument, told: Any) -> inspect.Parameter:
    hint = argument.hint if told is None else told
    if argument.description and told is None:
        hint = Annotated[hint, Field(description=argument.description)]
    return inspect.Parameter(argument.name, inspect.Parameter.KEYWORD_ONLY, default=argument.default, annotation=hint)


def _without_models(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_none=True)
    return [_without_models(one) for one in value] if isinstance(value, list) else value


def memory_by_id(memory: UserMemory, id: str) -> Memory:
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


def as_resource(resource: Callable[P, str]) -> Callable[P, str]:
    """A resource whose errors of ours are told to the client."""

    @wraps(resource)
    def read(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return resource(*args, **kwargs)
        except MemoryNotFound as error:
            raise ResourceNotFoundError(error_text(error)) from error
        except MnemicError as error:
            raise ResourceError(error_text(error)) from error

    return read


def as_prompt(prompt: Callable[P, str]) -> Callable[P, str]:
    """A prompt whose errors of ours are told to the client."""

    @wraps(prompt)
    def given(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return prompt(*args, **kwargs)
        except MnemicError as error:
            raise MCPError(code=INVALID_PARAMS, message=error_text(error)) from error

    return given


def error_text(error: MnemicError) -> str:
    """An error as a model reads it: its class, what is wrong, and for what only the user may do, the way out."""
    way_out = ""
    if isinstance(error, AccessDenied | ConfirmationRequired):
        way_out = " " + say("way_out")
    return f"{type(error).__name__}: {error}{way_out}"
