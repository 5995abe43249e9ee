"""A memory that is elsewhere, with the shape of an opened one: every verb, room, value and error is the library's.

Each class here is a subclass of the library's own, so that whoever takes a `UserMemory` or `Tasks` may be handed one.
Every public verb, and every room, is replaced by one that asks a server, under the same signature and docstring; what
no route offers says so when it is called. The awaited classes are made in the same way: there a verb gives a coroutine.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from functools import wraps
from typing import Any, TypeVar

from mnemic.api import asynchronous
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.sessions import SessionMemory
from mnemic.domain.labels import checked_purpose
from mnemic.domain.query import Block, Context, SessionInfo
from mnemic.domain.scope import checked_name
from mnemic.domain.upkeep import JobState
from mnemic.errors import InvalidInput
from mnemic.faces.client.call import answer_of, arguments_by_name
from mnemic.faces.client.exchange import Flow
from mnemic.faces.client.link import Link
from mnemic.faces.client.special import SPECIAL
from mnemic.faces.client.streams import astream_blocks, astream_jobs, stream_blocks, stream_jobs
from mnemic.faces.http import signatures, table
from mnemic.reading.counts import sessions_of
from mnemic.reading.question import agent_to_read
from mnemic.safety.access.policy import Access, Actor
from mnemic.safety.access.verbs import TABLE

Face = TypeVar("Face", bound=type)

INHERITED = frozenset({"skills.skill"})
"""Verbs that are made of others, and work as they are."""


def asking(shape: type, prefix: str = "", *, awaited: bool = False) -> Callable[[Face], Face]:
    """A class with the verbs and rooms of one of the library's, which ask a server; what it says itself stands.

    Args:
        shape: whose verbs and rooms they are.
        prefix: what the names of its verbs begin with in the table of verbs: "tasks.".
        awaited: its rooms are those of the asynchronous form.
    """

    def ask(face: Face) -> Face:
        for verb, attribute in {**_verbs_of(shape, prefix), **_rooms_of(shape, prefix, awaited=awaited)}.items():
            if verb not in vars(face):
                setattr(face, verb, attribute)
        return face

    return ask


def flow_of(link: Link, verb: str, given: dict[str, Any]) -> Flow[Any]:
    """The call of a verb."""
    special = SPECIAL.get(verb)
    route = table.main(verb)
    return answer_of(link, route, given) if special is None else special(link, route, given)


def _verbs_of(shape: type, prefix: str) -> dict[str, Any]:
    """Every public method of a class, asking a server."""
    methods = inspect.getmembers(shape, inspect.isfunction)
    verbs = {name: method for name, method in methods if name[0] != "_" and prefix + name not in INHERITED}
    return {
        name: _refusing(method, prefix + name) if prefix + name in table.NOT_OFFERED else _asking(method, prefix + name)
        for name, method in verbs.items()
    }


def _rooms_of(shape: type, prefix: str, *, awaited: bool) -> dict[str, Any]:
    """Every room of a class of which the table has verbs, as a property that gives one which asks a server."""
    verbs = [verb.removeprefix(prefix) for verb in TABLE if verb.startswith(prefix)]
    rooms = dict.fromkeys(verb.partition(".")[0] for verb in verbs if "." in verb)
    held = {room: getattr(shape, room) for room in rooms if hasattr(shape, room)}
    return {
        room: property(_entering(_room(signatures.room_of(shape, room), f"{prefix}{room}.", awaited=awaited)))
        for room, found in held.items()
        if isinstance(found, property)
    }


def _room(shape: type, prefix: str, *, awaited: bool) -> Callable[[Link], Any]:
    """A room like one of the library's."""
    base: type = getattr(asynchronous, f"Async{shape.__name__}") if awaited else shape
    face = type(f"Remote{base.__name__}", (_Remote, base), {"__module__": __name__, "__doc__": base.__doc__})
    found: Callable[[Link], Any] = asking(shape, prefix)(face)
    return found


