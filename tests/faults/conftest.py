"""An OpenAI-compatible endpoint on this machine that does what a script says."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

PATIENCE_S = 30.0  # of a client that is not meant to give up


@dataclass(frozen=True, kw_only=True)
class Served:
    """What the server does with one call: a status with a body and headers, after holding the line."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    hangs: bool = False


def answers(content: Any, *, finish: str = "stop", **message: Any) -> Served:
    """A chat completion as OpenAI sends it."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
    whole = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice]}
    return Served(body=json.dumps(whole))


def fails(status: int, message: str = "no", **headers: str) -> Served:
    """An error as OpenAI sends it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Served(status=status, body=json.dumps({"error": {"message": message, "type": "x"}}), headers=named)


class Endpoint:
    """A server on this machine that works through a script; its last line repeats."""

    def __init__(self) -> None:
        self.script: list[Served] = []
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.released = threading.Event()
        self.url = ""

    @property
    def formats(self) -> list[str]:
        """The form each call asked for."""
        return [call.get("response_format", {}).get("type", "plain") for call in self.asked]

    def next(self, path: str, call: dict[str, Any]) -> Served:
        """What this call gets."""
        self.paths.append(path)
        self.asked.append(call)
        return self.script[min(len(self.asked), len(self.script)) - 1]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A running server with an empty script."""
    served = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = served.next(self.path, json.loads(body) if body[:1] == b"{" else {"form": body})
            if answer.hangs:
                served.released.wait(PATIENCE_S)
                self.close_connection = True
                return
            said = answer.body.encode()
            self.send_response(answer.status)
            for name, value in {
                "Content-Type": answer.kind,
                "Content-Length": str(len(said)),
                **answer.headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing about requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield served
    finally:
        served.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def pauses() -> list[float]:
    """The pauses a client made, in seconds; none is waited for."""
    return []
