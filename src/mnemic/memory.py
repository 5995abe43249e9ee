"""The face of the library: an opened memory, whose users' memories have the verbs."""

from __future__ import annotations

from typing import Self

from mnemic.core import Core
from mnemic.domain.scope import Scope, name
from mnemic.reading.question import one_agent
from mnemic.safety.access import Actor, access_of
from mnemic.user import UserMemory

__all__ = ["OpenMemory", "UserMemory"]


class OpenMemory:
    """An opened memory. Everything hangs off a user: `open(...).user("alice")` gives the object with the verbs.

    Safe to share between threads. Close it, or use it as a context manager.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def user(self, id: str, *, agent: str | None = None, actor: str = Actor.USER) -> UserMemory:
        """One user's memory. With `agent`, only what was said to that agent is read, and what is written bears its id.

        Args:
            actor: who calls: "user", "agent" or "administrator". An agent may read and propose permanent memory, and
                neither decide on it nor release what the guard holds (safety/access has the table).

        Raises:
            InvalidScope: blank, not a string, or holding characters no id may hold; or there is no such actor.
        """
        self._core.check_open()
        settings = self._core.parts.settings
        seen = None if agent is None else name(one_agent(agent), "The agent")
        return UserMemory(self._core, Scope(settings.tenant, id), seen, access_of(actor, seen, settings))

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
