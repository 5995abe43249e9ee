"""Pages: together they are the list, whatever is written meanwhile; a cursor is good for its own question only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from mnemic.api.memory import OpenMemory
from mnemic.faces.http import table
from mnemic.faces.http.route import Route

U = "/v1/users/alice"
PAGED = [route for route in table.ROUTES if route.paged]


def pages(client: TestClient, path: str, **asked: Any) -> Iterator[list[Any]]:
    """The pages of a list, one after the other."""
    cursor = None
    while True:
        shape = client.get(path, params=asked | ({} if cursor is None else {"cursor": cursor})).json()
        yield shape["items"]
        cursor = shape["next"]
        if cursor is None:
            return


def said(memory: OpenMemory, count: int, session: str = "s1") -> None:
    """Fill a memory."""
    for number in range(count):
        memory.user("alice").add({"role": "user", "content": f"Note {number}", "id": f"{session}-{number}"},
                                 session=session, infer=False)  # fmt: skip


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("path", ["memories?kinds=note", "turns?session=s1", "sessions", "memories?status=any"])
def test_pages_are_the_list(client: TestClient, memory: OpenMemory, path: str, limit: int) -> None:
    """The pages of any size, one after the other, are the whole list in its order, and none but the last is short."""
    said(memory, 6)
    said(memory, 1, "s2")
    place, _, query = path.partition("?")
    asked = dict([query.split("=")]) if query else {}
    whole = client.get(f"{U}/{place}", params=asked | {"limit": 1000}).json()["items"]
    found = list(pages(client, f"{U}/{place}", **asked, limit=limit))
    assert [one for page in found for one in page] == whole
    assert all(len(page) == limit for page in found[:-1])


def test_writes_in_between_move_nothing(client: TestClient, memory: OpenMemory) -> None:
    """While pages are read others add and forget: nothing is given twice, and nothing that stays is missing."""
    said(memory, 30)
    drawn = random.Random(7)
    before = {one.id for one in memory.user("alice").list(kinds=["note"])}
    gone: set[str] = set()
    found: list[str] = []
    for number, page in enumerate(pages(client, f"{U}/memories", kinds="note", limit=4)):
        found += [one["id"] for one in page]
        said(memory, 1, f"later-{number}")
        victim = drawn.choice(sorted(before - gone))
        gone.add(victim)
        memory.user("alice").forget(victim)
        if number > 30:
            break
    assert len(found) == len(set(found))
    assert before - gone <= set(found)


def test_a_cursor_is_its_questions_alone(client: TestClient, memory: OpenMemory) -> None:
    """A cursor of another user, of another question, or a changed one is refused."""
    said(memory, 5)
    memory.user("bob").add([f"Note {number}" for number in range(5)], infer=False)
    cursor = client.get(f"{U}/memories", params={"kinds": "note", "limit": 2}).json()["next"]
    others = (
        ("/v1/users/bob/memories", {"kinds": "note"}),
        (f"{U}/memories", {"status": "any"}),
        (f"{U}/turns", {"session": "s1"}),
    )
    for path, asked in others:
        assert client.get(path, params=asked | {"cursor": cursor}).status_code == 400
    for changed in (cursor[:-3], cursor[::-1], f"{cursor}A", "é", "A" * 5_000):
        assert client.get(f"{U}/memories", params={"kinds": "note", "cursor": changed}).status_code == 400
    assert client.get(f"{U}/memories", params={"kinds": "note", "cursor": cursor}).status_code == 200


@pytest.mark.parametrize("route", PAGED, ids=lambda route: route.operation)
def test_every_list_has_pages(client: TestClient, memory: OpenMemory, route: Route) -> None:
    """Every list takes a limit and says what comes next, though nothing be in it."""
    said(memory, 2)
    names = dict.fromkeys(("id", "said"), memory.user("alice").list(kinds=["note"])[0].id)
    path = route.path.format_map({"user": "alice", "session": "s1", "name": "x", "one": "x", "other": "y"} | names
                                 | {"skill": "none"})  # fmt: skip
    answer = client.get(path, params={"limit": 1})
    if answer.status_code == 200:
        assert answer.json().keys() == {"items", "next"}
        assert len(answer.json()["items"]) <= 1
    else:
        assert answer.status_code == 404


@pytest.mark.parametrize("path", ["sessions/{}/turns", "turns?session={}"])
def test_a_cursor_of_another_session_is_refused(client: TestClient, memory: OpenMemory, path: str) -> None:
    """What was said elsewhere does not begin where this page ends."""
    said(memory, 5)
    said(memory, 5, "s2")
    place, _, query = path.partition("?")
    first = client.get(f"{U}/{path.format('s1')}").json()["next"]
    asked = {"cursor": first} | ({"session": "s2"} if query else {})
    answer = client.get(f"{U}/{place.format('s2')}", params=asked)
    assert (answer.status_code, answer.json()["error"]) == (400, "InvalidInput")
