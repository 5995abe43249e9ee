"""A verb is said once: a method, its row in the table, its line in the asynchronous form. Every face has it from
there."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import mnemic
from mnemic.api import asynchronous
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.sessions import SessionMemory
from mnemic.faces.client import remote
from mnemic.faces.client.special import SPECIAL
from mnemic.faces.http import signatures
from mnemic.safety.access.verbs import TABLE

FACES = Path(mnemic.__file__).parent / "faces"

HERE_ONLY = {"files.read_new", "skills.skill"} | {
    f"memory.{name}"
    for name in (
        "access",
        "reaches",
        "wake",
        "stop",
        "watch",
        "user",
        "tenant",
        "keys.over",
        "keys.check_admin",
        "keys.user",
    )
}
"""Rows whose method is not awaited: what the memory calls itself, a decorator, and what waits for nothing."""

NAMED = {
    *("memory.access", "memory.users", "session.turns"),  # sorted lists; read by another verb
    *("files.data", "files.list", "skills.skill", "tasks.set", "upkeep.jobs"),  # bytes, a decorator, slots of any name
}
"""Verbs that the server or a client names besides those of `SPECIAL`."""


def shapes() -> Iterator[tuple[str, type, type]]:
    """Every class with verbs: what their names begin with, the class, its asynchronous form."""
    yield "", UserMemory, asynchronous.AsyncUserMemory
    yield "session.", SessionMemory, asynchronous.AsyncSessionMemory
    yield "memory.", OpenMemory, asynchronous.AsyncMemory
    for prefix, face in (("", UserMemory), ("memory.", OpenMemory)):
        rooms = dict.fromkeys(verb.removeprefix(prefix).partition(".")[0] for verb in TABLE if verb.startswith(prefix))
        for room in rooms:
            if isinstance(getattr(face, room, None), property):
                shape = signatures.room_of(face, room)
                yield f"{prefix}{room}.", shape, getattr(asynchronous, f"Async{shape.__name__}")


def verbs_of(shape: type) -> set[str]:
    """Public methods of a class."""
    return {name for name, _ in inspect.getmembers(shape, inspect.isfunction) if not name.startswith("_")}


def test_every_method_has_its_row_and_every_row_its_method() -> None:
    """The public methods of a memory, a user and every room are the rows of the table."""
    methods = {f"{prefix}{name}" for prefix, shape, _ in shapes() for name in verbs_of(shape)}
    assert methods - {"session"} == set(TABLE)
    assert len(methods) > 100


def test_every_verb_can_be_awaited() -> None:
    """The asynchronous form has each verb, with its signature and docstring."""
    lacking, seen = [], 0
    for prefix, shape, awaited in shapes():
        for name in verbs_of(shape) - {"session"}:
            if f"{prefix}{name}" in HERE_ONLY:
                continue
            verb, form = getattr(shape, name), getattr(awaited, name, None)
            same = inspect.iscoroutinefunction(form) and inspect.signature(form) == inspect.signature(verb)
            lacking += [] if same and form.__doc__ == verb.__doc__ else [f"{prefix}{name}"]
            seen += 1
    assert lacking == []
    assert seen > 100


def test_both_clients_have_every_verb() -> None:
    """A remote memory, plain or awaited, has each verb as one of its own, which asks the server or says why not."""
    faces = {
        "": (remote.RemoteUserMemory, remote.RemoteAsyncUserMemory),
        "session.": (remote.RemoteSession, remote.RemoteAsyncSession),
        "memory.": (remote.RemoteMemory, remote.RemoteAsyncMemory),
    }
    for prefix, pair in faces.items():
        own = {verb.removeprefix(prefix) for verb in TABLE if verb.startswith(prefix)}
        for face in pair:
            assert {name for name in own if "." not in name} <= set(vars(face)), face
    for face in (remote.RemoteUserMemory, remote.RemoteAsyncUserMemory):
        rooms = {verb.partition(".")[0] for verb in TABLE if "." in verb} - {"session", "memory"}
        assert {room for room in rooms if isinstance(vars(face)[room], property)} == rooms


def test_no_other_face_names_a_verb() -> None:
    """The server, its document and the clients go by the table: they name only the verbs that are out of the common."""
    named = {
        node.value
        for folder in ("http", "rest", "client")
        for path in (FACES / folder).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in TABLE and "." in node.value
    }
    assert named - set(SPECIAL) == NAMED
