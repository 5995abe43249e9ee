"""Small HTTP servers on 127.0.0.1, from which fakes of services are made."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]  # names in lower case
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a service says to it."""

    status: int = 200
    body: Any = field(default_factory=dict)


class JsonServer:
    """Serves a function from Asked to Answered until it is closed."""

    def __init__(self, answer: Callable[[Asked], Answered]) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                sent = self.rfile.read(length)
                parts = urlsplit(self.path)
                answered = answer(
                    Asked(
                        method=self.command,
                        path=unquote(parts.path),
                        query=parse_qs(parts.query),
                        headers={name.lower(): value for name, value in self.headers.items()},
                        body=json.loads(sent) if sent else None,
                    )
                )
                told = b"" if answered.body is None else json.dumps(answered.body).encode("utf-8")
                self.send_response(answered.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(told)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_one  # noqa: N815 - the names of the base class

            def log_message(self, format: str, *args: Any) -> None:
                """Tests print nothing."""

        self._server = _Server((HOST, 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Stop, and wait for it."""
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    """Ends its connections with itself: a client would go on talking through one that is kept alive."""

    daemon_threads = True

    def __init__(self, *given: Any) -> None:
        self._connections: list[socket.socket] = []
        super().__init__(*given)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.append(request)
        super().process_request(request, client_address)

    def hang_up(self) -> None:
        for connection in self._connections:
            with suppress(OSError):  # closed by the other side
                connection.shutdown(socket.SHUT_RDWR)


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
