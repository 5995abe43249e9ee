"""Errors over HTTP: problem documents (RFC 9457), each with the status of its class, and the way back to the class."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from starlette.testclient import TestClient

from mnemic import errors
from mnemic.errors import MnemicError
from mnemic.faces.http.errors import PROBLEM, error_of, problem, status_of
from tests.tables import each_row

CLASSES = [found for _, found in inspect.getmembers(errors, inspect.isclass) if issubclass(found, MnemicError)]
U = "/v1/users/alice"
FIELDS = {"type", "title", "status", "detail", "instance", "error"}


@each_row("error", CLASSES)
def test_an_error_comes_back_as_itself(error: type[MnemicError]) -> None:
    """What a client makes of a problem document is the error it was made of."""
    shape = problem(error("What was wrong."), instance="r1")
    back = error_of(shape)
    assert (type(back), str(back)) == (error, "What was wrong.")
    assert shape.keys() >= FIELDS
    assert shape["status"] == status_of(error())


def test_what_is_not_ours_says_nothing() -> None:
    """An error of a driver or of a bug shows none of what it says: that may be private."""
    shape = problem(ValueError("alice lives in Berlin"), instance="r1")
    assert "Berlin" not in str(shape)
    assert (shape["status"], shape["instance"]) == (500, "r1")


CASES: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("POST", f"{U}/search", {"json": {"query": " "}}, 400, "InvalidQuery"),
    ("POST", f"{U}/search", {"json": {"query": "x", "k": "many"}}, 400, "InvalidInput"),
    ("POST", f"{U}/search", {"json": {"query": "x", "no": 1}}, 400, "InvalidInput"),
    ("POST", f"{U}/search", {"json": {}}, 400, "InvalidInput"),
    ("POST", f"{U}/search", {"json": ["query"]}, 400, "InvalidInput"),
    ("POST", f"{U}/search", {"json": {"query": None}}, 400, "InvalidInput"),
    ("POST", f"{U}/search", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "InvalidInput"),
    ("POST", f"{U}/search", {"content": b'{"query": "\\ud800"}', "headers": {"Content-Type": "application/json"}},
     400, "InvalidInput"),
    ("POST", f"{U}/search", {"content": b'{"query": NaN}', "headers": {"Content-Type": "application/json"}},
     400, "InvalidInput"),
    ("POST", f"{U}/search", {"content": b"[" * 100_000, "headers": {"Content-Type": "application/json"}},
     400, "InvalidInput"),
    ("POST", f"{U}/search", {"content": b"query=x", "headers": {"Content-Type": "text/plain"}}, 415, "InvalidInput"),
    ("POST", f"{U}/memories", {"json": {"messages": [{"role": "user"}]}}, 400, "InvalidMessage"),
    ("GET", f"{U}/memories?limit=0", {}, 400, "InvalidInput"),
    ("GET", f"{U}/memories?limit=1000000", {}, 400, "LimitExceeded"),
    ("GET", f"{U}/memories?cursor=x", {}, 400, "InvalidInput"),
    ("GET", f"{U}/memories?status=gone", {}, 400, "InvalidQuery"),
    ("GET", f"{U}/memories?status=any&status=active", {}, 400, "InvalidInput"),
    ("GET", f"{U}/memories?unknown=1", {}, 400, "InvalidInput"),
    ("GET", f"{U}/memories/nothing", {}, 404, "MemoryNotFound"),
    ("GET", f"{U}/tasks/nothing", {}, 404, "TaskNotFound"),
    ("GET", f"{U}/skills/nothing", {}, 404, "SkillNotFound"),
    ("GET", f"{U}/files/{'0' * 64}", {}, 404, "FileNotFound"),
    ("GET", f"{U}/entities/nobody/memories", {}, 404, "EntityNotFound"),
    ("GET", "/v1/users/%20/stats", {}, 400, "InvalidScope"),
    ("GET", "/v1/users/%FF/stats", {}, 400, "InvalidInput"),
    ("GET", "/v1/nowhere", {}, 404, "InvalidInput"),
    ("PUT", f"{U}/memories", {}, 405, "InvalidInput"),
    ("POST", f"{U}/transfer/import", {"content": b"no export"}, 400, "InvalidFile"),
    ("POST", f"{U}/transfer/import", {"content": b""}, 400, "InvalidInput"),
    ("POST", f"{U}/skills/import", {"content": b"PK\x03\x04", "headers": {"Content-Type": "application/zip"}},
     400, "InvalidFile"),
    ("POST", f"{U}/skills/import", {"json": {}}, 415, "InvalidInput"),
    ("POST", f"{U}/batch", {"json": {"operations": [{}] * 11}}, 400, "LimitExceeded"),
    ("POST", f"{U}/memories", {"json": {"messages": "x"}, "headers": {"Idempotency-Key": " "}}, 400, "InvalidInput"),
]  # fmt: skip


@each_row(("method", "path", "sent", "status", "error"), CASES)
def test_every_refusal_is_a_problem(
    client: TestClient, method: str, path: str, sent: dict[str, Any], status: int, error: str
) -> None:
    """What cannot be done is said with its status, as a problem document with the request's id, and nothing of the
    server's disk."""
    answer = client.request(method, path, **sent)
    shape = answer.json()
    assert (answer.status_code, shape["error"], shape["status"]) == (status, error, status), shape
    assert answer.headers["content-type"] == PROBLEM
    assert shape["instance"] == answer.headers["x-request-id"]
    assert shape["type"] == f"urn:mnemic:error:{error}"
    assert "/tmp" not in shape["detail"]


