"""A real server in a thread of the test's own process."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from mnemic.api.memory import OpenMemory
from mnemic.faces.rest.app import create_app
from mnemic.faces.rest.stack import Guards, guarded


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server that is listening."""

    address: str
    memory: OpenMemory


@contextmanager
def running(memory: OpenMemory, *, auth: bool = False) -> Iterator[Running]:
    """Serve a memory on a free port until the block ends."""
    settings = memory._core.parts.settings
    app = guarded(create_app(memory, settings), memory, settings, Guards(auth=auth))
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield Running(address=f"http://127.0.0.1:{listening.getsockname()[1]}", memory=memory)
        finally:
            server.should_exit = True
            thread.join(10)
