"""A memory behind a server is a memory: every verb gives the same values, and raises the same errors in the same words.

Each act is done twice, in this process and through the client, by two memories that are given the same clock and ids;
the acts are every one of the isolation suite, and those that take more. What cannot be the same is in `OTHERWISE`.
"""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import mnemic
from mnemic.api.memory import OpenMemory, UserMemory
from mnemic.api.sessions import SessionMemory
from mnemic.domain.record import Kind
from mnemic.faces.client.rooms import ROUTED
from tests.faces.client.acts import ACTS, ELSEWHERE, LAST, OTHERWISE, PROLOGUE, verb_of
from tests.faces.client.twins import Twins, came_of, came_of_awaited, look, plain, twins

NAMING_NOTHING = ("words:", "whole:")
"""Acts that need to know nothing of what is there."""
EVERYTHING = [kind.value for kind in Kind]


def order_of(seed: int) -> list[str]:
    """Every act once, after those that give them something to act on."""
    rest = [name for name in ACTS if name not in (*PROLOGUE, *LAST)]
    Random(seed).shuffle(rest)
    return [*PROLOGUE, *rest, *LAST]


def difference(name: str, ours: Any, theirs: Any) -> dict[str, tuple[str, str]]:
    """Where the answers to an act differ that should not: both, around the first place."""
    if name in OTHERWISE or (type(ours) is type(theirs) and plain(ours) == plain(theirs)):
        return {}
    shown = [f"{type(one).__name__} {plain(one)!r}" for one in (ours, theirs)]
    at = next((at for at, (one, other) in enumerate(zip(*shown, strict=False)) if one != other), 0)
    return {name: (shown[0][max(at - 80, 0) : at + 80], shown[1][max(at - 80, 0) : at + 80])}


def test_every_verb_is_the_same_from_afar(tmp_path: Path) -> None:
    """Whatever is done in whatever order, a remote memory answers as a local one, and both end up the same."""
    with twins(tmp_path) as pair, mnemic.connect(pair.address) as memory:
        here, there = pair.local.user("alice"), memory.user("alice")
        wrong, seen, known = dict[str, Any](), list[Any](), look(here, tmp_path, [])
        for name in order_of(1):
            if name in LAST:
                same_records(pair)
            known = known if name.startswith(NAMING_NOTHING) else look(here, tmp_path, seen)
            pair.step()
            ours = came_of(ACTS[name], here, known.drawing(name))
            theirs = came_of(ACTS[name], there, known.drawing(name))
            seen.append(ours)
            wrong |= difference(name, ours, theirs)
        assert wrong == {}


def test_every_verb_is_the_same_awaited(tmp_path: Path) -> None:
    """So does an asynchronous one, in another order."""

    async def live(pair: Twins) -> dict[str, Any]:
        here, wrong, seen = pair.local.user("alice"), dict[str, Any](), list[Any]()
        known = look(here, tmp_path, seen)
        async with mnemic.aconnect(pair.address) as memory:
            there = memory.user("alice")
            for name in order_of(2):
                if name in LAST:
                    same_records(pair)
                known = known if name.startswith(NAMING_NOTHING) else look(here, tmp_path, seen)
                pair.step()
                ours = came_of(ACTS[name], here, known.drawing(name))
                theirs = await came_of_awaited(ACTS[name], there, known.drawing(name))
                seen.append(ours)
                wrong |= difference(name, ours, theirs)
        return wrong

    with twins(tmp_path) as pair:
        assert asyncio.run(live(pair)) == {}


def same_records(pair: Twins) -> None:
    """Both hold the same memories."""
    pair.step()
    ours, theirs = (one.user("alice").list(kinds=EVERYTHING, status="any") for one in (pair.local, pair.served))
    assert ours == theirs


def test_no_verb_is_left_out() -> None:
    """Every verb that a route offers is among the acts, or tested elsewhere."""
    done = {verb_of(name) for name in ACTS}
    assert {verb for verb in ROUTED if not verb.startswith("memory.")} - done == set(ELSEWHERE)


def test_the_shape_is_the_librarys() -> None:
    """Every public name of a memory, a user and a room is there, with its signature and docstring, awaited or not."""
    with mnemic.connect("http://127.0.0.1:1") as memory:
        awaited = mnemic.aconnect("http://127.0.0.1:1")
        pairs: list[tuple[type, object, object]] = [
            (OpenMemory, memory, awaited),
            (UserMemory, memory.user("alice"), awaited.user("alice")),
            (SessionMemory, memory.user("alice").session("s1"), awaited.user("alice").session("s1")),
        ]
        for shape, here, there in pairs:
            rooms = {name: one for name, one in inspect.getmembers(shape) if isinstance(one, property)}
            for name, room in rooms.items():
                kind = get_type_hints(room.fget)["return"]
                if isinstance(kind, type) and kind.__module__.startswith("mnemic.") and name != "info":
                    assert isinstance(getattr(here, name), kind)
                    same_verbs(kind, getattr(here, name), getattr(there, name))
            same_verbs(shape, here, there)
        asyncio.run(awaited.close())


def same_verbs(shape: type, here: object, there: object) -> None:
    """Both have the methods of a class of the library."""
    for name, method in inspect.getmembers(shape, inspect.isfunction):
        if name.startswith("_") or (shape, name) in ADDED:
            continue
        for one in (here,) if name in NOT_AWAITED else (here, there):
            assert inspect.signature(getattr(one, name)) == inspect.signature(method).replace(
                parameters=list(inspect.signature(method).parameters.values())[1:]
            ), name
            assert getattr(one, name).__doc__ == method.__doc__, name


ADDED = {(OpenMemory, name) for name in ("user", "close", "access")} | {(UserMemory, "session")}
"""Methods that say in words of their own what is other from afar."""

NOT_AWAITED = {"read_new", "skill"}  # what the memory itself calls, and a decorator
