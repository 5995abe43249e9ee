"""Where jobs stand, as events without end: they begin at once, move on with the jobs, and end when the caller goes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mnemic.faces.rest import events
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.stack import Guards, guarded
from mnemic.memory import OpenMemory
from mnemic.settings import load

HEADERS = [(b"host", b"testserver"), (b"accept", b"text/event-stream")]


async def listened(memory: OpenMemory, path: str, *, until: str) -> str:
    """What a caller is sent who goes away once it has read something."""
    settings = load(embedder="hashing", background=False)
    app = guarded(create_app(memory, settings), memory, settings, Guards(auth=False))
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
        told[0] += message.get("body", b"").decode()
        if until in told[0]:
            gone.set()

    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"",
        "headers": HEADERS, "client": ("127.0.0.1", 1), "server": ("testserver", 80),
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
