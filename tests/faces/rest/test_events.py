"""Where jobs stand, as events without end: they begin at once, move on with the jobs, and end when the caller goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mnemic.api.memory import OpenMemory
from mnemic.faces.rest import events
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.health import ProcessState
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.settings import load

HEADERS = [(b"host", b"testserver"), (b"accept", b"text/event-stream")]


async def listened(
    memory: OpenMemory,
    path: str,
    *,
    until: str,
    then: Callable[[], object] | None = None,
    life: ProcessState | None = None,
    key: str | None = None,
) -> str:
    """What a caller is sent who goes away once it has read something; or, where something else is done `then`, when the
    answer ends by itself."""
    settings = load(embedder="hashing", background=False)
    guards = Guards(auth=key is not None, life=life or ProcessState())
    app = guarded(create_app(memory, settings), memory, settings, guards)
    gone, told = asyncio.Event(), [""]
    asked = False

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if not asked:
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        before = until in told[0]
        told[0] += message.get("body", b"").decode()
        if until in told[0] and not before:
            (then or gone.set)()

    bearer = [] if key is None else [(b"authorization", f"Bearer {key}".encode())]
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"",
        "headers": [*HEADERS, *bearer], "client": ("127.0.0.1", 1), "server": ("testserver", 80),
    }  # fmt: skip
    await asyncio.wait_for(app(scope, receive, send), timeout=30)
    return told[0]


def test_jobs_are_told_until_the_caller_goes(memory: OpenMemory) -> None:
    """Every job that ran is an event; the answer ends when whoever listens is gone, and not by itself."""
    memory.user("alice").add("I live in Berlin.")
    memory.run_due()
    told = asyncio.run(listened(memory, "/v1/users/alice/jobs/events", until="event: job"))
    assert told.startswith("id: 0\nevent: job\ndata: {")
    assert told.endswith("}\n\n")


def test_silence_is_broken(memory: OpenMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing happens a comment says now and then that the connection is alive."""
    monkeypatch.setattr(events, "HEARTBEAT_S", 0.01)
    told = asyncio.run(listened(memory, "/v1/users/nobody/jobs/events", until=": alive"))
    assert told.startswith(": alive\n\n")


def test_a_key_that_is_revoked_hears_no_more(memory: OpenMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was let in before is told so, and nothing after it."""
    monkeypatch.setattr(events, "HEARTBEAT_S", 0.01)
    monkeypatch.setattr(events, "LOOK_S", 0.01)
    made = memory.keys.create(users=["alice"])
    revoke = lambda: memory.keys.revoke(made.key.id)  # noqa: E731
    path = "/v1/users/alice/jobs/events"
    told = asyncio.run(listened(memory, path, until=": alive", then=revoke, key=made.token))
    assert "Unauthenticated" in told.rpartition("event: problem")[2]


def test_a_server_that_ends_waits_for_no_listener(memory: OpenMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not end by itself ends when the server is told to."""
    monkeypatch.setattr(events, "HEARTBEAT_S", 0.01)
    monkeypatch.setattr(events, "LOOK_S", 0.01)
    life = ProcessState()

    def end() -> None:
        life.ending = True

    told = asyncio.run(listened(memory, "/v1/users/alice/jobs/events", until=": alive", then=end, life=life))
    assert "problem" not in told


def test_listening_is_one_line_in_the_audit(memory: OpenMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """An administrator who listens for long reads once, as the audit has it, and not once a second."""
    monkeypatch.setattr(events, "HEARTBEAT_S", 0.2)
    monkeypatch.setattr(events, "LOOK_S", 0.01)
    memory.user("alice").add("I live in Berlin.")
    key = memory.keys.create(admin=True, actor="administrator").token
    asyncio.run(listened(memory, "/v1/users/alice/jobs/events", until=": alive", key=key))
    assert [line.action for line in memory.audit.lines(actor="administrator")].count("read") == 1
