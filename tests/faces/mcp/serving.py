"""Applications served for real on a free port of this machine."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

START_S = 20.0
POLL_S = 0.01


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """An application while it is served; its address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        given_up = time.monotonic() + START_S
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < given_up, "the server takes too long to start"
            time.sleep(POLL_S)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
