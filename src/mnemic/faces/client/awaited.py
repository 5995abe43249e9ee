"""The same memory for asynchronous callers: the very verbs of `remote`, which give coroutines on an awaited way."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from mnemic import aio
from mnemic.api_keys import ApiKeys
from mnemic.auditing import Audit
from mnemic.domain.query import Block, Context, SessionInfo
from mnemic.domain.scope import name
from mnemic.domain.upkeep import JobState
from mnemic.encrypting import Encryption
from mnemic.faces.client.link import Link
from mnemic.faces.client.remote import acting
from mnemic.faces.client.rooms import Rooms, asking, flow_of, remote
from mnemic.faces.client.streams import placed_awaited, standing_awaited
from mnemic.files import Files
from mnemic.memory import OpenMemory, UserMemory
from mnemic.permanent import Permanent
from mnemic.profile import Portrait
from mnemic.quarantine import Quarantine
from mnemic.reading.counting import sessions_of
from mnemic.safety.access import Access, Actor
from mnemic.sessions import SessionMemory
from mnemic.skills import Skills
from mnemic.tasks import Tasks
from mnemic.tending import Upkeep
from mnemic.transferring import Transfer, WholeTransfer
from mnemic.trusting import Trust

ROOMS: Rooms = {
    "files": remote(aio.AsyncFiles, "files", like=Files),
    "tasks": remote(aio.AsyncTasks, "tasks", like=Tasks),
    "skills": remote(aio.AsyncSkills, "skills", like=Skills),
    "permanent": remote(aio.AsyncPermanent, "permanent", like=Permanent),
    "profile": remote(aio.AsyncPortrait, "profile", like=Portrait),
    "upkeep": remote(aio.AsyncUpkeep, "upkeep", like=Upkeep),
    "quarantine": remote(aio.AsyncQuarantine, "quarantine", like=Quarantine),
    "trust": remote(aio.AsyncTrust, "trust", like=Trust),
    "transfer": remote(aio.AsyncTransfer, "transfer", like=Transfer),
}
WHOLE: Rooms = {
    "transfer": remote(aio.AsyncWholeTransfer, "memory.transfer", like=WholeTransfer),
    "encryption": remote(aio.AsyncEncryption, "memory.encryption", like=Encryption),
    "audit": remote(aio.AsyncAudit, "memory.audit", like=Audit),
    "keys": remote(aio.AsyncApiKeys, "memory.keys", like=ApiKeys),
}


@asking(SessionMemory, "session", {})
class RemoteAsyncSession(aio.AsyncSessionMemory):
    """One conversation on a server, with the verbs of `SessionMemory`, awaited."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.id = link.place["session"]

    async def info(self) -> SessionInfo | None:
        """The session in numbers; None where nothing was said in it."""
        return next(iter(sessions_of(await self._link.run(flow_of(self._link, "session.turns", {})))), None)


@asking(UserMemory, "", ROOMS)
class RemoteAsyncUserMemory(aio.AsyncUserMemory):
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
class RemoteAsyncMemory(aio.AsyncMemory):
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
