"""The same verbs for asynchronous callers: each runs in a thread, none is written twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, Self, TypeVar

from mnemic.memory import OpenMemory, UserMemory

P = ParamSpec("P")
R = TypeVar("R")


def in_thread(verb: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """The asynchronous form of a verb, with its signature and docstring."""

    @wraps(verb)
    async def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(verb, *args, **kwargs)

    return run


class AsyncUserMemory:
    """One user's memory with the verbs of `UserMemory`, awaited."""

    def __init__(self, user: UserMemory) -> None:
        self.id = user.id
        self.add = in_thread(user.add)
        self.search = in_thread(user.search)
        self.context = in_thread(user.context)
        self.get = in_thread(user.get)
        self.list = in_thread(user.list)
        self.update = in_thread(user.update)
        self.history = in_thread(user.history)
        self.confirm = in_thread(user.confirm)
        self.reject = in_thread(user.reject)
        self.conflicts = in_thread(user.conflicts)
        self.entities = in_thread(user.entities)
        self.about = in_thread(user.about)
        self.together = in_thread(user.together)
        self.connected = in_thread(user.connected)
        self.feedback = in_thread(user.feedback)
        self.due_needs = in_thread(user.due_needs)
        self.undo = in_thread(user.undo)
        self.forget = in_thread(user.forget)
        self.why_not = in_thread(user.why_not)
        self.trace = in_thread(user.trace)
        self.sessions = in_thread(user.sessions)
        self.turns = in_thread(user.turns)
        self.stats = in_thread(user.stats)


class AsyncMemory:
    """An opened memory for asynchronous callers: `async with AsyncMemory(mnemic.open("memory.db")) as memory`."""

    def __init__(self, opened: OpenMemory) -> None:
        self._opened = opened
        self.run_due = in_thread(opened.run_due)
        self.close = in_thread(opened.close)

    def user(self, id: str, *, agent: str | None = None) -> AsyncUserMemory:
        """One user's memory."""
        return AsyncUserMemory(self._opened.user(id, agent=agent))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