def _asking(method: Callable[..., Any], verb: str) -> Callable[..., Any]:
    @wraps(method)
    def ask(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        link: Link = self._link
        return link.run(flow_of(link, verb, arguments_by_name(verb, args, kwargs)))

    return ask


def _refusing(method: Callable[..., Any], verb: str) -> Callable[..., Any]:
    @wraps(method)
    def refuse(*_: Any, **__: Any) -> Any:
        raise InvalidInput(f"{verb} cannot be called from afar: {table.NOT_OFFERED[verb]}.")

    return refuse


def _entering(enter: Callable[[Link], Any]) -> Callable[[Any], Any]:
    return lambda face: enter(face._link)


class _Remote:
    """What is elsewhere."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def __repr__(self) -> str:
        place = "".join(f", {name}={value!r}" for name, value in self._link.place.items())
        return f"{type(self).__name__}({self._link.server.address!r}{place})"


def _acting(link: Link, id: str, agent: str | None, actor: str, purpose: str | None) -> Link:
    """The way to one user's memory. Without a word the actor is the key's."""
    seen = None if agent is None else checked_name(agent_to_read(agent), "The agent")
    meant = None if purpose is None else checked_purpose(purpose)
    acts = None if actor == Actor.USER else str(actor)
    return link.of(user=checked_name(id, "The user")).acting(agent=seen, purpose=meant, actor=acts)


@asking(SessionMemory, "session.")
class RemoteSession(_Remote, SessionMemory):
    """One conversation on a server, with the verbs of `SessionMemory`."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.id = link.place["session"]


@asking(UserMemory)
class RemoteUserMemory(_Remote, UserMemory):
    """One user's memory on a server, with the verbs of `UserMemory`."""

    @property
    def id(self) -> str:
        """The user's id, as given."""
        return self._link.place["user"]

    def session(self, id: str) -> SessionMemory:
        """One conversation: what of it goes into a model's window, and what the rest comes to.

        Raises:
            InvalidScope: it cannot be an id.
        """
        return RemoteSession(self._link.of(session=checked_name(id, "The session")))

    def stream_context(self, query: str, **more: Any) -> Generator[Block | Context, None, None]:
        """As `context`, with its arguments: each block as it is placed, and the whole context last."""
        return stream_blocks(self._link, {"query": query, **more})

    def watch_jobs(self) -> Generator[JobState, None, None]:
        """Where each job of the user stands, and from then on each that moves on, until whoever asks stops."""
        return stream_jobs(self._link)


@asking(OpenMemory, "memory.")
class RemoteMemory(_Remote, OpenMemory):
    """A memory on a server, with the verbs of `OpenMemory`. Those about everybody need an administrator's key.

    Safe to share between threads. Close it, or use it as a context manager.
    """

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> RemoteUserMemory:
        """One user's memory; the arguments are those of `OpenMemory.user`. Without `actor` it is the key's actor who
        acts; with it, that actor, where it does not stand above the key's.

        Raises:
            InvalidScope, InvalidQuery, InvalidLabel: an id, agent or purpose that can be none.
        """
        return RemoteUserMemory(_acting(self._link, id, agent, actor, purpose))

    def close(self) -> None:
        """Let go of the connections; the server goes on. Closing twice is harmless."""
        self._link.transport.close()


@asking(SessionMemory, "session.")
class RemoteAsyncSession(_Remote, asynchronous.AsyncSessionMemory):
    """One conversation on a server, with the verbs of `SessionMemory`, awaited."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.id = link.place["session"]

    async def info(self) -> SessionInfo | None:
        """The session in numbers; None where nothing was said in it."""
        return next(iter(sessions_of(await self._link.run(flow_of(self._link, "session.turns", {})))), None)


@asking(UserMemory, awaited=True)
class RemoteAsyncUserMemory(_Remote, asynchronous.AsyncUserMemory):
    """One user's memory on a server, with the verbs of `UserMemory`, awaited."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.id = link.place["user"]

    def session(self, id: str) -> RemoteAsyncSession:
        """One conversation: what of it goes into a model's window, and what the rest comes to.

        Raises:
            InvalidScope: it cannot be an id.
        """
        return RemoteAsyncSession(self._link.of(session=checked_name(id, "The session")))

    def stream_context(self, query: str, **more: Any) -> AsyncGenerator[Block | Context, None]:
        """As `context`, with its arguments: each block as it is placed, and the whole context last."""
        return astream_blocks(self._link, {"query": query, **more})

    def watch_jobs(self) -> AsyncGenerator[JobState, None]:
        """Where each job of the user stands, and from then on each that moves on, until whoever asks stops."""
        return astream_jobs(self._link)


@asking(OpenMemory, "memory.", awaited=True)
class RemoteAsyncMemory(_Remote, asynchronous.AsyncMemory):
    """A memory on a server, with the verbs of `OpenMemory`, awaited. Close it, or use it with `async with`."""

    def user(
        self, id: str, *, agent: str | None = None, actor: str = Actor.USER, purpose: str | None = None
    ) -> RemoteAsyncUserMemory:
        """One user's memory, as `RemoteMemory.user` has it.

        Raises:
            InvalidScope, InvalidQuery, InvalidLabel: an id, agent or purpose that can be none.
        """
        return RemoteAsyncUserMemory(_acting(self._link, id, agent, actor, purpose))

    async def access(self, actor: str = Actor.AGENT, agent: str | None = None) -> Access:  # type: ignore[override]
        """What an actor may do, with the server's settings applied."""
        found: Access = await self._link.run(flow_of(self._link, "memory.access", {"actor": actor, "agent": agent}))
        return found

    async def close(self) -> None:
        """Let go of the connections; the server goes on. Closing twice is harmless."""
        await self._link.transport.close()
