"""The table of routes: nothing is left out, nothing is named twice, every argument has its place."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.faces.http import signatures, table
from mnemic.faces.http.route import Route
from mnemic.safety.access.verbs import VERBS

ROOMS_OF_THE_WHOLE = ("audit", "encryption", "keys", "transfer")


def test_every_verb_has_one_route() -> None:
    """Every verb of a user's memory has exactly one route, or it is said why none."""
    named = Counter(route.verb for route in table.ROUTES if not route.alias and not route.whole)
    assert set(named.values()) == {1}
    assert set(named) | set(table.NOT_OFFERED) == set(VERBS)
    assert not set(named) & set(table.NOT_OFFERED)


def test_everything_of_the_whole_has_one_route() -> None:
    """Every public method of an opened memory, and of its rooms, has exactly one route, or it is said why none."""
    methods = {name for name, found in vars(OpenMemory).items() if callable(found) and not name.startswith("_")}
    for room in ROOMS_OF_THE_WHOLE:
        methods |= {f"{room}.{name}" for name in _methods(room)}
    named = Counter(route.verb.removeprefix("memory.") for route in table.ROUTES if route.whole)
    assert set(named.values()) == {1}
    assert methods - set(table.NOT_OFFERED_WHOLE) == set(named)


def _methods(room: str) -> set[str]:
    shape = signatures.room_of(OpenMemory, room)
    return {name for name in dir(shape) if not name.startswith("_") and callable(getattr(shape, name))}


def test_no_two_routes_have_one_address() -> None:
    """A method and a path lead to one verb, and the operation ids are different."""
    addresses = Counter((route.method, re.sub(r"{\w+}", "{}", route.path)) for route in table.ROUTES)
    assert [address for address, count in addresses.items() if count > 1] == []
    operations = Counter(route.operation for route in table.ROUTES)
    assert [name for name, count in operations.items() if count > 1] == []


@pytest.mark.parametrize("route", table.ROUTES, ids=lambda route: route.operation)
def test_every_argument_has_one_place(route: Route) -> None:
    """Every argument of a verb is in the path, the query or the body, is the body, is fixed, or is left out; and what
    is left out is an argument."""
    arguments, _, _ = signatures.signature_of(route.verb)
    names = {one.name for one in arguments} | ({"session"} if route.verb.startswith("session.") else set())
    placed = [one.name for one in signatures.of(route).arguments]
    placed += [*route.left_out, *route.fixed, *([route.content] if route.content else [])]
    assert sorted(placed) == sorted(names)


@pytest.mark.parametrize("route", table.ROUTES, ids=lambda route: route.operation)
def test_what_is_required_can_be_said(route: Route) -> None:
    """No argument that a verb cannot do without is left out."""
    arguments, _, _ = signatures.signature_of(route.verb)
    needed = {one.name for one in arguments if one.required}
    stand_ins = {"folder", "path"}  # a file of the server's own, which it makes and removes
    assert not needed & set(route.left_out) - stand_ins
