"""A memory that is elsewhere, with the shape of an opened one: every verb, room, value and error is the library's."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

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
from mnemic.domain.labels import purpose_named
from mnemic.domain.query import Block, Context
from mnemic.domain.scope import name
from mnemic.domain.upkeep import JobState
from mnemic.faces.client.link import Link
from mnemic.faces.client.rooms import Rooms, asking, remote
from mnemic.faces.client.streams import placed, standing
from mnemic.reading.question import one_agent
from mnemic.safety.access.policy import Actor

ROOMS: Rooms = {
    "files": remote(Files, "files"),
    "tasks": remote(Tasks, "tasks"),
    "skills": remote(Skills, "skills"),
    "permanent": remote(Permanent, "permanent"),
    "profile": remote(Portrait, "profile"),
    "upkeep": remote(Upkeep, "upkeep"),
    "quarantine": remote(Quarantine, "quarantine"),
    "trust": remote(Trust, "trust"),
    "transfer": remote(Transfer, "transfer"),
}
WHOLE: Rooms = {
    "transfer": remote(WholeTransfer, "memory.transfer"),
    "encryption": remote(Encryption, "memory.encryption"),
    "audit": remote(Audit, "memory.audit"),
    "keys": remote(ApiKeys, "memory.keys"),
}
SESSION = remote(SessionMemory, "session")


def acting(link: Link, id: str, agent: str | None, actor: str, purpose: str | None) -> Link:
    """The way to one user's memory. Without a word the actor is the key's.

    Raises:
        InvalidScope, InvalidQuery, InvalidLabel: an id, agent or purpose that can be none.
    """
    seen = None if agent is None else name(one_agent(agent), "The agent")
    meant = None if purpose is None else purpose_named(purpose)
    acts = None if actor == Actor.USER else str(actor)
    return link.of(user=name(id, "The user")).acting(agent=seen, purpose=meant, actor=acts)


@asking(UserMemory, "", ROOMS)
class RemoteUserMemory(UserMemory):
    """One user's memory on a server, with the verbs of `UserMemory`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def __repr__(self) -> str:
        return f"RemoteUserMemory({self._link.server.address!r}, user={self.id!r})"

    @property
    def id(self) -> str:
        """The user's id, as given."""
        return self._link.place["user"]

    def session(self, id: str) -> SessionMemory:
        """One conversation: what of it goes into a model's window, and what the rest comes to.

        Raises:
            InvalidScope: it cannot be an id.
        """
        found = SESSION(self._link.of(session=name(id, "The session")))
        found.id = id
        return found

    def stream_context(self, query: str, **more: Any) -> Generator[Block | Context, None, None]:
        """As `context`, with its arguments: each block as it is placed, and the whole context last."""
        return placed(self._link, {"query": query, **more})

    def watch_jobs(self) -> Generator[JobState, None, None]:
        """Where each job of the user stands, and from then on each that moves on, until whoever asks stops."""
        return standing(self._link)


@asking(OpenMemory, "memory", WHOLE)
class RemoteMemory(OpenMemory):
    """A memory on a server, with the verbs of `OpenMemory`. Those about everybody need an administrator's key.

    Safe to share between threads. Close it, or use it as a context manager.
    """

    def __init__(self, link: Link) -> None:
        self._link = link

    def __repr__(self) -> str:
        return f"RemoteMemory({self._link.server.address!r})"

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> RemoteUserMemory:
        """One user's memory; the arguments are those of `OpenMemory.user`. Without `actor` it is the key's actor who
        acts; with it, that actor, where it does not stand above the key's.

        Raises:
            InvalidScope, InvalidQuery, InvalidLabel: an id, agent or purpose that can be none.
        """
        return RemoteUserMemory(acting(self._link, id, agent, actor, purpose))

    def close(self) -> None:
        """Let go of the connections; the server goes on. Closing twice is harmless."""
        self._link.transport.close()
