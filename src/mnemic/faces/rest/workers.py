"""Several processes that serve at one socket: started, started again when one dies, and ended together."""

from __future__ import annotations

import logging
import logging.config
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from mnemic.errors import ServerUnavailable
from mnemic.faces.rest import logs
from mnemic.faces.rest.metrics import FOLDER
from mnemic.faces.rest.server import ServeOptions, serve_supervised

LOOK_S = 0.5  # between two looks for signals
YOUNG_S = 5.0  # a process that ends sooner did not come up
FAILED_MAX = 3  # so many in a row, and the server ends

log = logging.getLogger("mnemic.server")


class Supervisor:
    """Keeps as many processes as are wanted. Each opens the memory by itself, after it was begun ("spawn"), since no
    connection to a database survives being taken into another process."""

    def __init__(self, serving: ServeOptions, bound: socket.socket) -> None:
        self._serving = serving
        self._bound = bound
        self._context = multiprocessing.get_context("spawn")
        self._begun: dict[SpawnProcess, float] = {}
        self._signals = 0
        self._told = 0  # signals the processes were told of
        self._failed = 0

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT, which the processes are told of.

        Raises:
            ServerUnavailable: processes do not come up.
        """
        logging.config.dictConfig(logs.configuration())
        before = {one: signal.signal(one, self._count) for one in (signal.SIGTERM, signal.SIGINT)}
        try:
            with _counting_together():
                for _ in range(self._serving.workers):
                    self._start()
                self._keep()
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def _keep(self) -> None:
        while self._begun:
            wait([process.sentinel for process in self._begun], timeout=LOOK_S)
            self._pass_on()
            for process in [one for one in self._begun if not one.is_alive()]:
                self._ended(process)

    def _start(self) -> None:
        process = self._context.Process(
            target=serve_supervised, args=(self._serving, self._bound), name="mnemic-server", daemon=False
        )
        process.start()
        self._begun[process] = time.monotonic()

    def _ended(self, process: SpawnProcess) -> None:
        lived = time.monotonic() - self._begun.pop(process)
        process.join()
        if process.pid is not None:
            mark_process_dead(process.pid)  # type: ignore[no-untyped-call]  # what it had at hand counts no more
        if self._signals:
            return
        self._failed = self._failed + 1 if lived < YOUNG_S else 0
        log.error("A server process ended with code %s after %.0f s.", process.exitcode, lived)
        if self._failed >= FAILED_MAX:
            self._count(signal.SIGTERM, None)
            self._pass_on()
            for other in self._begun:
                other.join()
            raise ServerUnavailable("The server's processes end as soon as they begin: its log says why.")
        self._start()

    def _pass_on(self) -> None:
        while self._told < min(self._signals, 2):
            self._told += 1
            self._bound.close()
            for process in self._begun:
                if process.is_alive() and process.pid is not None:
                    process.terminate()

    def _count(self, number: int, frame: FrameType | None) -> None:
        self._signals += 1


@contextmanager
def _counting_together() -> Iterator[None]:
    """A folder in which the processes count, where the environment names none."""
    if os.environ.get(FOLDER):
        yield
        return
    folder = tempfile.mkdtemp(prefix="mnemic-metrics-")
    os.environ[FOLDER] = folder
    try:
        yield
    finally:
        del os.environ[FOLDER]
        shutil.rmtree(folder, ignore_errors=True)
