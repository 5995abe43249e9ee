"""The face of the library: an opened memory, whose users' memories have the verbs."""

from __future__ import annotations

from typing import Self

from mnemic.core import Core
from mnemic.domain.scope import Scope, name
from mnemic.reading.question import one_agent
from mnemic.user import UserMemory

__all__ = ["OpenMemory", "UserMemory"]


class OpenMemory:
    """An opened memory. Everything hangs off a user: `open(...).user("alice")` gives the object with the verbs.

    Safe to share between threads. Close it, or use it as a context manager.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def user(self, id: str, *, agent: str | None = None) -> UserMemory:
        """One user's memory. With `agent`, only what was said to that agent is read, and what is written bears its id.

        Raises:
            InvalidScope: blank, not a string, or holding characters no id may hold.
        """
        self._core.check_open()
        scope = Scope(self._core.parts.settings.tenant, id)
        return UserMemory(self._core, scope, None if agent is None else name(one_agent(agent), "The agent"))

    def run_due(self) -> int:
        """Understand every turn that still waits in the log, of any user, now. Returns how many there were."""
        return self._core.run_due()

    def close(self) -> None:
        """Write what is counted in memory, stop the worker, let go of the file. Closing twice is harmless."""
        self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
