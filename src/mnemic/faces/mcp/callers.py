"""Whose memory a message is about. The server's configuration or the key of the request says it, never an argument."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, Protocol

import anyio.to_thread
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp_types import INVALID_REQUEST

from mnemic.api.user import UserMemory
from mnemic.errors import MnemicError
from mnemic.faces.words import Language
from mnemic.safety.access.policy import Actor

BOUND = frozenset({"tools/call", "resources/read", "prompts/get"})
"""The methods that touch somebody's memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls: the one user's memory there is for this message, and how answers are worded."""

    memory: UserMemory
    actor: str = Actor.AGENT
    language: Language = Language.ENGLISH
    zone: tzinfo = UTC

    @property
    def role(self) -> str:
        """Whose word it is that the caller brings in by itself (S3)."""
        return "assistant" if self.actor == Actor.AGENT else "user"


class Binding(Protocol):
    """How a message finds its user."""

    def caller(self, request: Any) -> Caller:
        """Who calls, by the HTTP request that brought the message; None on stdio.

        Raises:
            MnemicError: nobody is bound.
        """
        ...


@dataclass(frozen=True, slots=True)
class FixedUser:
    """One user, by configuration."""

    one: Caller

    def caller(self, request: Any) -> Caller:
        """The one there is."""
        return self.one


_calling: ContextVar[Caller] = ContextVar("mnemic_mcp_caller")


def current_caller() -> Caller:
    """Who calls the tool, resource or prompt that runs."""
    return _calling.get()


@dataclass(frozen=True, slots=True)
class BindingMiddleware:
    """The middleware that binds every message to its user before anything of the memory is touched."""

    binding: Binding

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Let a message through, bound.

        Raises:
            MCPError: nobody is bound.
        """
        if ctx.method not in BOUND:
            return await call_next(ctx)
        try:
            caller = await anyio.to_thread.run_sync(self.binding.caller, ctx.request)
        except MnemicError as error:
            raise MCPError(code=INVALID_REQUEST, message=str(error)) from error
        token = _calling.set(caller)
        try:
            return await call_next(ctx)
        finally:
            _calling.reset(token)
