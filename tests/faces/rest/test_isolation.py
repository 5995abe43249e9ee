"""Over HTTP as in the library: nothing of one user is in what another is told, and a key reaches as far as it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import mnemic
from mnemic.api.memory import OpenMemory
from mnemic.faces.http import signatures, table
from mnemic.faces.http.route import USER, Route
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.settings import load

SECRET = "Zuqqville"
PLACES = [route for route in table.ROUTES if route.path.startswith(USER)]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenMemory]:
    """A memory in which bob has a secret, and alice something else."""
    place = tmp_path_factory.mktemp("shared") / "memory.db"
    with mnemic.open(place, embedder="hashing", background=False) as memory:
        memory.user("bob").add(f"I live in {SECRET}.", session="s1")
        memory.user("bob").tasks.start(f"Move out of {SECRET}", id="move")
        memory.user("alice").add("I live in Berlin.", session="s1")
        yield memory


@pytest.fixture(scope="module")
def closed(shared: OpenMemory) -> TestClient:
    """A client of a server that asks for keys."""
    settings = load(embedder="hashing", background=False, key_cache_s=0, key_failures_max=100_000)
    app = guarded(create_app(shared, settings), shared, settings, Guards())
    return TestClient(app, raise_server_exceptions=False)


@pytest.fixture(scope="module")
def alices(shared: OpenMemory) -> dict[str, str]:
    """The headers of a key that is for alice alone."""
    created = shared.keys.create("alice's", users=["alice"], requests_per_minute=100_000)
    return {"Authorization": f"Bearer {created.token}"}


def filled(route: Route, user: str, id: str) -> str:
    """The address of a route, with an id wherever one stands."""
    names = {one.name: id for one in signatures.of(route).path}
    return route.path.format_map(names | {"user": user})


def sent(route: Route, id: str) -> dict[str, Any]:
    """A body that names an id wherever a text is asked for."""
    if not signatures.of(route).body:
        return {}
    return {"json": {one.sent: id for one in signatures.of(route).body if one.required and one.hint is str}}


@pytest.mark.parametrize("route", PLACES, ids=lambda route: route.operation)
def test_another_users_place_is_closed(closed: TestClient, alices: dict[str, str], route: Route) -> None:
    """With a key for alice every address of bob's is forbidden, whatever is asked there."""
    answer = closed.request(route.method, filled(route, "bob", "x"), headers=alices, **sent(route, "x"))
    assert (answer.status_code, answer.json()["error"]) == (403, "AccessDenied")
    assert SECRET not in answer.text


@pytest.mark.parametrize("route", PLACES, ids=lambda route: route.operation)
def test_another_users_ids_are_nobodys(
    closed: TestClient, alices: dict[str, str], shared: OpenMemory, route: Route
) -> None:
    """With bob's ids at alice's addresses nothing of bob's is told."""
    bob = shared.user("bob")
    for id in (bob.list()[0].id, "move", bob.turns("s1")[0].id):
        answer = closed.request(route.method, filled(route, "alice", id), headers=alices, **sent(route, id))
        assert SECRET not in answer.text
        assert answer.status_code < 500


@pytest.mark.parametrize("route", [one for one in table.ROUTES if one.whole], ids=lambda route: route.operation)
def test_the_whole_is_for_administrators(closed: TestClient, alices: dict[str, str], route: Route) -> None:
    """What is about everybody is forbidden with a key that is for one."""
    answer = closed.request(route.method, route.path, headers=alices)
    assert (answer.status_code, answer.json()["error"]) == (403, "AccessDenied")


@pytest.mark.parametrize("route", table.ROUTES, ids=lambda route: route.operation)
def test_nothing_is_told_without_a_key(closed: TestClient, route: Route) -> None:
    """Without a key, or with one that is none, every address answers 401 and nothing else."""
    for headers in ({}, {"Authorization": "Bearer mn_x_y"}):
        answer = closed.request(route.method, filled(route, "alice", "x"), headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (401, "Unauthenticated")
        assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", [table.BATCH_PATH, table.EVENTS_PATH])
def test_batches_and_events_are_closed_too(closed: TestClient, alices: dict[str, str], path: str) -> None:
    """What is no verb of its own is guarded as the verbs are."""
    batch = path == table.BATCH_PATH
    method, body = "POST" if batch else "GET", {"operations": [{"verb": "stats"}]} if batch else None
    place = path.replace("{user}", "bob")
    assert closed.request(method, place, headers=alices, json=body).status_code == 403
    assert closed.request(method, place, json=body).status_code == 401


def test_a_batch_may_do_what_the_key_may(closed: TestClient, shared: OpenMemory, tmp_path: Path) -> None:
    """An operation that the key is not for is refused in its place, and the others are done."""
    created = shared.keys.create("reader", users=["alice"], verbs=["search"])
    operations = [
        {"verb": "search", "arguments": {"query": "Where do I live?"}},
        {"verb": "add", "arguments": {"messages": "I moved."}},
    ]
    answer = closed.post(
        "/v1/users/alice/batch",
        json={"operations": operations},
        headers={"Authorization": f"Bearer {created.token}"},
    )
    assert [one["status"] for one in answer.json()["results"]] == [200, 403]
