"""A proxy before a real server that loses requests and answers by plan."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


class Trouble(StrEnum):
    """What goes wrong with one request."""

    NONE = "none"
    UNHEARD = "unheard"  # the connection breaks before the server has heard of it
    LOST = "lost"  # the server has done it, and its answer is lost
    HALF = "half"  # the server has done it, and half of its answer arrives
    BUSY = "busy"  # 503, now or in no time
    LIMITED = "limited"  # 429 with Retry-After: 0
    GATEWAY = "gateway"  # 502 with a page of somebody else's, though the server has done it


class Flaky(ThreadingHTTPServer):
    """Passes requests on to a server; `plan` says what goes wrong with the next ones."""

    daemon_threads = True

    def __init__(self, target: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        parts = urlsplit(target)
        self.to = (str(parts.hostname), int(parts.port or 80))
        self.plan: deque[Trouble] = deque()
        self.seen: list[tuple[str, str, str | None]] = []  # method, path, idempotency key
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def next(self, method: str, path: str, key: str | None) -> Trouble:
        """Note a request, and say what goes wrong with it."""
        with self.lock:
            self.seen.append((method, path, key))
            return self.plan.popleft() if self.plan else Trouble.NONE

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is part of the game."""


class _Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Flaky

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed."""

    def _pass(self) -> None:
        trouble = self.server.next(self.command, self.path, self.headers.get("Idempotency-Key"))
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(self._chunks())
        self.close_connection = True
        if trouble is Trouble.UNHEARD:
            return
        if trouble in (Trouble.BUSY, Trouble.LIMITED):
            self._say(429 if trouble is Trouble.LIMITED else 503, {"Retry-After": "0"}, b"")
            return
        there = HTTPConnection(*self.server.to, timeout=20)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
        there.request(self.command, self.path, body or None, headers)
        came = there.getresponse()
        said, told = came.read(), dict(came.getheaders())
        there.close()
        if trouble is Trouble.GATEWAY:
            self._say(502, {"Content-Type": "text/html"}, b"<h1>Bad Gateway</h1>")
        elif trouble is not Trouble.LOST:
            self._say(came.status, told, said, cut=trouble is Trouble.HALF)

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def _say(self, status: int, headers: dict[str, str], body: bytes, *, cut: bool = False) -> None:
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)


for _method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
    setattr(_Passing, f"do_{_method}", _Passing._pass)


@contextmanager
def flaky(target: str) -> Iterator[Flaky]:
    """A proxy before a server, while it is needed."""
    with Flaky(target) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
