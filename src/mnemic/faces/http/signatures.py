"""What a route's arguments and answer are: read from the signature and the docstring of the verb itself."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from mnemic.api.memory import OpenMemory
from mnemic.api.user import UserMemory
from mnemic.domain.regex import Regex
from mnemic.domain.route import JSON, ON_DISK, WHOLE, Route
from mnemic.domain.skill import Parameter

NOTHING_GIVEN = inspect.Parameter.empty

TRAVELS: Mapping[tuple[str, str], Any] = MappingProxyType(
    {
        ("feedback", "about"): str,  # the id of a trace
        ("files.of", "said"): str,  # the id of a memory
        ("tasks.start", "schema"): Mapping[str, Any] | None,
        ("tasks.register", "schema"): Mapping[str, Any],
        ("tasks.asks", "schema"): Mapping[str, Any],
        ("skills.declare", "steps"): Sequence[str | Mapping[str, Any]],
        ("skills.declare", "parameters"): Mapping[str, Any] | Sequence[Parameter] | None,
        ("skills.declare", "code"): str | None,
    }
)
"""Arguments that are something else from afar than in a program: a class, a function or a path cannot travel."""


class AnswerShape(StrEnum):
    """What an answer is as JSON."""

    OBJECT = "object"
    ITEMS = "items"  # {"items": [...], "next": cursor or null}
    VALUE = "value"  # {"value": ...}: a number, a text, or something that may be missing
    NOTHING = "nothing"
    BYTES = "bytes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument of a route."""

    name: str
    hint: Any
    sent: str  # its name in the request
    default: Any = NOTHING_GIVEN
    description: str = ""
    rest: bool = False  # it is every field of the body that has no argument of its own

    @property
    def required(self) -> bool:
        """Whether the verb cannot be called without it."""
        return self.default is NOTHING_GIVEN and not self.rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What goes into a route and what comes out."""

    path: tuple[Argument, ...]  # without the user
    query: tuple[Argument, ...]
    body: tuple[Argument, ...]
    answer: Any
    answered: AnswerShape
    summary: str
    description: str

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All of them."""
        return (*self.path, *self.query, *self.body)


def function_of(verb: str) -> Callable[..., Any]:
    """The method that is a verb, without what is wrapped round it."""
    face: type = OpenMemory if verb.startswith(WHOLE) else UserMemory
    room, _, name = verb.removeprefix(WHOLE).rpartition(".")
    shape = room_of(face, room) if room else face
    found: Callable[..., Any] = inspect.unwrap(getattr(shape, name))
    return found


def call_verb(face: OpenMemory | UserMemory, verb: str, arguments: dict[str, Any]) -> Any:
    """Call a verb by name, the arguments by name too. For verbs of a session, `session` names it."""
    room, _, name = verb.removeprefix(WHOLE).rpartition(".")
    arguments = dict(arguments)  # the caller's stay as they are
    if room == "session":
        assert isinstance(face, UserMemory)
        return getattr(face.session(arguments.pop("session")), name)(**arguments)
    target: Any = getattr(face, room) if room else face
    if verb == "tasks.set":  # its `id` is positional: a slot may have that name
        return target.set(arguments.pop("id"), **arguments.pop("values"))
    return getattr(target, name)(**arguments)


@lru_cache(maxsize=512)
def signature_of(verb: str) -> tuple[tuple[Argument, ...], Any, str]:
    """The arguments of a verb, what it answers, and what it says of itself."""
    function = function_of(verb)
    hints = typing.get_type_hints(function)
    said, described = _docstring(inspect.getdoc(function) or "")
    arguments = tuple(
        Argument(
            name=one.name,
            sent=one.name,
            hint=TRAVELS.get((verb, one.name), _travelling(hints[one.name])),
            default=one.default,
            description=described.get(one.name, ""),
            rest=one.kind is inspect.Parameter.VAR_KEYWORD,
        )
        for one in list(inspect.signature(function).parameters.values())[1:]
    )
    return arguments, hints.get("return"), said


def of(route: Route) -> Signature:
    """The signature of a route."""
    arguments, answer, said = signature_of(route.verb)
    in_path = re.findall(r"{(\w+)}", route.path)[0 if route.whole else 1 :]
    known = {one.name: replace(one, sent=route.renamed.get(one.name, one.name)) for one in arguments}
    if route.verb.startswith(OF_SESSION):
        known = {SESSION.name: SESSION} | known
    dropped = {*in_path, *route.left_out, *ON_DISK, *route.fixed, route.content}
    left = tuple(one for name, one in known.items() if name not in dropped)
    return Signature(
        path=tuple(known[name] for name in in_path),
        query=left if route.in_query else (),
        body=() if route.in_query else left,
        answer=answer,
        answered=_answered(route, answer),
        summary=route.summary or _SUMMARY.split(" ".join(said.split()), 1)[0],
        description=said,
    )


OF_SESSION = "session."
SESSION = Argument(name="session", sent="session", hint=str, description="id of the conversation")


def _answered(route: Route, answer: Any) -> AnswerShape:
    if route.status == HTTPStatus.NO_CONTENT:
        return AnswerShape.NOTHING
    if JSON not in route.gives:
        return AnswerShape.BYTES
    if typing.get_origin(answer) is list:
        return AnswerShape.ITEMS
    if answer in (bool, int, str) or type(None) in typing.get_args(answer):
        return AnswerShape.VALUE
    return AnswerShape.OBJECT


def room_of(face: type, room: str) -> type:
    """The class of a room of a memory, by its name."""
    found = getattr(face, room)
    hint = typing.get_type_hints(found.fget if isinstance(found, property) else found)["return"]
    assert isinstance(hint, type)
    return hint


def _travelling(hint: Any) -> Any:
    """What a hint comes to from afar: moments and spans are ISO 8601 text, which the verbs read themselves."""
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    if datetime not in options:
        return hint
    return str | None if type(None) in options else str


_SUMMARY = Regex(r"[.:;](?: |$)")
"""Where the words of a docstring end that stand for the whole."""

_SECTION = Regex(r"^(Args|Returns|Raises|Attributes):$", re.M)
_ARGUMENT = Regex(r"^    (?P<names>\w+(?:, \w+)*): (?P<said>.+(?:\n {8,}.+)*)", re.M)


def _docstring(text: str) -> tuple[str, dict[str, str]]:
    """What a docstring says of the verb, and of each of its arguments."""
    parts = _SECTION.split(text)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    described = {
        name: " ".join(found["said"].split())
        for found in _ARGUMENT.finditer(sections.get("Args", ""))
        for name in found["names"].split(", ")
    }
    return parts[0].strip(), described
