"""The table of routes: nothing is left out, nothing is named twice, every argument has its place."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from mnemic.domain.route import ON_DISK, Route
from mnemic.faces.http import signatures, table
from mnemic.safety.access.verbs import TABLE
from tests.tables import each_row


@pytest.mark.parametrize("verb", TABLE)
def test_every_verb_has_one_route(verb: str) -> None:
    """Every row has one route of its own, the first, or says why none."""
    row = TABLE[verb]
    assert bool(row.routes) != bool(row.not_offered)
    assert [route.alias for route in row.routes] == [at > 0 for at in range(len(row.routes))]


def test_no_two_routes_have_one_address() -> None:
    """A method and a path lead to one verb, and the operation ids are different."""
    addresses = Counter((route.method, re.sub(r"{\w+}", "{}", route.path)) for route in table.ROUTES)
    assert [address for address, count in addresses.items() if count > 1] == []
    operations = Counter(route.operation for route in table.ROUTES)
    assert [name for name, count in operations.items() if count > 1] == []


@each_row("route", table.ROUTES)
def test_every_argument_has_one_place(route: Route) -> None:
    """Every argument of a verb is in the path, the query or the body, is the body, is fixed, or is left out; and what
    is left out is an argument."""
    arguments, _, _ = signatures.signature_of(route.verb)
    names = {one.name for one in arguments} | ({"session"} if route.verb.startswith("session.") else set())
    placed = [one.name for one in signatures.of(route).arguments]
    placed += [*route.left_out, *route.fixed, *([route.content] if route.content else [])]
    placed += [name for name in ON_DISK if name in names and name not in placed]
    assert sorted(placed) == sorted(names)


@each_row("route", table.ROUTES)
def test_what_is_required_can_be_said(route: Route) -> None:
    """No argument that a verb cannot do without is left out, but for a file of the disk: the server has one of its
    own."""
    arguments, _, _ = signatures.signature_of(route.verb)
    needed = {one.name for one in arguments if one.required}
    assert not needed & set(route.left_out)
