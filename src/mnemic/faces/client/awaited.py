"""The same memory for asynchronous callers: the very verbs of `remote`, which give coroutines on an awaited way."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from mnemic.api import asynchronous
from mnemic.api.api_keys import ApiKeys
from mnemic.api.audit import Audit
from mnemic.api.encryption import Encryption
from mnemic.api.files import Files
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.permanent import Permanent
from mnemic.api.profile import Portrait
from mnemic.api.quarantine import Quarantine
from mnemic.api.sessions import SessionMemory
from mnemic.api.skills import Skills
from mnemic.api.tasks import Tasks
from mnemic.api.transfer import Transfer, WholeTransfer
from mnemic.api.trust import Trust
from mnemic.api.upkeep import Upkeep
from mnemic.domain.query import Block, Context, SessionInfo
from mnemic.domain.scope import name
from mnemic.domain.upkeep import JobState
from mnemic.faces.client.link import Link
from mnemic.faces.client.remote import acting
from mnemic.faces.client.rooms import Rooms, asking, flow_of, remote
from mnemic.faces.client.streams import placed_awaited, standing_awaited
from mnemic.reading.counting import sessions_of
from mnemic.safety.access.policy import Access, Actor

ROOMS: Rooms = {
    "files": remote(asynchronous.AsyncFiles, "files", like=Files),
    "tasks": remote(asynchronous.AsyncTasks, "tasks", like=Tasks),
    "skills": remote(asynchronous.AsyncSkills, "skills", like=Skills),
    "permanent": remote(asynchronous.AsyncPermanent, "permanent", like=Permanent),
    "profile": remote(asynchronous.AsyncPortrait, "profile", like=Portrait),
    "upkeep": remote(asynchronous.AsyncUpkeep, "upkeep", like=Upkeep),
    "quarantine": remote(asynchronous.AsyncQuarantine, "quarantine", like=Quarantine),
    "trust": remote(asynchronous.AsyncTrust, "trust", like=Trust),
    "transfer": remote(asynchronous.AsyncTransfer, "transfer", like=Transfer),
}
WHOLE: Rooms = {
    "transfer": remote(asynchronous.AsyncWholeTransfer, "memory.transfer", like=WholeTransfer),
    "encryption": remote(asynchronous.AsyncEncryption, "memory.encryption", like=Encryption),
    "audit": remote(asynchronous.AsyncAudit, "memory.audit", like=Audit),
    "keys": remote(asynchronous.AsyncApiKeys, "memory.keys", like=ApiKeys),
}


@asking(SessionMemory, "session", {})
class RemoteAsyncSession(asynchronous.AsyncSessionMemory):
    """One conversation on a server, with the verbs of `SessionMemory`, awaited."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.id = link.place["session"]

    async def info(self) -> SessionInfo | None:
        """The session in numbers; None where nothing was said in it."""
        return next(iter(sessions_of(await self._link.run(flow_of(self._link, "session.turns", {})))), None)


@asking(UserMemory, "", ROOMS)
class RemoteAsyncUserMemory(asynchronous.AsyncUserMemory):
    """One user's memory on a server, with the verbs of `UserMemory`, awaited."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.id = link.place["user"]

    def __repr__(self) -> str:
        return f"RemoteAsyncUserMemory({self._link.server.address!r}, user={self.id!r})"

    def session(self, id: str) -> RemoteAsyncSession:
        """One conversation: what of it goes into a model's window, and what the rest comes to.

        Raises:
            InvalidScope: it cannot be an id.
        """
        return RemoteAsyncSession(self._link.of(session=name(id, "The session")))

    def stream_context(self, query: str, **more: Any) -> AsyncGenerator[Block | Context, None]:
        """As `context`, with its arguments: each block as it is placed, and the whole context last."""
        return placed_awaited(self._link, {"query": query, **more})

    def watch_jobs(self) -> AsyncGenerator[JobState, None]:
        """Where each job of the user stands, and from then on each that moves on, until whoever asks stops."""
        return standing_awaited(self._link)


@asking(OpenMemory, "memory", WHOLE)
class RemoteAsyncMemory(asynchronous.AsyncMemory):
    """A memory on a server, with the verbs of `OpenMemory`, awaited. Close it, or use it with `async with`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def __repr__(self) -> str:
        return f"RemoteAsyncMemory({self._link.server.address!r})"

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> RemoteAsyncUserMemory:
        """One user's memory, as `RemoteMemory.user` has it.

        Raises:
            InvalidScope, InvalidQuery, InvalidLabel: an id, agent or purpose that can be none.
        """
        return RemoteAsyncUserMemory(acting(self._link, id, agent, actor, purpose))

    async def access(self, actor: str = Actor.AGENT, agent: str | None = None) -> Access:  # type: ignore[override]
        """What an actor may do, with the server's settings applied."""
        found: Access = await self._link.run(flow_of(self._link, "memory.access", {"actor": actor, "agent": agent}))
        return found

    async def close(self) -> None:
        """Let go of the connections; the server goes on. Closing twice is harmless."""
        await self._link.transport.close()
