"""Whose memory a room's verbs work on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from mnemic.core import Core
from mnemic.domain.changes import Change, Link
from mnemic.domain.record import Memory
from mnemic.domain.scope import Scope
from mnemic.ports import Reader, Writer

USER = "user"  # the actor of what the user does by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """One user's memory as a room sees it: the user, the agent it is seen through, and who acts."""

    core: Core
    scope: Scope
    agent: str | None = None  # None: everything of the user, whichever agent it was said to
    actor: str = USER  # as history and audit call whoever acts

    def now(self) -> datetime:
        """The present moment; one reading per operation.

        Raises:
            StoreClosed: the memory has been closed.
        """
        self.core.check_open()
        return self.core.parts.clock.now()

    def reading(self) -> AbstractContextManager[Reader]:
        """A snapshot of the user's memory.

        Raises:
            StoreClosed: the memory has been closed.
        """
        self.core.check_open()
        return self.core.parts.store.reading(self.scope)

    def writing(self) -> AbstractContextManager[Writer]:
        """A transaction on the user's memory; it waits for other writers. Nothing may be embedded while it is open.

        Raises:
            StoreClosed: the memory has been closed.
            StoreUnavailable: read-only, disk full, or the wait was too long.
        """
        self.core.check_open()
        return self.core.parts.store.writing(self.scope)

    def apply(self, changes: Sequence[Change], links: Sequence[Link] = (), *, now: datetime) -> None:
        """Commit changes, new words embedded before any lock is taken, each checked against the memory as it is by now.

        Raises:
            StoreUnavailable: somebody else changed one of the memories meanwhile; nothing was changed.
        """
        self.core.writing.apply(self.scope, changes, links, now=now, actor=self.actor)

    def sees(self, memory: Memory) -> bool:
        """Whether a memory is this agent's; every one is without an agent."""
        return self.agent in (None, memory.agent)
