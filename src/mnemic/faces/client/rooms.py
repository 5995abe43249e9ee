"""Rooms of a memory that is elsewhere: classes of the library's own, every verb of which asks a server.

A remote room is made from the library's: it is a subclass, so that whoever takes a `Tasks` may be handed one, with
every public verb replaced by one that asks, under the same signature and docstring. What no route offers says so when
it is called. The awaited rooms are made in the same way: there the same verbs give coroutines.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from mnemic.errors import InvalidInput
from mnemic.faces.client.call import asked, given_to
from mnemic.faces.client.exchange import Flow
from mnemic.faces.client.link import Link
from mnemic.faces.client.special import SPECIAL
from mnemic.faces.http import table

Room = TypeVar("Room")
Face = TypeVar("Face", bound=type)
Rooms = Mapping[str, Callable[[Link], Any]]
"""Rooms by the name of the attribute they are had by."""

INHERITED = frozenset({"skills.skill"})
"""Verbs that are made of others, and work as they are."""


def remote(shape: type[Room], room: str, *, like: type | None = None) -> Callable[[Link], Room]:
    """A room like one of the library's, which asks a server.

    Args:
        shape: what it is a subclass of.
        room: what the names of its verbs begin with: "tasks".
        like: whose verbs it has; default those of `shape`.
    """
    methods = verbs_of(shape if like is None else like, room)

    def holding(self: Any, link: Link) -> None:
        self._link = link

    named = {"__init__": holding, "__module__": __name__, "__doc__": shape.__doc__, "__repr__": _shown, **methods}
    return type(f"Remote{shape.__name__}", (shape,), named)


def asking(like: type, room: str, rooms: Rooms) -> Callable[[Face], Face]:
    """A class with the verbs and rooms of one of the library's, which ask a server; what it says itself stands."""

    def ask(face: Face) -> Face:
        found = verbs_of(like, room) | {name: property(_entering(enter)) for name, enter in rooms.items()}
        for name, attribute in found.items():
            if name not in vars(face):
                setattr(face, name, attribute)
        return face

    return ask


def verbs_of(shape: type, room: str) -> dict[str, Any]:
    """Every public method of a class, asking a server."""
    methods: dict[str, Any] = {}
    for name, method in inspect.getmembers(shape, inspect.isfunction):
        verb = f"{room}.{name}" if room else name
        if not name.startswith("_") and verb not in INHERITED:
            methods[name] = _asking(method, verb) if verb in ROUTED else _refusing(method, verb)
    return methods


def flow_of(link: Link, verb: str, given: dict[str, Any]) -> Flow[Any]:
    """The call of a verb."""
    special = SPECIAL.get(verb)
    route = table.main(verb)
    return asked(link, route, given) if special is None else special(link, route, given)


def _asking(method: Callable[..., Any], verb: str) -> Callable[..., Any]:
    @wraps(method)
    def ask(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        link: Link = self._link
        return link.run(flow_of(link, verb, given_to(verb, args, kwargs)))

    return ask


def _refusing(method: Callable[..., Any], verb: str) -> Callable[..., Any]:
    said = table.NOT_OFFERED.get(verb, "the server does not offer it")

    @wraps(method)
    def refuse(*_: Any, **__: Any) -> Any:
        raise InvalidInput(f"{verb} cannot be called from afar: {said}.")

    return refuse


def _entering(enter: Callable[[Link], Any]) -> Callable[[Any], Any]:
    return lambda face: enter(face._link)


def _shown(self: Any) -> str:
    link: Link = self._link
    place = "".join(f", {name}={value!r}" for name, value in link.place.items())
    return f"{type(self).__name__}({link.server.address!r}{place})"


ROUTED = frozenset(route.verb for route in table.ROUTES)