def test_a_field_is_named(client: TestClient) -> None:
    """Where one field is wrong its path stands apart from the words."""
    sent = {"report": {"job": "sweep", "at": "2026-03-02T09:00:00Z", "steps": [{"reason": 5}]}}
    shape = client.post(f"{U}/upkeep/apply", json=sent).json()
    assert shape["errors"] == [{"path": "report.steps[0].reason", "message": "it must be text, not a number."}]


def test_a_context_that_is_handed_in_is_looked_at(client: TestClient) -> None:
    """A context that comes back for a window with a block that goes nowhere is refused by the name of the field."""
    context = client.post(f"{U}/context", json={"query": "Where do I sit?"}).json()
    context["blocks"] = [{"place": "", "title": "", "text": "", "memory_ids": [], "tokens": 1}]
    shape = client.post(f"{U}/sessions/s1/window", json={"context": context}).json()
    assert [one["path"] for one in shape["errors"]] == ["context.blocks[0].place"]


def test_what_is_over_is_a_conflict(client: TestClient) -> None:
    """A task that is completed changes no more: 409, and the class is TaskClosed."""
    task = client.post(f"{U}/tasks", json={"goal": "Book a hotel"}).json()["id"]
    client.post(f"{U}/tasks/{task}/complete", json={"outcome": "done"})
    answer = client.patch(f"{U}/tasks/{task}/values", json={"city": "Paris"})
    assert (answer.status_code, answer.json()["error"]) == (409, "TaskClosed")


def test_what_only_the_user_decides_is_forbidden(client: TestClient) -> None:
    """Through an agent permanent memory is proposed only: 403."""
    proposal = client.post(f"{U}/permanent", json={"text": "Is allergic to nuts."}).json()["id"]
    answer = client.post(f"{U}/permanent/{proposal}/confirm", headers={"Mnemic-Actor": "agent", "Mnemic-Agent": "a"})
    assert answer.status_code in (403, 404)
    assert client.get(f"{U}/permanent").json()["items"] == []


def test_a_body_has_a_limit(client: TestClient) -> None:
    """More than the limit is refused, before it is read to its end."""
    answer = client.post(f"{U}/files", content=b"x" * 60_000_000)
    assert (answer.status_code, answer.json()["error"]) == (413, "LimitExceeded")


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"NaN", b"Infinity"])
def test_a_number_that_is_none_is_refused(client: TestClient, number: bytes) -> None:
    """What JSON cannot hold is taken in nowhere: it would be in an answer nobody can read."""
    body = b'{"goal": "Plan a trip", "values": {"budget": %s}}' % number
    answer = client.post("/v1/users/alice/tasks", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "InvalidInput")


def test_what_is_nested_too_deep_is_refused(client: TestClient) -> None:
    """Before anybody walks through it."""
    for depth, status in ((60, 201), (70, 400), (900, 400), (100_000, 400)):
        body = b'{"goal": "Plan a trip", "values": {"x": %s}}' % (b"[" * depth + b"]" * depth)
        answer = client.post("/v1/users/alice/tasks", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == status
