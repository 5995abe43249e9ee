"""The verbs in the order a reader meets them: those of every day first, then the rooms, then the rest by purpose."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, get_type_hints

import mnemic

EVERYDAY = ("add", "search", "context", "get", "list", "update", "forget", "history")
ROOMS = ("start", "session", "tasks", "permanent", "skills", "profile", "files")
FURTHER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Correcting": ("confirm", "reject", "undo", "conflicts", "feedback"),
        "Looking into it": ("trace", "why_not", "sessions", "turns", "stats", "id"),
        "People, places and things": ("entities", "about", "together", "connected"),
        "Upkeep": ("upkeep", "due_needs"),
        "Safety": ("quarantine", "trust", "check_action", "fill", "label", "report"),
        "Moving": ("transfer",),
    }
)
WHOLE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Opening and closing": ("user", "users", "tenant", "reaches", "close"),
        "Upkeep of everybody": ("run_due", "work", "stop", "wake", "watch", "waiting", "reembed", "doctor"),
        "Safety of everybody": ("access", "audit", "encryption", "keys"),
        "Moving everybody": ("transfer",),
    }
)
FUNCTIONS = ("open", "connect", "aconnect", "restore", "migrate", "master_key", "new_key")


class Unplaced(Exception):
    """A public verb stands in no group of docs/verbs.py, or a group names what is no verb."""


def page_parts() -> Iterator[str]:
    """The sections of the page of verbs.

    Raises:
        Unplaced: naming the verbs.
    """
    user, memory = mnemic.UserMemory, mnemic.OpenMemory
    _check(user, (*EVERYDAY, *ROOMS, *(name for names in FURTHER.values() for name in names)))
    _check(memory, tuple(name for names in WHOLE.values() for name in names))
    yield f"## Everyday\n\n{_listed(user, EVERYDAY)}"
    yield f"## The rooms\n\n{_listed(user, ROOMS)}"
    for room in ROOMS:
        yield from _room(user, room, "alice")
    yield "## Further verbs"
    for title, names in FURTHER.items():
        yield f"### {title}\n\n{_listed(user, names)}"
        for name in names:
            yield from _room(user, name, "alice")
    yield "## The whole memory"
    for title, names in WHOLE.items():
        yield f"### {title}\n\n{_listed(memory, names)}"
        for name in names:
            yield from _room(memory, name, "memory")
    functions = {name: getattr(mnemic, name) for name in FUNCTIONS}
    yield f"## Functions of `mnemic`\n\n{_table(functions)}"


def public(owner: type) -> dict[str, Any]:
    """The public names of a class, with what stands behind each."""
    return {name: inspect.getattr_static(owner, name) for name in dir(owner) if not name.startswith("_")}


def first_sentence(thing: Any) -> str:
    """The first sentence of a docstring, on one line."""
    paragraph = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
    found = re.match(r".+?[.?!](?=\s|$)", paragraph)
    return found[0] if found else paragraph


def _check(owner: type, placed: tuple[str, ...]) -> None:
    wrong = set(public(owner)) ^ set(placed)
    if wrong:
        raise Unplaced(f"{owner.__name__}: {', '.join(sorted(wrong))}")


def _room(owner: type, name: str, speaker: str) -> Iterator[str]:
    """The verbs of what a property, or the session, gives; nothing for a plain verb."""
    thing = inspect.getattr_static(owner, name)
    if not isinstance(thing, property) and name != "session":
        return
    room = get_type_hints(thing.fget if isinstance(thing, property) else thing)["return"]
    if room.__module__.startswith("mnemic."):
        call = f"{speaker}.{name}" + ("" if isinstance(thing, property) else "(...)")
        yield f"#### `{call}`\n\n{_table(public(room))}"


def _listed(owner: type, names: tuple[str, ...]) -> str:
    members = public(owner)
    return _table({name: members[name] for name in names})


def _table(members: Mapping[str, Any]) -> str:
    rows = [f"| `{_written(name, thing)}` | {first_sentence(thing)} |" for name, thing in members.items()]
    return "\n".join(["| verb | what it does |", "| --- | --- |", *rows])


def _written(name: str, thing: Any) -> str:
    """A verb as it is called: its arguments by name, with their defaults, without their types."""
    if not callable(thing):
        return name
    arguments = [_plain(one) for one in inspect.signature(thing).parameters.values() if one.name != "self"]
    return f"{name}{inspect.Signature(arguments)}".replace("|", "\\|")


def _plain(argument: inspect.Parameter) -> inspect.Parameter:
    """An argument without its type, and with the value of a member of an enumeration in the member's place."""
    default = argument.default.value if isinstance(argument.default, Enum) else argument.default
    return argument.replace(annotation=inspect.Parameter.empty, default=default)
