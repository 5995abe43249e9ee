"""Every verb over HTTP does what the verb of the library does, and answers the same."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from mnemic.api.memory import OpenMemory
from mnemic.domain.route import JSON, Route
from mnemic.errors import MnemicError
from mnemic.faces.http import signatures, table
from mnemic.faces.http.codec import decoded
from mnemic.faces.http.errors import problem
from mnemic.faces.http.signatures import AnswerShape
from mnemic.faces.wire import jsonable
from tests.faces.rest.conftest import client_of
from tests.faces.rest.world import CALLS, USER, Ids, ids_in, opened, plant

ROUTES = {
    route.operation: route
    for route in table.ROUTES
    if route.content is None and signatures.of(route).answered is not AnswerShape.BYTES
}
MADE = ("memory.keys.create", "memory.keys.rotate")
"""What draws a key and its token anew each time."""

_DRAWN = re.compile(r'"(?:seconds|tokens|bytes)": [0-9.e-]+|"sha256": "\w+"|\brb-[0-9a-f]{12}\b')
"""What comes of such ids: the cost of a fence with one in it, the size of a file."""

_ID = re.compile(r"\b[0-9a-f]{32}\b")


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory file with something of everything in it."""
    place = tmp_path_factory.mktemp("planted") / "memory.db"
    with opened(place) as memory:
        plant(memory)
    return place


def test_every_route_is_called() -> None:
    """A route that is in none of the tables has been forgotten by whoever added it."""
    assert set(CALLS) == set(ROUTES)


@pytest.mark.parametrize("operation", ROUTES)
def test_the_answer_is_the_librarys(operation: str, planted: Path, tmp_path: Path) -> None:
    """On two copies of one memory, at one moment, the library and the server answer alike, errors too."""
    route = ROUTES[operation]
    answers = []
    for name in ("library", "server"):
        shutil.copy(planted, tmp_path / f"{name}.db")
        with opened(tmp_path / f"{name}.db") as memory:
            ids = ids_in(memory)
            given = CALLS[operation](ids)
            said = by_library(memory, route, given) if name == "library" else by_server(memory, route, given)
            if operation in MADE:
                said = {"key": said["key"] | {"id": ""}}
            if operation == "report":
                del said["text"]  # it names questions in order of their ids, which are drawn anew
            answers.append(comparable(said, ids))
    assert answers[0] == answers[1]


def by_library(memory: OpenMemory, route: Route, given: dict[str, Any]) -> Any:
    """What the library answers, as JSON."""
    face: Any = memory if route.whole else memory.user(USER)
    hints = {one.name: one.hint for one in signatures.of(route).arguments if not one.rest}
    arguments = {name: decoded(hints[name], value) if name in hints else value for name, value in given.items()}
    try:
        value = jsonable(signatures.call_verb(face, route.verb, arguments | dict(route.fixed)))
    except MnemicError as error:
        return problem(error)
    answered = signatures.of(route).answered
    if answered is AnswerShape.ITEMS:
        return {"items": value, "next": None}
    return {"value": value} if answered is AnswerShape.VALUE else value


def by_server(memory: OpenMemory, route: Route, given: dict[str, Any]) -> Any:
    """What the server answers."""
    signature, client = signatures.of(route), client_of(memory)
    path = route.path
    for one in signature.path:
        path = path.replace(f"{{{one.name}}}", quote(given[one.name], safe=""))
    query = {one.sent: _word(given[one.name]) for one in signature.query if one.name in given}
    body: dict[str, Any] = {}
    for one in signature.body:
        if one.name in given:
            body |= given[one.name] if one.rest else {one.sent: given[one.name]}
    page = {"limit": "1000"} if route.paged else {}
    sent = {"json": body} if signature.body else {}
    answer = client.request(route.method, path.replace("{user}", USER), params=query | page, **sent)  # type: ignore[arg-type]
    shape = answer.json() if answer.content else None
    if answer.status_code >= 400:
        return {**answer.json(), "instance": ""}
    assert answer.status_code == route.status
    assert answer.headers.get("content-type") == (None if shape is None else JSON)
    return shape


def _word(value: Any) -> Any:
    return value if isinstance(value, str | list) else json.dumps(value)


def comparable(said: Any, ids: Ids) -> str:
    """An answer without what is drawn anew each time: ids, in order of their appearance."""
    text = json.dumps(said, ensure_ascii=False, sort_keys=True)
    known: dict[str, str] = {ids.trace: "TRACE"}
    shown = _ID.sub(lambda found: known.setdefault(found[0], f"ID{len(known)}"), text)
    return _DRAWN.sub("", shown)


def test_an_id_may_hold_anything(client: TestClient) -> None:
    """A user, a session or a key with slashes, dots, percent signs and Chinese characters is found at its address."""
    for user in ("a/b", "张三", "100%", "..", "a b?c#d", "a%2Fb"):
        place = f"/v1/users/{quote(user, safe='').replace('.', '%2E')}"
        assert client.post(f"{place}/memories", json={"messages": "I live in Berlin."}).status_code == 201
        [found] = client.get(f"{place}/memories").json()["items"]
        assert found["user"] == user
    everybody = client.get("/v1/users", params={"limit": 100}).json()["items"]
    assert sorted(everybody) == sorted(["a/b", "张三", "100%", "..", "a b?c#d", "a%2Fb"])
